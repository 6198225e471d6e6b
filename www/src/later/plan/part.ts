// A plan as it is shown: its verdict, the list of its resources, and which of them is looked at.

import { html, type TemplateResult } from "lit/html.js";
import type { Comparison } from "../../comparison.js";
import type { Host } from "../../element.js";
import { focus } from "../../focus.js";
import type { Decided } from "../../headline.js";
import { type Filter, TEXT } from "../../messages.js";
import type { Answer, Item } from "../../protocol.js";
import type { Telling } from "../../telling.js";
import { type PlanHeadline, planHeadline } from "./headline.js";
import { Resources } from "./resources.js";
import { beside, list, planBanner } from "./view.js";

/** So narrow, the list stands above what is said. */
const NARROW = 1040;

type Planned = NonNullable<Answer["plan"]>;

interface Place extends Host {
  readonly renderRoot: ShadowRoot;
  readonly clientWidth: number;
  readonly updateComplete: Promise<void>;
}

export class PlanPart {
  resources = new Resources();

  constructor(
    private readonly host: Place,
    private readonly comparison: Comparison,
    private readonly telling: Telling,
  ) {}

  get items(): readonly Item[] {
    return this.comparison.answer?.plan?.items ?? [];
  }

  /** Another plan is listed from its beginning. */
  renew() {
    this.resources = new Resources();
  }

  /** What its verdict is in one sentence, as far as the suggestions are known. */
  headline(plan: Planned): PlanHeadline {
    const { settled } = this.comparison;
    return planHeadline(plan, { settled, isIncomplete: this.comparison.problemOf("plan") !== undefined });
  }

  /** The verdict, the list, and beside it what is said of one resource. */
  view(plan: Planned, staleness: string | null, detail: unknown): TemplateResult {
    return html`${planBanner(this.headline(plan), staleness)}
      <div class="whole"><div class="plan">${this.#list()} ${detail}</div></div>`;
  }

  /** What the plan says of the resource that is shown. */
  beside(answer: Decided) {
    return beside(answer, (address) => this.goTo(address));
  }

  #list() {
    const { items, resources, comparison } = this;
    const { chosen, whys } = comparison;
    return list({
      items,
      resources,
      chosen,
      whys,
      choose: (item) => this.choose(item),
      open: async (item) => {
        await this.choose(item);
        if (this.host.clientWidth < NARROW) this.#enter();
      },
      enter: () => this.#enter(),
      toList: () => this.#focus("#list"),
      filtered: (filter) => this.#filter(filter),
      searched: (query) => this.#relist({ query, page: 0 }),
      turned: (page) => this.#relist({ page }),
    });
  }

  /** Another decision: what is to be known of it, and to be heard unless what changed was told. */
  async decided(plan: Planned, isTold: boolean) {
    const announce = () => isTold || this.telling.announce(this.headline(plan).title);
    announce();
    await this.#listed();
    if (plan !== this.comparison.answer?.plan) return;
    const replaced = this.items.filter(({ action }) => action === "replace");
    await this.comparison.countSettled(replaced.map(({ id }) => id));
    if (plan === this.comparison.answer?.plan) announce();
  }

  /** What is to be known of the resources that are listed; one of them is always shown. */
  async #listed() {
    const { resources, items, comparison } = this;
    const listed = resources.shown(items);
    const [first] = listed;
    const isListed = resources.matching(items).some(({ id }) => id === comparison.chosen);
    if (first !== undefined && !isListed) void comparison.choose(first.id);
    await comparison.explain(listed.map(({ id }) => id));
  }

  /** Lists what a filter lets through, or all again. */
  listOnly(filter: Filter) {
    if (this.items.length > 0) this.#filter(this.resources.filter === filter ? "changes" : filter);
  }

  /** Shows a resource, and where it stands in the list. */
  async choose(item: Item) {
    const { host, resources, items } = this;
    const [first] = resources.shown(items);
    resources.reveal(items, item);
    if (resources.shown(items)[0] !== first) void this.#listed();
    const chosen = this.comparison.choose(item.id);
    host.requestUpdate();
    await host.updateComplete;
    const scroll = () =>
      host.renderRoot.querySelector(`#item-${item.id}`)?.scrollIntoView({ block: "nearest" });
    scroll();
    await chosen;
    // Rows have their heights only when they are near.
    scroll();
  }

  goTo(address: string) {
    const item = this.items.find((item) => item.address === address);
    if (item === undefined) return;
    // The link that had the focus goes.
    this.#focus("#list");
    void this.choose(item);
  }

  /** Chooses among the resources that are listed. */
  step(by: 1 | -1) {
    const matching = this.resources.matching(this.items);
    const at = matching.findIndex(({ id }) => id === this.comparison.chosen);
    const item = matching[Math.max(0, at + by)];
    if (item !== undefined) void this.choose(item);
    this.#focus("#list");
  }

  #enter() {
    this.#focus(".detail .verdict");
  }

  #focus(selector: string) {
    focus(this.host.renderRoot.querySelector<HTMLElement>(selector));
  }

  #filter(filter: Filter) {
    this.#relist({ filter, page: 0 });
  }

  /** Changes which resources are listed. */
  #relist(change: Partial<Pick<Resources, "filter" | "query" | "page">>) {
    Object.assign(this.resources, change);
    this.host.requestUpdate();
    this.telling.announce(TEXT.listed(this.resources.matching(this.items).length, this.items.length));
    void this.#listed();
  }
}
