import { dressed } from "virtual:style";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Dialect, Olds, Proposal } from "whyreplace";
import { Comparison, DOCUMENTS, FIELDS, type Field, isNothing, sizeOfAll } from "./comparison.js";
import { FIELD_LIMIT, fieldText, inOrder, isEmpty, sideFor, sourceOf } from "./documents.js";
import { TemplateElement } from "./element.js";
import type { Example } from "./examples.js";
import { fieldOffset } from "./excerpt.js";
import { focus, focusOf, isActive, makeActive, pathOf, step } from "./focus.js";
import { type Decided, headline, isDecided } from "./headline.js";
import { Intake } from "./intake.js";
import { type Command, commandOf } from "./keyboard.js";
import type { ShownKey } from "./keys.js";
import type { PlanPart } from "./later/plan/part.js";
import type { Sharing } from "./later/sharing.js";
import type { Takeaways } from "./later/takeaways.js";
import { later, loadLater } from "./load-later.js";
import { TEXT } from "./messages.js";
import {
  type Answer,
  type Problem,
  type Row,
  type ShownWord,
  SIDES,
  type Side,
  type Source,
  type Takeaway,
} from "./protocol.js";
import type { PlanVerdict, VerdictDetail, WhyReplaceElement } from "./public.js";
import { RuleChoices } from "./rule-choices.js";
import { isEditable, typeInForce, typesOf } from "./rules-text.js";
import { Telling } from "./telling.js";
import { banner } from "./view/banner.js";
import { emptyState, examplesMenu, inputSummary, waiting } from "./view/frame.js";
import { pane } from "./view/pane.js";
import { rules, settings } from "./view/settings.js";
import { table } from "./view/table.js";

/** How long to wait after a key before comparing, and before saying that what was typed is wrong. */
const TYPING_MS = { compare: 200, complain: 600 };

/** What an element begins with. */
const NOTHING: Pick<WhyReplace, "old" | "new" | "plan" | "report" | "rules" | "type" | "olds" | "dialect"> = {
  old: "",
  new: "",
  plan: "",
  report: undefined,
  rules: "{}",
  type: "",
  olds: "inputs",
  dialect: "json",
};

/**
 * `<why-replace>`: two documents, or a plan in their place, and a rule set in, the verdict and its reasons out. A `report`
 * that was made before takes their place: it is shown without WebAssembly and without a worker.
 */
export class WhyReplace extends TemplateElement implements WhyReplaceElement {
  static readonly observedAttributes: readonly string[] = ["type", "olds", "dialect", "example"];
  static readonly properties: readonly string[] = [
    ...FIELDS,
    "report",
    "examples",
    "readonly",
    "shareBase",
    ...WhyReplace.observedAttributes,
  ];

  /** For all elements: what can be chosen in a row, and which keys there are. */
  static words: readonly ShownWord[] = [];
  static keys: readonly ShownKey[] = [];

  declare old: Source;
  declare new: Source;
  declare plan: Source;
  /** A report as plain data or as JSON, in place of what it was made of. */
  declare report: unknown;
  declare rules: string;
  declare type: string;
  declare olds: Olds;
  declare dialect: Dialect;
  declare readonly: boolean;
  /** What can be opened from the menu. */
  declare examples: readonly Example[];
  /** The address of the page that opens shared links; without it nothing is offered to be shared. */
  declare shareBase: string | undefined;
  /** The id of the one to open with. */
  declare example: string | undefined;

