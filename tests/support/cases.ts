import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A case of tests/cases/: documents as written, so that no number is rounded on the way. */
export interface Case {
  file: string;
  name: string;
  old: string;
  now: string;
  rules: string | undefined;
  answer: string | undefined;
  outs: string | undefined;
  remote: string | undefined;
  /** A whole plan, which is read in place of the two documents. */
  plan: string | undefined;
  options: Record<string, unknown>;
  expect: Record<string, unknown>;
  /** Why it is expected to fail; undefined where it is not. */
  fails: string | undefined;
}

const folder = join(import.meta.dirname, "..", "cases");

export function allCases(): Case[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => casesOf(file, readFileSync(join(folder, file), "utf8")));
}

/** A pair of values, as written, that a rule calls equal or does not. */
export interface Vector {
  id: string;
  /** The rule set that applies the rule to the property `p`, or to its members. */
  rules: string;
  old: string;
  now: string;
  equal: boolean;
}

export function normalizerVectors(): Vector[] {
  const text = readFileSync(join(folder, "..", "vectors", "normalizers.json"), "utf8");
  return elements(text).map((source) => {
    const fields = new Map(members(source));
    const field = (name: string) => fields.get(name) ?? "";
    const rule = JSON.parse(field("rule")) as string[] | Record<string, string[]>;
    const patterns = Array.isArray(rule)
      ? { p: rule }
      : Object.fromEntries(Object.entries(rule).map(([member, words]) => [`p${member}`, words]));
    return {
      id: JSON.parse(field("id")) as string,
      rules: JSON.stringify({ "*": patterns }),
      old: `{"p": ${field("old")}}`,
      now: `{"p": ${field("new")}}`,
      equal: field("equal") === "true",
    };
  });
}

/** A plan of tests/plans/, as written or as a text, and what it comes to with one set of rules and with another. */
export interface PlanCase {
  file: string;
  name: string;
  plan: string;
  expectations: { rules: string | undefined; expect: Record<string, unknown> }[];
}

export function planCases(): PlanCase[] {
  const plans = join(folder, "..", "plans");
  const files = readdirSync(plans).filter((file) => file.endsWith(".json"));
  return files.sort().flatMap((file) => {
    const top = new Map(members(readFileSync(join(plans, file), "utf8")));
    return elements(top.get("cases") ?? "[]").map((source) => {
      const fields = new Map(members(source));
      const text = fields.get("text");
      const expectation = (of: Map<string, string>) => ({
        rules: of.get("rules"),
        expect: JSON.parse(of.get("expect") ?? "{}") as Record<string, unknown>,
      });
      const again = fields.get("decide");
      return {
        file,
        name: JSON.parse(fields.get("name") ?? '""') as string,
        plan: text === undefined ? (fields.get("plan") ?? "") : (JSON.parse(text) as string),
        expectations: [fields, ...(again === undefined ? [] : [new Map(members(again))])].map(expectation),
      };
    });
  });
}

function casesOf(file: string, text: string): Case[] {
  const top = new Map(members(text));
  const defaults = new Map(members(top.get("defaults") ?? "{}"));
  return elements(top.get("cases") ?? "[]").map((source) => {
    const fields = new Map(members(source));
    const field = (name: string) => fields.get(name) ?? defaults.get(name);
    const document = (name: string) => {
      const asText = fields.get(`${name}Text`);
      return asText === undefined ? field(name) : (JSON.parse(asText) as string);
    };
    return {
      file,
      name: JSON.parse(fields.get("name") ?? '""') as string,
      old: document("old") ?? "",
      now: document("new") ?? "",
      rules: document("rules"),
      answer: document("answer"),
      outs: document("outs"),
      remote: document("remote"),
      plan: document("plan"),
      options: JSON.parse(field("options") ?? "{}") as Record<string, unknown>,
      expect: JSON.parse(fields.get("expect") ?? "{}") as Record<string, unknown>,
      fails: fields.has("fails") ? (JSON.parse(fields.get("fails") ?? "") as string) : undefined,
    };
  });
}

/** The members of a JSON object, each value as written. */
function members(text: string): [string, string][] {
  return items(text).map((item) => {
    const colon = end(item, 0);
    return [JSON.parse(item.slice(0, colon)) as string, item.slice(item.indexOf(":", colon) + 1).trim()];
  });
}

function elements(text: string): string[] {
  return items(text);
}

/** What stands between the outer brackets, cut at the commas. */
function items(text: string): string[] {
  const found: string[] = [];
  let start = text.search(/[[{]/) + 1;
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === "," || character === "]" || character === "}") {
      const item = text.slice(start, at).trim();
      if (item !== "") found.push(item);
      if (character !== ",") return found;
      start = at + 1;
      at += 1;
    } else {
      at = '"[{'.includes(character ?? "") ? end(text, at) : at + 1;
    }
  }
  return found;
}

/** The offset after the quoted text, list or object that starts at `start`. */
function end(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === '"') {
      at += 1;
      while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    } else if ("[{".includes(character)) depth += 1;
    else if ("]}".includes(character)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
