import { html, nothing, type TemplateResult } from "lit/html.js";
import { TEXT } from "../messages.js";
import type { Takeaway } from "../protocol.js";
import { marked } from "../view/text.js";
import { saved } from "./clipboard.js";
import { LATER, TAKEAWAY } from "./messages.js";
import type { Takeaways } from "./takeaways.js";

export interface Take {
  takeaways: Takeaways;
  toggled(isOpen: boolean): void;
  chosen(change: Parameters<Takeaways["choose"]>[0]): void;
  copy(): void;
}

/** What can be taken along, each text as it will be copied. */
export function take(view: Take): TemplateResult {
  const { what, all, isOpen, isSuggested, shown } = view.takeaways;
  const names = all.map((what) => TAKEAWAY[what].name).join(", ");
  return html`<section data-region tabindex="-1" aria-label="Take away"><details
    class="take"
    .open=${isOpen}
    @toggle=${(event: Event) => view.toggled((event.target as HTMLDetailsElement).open)}
  >
    <summary><h2>Take away</h2> <small>${names}</small></summary>
    <div class="bar">
      <div class="tabs" role="tablist" aria-label="What to take" @keydown=${(event: KeyboardEvent) => stepped(view, event)}>
        ${all.map((name) => tab(view, name))}
      </div>
      <span class="gap"></span>
      <button ?disabled=${shown === undefined} @click=${view.copy}>Copy</button>
      <button ?disabled=${shown === undefined} @click=${() => save(view.takeaways)}>Download</button>
    </div>
    <div id="taken" role="tabpanel" aria-labelledby="tab-${what}">
      <p class="note">${TAKEAWAY[what].means}</p>
      ${
        what === "rules"
          ? html`<label class="switch"
              ><input type="checkbox" .checked=${isSuggested} @change=${() => view.chosen({ isSuggested: !isSuggested })} />
              with all certain and likely suggestions</label
            >`
          : nothing
      }
      ${
        shown === undefined
          ? html`<p class="note">${LATER.notMade}</p>`
          : html`<pre class="taken" tabindex="0" aria-label=${TAKEAWAY[what].name}>${marked(shown.text)}</pre>
              ${shown.more > 0 ? html`<p class="note">${TEXT.moreCharacters(shown.more)}. ${LATER.wholeIsTaken}</p>` : nothing}`
      }
    </div>
  </details></section>`;
}

async function save(takeaways: Takeaways) {
  saved((await takeaways.of()).whole, TAKEAWAY[takeaways.what].file);
}

function tab({ takeaways, chosen }: Take, what: Takeaway): TemplateResult {
  const isChosen = takeaways.what === what;
  return html`<button
    role="tab"
    id="tab-${what}"
    aria-selected=${isChosen}
    aria-controls="taken"
    tabindex=${isChosen ? 0 : -1}
    @click=${() => chosen({ what })}
  >
    ${TAKEAWAY[what].name}
  </button>`;
}

/** The arrows go round the tabs, and choose. */
function stepped({ takeaways, chosen }: Take, event: KeyboardEvent) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const tabs = [...(event.currentTarget as HTMLElement).children] as HTMLElement[];
  const { all, what } = takeaways;
  const at = (all.indexOf(what) + by + tabs.length) % tabs.length;
  chosen({ what: all[at] ?? "markdown" });
  tabs[at]?.focus();
  event.preventDefault();
}
