// The verdict in one sentence.

import type { Action, Verdict } from "whyreplace";
import { ACTION, counted, number, ORDER, orderOf, TEXT } from "./messages.js";
import type { About, Answer, Row } from "./protocol.js";
import { isLess } from "./strength.js";

/** How a verdict looks: nothing to do, a change in place, something is destroyed, or it is open. */
export type Tone = "calm" | "change" | "destroy" | "open";

export interface Headline {
  tone: Tone;
  title: string;
  /** What the tool would do without the rules, where that is something else. */
  today: string | null;
  /** What accepting the suggestions would make of it, where that is less. */
  suggested: string | null;
}

/** An answer with a verdict. */
export type Decided = Answer & { resource: NonNullable<About["resource"]> };

export const isDecided = (answer: Answer): answer is Decided => answer.resource !== null;

/** What it comes to, in as few words as there are for it. */
export function outcomeOf({ plan, resource }: Answer): string {
  if (plan !== null) {
    const counts = [...plan.summary.decided].reverse();
    return counts.map(({ action, count }) => counted(count, action)).join(", ");
  }
  if (resource === null) return "";
  const { action, certainty } = resource.verdict;
  return `${certainty === "possible" ? "MAY " : ""}${ACTION[action]}`;
}

/** What an answer says first. */
export function headline(answer: Decided): Headline {
  const { raw, verdict, proposed, stated } = answer.resource;
  // What a plan says stands beside the verdict.
  const differs = (stated === null && raw.action !== verdict.action) || raw.certainty !== verdict.certainty;
  const suggests = isLess(proposed.likely.action, verdict.action);
  return {
    tone: tone(verdict),
    title: title(answer),
    today: differs
      ? `Today this ${raw.certainty === "possible" ? "may be" : "is"} ${article(raw.action)}`
      : forced(verdict),
    suggested: suggests ? `With the suggestions below accepted: ${ACTION[proposed.likely.action]}` : null,
  };
}

/** What else replaces it than a property. */
function forced({ action, replaces, reasons }: Verdict): string | null {
  const isForced = action === "replace" && replaces.length === 0 && reasons.length > 0;
  return isForced ? TEXT.forced(reasons.join(", ").replaceAll("_", " ")) : null;
}

function title(answer: Decided): string {
  const { identical, resource, rulesUsed } = answer;
  const { verdict, counts } = resource;
  const order = orderOf(verdict.action, resource.order);
  const after = rulesUsed > 0 ? ` after ${counted(rulesUsed, "rule")}` : "";
  if (verdict.certainty === "possible") return `MAY ${ACTION[verdict.action]}${order}: ${whyOpen(answer)}`;
  switch (verdict.action) {
    case "no-op":
      if (identical) return TEXT.sameBytes;
      return isUntouched(answer) ? sameValues(counts.spelling) : `${ACTION["no-op"]}${after}`;
    case "update":
      return `${ACTION.update}${after}${after === "" ? ": " : "; "}${remaining(answer.real, after !== "")}`;
    case "replace":
      return ACTION.replace + order;
    case "create":
      return `${ACTION.create}: there is no old resource; ${counted(counts.real, "property", "properties")} would be set`;
    case "delete":
      return `${ACTION.delete}: there is no new resource; it had ${counted(counts.real, "property", "properties")}`;
    case "read":
    case "forget":
    case "import":
      return ACTION[verdict.action];
  }
}

const remaining = (real: number, remains: boolean) =>
  `${counted(real, "real change")}${remains ? ` ${real === 1 ? "remains" : "remain"}` : ""}`;

const sameValues = (spelling: number) => (spelling > 0 ? TEXT.sameSpelling(spelling) : TEXT.sameValues);

/** Nothing was found, and no rule kept anything out. */
function isUntouched({ total, resource: { counts, raw } }: Decided): boolean {
  return total === 0 && counts.ignored === 0 && counts.unmanaged === 0 && raw.action === "no-op";
}

/** Which values leave it open: those that force the replacement first. */
function whyOpen({ rows }: Decided): string {
  const open = rows.filter((row) => row.class === "unknown" || row.class === "masked");
  const forcing = open.filter((row) => row.forcesReplace);
  const [first, ...others] = forcing.length > 0 ? forcing : open;
  if (first === undefined) return "the values alone do not decide it";
  const more = others.length > 0 ? ` and ${number(others.length)} more` : "";
  return `${first.path}${more} ${others.length > 0 ? "are" : "is"} ${openBecause(first)}`;
}

const openBecause = (row: Row) =>
  row.class === "masked" ? "masked, so nobody can compare" : "known only after the apply";

function tone({ action, certainty }: Pick<Verdict, "action" | "certainty">): Tone {
  if (certainty === "possible") return "open";
  return TONE[action];
}

export const TONE = {
  "no-op": "calm",
  read: "calm",
  forget: "change",
  import: "change",
  create: "change",
  update: "change",
  replace: "destroy",
  delete: "destroy",
} satisfies Record<Action, Tone>;

const article = (action: Action) =>
  `${/^[AEIOU]/.test(ACTION[action]) ? "an" : "a"} ${ACTION[action]}${action === "replace" ? ` (${ORDER.any})` : ""}`;
