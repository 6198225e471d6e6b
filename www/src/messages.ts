// Every sentence and word of the page, in one place.

import type {
  Action,
  Cause,
  Class,
  Dialect,
  FieldAction,
  Format,
  Grade,
  Olds,
  Order,
  Quiet,
} from "whyreplace";
import type { Column, Side } from "./protocol.js";

const whole = new Intl.NumberFormat("en");

export const number = (count: number) => whole.format(count);

/** A count with its noun. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`;

export const size = (bytes: number) => {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, name] = bytes < 1e6 ? [1e3, "KB"] : [1e6, "MB"];
  return `${number(Math.round((10 * bytes) / unit) / 10)} ${name}`;
};

export const SIDE = { old: "Old", new: "New" } satisfies Record<Side, string>;

export const COLUMN = { ...SIDE, remote: "Remote" } satisfies Record<Column, string>;

/** What a difference of three sides asks for. */
export const ASKED = {
  skip: "nothing",
  resize: "a resize",
  update: "an update in place",
  "update-id": "an update in place, with another id",
  recreate: "a replace",
} satisfies Record<FieldAction, string>;

export const SIDE_HINT = {
  old: "what is recorded: state, or the inputs of the last run",
  new: "what the program asks for now",
} satisfies Record<Side, string>;

export const OLDS = {
  inputs: {
    name: "old inputs",
    means: "Old is what the program asked for last time; a key that is gone was removed.",
  },
  state: {
    name: "recorded state",
    means:
      "Old is what create, update or read returned; a top-level key that the program does not set is not managed.",
  },
} satisfies Record<Olds, { name: string; means: string }>;

export const DIALECT = {
  json: { name: "JSON", means: "null and a missing key are different." },
  pulumi: {
    name: "Pulumi",
    means: "null and a missing key are the same inside objects, as in Pulumi's engine.",
  },
} satisfies Record<Dialect, { name: string; means: string }>;

/** Weakest first, as the core orders them. */
export const ACTION = {
  "no-op": "NO-OP",
  read: "READ",
  forget: "FORGET",
  import: "IMPORT",
  create: "CREATE",
  update: "UPDATE IN PLACE",
  replace: "REPLACE",
  delete: "DELETE",
} satisfies Record<Action, string>;

export const ACTION_GLYPH = {
  "no-op": "=",
  read: "↓",
  forget: "⊘",
  import: "→",
  create: "+",
  update: "~",
  replace: "±",
  delete: "−",
} satisfies Record<Action, string>;

export const FORMAT = {
  "terraform-plan": "Terraform plan",
  "pulumi-preview": "Pulumi preview",
  "pulumi-events": "Pulumi engine events",
  "pulumi-export": "Pulumi export",
  "pulumi-grpc-log": "Pulumi provider log",
  "databricks-plan": "Databricks plan",
  "diff-log": "log of differences",
  pairs: "list of pairs",
  pair: "pair",
  refused: "not a plan",
} satisfies Record<Format, string>;

export const FILTER = {
  changes: "All changes",
  spurious: "Spurious",
  replace: "Replace",
  delete: "Delete",
  update: "Update",
  create: "Create",
  import: "Import",
  forget: "Forget",
  read: "Read",
  possible: "Undecided",
  drift: "Drift",
  outputs: "Outputs",
  "no-op": "No-op",
};
/** What can be listed of a plan. */
export type Filter = keyof typeof FILTER;

export const ORDER = {
  "delete-first": "destroy, then create",
  "create-first": "create, then destroy",
  any: "destroy + create",
} satisfies Record<Order | "any", string>;

export const CLASS = {
  real: { glyph: "≠", name: "real" },
  spurious: { glyph: "≈", name: "spurious" },
  unknown: { glyph: "?", name: "unknown" },
  masked: { glyph: "•", name: "masked" },
  ignored: { glyph: "∅", name: "ignored" },
} satisfies Record<Class, { glyph: string; name: string }>;

/** Keys that have no row of their own. */
export const QUIET = {
  unchanged: "unchanged",
  ignored: "ignored by a rule",
  unmanaged: "not managed by the program",
} satisfies Record<Quiet, string>;

/** A cause in the rule language's own words. */
export const causeText = (cause: Cause) => cause.replaceAll("-", " ");

/** How sure a suggestion is; what must be true for it, in front of and behind the core's words; what its button says. */
export const GRADE = {
  certain: { name: "Certain", same: ["Same if ", "."], accept: "Accept" },
  likely: { name: "Likely", same: ["Same if ", "."], accept: "Accept" },
  ask: { name: "Question", same: ["Only you can know: is it true that ", "? If so:"], accept: "Yes, accept" },
} satisfies Record<Grade, { name: string; same: [before: string, after: string]; accept: string }>;

