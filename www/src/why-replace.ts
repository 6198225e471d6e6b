import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Dialect, Family, Olds, Proposal, Word } from "whyreplace";
import { FIELD_LIMIT, fieldText, inOrder, isEmpty, sideFor, sizeOf, sourceOf } from "./documents.js";
import { Crashed, Engine, Superseded } from "./engine.js";
import { EXAMPLES, type Example } from "./examples.js";
import { fieldOffset } from "./excerpt.js";
import { headline } from "./headline.js";
import { History, type Origin } from "./history.js";
import { type Command, commandOf, type Focus } from "./keyboard.js";
import { TEXT } from "./messages.js";
import {
  type Answer,
  type Problem,
  type Row,
  type Settings,
  SIDES,
  type Side,
  type Source,
  type Value,
} from "./protocol.js";
import { exchanged, isEditable, nameOf, typeInForce, typesOf, withWords, wordsAt } from "./rules-edit.js";
import stylesheet from "./styles.css?url";
import { type Banner, banner } from "./view/banner.js";
import { emptyState, examplesMenu, inputSummary, waiting } from "./view/frame.js";
import { help } from "./view/help.js";
import { notes } from "./view/notes.js";
import { pane } from "./view/pane.js";
import { rules, settings } from "./view/settings.js";
import { ROWS_STEP, table } from "./view/table.js";

/** How long to wait after a key before comparing, and before saying that what was typed is wrong. */
const TYPING_MS = { compare: 200, complain: 600 };
/** How long a run may go on before the page says that it does. */
const SLOW_MS = 300;
/** Live regions that speak too fast are not heard. */
const ANNOUNCE_MS = 1000;
/** An unfolded value grows by this factor at each press. */
const UNFOLD = 100;

type Field = Side | "rules";
type Shown = Banner["answer"];

/** What an element begins with. */
const NOTHING: Pick<WhyReplace, "old" | "new" | "rules" | "type" | "olds" | "dialect"> = {
  old: "",
  new: "",
  rules: "{}",
  type: "",
  olds: "inputs",
  dialect: "json",
};

/** What `why-replace-verdict` tells. */
export type VerdictDetail = Pick<Shown["resource"], "raw" | "verdict" | "counts">;

/**
 * `<why-replace>`: two documents and a rule set in, the verdict and its reasons out. The documents can be set as
 * properties, or given as `<script type="application/json" slot="old">` and the like.
 */
export class WhyReplace extends LitElement {
  // The style sheet is a file: it is no script, and the page's scripts are few. Until it is there, nothing is shown.
  static override styles = css`
    :host(:not([styled])) {
      visibility: hidden;
    }
  `;
  static override properties = {
    old: { attribute: false },
    new: { attribute: false },
    rules: { attribute: false },
    type: { type: String },
    olds: { type: String },
    dialect: { type: String },
    example: { type: String },
  };

  declare old: Source;
  declare new: Source;
  declare rules: string;
  declare type: string;
  declare olds: Olds;
  declare dialect: Dialect;
  /** The id of an example to open with. */
  declare example: string | undefined;

  readonly #engine = new Engine();
  #history = new History();
  #words: Word[] = [];
  /** The last good result. */
  #answer: Shown | undefined;
  #problems: Problem[] = [];
  /** Why there is no result at all. */
  #failure: string | undefined;
  #isStale = false;
  #isSlow = false;
  #isDropping = false;
  /** The field that is being typed in: nothing in it is called wrong yet. */
  #typing: Field | undefined;
  /** Whether the documents are still those of an example: then a paste begins anew. */
  #isExample = false;
  #reveal: readonly string[] = [];
  readonly #unfolded = new Map<string, Value>();
  #rowsWanted = ROWS_STEP;
  #isInputOpen = true;
  #areRulesOpen = false;
  #lettersOn = true;
  #status = "";
  #announcedAt = 0;
  #run = 0;
  #compareTimer: ReturnType<typeof setTimeout> | undefined;
  #complainTimer: ReturnType<typeof setTimeout> | undefined;
  #announceTimer: ReturnType<typeof setTimeout> | undefined;
  #mustCompare = true;
  #listening: AbortController | undefined;

