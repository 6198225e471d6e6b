import { html, type TemplateResult } from "lit/html.js";
import { isEmpty, sizeOf } from "../documents.js";
import type { Example } from "../examples.js";
import { SIDE, size, TEXT } from "../messages.js";
import type { Side, Source } from "../protocol.js";

/** The examples as a menu. */
export function examplesMenu(examples: readonly Example[], load: (example: Example) => void): TemplateResult {
  const chosen = (event: Event, example: Example) => {
    const menu = (event.target as HTMLElement).closest("details");
    if (menu !== null) menu.open = false;
    menu?.querySelector("summary")?.focus();
    load(example);
  };
  const closed = (event: FocusEvent) => {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
  };
  return html`<details class="menu" @focusout=${closed}>
    <summary class="button">Examples</summary>
    <div>${groups(examples, chosen)}</div>
  </details>`;
}

/** What an empty page says: how to begin. */
export function emptyState(examples: readonly Example[], load: (example: Example) => void): TemplateResult {
  return html`<section class="empty" data-region tabindex="-1" aria-labelledby="empty-name">
    <h2 id="empty-name">Paste a plan or two documents, or begin with an example</h2>
    <p>${TEXT.nothingLeaves}</p>
    ${groups(examples, (_, example) => load(example))}
  </section>`;
}

/** The examples under their headings. */
function groups(examples: readonly Example[], chosen: (event: Event, example: Example) => void) {
  return [...new Set(examples.map(({ group }) => group))].map(
    (group) => html`<p class="group">${group}</p>
      <ul class="cards" aria-label=${group}>
        ${examples.filter((example) => example.group === group).map((example) => html`<li>${card(example, (event) => chosen(event, example))}</li>`)}
      </ul>`,
  );
}

function card({ id, name, says }: Example, chosen: (event: Event) => void): TemplateResult {
  return html`<button class="card" data-example=${id} @click=${chosen}><b>${name}</b> <span>${says}</span></button>`;
}

export function waiting(text: string): TemplateResult {
  return html`<p class="waiting">${text}</p>`;
}

/** The input in one line, while it is folded. */
export function inputSummary(old: Source, now: Source, type: string): TemplateResult {
  const part = (side: Side, source: Source) =>
    `${SIDE[side]} ${isEmpty(source) ? "empty" : size(sizeOf(source))}`;
  const of = type === "" ? "" : ` · ${type}`;
  return html`<small>${part("old", old)} · ${part("new", now)}${of}</small>`;
}