/** The order of a replacement, in brackets; of another action nothing. */
export const orderOf = (action: Action, order: Order | null) =>
  action === "replace" && order !== null ? ` (${ORDER[order]})` : "";

/** Why the element cannot work in a page of others, and what its author can do about it. */
export const REFUSED = {
  wasm: "This page forbids WebAssembly: 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy allows it.",
  worker:
    "This page forbids workers made from a blob: worker-src blob: in its Content-Security-Policy allows them, and where it requires Trusted Types the policy whyreplace.",
  file: "The file whyreplace.wasm could not be loaded: it belongs beside the element's script, and connect-src must allow it.",
};

const IN_TERMINAL = "The command line does the same: npx whyreplace PLAN, or OLD NEW.";

export const TEXT = {
  nothingLeaves: "Nothing you paste leaves this tab.",
  pasteHere: "Paste JSON or a whole plan, or drop a file",
  waiting: (side: Side) => `Waiting for ${SIDE[side]}.`,
  forPrevious: "For the previous input",
  forPreviousRules: "For the rules before: they have an error now",
  fixDocument: (side: Side) => `${SIDE[side]} is not valid JSON yet.`,
  fixRules: "The rules have an error.",
  busy: (bytes: number) => `Comparing ${size(bytes)}…`,
  notSet: "not set",
  notSetMeans: "An update in place, unless a rule above or a wildcard says more.",
  otherRule: "from another rule",
  exactly: "exactly",
  look: "what was compared at",
  missing: "missing",
  unknown: "(known after apply)",
  noWasm: `This browser or page forbids WebAssembly. ${IN_TERMINAL}`,
  unreadable: "A file was changed or moved since it was chosen. Choose it again.",
  tooBig: (bytes: number) => `This tab could not hold ${size(bytes)}. ${IN_TERMINAL}`,
  tryAgain: "The comparison failed and was started anew. Try again.",
  moreCharacters: (count: number) => `… ${counted(count, "more character")}`,
  moreRows: (left: number, step: number) =>
    `Show ${number(Math.min(left, step))} more (${number(left)} left)`,
  standsFor: (count: number) => `stands for ${counted(count, "difference")} by position`,
  sameAnyway: "Hides nothing real.",
  left: (count: number) => `${counted(count, "difference")} ${count === 1 ? "is" : "are"} left.`,
  sameBytes: "No differences (byte for byte)",
  sameValues: "Same values; only key order or spacing differ",
  sameSpelling: (count: number) => `Same values; only the spelling of ${counted(count, "value")} differs`,
  noRow: "No row has the focus: j goes to the first.",
  nothingToSwitch: "There is no rule at this row, and none is suggested.",
  noChoice: "Rules cannot be changed here.",
  notRecorded: "Of a recorded result there is no more than it shows.",
  filesNotRead: "The rule files were not read. Choose them again.",
  cancelled: "Cancelled. Ctrl+Enter starts it again.",
  undone: "Rules: one step back",
  redone: "Rules: one step forward",
  pasted: (side: Side) => `Pasted into ${SIDE[side]}`,
  listed: (some: number, all: number) => `${number(some)} of ${number(all)} listed`,
  notListed: (count: number, query: string) =>
    query === ""
      ? `${number(count)} more under the other filters`
      : `${number(count)} more do not match “${query}” or the filter`,
  open: (count: number) =>
    `What happens to ${counted(count, "resource")} is open: values are unknown or masked`,
  suggested: (count: number) =>
    `. With the suggestions accepted: ${number(count)} fewer ${count === 1 ? "replace" : "replaces"}`,
  incomplete: "Incomplete plan",
  opened: (path: string) => `Open: what was compared at ${path}`,
  keysListed: (count: number) => `${counted(count, "key")} listed`,
  example: (name: string) => `Example: ${name}. Paste your own anywhere on this page.`,
  rulesChanged: (before: string, after: string) =>
    before === after ? `Rules changed: still ${after}` : `Rules changed: ${before} → ${after}`,
  page: (from: number, to: number, all: number) => `${number(from)} to ${number(to)} of ${number(all)}`,
  holdsFor: (type: string) => `Holds for every ${type} of the plan.`,
  forced: (reasons: string) => `No property that differs forces it: ${reasons}`,
  noneChosen: "Choose a resource.",
  noneListed: (query: string) =>
    query === "" ? "No resource is in this list." : `No address or type has “${query}”.`,
  dropHere: "Drop a plan, or one or two JSON documents",
};