  constructor() {
    super();
    Object.assign(this, NOTHING);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#readSlots();
    this.#listening = new AbortController();
    const on = { signal: this.#listening.signal };
    window.addEventListener("keydown", this.#keyPressed, on);
    window.addEventListener("paste", this.#pastedOutside, on);
    window.addEventListener("dragover", this.#draggedOver, on);
    window.addEventListener("dragleave", this.#draggedOut, on);
    window.addEventListener("drop", this.#dropped, on);
    this.addEventListener("focusin", () => makeActive(this), on);
    // On a narrow screen the verdict is seen first; the input is one press away.
    if (this.example !== undefined && matchMedia("(width < 720px)").matches) this.#isInputOpen = false;
    this.#engine.words().then(
      (words) => this.#change(() => (this.#words = words)),
      () => this.#change(() => (this.#failure = TEXT.noWasm)),
    );
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    if (isActive(this)) makeActive(undefined);
    this.#listening?.abort();
    this.#engine.stop(new Superseded());
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    const example = EXAMPLES.find(({ id }) => id === this.example);
    if (changed.has("example") && example !== undefined) this.#load(example);
    const documents = SIDES.some((side) => changed.has(side));
    if (documents) {
      this.#mustCompare = true;
      this.#reveal = [];
      this.#rowsWanted = ROWS_STEP;
    }
    const settings = (["rules", "type", "olds", "dialect"] as const).some((name) => changed.has(name));
    if (documents || settings) this.#schedule(this.#typing === undefined ? 0 : TYPING_MS.compare);
  }

  protected override render() {
    const isEmptyStart = SIDES.every((side) => isEmpty(this[side]));
    const styled = () => this.toggleAttribute("styled", true);
    return html`
      <link rel="stylesheet" href=${stylesheet} @load=${styled} @error=${styled} />
      <div class="bar">
        ${examplesMenu(EXAMPLES, (example) => this.#load(example))}
        <button @click=${this.#swap}>Swap ⇄</button>
        <button @click=${this.#clear}>Clear</button>
        <span class="gap"></span>
        <button ?disabled=${!this.#history.canUndo} @click=${() => this.#travel("undo")}>Undo rule change</button>
        <button @click=${() => this.#dialog?.showModal()}>Keys <kbd aria-hidden="true">?</kbd></button>
      </div>
      <details
        class="input"
        data-region
        tabindex="-1"
        .open=${this.#isInputOpen}
        @toggle=${(event: Event) => this.#change(() => (this.#isInputOpen = (event.target as HTMLDetailsElement).open))}
      >
        <summary><h2>Input</h2> ${this.#isInputOpen ? nothing : inputSummary(this.old, this.new, this.type)}</summary>
        <div class="panes">${SIDES.map((side) => this.#pane(side))}</div>
        ${this.#settings()}
      </details>
      ${this.#rulesView()} ${isEmptyStart ? emptyState(EXAMPLES, (example) => this.#load(example)) : this.#result()}
      ${help(this.#lettersOn, (on) => this.#change(() => (this.#lettersOn = on)))}
      <p class="for-readers" role="status" id="status">${this.#status}</p>
      ${this.#isDropping ? html`<div class="drop">${TEXT.dropHere}</div>` : nothing}
    `;
  }

  #result(): TemplateResult {
    const answer = this.#answer;
    const lacking = SIDES.find((side) => isEmpty(this[side]));
    const listed = this.#problems.filter((problem) => !this.#isShownElsewhere(problem));
    return html`
      ${this.#failure === undefined ? nothing : html`<p class="failure" role="alert">${this.#failure}</p>`}
      ${this.#progress()}
      ${lacking === undefined ? nothing : waiting(TEXT.waiting(lacking))}
      ${answer === undefined || lacking !== undefined ? this.#whyNothing(lacking) : this.#answered(answer)}
      ${notes(listed)}
    `;
  }

  #answered(answer: Shown): TemplateResult {
    const view: Banner = {
      answer,
      headline: headline(answer),
      staleness: this.#staleness,
      showRow: (path) => this.#focusRow(path),
    };
    return html`${banner(view)} ${answer.total === 0 ? nothing : this.#table(answer)}`;
  }

  /** One line where a verdict would be, when there never was one. */
  #whyNothing(lacking: Side | undefined) {
    if (lacking !== undefined || this.#failure !== undefined || !this.#isStale) return nothing;
    const broken = SIDES.find((side) => this.#problemOf(side) !== undefined && this.#typing !== side);
    if (broken !== undefined) return waiting(TEXT.fixDocument(broken));
    return this.#problemOf("rules") === undefined ? nothing : waiting(TEXT.fixRules);
  }

  get #staleness(): string | null {
    if (!this.#isStale) return null;
    const broken = SIDES.some((side) => this.#problemOf(side) !== undefined);
    return !broken && this.#problemOf("rules") !== undefined ? TEXT.forPreviousRules : TEXT.forPrevious;
  }

  #progress() {
    if (!this.#isSlow) return nothing;
    const label = TEXT.busy(sizeOf(this.old) + sizeOf(this.new));
    return html`<p class="progress">
      <progress aria-label=${label}></progress> ${label} <button class="small" @click=${this.#cancel}>Cancel</button>
    </p>`;
  }

  #pane(side: Side): TemplateResult {
    const problem = this.#typing === side ? undefined : this.#problemOf(side);
    return pane({
      side,
      source: this[side],
      text: fieldText(this[side]),
      problem,
      typed: (text) => this.#typed(side, () => (this[side] = text)),
      pasted: (event) => this.#pastedInto(side, event),
      left: () => this.#left(),
      chosen: (files) => this.#take(files, side),
      removed: () => this.#put(side, ""),
      goTo: () => this.#goTo(side, fieldText(this[side]), problem),
    });
  }

  #settings(): TemplateResult {
    return settings({
      type: this.type,
      types: typesOf(this.rules),
      olds: this.olds,
      dialect: this.dialect,
      typeChanged: (type) => (this.type = type),
      oldsChanged: (olds) => (this.olds = olds),
      dialectChanged: (dialect) => (this.dialect = dialect),
    });
  }

  #rulesView(): TemplateResult {
    const problem = this.#typing === "rules" ? undefined : this.#problemOf("rules");
    return rules({
      text: this.rules,
      types: typesOf(this.rules),
      isOpen: this.#areRulesOpen,
      problem,
      toggled: (isOpen) => this.#change(() => (this.#areRulesOpen = isOpen)),
      typed: (text) => this.#typed("rules", () => this.#setRules(text, "typed")),
      left: () => this.#left(),
      goTo: () => this.#goTo("rules", this.rules, problem),
    });
  }

  #table(answer: Shown): TemplateResult {
    const type = typeInForce(this.rules, this.type);
    return table({
      rows: answer.rows,
      total: answer.total,
      words: this.#words,
      isStale: this.#isStale,
      canChoose: !this.#isStale && isEditable(this.rules),
      wordsAt: (path) => wordsAt(this.rules, type, path),
      shown: (row, side) => this.#unfolded.get(valueKey(row, side)) ?? row[side],
      unfold: (row, side) => this.#unfold(row, side),
      reveal: (row) => this.#toggleReveal(row.path),
      isRevealed: (row) => this.#reveal.includes(row.path),
      choose: (path, families, words) => this.#choose(path, families, words),
      accept: (proposal, row) => this.#accept(proposal, row),
      more: () => this.#showMore(answer),
    });
  }

  // What comes in

  #readSlots() {
    for (const name of [...SIDES, "rules"] as const) {
      const text = this.querySelector(`:scope > script[slot="${name}"]`)?.textContent;
      if (text !== undefined && text !== null) this[name] = text.trim();
    }
  }

  #load(example: Example) {
    const { old, new: now, type, olds, rules } = example;
    this.#typing = undefined;
    Object.assign(this, { old, new: now, type, olds, rules, dialect: "json" });
    this.#isExample = true;
    this.#forget();
  }

  #clear = () => {
    Object.assign(this, NOTHING);
    this.#isExample = false;
    this.#isInputOpen = true;
    this.#forget();
    this.#focusField("old");
  };

  #swap = () => {
    [this.old, this.new] = [this.new, this.old];
    this.#typing = undefined;
  };

  /** Drops what is known about earlier documents. */
  #forget() {
    this.#history = new History();
    this.#answer = undefined;
    this.#problems = [];
    this.#failure = undefined;
    this.#unfolded.clear();
  }

  #put(side: Side, source: Source) {
    this.#typing = undefined;
    this[side] = source;
    this.#isExample = false;
  }

