// The worker holds the documents and the report; the page asks for what it shows. It is made from a blob, the only
// kind of worker that the page's policy binds.

import {
  compare,
  type Diagnostic,
  type Finding,
  type Group,
  init,
  type Report,
  type Shown,
} from "whyreplace";
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
  Rows,
  Settings,
  Shape,
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

/** What has a row: a finding, or the findings of a group. */
interface Entry {
  path: string;
  shown: Finding | Group;
  findings: Finding[];
}

/** A report, and what it found in the order in which the table shows it. */
interface Held {
  report: Report;
  entries: Entry[];
}

let documents: Record<Side, string | Uint8Array> = { old: "", new: "" };
let held: Held | undefined;

const METHODS: { [M in Method]: (...args: Arguments<M>) => Result<M> | Promise<Result<M>> } = {
  async start(module) {
    await init(module);
  },
  async compare(sources, settings, shape) {
    release();
    documents = { old: await contentOf(sources.old), new: await contentOf(sources.new) };
    const report = compare(documents.old, documents.new, settings);
    held = { report, entries: entriesOf(report).sort((a, b) => rank(a) - rank(b)) };
    return answer(held, settings, shape);
  },
  decide(settings, shape) {
    const before = current();
    const report = before.report.decide(settings);
    before.report.dispose();
    held = { report, entries: inOrderOf(before.entries, entriesOf(report)) };
    return answer(held, settings, shape);
  },
  rows: (from, shape) => rows(current(), from, shape),
  value(finding, side, most) {
    const shown = current().report.resources[0]?.findings.find(({ id }) => id === finding)?.[side];
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

/** The findings, those of a group as one. */
function entriesOf({ resources: [resource] }: Report): Entry[] {
  const entries: Entry[] = [];
  const groups = new Map<number | null, Entry>();
  for (const shown of resource?.groups ?? []) groups.set(shown.id, { path: shown.path, shown, findings: [] });
  for (const finding of resource?.findings ?? []) {
    const entry = groups.get(finding.group) ?? { path: finding.path, shown: finding, findings: [] };
    if (entry.findings.push(finding) === 1) entries.push(entry);
  }
  return entries;
}

/** What forces a replacement, then what is real or open, then what was settled. */
function rank({ shown, findings: [finding] }: Entry): number {
  if (shown.forcesReplace) return 0;
  return finding?.class === "spurious" || finding?.class === "ignored" ? 2 : 1;
}

/** In the order of earlier ones: a choice in a row must not move the row, nor what comes in its place. */
function inOrderOf(earlier: Entry[], entries: Entry[]): Entry[] {
  const places = new Map<string, number>();
  for (const [at, { path }] of earlier.entries()) {
    for (const part of partsOf(path)) if (!places.has(part)) places.set(part, at);
  }
  const placed = entries.map((entry) => {
    const near = partsOf(entry.path).find((part) => places.has(part)) ?? "";
    // What is new comes behind what was there.
    return { entry, place: (places.get(near) ?? earlier.length) + (near === entry.path ? 0 : 0.5) };
  });
  return placed.sort((a, b) => a.place - b.place || rank(a.entry) - rank(b.entry)).map(({ entry }) => entry);
}

/** A path, and those of what it is in, the nearest first; not more than a few. */
function partsOf(path: string): string[] {
  const parts = [path];
  for (let end = path.length; end > 0 && parts.length < 8; ) {
    end = Math.max(path.lastIndexOf(".", end - 1), path.lastIndexOf("[", end - 1));
    if (end > 0) parts.push(path.slice(0, end));
  }
  return parts;
}

function answer(held: Held, settings: Settings, shape: Shape): Answer {
  const { report, entries } = held;
  const rules = entries.flatMap(({ findings: [finding] }) => {
    const by = finding?.settledBy;
    return by?.kind === "rule" || by?.kind === "scope" ? [by.text] : [];
  });
  return {
    identical: report.identical,
    resource: resourceOf(report),
    rulesUsed: new Set(rules).size,
    differences: entries.length,
    real: entries.filter(({ findings: [finding] }) => finding?.class === "real").length,
    ...rows(held, 0, shape),
    problems: problems(report.diagnostics, settings.rules),
  };
}

/** The resource without its findings, of which the page gets some. */
function resourceOf(report: Report): Answer["resource"] {
  const [resource] = report.resources;
  if (resource === undefined) return null;
  const { findings: _findings, groups: _groups, ...rest } = resource;
  return rest;
}

/** Rows of the table; those of an open group stand below its own. */
function rows({ entries }: Held, from: number, { shown, open }: Shape): Rows {
  const found = entries.flatMap((entry) => {
    const isOpen = isGroup(entry) && open.includes(entry.path);
    return isOpen ? [entry, ...entry.findings] : [entry];
  });
  return { rows: found.slice(from, shown).map(row), total: found.length };
}

const isGroup = ({ shown }: Entry) => "findings" in shown;

function row(of: Entry | Finding): Row {
  const value = (shown: Shown | null) => shown && cutTo(shown, SHOWN_CHARACTERS);
  if (!("findings" in of)) return { ...of, old: value(of.old), new: value(of.new), members: 0 };
  const [first] = of.findings as [Finding, ...Finding[]];
  if (!isGroup(of)) return row(first);
  const { path, cause, message, forcesReplace, proposal } = of.shown;
  const group = { path, cause, message, forcesReplace, proposal, group: null, old: null, new: null };
  return { ...first, ...group, members: of.findings.length };
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
