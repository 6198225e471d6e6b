// What the command line asks for.

import { parseArgs } from "node:util";
import type { Dialect, Olds } from "../types.js";
import { EXITS } from "./exit.js";
import { FAIL_ON, type FailOn } from "./fail-on.js";
import { Refusal } from "./refusal.js";

/** How the report is printed. */
export type Output = "text" | "json" | "markdown";

/** A plan, or two documents; `-` is the standard input. */
export type Documents = { plan: string } | { old: string; now: string };

/** A report that is asked for. */
export interface Request {
  documents: Documents;
  output: Output;
  rules: readonly string[];
  failOn: readonly FailOn[];
  /** Of a pair only. */
  pair: { type?: string; olds?: Olds; dialect?: Dialect };
  /** What the service reports now, of a pair only. */
  remote: string | undefined;
}

export type Asked = Request | "help" | "version";

const OLDS: readonly Olds[] = ["inputs", "state"];
const DIALECTS: readonly Dialect[] = ["json", "pulumi"];

/** Every option: what stands behind it, and what it does. */
const OPTIONS = {
  json: { type: "boolean", value: "", help: "print the whole report as JSON" },
  markdown: { type: "boolean", value: "", help: "print a comment for a pull request" },
  rules: {
    type: "string",
    multiple: true,
    value: "FILE",
    help: "a rule set as JSON, or a rule file of another tool; the first comes first",
  },
  "fail-on": {
    type: "string",
    multiple: true,
    value: FAIL_ON.join("|"),
    help: "end with 1 if that happens to a resource, or may; any: all but no-op",
  },
  type: { type: "string", value: "TYPE", help: "of OLD and NEW: the resource type, which selects rules" },
  olds: {
    type: "string",
    value: OLDS.join("|"),
    help: "of OLD and NEW: what OLD is; state: what the service returned",
  },
  dialect: {
    type: "string",
    value: DIALECTS.join("|"),
    help: "of OLD and NEW: what equal means without rules",
  },
  remote: { type: "string", value: "FILE", help: "of OLD and NEW: what the service reports now" },
  help: { type: "boolean", value: "", help: "print this" },
  version: { type: "boolean", value: "", help: "print the version" },
} as const;

/** Options that say something of one resource. */
const OF_A_PAIR = ["type", "olds", "dialect", "remote"] as const;

/** What the arguments ask for. Without a document a plan is read from the standard input, if something is piped into it. */
export function asked(args: readonly string[], isPiped: boolean): Asked {
  const { values, positionals } = parsed(args);
  if (values.help === true) return "help";
  if (values.version === true) return "version";
  const documents = documentsOf(positionals, isPiped);
  const foreign = OF_A_PAIR.filter((name) => values[name] !== undefined);
  if ("plan" in documents && foreign.length > 0) {
    throw usage(`--${foreign[0]} is for two documents, and there is one: name OLD and NEW, or leave it out`);
  }
  if (values.json === true && values.markdown === true) throw usage("choose one of --json and --markdown");
  const { type, olds, dialect, remote, rules = [] } = values;
  const request: Request = {
    documents,
    output: values.json === true ? "json" : values.markdown === true ? "markdown" : "text",
    rules,
    failOn: (values["fail-on"] ?? []).map((value) => oneOf("fail-on", value, FAIL_ON)),
    pair: {
      ...(type === undefined ? {} : { type: notEmpty("type", type) }),
      ...(olds === undefined ? {} : { olds: oneOf("olds", olds, OLDS) }),
      ...(dialect === undefined ? {} : { dialect: oneOf("dialect", dialect, DIALECTS) }),
    },
    remote,
  };
  const files = [...Object.values(documents), ...rules, ...(remote === undefined ? [] : [remote])];
  if (files.filter((file) => file === "-").length > 1) {
    throw usage("the standard input can be one document: name a file for the other");
  }
  return request;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // What Node says first is what is wrong; then it explains how positional arguments begin.
    throw usage((error as Error).message.split(". ")[0] ?? "");
  }
}

function documentsOf(positionals: readonly string[], isPiped: boolean): Documents {
  const [first, second, ...more] = positionals;
  if (more.length > 0) throw usage(`there are ${positionals.length} documents: name a plan, or OLD and NEW`);
  if (first !== undefined && second !== undefined) return { old: first, now: second };
  if (first !== undefined) return { plan: first };
  if (isPiped) return { plan: "-" };
  throw usage("there is nothing to read: name a plan, or OLD and NEW, or pipe a plan into it");
}

function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw usage(`--${name} must be ${words.join(" or ")}`);
  return found;
}

function notEmpty(name: string, value: string): string {
  if (value === "") throw usage(`--${name} must not be empty`);
  return value;
}

const usage = (message: string) => new Refusal(`${message}.\nRun \`whyreplace --help\` for what there is.`);

/** What there is. */
export function help(): string {
  const options = Object.entries(OPTIONS).map(([name, { value, help }]): [string, string] => [
    value === "" ? `--${name}` : `--${name} ${value}`,
    help,
  ]);
  const exits = EXITS.map(([code, meaning]): [string, string] => [String(code), meaning]);
  return `Explains why a preview wants to replace a resource.

  whyreplace PLAN       a whole plan, as \`terraform show -json\` writes it
  whyreplace OLD NEW    two JSON documents: the old and the new properties of one resource

A document is a file, or - for the standard input. Without one, a plan is read from what is piped in.

Options
${columns(options)}

Exit codes
${columns(exits)}

Colours are used on a terminal, unless NO_COLOR is set.
`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}   ${text}`).join("\n");
}
