import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Family, Grade, InnerRule, Proposal } from "whyreplace";
import type { Comparison } from "../comparison.js";
import type { Decided } from "../headline.js";
import { ASKED, CLASS, COLUMN, causeText, counted, GRADE, number, TEXT } from "../messages.js";
import { type Column, ROWS_STEP, type Row, type ShownWord, SIDES } from "../protocol.js";
import { nameOf } from "../rules-text.js";
import { marked, sentence } from "./text.js";

/** The words that one select of a row chooses among. */
export const COST: readonly Family[] = ["cost", "scope"];
export const EQUALITY: readonly Family[] = ["equality"];

export interface Table {
  answer: Decided;
  comparison: Comparison;
  words: readonly ShownWord[];
  /** The type that a choice is about in the whole plan; null where it is about one resource alone. */
  sharedType: string | null;
  /** Whether choices can be written into the rules. */
  canChoose: boolean;
  wordsAt(path: string): string[];
  choose(path: string, families: readonly Family[], words: string[]): void;
  accept(proposal: Proposal, row: Row): void;
  more(): void;
  toggle(row: Row): void;
  /** What is shown of what is inside a row that is looked into. */
  inside(row: Row): unknown;
  look(row: Row): void;
}

/** A row per difference, and the choices that decide about it. */
export function table(view: Table): TemplateResult {
  const { answer, comparison } = view;
  const { rows, total, differences } = answer;
  const columns = columnsOf(answer);
  return html`<section
    class="differences ${comparison.isStale ? "stale" : ""}"
    data-region
    tabindex="-1"
    aria-label="Differences"
  >
    <table part="table">
      <caption>
        Differences <small>${number(differences)}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">Key</th>
          ${columns.map((column) => html`<th scope="col">${COLUMN[column]}</th>`)}
          <th scope="col">Class, cause</th>
          ${comparison.isRecorded ? nothing : html`<th scope="col">A change costs</th><th scope="col">Compares as</th>`}
        </tr>
      </thead>
      ${repeat(
        rows,
        ({ path }) => path,
        (row) => body(view, row),
      )}
    </table>
    ${
      total > rows.length
        ? html`<button class="more-rows" @click=${view.more}>${TEXT.moreRows(total - rows.length, ROWS_STEP)}</button>`
        : nothing
    }
  </section>`;
}

/** Whose values there are. */
const columnsOf = ({ isThreeWay }: Decided): readonly Column[] => (isThreeWay ? [...SIDES, "remote"] : SIDES);

/** Two lines: the values with their choices, and what is to be said. */
function body(view: Table, row: Row): TemplateResult {
  const { answer, comparison } = view;
  const { glyph, name } = CLASS[row.class];
  const columns = columnsOf(answer);
  // What takes the documents is not to be had then.
  const { isRecorded } = comparison;
  const badge = html`<span aria-hidden="true">${glyph}</span> ${name}`;
  return html`<tbody
    class="row ${row.class} ${row.forcesReplace ? "forces" : ""} ${row.group === null ? "" : "part"}" data-path=${row.path} part="row"
  >
    <tr tabindex="-1">
      <th scope="row">
        <code class="path" dir="auto">${row.path === "" ? html`<i>the whole document</i>` : marked(row.path)}</code>
        ${row.forcesReplace ? html`<span class="flag">⚑ forces the replace</span>` : nothing}
      </th>
      ${
        row.members > 0
          ? html`<td data-label="Differences" colspan=${columns.length}><div>${members(view, row)}</div></td>`
          : columns.map(
              (column) => html`<td data-label=${COLUMN[column]}><div>${value(view, row, column)}</div></td>`,
            )
      }
      <td data-label="Class, cause">
        ${
          isRecorded
            ? html`<span class="badge class" part="badge">${badge}</span>`
            : html`<button
                class="badge class"
                part="badge"
                aria-expanded=${comparison.insides.has(row.path)}
                aria-label="${name}: ${TEXT.look} ${row.path}"
                @click=${() => view.look(row)}
              >${badge}</button>`
        }
        <small>${causeOf(row)}</small>
      </td>
      ${
        isRecorded
          ? nothing
          : html`<td data-label="A change costs">${costChoice(view, row)}</td>
      <td data-label="Compares as">${equalityChoice(view, row)}</td>`
      }
    </tr>
    <tr class="say">
      <td colspan=${columns.length + (isRecorded ? 2 : 4)}>
        <p class="message" dir="auto">${sentence(row.message, row.path)}</p>
        ${asked(row)}
        ${settled(row)} ${
          row.proposal === null || row.group !== null ? nothing : proposal(view, row, row.proposal)
        }
        ${view.inside(row)}
      </td>
    </tr>
  </tbody>`;
}

/** The cause, unless the class says as much, and what the suggestion would make of it. */
function causeOf({ cause, class: name, proposal }: Row): string {
  const text = cause === name ? "" : causeText(cause);
  return isSettledBy(proposal) ? `${text} → spurious if accepted` : text;
}

/** Whether a suggestion that nobody must be asked about leaves nothing of a difference. */
const isSettledBy = (proposal: Proposal | null) =>
  proposal !== null && proposal.grade !== "ask" && proposal.left === 0;

/** What a group stands for, and a way to see it. */
function members({ comparison, toggle }: Table, row: Row): TemplateResult {
  const isOpen = comparison.isOpen(row.path);
  return html`${TEXT.standsFor(row.members)}
    <button class="link" aria-expanded=${isOpen} @click=${() => toggle(row)}>
      ${isOpen ? "Hide" : "Show"} them<span class="for-readers"> in ${row.path}</span>
    </button>`;
}

