/** How a change came about: one choice is one step, typing in one go is one step too. */
export type Origin = "chosen" | "typed";

/** Steps back and forward through the versions of a text. */
export class History {
  readonly #back: string[] = [];
  readonly #forward: string[] = [];
  #last: Origin | undefined;

  get canUndo(): boolean {
    return this.#back.length > 0;
  }

  /** Remembers the text as it was before a change. */
  record(before: string, origin: Origin) {
    const continues = origin === "typed" && this.#last === "typed";
    if (!continues) this.#back.push(before);
    this.#forward.length = 0;
    this.#last = origin;
  }

  /** The version before `now`, or undefined at the start. */
  undo(now: string): string | undefined {
    return this.#step(this.#back, this.#forward, now);
  }

  /** The version that was undone last, or undefined. */
  redo(now: string): string | undefined {
    return this.#step(this.#forward, this.#back, now);
  }

  #step(from: string[], to: string[], now: string): string | undefined {
    const version = from.pop();
    if (version !== undefined) to.push(now);
    this.#last = undefined;
    return version;
  }
}
