import { buffers, call, currentInstance } from "./engine.js";
import { checkQuiet, crossing, type Options } from "./options.js";
import type * as core from "./types.js";
import type { Comparison } from "./wasm/whyreplace.js";

/** The decision with the rules in force. The detailed diff is decoded when first read. */
export interface Verdict extends core.Verdict {
  /** One entry per changed place, at positional engine paths. */
  readonly detailedDiff: core.PropertyDiff[];
}

/** One resource. Its findings and proposals are made when first read. */
export interface Resource extends core.Resource {
  readonly verdict: Verdict;
  /** With proposals accepted. */
  readonly proposed: core.Proposed;
  /** Every place at which the sides differ or cannot be compared. */
  readonly findings: core.Finding[];
  /** Who else is hit because of this one, and through which links. */
  readonly affects: core.Affected[];
  /** The lists and maps in which many findings are one difference: a list in another order, say. */
  readonly groups: core.Group[];
}

/** A report as plain data, findings included. */
export type PlainReport = {
  [Field in keyof core.Report]: core.Report[Field] extends core.Resource[] ? Resource[] : core.Report[Field];
} & {
  /** What is to be said of the documents, the rules and the options. */
  readonly diagnostics: core.Diagnostic[];
};

/** Summary, verdicts and counts of a comparison; findings and diagnostics are made when first read. */
export interface Report extends PlainReport {
  /** The expensive views of a finding, by its id: canonical forms, text diff, what is inside. Null if there is none. */
  detail(finding: number): core.Detail | null;
  /**
   * Keys of a resource that are counted and are no findings, from a number on, at most 500 at a time. Of three sides there are
   * none but findings.
   */
  keys(resource: number, which: core.Quiet, from?: number): core.Keys;
  /** Decides about the same documents again, with these options in place of the earlier ones. Nothing is read again. */
  decide(options?: Options): Report;
  /** The whole report as plain data. */
  toJSON(): PlainReport;
  /** Frees what the report holds in the module. Findings that were read stay; others can no longer be. */
  dispose(): void;
}

/** The report of a comparison in the module, which it owns from now on. */
export function reportOf(comparison: Comparison): Report {
  const held = new Held(comparison);
  const plain = held.use((comparison) => comparison.report()) as core.Report;
  const lazy = (resources: core.Resource[]) => resources.map((resource) => withLazyParts(resource, held));
  const report = {
    ...plain,
    resources: lazy(plain.resources),
    drift: lazy(plain.drift),
    outputs: lazy(plain.outputs),
    detail(finding: number) {
      return held.use((comparison) => comparison.detail(finding)) as core.Detail | null;
    },
    keys(resource: number, which: core.Quiet, from = 0) {
      checkQuiet(which);
      return held.use((comparison) => comparison.keys(resource, which, from)) as core.Keys;
    },
    decide(options?: Options) {
      const { beside, options: fields } = crossing(options);
      const decided = held.use((comparison) => comparison.decide(...buffers(beside), fields));
      return reportOf(decided);
    },
    toJSON(this: Report): PlainReport {
      const { detail, keys, decide, toJSON, dispose, ...data } = this;
      const read = (resources: Resource[]) =>
        resources.map((resource) => ({ ...resource, verdict: { ...resource.verdict } }));
      return {
        ...data,
        resources: read(data.resources),
        drift: read(data.drift),
        outputs: read(data.outputs),
      };
    },
    dispose: () => held.free(),
  };
  return lazily(report, "diagnostics", () => held.use((comparison) => comparison.diagnostics())) as Report;
}

function withLazyParts({ id, verdict, ...resource }: core.Resource, held: Held): Resource {
  const withParts = (target: object, ...names: LazyPart[]) =>
    names.reduce(
      (part, name) => lazily(part, name, () => held.use((comparison) => comparison[name](id))),
      target,
    );
  const decided = withParts({ ...verdict }, "detailedDiff");
  const parts = withParts({ id, ...resource, verdict: decided }, "proposed", "findings", "affects", "groups");
  return parts as Resource;
}

/** What is made of a resource when it is first read: so it is called in the module, too. */
type LazyPart = "detailedDiff" | "proposed" | "findings" | "affects" | "groups";

/** The object with a property that is read once, when first asked for. */
function lazily(target: object, name: string, read: () => unknown): object {
  let value: unknown;
  let isRead = false;
  const get = () => {
    if (!isRead) [value, isRead] = [read(), true];
    return value;
  };
  return Object.defineProperty(target, name, { enumerable: true, get });
}

/** A comparison in the module, as long as its instance lives and nobody freed it. */
class Held {
  readonly #instance = currentInstance();
  #comparison: Comparison | undefined;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  use<Result>(run: (comparison: Comparison) => Result): Result {
    const comparison = this.#comparison;
    if (comparison === undefined) throw new Error("this report was disposed of; compare again");
    if (this.#instance !== currentInstance()) {
      throw new Error("this report was lost when the module had to be restarted; compare again");
    }
    return call(() => run(comparison));
  }

  free() {
    if (this.#instance === currentInstance()) this.#comparison?.free();
    this.#comparison = undefined;
  }
}
