import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Decided } from "../../headline.js";
import { TONE } from "../../headline.js";
import {
  ACTION,
  ACTION_GLYPH,
  causeText,
  counted,
  FILTER,
  type Filter,
  number,
  orderOf,
  TEXT,
} from "../../messages.js";
import type { Item, Why } from "../../protocol.js";
import { isLess } from "../../strength.js";
import { marked } from "../../view/text.js";
import type { PlanHeadline } from "./headline.js";
import { FILTER_NAMES, isSpurious, LIST_PAGE, type Resources } from "./resources.js";

/** Causes that are spelled out beside a resource. */
const MOST_CAUSES = 3;
/** So far the keys for a page go in the list. */
const PAGE_KEYS = 10;

/** What a plan says, and what of it is left. */
export function planBanner(
  { tone, title, today, open }: PlanHeadline,
  staleness: string | null,
): TemplateResult {
  return html`<section class="verdict ${tone} ${staleness === null ? "" : "stale"}" data-region tabindex="-1" aria-label="Verdict of the plan" part="verdict">
    ${staleness === null ? nothing : html`<p class="staleness">${staleness}</p>`}
    <h2>${title}</h2>
    <p class="today">${today}.</p>
    ${open === null ? nothing : html`<p class="counts">${open}.</p>`}
  </section>`;
}

export interface List {
  items: readonly Item[];
  resources: Resources;
  chosen: number | null;
  whys: ReadonlyMap<number, Why>;
  choose(item: Item): void;
  /** Chooses with the mouse. */
  open(item: Item): void;
  /** Goes to what is said about the chosen one. */
  enter(): void;
  /** Goes to the list. */
  toList(): void;
  filtered(filter: Filter): void;
  searched(query: string): void;
  turned(page: number): void;
}

/** The resources of a plan: one stop of the Tab key for the filters, the search and the list each. */
export function list(view: List): TemplateResult {
  const { items, resources, chosen, whys } = view;
  const matching = resources.matching(items);
  const page = resources.pageOf(items);
  const shown = resources.shown(items);
  const at = matching.findIndex(({ id }) => id === chosen);
  const isHere = shown.some(({ id }) => id === chosen);
  const from = page * LIST_PAGE;
  const hidden = items.length - matching.length;
  return html`<section class="resources" aria-label="Resources">
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
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "ArrowDown" && event.key !== "Enter") return;
        view.toList();
        event.preventDefault();
      }}
    />
    <p class="note">${TEXT.listed(matching.length, items.length)}</p>
    <ul
      id="list"
      data-region
      part="list"
      role="listbox"
      tabindex="0"
      aria-label="Resources"
      aria-activedescendant=${isHere ? `item-${chosen}` : nothing}
      @click=${(event: Event) => {
        const option = (event.target as HTMLElement).closest("[role=option]");
        const item = shown.find(({ id }) => `item-${id}` === option?.id);
        if (item !== undefined) view.open(item);
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const last = matching.length - 1;
        const to = {
          ArrowDown: at + 1,
          ArrowUp: at - 1,
          PageDown: at + PAGE_KEYS,
          PageUp: at - PAGE_KEYS,
          Home: 0,
          End: last,
        }[event.key];
        const item = matching[Math.max(0, Math.min(to ?? -1, last))];
        if (event.key === "Enter") view.enter();
        else if (to === undefined) return;
        else if (item !== undefined) view.choose(item);
        event.preventDefault();
      }}
    >
      ${repeat(
        shown,
        ({ id }) => id,
        (item, index) => html`<li
          id="item-${item.id}"
          role="option"
          class=${tone(item)}
          aria-selected=${item.id === chosen}
          aria-posinset=${from + index + 1}
          aria-setsize=${matching.length}
        >
          ${row(item, whys.get(item.id))}
        </li>`,
      )}
    </ul>
    ${matching.length === 0 ? html`<p class="waiting">${TEXT.noneListed(resources.query)}</p>` : nothing}
    ${matching.length > LIST_PAGE ? pages(view, page, shown.length, matching.length) : nothing}
    ${hidden > 0 ? html`<p class="note">${TEXT.notListed(hidden, resources.query)}</p>` : nothing}
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

/** Which part of a long list is open, and the ways to the others. */
function pages({ turned }: List, page: number, count: number, all: number) {
  const from = page * LIST_PAGE;
  return html`<p class="pages">
    <button class="small" ?disabled=${page === 0} @click=${() => turned(page - 1)}>Earlier</button>
    ${TEXT.page(from + 1, from + count, all)}
    <button class="small" ?disabled=${from + count >= all} @click=${() => turned(page + 1)}>Later</button>
  </p>`;
}

const tone = (item: Item) => (isSpurious(item) ? "calm" : item.isPossible ? "open" : TONE[item.action]);

function row(
  item: Item,
  { causes, suggested }: Why = { causes: [], suggested: item.action },
): TemplateResult {
  const { address, type, action, stated, deposed, causedBy } = item;
  const glyph = isSpurious(item) ? "≈" : item.isPossible ? "?" : ACTION_GLYPH[action];
  const why = causes.length > 0 ? ` · ${causes.slice(0, MOST_CAUSES).map(causeText).join(", ")}` : "";
  const more = causes.length > MOST_CAUSES ? ` and ${causes.length - MOST_CAUSES} more` : "";
  return html`<span class="badge class" part="badge"
      ><span aria-hidden="true">${glyph}</span> ${item.isPossible ? "MAY " : ""}${ACTION[action]}</span
    >
    <small>${orderOf(action, item.order)}${stated === action ? "" : ` plan: ${ACTION[stated]}`}</small>
    <code dir="auto" title=${address}>${marked(nameIn(address))}</code>
    <small dir="auto"
      >${marked(type)}${deposed === null ? "" : ` · deposed ${deposed}`}${why}${more}${isLess(suggested, action) ? ` → ${ACTION[suggested]} with suggestions` : ""}${causedBy === null ? "" : [" · because of ", ...marked(causedBy)]}</small
    >`;
}

/** The name at the end of a URN; any other address is as short as it can be. */
const nameIn = (address: string) =>
  address.startsWith("urn:pulumi:") ? address.slice(address.lastIndexOf("::") + 2) : address;

/** What the plan says of a resource, beside the verdict, and who else is hit. */
export function beside({ resource, affected }: Decided, go: (address: string) => void): TemplateResult {
  const { address, type, stated, previousAddress, deposed, deferred, verdict, causedBy, affects } = resource;
  const isReplaced = verdict.action === "replace" || verdict.action === "delete";
  const link = (address: string) =>
    html`<button class="link" @click=${() => go(address)}><code dir="auto">${marked(address)}</code></button>`;
  const facts: [what: string, content: unknown][] = [
    ["Plan", stated && `${ACTION[stated.action]}${orderOf(stated.action, stated.order)}`],
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
        : html`<details class="affects"><summary>${counted(affected, "other resource")} ${isReplaced ? "hit too" : "refer to it"}</summary>
            <ul>
              ${affects.map(({ address, action, via }) => html`<li>${ACTION[action]} ${link(address)} <small>${via.map(({ kind, property }) => property ?? kind).join(" → ")}</small></li>`)}
            </ul>
            ${affected > affects.length ? html`<p>… and ${number(affected - affects.length)} more</p>` : nothing}
          </details>`
    }`;
}
