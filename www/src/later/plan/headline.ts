// A plan in one sentence: what it says, and what of it is spurious.

import type { Action, ActionCount } from "whyreplace";
import { TONE, type Tone } from "../../headline.js";
import { counted, isLess, number, TEXT } from "../../messages.js";
import type { Answer, Why } from "../../protocol.js";
import { FILTERS } from "./resources.js";

export interface PlanHeadline {
  tone: Tone;
  title: string;
  /** What the plan says beside what is decided; how many replacements suggestions would settle, once that is known of all. */
  today: string;
  /** How much of that is not certain; null where all is. */
  open: string | null;
}

/** What a plan says first. */
export function planHeadline(
  { summary, items }: NonNullable<Answer["plan"]>,
  whys: ReadonlyMap<number, Why> = new Map(),
): PlanHeadline {
  const { stated, decided, spuriousReplaces, spuriousUpdates } = summary;
  // Counts are the weakest first.
  const worst = decided.at(-1)?.action ?? "no-op";
  const isQuiet = worst === "no-op" || worst === "read";
  // Of what says nothing of its own, what would have happened is what does and what is spurious.
  const countOf = (action: Action, spurious: number) =>
    stated.length > 0 ? count(stated, action) : count(decided, action) + spurious;
  const open = items.filter(FILTERS.possible).length;
  const replaced = items.filter(({ action }) => action === "replace");
  const settled = replaced.filter(({ id }) => isLess(whys.get(id)?.suggested ?? "replace", "replace")).length;
  return {
    tone: TONE[worst],
    title:
      sentence("replace", countOf("replace", spuriousReplaces), spuriousReplaces) ??
      sentence("update", countOf("update", spuriousUpdates), spuriousUpdates) ??
      (isQuiet ? "Nothing changes" : "No replace and no update"),
    today:
      today(listed(stated), listed(decided)) +
      (settled > 0 && replaced.every(({ id }) => whys.has(id)) ? TEXT.suggested(settled) : ""),
    open: open === 0 ? null : TEXT.open(open),
  };
}

const count = (counts: readonly ActionCount[], action: Action) =>
  counts.find((each) => each.action === action)?.count ?? 0;

/** How many there are, and how many of these are not what they seem; nothing where there is none. */
function sentence(name: string, count: number, spurious: number): string | undefined {
  if (count === 0) return undefined;
  if (count === 1) return `1 ${name}; it is ${spurious === 0 ? "not " : ""}spurious with these rules`;
  const some = spurious === 0 ? "none" : spurious === count ? "all" : number(spurious);
  return `${counted(count, name)}; ${some} of them ${spurious > 1 ? "are" : "is"} spurious with these rules`;
}

function today(stated: string, decided: string): string {
  if (decided === "") return "There are no resources";
  if (stated === "") return `With these rules it is ${decided}`;
  return `The plan says ${stated}; ${stated === decided ? "decided is the same" : `with these rules it is ${decided}`}`;
}

/** What happens how often, the worst first. */
const listed = (counts: readonly ActionCount[]) =>
  [...counts]
    .reverse()
    .map(({ action, count }) => counted(count, action))
    .join(", ");
