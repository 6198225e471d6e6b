// Sentences about differences and proposals, in whatever notation they are shown.

import type { Difference } from "./differences.js";
import type { Proposal, SettledBy } from "./types.js";

/** How text of others is shown among words of ours. */
export interface Notation {
  /** A name or a rule. */
  code(text: string): string;
  /** A sentence of the core's, and the path that it is about. */
  prose(sentence: string, path?: string): string;
}

/** What a difference is, and what settled it. */
export function saidOf({ path, finding, group }: Difference, { code, prose }: Notation): string {
  const { message } = finding ?? group;
  const by = finding?.settledBy ?? null;
  const settled = by === null ? "" : ` Settled by ${HAS_RULE.has(by.kind) ? code(by.text) : prose(by.text)}.`;
  return prose(message, path) + settled;
}

/** The rule that would settle a difference. */
export function proposalOf({ finding, group }: Difference): Proposal | null {
  return (finding ?? group).proposal;
}

/** What was settled by these is named as `PATTERN: WORDS`. */
const HAS_RULE: ReadonlySet<SettledBy> = new Set<SettledBy>(["rule", "scope"]);

/** A proposal: what must be true for it, its rules, and what it leaves. */
export function proposed(
  { grade, path, rule, sameIf, inside, left }: Proposal,
  { code, prose }: Notation,
): string {
  const written = (path: string, rule: readonly string[]) => code(`${path}: ${rule.join(", ")}`);
  const others = inside.map((inner) => {
    const condition = inner.sameIf === null ? "" : `if ${prose(inner.sameIf)}, `;
    return `; with it ${condition}${written(inner.path, inner.rule)}`;
  });
  const rest = left === 0 ? "" : `; ${left} real ${left === 1 ? "difference is" : "differences are"} left`;
  const condition = sameIf === null ? "" : prose(sameIf);
  return `${CONDITION[grade](condition)} ${written(path, rule)}${others.join("")}${rest}.`;
}

/** How a proposal begins: what only the user can know is a question. */
const CONDITION = {
  certain: (sameIf) => (sameIf === "" ? "Hides nothing real:" : `If ${sameIf}:`),
  likely: (sameIf) => (sameIf === "" ? "Likely the same:" : `If ${sameIf}:`),
  ask: (sameIf) =>
    sameIf === "" ? "Only you can know:" : `Only you can know: is it true that ${sameIf}? If so:`,
} satisfies Record<Proposal["grade"], (sameIf: string) => string>;
