// The worker holds the documents and the report; the page asks for what it shows. It is made from a blob, the only
// kind of worker that the page's policy binds.

import {
  checkRules,
  compare,
  type Diagnostic,
  detect,
  init,
  type Report,
  type Resource,
  readRules,
  review,
  toMarkdown,
  toRules,
} from "whyreplace";
import { about, answer, entriesOf, type Held, holding, rows, settledOf, valueAt, whysOf } from "./answers.js";
import { contentOf, decoded } from "./decoded.js";
import { excerpt } from "./excerpt.js";
import { insideOf } from "./inside.js";
import type {
  Answer,
  Arguments,
  Call,
  Method,
  Problem,
  Reply,
  Result,
  RuleFile,
  Settings,
  Shape,
  Takeaway,
} from "./protocol.js";
import { taken } from "./taken.js";

/** Problems that are sent; a document may have one at every key. */
const MOST_PROBLEMS = 100;

/** A report that can be decided again, and what it was decided with. */
interface Compared extends Held<Report> {
  settings: Settings;
}

let documents = new Map<string, string | Uint8Array>();
let held: Compared | undefined;

const METHODS: { [M in Method]: (...args: Arguments<M>) => Result<M> | Promise<Result<M>> } = {
  async start(module) {
    await init(module);
  },
  async compare(sources, settings, shape) {
    release();
    const [old, now] = [await contentOf(sources.old), await contentOf(sources.new)];
    documents = new Map([
      ["old", old],
      ["new", now],
    ]);
    return decided(compare(old, now, settings), settings, shape);
  },
  async isPlan(source) {
    const { format, confidence } = detect(await contentOf(source));
    return format !== "refused" || confidence !== "none";
  },
  async review(source, settings, shape) {
    release();
    const plan = await contentOf(source);
    documents = new Map([["plan", plan]]);
    return decided(review(plan, settings), settings, shape);
  },
  choose(shape) {
    const { report, settings } = current();
    held = { ...holding(report, shape), settings };
    return about(held, shape);
  },
  explain: (resources) => whysOf(current().report, resources),
  settled: (resources) => settledOf(current().report, resources),
  decide(settings, shape) {
    const before = current();
    const report = before.report.decide(settings);
    before.report.dispose();
    return decided(report, settings, shape, before);
  },
  rows: (from, shape) => rows(current(), from, shape),
  take(what) {
    const { report, settings } = current();
    if (settings.reveal.length === 0) return taken(TEXTS[what](report));
    // What is revealed on the screen stays there.
    const masked = report.decide({ ...settings, reveal: [] });
    try {
      return taken(TEXTS[what](masked));
    } finally {
      masked.dispose();
    }
  },
  inside(finding, isGroup) {
    const detail = current().report.detail(finding);
    return detail && insideOf(detail, isGroup);
  },
  keys(which, from) {
    const { report, resource } = current();
    return resource === undefined ? { total: 0, keys: [] } : report.keys(resource.id, which, from);
  },
  ruleFiles: (files) => Promise.all(files.map(ruleFile)),
  value: (finding, column, most) => valueAt(current(), finding, column, most),
};

const TEXTS: Record<Takeaway, (report: Report) => string> = {
  markdown: (report) => toMarkdown(report),
  rules: (report) => toRules(report, report.resources.flatMap(suggested)),
  report: (report) => `${JSON.stringify(report, null, 2)}\n`,
};

/** What has a suggestion that nobody must be asked about. */
function suggested(resource: Resource) {
  const shown = entriesOf(resource).map(({ shown }) => shown);
  return shown.filter(({ proposal }) => proposal !== null && proposal.grade !== "ask");
}

addEventListener("message", async ({ data }: MessageEvent<Call>) => {
  postMessage(await reply(data));
});

async function reply({ id, method, args }: Call): Promise<Reply> {
  try {
    const run = METHODS[method] as (...args: unknown[]) => Result<Method> | Promise<Result<Method>>;
    return { id, result: await run(...args) };
  } catch (error) {
    return { id, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

/** Half of its rules would be half a verdict: a file with an error has none. */
async function ruleFile(file: File): Promise<RuleFile> {
  const { name } = file;
  const content = await contentOf(file);
  const read = readRules(content);
  if (isUsable(read.diagnostics)) return { name, rules: read.rules, problems: read.diagnostics };
  const problems = checkRules(content);
  return { name, rules: isUsable(problems) ? decoded(content) : "{}", problems };
}

const isUsable = (problems: readonly Diagnostic[]) => problems.every(({ severity }) => severity !== "error");

function current(): Compared {
  if (held === undefined) throw new Error("nothing was compared yet");
  return held;
}

/** Holds a report, and says what is to be shown of it. */
function decided(report: Report, settings: Settings, shape: Shape, before?: Held): Answer {
  held = { ...holding(report, shape, before), settings };
  return answer(held, shape, problems(report.diagnostics, settings.rules));
}

function release() {
  held?.report.dispose();
  held = undefined;
}

function problems(diagnostics: Diagnostic[], rules: string): Problem[] {
  const texts = new Map<string, string>([["rules", rules]]);
  const textOf = (document: string): string | undefined => {
    const content = documents.get(document);
    if (content !== undefined && !texts.has(document)) texts.set(document, decoded(content));
    return texts.get(document);
  };
  return diagnostics.slice(0, MOST_PROBLEMS).map((diagnostic) => {
    const { document, range } = diagnostic;
    const text = range === null ? undefined : textOf(document);
    const lines = range === null || text === undefined ? null : excerpt(text, range.start);
    return { ...diagnostic, excerpt: lines };
  });
}
