// The rule set is a text that a person writes. A choice in a row changes the one place in that text that it is about
// and nothing else: order, layout, unknown types and hostile keys stay as they are, because no key ever becomes the
// name of an object's property.

import type { Proposal } from "whyreplace";

/** A stretch of the text. */
interface Span {
  start: number;
  end: number;
}

interface Member extends Span {
  key: string;
  value: Json;
}

type Json = Span &
  (
    | { kind: "object"; members: Member[] }
    | { kind: "list"; items: Json[] }
    | { kind: "text"; content: string }
    | { kind: "other" }
  );

/** The type that stands for all. */
export const ANY_TYPE = "*";

/** A rule set has three levels; more is none. */
const DEPTH = 8;
const TOKEN = /\s*([{}[\]:,]|"(?:[^"\\]|\\.)*"|[^\s{}[\]:,"]+)/y;
const EMPTY = "{}";

/** The types that a rule set speaks of, each once; none when the text is no rule set. */
export function typesOf(text: string): string[] {
  const types = (sections(text) ?? []).map(({ key }) => key);
  return [...new Set(types)].filter((type) => type !== ANY_TYPE);
}

/** Whether choices can be written into the text. */
export function isEditable(text: string): boolean {
  return sections(text) !== undefined;
}

/** The type whose rules a choice belongs to: the one that is given, the only one that there is, or any. */
export function typeInForce(text: string, type: string): string {
  if (type !== "") return type;
  const types = typesOf(text);
  return types.length === 1 && types[0] !== undefined ? types[0] : ANY_TYPE;
}

/** For each path the words of the rule that stands at exactly it; the text is read once. */
export function wordsIn(text: string, type: string): (path: string) => string[] {
  const rules = new Map<string, string[]>();
  for (const { key, value } of rulesOf(sections(text) ?? [], type).reverse()) {
    rules.set(plainPath(key), wordsOf(value));
  }
  return (path) => rules.get(plainPath(path)) ?? [];
}

/** The text with these words at a path; without any, the path's rule goes. */
export function withWords(text: string, type: string, path: string, words: readonly string[]): string {
  const base = text.trim() === "" ? EMPTY : text;
  const types = sections(base);
  if (types === undefined) return text;
  const rule = ruleAt(types, type, path);
  if (rule !== undefined) {
    return words.length === 0 ? without(base, rule) : replaced(base, rule.value, wordsText(words));
  }
  return words.length === 0 ? text : withEntries(base, types, type, [entryText(path, words)]);
}

/** The text with all rules of another rule set, each section in one of the text, their words behind those that are there. */
export function withRules(text: string, added: string, sectionOf: (name: string) => string): string {
  return (sections(added) ?? []).reduce((text, { key, value }) => {
    const type = sectionOf(key);
    const there = wordsIn(text, type);
    const rules = (value.kind === "object" ? value.members : []).map(({ key, value }) => ({
      path: key,
      words: [...new Set([...there(key), ...wordsOf(value)])],
      isNew: there(key).length === 0,
    }));
    // Those that are new go in at once: there may be thousands.
    const entries = rules.filter(({ isNew }) => isNew).map(({ path, words }) => entryText(path, words));
    const types = sections(text);
    const base = text.trim() === "" ? EMPTY : text;
    const withNew =
      types === undefined || entries.length === 0 ? text : withEntries(base, types, type, entries);
    const others = rules.filter(({ isNew }) => !isNew);
    return others.reduce((text, { path, words }) => withWords(text, type, path, words), withNew);
  }, text);
}

const entryText = (path: string, words: readonly string[]) => `${JSON.stringify(path)}: ${wordsText(words)}`;

/** The text with more rules at the end of a section, which is made if there is none. */
function withEntries(text: string, types: Member[], type: string, entries: readonly string[]): string {
  const section = types.find(({ key }) => key === type);
  if (section !== undefined) return inserted(text, section.value, entries);
  const root = parse(text);
  if (root?.kind !== "object") return text;
  const indent = indentInside(text, root);
  const isOnLines = indent.includes("\n");
  const body = entries
    .map((entry) => (isOnLines ? `${indent}  ${entry}` : entry))
    .join(isOnLines ? "," : ", ");
  return inserted(text, root, [`${JSON.stringify(type)}: {${body}${isOnLines ? indent : ""}}`]);
}

/** The text with a proposal accepted: its words, and those for what is inside, behind the words that are there. */
export function withProposal(text: string, type: string, { path, rule, inside }: Proposal): string {
  return [{ path, rule }, ...inside].reduce((text, { path, rule }) => {
    const words = new Set([...wordsIn(text, type)(path), ...rule]);
    return withWords(text, type, path, [...words]);
  }, text);
}

/** Words with those that `belongs` says are of one family exchanged for others, at the place of the first. */
export function exchanged(
  words: readonly string[],
  belongs: (word: string) => boolean,
  chosen: readonly string[],
): string[] {
  const first = words.findIndex(belongs);
  const at = first === -1 ? words.length : first;
  const rest = (some: readonly string[]) => some.filter((word) => !belongs(word));
  return [...rest(words.slice(0, at)), ...chosen, ...rest(words.slice(at))];
}

