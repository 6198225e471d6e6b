import { type Beside, encodable, type Input } from "./text.js";
import type {
  Options as CoreOptions,
  Dialect,
  FieldAction,
  Ladder,
  LimitOptions,
  Olds,
  Override,
  Quiet,
} from "./types.js";

/** Words of the rule language for one property path pattern. */
export type Words = string | readonly string[];

/** Rules: resource type → property path pattern → words. The type `*` stands for all. */
export type RuleSet = Readonly<Record<string, Readonly<Record<string, Words>>>>;

/** What a provider answers to `Diff`: as the SDKs name it, or as a log of provider calls does. */
export interface DiffResult {
  changes?: boolean | null | "DIFF_UNKNOWN" | "DIFF_NONE" | "DIFF_SOME";
  /** Names of top-level inputs that force a replacement. */
  replaces?: readonly string[];
  /** Names of outputs that stay the same through an update. */
  stables?: readonly string[];
  deleteBeforeReplace?: boolean;
  /** Names of what changed. */
  diffs?: readonly string[];
  /** By property path. */
  detailedDiff?: Readonly<Record<string, { kind?: string; inputDiff?: boolean }>> | null;
  hasDetailedDiff?: boolean;
}

/** Options of a comparison. */
export interface Options {
  /** Resource type; selects rules. */
  type?: string;
  /** A rule set, or its JSON text, in which every key is safe. */
  rules?: RuleSet | string | Uint8Array;
  /** `"state"`: old is what create, update or read returned; a top-level key that the program does not set is not managed. Default `"inputs"`. */
  olds?: Olds;
  /** What equal means without rules. Default `"json"`. */
  dialect?: Dialect;
  /** Engine property paths (`a.b`, `a[*].c`) at which new is reset to old before anything is compared. */
  ignoreChanges?: readonly string[];
  /** Property paths that an update may send; `"*"` for all, which is the default. */
  updateMask?: "*" | readonly string[];
  /** Property paths that no update sends. */
  neverSent?: readonly string[];
  /** Engine property paths whose changes replace the resource. */
  replaceOnChanges?: readonly string[];
  /** The order of a replacement, where the program says so: it beats the rules and the provider. */
  deleteBeforeReplace?: boolean;
  /** Property paths of secret values to show. */
  reveal?: readonly string[];
  /** What the provider answered to `Diff`, or its JSON text: checked against the values. */
  answer?: DiffResult | string | Uint8Array;
  /** What update returned: what it lost or changed is said. */
  outs?: Input;
  /** What the service reports now: with it each difference is judged by three sides. `"null"` if it does not have the resource any more. */
  remote?: Input;
  /** With a remote side: the order of the steps by which differences are judged. Default `"latest"`. */
  ladder?: Ladder;
  /** With a remote side: decisions of your own, as a last resort, each with its reason. */
  overrides?: readonly Override[];
  /** Other limits than the defaults: depth 10,000, 512 MiB of text. */
  limits?: { depth?: number; bytes?: number };
}

/** What an option must be, and how that is called. */
type Check = [is: (value: unknown) => boolean, expected: string];

const oneOf = (...words: string[]): Check => [
  (value) => typeof value === "string" && words.includes(value),
  words.map((word) => `"${word}"`).join(" or "),
];
const paths: Check = [
  (value) => Array.isArray(value) && value.every((path) => typeof path === "string"),
  "a list of property paths",
];
const limit: Check = [
  (value) => Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 32,
  "a whole number from 1 to 4294967295",
];

const document: Check = [
  (value) => typeof value === "string" || (typeof value === "object" && value !== null),
  "an object or JSON text",
];

const FIELD_ACTIONS: readonly string[] = [
  "skip",
  "resize",
  "update",
  "update-id",
  "recreate",
] satisfies FieldAction[];

const isOverride = (value: Partial<Record<keyof Override, unknown>> | null) =>
  typeof value?.path === "string" &&
  typeof value.reason === "string" &&
  FIELD_ACTIONS.includes(value.action as string);

const OPTIONS: Record<keyof Options, Check> = {
  type: [(value) => typeof value === "string" && value !== "", "a string that is not empty"],
  rules: document,
  answer: document,
  outs: document,
  remote: document,
  ladder: oneOf("latest", "earlier" satisfies Ladder),
  overrides: [
    (value) => Array.isArray(value) && value.every(isOverride),
    `a list of {path, action, reason}, where the action is one of ${FIELD_ACTIONS.join(", ")}`,
  ],
  olds: oneOf("inputs", "state" satisfies Olds),
  dialect: oneOf("json", "pulumi" satisfies Dialect),
  ignoreChanges: paths,
  updateMask: [(value) => value === "*" || paths[0](value), '"*" or a list of property paths'],
  neverSent: paths,
  replaceOnChanges: paths,
  deleteBeforeReplace: [(value) => typeof value === "boolean", "true or false"],
  reveal: paths,
  limits: [(value) => typeof value === "object" && value !== null, "an object"],
};

const LIMITS: Record<keyof LimitOptions, Check> = { depth: limit, bytes: limit };

/** Options as they cross: plain fields, and beside them the documents among them, in the order of the module. */
export interface Crossing {
  options: Partial<CoreOptions>;
  beside: Beside;
}

/**
 * Checks names and types.
 *
 * @throws TypeError naming the option that does not exist or has the wrong type.
 */
export function crossing(options: Options = {}): Crossing {
  if (typeof options !== "object" || options === null) throw new TypeError("options must be an object");
  checkFields(options, OPTIONS, "option");
  checkFields(options.limits ?? {}, LIMITS, "limit");
  const { rules, answer, outs, remote, ...rest } = options;
  const beside = (value: Input | undefined, name: string) =>
    value === undefined ? undefined : encodable(value, name);
  return {
    options: rest as Partial<CoreOptions>,
    beside: [
      beside(rules, "rules"),
      beside(answer, "answer"),
      beside(outs, "outs"),
      beside(remote, "remote"),
    ],
  };
}

function checkFields(fields: object, checks: Readonly<Record<string, Check>>, what: string) {
  for (const [name, value] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) throw unknownName(name, what, Object.keys(checks));
    const [is, expected] = check;
    if (value !== undefined && !is(value)) throw new TypeError(`the ${what} "${name}" must be ${expected}`);
  }
}

const QUIET: readonly string[] = ["unchanged", "unmanaged", "ignored"] satisfies Quiet[];

/** Throws for keys that are not counted apart. */
export function checkQuiet(which: Quiet) {
  if (!QUIET.includes(which)) throw unknownName(which, "kind of key", QUIET);
}

/** The error for a name that is none of those there are. */
export function unknownName(name: string, what: string, names: readonly string[]) {
  return new TypeError(`there is no ${what} "${name}"; there are: ${names.join(", ")}`);
}
