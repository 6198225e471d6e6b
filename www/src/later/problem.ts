import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Excerpt } from "../excerpt.js";
import type { Problem } from "../protocol.js";
import { marked, sentence } from "../view/text.js";

/** What is wrong in a document: where, in which lines, and how to get there. */
export function problem(problem: Problem, goTo: (() => void) | undefined): TemplateResult {
  const { message, notes, excerpt } = problem;
  return html`<div class="problem">
    <p><strong>${place(problem)}</strong>${marked(message)}</p>
    ${excerpt === null ? nothing : lines(excerpt)} ${notes.map((note) => html`<p class="note">${sentence(note, "")}</p>`)}
    ${goTo === undefined ? nothing : html`<button class="small" @click=${goTo}>Go to</button>`}
  </div>`;
}

/** Where a problem stands, as a beginning of a sentence. */
export function place({ range }: Problem): string {
  return range === null ? "" : `Line ${range.start.line}, column ${range.start.column}: `;
}

function lines({ lines, caret }: Excerpt): TemplateResult {
  const width = String(lines.at(-1)?.number ?? 0).length;
  const rows = lines.map(({ number, text }, at) => {
    const label = String(number).padStart(width);
    if (at !== caret.line) return html`<span class="line"><i>${label}</i>${text}\n</span>`;
    // Tabs stay tabs, so that the caret stands where the character does.
    const indent = text.slice(0, caret.column).replace(/[^\t]/g, " ");
    return html`<span class="line at"><i>${label}</i>${text}\n</span
      ><span class="line caret" aria-hidden="true"><i>${" ".repeat(width)}</i>${indent}^\n</span>`;
  });
  return html`<pre class="excerpt" tabindex="0" aria-label="The lines around it">${rows}</pre>`;
}