/** What a difference of three sides asks for, and why. */
function asked({ action, reason }: Row) {
  if (action === null) return nothing;
  const because = reason === null ? nothing : html`, because of <code dir="auto">${marked(reason)}</code>`;
  return html`<p class="asked">Asks for <b>${ASKED[action]}</b>${because}</p>`;
}

function value({ comparison }: Table, row: Row, column: Column): TemplateResult {
  const shown = comparison.shown(row, column);
  if (shown === null) return html`<span class="missing">${TEXT.missing}</span>`;
  const type = html`<span class="badge type" part="badge">${shown.type}</span>`;
  // The text of an unknown is a sentinel of the engine's, the same for all.
  if (shown.type === "unknown") return html`<span class="missing">${TEXT.unknown}</span> ${type}`;
  const isMasked = shown.text === null;
  // With broken rules nothing could be hidden again.
  const canReveal = isMasked && shown.type !== "secret" && !comparison.isRecorded && !comparison.isStale;
  return html`<code class="value" dir="auto">${shown.text === null ? "••••" : marked(shown.text)}</code>
    ${
      shown.more > 0
        ? html`<button class="link" @click=${() => comparison.unfold(row, column)}>${TEXT.moreCharacters(shown.more)}</button>`
        : nothing
    }
    ${type}
    ${
      canReveal || comparison.isRevealed(row.path)
        ? html`<button class="link" @click=${() => comparison.reveal(row.path)}>
            ${isMasked ? "Show" : "Hide"}<span class="for-readers"> the values of ${row.path}</span>
          </button>`
        : nothing
    }`;
}

function costChoice(view: Table, row: Row): TemplateResult {
  const none = row.forcesReplace ? TEXT.otherRule : TEXT.notSet;
  return choice(view, row, COST, "What a change costs", none);
}

function equalityChoice(view: Table, row: Row): TemplateResult {
  const isOther = row.class === "spurious" && row.settledBy?.kind === "rule";
  return choice(view, row, EQUALITY, "Compares as", isOther ? TEXT.otherRule : TEXT.exactly);
}

/** A select of the words of some families; what the rule at the path says now is chosen. */
function choice(
  view: Table,
  row: Row,
  families: readonly Family[],
  label: string,
  none: string,
): TemplateResult {
  const words = view.words.filter(({ family, standsAlone }) => standsAlone && families.includes(family));
  const own = view.wordsAt(row.path).filter((word) => words.some(({ name }) => name === nameOf(word)));
  const current = own.join(" ");
  const isPlain = current === "" || words.some(({ name }) => name === current);
  const option = (value: string, text: string, title: string) =>
    html`<option value=${value} title=${title} .selected=${value === current}>${text}</option>`;
  return html`<select
    aria-label="${label}: ${row.path}"
    ?disabled=${!view.canChoose}
    @change=${(event: Event) => {
      const chosen = (event.target as HTMLSelectElement).value;
      view.choose(row.path, families, chosen === current ? own : chosen === "" ? [] : [chosen]);
    }}
  >
    ${option("", own.length === 0 ? none : none === TEXT.otherRule ? TEXT.notSet : none, TEXT.notSetMeans)}
    ${isPlain ? nothing : option(current, own.join(" + "), "")}
    ${words.map(({ name, meaning, safe }) => option(name, name, `${meaning} Safe when: ${safe}`))}
  </select>`;
}

function proposal(view: Table, row: Row, proposal: Proposal): TemplateResult {
  const { grade, path, rule, inside, left } = proposal;
  const { name, accept } = GRADE[grade];
  return html`<div class="proposal">
    <div>
      <p><span class="badge grade ${grade}" part="badge">${name}</span> ${line(grade, proposal)}</p>
      ${inside.map((inner) => html`<p class="inside">with ${line(grade, inner)}</p>`)}
      ${left > 0 ? html`<p>${TEXT.left(left)}</p>` : nothing}
      ${view.sharedType === null ? nothing : html`<p class="note">${TEXT.holdsFor(view.sharedType)}</p>`}
    </div>
    ${
      view.comparison.isRecorded
        ? nothing
        : html`<button class="small" ?disabled=${!view.canChoose} @click=${() => view.accept(proposal, row)}>
      ${accept}<span class="for-readers">
        ${rule.join(", ")} for ${path}${inside.length > 0 ? ` and ${counted(inside.length, "rule")} inside` : ""}</span
      >
    </button>`
    }
  </div>`;
}

/** A rule and the fact that the user must know; a question comes before its rule. */
function line(grade: Grade, { path, rule, sameIf }: InnerRule): TemplateResult[] {
  const [before, after] = GRADE[grade].same;
  const words = html`<code dir="auto">${marked(path)}: ${rule.join(", ")}</code> `;
  const fact = html`<span>${sameIf === null ? TEXT.sameAnyway : html`${before}${marked(sameIf)}${after}`}</span> `;
  return grade === "ask" ? [fact, words] : [words, fact];
}

/** What settled the difference, unless what it asks for has said that. */
function settled({ settledBy, reason }: Row) {
  if (settledBy === null || settledBy.text === reason) return nothing;
  return html`<p class="settled">Settled by <code dir="auto">${marked(settledBy.text)}</code></p>`;
}
