// A link that carries the result: what it is to carry, how it is made, and what one that was opened brought along.

import {
  fromFragment,
  type PlainReport,
  type Shared,
  type SharedView,
  toFragment,
  toMarkdown,
} from "whyreplace";
import { type Comparison, sizeOfAll } from "../comparison.js";
import { contentOf, decoded } from "../decoded.js";
import { isEmpty } from "../documents.js";
import { type Item, SECTIONS, type Settings, type Source } from "../protocol.js";
import { copied, saved } from "./clipboard.js";
import { LATER, type Mode, TAKEAWAY } from "./messages.js";
import { FILTER_NAMES, type Resources } from "./plan/resources.js";
import { typesOnly, withoutPlaces } from "./reduced.js";

/** Longer links are cut on their way through chat tools. */
export const CHAT_CHARACTERS = 2000;
/** Longer ones are passed on by few programs at all. */
const MOST_CHARACTERS = 64_000;
/** More is not even tried. */
const MOST_BYTES = 16e6;

/** What can be begun with. */
export type Begin = Partial<Record<"old" | "new" | "plan" | "rules" | "type", string>> &
  Partial<Pick<Settings, "olds" | "dialect">> & { report?: unknown };

/** The element, as far as sharing needs it. */
export interface Sharer {
  readonly renderRoot: ShadowRoot;
  readonly updateComplete: Promise<void>;
  /** The address of the page that opens links. */
  readonly shareBase: string | undefined;
  requestUpdate(): void;
}

/** What became of a link: it is there, it is too long, or there is too much to even try, and perhaps for other ways too. */
export type Made =
  | { kind: "link"; link: string }
  | { kind: "too long"; characters: number; hasReport: boolean }
  | { kind: "too much"; hasReport: boolean }
  | { kind: "nothing" };

export class Sharing {
  mode: Mode = "masked";
  /** The link as it would be copied; nothing while it is made. */
  made: Made | undefined;
  /** Why it is dangerous to share the documents themselves, or null. */
  danger: string | null = null;
  /** What was done last in the dialog. */
  said = "";
  /** Whether what is shown came with a link. */
  isOpened = false;
  /** Why a link could not be opened. */
  problem: string | undefined;
  #view: SharedView | undefined;
  /** Stands for the latest time at which something was asked for: earlier answers come too late. */
  #asked = {};
  #reports = new Map<Mode, Promise<PlainReport | undefined>>();

  constructor(
    private readonly sharer: Sharer,
    private readonly comparison: Comparison,
    /** What of a plan is listed. */
    private readonly resources: () => Resources | undefined,
    private readonly begin: (inputs: Begin) => void,
  ) {}

  /** Whether the documents are here. */
  get hasDocuments(): boolean {
    return !this.comparison.isRecorded;
  }

