import { html, type TemplateResult } from "lit/html.js";
import type { ShownKey } from "../keys.js";

/** The keys, and the switch for those that are single letters. */
export function help(
  keys: readonly ShownKey[],
  lettersOn: boolean,
  switched: (on: boolean) => void,
): TemplateResult {
  return html`<dialog id="help" aria-labelledby="help-name">
    <h2 id="help-name" tabindex="-1">Keyboard</h2>
    <dl>
      ${keys.map(([keys, does]) => html`<dt><kbd>${keys}</kbd></dt><dd>${does}</dd>`)}
    </dl>
    <label class="switch"
      ><input
        type="checkbox"
        id="letters"
        .checked=${lettersOn}
        @change=${(event: Event) => switched((event.target as HTMLInputElement).checked)}
      />
      Use single-key shortcuts outside text fields</label
    >
    <form method="dialog"><button>Close</button></form>
  </dialog>`;
}
