import { dressed } from "virtual:style";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Dialect, Family, Olds, Proposal } from "whyreplace";
import { Comparison, DOCUMENTS, FIELDS, type Field, isNothing, sizeOfAll } from "./comparison.js";
import { FIELD_LIMIT, fieldText, inOrder, isEmpty, sideFor, sourceOf } from "./documents.js";
import { TemplateElement } from "./element.js";
import type { Example } from "./examples.js";
import { fieldOffset } from "./excerpt.js";
import { type Decided, headline, isDecided } from "./headline.js";
import { History, type Origin } from "./history.js";
import { Intake } from "./intake.js";
import { type Command, commandOf, type Focus } from "./keyboard.js";
import type { ShownKey } from "./keys.js";
import type { Sharing } from "./later/sharing.js";
import type { Takeaways } from "./later/takeaways.js";
import { later, loadLater } from "./load-later.js";
import { type Filter, TEXT } from "./messages.js";
import { planHeadline } from "./plan-headline.js";
import {
  type Answer,
  type Item,
  type Problem,
  type Row,
  type ShownWord,
  SIDES,
  type Side,
  type Source,
  type Takeaway,
} from "./protocol.js";
import type { PlanVerdict, VerdictDetail, WhyReplaceElement } from "./public.js";
import { Resources } from "./resources.js";
import { isEditable, nameOf, typeInForce, typesOf, wordsIn } from "./rules-text.js";
import { banner } from "./view/banner.js";
import { emptyState, examplesMenu, inputSummary, waiting } from "./view/frame.js";
import { notes } from "./view/notes.js";
import { pane } from "./view/pane.js";
import { beside, list, planBanner } from "./view/plan.js";
import { planInput } from "./view/plan-input.js";
import { rules, settings } from "./view/settings.js";
import { EQUALITY, table } from "./view/table.js";