  /** Opens the dialog, with what is safe to share chosen. */
  async show(dialog: HTMLDialogElement) {
    this.#reports = new Map();
    Object.assign(this, { mode: "masked", made: undefined, danger: null, said: "" });
    this.#changed();
    if (!dialog.open) dialog.showModal();
    const asked = this.#ask();
    const danger = await this.#danger();
    if (asked !== this.#asked) return;
    this.danger = danger;
    const chosen = this.choose(this.hasDocuments && danger === null ? "values" : "masked");
    await this.#changed();
    dialog.querySelector<HTMLElement>("input:checked")?.focus();
    await chosen;
  }

  /** Makes the link that carries so much. */
  async choose(mode: Mode) {
    Object.assign(this, { mode, made: undefined, said: "" });
    this.#changed();
    const asked = this.#ask();
    const made = await this.#make(mode);
    if (asked !== this.#asked) return;
    this.made = made;
    this.#changed();
  }

  copyLink() {
    const { made } = this;
    if (made?.kind === "link") void this.#copy(Promise.resolve(made.link), LATER.linkCopied);
  }

  copyMarkdown() {
    const text = this.#report(this.mode).then((report) => (report === undefined ? "" : toMarkdown(report)));
    void this.#copy(text, LATER.markdownCopied);
  }

  async saveReport() {
    const report = await this.#report(this.mode);
    saved(new Blob([`${JSON.stringify(report, null, 2)}\n`]), TAKEAWAY.report.file);
  }

  /** Begins with what a link carries. */
  async open(fragment: string) {
    const asked = this.#ask();
    let shared: Shared;
    try {
      shared = await fromFragment(fragment);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (asked === this.#asked) this.problem = error.message;
      return this.#changed();
    }
    if (asked !== this.#asked) return;
    const { view, ...inputs } = shared;
    this.begin(inputs);
    this.isOpened = true;
    this.#view = view;
  }

  /** With the next result: where to go in the plan that a link brought, once. Links that were none are past. */
  arrive(items: readonly Item[]): Item | undefined {
    const { filter, resource } = this.#view ?? {};
    this.#view = undefined;
    this.problem = undefined;
    const known = FILTER_NAMES.find((name) => name === filter);
    const resources = this.resources();
    if (known !== undefined && resources !== undefined) resources.filter = known;
    return items.find(({ address }) => address === resource);
  }

  /** Something else takes the place of what came with a link. */
  leave() {
    Object.assign(this, { isOpened: false, problem: undefined });
    this.#view = undefined;
  }

  #ask(): object {
    this.#asked = {};
    return this.#asked;
  }

  async #make(mode: Mode): Promise<Made> {
    const { comparison } = this;
    if (!comparison.isCurrent) return { kind: "nothing" };
    try {
      const shared = mode === "values" ? await this.#documents() : await this.#recorded(mode);
      if (shared === undefined) throw new RangeError();
      const link = this.sharer.shareBase + (await toFragment(shared));
      const { length } = link;
      if (length <= MOST_CHARACTERS) return { kind: "link", link };
      return { kind: "too long", characters: length, hasReport: await this.#hasReport(mode) };
    } catch (error) {
      // Otherwise the result was gone meanwhile.
      if (!(error instanceof RangeError)) return { kind: "nothing" };
      return { kind: "too much", hasReport: await this.#hasReport(mode) };
    }
  }

  async #hasReport(mode: Mode): Promise<boolean> {
    return (await this.#report(mode).catch(() => undefined)) !== undefined;
  }

  /** What is compared, without what is as always. */
  async #documents(): Promise<Shared | undefined> {
    const inputs = this.comparison.inputs();
    if (sizeOfAll(inputs) > MOST_BYTES) return undefined;
    const { type, rules, olds, dialect } = inputs.settings;
    const ruled = rules === "{}" ? {} : { rules };
    if (!isEmpty(inputs.plan)) {
      return { plan: await textOf(inputs.plan), ...ruled, ...this.#viewed };
    }
    return {
      ...{ old: await textOf(inputs.old), new: await textOf(inputs.new), ...ruled },
      ...(type === undefined ? {} : { type }),
      ...(olds === "inputs" ? {} : { olds }),
      ...(dialect === "json" ? {} : { dialect }),
    };
  }

  async #recorded(mode: Mode): Promise<Shared | undefined> {
    const [shown, report] = await Promise.all([this.#report("masked"), this.#report(mode)]);
    if (shown === undefined || report === undefined) return undefined;
    const { view } = this.#viewed;
    // Its address may be another one there.
    const at = resourcesOf(shown).findIndex(({ address }) => address === view?.resource);
    const resource = resourcesOf(report)[at]?.address;
    return { report, ...(resource === undefined ? {} : { view: { ...view, resource } }) };
  }

  /** Where in a plan the page is. */
  get #viewed(): Pick<Shared, "view"> {
    const { plan, resource } = this.comparison.answer ?? {};
    return plan && resource
      ? { view: { filter: this.resources()?.filter ?? "changes", resource: resource.address } }
      : {};
  }

  /** Resolves once the page shows it. */
  #changed(): Promise<void> {
    this.sharer.requestUpdate();
    return this.sharer.updateComplete;
  }

  /** The report as it may leave; nothing where there is too much of it. */
  #report(mode: Mode): Promise<PlainReport | undefined> {
    const made = this.#reports.get(mode) ?? this.#reduced(mode);
    this.#reports.set(mode, made);
    return made;
  }

  async #reduced(mode: Mode): Promise<PlainReport | undefined> {
    if (mode !== "masked") {
      const report = await this.#report("masked");
      return report && mode === "types" ? typesOnly(report) : report;
    }
    // In it nothing is revealed.
    const { whole } = await this.comparison.take("report");
    if (whole.size > MOST_BYTES) return undefined;
    return withoutPlaces(JSON.parse(await whole.text()) as PlainReport);
  }

  async #danger(): Promise<string | null> {
    if (!this.hasDocuments) return null;
    const inputs = this.comparison.inputs();
    const masked = masksIn(await this.#report("masked").catch(() => undefined));
    if (masked > 0) return LATER.masksOpen(masked);
    if (sizeOfAll(inputs) > MOST_BYTES) return LATER.soundsSecret;
    const texts = await Promise.all([inputs.old, inputs.new, inputs.plan].map(textOf));
    return texts.some((text) => SECRET.test(text)) ? LATER.soundsSecret : null;
  }

  async #copy(text: Promise<string>, done: string) {
    const blob = text.then((text) => new Blob([text], { type: "text/plain" }));
    const isCopied = await copied(blob, this.sharer.renderRoot.querySelector("#share") ?? document.body);
    this.said = isCopied ? done : LATER.linkNotCopied;
    this.#changed();
  }
}

/** Names whose values the core masks, and the marks of secrets; anywhere, since too many are better than one too few. */
const SECRET =
  /pass(?:word|wd|phrase)|\bpwd\b|\bsas\b|secret|token|(?:api|access|private)[-_ ]?key|credential|connection[-_ ]?string|4dabf18193072939|_sensitive"\s*:\s*(?:true|[[{][^}\]]*true)/i;

const resourcesOf = (report: PlainReport) => SECTIONS.flatMap((section) => report[section]);

/** How many values of a report are masked. */
function masksIn(report: PlainReport | undefined): number {
  const findings = report === undefined ? [] : resourcesOf(report).flatMap(({ findings }) => findings);
  const values = findings.flatMap(({ old, new: now, remote }) => [old, now, remote]);
  return values.filter((value) => value !== null && value.masked !== null).length;
}

async function textOf(source: Source): Promise<string> {
  return decoded(await contentOf(source));
}