  #setRules(text: string, origin: Origin) {
    if (text === this.rules) return;
    this.#history.record(this.rules, origin);
    this.rules = text;
  }

  #typed(field: Field, change: () => void) {
    this.#typing = field;
    this.#isExample = false;
    change();
    clearTimeout(this.#complainTimer);
    this.#complainTimer = setTimeout(() => this.#left(), TYPING_MS.complain);
  }

  #left() {
    clearTimeout(this.#complainTimer);
    this.#change(() => (this.#typing = undefined));
  }

  /** A text that is too long for the field never gets into it. */
  #pastedInto(side: Side, event: ClipboardEvent) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.length <= FIELD_LIMIT) return;
    event.preventDefault();
    this.#put(side, text);
  }

  #pastedOutside = (event: ClipboardEvent) => {
    if (!isActive(this) || focusOf(event) === "text") return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text") ?? "";
    if (files.length === 0 && text.trim() === "") return;
    event.preventDefault();
    if (files.length > 0) this.#take(files);
    else {
      const side = this.#freeSide();
      this.#put(side, text);
      this.#announce(TEXT.pasted(side));
    }
  };

  #draggedOver = (event: DragEvent) => {
    if (!isActive(this) || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (!this.#isDropping) this.#change(() => (this.#isDropping = true));
  };

  #draggedOut = (event: DragEvent) => {
    if (event.relatedTarget === null) this.#change(() => (this.#isDropping = false));
  };

  #dropped = (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!isActive(this) || files.length === 0) return;
    event.preventDefault();
    this.#change(() => (this.#isDropping = false));
    this.#take(files, sideUnder(event));
  };

  /** Takes one file for a side, or two for both. */
  async #take(files: File[], side?: Side) {
    const [first, second] = inOrder(files);
    if (first === undefined) return;
    if (second === undefined) this.#put(side ?? this.#freeSide(first.name), await sourceOf(first));
    else {
      const [old, now] = await Promise.all([sourceOf(first), sourceOf(second)]);
      this.#put("old", old);
      this.#put("new", now);
    }
  }

  /** Where a document goes that was given to no side. After an example it begins a new pair. */
  #freeSide(name?: string): Side {
    if (this.#isExample) this.#clear();
    return sideFor({ old: this.old, new: this.new }, name);
  }

  // Comparing

  #schedule(milliseconds: number) {
    clearTimeout(this.#compareTimer);
    this.#isStale = this.#answer !== undefined && this.#mustCompare;
    this.#compareTimer = setTimeout(() => this.#compare(), milliseconds);
  }

  async #compare() {
    clearTimeout(this.#compareTimer);
    this.#run += 1;
    const run = this.#run;
    if (SIDES.every((side) => isEmpty(this[side]))) return this.#change(() => this.#forget());
    const slow = setTimeout(() => this.#change(() => (this.#isSlow = true)), SLOW_MS);
    try {
      const answer = await this.#asked();
      if (run === this.#run) this.#change(() => this.#takeIn(answer));
    } catch (error) {
      if (run === this.#run && !(error instanceof Superseded)) this.#change(() => this.#fail(error));
    } finally {
      clearTimeout(slow);
      if (run === this.#run && this.#isSlow) this.#change(() => (this.#isSlow = false));
    }
  }

  /** Decides again where the documents are the same; a report that was lost is made anew. */
  async #asked(): Promise<Answer> {
    const now = this.#currentSettings();
    if (!this.#mustCompare) {
      try {
        return await this.#engine.run("decide", now, this.#rowsWanted);
      } catch (error) {
        if (error instanceof Superseded) throw error;
      }
    }
    // A side that is still empty is compared as null, only to know whether the other one can be read.
    const content = (side: Side) => (isEmpty(this[side]) ? "null" : this[side]);
    const documents = { old: content("old"), new: content("new") };
    const answer = await this.#engine.run("compare", documents, now, this.#rowsWanted);
    this.#mustCompare = false;
    return answer;
  }

  #currentSettings(): Settings {
    const { type, olds, dialect } = this;
    const rules = this.rules.trim() === "" ? "{}" : this.rules;
    return { ...(type === "" ? {} : { type }), rules, olds, dialect, reveal: this.#reveal };
  }

  #takeIn(answer: Answer) {
    this.#failure = undefined;
    this.#problems = answer.problems;
    const hasBrokenRules = this.#problemOf("rules") !== undefined;
    if (hasBrokenRules) this.#areRulesOpen = true;
    const isWhole = answer.resource !== null && !hasBrokenRules && !SIDES.some((side) => isEmpty(this[side]));
    this.#isStale = !isWhole;
    if (!isWhole || answer.resource === null) return;
    const { resource } = answer;
    this.#answer = { ...answer, resource };
    this.#announce(headline(this.#answer).title);
    const { raw, verdict, counts } = resource;
    const detail: VerdictDetail = { raw, verdict, counts };
    this.dispatchEvent(new CustomEvent("why-replace-verdict", { detail, bubbles: true, composed: true }));
  }

  #fail(error: unknown) {
    this.#isStale = true;
    this.#mustCompare = true;
    this.#failure = failureOf(error, sizeOf(this.old) + sizeOf(this.new));
  }

  #cancel = () => {
    this.#run += 1;
    this.#engine.stop(new Superseded());
    this.#mustCompare = true;
    this.#change(() => (this.#isSlow = false));
  };

  /** The first error in a document: it is shown under its field. */
  #problemOf(field: Field): Problem | undefined {
    return this.#problems.find(({ document, severity }) => document === field && severity === "error");
  }

  #isShownElsewhere(problem: Problem): boolean {
    return ([...SIDES, "rules"] as const).some((field) => this.#problemOf(field) === problem);
  }

  // Rules

  #choose(path: string, families: readonly Family[], chosen: readonly string[]) {
    const type = typeInForce(this.rules, this.type);
    const belongs = (word: string) =>
      this.#words.some((known) => known.name === nameOf(word) && families.includes(known.family));
    const words = exchanged(wordsAt(this.rules, type, path), belongs, chosen);
    this.#typing = undefined;
    this.#setRules(withWords(this.rules, type, path, words), "chosen");
  }

  async #accept({ path, rule }: Proposal, row: Row) {
    const families = this.#words
      .filter(({ name }) => rule.some((word) => nameOf(word) === name))
      .map(({ family }) => family);
    this.#choose(path, families, rule);
    await this.updateComplete;
    // The button that had the focus goes.
    this.#focusRow(row.path);
  }

  #travel(way: "undo" | "redo") {
    const text = this.#history[way](this.rules);
    if (text === undefined) return;
    this.#typing = undefined;
    this.rules = text;
    this.#announce(way === "undo" ? TEXT.undone : TEXT.redone);
  }

  #toggleReveal(path: string) {
    const isRevealed = this.#reveal.includes(path);
    this.#reveal = isRevealed ? this.#reveal.filter((other) => other !== path) : [...this.#reveal, path];
    this.#schedule(0);
  }

  // Rows

  async #showMore(answer: Shown) {
    const from = answer.rows.length;
    this.#rowsWanted = from + ROWS_STEP;
    const rows = await this.#engine.ask("rows", from, this.#rowsWanted).catch(() => []);
    if (answer !== this.#answer) return;
    this.#change(() => (this.#answer = { ...answer, rows: [...answer.rows, ...rows] }));
    await this.updateComplete;
    const next = rows[0];
    if (next !== undefined) this.#focusRow(next.path);
  }

  async #unfold(row: Row, side: Side) {
    const shown = this.#unfolded.get(valueKey(row, side)) ?? row[side];
    const most = (shown?.text?.length ?? 0) * UNFOLD;
    const value = await this.#engine.ask("value", row.id, side, most).catch(() => null);
    if (value !== null) this.#change(() => this.#unfolded.set(valueKey(row, side), value));
  }

  #focusRow(path: string) {
    const row = this.#rows.find((row) => row.parentElement?.getAttribute("data-path") === path);
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  }

  get #rows(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("tbody.row > tr[tabindex]")];
  }

  // Keys and focus

  #keyPressed = (event: KeyboardEvent) => {
    if (!isActive(this) || event.defaultPrevented) return;
    const command = commandOf(event, focusOf(event), this.#lettersOn);
    if (command === undefined || (this.#dialog?.open === true && command !== "close")) return;
    if (command !== "close") event.preventDefault();
    this.#commands[command]();
  };

  readonly #commands: Record<Command, () => void> = {
    "next-row": () => this.#step(this.#rows, 1),
    "previous-row": () => this.#step(this.#rows, -1),
    fold: () => this.#change(() => (this.#isInputOpen = false)),
    unfold: () => this.#change(() => (this.#isInputOpen = true)),
    help: () => this.#dialog?.showModal(),
    "next-region": () => this.#step(this.#regions, 1, true),
    "previous-region": () => this.#step(this.#regions, -1, true),
    "to-old": () => this.#focusField("old"),
    "to-new": () => this.#focusField("new"),
    analyse: () => void this.#compare(),
    undo: () => this.#travel("undo"),
    redo: () => this.#travel("redo"),
    close: () => this.#closeMenu(),
  };

  /** Moves the focus among elements; from outside of them to the first or the last. */
  #step(elements: HTMLElement[], by: 1 | -1, isCircle = false) {
    const focused = this.shadowRoot?.activeElement;
    const at = elements.findIndex(
      (element) => focused !== null && focused !== undefined && element.contains(focused),
    );
    const next = at === -1 ? (by === 1 ? 0 : elements.length - 1) : at + by;
    const target = elements.at(
      isCircle ? next % elements.length : Math.max(0, Math.min(next, elements.length - 1)),
    );
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
  }

  get #regions(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("[data-region]")];
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }

  #closeMenu() {
    const menu = this.renderRoot.querySelector<HTMLDetailsElement>("details.menu[open]");
    if (menu === null) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }

  /** The field of a document, or the button of the chip that stands in its place. */
  async #focusField(side: Side) {
    this.#change(() => (this.#isInputOpen = true));
    await this.updateComplete;
    const field = this.renderRoot.querySelector<HTMLElement>(`#${side}-field`);
    (field ?? this.renderRoot.querySelector<HTMLElement>(`#${side}-file`))?.focus();
  }

  #goTo(field: Field, text: string | null, problem: Problem | undefined) {
    const area = this.renderRoot.querySelector<HTMLTextAreaElement>(`#${field}-field`);
    if (area === null || text === null || !problem?.range) return;
    const { start, end } = problem.range;
    const from = fieldOffset(text, start.offset);
    area.focus();
    area.setSelectionRange(from, Math.max(from + 1, fieldOffset(text, end.offset)));
    const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
    area.scrollTop = Math.max(0, (start.line - 3) * lineHeight);
  }

  #announce(text: string) {
    clearTimeout(this.#announceTimer);
    const wait = Math.max(0, this.#announcedAt + ANNOUNCE_MS - performance.now());
    this.#announceTimer = setTimeout(() => {
      this.#announcedAt = performance.now();
      this.#change(() => (this.#status = text));
    }, wait);
  }

  #change(change: () => void) {
    change();
    this.requestUpdate();
  }
}