/** How long to wait after a key before comparing, and before saying that what was typed is wrong. */
const TYPING_MS = { compare: 200, complain: 600 };
/** How long something that was done is told. */
const TOLD_MS = 4000;
/** Live regions that speak too fast are not heard. */
const ANNOUNCE_MS = 1000;

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
  );
  #takeaways: Takeaways | undefined;
  #sharing: Sharing | undefined;
  #resources = new Resources();
  readonly #intake = new Intake(this, {
    isFor: (event) => !this.readonly && this.isFor(event),
    isField: (event) => focusOf(event) === "text",
    takeText: (text) => this.#take(text),
    takeFiles: (files, side) => this.#takeFiles(files, side),
  });
  #history = new History();
  /** The words that were taken away at paths by a key. */
  readonly #switchedOff = new Map<string, string[]>();
  /** The field that is being typed in: nothing in it is called wrong yet. */
  #typing: Field | undefined;
  /** Whether the documents are still those of an example: then a paste begins anew. */
  #isExample = false;
  #isInputOpen = true;
  #areRulesOpen = false;
  #seenProblems: readonly Problem[] = [];
  #areLettersOn = true;
  #status = "";
  /** What was done last, for a moment. */
  #done = "";
  #announcedAt = 0;
  #complaining: ReturnType<typeof setTimeout> | undefined;
  #announcing: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;

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
    const hasChanged = (...names: (keyof WhyReplace)[]) => names.some((name) => changed.has(name));
    if (hasChanged("plan", "report")) this.#resources = new Resources();
    if (hasChanged("report")) this.#comparison.forget();
    if (hasChanged(...DOCUMENTS, "report")) this.#comparison.renew();
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
      <p class="for-readers" role="status" id="status">${this.#status}</p>
      ${this.#done === "" ? nothing : html`<p class="done" aria-hidden="true">${this.#done}</p>`}
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
            : html`<button ?disabled=${!this.#history.canUndo} @click=${() => this.#travel("undo")}>Undo rule change</button>`
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

  #planInput(): TemplateResult {
    const { plan } = this;
    return planInput({
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
      typed: (text) => this.#typed(side, () => (this[side] = text)),
      pasted: (event) => this.#pastedInto(side, event),
      left: () => this.#left(),
      chosen: (files) => this.#takeFiles(files, side),
      removed: () => this.#put(side, ""),
      goTo: () => this.#goTo(side, text, problem),
    });
  }

  #rules(): TemplateResult {
    const problem = this.#complaint("rules");
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

  #result(): TemplateResult {
    const { answer, failure, isSlow, isStale, problems, otherProblems } = this.#comparison;
    const lacking =
      this.#isPlan || this.#comparison.isRecorded ? undefined : SIDES.find((side) => isEmpty(this[side]));
    const broken = FIELDS.find((field) => this.#complaint(field) !== undefined);
    return html`
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
      ${notes(this.readonly ? problems : otherProblems)}
    `;
  }

  #answered(answer: Answer): TemplateResult {
    const { isStale, problems } = this.#comparison;
    const isOldRules = problems.every(({ document }) => document === "rules") && problems.length > 0;
    const staleness = isStale ? (isOldRules ? TEXT.forPreviousRules : TEXT.forPrevious) : null;
    if (answer.plan === null) return this.#detail(answer, staleness);
    return html`${planBanner(planHeadline(answer.plan, this.#comparison.whys), staleness)}
      <div class="whole"><div class="plan">${this.#list(answer.plan.items)} ${this.#detail(answer, null)}</div></div>`;
  }

  /** What is said about one resource. */
  #detail(answer: Answer, staleness: string | null): TemplateResult {
    if (!isDecided(answer)) return html`<p class="waiting">${TEXT.noneChosen}</p>`;
    return html`<div class="detail">${banner({
      answer,
      headline: headline(answer),
      staleness,
      above: answer.plan === null ? nothing : beside(answer, (address) => this.#goToResource(address)),
      showRow: (path) => this.#focusRow(path),
    })}
    ${answer.total === 0 ? nothing : this.#table(answer)} ${this.#quiet(answer)}</div>`;
  }

  #list(items: readonly Item[]): TemplateResult {
    const { chosen, whys } = this.#comparison;
    const resources = this.#resources;
    const enter = () => this.#focus(".detail .verdict");
    return list({
      items,
      resources,
      chosen,
      whys,
      choose: (item) => this.#chooseResource(item),
      open: async (item) => {
        await this.#chooseResource(item);
        // There the list stands above what is said.
        if (this.clientWidth < 1040) enter();
      },
      enter,
      filtered: (filter) => this.#filter(filter),
      searched: (query) => this.#relist(() => Object.assign(resources, { query, page: 0 })),
      turned: (page) => this.#relist(() => (resources.page = page)),
    });
  }

  #table(answer: Decided): TemplateResult {
    const comparison = this.#comparison;
    // The rules that stand here are not those of a report that was made before.
    const wordsAt = comparison.isRecorded ? () => [] : wordsIn(this.rules, this.#ruleType);
    return table({
      answer,
      comparison,
      words: WhyReplace.words,
      canChoose: !this.readonly && !comparison.isStale && isEditable(this.rules),
      wordsAt,
      choose: (path, families, words) => this.#choose(path, families, words),
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
      <button class="small" @click=${() => this.#comparison.cancel()}>Cancel</button>
    </p>`;
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

  #decided(answer: Answer) {
    this.#keepFocus();
    this.#takeaways?.renew();
    void this.#showTaken();
    // Of a plan that came with a link, what it was made of is shown.
    const item = this.#sharing?.arrive(this.#items);
    if (item !== undefined) void this.#chooseResource(item);
    if (answer.plan !== null) {
      this.#announce(planHeadline(answer.plan).title);
      this.#listed();
      this.#tellVerdict({ format: answer.format as PlanVerdict["format"], summary: answer.plan.summary });
    } else if (isDecided(answer)) {
      this.#announce(headline(answer).title);
      const { raw, verdict, counts } = answer.resource;
      this.#tellVerdict({ format: "pair", raw, verdict, counts });
    }
  }

  #tellVerdict(detail: VerdictDetail) {
    this.dispatchEvent(new CustomEvent("why-replace-verdict", { detail, bubbles: true, composed: true }));
  }

  // Resources of a plan

  get #items(): readonly Item[] {
    return this.#comparison.answer?.plan?.items ?? [];
  }

  /** What is to be known of the resources that are listed; one of them is always shown. */
  #listed() {
    const listed = this.#resources.shown(this.#items);
    const [first] = listed;
    const { chosen } = this.#comparison;
    if (first !== undefined && chosen === null) void this.#comparison.choose(first.id);
    void this.#comparison.explain(listed.map(({ id }) => id));
  }

  /** Changes which resources are listed. */
  #relist(change: () => void) {
    this.#change(change);
    const resources = this.#resources;
    this.#announce(TEXT.listed(resources.matching(this.#items).length, this.#items.length));
    this.#listed();
  }

  #filter(filter: Filter) {
    this.#relist(() => Object.assign(this.#resources, { filter, page: 0 }));
  }

  /** Lists what a filter lets through, or all again. */
  #listOnly(filter: Filter) {
    if (this.#items.length > 0) this.#filter(this.#resources.filter === filter ? "changes" : filter);
  }

  async #chooseResource(item: Item) {
    const resources = this.#resources;
    const listed = resources.shown(this.#items)[0];
    resources.reveal(this.#items, item);
    if (resources.shown(this.#items)[0] !== listed) this.#listed();
    const chosen = this.#comparison.choose(item.id);
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector(`#item-${item.id}`)?.scrollIntoView({ block: "nearest" });
    await chosen;
  }

  #goToResource(address: string) {
    const item = this.#items.find((item) => item.address === address);
    if (item === undefined) return;
    // The link that had the focus goes.
    this.#focus("#list");
    void this.#chooseResource(item);
  }

  /** Chooses among the resources that are listed. */
  #stepResource(by: 1 | -1) {
    const matching = this.#resources.matching(this.#items);
    const at = matching.findIndex(({ id }) => id === this.#comparison.chosen);
    const item = matching[Math.max(0, at + by)];
    if (item !== undefined) void this.#chooseResource(item);
    this.#focus("#list");
  }

  /** A plan takes the place of two documents, and these take its place. */
  #setPlan(source: Source) {
    if (source === this.plan) return;
    this.#typing = undefined;
    this.#comparison.forget();
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
    this.#tell(await takeaways.copied(what, this.renderRoot));
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
      () => this.#resources,
      (inputs) => {
        this.#begin({ ...NOTHING, ...inputs });
        // The verdict is seen first.
        this.#isInputOpen = false;
      },
    );
    return this.#sharing;
  }

  /** Tells what was done, to be seen and to be heard. */
  #tell(text: string) {
    clearTimeout(this.#telling);
    this.#change(() => (this.#done = text));
    this.#announce(text);
    this.#telling = setTimeout(() => this.#change(() => (this.#done = "")), TOLD_MS);
  }

  // What comes in

  #load({ plan, old, new: now, type, olds, rules }: Example) {
    this.#begin({ ...NOTHING, plan, old, new: now, type, olds, rules });
    this.#isExample = true;
  }

  #clear = () => {
    this.#begin(NOTHING);
    this.#focusField("old");
  };

  #begin(inputs: typeof NOTHING) {
    // Rules that go away can be brought back.
    if (this.rules !== inputs.rules && this.rules !== NOTHING.rules)
      this.#history.record(this.rules, "chosen");
    Object.assign(this, inputs);
    this.#typing = undefined;
    this.#isExample = false;
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
    this.#isExample = false;
    this[side] = source;
  }

  #typed(field: Field, change: () => void) {
    this.#typing = field;
    this.#isExample = false;
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
    const isAnew = this.#isExample && isWhole;
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
    if (side === undefined) this.#announce(TEXT.pasted(to));
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
    if (this.#isExample || this.#comparison.isRecorded) this.#begin(NOTHING);
  }

  // Rules

  #setRules(text: string, origin: Origin) {
    if (text === this.rules) return;
    this.#history.record(this.rules, origin);
    this.rules = text;
  }

  /** The section of the rules that a choice belongs to: of a resource of a plan its own, if it has one, else its type's. */
  get #ruleType(): string {
    const { answer } = this.#comparison;
    if (!answer?.plan || answer.resource === null) return typeInForce(this.rules, this.type);
    const { address, type } = answer.resource;
    return typesOf(this.rules).includes(address) ? address : type;
  }

  async #choose(path: string, families: readonly Family[], chosen: readonly string[]) {
    const { exchanged, withWords } = await loadLater();
    const type = this.#ruleType;
    const belongs = (word: string) => families.some((family) => family === this.#familyOf(word));
    const words = exchanged(wordsIn(this.rules, type)(path), belongs, chosen);
    this.#typing = undefined;
    this.#setRules(withWords(this.rules, type, path, words), "chosen");
  }

  #familyOf(word: string): Family | undefined {
    return WhyReplace.words.find(({ name }) => name === nameOf(word))?.family;
  }

  /** Takes the words at a row's path away, or brings back what was taken away or is suggested. */
  #switch(row: Row) {
    const { path, proposal } = row;
    const words = wordsIn(
      this.rules,
      this.#ruleType,
    )(path).filter((word) => this.#familyOf(word) === "equality");
    const before = this.#switchedOff.get(path);
    if (words.length > 0) this.#switchedOff.set(path, words);
    if (words.length > 0) this.#choose(path, EQUALITY, []);
    else if (before !== undefined) this.#choose(path, EQUALITY, before);
    else if (proposal !== null && proposal.grade !== "ask") this.#accept(proposal, row);
    else this.#announce(TEXT.nothingToSwitch);
  }

  /** Does something with the row that has the focus. */
  #atRow(act: (row: Row) => void) {
    const path = pathOf(this.shadowRoot?.activeElement?.closest("tbody"));
    const row = this.#comparison.answer?.rows.find((row) => row.path === path);
    if (row === undefined) this.#announce(TEXT.noRow);
    else act(row);
  }

  async #accept(proposal: Proposal, row: Row) {
    const { withProposal } = await loadLater();
    this.#typing = undefined;
    this.#setRules(withProposal(this.rules, this.#ruleType, proposal), "chosen");
    // The button that had the focus goes.
    void this.#focusRow(row.path);
  }

  /** A row that goes leaves the focus to what comes in its place. */
  async #keepFocus() {
    const path = pathOf(this.shadowRoot?.activeElement?.closest("tbody"));
    if (path === undefined) return;
    this.requestUpdate();
    await this.updateComplete;
    if (this.shadowRoot?.activeElement === null) await this.#focusRow(path);
  }

  #travel(way: "undo" | "redo") {
    if (this.#comparison.isRecorded) return;
    const text = this.#history[way](this.rules);
    if (text === undefined) return;
    this.#typing = undefined;
    this.rules = text;
    this.#announce(way === "undo" ? TEXT.undone : TEXT.redone);
  }

  // Keys and focus

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
    "next-row": () => this.#step(this.#rows, 1),
    "previous-row": () => this.#step(this.#rows, -1),
    "next-resource": () => this.#stepResource(1),
    "previous-resource": () => this.#stepResource(-1),
    search: () => this.#focus("#search"),
    "only-spurious": () => this.#listOnly("spurious"),
    "only-replace": () => this.#listOnly("replace"),
    look: () => this.#atRow((row) => this.#look(row)),
    switch: () => this.#atRow((row) => this.#switch(row)),
    unchanged: () => void this.#comparison.list("unchanged"),
    copy: () => void this.#copy("markdown"),
    share: () => void this.#share(),
    fold: () => this.#change(() => (this.#isInputOpen = false)),
    unfold: () => this.#change(() => (this.#isInputOpen = true)),
    help: () => void this.#help(),
    "next-region": () => this.#step(this.#regions, 1, true),
    "previous-region": () => this.#step(this.#regions, -1, true),
    "to-old": () => this.#focusField("old"),
    "to-new": () => this.#focusField("new"),
    compare: () => {
      this.#left();
      void this.#comparison.run();
    },
    undo: () => this.#travel("undo"),
    redo: () => this.#travel("redo"),
    close: () => this.#closeMenu(),
  };

  /** Moves the focus among elements; from outside of them to the first or the last. */
  #step(elements: HTMLElement[], by: 1 | -1, isCircle = false) {
    const focused = this.shadowRoot?.activeElement ?? null;
    const at = elements.findIndex((element) => element.contains(focused));
    const next = at === -1 ? (by === 1 ? 0 : elements.length - 1) : at + by;
    focus(elements.at(isCircle ? next % elements.length : Math.max(0, Math.min(next, elements.length - 1))));
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

  #help = async () => (await this.#dialog("help")).showModal();

  #focus(selector: string) {
    focus(this.renderRoot.querySelector<HTMLElement>(selector));
  }

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

  #announce(text: string) {
    clearTimeout(this.#announcing);
    const wait = Math.max(0, this.#announcedAt + ANNOUNCE_MS - performance.now());
    this.#announcing = setTimeout(() => {
      this.#announcedAt = performance.now();
      this.#change(() => (this.#status = text));
    }, wait);
  }

  #change(change: () => void) {
    change();
    this.requestUpdate();
  }
}

function focus(element: HTMLElement | null | undefined) {
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
}

/** The path of a row. */
const pathOf = (body: Element | null | undefined) => body?.getAttribute("data-path") ?? undefined;

/** Of several elements on a page, keys, pastes and drops outside of all go to the one that had the focus last. */
let active: WhyReplace | undefined;

function makeActive(element: WhyReplace | undefined) {
  active = element;
}

/** Whether an element had the focus last. */
export const hadFocus = (element: WhyReplace) => active === element;

/** The first to ask is active as long as none had the focus. */
function isActive(element: WhyReplace): boolean {
  active ??= element;
  return active === element;
}

/** What kind of thing an event happened in. */
function focusOf(event: Event): Focus {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return "page";
  if (
    target.isContentEditable ||
    target.matches("textarea, input:not([type=checkbox], [type=radio], [type=file])")
  )
    return "text";
  return target.matches("select") ? "choice" : "page";
}
