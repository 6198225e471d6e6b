import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Key, Keys, Quiet } from "whyreplace";
import { counted, number, QUIET } from "../messages.js";
import { marked } from "../view/text.js";
import { SAID } from "./messages.js";

export interface Quieted {
  counts: Record<Quiet, number>;
  listed: ReadonlyMap<Quiet, Keys>;
  list(which: Quiet): void;
  more(which: Quiet, from: number): void;
}

/** A row for each kind of keys that are counted and have none of their own; it opens to list them. */
export function quiet(view: Quieted): TemplateResult {
  const kinds = (Object.keys(QUIET) as Quiet[]).filter((which) => view.counts[which] > 0);
  return html`<section class="quiet" aria-label=${SAID.quiet}>${kinds.map((which) => kind(view, which))}</section>`;
}

function kind({ counts, listed, list, more }: Quieted, which: Quiet): TemplateResult {
  const keys = listed.get(which);
  return html`<div>
    <button class="link" id="quiet-${which}" aria-expanded=${keys !== undefined} @click=${() => list(which)}>
      ${counted(counts[which], "key")} ${QUIET[which]}
    </button>
    ${
      keys === undefined
        ? nothing
        : html`<ul>
              ${keys.keys.map(key)}
            </ul>
            ${
              keys.total > keys.keys.length
                ? html`<button class="small" @click=${() => more(which, keys.keys.length)}>
                    ${SAID.moreKeys(number(keys.total - keys.keys.length))}
                  </button>`
                : nothing
            }`
    }
  </div>`;
}

const key = ({ path, old, new: now }: Key) => html`<li>
  <code dir="auto">${marked(path)}</code>
  <span class="badge type">${[...new Set([old, now])].filter((type) => type !== null).join(" → ")}</span>
</li>`;
