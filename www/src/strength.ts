// Which action is worse than which.

import type { Action } from "whyreplace";

/** The weakest first, as the core orders them. */
const ORDER: readonly Action[] = [
  "no-op",
  "read",
  "forget",
  "import",
  "create",
  "update",
  "replace",
  "delete",
];

export const strength = (action: Action) => ORDER.indexOf(action);
export const isLess = (a: Action, b: Action) => strength(a) < strength(b);
