// What is chosen in rows, written into the text of the rules; and the way back.

import type { Family, Proposal } from "whyreplace";
import type { Comparison } from "./comparison.js";
import { outcomeOf } from "./headline.js";
import { History, type Origin } from "./history.js";
import type { Loaded } from "./later/rule-files.js";
import { loadLater } from "./load-later.js";
import { TEXT } from "./messages.js";
import type { Answer, Row, ShownWord } from "./protocol.js";
import { ANY_TYPE, nameOf, typeInForce, typesOf, wordsIn } from "./rules-text.js";
import type { Telling } from "./telling.js";
import { EQUALITY } from "./view/table.js";

/** Where the rules are. */
export interface Ruled {
  rules: string;
  readonly type: string;
}

export class RuleChoices {
  #history = new History();
  /** The words that were taken away by a key, by section and path. */
  readonly #switchedOff = new Map<string, string[]>();

  /** What it came to before the last choice, until it is told what that changed. */
  #before: string | undefined;
  /** What became of the rule files that were chosen last. */
  loaded: readonly Loaded[] = [];

  constructor(
    private readonly of: Ruled,
    private readonly comparison: Comparison,
    private readonly telling: Telling,
    private readonly words: () => readonly ShownWord[],
    /** A choice was made: nobody types any longer. */
    private readonly chosen: () => void,
  ) {}

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  /** What the rule at exactly a path says; the rules that stand here are not those of a report that was made before. */
  get wordsAt(): (path: string) => string[] {
    return this.comparison.isRecorded ? () => [] : wordsIn(this.of.rules, this.#section);
  }

  /** Changes the text, so that it can be undone. */
  set(text: string, origin: Origin) {
    if (text === this.of.rules) return;
    this.#history.record(this.of.rules, origin);
    if (origin === "chosen") this.#chosen();
    this.of.rules = text;
  }

  /** Rules that go away with what they were about can be brought back. */
  leave(rules: string) {
    this.#history.record(rules, "chosen");
  }

  /** Exchanges the words of some families in the rule at a path. */
  async choose(path: string, families: readonly Family[], chosen: readonly string[]) {
    const section = this.#section;
    const { exchanged, withWords } = await loadLater();
    const belongs = (word: string) => families.some((family) => family === this.#familyOf(word));
    const words = exchanged(this.wordsAt(path), belongs, chosen);
    this.set(withWords(this.of.rules, section, path, words), "chosen");
  }

  async accept(proposal: Proposal) {
    const section = this.#section;
    const { withProposal } = await loadLater();
    this.set(withProposal(this.of.rules, section, proposal), "chosen");
  }

  /** Takes the words at a row's path away, or brings back what was taken away or is suggested. */
  async switch({ path, proposal }: Row) {
    const words = this.wordsAt(path).filter((word) => this.#familyOf(word) === "equality");
    const place = JSON.stringify([this.#section, path]);
    const before = this.#switchedOff.get(place);
    if (words.length > 0) this.#switchedOff.set(place, words);
    if (words.length > 0) await this.choose(path, EQUALITY, []);
    else if (before !== undefined) await this.choose(path, EQUALITY, before);
    else if (proposal !== null && proposal.grade !== "ask") await this.accept(proposal);
    else this.telling.announce(TEXT.nothingToSwitch);
  }

  /** Brings the rules of files in, as far as they are about what is here. */
  async load(files: readonly File[]) {
    const { withFiles } = await loadLater();
    const read = await this.comparison.ruleFiles(files);
    if (read === undefined) return this.telling.tell(TEXT.filesNotRead);
    const isCost = (word: string) => this.#familyOf(word) === "cost";
    const { text, loaded } = withFiles(this.of.rules, read, (type) => this.#isHere(type), isCost);
    this.loaded = loaded;
    this.set(text, "chosen");
  }

  /** Whether something here has a type, or an address; of a pair whose type is not known, it may be any. */
  #isHere(type: string): boolean {
    const { answer } = this.comparison;
    if (type === ANY_TYPE) return true;
    if (answer?.plan) return answer.plan.items.some((item) => item.type === type || item.address === type);
    return this.of.type === "" || this.of.type === type;
  }

  travel(way: "undo" | "redo") {
    const text = this.comparison.isRecorded ? undefined : this.#history[way](this.of.rules);
    if (text === undefined) return;
    this.#chosen();
    this.of.rules = text;
    this.telling.announce(way === "undo" ? TEXT.undone : TEXT.redone);
  }

  #chosen() {
    const { answer } = this.comparison;
    if (answer !== undefined) this.#before ??= outcomeOf(answer);
    this.chosen();
  }

  /** Tells what the last choices changed, once that is decided; false where there were none. */
  tellEffect(answer: Answer): boolean {
    if (this.#before === undefined) return false;
    this.telling.tell(TEXT.rulesChanged(this.#before, outcomeOf(answer)));
    this.#before = undefined;
    return true;
  }

  /** What was chosen was about other documents. */
  renew() {
    this.#switchedOff.clear();
    this.#before = undefined;
    this.loaded = [];
  }

  /** The rules are another example's: there is no way back to those of the last. */
  forget() {
    this.#history = new History();
    this.renew();
  }

  /** The type that a choice is about in the whole plan; null where it is about one resource alone. */
  get sharedType(): string | null {
    const section = this.#section;
    return this.comparison.answer?.plan && section === this.comparison.answer.resource?.type ? section : null;
  }

  /** The section of the rules that a choice belongs to: of a resource of a plan its own, if it has one, else its type's. */
  get #section(): string {
    const { rules, type } = this.of;
    const { answer } = this.comparison;
    if (!answer?.plan || answer.resource === null) return typeInForce(rules, type);
    const { resource } = answer;
    return typesOf(rules).includes(resource.address) ? resource.address : resource.type;
  }

  #familyOf(word: string): Family | undefined {
    return this.words().find(({ name }) => name === nameOf(word))?.family;
  }
}
