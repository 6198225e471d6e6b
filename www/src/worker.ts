// The worker holds the documents and the report; the page asks for what it shows. It is made from a blob, the only
// kind of worker that the page's policy binds.

import { compare, type Diagnostic, type Finding, init, type Report, type Shown } from "whyreplace";
import { excerpt } from "./excerpt.js";
import type {
  Answer,
  Arguments,
  Call,
  Method,
  Problem,
  Reply,
  Result,
  Row,
  Settings,
  Side,
  Source,
  Value,
} from "./protocol.js";
import { SIDES } from "./protocol.js";
import { start } from "./visible.js";

/** What the table shows of a value at first. */
const SHOWN_CHARACTERS = 200;
/** Problems that are sent; a document may have one at every key. */
const MOST_PROBLEMS = 100;

/** A report, and its findings in the order in which the table shows them. */
interface Held {
  report: Report;
  findings: Finding[];
}

let documents: Record<Side, string | Uint8Array> = { old: "", new: "" };
let held: Held | undefined;

const METHODS: { [M in Method]: (...args: Arguments<M>) => Result<M> | Promise<Result<M>> } = {
  async start(module) {
    await init(module);
  },
  async compare(sources, settings, shown) {
    release();
    documents = { old: await contentOf(sources.old), new: await contentOf(sources.new) };
    const report = compare(documents.old, documents.new, settings);
    const findings = [...(report.resources[0]?.findings ?? [])].sort((a, b) => rank(a) - rank(b));
    held = { report, findings };
    return answer(held, settings, shown);
  },
  decide(settings, shown) {
    const before = current();
    const report = before.report.decide(settings);
    before.report.dispose();
    held = { report, findings: inOrderOf(before.findings, report.resources[0]?.findings ?? []) };
    return answer(held, settings, shown);
  },
  rows: (from, to) => current().findings.slice(from, to).map(row),
  value(finding, side, most) {
    const shown = current().findings.find(({ id }) => id === finding)?.[side];
    return shown ? cutTo(shown, most) : null;
  },
};

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

async function contentOf(source: Source): Promise<string | Uint8Array> {
  return typeof source === "string" ? source : new Uint8Array(await source.arrayBuffer());
}

function current(): Held {
  if (held === undefined) throw new Error("nothing was compared yet");
  return held;
}

function release() {
  held?.report.dispose();
  held = undefined;
}

/** What forces a replacement, then what is real or open, then what was settled. */
function rank(finding: Finding): number {
  if (finding.forcesReplace) return 0;
  return finding.class === "spurious" || finding.class === "ignored" ? 2 : 1;
}

/** Findings in the order of earlier ones: a choice in a row must not move the row. */
function inOrderOf(earlier: Finding[], findings: Finding[]): Finding[] {
  const places = new Map(earlier.map(({ path }, at) => [path, at]));
  const placeOf = ({ path }: Finding) => places.get(path) ?? earlier.length;
  return [...findings].sort((a, b) => placeOf(a) - placeOf(b));
}

function answer({ report, findings }: Held, settings: Settings, shown: number): Answer {
  const rules = findings.flatMap(({ settledBy }) =>
    settledBy?.kind === "rule" || settledBy?.kind === "scope" ? [settledBy.text] : [],
  );
  return {
    identical: report.identical,
    resource: resourceOf(report),
    rulesUsed: new Set(rules).size,
    rows: findings.slice(0, shown).map(row),
    total: findings.length,
    problems: problems(report.diagnostics, settings.rules),
  };
}

/** The resource without its findings, of which the page gets some. */
function resourceOf(report: Report): Answer["resource"] {
  const [resource] = report.resources;
  if (resource === undefined) return null;
  const { findings: _findings, ...rest } = resource;
  return rest;
}

function row(finding: Finding): Row {
  const value = (shown: Shown | null) => shown && cutTo(shown, SHOWN_CHARACTERS);
  return { ...finding, old: value(finding.old), new: value(finding.new) };
}

function cutTo(shown: Shown, most: number): Value {
  if (shown.text === null) return { ...shown, more: 0 };
  return { ...shown, ...start(shown.text, most) };
}

function problems(diagnostics: Diagnostic[], rules: string): Problem[] {
  const texts = new Map<string, string>([["rules", rules]]);
  const textOf = (document: string): string | undefined => {
    const side = SIDES.find((side) => side === document);
    if (side !== undefined && !texts.has(side)) texts.set(side, decoded(documents[side]));
    return texts.get(document);
  };
  return diagnostics.slice(0, MOST_PROBLEMS).map((diagnostic) => {
    const { document, range } = diagnostic;
    const text = range === null ? undefined : textOf(document);
    const lines = range === null || text === undefined ? null : excerpt(text, range.start);
    return { ...diagnostic, excerpt: lines };
  });
}

/** Bytes as the text that the core's offsets count, the byte order mark included. */
function decoded(content: string | Uint8Array): string {
  if (typeof content === "string") return content;
  return new TextDecoder(encodingOf(content), { ignoreBOM: true }).decode(content);
}

/** JSON begins with ASCII, so that a zero, like a byte order mark, tells UTF-16 and its byte order. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff || second === 0) return "utf-16le";
  return first === 0xfe || first === 0 ? "utf-16be" : "utf-8";
}
