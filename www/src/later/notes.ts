import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Severity } from "whyreplace";
import type { Problem } from "../protocol.js";
import { sentence } from "../view/text.js";
import { place } from "./problem.js";

const SEVERITY = {
  error: { glyph: "✕", name: "Error" },
  warning: { glyph: "!", name: "Warning" },
  note: { glyph: "i", name: "Note" },
} satisfies Record<Severity, { glyph: string; name: string }>;

const DOCUMENT = {
  old: "Old",
  new: "New",
  remote: "Remote",
  plan: "Plan",
  rules: "Rules",
  answer: "Answer",
  outs: "Outputs",
} satisfies Record<Problem["document"], string>;

/** What else is to be said about the input and the rules. */
export function notes(problems: readonly Problem[]) {
  if (problems.length === 0) return nothing;
  return html`<section class="notes" data-region tabindex="-1" aria-labelledby="notes-name">
    <h2 id="notes-name">Notes <small>${problems.length}</small></h2>
    <ul>
      ${problems.map(item)}
    </ul>
  </section>`;
}

function item(problem: Problem): TemplateResult {
  const { glyph, name } = SEVERITY[problem.severity];
  const where = place(problem).replace(/: $/, "");
  return html`<li class=${problem.severity}>
    <p>
      <span class="badge severity"><span aria-hidden="true">${glyph}</span> ${name}</span> ${DOCUMENT[problem.document]}${
        where === "" ? "" : `, ${where.toLowerCase()}`
      }:
      ${sentence(problem.message, "")} ${problem.notes.map((note) => html`<span class="note">${sentence(note, "")}</span> `)}
    </p>
  </li>`;
}
