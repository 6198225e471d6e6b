// What `whyreplace/element` registers, as its users see it: the types of the package's element.js.

import type { Counts, Dialect, Format, Olds, Outcome, Summary, Verdict } from "whyreplace";

/** What is said about two documents. */
export interface PairVerdict {
  format: "pair";
  /** What would happen if no rule made values equal. */
  raw: Outcome;
  /** What happens with the rules in force. */
  verdict: Verdict;
  counts: Counts;
}

/** What is said about a plan. */
export interface PlanVerdict {
  format: Exclude<Format, "pair" | "refused">;
  summary: Summary;
}

/** The detail of the event `why-replace-verdict`. */
export type VerdictDetail = PairVerdict | PlanVerdict;

/** `<why-replace>`. */
export interface WhyReplaceElement extends HTMLElement {
  /** What is recorded, and what the program asks for now: JSON, as text or as a file. */
  old: string | Blob;
  new: string | Blob;
  /** A whole plan, in place of the two. */
  plan: string | Blob;
  /** A report that was made before, as plain data or as JSON, in place of what it was made of; without one, undefined. */
  report: unknown;
  /** The rule set, as JSON; what is chosen in the table is written into it. */
  rules: string;
  /** The resource type, which selects the rules. */
  type: string;
  /** What the old document is. */
  olds: Olds;
  dialect: Dialect;
  /** The address of a page that opens shared links, such as the project's own; without it nothing is offered to be shared. */
  shareBase: string | undefined;
  /** Whether only the result is shown, and nothing can be changed in it. */
  readonly: boolean;
  /** Resolves when what was set is shown; a verdict on it comes later, with the event. */
  readonly updateComplete: Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    "why-replace": WhyReplaceElement;
  }
  interface HTMLElementEventMap {
    "why-replace-verdict": CustomEvent<VerdictDetail>;
  }
}
