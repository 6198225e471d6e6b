// A verdict in words.

import type { Resource } from "./report.js";
import type { Action, Counts, Order, Outcome, Stated } from "./types.js";

/** What an action is called, weakest first. */
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

const ORDER = {
  "create-first": " (create, then destroy)",
  "delete-first": " (destroy, then create)",
} satisfies Record<Order, string>;

const STRENGTH = new Map(Object.keys(ACTION).map((action, at) => [action, at]));

/** Where an action stands among all; a stronger one has more. */
export function strength(action: Action): number {
  return STRENGTH.get(action) ?? 0;
}

/** The order of a replacement, where the verdict is one: of a plan that does not show it, it is not known. */
export function replacementOrder({ verdict, stated }: Pick<Resource, "verdict" | "stated">): Order | null {
  if (verdict.action !== "replace") return null;
  if (verdict.deleteBeforeReplace) return "delete-first";
  return stated?.action === "replace" && stated.order === null ? null : "create-first";
}

/** What an outcome of a resource is called, with the order of a replacement where that is known. */
export function called(
  { action, certainty }: Pick<Outcome, "action" | "certainty">,
  resource: Pick<Resource, "verdict" | "stated">,
): string {
  const known = action === "replace" ? replacementOrder(resource) : null;
  const order = known === null ? "" : ORDER[known];
  return `${certainty === "possible" ? "possibly " : ""}${ACTION[action]}${order}`;
}

/** What the plan says, and in which order. */
export function calledByPlan({ action, order }: Stated): string {
  return ACTION[action] + (order === null ? "" : ORDER[order]);
}

/** What leaves a verdict open. */
export function openPart(
  { verdict }: Pick<Resource, "verdict">,
  why = "some values are unknown or masked",
): string[] {
  if (verdict.certainty !== "possible") return [];
  return [`at least ${ACTION[verdict.atLeast]}, as ${why}`];
}

/** What it would be without the rules of equality, where that is something else. */
export function rawPart(resource: Resource): string[] {
  const raw = called(resource.raw, resource);
  return raw === called(resource.verdict, resource) ? [] : [`today, without the rules of equality, ${raw}`];
}

/** What would become of it with the proposals, step by step. */
export function proposedParts(resource: Resource): string[] {
  const { verdict, proposed } = resource;
  const steps = [
    ["certain", verdict, proposed.certain],
    ["certain and likely", proposed.certain, proposed.likely],
  ] as const;
  return steps
    .filter(([, before, after]) => called(before, resource) !== called(after, resource))
    .map(([which, , after]) => `with all ${which} proposals ${called(after, resource)}`);
}

/** A count for everything, listed or not. */
export function countsLine({ counts }: Pick<Resource, "counts">): string {
  const filled = Object.entries(COUNTED).filter(([name]) => counts[name as keyof Counts] > 0);
  return filled.map(([name, what]) => `${counts[name as keyof Counts]} ${what}`).join(" · ");
}

const COUNTED = {
  real: "real",
  unknown: "unknown",
  masked: "masked",
  spurious: "spurious: settled by a rule",
  ignored: "ignored: kept out by a rule or an option",
  unmanaged: "not managed by the program",
  unchanged: "unchanged",
  spelling: "only spelled differently",
} satisfies Record<keyof Counts, string>;
