import { html, type TemplateResult } from "lit/html.js";
import type { Format } from "whyreplace";
import { FORMAT } from "../messages.js";
import { LATER } from "./messages.js";

/** In place of the documents: that there are none. */
export function recordedInput(format: Format | undefined): TemplateResult {
  return html`<section class="input given" data-region tabindex="-1" aria-label="Input">
    <p><strong>${LATER.recorded}</strong>${format === undefined ? "" : ` · ${FORMAT[format]}`}</p>
    <p class="note">${LATER.recordedMeans}</p>
  </section>`;
}
