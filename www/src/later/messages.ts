// Sentences that no verdict waits for.

import type { SettledBy, ShownType } from "whyreplace";
import { counted, number, size } from "../messages.js";
import type { Takeaway } from "../protocol.js";

export const TAKEAWAY = {
  markdown: { name: "Markdown", file: "whyreplace.md", means: "A comment for a pull request or a ticket." },
  rules: {
    name: "Rules file",
    file: "whyreplace-rules.json",
    means: "The rules in force, for --rules on the command line.",
  },
  report: {
    name: "Report JSON",
    file: "whyreplace-report.json",
    means: "All that is known, as --json prints it.",
  },
} satisfies Record<Takeaway, { name: string; file: string; means: string }>;

/** What a link can carry, most first. */
export const MODES = ["values", "masked", "types"] as const;
export type Mode = (typeof MODES)[number];

export const MODE = {
  values: {
    name: "With values",
    means: "The documents as they are, the rules and the settings. Who opens it can try other rules.",
  },
  masked: {
    name: "Masked",
    means:
      "The result. Secrets are masked, as here; every other value is in it. No rule can be tried where it is opened.",
  },
  types: {
    name: "Types only",
    means: "The result with addresses, keys, types and causes, and no value at all.",
  },
} satisfies Record<Mode, { name: string; means: string }>;

const typeName = (type: ShownType | undefined) => type ?? "nothing";

export const LATER = {
  loaded: ({ rules, types, others }: { rules: number; types: number; others: number }) =>
    `${counted(rules, "rule")} for ${counted(types, "type")} taken${others === 0 ? "" : `; ${counted(others, "type")} left out, of which nothing is here`}.`,
  notLoaded:
    "no rule was taken. A rule file is a rule set as JSON, resources.yml of Databricks, a Pulumi package schema, or the output of terraform providers schema -json.",
  moreSaid: (more: string) => `… and ${more}.`,
  recorded: "A recorded result",
  recordedMeans:
    "Its documents are not here: no rule can be tried on them, and what is masked cannot be shown.",
  noReport: (at: string, expected: string) =>
    `This is no report of whyreplace: ${at === "" ? "it" : at} should be ${expected}.`,

  copied: (what: Takeaway, bytes: number) => `Copied: ${TAKEAWAY[what].name}, ${size(bytes)}`,
  notCopied: "The browser did not let it be copied. Download it, or select the text.",
  notMade: "There is nothing to copy yet.",
  wholeIsTaken: "Copied and downloaded as a whole.",

  share: "Share as a link",
  shareMeans:
    "Nothing is sent: all of it stands in the link, behind the #, which browsers send to no server. Anyone with the link can read it.",
  masksOpen: (count: number) =>
    `${counted(count, "value")} that ${count === 1 ? "is" : "are"} masked here can be read by whoever has the link.`,
  soundsSecret:
    "Something in the documents sounds like a secret (a password, a token, a key, …). Whoever has the link can read it.",
  making: "Making the link…",
  noResult: "There is no result to share yet.",
  linkSize: (characters: number) => `The link has ${counted(characters, "character")}.`,
  mayBeCut: (characters: number) => `Over ${number(characters)} characters: chat tools may cut it.`,
  tooLong: (characters: number) =>
    `This would be a link of ${counted(characters, "character")}, which few programs pass on whole.`,
  tooMuch: "This is too much for a link.",
  takeAway: "Below the result it can be taken away as Markdown, cut to what a comment holds.",
  instead: "What is never cut:",
  linkCopied: "The link is copied.",
  markdownCopied: "The Markdown is copied.",
  linkNotCopied: "The browser did not let it be copied. Select it and copy it.",

  opened: "Opened from a link; treat it as untrusted.",
  openedMeans: "Whoever made the link chose all that you see. The address bar no longer has it.",

  /** What stands in place of something that was left out. */
  leftOut: "…",
  sameIf: "a condition holds, which is left out here",
  settled: {
    rule: "a rule",
    "built-in": "what is built in",
    scope: "a rule of what is compared",
    option: "an option",
  } satisfies Record<SettledBy, string>,
  types: (path: string, old: ShownType | undefined, now: ShownType | undefined) =>
    `\`${path}\`: ${old === now ? `${typeName(old)} on both sides` : `${typeName(old)}, then ${typeName(now)}`}. The values are left out.`,
  together: (path: string) => `\`${path}\`: these differences are one.`,
};

/** What is said of what is inside a row, and of keys without one. */
export const SAID = {
  inside: "What was compared at",
  exactly: "Compared exactly as written.",
  asList: "Compared item by item, each with what stands at its place.",
  suggested: "With the suggestion accepted",
  ruled: "By the rule",
  same: "both sides come to",
  different: "the sides come to",
  taken: "these are taken for the same:",
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
