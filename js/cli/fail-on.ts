import type { Report } from "../report.js";
import type { Action } from "../types.js";
import { ACTION } from "../verdict.js";

/** What a run can be told to fail for. */
export const FAIL_ON = ["replace", "update", "delete", "any"] as const;

export type FailOn = (typeof FAIL_ON)[number];

/** How often what was named happens to a resource, in words; nothing where it does not. A verdict that is only possible counts. */
export function failures({ summary }: Report, failOn: readonly FailOn[]): string {
  const isNamed = (action: Action) =>
    failOn.some((named) => named === action || (named === "any" && action !== "no-op"));
  const found = summary.decided.filter(({ action }) => isNamed(action));
  return found.map(({ action, count }) => `${count} ${ACTION[action]}`).join(", ");
}
