// What crosses between the frame and the page around it, in version 1; docs/element.md describes it for others.

import type { Dialect, Olds } from "whyreplace";
import { DIALECT, OLDS } from "./messages.js";
import type { VerdictDetail, WhyReplaceElement } from "./public.js";

export const VERSION = 1;

/** The look: that of the browser unless one is asked for. */
const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** What is to be shown: what is left out is as in a new frame. */
export type Inputs = Pick<
  WhyReplaceElement,
  "old" | "new" | "plan" | "report" | "rules" | "type" | "olds" | "dialect" | "readonly"
> & { theme: Theme };

/** To the frame. */
export interface Show {
  whyreplace: typeof VERSION;
  kind: "show";
  /** Comes back with the answer. */
  id?: string | number;
  inputs: Partial<Inputs>;
}

/** From the frame. */
export type Said =
  | { kind: "ready" }
  | { kind: "verdict"; id: string | number | null; verdict: VerdictDetail }
  | { kind: "refused"; id: string | number | null; reason: string };

/** What a message asks for; undefined for one that is not ours. */
export type Asked = { id: string | number | null; inputs: Inputs } | (Said & { kind: "refused" }) | undefined;

const NEW: Inputs = {
  old: "",
  new: "",
  plan: "",
  report: undefined,
  rules: "{}",
  type: "",
  olds: "inputs" satisfies Olds,
  dialect: "json" satisfies Dialect,
  readonly: false,
  theme: "auto",
};

const isText = (value: unknown) => typeof value === "string";
const isSource = (value: unknown) => isText(value) || value instanceof Blob;
const isOneOf = (names: readonly string[]) => (value: unknown) => names.some((name) => name === value);

/** For each input what it may be, for people and as a test. */
const KINDS: Record<keyof Inputs, [says: string, is: (value: unknown) => boolean]> = {
  old: ["text or a Blob", isSource],
  new: ["text or a Blob", isSource],
  plan: ["text or a Blob", isSource],
  report: ["a report, as plain data or as JSON", (value) => isText(value) || isRecord(value)],
  rules: ["text", isText],
  type: ["text", isText],
  olds: choice(Object.keys(OLDS)),
  dialect: choice(Object.keys(DIALECT)),
  readonly: ["true or false", (value) => typeof value === "boolean"],
  theme: choice(THEMES),
};

function choice(names: readonly string[]): [string, (value: unknown) => boolean] {
  return [names.map((name) => `"${name}"`).join(" or "), isOneOf(names)];
}

/** Reads a message. */
export function asked(message: unknown): Asked {
  if (!isRecord(message) || !Object.hasOwn(message, "whyreplace")) return undefined;
  const { whyreplace: version, kind, id: given, inputs } = message;
  const id = typeof given === "string" || typeof given === "number" ? given : null;
  const refused = (reason: string) => ({ kind: "refused", id, reason }) as const;
  if (version !== VERSION) return refused(`this frame speaks version ${VERSION}`);
  if (kind !== "show") return refused('kind must be "show"');
  if (!isRecord(inputs)) return refused("inputs must be an object");
  for (const [name, value] of Object.entries(inputs)) {
    if (!Object.hasOwn(KINDS, name)) return refused(`there is no input ${name}`);
    const [says, is] = KINDS[name as keyof Inputs];
    if (!is(value)) return refused(`${name} must be ${says}`);
  }
  return { id, inputs: { ...NEW, ...inputs } };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