/** What to say about an error; one from the worker begins with its name. */
function failureOf(error: unknown, size: number): string {
  const text = String(error);
  if (error instanceof Crashed || text.includes("RangeError")) return TEXT.tooBig(size);
  if (text.includes("CompileError")) return TEXT.noWasm;
  return /NotReadable|NotFound/.test(text) ? TEXT.unreadable : TEXT.tryAgain;
}

const valueKey = ({ path }: Row, side: Side) => `${side} ${path}`;

/** Of several elements on a page, keys, pastes and drops outside of all go to the one that had the focus last. */
let active: WhyReplace | undefined;

function makeActive(element: WhyReplace | undefined) {
  active = element;
}

/** The first to ask is active as long as none had the focus. */
function isActive(element: WhyReplace): boolean {
  active ??= element;
  return active === element;
}

/** What kind of thing an event happened in. */
function focusOf(event: Event): Focus {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return "page";
  if (target.isContentEditable || target.matches("textarea, input:not([type=checkbox], [type=file])"))
    return "text";
  return target.matches("select") ? "choice" : "page";
}

function sideUnder(event: Event): Side | undefined {
  const panes = event.composedPath().filter((target) => target instanceof HTMLElement);
  return SIDES.find((side) => panes.some((pane) => pane.getAttribute("data-side") === side));
}

declare global {
  interface HTMLElementTagNameMap {
    "why-replace": WhyReplace;
  }
}
