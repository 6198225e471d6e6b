// What the page knows about its documents, and how it comes to know: one run after another, each in place of the last.

import type { Keys, Quiet } from "whyreplace";
import { inPlaces, type Places, placesByDanger } from "./danger.js";
import { isEmpty, sizeOf } from "./documents.js";
import type { Controller, Host } from "./element.js";
import { Crashed, Engine, Superseded, Unusable } from "./engine.js";
import type { Recorded } from "./later/recorded.js";
import { TEXT } from "./messages.js";
import {
  type About,
  type Answer,
  type Arguments,
  type Column,
  type Inside,
  type Method,
  type Problem,
  type Result,
  ROWS_STEP,
  type Row,
  type RuleFile,
  type Settings,
  type Shape,
  SIDES,
  type Side,
  type Source,
  type Takeaway,
  type Taken,
  type Value,
  type Why,
} from "./protocol.js";

/** How long a run may go on before the page says that it does. */
const SLOW_MS = 300;
/** An unfolded value grows by this factor at each press. */
const UNFOLD = 100;
/** For so many resources it is asked why they differ at a time: what is asked meanwhile waits that long. */
const CAUSES_STEP = 20;
/** The same for whether suggestions settle them, which is found sooner. */
const SETTLED_STEP = 100;

/** The documents: two of one resource or, in their place, one plan. */
export const DOCUMENTS = [...SIDES, "plan"] as const;
/** What can have an error of its own. */
export const FIELDS = [...DOCUMENTS, "rules"] as const;
export type Field = (typeof FIELDS)[number];

/** What a comparison is made of. */
export interface Inputs extends Record<(typeof DOCUMENTS)[number], Source> {
  /** In place of all documents: a report of them that was made before. */
  report: unknown;
  settings: Omit<Settings, "reveal">;
}

/** Whether there is nothing to show a result of. */
export const isNothing = (inputs: Pick<Inputs, (typeof DOCUMENTS)[number] | "report">) =>
  inputs.report === undefined && DOCUMENTS.every((document) => isEmpty(inputs[document]));

export class Comparison implements Controller {
  /** The last good result. */
  answer: Answer | undefined;
  /** Whether the result is for an earlier input. */
  isStale = false;
  isSlow = false;
  problems: Problem[] = [];
  /** Why there can be no result. */
  failure: string | undefined;
  /** The resource of a plan that is shown. */
  chosen: number | null = null;
  /** Why resources of a plan differ, as far as it was asked. */
  whys: ReadonlyMap<number, Why> = new Map();
  /** How many replacements of a plan the suggestions would settle, once that is known. */
  settled: number | undefined;

  /** What is found in rows that are looked into, by their paths. */
  readonly insides = new Map<string, Inside>();
  /** Keys that have no row, of the kinds that are listed. */
  readonly quiet = new Map<Quiet, Keys>();