  readonly #comparison = new Comparison(
    this,
    () => this.#inputs(),
    (answer) => this.#decided(answer),
    async (report, shape) => new (await loadLater()).Recorded(report, shape),
  );
  #plan: PlanPart | undefined;
  #takeaways: Takeaways | undefined;
  #sharing: Sharing | undefined;
  readonly #intake = new Intake(this, {
    isFor: (event) => !this.readonly && this.isFor(event),
    isField: (event) => focusOf(event) === "text",
    takeText: (text) => this.#take(text),
    takeFiles: (files, side) => this.#takeFiles(files, side),
  });
  readonly #telling = new Telling(this);
  readonly #choices = new RuleChoices(
    this,
    this.#comparison,
    this.#telling,
    () => WhyReplace.words,
    () => (this.#typing = undefined),
  );
  /** The field that is being typed in: nothing in it is called wrong yet. */
  #typing: Field | undefined;
  /** The example that the documents are still those of: then a paste begins anew. */
  #example: Example | undefined;
  /** A plan takes the place of a field that has the focus. */
  #isArriving = false;
  #isInputOpen = true;
  #areRulesOpen = false;
  #seenProblems: readonly Problem[] = [];
  #areLettersOn = true;
  #complaining: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    Object.assign(this, NOTHING, { examples: [], readonly: false });
    this.addEventListener("focusin", () => makeActive(this));
  }

  override connectedCallback() {
    super.connectedCallback();
    window.addEventListener("keydown", this.#keyPressed);
    // On a narrow screen the verdict is seen first; the input is one press away.
    if (this.example !== undefined && matchMedia("(width < 720px)").matches) this.#isInputOpen = false;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.#keyPressed);
    if (isActive(this)) makeActive(undefined);
  }

  protected override willUpdate(changed: ReadonlySet<string>) {
    const example = this.examples.find(({ id }) => id === this.example);
    if (changed.has("example") && example !== undefined) this.#load(example);
    // Its documents may have been exchanged for others.
    const shown = this.#example;
    const isOther = () => this.report !== undefined || DOCUMENTS.some((name) => this[name] !== shown?.[name]);
    if (shown !== undefined && isOther()) this.#example = undefined;
    const hasChanged = (...names: (keyof WhyReplace)[]) => names.some((name) => changed.has(name));
    if (hasChanged("plan", "report")) this.#plan?.renew();
    if (hasChanged("report")) this.#comparison.forget();
    if (hasChanged(...DOCUMENTS, "report")) {
      this.#comparison.renew();
      this.#choices.renew();
    }
    if (hasChanged(...DOCUMENTS, "report", "rules", "type", "olds", "dialect")) {
      this.#comparison.schedule(this.#typing === undefined ? 0 : TYPING_MS.compare);
    }
    this.#unfoldProblems();
  }

  /** New errors are not folded away. */
  #unfoldProblems() {
    const { problems } = this.#comparison;
    if (problems === this.#seenProblems) return;
    this.#seenProblems = problems;
    // The notes about them come later than the first verdict, and there may be none.
    if (problems.length > 0) void loadLater().then(() => this.requestUpdate());
    if (this.#comparison.problemOf("rules") !== undefined) this.#areRulesOpen = true;
    if (SIDES.some((side) => this.#comparison.problemOf(side) !== undefined)) this.#isInputOpen = true;
  }

  protected override render() {
    const load = (example: Example) => this.#load(example);
    return html`
      ${dressed(this)}
      ${this.readonly ? nothing : this.#bar(load)}
      ${this.#sharing && later?.sharingViews(this.#sharing)}
      ${this.readonly ? nothing : this.#given()}
      ${!isNothing(this) ? this.#result() : this.readonly ? nothing : emptyState(this.examples, load)}
      ${later?.help(WhyReplace.keys, this.#areLettersOn, (areOn) => this.#change(() => (this.#areLettersOn = areOn)))}
      <p class="for-readers" role="status" id="status">${this.#telling.status}</p>
      ${this.#telling.done === "" ? nothing : html`<p class="done" aria-hidden="true">${this.#telling.done}</p>`}
      ${this.#intake.isOver ? html`<div class="drop">${TEXT.dropHere}</div>` : nothing}
    `;
  }

  #bar(load: (example: Example) => void): TemplateResult {
    const { isRecorded } = this.#comparison;
    return html`<div class="bar">
        ${this.examples.length > 0 ? examplesMenu(this.examples, load) : nothing}
        ${this.#isPlan || isRecorded ? nothing : html`<button @click=${this.#swap}>Swap ⇄</button>`}
        <button @click=${this.#clear}>Clear</button>
        <span class="gap"></span>
        ${
          isRecorded
            ? nothing
            : html`<button aria-disabled=${!this.#choices.canUndo} @click=${() => this.#choices.travel("undo")}>Undo rule change</button>`
        }
        ${this.shareBase === undefined ? nothing : html`<button ?disabled=${!this.#comparison.isCurrent} @click=${this.#share}>Share…</button>`}
        <button @click=${this.#help}>Keys <kbd aria-hidden="true">?</kbd></button>
      </div>`;
  }

  /** What the result is of. */
  #given() {
    const { isRecorded, answer } = this.#comparison;
    if (isRecorded) return later?.recordedInput(answer?.format);
    return [this.#isPlan ? this.#planInput() : this.#input(), this.#rules()];
  }

  get #isPlan(): boolean {
    return !isEmpty(this.plan);
  }

  #planInput() {
    const { plan } = this;
    return later?.planInput({
      source: plan,
      format: this.#comparison.answer?.format,
      problem: this.#complaint("plan"),
      repairs: this.#comparison.repairs,
      chosen: (files) => this.#takeFiles(files),
      left: () => this.#leavePlan("old"),
      taken: async () => {
        const side = sideFor(this);
        this.#put(side, typeof plan === "string" ? plan : await sourceOf(plan));
        this.#leavePlan(side);
      },
    });
  }

  #input(): TemplateResult {
    const { type, rules, olds, dialect } = this;
    return html`<section data-region tabindex="-1" aria-label="Input"><details
      class="input"
      .open=${this.#isInputOpen}
      @toggle=${(event: Event) => this.#change(() => (this.#isInputOpen = (event.target as HTMLDetailsElement).open))}
    >
      <summary><h2>Input</h2> ${this.#isInputOpen ? nothing : inputSummary(this.old, this.new, type)}</summary>
      <div class="panes">${SIDES.map((side) => this.#pane(side))}</div>
      ${settings({
        type,
        types: typesOf(rules),
        olds,
        dialect,
        typeChanged: (type) => (this.type = type),
        oldsChanged: (olds) => (this.olds = olds),
        dialectChanged: (dialect) => (this.dialect = dialect),
      })}
    </details></section>`;
  }

  #pane(side: Side): TemplateResult {
    const source = this[side];
    const text = fieldText(source);
    const problem = this.#complaint(side);
    return pane({
      side,
      source,
      text,
      problem,
      said: this.#said(problem, text === null ? undefined : () => this.#goTo(side, text, problem)),
      typed: (text) => this.#typed(side, () => (this[side] = text)),
      pasted: (event) => this.#pastedInto(side, event),
      left: () => this.#left(),
      chosen: (files) => this.#takeFiles(files, side),
      removed: () => this.#put(side, ""),
    });
  }

  /** What is wrong in a field. */
  #said(problem: Problem | undefined, goTo: (() => void) | undefined) {
    return problem && later?.problem(problem, goTo);
  }

  #rules(): TemplateResult {
    const problem = this.#complaint("rules");
    return rules({
      text: this.rules,
      types: typesOf(this.rules),
      isOpen: this.#areRulesOpen,
      problem,
      said: this.#said(problem, () => this.#goTo("rules", this.rules, problem)),
      loaded: later?.loadedFiles(this.#choices.loaded),
      chosen: (files) => this.#choices.load(files),
      toggled: (isOpen) => this.#change(() => (this.#areRulesOpen = isOpen)),
      typed: (text) => this.#typed("rules", () => this.#choices.set(text, "typed")),
      left: () => this.#left(),
    });
  }

  #result(): TemplateResult {
    const { answer, failure, isSlow, isStale, problems, otherProblems } = this.#comparison;
    const lacking =
      this.#isPlan || this.#comparison.isRecorded ? undefined : SIDES.find((side) => isEmpty(this[side]));
    const broken = FIELDS.find((field) => this.#complaint(field) !== undefined);
    return html`
      ${this.#example === undefined ? nothing : html`<p class="example">${TEXT.example(this.#example.name)}</p>`}
      ${failure === undefined ? nothing : html`<p class="failure" role="alert">${failure}</p>`}
      ${isSlow ? this.#progress() : nothing}
      ${
        lacking !== undefined
          ? waiting(TEXT.waiting(lacking))
          : answer !== undefined
            ? this.#answered(answer)
            : isStale && broken !== undefined && broken !== "plan"
              ? waiting(broken === "rules" ? TEXT.fixRules : TEXT.fixDocument(broken))
              : nothing
      }
      ${lacking !== undefined || answer === undefined ? nothing : this.#takeAway()}
      ${later?.notes(this.readonly ? problems : otherProblems)}
    `;
  }

  #answered(answer: Answer) {
    const { isStale, problems } = this.#comparison;
    const isOldRules = problems.every(({ document }) => document === "rules") && problems.length > 0;
    const staleness = isStale ? (isOldRules ? TEXT.forPreviousRules : TEXT.forPrevious) : null;
    if (answer.plan === null) return this.#detail(answer, staleness);
    return this.#plan?.view(answer.plan, staleness, this.#detail(answer, null));
  }

  /** What is said about one resource. */
  #detail(answer: Answer, staleness: string | null): TemplateResult {
    if (!isDecided(answer)) return html`<p class="waiting">${TEXT.noneChosen}</p>`;
    return html`<div class="detail">${banner({
      answer,
      headline: headline(answer),
      staleness,
      above: answer.plan === null ? nothing : this.#plan?.beside(answer),
      showRow: (path) => this.#focusRow(path),
    })}
    ${answer.total === 0 ? nothing : this.#table(answer)} ${this.#quiet(answer)}</div>`;
  }

  /** Whether choices can be written into the rules. */
  get #canChoose(): boolean {
    const { isStale, isRecorded } = this.#comparison;
    return !this.readonly && !isStale && !isRecorded && isEditable(this.rules);
  }

  #table(answer: Decided): TemplateResult {
    const comparison = this.#comparison;
    const { wordsAt, sharedType } = this.#choices;
    return table({
      answer,
      comparison,
      words: WhyReplace.words,
      sharedType,
      canChoose: this.#canChoose,
      wordsAt,
      choose: (path, families, words) => this.#choices.choose(path, families, words),
      accept: (proposal, row) => this.#accept(proposal, row),
      toggle: ({ path }) => comparison.toggle(path),
      look: (row) => this.#look(row),
      inside: (row) => {
        const found = comparison.insides.get(row.path);
        return found && later?.inside({ row, found, words: WhyReplace.words, rule: wordsAt(row.path) });
      },
      more: async () => this.#focusRow((await comparison.more())?.path),
    });
  }

  /** What is counted opens. */
  #quiet({ quiet, isThreeWay }: Decided) {
    const comparison = this.#comparison;
    // Of three sides the core lists none, and of a report that was made before there is no core.
    if (isThreeWay || comparison.isRecorded) return nothing;
    return later?.quiet({
      counts: quiet,
      listed: comparison.quiet,
      list: (which) => comparison.list(which),
      more: (which, from) => comparison.moreKeys(which, from),
    });
  }

  async #look(row: Row) {
    await loadLater();
    await this.#comparison.lookInside(row);
    if (!this.#comparison.insides.has(row.path)) return;
    await this.updateComplete;
    const body = this.#rows
      .map(({ parentElement }) => parentElement)
      .find((body) => pathOf(body) === row.path);
    body?.querySelector(".inside")?.scrollIntoView({ block: "nearest" });
    this.#telling.announce(TEXT.opened(row.path));
  }

  /** Lists the keys that did not change, and goes there. */
  async #listUnchanged() {
    await this.#comparison.list("unchanged");
    await this.updateComplete;
    focus(this.renderRoot.querySelector<HTMLElement>("#quiet-unchanged"));
    const listed = this.#comparison.quiet.get("unchanged");
    if (listed !== undefined) this.#telling.announce(TEXT.keysListed(listed.total));
  }

  #takeAway() {
    const takeaways = this.#takeaways;
    if (takeaways === undefined) return nothing;
    return later?.take({
      takeaways,
      toggled: (isOpen) => {
        takeaways.isOpen = isOpen;
        void this.#showTaken();
      },
      chosen: (change) => {
        takeaways.choose(change);
        void this.#showTaken();
      },
      copy: () => void this.#copy(takeaways.what),
    });
  }

  #progress(): TemplateResult {
    const label = TEXT.busy(sizeOfAll(this));
    return html`<p class="progress">
      <progress aria-label=${label}></progress> ${label}
      <button class="small" @click=${() => this.#cancel()}>Cancel</button>
    </p>`;
  }

  /** The button that had the focus goes. */
  #cancel() {
    this.#comparison.cancel();
    focus(this.#regions[0]);
  }

  /** The error of a field that nobody is typing in. */
  #complaint(field: Field): Problem | undefined {
    return this.#typing === field ? undefined : this.#comparison.problemOf(field);
  }

  #inputs() {
    const { old, new: now, plan, report, type, olds, dialect } = this;
    const rules = this.rules.trim() === "" ? "{}" : this.rules;
    return {
      old,
      new: now,
      plan,
      report,
      settings: { ...(type === "" ? {} : { type }), rules, olds, dialect },
    };
  }

  async #decided(answer: Answer) {
    this.#keepFocus();
    this.#takeaways?.renew();
    void this.#showTaken();
    const plan = answer.plan === null ? undefined : await this.#toPlan();
    // Of a plan that came with a link, what it was made of is shown.
    const item = this.#sharing?.arrive(plan?.items ?? []);
    if (item !== undefined) void plan?.choose(item);
    const isTold = this.#choices.tellEffect(answer);
    if (answer.plan !== null && plan !== undefined) {
      void plan.decided(answer.plan, isTold);
      this.#tellVerdict({ format: answer.format as PlanVerdict["format"], summary: answer.plan.summary });
      void this.#arrive();
    } else if (isDecided(answer)) {
      if (!isTold) this.#telling.announce(headline(answer).title);
      const { raw, verdict, counts } = answer.resource;
      this.#tellVerdict({ format: "pair", raw, verdict, counts });
    }
  }

  /** The field that had the focus went when a plan took its place: the focus goes to what is said of that. */
  async #arrive() {
    if (!this.#isArriving) return;
    this.#isArriving = false;
    await this.updateComplete;
    if (this.#focused === null) focus(this.renderRoot.querySelector<HTMLElement>(".verdict"));
  }

  async #toPlan(): Promise<PlanPart> {
    const { PlanPart } = await loadLater();
    this.#plan ??= new PlanPart(this, this.#comparison, this.#telling);
    this.requestUpdate();
    return this.#plan;
  }

  #tellVerdict(detail: VerdictDetail) {
    this.dispatchEvent(new CustomEvent("why-replace-verdict", { detail, bubbles: true, composed: true }));
  }

  /** A plan takes the place of two documents, and these take its place. */
  #setPlan(source: Source) {
    if (source === this.plan) return;
    this.#typing = undefined;
    this.#comparison.forget();
    this.#isArriving = this.#focused !== null;
    this.plan = source;
  }

  #leavePlan(side: Side) {
    this.#setPlan("");
    void this.#focusField(side);
  }

  // What is taken along

  async #taking(): Promise<Takeaways> {
    const { Takeaways } = await loadLater();
    this.#takeaways ??= new Takeaways(
      this.#comparison,
      () => this.#inputs().settings.rules,
      (name) => (this.#isPlan ? name : typeInForce(this.rules, this.type)),
    );
    return this.#takeaways;
  }

  async #showTaken() {
    const takeaways = await this.#taking();
    this.requestUpdate();
    await takeaways.show();
    this.requestUpdate();
  }

  /** Once there is a result, nothing is waited for before the clipboard is asked. */
  async #copy(what: Takeaway) {
    const takeaways = this.#takeaways ?? (await this.#taking());
    this.#telling.tell(await takeaways.copied(what, this.renderRoot));
  }

  // Links

  /** Opens what a link carries: the part of its address from the `#` on. */
  async open(fragment: string) {
    const sharing = await this.#toShare();
    await sharing.open(fragment);
  }

  #share = async () => {
    if (this.shareBase === undefined || !this.#comparison.isCurrent) return;
    const sharing = await this.#toShare();
    await sharing.show(await this.#dialog("share"));
  };

  async #toShare(): Promise<Sharing> {
    const { Sharing } = await loadLater();
    this.#sharing ??= new Sharing(
      this,
      this.#comparison,
      () => this.#plan?.resources,
      (inputs) => {
        this.#begin({ ...NOTHING, ...inputs });
        // The verdict is seen first.
        this.#isInputOpen = false;
      },
    );
    return this.#sharing;
  }

  // What comes in

  #load(example: Example) {
    const { plan, old, new: now, type, olds, rules } = example;
    this.#begin({ ...NOTHING, plan, old, new: now, type, olds, rules });
    this.#example = example;
  }

  #clear = () => {
    this.#begin(NOTHING);
    this.#focusField("old");
  };

  #begin(inputs: typeof NOTHING) {
    // Rules of an example are about nothing else.
    if (this.#example !== undefined) this.#choices.forget();
    else if (this.rules !== inputs.rules && this.rules !== NOTHING.rules) this.#choices.leave(this.rules);
    Object.assign(this, inputs);
    this.#typing = undefined;
    this.#example = undefined;
    this.#comparison.forget();
    // What is the same as before is shown again, too.
    this.#comparison.schedule(0);
    this.#sharing?.leave();
  }

  #swap = () => {
    [this.old, this.new] = [this.new, this.old];
    this.#typing = undefined;
  };

  #put(side: Side, source: Source) {
    this.#typing = undefined;
    this.#example = undefined;
    this[side] = source;
  }

  #typed(field: Field, change: () => void) {
    this.#typing = field;
    this.#example = undefined;
    change();
    clearTimeout(this.#complaining);
    this.#complaining = setTimeout(() => this.#left(), TYPING_MS.complain);
  }

  #left() {
    clearTimeout(this.#complaining);
    this.#change(() => (this.#typing = undefined));
  }

  /** A text that is too long for the field never gets into it. */
  #pastedInto(side: Side, event: ClipboardEvent) {
    const text = event.clipboardData?.getData("text") ?? "";
    const { selectionStart, selectionEnd, value } = event.target as HTMLTextAreaElement;
    const isWhole = selectionEnd - selectionStart === value.length;
    const isAnew = this.#example !== undefined && isWhole;
    if (text.length <= FIELD_LIMIT && !isAnew) {
      // The field takes it as any text, and gives it up should it be a plan.
      if (isWhole) void this.#takePlan(text).then((isTaken) => isTaken && this.#put(side, ""));
      return;
    }
    event.preventDefault();
    if (isAnew) this.#endExample();
    void this.#take(text, side);
  }

  /** Takes a document as a plan, if it is one, else for a side. */
  async #take(source: string | File, side?: Side) {
    if (await this.#takePlan(source)) return;
    const [name, document] =
      typeof source === "string" ? ["", source] : [source.name, await sourceOf(source)];
    const to = side ?? this.#freeSide(name);
    this.#setPlan("");
    this.#put(to, document);
    if (side === undefined) this.#telling.announce(TEXT.pasted(to));
  }

  async #takePlan(source: Source): Promise<boolean> {
    if (!(await this.#comparison.isPlan(source))) return false;
    this.#endExample();
    this.#setPlan(source);
    return true;
  }

  /** Takes one file for a side, or two for both. */
  async #takeFiles(files: File[], side?: Side) {
    const [first, second] = inOrder(files);
    if (first === undefined) return;
    if (second === undefined) return this.#take(first, side);
    const [old, now] = await Promise.all([sourceOf(first), sourceOf(second)]);
    this.#endExample();
    this.#setPlan("");
    this.#put("old", old);
    this.#put("new", now);
  }

  /** Where a document goes that was given to no side. After an example it begins a new pair. */
  #freeSide(name?: string): Side {
    this.#endExample();
    return sideFor(this, name);
  }

  /** Its rules, type and settings are about no other documents; nor is a report. */
  #endExample() {
    if (this.#example !== undefined || this.#comparison.isRecorded) this.#begin(NOTHING);
  }

  // Keys and focus

  /** Does something that takes the documents. */
  #ofDocuments(act: () => void) {
    if (this.#comparison.isRecorded) this.#telling.announce(TEXT.notRecorded);
    else act();
  }

  /** Does something that changes the rules. */
  #chosen(act: () => void) {
    if (this.#canChoose) act();
    else this.#telling.announce(TEXT.noChoice);
  }

  /** Does something with the row that has the focus. */
  #atRow(act: (row: Row) => void) {
    const path = pathOf(this.#focused?.closest("tbody"));
    const row = this.#comparison.answer?.rows.find((row) => row.path === path);
    if (row === undefined) this.#telling.announce(TEXT.noRow);
    else act(row);
  }

  async #accept(proposal: Proposal, row: Row) {
    await this.#choices.accept(proposal);
    // The button that had the focus goes.
    void this.#focusRow(row.path);
  }

  /** A row that goes leaves the focus to what comes in its place. */
  async #keepFocus() {
    const path = pathOf(this.#focused?.closest("tbody"));
    if (path === undefined) return;
    this.requestUpdate();
    await this.updateComplete;
    if (this.#focused === null) await this.#focusRow(path);
  }

  /** Whether something that happens in the page is for this element. */
  protected isFor(_event: Event): boolean {
    return isActive(this);
  }

  #keyPressed = (event: KeyboardEvent) => {
    if (!this.isFor(event) || event.defaultPrevented) return;
    const command = commandOf(event, focusOf(event), this.#areLettersOn);
    if (
      command === undefined ||
      (command !== "close" && this.renderRoot.querySelector("dialog[open]") !== null)
    )
      return;
    if (command !== "close") event.preventDefault();
    this.#commands[command]();
  };

  readonly #commands: Record<Command, () => void> = {
    "next-row": () => step(this.#rows, this.#focused, 1),
    "previous-row": () => step(this.#rows, this.#focused, -1),
    "next-resource": () => this.#plan?.step(1),
    "previous-resource": () => this.#plan?.step(-1),
    search: () => focus(this.renderRoot.querySelector<HTMLElement>("#search")),
    "only-spurious": () => this.#plan?.listOnly("spurious"),
    "only-replace": () => this.#plan?.listOnly("replace"),
    look: () => this.#ofDocuments(() => this.#atRow((row) => this.#look(row))),
    switch: () => this.#chosen(() => this.#atRow((row) => this.#choices.switch(row))),
    unchanged: () => this.#ofDocuments(() => void this.#listUnchanged()),
    copy: () => void this.#copy("markdown"),
    share: () => void this.#share(),
    fold: () => this.#change(() => (this.#isInputOpen = false)),
    unfold: () => this.#change(() => (this.#isInputOpen = true)),
    help: () => void this.#help(),
    "next-region": () => step(this.#regions, this.#focused, 1, true),
    "previous-region": () => step(this.#regions, this.#focused, -1, true),
    "to-old": () => this.#focusField("old"),
    "to-new": () => this.#focusField("new"),
    compare: () => {
      this.#left();
      void this.#comparison.run();
    },
    undo: () => this.readonly || this.#choices.travel("undo"),
    redo: () => this.readonly || this.#choices.travel("redo"),
    close: () => this.#closeMenu(),
  };

  get #focused(): Element | null {
    return this.renderRoot.activeElement;
  }

  get #rows(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("tbody.row > tr[tabindex]")];
  }

  get #regions(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("[data-region]")];
  }

  /** A dialog, which no verdict waits for. */
  async #dialog(id: string): Promise<HTMLDialogElement> {
    await loadLater();
    this.requestUpdate();
    await this.updateComplete;
    return this.renderRoot.querySelector(`#${id}`) as HTMLDialogElement;
  }

  #help = async () => {
    const dialog = await this.#dialog("help");
    dialog.showModal();
    // What takes the focus by itself stands at the end.
    focus(dialog.querySelector("h2"));
  };

  #closeMenu() {
    const menu = this.renderRoot.querySelector<HTMLDetailsElement>("details.menu[open]");
    if (menu === null) return;
    menu.open = false;
    focus(menu.querySelector("summary"));
  }

  async #focusRow(path: string | undefined) {
    await this.updateComplete;
    const rows = this.#rows.map((row) => ({ row, at: pathOf(row.parentElement) }));
    const inside = () => rows.find(({ at }) => path !== undefined && at?.startsWith(path));
    focus((rows.find(({ at }) => at === path) ?? inside())?.row);
  }

  /** The field of a document, or the button of the chip that stands in its place. */
  async #focusField(side: Side) {
    this.#change(() => (this.#isInputOpen = true));
    await this.updateComplete;
    const find = (id: string) => this.renderRoot.querySelector<HTMLElement>(`#${side}-${id}`);
    focus(find("field") ?? find("file"));
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

  #change(change: () => void) {
    change();
    this.requestUpdate();
  }
}
