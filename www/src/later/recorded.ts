// A report that was made before, in the worker's place: it answers what the worker answers from its own.

import { type PlainReport, toMarkdown } from "whyreplace";
import { about, answer, type Held, holding, rows, settledOf, valueAt, whysOf } from "../answers.js";
import type { Answer, Arguments, Method, Methods, Result, Shape } from "../protocol.js";
import { taken } from "../taken.js";
import { reportFrom } from "./shape.js";

export class Recorded {
  #held: Held;

  /** Throws an `Unusable` for what is no report. */
  constructor(report: unknown, shape: Shape) {
    this.#held = holding(reportFrom(report), shape);
  }

  /** What is to be shown of it at first. */
  answer(shape: Shape): Answer {
    const problems = this.#report.diagnostics.map((each) => ({ ...each, excerpt: null }));
    return answer(this.#held, shape, problems);
  }

  async ask<M extends Method>(method: M, ...args: Arguments<M>): Promise<Result<M>> {
    const asked = this.#methods[method] as ((...args: Arguments<M>) => Result<M>) | undefined;
    if (asked === undefined) throw new Error(`a recorded report does not ${method}`);
    return asked(...args);
  }

  get #report(): PlainReport {
    return this.#held.report;
  }

  /** The rest takes the documents, and the core. */
  readonly #methods: Partial<Methods> = {
    choose: (shape) => {
      this.#held = holding(this.#report, shape);
      return about(this.#held, shape);
    },
    settled: (resources) => settledOf(this.#report, resources),
    explain: (resources) => whysOf(this.#report, resources),
    rows: (from, shape) => rows(this.#held, from, shape),
    take: (what) =>
      taken(what === "markdown" ? toMarkdown(this.#report) : `${JSON.stringify(this.#report, null, 2)}\n`),
    value: (finding, column, most) => valueAt(this.#held, finding, column, most),
  };
}