  readonly #engine = new Engine();
  /** What knows the report: the worker, unless it was made before. */
  #answers: Pick<Engine, "ask"> = this.#engine;
  readonly #unfolded = new Map<string, Value>();
  /** The paths of groups whose findings are shown. */
  #open: readonly string[] = [];
  #reveal: readonly string[] = [];
  #rowsWanted = ROWS_STEP;
  /** Until then it is not known what the latest document is: a run before would end the question. */
  #sorted: Promise<unknown> | undefined;
  #explained: readonly number[] = [];
  /** Stands for the documents as they are now; the worker's report is about them if it holds the same. */
  #documents = {};
  #held: object | undefined;
  /** The documents that the answer is of. */
  #answered: object | undefined;
  /** Where the resources of the plan stand since it was read: no change of the rules moves one under the pointer. */
  #order: { documents: object | undefined; places: Places } = { documents: {}, places: new Map() };
  #run = 0;
  #isHere = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: Host,
    readonly inputs: () => Inputs,
    private readonly decided: (answer: Answer) => void,
    /** Reads a report that was made before. */
    private readonly recorded: (report: unknown, shape: Shape) => Promise<Recorded>,
  ) {
    host.addController(this);
  }

  async hostConnected() {
    this.#isHere = true;
    // Documents that were here before the element was moved are compared again.
    this.schedule(0);
    // A report that the page brings along is set by now, and takes neither a worker nor WebAssembly.
    await new Promise((resolve) => setTimeout(resolve));
    if (this.isRecorded) return;
    try {
      await this.#engine.start();
    } catch (error) {
      if (!(error instanceof Superseded || this.isRecorded)) this.failure = failureOf(error, 0);
    }
    this.host.requestUpdate();
  }

  hostDisconnected() {
    this.#isHere = false;
    clearTimeout(this.#timer);
    this.#engine.stop(new Superseded());
    this.#held = undefined;
  }

  /** The documents changed: what was revealed or unfolded was in the earlier ones. */
  renew() {
    this.#documents = {};
    this.chosen = null;
    this.#renewTable();
  }

  #renewTable() {
    this.#reveal = [];
    this.#open = [];
    this.#rowsWanted = ROWS_STEP;
    this.#unfolded.clear();
    this.insides.clear();
    this.quiet.clear();
  }

  /** Whether a document is to be read as a plan. */
  isPlan(source: Source): Promise<boolean> {
    // A run that was there before may end the question with the worker.
    const ask = (): Promise<boolean> =>
      this.#engine
        .ask("isPlan", source)
        .catch((error: unknown) => (error instanceof Superseded && this.#isHere ? ask() : false));
    const asked = ask();
    this.#sorted = asked;
    return asked;
  }

  /** Whether what is shown is of the documents as they are: else the worker may hold others. */
  get #isOfDocuments(): boolean {
    return this.#answered === this.#documents;
  }

  /** Shows another resource of the plan. */
  async choose(resource: number) {
    if (resource === this.chosen || !this.#isOfDocuments) return;
    this.chosen = resource;
    const wasRevealed = this.#reveal.length > 0;
    this.#renewTable();
    // What was revealed in one resource is masked in the next.
    if (wasRevealed) this.schedule(0);
    else await this.#takePart(this.#answers.ask("choose", this.#shape));
  }

  /** Finds out for resources of the plan why they differ, a few at a time. */
  async explain(resources: readonly number[]) {
    this.#explained = resources;
    const run = this.#run;
    const unknown = resources.filter((resource) => !this.whys.has(resource));
    for (let from = 0; from < unknown.length; from += CAUSES_STEP) {
      const asked = unknown.slice(from, from + CAUSES_STEP);
      const found = await this.#answers.ask("explain", asked).catch(() => undefined);
      if (found === undefined || run !== this.#run || resources !== this.#explained) return;
      this.whys = new Map([...this.whys, ...found]);
      this.host.requestUpdate();
    }
  }

  /** Counts the replacements that suggestions would settle, some resources at a time. */
  async countSettled(replaced: readonly number[]) {
    const [run, plan] = [this.#run, this.answer?.plan];
    let settled = 0;
    for (let from = 0; from < replaced.length; from += SETTLED_STEP) {
      const asked = replaced.slice(from, from + SETTLED_STEP);
      const found = await this.#answers.ask("settled", asked).catch(() => undefined);
      if (found === undefined || run !== this.#run || plan !== this.answer?.plan) return;
      settled += found;
    }
    this.settled = settled;
    this.host.requestUpdate();
  }

  /** Drops what is known about earlier documents. */
  forget() {
    this.answer = undefined;
    this.problems = [];
    this.failure = undefined;
  }

  /** Runs after a while; a later call begins the wait anew. */
  schedule(milliseconds: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.run(), milliseconds);
  }

  async run() {
    clearTimeout(this.#timer);
    this.#run += 1;
    const run = this.#run;
    await this.#sorted;
    if (run !== this.#run) return;
    const inputs = this.inputs();
    if (isNothing(inputs)) this.forget();
    else {
      const slow = setTimeout(() => this.#slow(), SLOW_MS);
      const outcome = await this.#asked(inputs).catch((error: unknown) => error);
      clearTimeout(slow);
      if (run !== this.#run) return;
      this.isSlow = false;
      if (!(outcome instanceof Superseded)) this.#take(inputs, outcome);
    }
    this.host.requestUpdate();
  }

  cancel() {
    this.#run += 1;
    this.#engine.stop(new Superseded());
    this.#held = undefined;
    this.isSlow = false;
    this.failure = TEXT.cancelled;
    this.host.requestUpdate();
  }

  /** The first error in a field: it is shown there. */
  problemOf(field: Field): Problem | undefined {
    // Of a recorded report there are no fields.
    if (this.isRecorded) return undefined;
    return this.problems.find(({ document, severity }) => document === field && severity === "error");
  }

  /** What was done to a text before it was read. */
  get repairs(): Problem[] {
    return this.problems.filter(({ code }) => code === "plan-repaired" || code === "plan-around");
  }

  /** What is not shown at a field. */
  get otherProblems(): Problem[] {
    const shown = [...FIELDS.map((field) => this.problemOf(field)), ...this.repairs];
    return this.problems.filter((problem) => !shown.includes(problem));
  }

  isRevealed(path: string): boolean {
    return this.#reveal.includes(path);
  }

  /** Shows or masks the values at a path. */
  reveal(path: string) {
    const others = this.#reveal.filter((other) => other !== path);
    this.#reveal = this.isRevealed(path) ? others : [...others, path];
    this.schedule(0);
  }

  /** Whether the result was made before: what takes the documents is not to be had. */
  get isRecorded(): boolean {
    return this.inputs().report !== undefined;
  }

  /** Whether the result is that of what is written now. */
  get isCurrent(): boolean {
    return this.answer !== undefined && !this.isStale;
  }

  /** Rule files as rule sets; none when the documents changed meanwhile, or they could not be read. */
  async ruleFiles(files: readonly File[]): Promise<RuleFile[] | undefined> {
    const asked = this.#documents;
    const read = await this.#engine.ask("ruleFiles", files).catch(() => undefined);
    return asked === this.#documents ? read : undefined;
  }

  /** The report of the result as a text. */
  take(what: Takeaway): Promise<Taken> {
    return this.#answers.ask("take", what);
  }

  /** A value at the length to which it was unfolded. */
  shown(row: Row, column: Column): Value | null {
    const value = row[column];
    // What is masked now may have been unfolded while it was shown.
    return value?.text == null ? value : (this.#unfolded.get(valueKey(row, column)) ?? value);
  }

  async unfold(row: Row, column: Column) {
    const most = (this.shown(row, column)?.text?.length ?? 0) * UNFOLD;
    const asked = this.#documents;
    const value = await this.#answers.ask("value", row.id, column, most).catch(() => null);
    if (value !== null && asked === this.#documents) this.#unfolded.set(valueKey(row, column), value);
    this.host.requestUpdate();
  }

  /** Shows what is inside a row, or no longer. */
  async lookInside(row: Row) {
    if (!this.insides.delete(row.path)) await this.#look(row);
    this.host.requestUpdate();
  }

  #look({ id, path, members }: Row) {
    return this.#askAbout("inside", [id, members > 0], (inside) => {
      if (inside !== null) this.insides.set(path, inside);
    });
  }

  /** Lists the keys of a kind that have no row, or no longer. */
  async list(which: Quiet) {
    if (!this.quiet.delete(which)) await this.moreKeys(which, 0);
    this.host.requestUpdate();
  }

  /** Lists those from a number on behind those before. */
  moreKeys(which: Quiet, from: number) {
    return this.#askAbout("keys", [which, from], ({ total, keys }) => {
      const before = this.quiet.get(which)?.keys.slice(0, from) ?? [];
      this.quiet.set(which, { total, keys: [...before, ...keys] });
    });
  }

  /** Asks about the resource that is shown, and takes the answer if that still is. */
  async #askAbout<M extends Method>(method: M, args: Arguments<M>, take: (result: Result<M>) => void) {
    const [run, chosen] = [this.#run, this.chosen];
    if (!this.#isOfDocuments) return;
    const result = await this.#answers.ask(method, ...args).catch(() => undefined);
    if (result === undefined || run !== this.#run || chosen !== this.chosen) return;
    take(result);
    this.host.requestUpdate();
  }

  /** What was found is of an earlier decision. */
  #lookAgain({ rows }: Answer) {
    for (const path of this.insides.keys()) {
      const row = rows.find((row) => row.path === path);
      if (row === undefined) this.insides.delete(path);
      else void this.#look(row);
    }
    for (const which of this.quiet.keys()) void this.moreKeys(which, 0);
  }

  /** Brings more rows; returns the first of them. */
  async more(): Promise<Row | undefined> {
    const from = this.answer?.rows.length ?? 0;
    this.#rowsWanted = from + ROWS_STEP;
    return this.#rowsFrom(from);
  }

  isOpen(path: string): boolean {
    return this.#open.includes(path);
  }

  /** Shows the findings of a group below it, or no longer. */
  toggle(path: string) {
    const others = this.#open.filter((other) => other !== path);
    this.#open = this.isOpen(path) ? others : [...others, path];
    return this.#rowsFrom(0);
  }

  async #rowsFrom(from: number): Promise<Row | undefined> {
    if (!this.#isOfDocuments) return undefined;
    const before = this.answer?.rows.slice(0, from) ?? [];
    const asked = this.#answers.ask("rows", from, this.#shape);
    const added = asked.then(({ rows, total }) => ({ rows: [...before, ...rows], total }));
    await this.#takePart(added);
    return this.answer?.rows[from];
  }

  /** Takes a part of the answer, unless something else was asked for meanwhile. */
  async #takePart(asked: Promise<Partial<About>>) {
    const [run, chosen] = [this.#run, this.chosen];
    const part = await asked.catch((error: unknown) => {
      // The worker gave way, and the report with it: a run makes another.
      if (!(error instanceof Superseded)) this.schedule(0);
      return undefined;
    });
    if (this.answer === undefined || part === undefined) return;
    if (run !== this.#run || chosen !== this.chosen) return;
    this.answer = { ...this.answer, ...part };
    this.host.requestUpdate();
  }

  get #shape(): Shape {
    return { resource: this.chosen, shown: this.#rowsWanted, open: this.#open };
  }

  /** Decides again where the documents are the same; a report that was lost is made anew. */
  async #asked(inputs: Inputs): Promise<Answer> {
    const asked = this.#documents;
    if (inputs.report !== undefined) {
      const recorded = await this.recorded(inputs.report, this.#shape);
      if (asked !== this.#documents) throw new Superseded();
      this.#answers = recorded;
      this.#held = asked;
      return recorded.answer(this.#shape);
    }
    this.#answers = this.#engine;
    const settings = { ...inputs.settings, reveal: this.#reveal };
    if (this.#held === this.#documents) {
      try {
        return await this.#engine.run("decide", settings, this.#shape);
      } catch (error) {
        if (error instanceof Superseded) throw error;
      }
    }
    // A side that is still empty is compared as null, only to know whether the other one can be read.
    const content = (side: Side) => (isEmpty(inputs[side]) ? "null" : inputs[side]);
    const documents = { old: content("old"), new: content("new") };
    this.#held = undefined;
    const answer = isEmpty(inputs.plan)
      ? await this.#engine.run("compare", documents, settings, this.#shape)
      : await this.#engine.run("review", inputs.plan, settings, this.#shape);
    this.#held = asked;
    return answer;
  }

  #take(inputs: Inputs, outcome: unknown) {
    if (isAnswer(outcome)) this.#takeAnswer(inputs, outcome);
    else {
      this.isStale = true;
      this.#held = undefined;
      this.failure = failureOf(outcome, sizeOfAll(inputs));
    }
  }

  #takeAnswer(inputs: Inputs, answer: Answer) {
    this.failure = undefined;
    this.problems = answer.problems;
    const isWhole = this.isRecorded || !isEmpty(inputs.plan) || !SIDES.some((side) => isEmpty(inputs[side]));
    const isRead = answer.plan !== null || answer.resource !== null;
    // With a broken rule the verdict would be one about other rules than those that are written.
    this.isStale = !isRead || !isWhole || this.problemOf("rules") !== undefined;
    if (this.isStale) return this.#mask();
    this.#answered = this.#documents;
    this.answer = { ...answer, plan: answer.plan && this.#inOrder(answer.plan) };
    this.whys = new Map();
    this.settled = undefined;
    this.#lookAgain(this.answer);
    // Another one was chosen while this one was decided.
    const isOther = this.chosen !== null && this.chosen !== answer.resource?.id;
    if (isOther) void this.#takePart(this.#answers.ask("choose", this.#shape));
    this.decided(this.answer);
  }

  /** What is revealed is masked again, and no sentence quotes it: with broken rules nothing could be hidden later. */
  #mask() {
    if (this.#reveal.length === 0 || this.answer === undefined) return;
    const hidden = (value: Value | null) => value && { ...value, text: null, more: 0 };
    const masked = ({ old, new: now, remote, ...row }: Row): Row => ({
      ...row,
      message: "",
      old: hidden(old),
      new: hidden(now),
      remote: hidden(remote),
    });
    const rows = this.answer.rows.map((row) => (this.isRevealed(row.path) ? masked(row) : row));
    this.answer = { ...this.answer, rows };
    this.#reveal = [];
    this.insides.clear();
    this.schedule(0);
  }

  #inOrder(plan: NonNullable<Answer["plan"]>): Answer["plan"] {
    const documents = this.#held;
    if (this.#order.documents !== documents) this.#order = { documents, places: placesByDanger(plan.items) };
    return { ...plan, items: inPlaces(plan.items, this.#order.places) };
  }

  /** A quick run changes the result in place; only a slow one, or one that fails, leaves it behind. */
  #slow() {
    if (this.isRecorded) return;
    this.isSlow = true;
    this.isStale = true;
    this.host.requestUpdate();
  }
}

const valueKey = ({ path }: Row, column: Column) => `${column} ${path}`;

const isAnswer = (outcome: unknown): outcome is Answer =>
  typeof outcome === "object" && outcome !== null && "resource" in outcome;

/** How big the documents are that are read. */
export function sizeOfAll(inputs: Pick<Inputs, (typeof DOCUMENTS)[number]>): number {
  return isEmpty(inputs.plan) ? sizeOf(inputs.old) + sizeOf(inputs.new) : sizeOf(inputs.plan);
}

/** What to say about an error; one from the worker begins with its name. */
function failureOf(error: unknown, size: number): string {
  if (error instanceof Unusable) return error.message;
  const text = String(error);
  if (error instanceof Crashed || text.includes("RangeError")) return TEXT.tooBig(size);
  return /NotReadable|NotFound/.test(text) ? TEXT.unreadable : TEXT.tryAgain;
}
