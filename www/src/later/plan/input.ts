import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Format } from "whyreplace";
import { nameOf, sizeOf } from "../../documents.js";
import { FORMAT, size } from "../../messages.js";
import type { Problem, Source } from "../../protocol.js";
import { filePicker } from "../../view/pane.js";
import { sentence } from "../../view/text.js";
import { problem } from "../problem.js";

export interface PlanInput {
  source: Source;
  format: Format | undefined;
  problem: Problem | undefined;
  /** What was done to the text before it was read. */
  repairs: readonly Problem[];
  chosen(files: File[]): void;
  /** Back to the two documents that there were. */
  left(): void;
  /** It is one resource after all. */
  taken(): void;
}

/** A whole plan, in place of two documents: never as text. */
export function planInput(view: PlanInput): TemplateResult {
  const { source, format } = view;
  return html`<section class="input given" data-region tabindex="-1" aria-label="Input">
    <p>
      <strong dir="auto">${nameOf(source)}</strong> ${size(sizeOf(source))}${format === undefined ? "" : ` · ${FORMAT[format]}`}
    </p>
    ${filePicker("plan-file", "Plan", "Other file…", view.chosen)}
    <button class="small" @click=${view.left}>Back to two documents</button>
    <button class="small" @click=${view.taken}>It is one resource</button>
    <div aria-live="polite">
      ${view.repairs.map(({ message }) => html`<p class="note">${sentence(message, "")}.</p>`)}
      ${view.problem === undefined ? nothing : problem(view.problem, undefined)}
    </div>
  </section>`;
}