/** A word's name: what stands before its arguments. */
export function nameOf(word: string): string {
  return word.split("(", 1)[0]?.trim() ?? "";
}

function wordsText(words: readonly string[]): string {
  const texts = words.map((word) => JSON.stringify(word));
  return texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
}

function wordsOf(value: Json): string[] {
  const items = value.kind === "list" ? value.items : [value];
  return items.flatMap((item) => (item.kind === "text" ? [item.content] : []));
}

function ruleAt(types: Member[], type: string, path: string): Member | undefined {
  const wanted = plainPath(path);
  return rulesOf(types, type).find(({ key }) => plainPath(key) === wanted);
}

function rulesOf(types: Member[], type: string): Member[] {
  const sections = types.filter(({ key }) => key === type);
  return sections.flatMap(({ value }) => (value.kind === "object" ? value.members : []));
}

/** One spelling for the two of a plain key: `a.b` and `a["b"]`. */
function plainPath(path: string): string {
  return path
    .replace(/\.?\["(\w+)"\]/g, ".$1")
    .replaceAll(".[", "[")
    .replace(/^\./, "");
}

/** The members of the rule set, which is an object of objects. */
function sections(text: string): Member[] | undefined {
  const root = parse(text.trim() === "" ? EMPTY : text);
  if (root?.kind !== "object") return undefined;
  return root.members.every(({ value }) => value.kind === "object") ? root.members : undefined;
}

function replaced(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** The text without a member, and without the comma that goes with it. */
function without(text: string, { start, end }: Span): string {
  const after = /^\s*,\s*/.exec(text.slice(end));
  if (after !== null) return replaced(text, { start, end: end + after[0].length }, "");
  const before = /,?\s*$/.exec(text.slice(0, start));
  return replaced(text, { start: start - (before?.[0].length ?? 0), end }, "");
}

/** The text with more members at the end of an object, laid out as its neighbours are. */
function inserted(text: string, object: Json, members: readonly string[]): string {
  if (object.kind !== "object") return text;
  const indent = indentInside(text, object);
  const last = object.members.at(-1);
  if (last !== undefined)
    return replaced(
      text,
      { start: last.end, end: last.end },
      members.map((member) => `,${indent || " "}${member}`).join(""),
    );
  const outer = indent.startsWith("\n") ? indent.slice(0, -2) : "";
  return replaced(text, object, `{${members.map((member) => indent + member).join(",")}${outer}}`);
}

/** What stands before the last member of an object; in an empty one, a line two blanks deeper than its own. */
function indentInside(text: string, object: Json & { kind: "object" }): string {
  const last = object.members.at(-1);
  if (last !== undefined) return /\s*$/.exec(text.slice(0, last.start))?.[0] ?? "";
  const line = text.slice(text.lastIndexOf("\n", object.start) + 1, object.start);
  return `\n${/^\s*/.exec(line)?.[0] ?? ""}  `;
}

/** The JSON text as a tree of places, or undefined when it is not JSON or too deep to be a rule set. */
function parse(text: string): Json | undefined {
  let at = 0;
  const next = (): (Span & { token: string }) | undefined => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    at = TOKEN.lastIndex;
    return { token, start: at - token.length, end: at };
  };
  const isNext = (token: string) => {
    const before = at;
    if (next()?.token === token) return true;
    at = before;
    return false;
  };

  const value = (depth: number): Json | undefined => {
    const first = next();
    if (first === undefined || depth > DEPTH) return undefined;
    const { token, start, end } = first;
    if (token === "{") {
      const members = listed("}", () => member(depth));
      return members && { kind: "object", members, start, end: at };
    }
    if (token === "[") {
      const items = listed("]", () => value(depth + 1));
      return items && { kind: "list", items, start, end: at };
    }
    const content = scalar(token);
    if (content === undefined) return undefined;
    return typeof content === "string"
      ? { kind: "text", content, start, end }
      : { kind: "other", start, end };
  };
  const member = (depth: number): Member | undefined => {
    const key = next();
    const content = key && scalar(key.token);
    if (key === undefined || typeof content !== "string" || !isNext(":")) return undefined;
    const inner = value(depth + 1);
    return inner && { key: content, value: inner, start: key.start, end: inner.end };
  };
  const listed = <Item>(close: string, item: () => Item | undefined): Item[] | undefined => {
    const items: Item[] = [];
    if (isNext(close)) return items;
    do {
      const found = item();
      if (found === undefined) return undefined;
      items.push(found);
    } while (isNext(","));
    return isNext(close) ? items : undefined;
  };

  const root = value(0);
  return root !== undefined && text.slice(at).trim() === "" ? root : undefined;
}

/** What a token alone stands for: a rule set's own text may be read as JavaScript does. */
function scalar(token: string): string | number | boolean | null | undefined {
  try {
    const content: unknown = JSON.parse(token);
    return typeof content === "object" && content !== null ? undefined : (content as string | number);
  } catch {
    return undefined;
  }
}
