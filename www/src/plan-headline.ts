// A plan in one sentence: what it says, and what of it is spurious.

import type { ActionCount, Summary } from "whyreplace";
import { type Headline, TONE } from "./headline.js";
import { counted, number } from "./messages.js";

const countOf = (counts: readonly ActionCount[], action: ActionCount["action"]) =>
  counts.find((each) => each.action === action)?.count ?? 0;

/** What a plan says first. */
export function planHeadline({ stated, decided, ...summary }: Summary): Headline {
  const said = stated.length > 0 ? stated : decided;
  const worst = decided.at(-1)?.action ?? "no-op";
  const sentences = [
    sentence(
      "replace",
      Math.max(countOf(said, "replace"), summary.spuriousReplaces),
      summary.spuriousReplaces,
    ),
    sentence("update", Math.max(countOf(said, "update"), summary.spuriousUpdates), summary.spuriousUpdates),
  ];
  const found = sentences.find((sentence) => sentence !== "");
  return {
    tone: TONE[worst],
    title: found ?? (worst === "no-op" ? "Nothing changes" : "No replace and no update"),
    today: todayOf(listed(stated), listed(decided)),
    suggested: null,
  };
}

function todayOf(stated: string, decided: string): string {
  if (stated === "") return decided;
  return `The plan says ${stated}; ${stated === decided ? "so do its values" : `with these rules it is ${decided}`}`;
}

/** How many of something there are, and how many of these are not what they seem. */
function sentence(name: string, count: number, spurious: number): string {
  if (count === 0) return "";
  const some = spurious === 0 ? "none" : spurious === count && count > 1 ? "all" : number(spurious);
  if (count === 1) return `1 ${name}; it is ${spurious === 0 ? "not " : ""}spurious with these rules`;
  return `${counted(count, name)}; ${some} of them ${spurious > 1 ? "are" : "is"} spurious with these rules`;
}

const listed = (counts: readonly ActionCount[]) =>
  [...counts]
    .reverse()
    .map(({ action, count }) => counted(count, action))
    .join(", ");
