import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Aligned } from "whyreplace";
import { CLASS, counted } from "../messages.js";
import type { First, Inside, Row, ShownWord, Start, Stretch } from "../protocol.js";
import { nameOf } from "../rules-text.js";
import { marked, sentence } from "../view/text.js";
import { SAID } from "./messages.js";

/** A row that is looked into. */
export interface Looked {
  row: Row;
  found: Inside;
  /** All that there are. */
  words: readonly ShownWord[];
  /** What the rule at its path says. */
  rule: readonly string[];
}

/** What is found there. */
export function inside(looked: Looked): TemplateResult {
  const { row, found, words } = looked;
  const about = namesIn(looked).flatMap((name) => words.filter((word) => word.name === name));
  const { canonical, text, inner, alignment, staying } = found;
  return html`<div class="inside" role="group" aria-label="${SAID.inside} ${row.path}">
    ${forms(row, canonical)} ${about.map(meaning)} ${list(alignment, staying)}
    ${differences(inner)} ${texts(text, inner.shown.length > 0)}
  </div>`;
}

/** Whether the forms are those that a suggestion would lead to. */
const isSuggested = ({ settledBy, proposal }: Row) => settledBy === null && proposal !== null;

/** The names of the words that settle it, or that are suggested or, where it is neither, those of the rule at its path. */
function namesIn({ row, words, rule }: Looked): string[] {
  const { settledBy, proposal } = row;
  if (isSuggested(row)) return proposal?.rule.map(nameOf) ?? [];
  if (settledBy?.kind !== "rule") return rule.map(nameOf);
  // Behind the pattern, which may have anything in a quoted key.
  const parts = settledBy.text.split(/: |, /).map(nameOf);
  const known = new Set(words.map(({ name }) => name));
  const first = parts.findIndex((part) => known.has(part));
  return first === -1 ? [] : parts.slice(first);
}

function forms(row: Row, canonical: Inside["canonical"]): TemplateResult {
  if (canonical === null) return html`<p>${row.members > 0 ? SAID.asList : SAID.exactly}</p>`;
  const { old, new: now, isSame } = canonical;
  const by = isSuggested(row) ? SAID.suggested : SAID.ruled;
  if (isSame) return html`<p>${by} ${SAID.same} ${form(old)}</p>`;
  // Some words relate two values and make no third of them.
  const isTaken = isSuggested(row) ? row.proposal?.left === 0 : row.class === "spurious";
  return html`<p>${by} ${isTaken ? SAID.taken : SAID.different}</p>
    <dl class="forms">
      <dt>Old</dt>
      <dd>${form(old)}</dd>
      <dt>New</dt>
      <dd>${form(now)}</dd>
    </dl>`;
}

const form = (of: Start | null) =>
  of === null
    ? html`<span class="missing">${SAID.nothing}</span>`
    : html`<code class="value" dir="auto">${marked(of.text)}</code>${more(of)}`;

const more = ({ more }: Start) =>
  more === 0 ? nothing : html` <small>${SAID.more(counted(more, "character"))}</small>`;

const meaning = ({ name, meaning, safe, unsafeWhen }: ShownWord) =>
  html`<p class="word">
    <b><code>${name}</code></b> ${meaning} <b>Safe when:</b> ${safe} <b>Not when:</b> ${unsafeWhen}
  </p>`;

/** Where the elements of a list went. */
function list({ shown, more }: First<Aligned>, staying: number) {
  if (shown.length === 0) return nothing;
  return html`<p>${SAID.belong}</p>
    <ul class="moves">
    ${shown.map((pair) => html`<li>${move(pair)}</li>`)}
    ${more === 0 ? nothing : html`<li>${SAID.more(counted(more, "item"))}</li>`}
    ${staying === 0 ? nothing : html`<li>${SAID.staying(staying)}</li>`}
  </ul>`;
}

function move({ old, new: now, matchedBy }: Aligned): string {
  if (old === null) return `[${now}] ${SAID.comes}`;
  if (now === null) return `[${old}] ${SAID.goes}`;
  return `[${old}] → [${now}]${matchedBy.length === 0 ? "" : `, ${SAID.matchedBy} ${matchedBy.join(", ")}`}`;
}

/** What differs inside. */
function differences({ shown, more }: First<Row>) {
  if (shown.length === 0) return nothing;
  return html`<ul class="inner">
    ${shown.map(
      (row) => html`<li class=${row.class}>
        <span class="badge"><span aria-hidden="true">${CLASS[row.class].glyph}</span> ${CLASS[row.class].name}</span>
        <span dir="auto">${sentence(row.message, row.path)}</span>
      </li>`,
    )}
    ${more === 0 ? nothing : html`<li>${SAID.more(counted(more, "difference"))}</li>`}
  </ul>`;
}

/** Both texts in one; of a document it is the lesser view. */
function texts({ shown, more }: First<Stretch>, isDocument: boolean) {
  if (shown.length === 0) return nothing;
  return html`<details .open=${!isDocument}>
    <summary>${SAID.asText}</summary>
    <p class="text-diff" dir="auto">${shown.map(stretch)}</p>
    ${more === 0 ? nothing : html`<p><small>${SAID.more(counted(more, "change"))}</small></p>`}
  </details>`;
}

function stretch({ op, text, more, end }: Stretch): TemplateResult {
  const left = more === 0 ? nothing : html`<small> … ${counted(more, "character")} … </small>`;
  const shown = op === "same" ? text : blanksSeen(text);
  const whole = html`${marked(shown)}${left}${marked(end)}`;
  if (op === "delete") return html`<del>${whole}</del>`;
  return op === "insert" ? html`<ins>${whole}</ins>` : whole;
}

/** A change that is nothing but white space would not be seen. */
const blanksSeen = (text: string) =>
  /\S/.test(text) ? text : text.replace(/[ \n\r\t]/g, (blank) => BLANKS[blank] ?? blank);

const BLANKS: Readonly<Record<string, string>> = { " ": "␣", "\n": "⏎\n", "\r": "␍", "\t": "⇥\t" };
