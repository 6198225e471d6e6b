import { html, type TemplateResult } from "lit/html.js";

export interface Field {
  id: string;
  /** The id of what names it, and of what else is said about it. */
  namedBy: string;
  describedBy: string;
  text: string;
  rows: number;
  placeholder: string;
  isInvalid: boolean;
  typed(text: string): void;
  left(): void;
  pasted?(event: ClipboardEvent): void;
}

/** A text field for JSON, from which spell checkers and form fillers are kept away: they may send what they read. */
export function field(field: Field): TemplateResult {
  return html`<textarea
    id="${field.id}-field"
    class="document"
    rows=${field.rows}
    wrap="off"
    spellcheck="false"
    autocomplete="off"
    autocapitalize="off"
    data-gramm="false"
    placeholder=${field.placeholder}
    aria-labelledby=${field.namedBy}
    aria-describedby=${field.describedBy}
    aria-invalid=${field.isInvalid}
    .value=${field.text}
    @input=${(event: Event) => field.typed((event.target as HTMLTextAreaElement).value)}
    @paste=${field.pasted}
    @blur=${field.left}
  ></textarea>`;
}
