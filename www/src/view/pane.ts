import { html, type TemplateResult } from "lit/html.js";
import { nameOf, sizeOf } from "../documents.js";
import { SIDE, SIDE_HINT, size, TEXT } from "../messages.js";
import type { Problem, Side, Source } from "../protocol.js";
import { field } from "./field.js";

export interface Pane {
  side: Side;
  source: Source;
  /** The text of the field, or null when the document is too big for one. */
  text: string | null;
  problem: Problem | undefined;
  /** The problem as it is shown. */
  said: unknown;
  typed(text: string): void;
  pasted(event: ClipboardEvent): void;
  left(): void;
  chosen(files: File[]): void;
  removed(): void;
}

/** One document: a field, or a chip when it is too big to be shown. */
export function pane(pane: Pane): TemplateResult {
  const { side, text } = pane;
  return html`<section class="pane" data-side=${side}>
    <div class="pane-head">
      <h3 id="${side}-name">${SIDE[side]} <small>${SIDE_HINT[side]}</small></h3>
      ${filePicker(`${side}-file`, SIDE[side], text === null ? "Other file…" : "Choose file…", pane.chosen)}
    </div>
    ${text === null ? chip(pane) : textField(pane, text)}
    <div id="${side}-problem" aria-live="polite">
      ${pane.said}
    </div>
  </section>`;
}

function textField({ side, problem, typed, left, pasted }: Pane, text: string): TemplateResult {
  return field({
    id: side,
    namedBy: `${side}-name`,
    describedBy: `${side}-problem`,
    text,
    rows: 8,
    placeholder: TEXT.pasteHere,
    isInvalid: problem !== undefined,
    typed,
    left,
    pasted,
  });
}

function chip({ source, removed }: Pane): TemplateResult {
  return html`<div class="chip">
    <p><strong dir="auto">${nameOf(source)}</strong> <span>${size(sizeOf(source))}</span></p>
    <p class="note">Not shown as text; it is compared all the same.</p>
    <button class="small" @click=${removed}>Remove</button>
  </div>`;
}

export function filePicker(
  id: string,
  name: string,
  label: string,
  chosen: (files: File[]) => void,
  isSeveral = false,
): TemplateResult {
  const picked = (event: Event) => {
    const input = event.target as HTMLInputElement;
    chosen([...(input.files ?? [])]);
    // The same file can be chosen again after it changed.
    input.value = "";
  };
  return html`<label class="button small file"
    >${label}<input type="file" ?multiple=${isSeveral} id=${id} aria-label="${name}: ${label}" @change=${picked}
  /></label>`;
}
