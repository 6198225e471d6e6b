// The sentences of what no verdict waits for.

import { counted } from "../messages.js";

export const SAID = {
  inside: "What was compared at",
  exactly: "Compared exactly as written.",
  asList: "Compared item by item, each with what stands at its place.",
  suggested: "With the suggestion accepted",
  ruled: "By the rule",
  same: "both sides come to",
  different: "the sides come to",
  nothing: "nothing",
  belong: "How the items belong together:",
  comes: "is new",
  goes: "is gone",
  matchedBy: "matched by",
  staying: (count: number) => `${counted(count, "item")} ${count === 1 ? "stays" : "stay"} in place`,
  asText: "As text",
  quiet: "Keys without a row",
  moreKeys: (left: string) => `Show more (${left} left)`,
  more: (what: string) => `… ${what} more`,
};
