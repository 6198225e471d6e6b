import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { Cause } from "whyreplace";
import type { Decided, Headline } from "../headline.js";
import { TONE } from "../headline.js";
import { ACTION, ACTION_GLYPH, causeText, counted, FILTER, number, orderOf, TEXT } from "../messages.js";
import type { Item } from "../protocol.js";
import { FILTER_NAMES, type Filter, isSpurious, LIST_STEP, type Resources } from "../resources.js";
import { marked } from "./text.js";

/** What a plan says, and what of it is left. */
export function planBanner({ tone, title, today }: Headline, staleness: string | null): TemplateResult {
  return html`<section class="verdict ${tone} ${staleness === null ? "" : "stale"}" data-region tabindex="-1" aria-label="Verdict of the plan">
    ${staleness === null ? nothing : html`<p class="staleness">${staleness}</p>`}
    <h2>${title}</h2>
    <p class="today">${today}.</p>
  </section>`;
}

export interface List {
  items: readonly Item[];
  resources: Resources;
  chosen: number | null;
  causes: ReadonlyMap<number, Cause[]>;
  choose(item: Item): void;
  /** Goes to what is said about the chosen one. */
  enter(): void;
  filtered(filter: Filter): void;
  searched(query: string): void;
  more(): void;
}

/** The resources of a plan: one stop of the Tab key for the filters, the search and the list each. */
export function list(view: List): TemplateResult {
  const { items, resources, chosen, causes } = view;
  const matching = resources.matching(items);
  const shown = matching.slice(0, resources.limit);
  const at = shown.findIndex(({ id }) => id === chosen);
  const left = matching.length - shown.length;
  const hidden = items.length - matching.length;
  return html`<section class="resources" data-region tabindex="-1" aria-label="Resources">
    <fieldset class="filters">
      <legend class="for-readers">Which resources</legend>
      ${FILTER_NAMES.map((name) => filter(view, name))}
    </fieldset>
    <input
      id="search"
      type="search"
      placeholder="Search addresses and types"
      aria-label="Search addresses and types"
      spellcheck="false"
      autocomplete="off"
      data-gramm="false"
      .value=${resources.query}
      @input=${(event: Event) => view.searched((event.target as HTMLInputElement).value)}
    />
    <p class="note">${TEXT.listed(matching.length, items.length)}</p>
    <ul
      id="list"
      role="listbox"
      tabindex="0"
      aria-label="Resources"
      aria-activedescendant=${at === -1 ? nothing : `item-${chosen}`}
      @click=${(event: Event) => {
        const option = (event.target as HTMLElement).closest("[role=option]");
        const item = shown.find(({ id }) => `item-${id}` === option?.id);
        if (item !== undefined) view.choose(item);
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: matching.length - 1 }[event.key];
        const item = matching[Math.max(0, to ?? -1)];
        if (event.key === "Enter") view.enter();
        else if (to === undefined) return;
        else if (item !== undefined) view.choose(item);
        event.preventDefault();
      }}
    >
      ${guard([shown.length, matching, chosen, causes], () =>
        repeat(
          shown,
          ({ id }) => id,
          (item) => row(item, item.id === chosen, causes.get(item.id)),
        ),
      )}
    </ul>
    ${matching.length === 0 ? html`<p class="waiting">${TEXT.noneListed}</p>` : nothing}
    ${left > 0 ? html`<button class="more-rows" @click=${view.more}>${TEXT.moreRows(left, LIST_STEP)}</button>` : nothing}
    ${hidden > 0 ? html`<p class="note">${TEXT.notListed(hidden)}</p>` : nothing}
  </section>`;
}

/** A filter with its count; one that would let nothing through is left out. */
function filter({ items, resources, filtered }: List, name: Filter) {
  const count = resources.matching(items, name).length;
  const isChosen = resources.filter === name;
  if (count === 0 && !isChosen) return nothing;
  return html`<label class="filter"
    ><input type="radio" name="filter" .checked=${isChosen} @change=${() => filtered(name)} />${FILTER[name]}
    <b>${number(count)}</b></label
  > `;
}

function row(item: Item, isChosen: boolean, causes: readonly Cause[] = []): TemplateResult {
  const { id, address, type, action, stated, causedBy } = item;
  const glyph = isSpurious(item) ? "≈" : item.isPossible ? "?" : ACTION_GLYPH[action];
  const tone = isSpurious(item) ? "calm" : item.isPossible ? "open" : TONE[action];
  return html`<li id="item-${id}" role="option" class=${tone} aria-selected=${isChosen}>
    <span class="badge class"
      ><span aria-hidden="true">${glyph}</span> ${item.isPossible ? "MAY " : ""}${ACTION[action]}</span
    >
    <small>${orderOf(action, item.deletesFirst)}${stated === action ? "" : ` plan: ${ACTION[stated]}`}</small>
    <code dir="auto">${marked(address)}</code>
    <small dir="auto"
      >${marked(type)}${causes.length > 0 ? ` · ${causes.map(causeText).join(", ")}` : ""}${
        causedBy === null ? "" : [" · because of ", ...marked(causedBy)]
      }</small
    >
  </li>`;
}

/** What the plan says of a resource, beside the verdict, and who else is hit. */
export function beside({ resource, affected }: Decided, go: (address: string) => void): TemplateResult {
  const { address, type, stated, previousAddress, deposed, deferred, verdict, causedBy, affects } = resource;
  const link = (address: string) =>
    html`<button class="link" @click=${() => go(address)}><code dir="auto">${marked(address)}</code></button>`;
  const facts: [what: string, content: unknown][] = [
    [
      "Plan",
      stated &&
        `${ACTION[stated.action]}${stated.order ? orderOf(stated.action, stated.order === "delete-first") : ""}`,
    ],
    [
      "Its reason",
      stated && stated.reasons.length > 0 ? marked(stated.reasons.join(", ").replaceAll("_", " ")) : null,
    ],
    ["Not for a property", verdict.reasons.length > 0 ? marked(verdict.reasons.join(", ")) : null],
    [
      "Because of",
      causedBy &&
        html`${link(causedBy.address)} ${causedBy.property === null ? nothing : html`<code dir="auto">${marked(causedBy.property)}</code>`}`,
    ],
    ["Was", previousAddress && marked(previousAddress)],
    ["Deposed object", deposed && marked(deposed)],
    ["Put off", deferred && marked(deferred)],
  ];
  return html`<h2 class="address"><code dir="auto">${marked(address)}</code> <small dir="auto">${marked(type)}</small></h2>
    <dl class="facts">
      ${facts.map(([what, content]) => (content ? html`<div><dt>${what}</dt><dd>${content}</dd></div>` : nothing))}
    </dl>
    ${
      affected === 0
        ? nothing
        : html`<details class="affects"><summary>${counted(affected, "other resource")} hit too</summary>
            <ul>
              ${affects.map(({ address, action, via }) => html`<li>${ACTION[action]} ${link(address)} <small>${via.map(({ kind, property }) => property ?? kind).join(" → ")}</small></li>`)}
            </ul>
            ${affected > affects.length ? html`<p>… and ${number(affected - affects.length)} more</p>` : nothing}
          </details>`
    }`;
}
