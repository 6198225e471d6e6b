// A report that others wrote, read field by field: what is shown of it is what the page knows how to show.

import type {
  Affected,
  Diagnostic,
  Finding,
  Group,
  InnerRule,
  Moved,
  Outcome,
  PlainReport,
  PropertyDiff,
  Proposal,
  Resource,
  Settlement,
  Shown,
  Stated,
  Summary,
  UpdateBody,
  Verdict,
} from "whyreplace";
import { Unusable } from "../engine.js";
import { ACTION, CLASS, FORMAT, GRADE } from "../messages.js";
import { LATER } from "./messages.js";

/** Reads a value that stands somewhere in the report, or says that it is no such. */
type Read<Type> = (value: unknown, at: string) => Type;

/** The report, without what no report has; of anything else an `Unusable` that says where it is none. */
export function reportFrom(value: unknown): PlainReport {
  return REPORT(typeof value === "string" ? parsed(value) : value, "");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refused("", "JSON");
  }
}

/** The value itself is not told: it may be anything. */
function refused(at: string, expected: string): never {
  throw new Unusable(LATER.noReport(at, expected));
}

const text: Read<string> = (value, at) => (typeof value === "string" ? value : refused(at, "a text"));
const flag: Read<boolean> = (value, at) =>
  typeof value === "boolean" ? value : refused(at, "true or false");
const count: Read<number> = (value, at) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : refused(at, "a count");

/** One of some words. */
function oneOf<Word extends string>(...words: readonly Word[]): Read<Word> {
  return (value, at) => words.find((word) => word === value) ?? refused(at, `one of ${words.join(", ")}`);
}

/** One of the words for which the page has a name. */
const named = <Word extends string>(names: Record<Word, unknown>): Read<Word> =>
  oneOf(...(Object.keys(names) as Word[]));

/** What may be missing. */
const maybe =
  <Type>(read: Read<Type>): Read<Type | null> =>
  (value, at) =>
    value === null || value === undefined ? null : read(value, at);

const list =
  <Type>(read: Read<Type>): Read<Type[]> =>
  (value, at) =>
    Array.isArray(value) ? value.map((each, index) => read(each, `${at}[${index}]`)) : refused(at, "a list");

/** An object with these fields; others are left out. */
function object<Type extends object>(fields: { [Field in keyof Type]-?: Read<Type[Field]> }): Read<Type> {
  const reads = Object.entries(fields) as [string, Read<unknown>][];
  return (value, at) => {
    if (typeof value !== "object" || value === null) return refused(at, "an object");
    const read = reads.map(([name, read]) => [
      name,
      read(Reflect.get(value, name), at === "" ? name : `${at}.${name}`),
    ]);
    return Object.fromEntries(read) as Type;
  };
}

const action = named(ACTION);
const certainty = oneOf("definite", "possible");
const fieldAction = oneOf("skip", "resize", "update", "update-id", "recreate");
const texts = list(text);

const OUTCOME_FIELDS = { action, atLeast: action, certainty, replaces: texts };
const outcome = object<Outcome>(OUTCOME_FIELDS);

const position = object({ offset: count, line: count, column: count });
const range = object({ start: position, end: position });

const shown = object<Shown>({
  type: oneOf(
    "null",
    "boolean",
    "number",
    "string",
    "list",
    "map",
    "asset",
    "archive",
    "secret",
    "unknown",
    "output",
    "reference",
  ),
  text: maybe(text),
  masked: maybe(oneOf("declared", "guessed")),
  range: maybe(range),
});

const RULE_FIELDS = { path: text, rule: texts, sameIf: maybe(text) };

const proposal = object<Proposal>({
  grade: named(GRADE),
  ...RULE_FIELDS,
  inside: list(object<InnerRule>(RULE_FIELDS)),
  left: count,
  outcome: maybe(outcome),
});

const moved = object<Moved>({ from: text, to: text, matchedBy: texts });
/** A word that the page only repeats; a newer report may have one more. */
const cause = text as Read<Finding["cause"]>;

const finding = object<Finding>({
  id: count,
  path: text,
  kind: oneOf("add", "delete", "update", "move"),
  old: maybe(shown),
  new: maybe(shown),
  remote: maybe(shown),
  side: oneOf("local", "remote", "both"),
  class: named(CLASS),
  cause,
  action: maybe(fieldAction),
  reason: maybe(text),
  forcesReplace: flag,
  consequence: flag,
  settledBy: maybe(object<Settlement>({ kind: oneOf("rule", "built-in", "scope", "option"), text })),
  embedded: maybe(oneOf("json", "yaml", "xml", "base64", "url")),
  moved: maybe(moved),
  message: text,
  group: maybe(count),
  proposal: maybe(proposal),
});

const group = object<Group>({
  id: count,
  path: text,
  cause,
  message: text,
  findings: list(count),
  forcesReplace: flag,
  moved: maybe(moved),
  keys: list(texts),
  proposal: maybe(proposal),
});

const KINDS = ["add", "add-replace", "delete", "delete-replace", "update", "update-replace"] as const;

const verdict = object<Resource["verdict"]>({
  ...OUTCOME_FIELDS,
  changes: flag,
  deleteBeforeReplace: flag,
  stables: texts,
  reasons: texts,
  changesId: flag,
  detailedDiff: list(object<PropertyDiff>({ path: text, kind: oneOf(...KINDS), inputDiff: flag })),
} satisfies Record<keyof Verdict, unknown>);

const link = object({
  from: text,
  property: maybe(text),
  kind: oneOf("property", "dependency", "provider", "reference", "trigger"),
});

const resource = object<Resource>({
  id: count,
  address: text,
  type: text,
  previousAddress: maybe(text),
  deposed: maybe(text),
  deferred: maybe(text),
  stated: maybe(
    object<Stated>({ action, reasons: texts, order: maybe(oneOf("create-first", "delete-first")) }),
  ),
  raw: outcome,
  verdict,
  proposed: object({ certain: outcome, likely: outcome }),
  counts: object({
    real: count,
    spurious: count,
    unknown: count,
    masked: count,
    ignored: count,
    unmanaged: count,
    unchanged: count,
    spelling: count,
  }),
  findings: list(finding),
  groups: list(group),
  affects: list(object<Affected>({ address: text, action, via: list(link) })),
  causedBy: maybe(object({ address: text, property: maybe(text) })),
  updateBody: maybe(object<UpdateBody>({ set: texts, unset: texts, withheld: texts })),
});

const actions = list(object({ action, count }));

const REPORT = object<PlainReport>({
  schema: (value, at) => (value === 1 ? 1 : refused(at, "1")),
  format: named(FORMAT),
  identical: flag,
  summary: object<Summary>({
    resources: count,
    stated: actions,
    decided: actions,
    spuriousReplaces: count,
    spuriousUpdates: count,
    omitted: count,
  }),
  resources: list(resource),
  drift: list(resource),
  outputs: list(resource),
  diagnostics: list(
    object<Diagnostic>({
      code: text,
      severity: oneOf("error", "warning", "note"),
      message: text,
      document: oneOf("old", "new", "remote", "plan", "rules", "answer", "outs"),
      range: maybe(range),
      notes: texts,
    }),
  ),
});
