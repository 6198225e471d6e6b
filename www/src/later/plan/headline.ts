// A plan in one sentence: what it destroys, and what of it is spurious.

import type { Action, ActionCount } from "whyreplace";
import { TONE, type Tone } from "../../headline.js";
import { counted, number, TEXT } from "../../messages.js";
import type { Answer } from "../../protocol.js";
import { FILTERS } from "./resources.js";

export interface PlanHeadline {
  tone: Tone;
  title: string;
  /** What the plan says beside what is decided, and what suggestions would make of it. */
  today: string;
  /** How much of that is not certain; null where all is. */
  open: string | null;
}

/** What is known of a plan besides its report. */
export interface Known {
  /** How many replacements the suggestions would settle; undefined until that is known of all. */
  settled?: number | undefined;
  /** A part of the plan could not be read. */
  isIncomplete?: boolean;
}

/** What a plan says first. */
export function planHeadline(
  { summary, items }: NonNullable<Answer["plan"]>,
  { settled, isIncomplete = false }: Known = {},
): PlanHeadline {
  const { stated, decided, spuriousReplaces, spuriousUpdates } = summary;
  // Counts are the weakest first.
  const worst = decided.at(-1)?.action ?? "no-op";
  // Of what says nothing of its own, what would have happened is what does and what is spurious.
  const countOf = (action: Action, spurious: number) =>
    stated.length > 0 ? count(stated, action) : count(decided, action) + spurious;
  const open = items.filter(FILTERS.possible).length;
  const says = title({
    replaces: {
      name: "replace",
      count: countOf("replace", spuriousReplaces),
      spurious: spuriousReplaces,
      settled,
    },
    updates: {
      name: "update",
      count: countOf("update", spuriousUpdates),
      spurious: spuriousUpdates,
      settled: 0,
    },
    deletes: countOf("delete", 0),
    isQuiet: worst === "no-op" || worst === "read",
  });
  return {
    tone: TONE[worst],
    title: isIncomplete ? `${TEXT.incomplete}: ${says}` : says,
    today: today(listed(stated), listed(decided)) + (settled ? TEXT.suggested(settled) : ""),
    open: open === 0 ? null : TEXT.open(open),
  };
}

const count = (counts: readonly ActionCount[], action: Action) =>
  counts.find((each) => each.action === action)?.count ?? 0;

/** Actions of one kind: how many there are, how many of these rules settle, and how many more suggestions would. */
interface Kind {
  name: "replace" | "update";
  count: number;
  spurious: number;
  /** Undefined until that is known. */
  settled: number | undefined;
}

/** What is destroyed comes first, even if that is nothing. */
function title(plan: { replaces: Kind; updates: Kind; deletes: number; isQuiet: boolean }): string {
  const { replaces, updates, deletes, isQuiet } = plan;
  const deleted = deletes > 0 ? [counted(deletes, "delete")] : [];
  if (replaces.count > 0) {
    const all = deletes > 0 ? `the ${replaces.name}s` : "them";
    const counts = [counted(replaces.count, "replace"), ...deleted].join(" and ");
    // Nothing is said of them before it is known.
    const isKnown = replaces.spurious > 0 || replaces.settled !== undefined;
    return isKnown ? `${counts}; ${ofThem(replaces, all)}` : counts;
  }
  const destroyed = deleted[0] ?? "Nothing is destroyed";
  if (updates.count > 0)
    return `${destroyed}; ${counted(updates.count, "update")}, ${ofThem(updates, "them")}`;
  return isQuiet ? "Nothing changes" : destroyed;
}

/** How many of several are not what they seem. */
function ofThem({ name, count, spurious, settled = 0 }: Kind, all: string): string {
  const rules = "spurious with these rules";
  const one = all === "them" ? "it" : `the ${name}`;
  if (spurious > 0 && count > 1) return `${part(spurious, count)} of ${all} ${are(spurious)} ${rules}`;
  if (spurious > 0) return `${one} is ${rules}`;
  if (settled > 0) return `${part(settled, count)} may be spurious: see the suggestions`;
  return count === 1 ? `${one} is not ${rules}` : `none of ${all} is ${rules}`;
}

const are = (count: number) => (count === 1 ? "is" : "are");
const part = (some: number, all: number) => (some === all ? "all" : number(some));

function today(stated: string, decided: string): string {
  if (decided === "") return "There are no resources";
  if (stated === "") return `With these rules it is ${decided}`;
  return `The plan says ${stated}; ${stated === decided ? "whyreplace agrees" : `with these rules it is ${decided}`}`;
}

/** What happens how often, the worst first. */
const listed = (counts: readonly ActionCount[]) =>
  [...counts]
    .reverse()
    .map(({ action, count }) => counted(count, action))
    .join(", ");
