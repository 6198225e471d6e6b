// What can be taken along from the report that is shown: made when it is looked at or copied, and once.

import type { Comparison } from "../comparison.js";
import { Superseded } from "../engine.js";
import { TAKEAWAYS, type Takeaway, type Taken } from "../protocol.js";
import { taken } from "../taken.js";
import { copied } from "./clipboard.js";
import { LATER } from "./messages.js";
import { withRules } from "./rules-edit.js";

export class Takeaways {
  isOpen = false;
  what: Takeaway = "markdown";
  /** Whether the rules are to have those that are suggested, too. */
  isSuggested = false;
  /** What is shown: the last one until the next is made. */
  shown: Taken | undefined;
  #made = new Map<string, Promise<Taken>>();
  #wanted: Promise<Taken> | undefined;

  constructor(
    private readonly comparison: Comparison,
    private readonly rules: () => string,
    /** Where in the rules those of a section are written. */
    private readonly section: (name: string) => string,
  ) {}

  /** What there is: a report that was made before does not tell its rules. */
  get all(): readonly Takeaway[] {
    return this.comparison.isRecorded ? ["markdown", "report"] : TAKEAWAYS;
  }

  /** What was made is of another report. */
  renew() {
    this.#made = new Map();
    if (!this.all.includes(this.what)) this.choose({ what: "markdown" });
  }

  /** The chosen text, or another one, of the report that is shown. */
  of(what = this.what): Promise<Taken> {
    const name = `${what} ${what === "rules" && this.isSuggested}`;
    const made = this.#made;
    // Without a result, what was made is of documents that are gone.
    const before = this.comparison.answer && made.get(name);
    if (before !== undefined) return before;
    const making = this.#make(what);
    made.set(name, making);
    making.catch(() => made.delete(name));
    return making;
  }

  /** Chooses another text; that of before is not shown in its place. */
  choose(change: Partial<Pick<Takeaways, "what" | "isSuggested">>) {
    Object.assign(this, change);
    this.shown = undefined;
  }

  /** Brings what is chosen, while it is looked at. */
  async show(): Promise<void> {
    if (!this.isOpen) return;
    const wanted = this.of();
    this.#wanted = wanted;
    const shown = await wanted.catch(() => undefined);
    if (shown !== undefined && this.#wanted === wanted) this.shown = shown;
  }

  /** Copies a text, and says what became of that. Nothing may be waited for before the clipboard is asked. */
  async copied(what: Takeaway, near: ShadowRoot): Promise<string> {
    const text = this.of(what).then(({ whole }) => whole);
    try {
      return (await copied(text, near)) ? LATER.copied(what, (await text).size) : LATER.notCopied;
    } catch {
      return LATER.notMade;
    }
  }

  async #make(what: Takeaway): Promise<Taken> {
    if (!this.comparison.isCurrent) throw new Superseded();
    const rules = this.rules();
    if (what === "rules" && !this.isSuggested) return taken(rules);
    const made = await this.comparison.take(what);
    return what === "rules" ? taken(withRules(rules, await made.whole.text(), this.section)) : made;
  }
}
