// The worker holds the documents and the report; the page asks for what it shows. It is made from a blob, the only
// kind of worker that the page's policy binds.

import {
  compare,
  type Detail,
  type Diagnostic,
  detect,
  type Finding,
  type Group,
  init,
  type Report,
  type Resource,
  replacementOrder,
  review,
  type Shown,
  type TextPart,
  toMarkdown,
  toRules,
} from "whyreplace";
import { excerpt } from "./excerpt.js";
import type {
  About,
  Answer,
  Arguments,
  Call,
  First,
  Inside,
  Item,
  Method,
  Problem,
  Reply,
  Result,
  Row,
  Rows,
  Settings,
  Shape,
  Source,
  Stretch,
  Takeaway,
  Value,
  Why,
} from "./protocol.js";
import { SECTIONS } from "./protocol.js";
import { taken } from "./taken.js";
import { start } from "./visible.js";

/** What the table shows of a value at first. */
const SHOWN_CHARACTERS = 200;
/** Problems that are sent; a document may have one at every key. */
const MOST_PROBLEMS = 100;
/** Resources that another one hits, and that are listed; the rest is counted. */
const MOST_AFFECTED = 50;
/** What is shown of each text when a difference is looked into, and of a stretch that did not change beside what did. */
const LOOKED_CHARACTERS = 2000;
const BESIDE_CHARACTERS = 60;
/** How many of each kind are shown there. */
const LOOKED_ITEMS = 200;

/** What has a row: a finding, or the findings of a group. */
interface Entry {
  path: string;
  shown: Finding | Group;
  findings: Finding[];
}

/** A report, the resource of it that is shown, and what was found there in the order in which the table shows it. */
interface Held {
  report: Report;
  settings: Settings;
  resource: Resource | undefined;
  entries: Entry[];
}

let documents = new Map<string, string | Uint8Array>();
let held: Held | undefined;

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
    held = holding(compare(old, now, settings), settings, shape);
    return answer(held, settings, shape);
  },
  async isPlan(source) {
    const { format, confidence } = detect(await contentOf(source));
    return format !== "refused" || confidence !== "none";
  },
  async review(source, settings, shape) {
    release();
    const plan = await contentOf(source);
    documents = new Map([["plan", plan]]);
    held = holding(review(plan, settings), settings, shape);
    return answer(held, settings, shape);
  },
  choose(shape) {
    const { report, settings } = current();
    held = holding(report, settings, shape);
    return about(held, shape);
  },
  explain(resources) {
    const asked = itemsOf(current().report).filter(({ resource }) => resources.includes(resource.id));
    return new Map(asked.map(({ resource }) => [resource.id, whyOf(resource)]));
  },
  decide(settings, shape) {
    const before = current();
    const report = before.report.decide(settings);
    before.report.dispose();
    held = holding(report, settings, shape, before);
    return answer(held, settings, shape);
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
  value(finding, column, most) {
    const shown = current().resource?.findings.find(({ id }) => id === finding)?.[column];
    return shown ? cutTo(shown, most) : null;
  },
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

/** A report with the resource that is shown; its rows stay where they were before, if it was shown then. */
function holding(report: Report, settings: Settings, { resource: chosen }: Shape, before?: Held): Held {
  const all = itemsOf(report);
  const [first] = report.resources;
  const resource = isPlan(report) ? all.find(({ resource: { id } }) => id === chosen)?.resource : first;
  const entries = entriesOf(resource);
  const isSame = before?.resource !== undefined && before.resource.id === resource?.id;
  return {
    report,
    settings,
    resource,
    entries: isSame ? inOrderOf(before.entries, entries) : entries.sort((a, b) => rank(a) - rank(b)),
  };
}

const isPlan = ({ format }: Report) => format !== "pair" && format !== "refused";

/** The resources of all sections. */
function itemsOf(report: Report) {
  return SECTIONS.flatMap((section) => report[section].map((resource) => ({ section, resource })));
}

/** What is unknown only because a resource changes is no cause. */
function whyOf({ findings, proposed }: Resource): Why {
  const causing = findings.filter(({ consequence }) => !consequence);
  const inOrder = causing.sort((a, b) => Number(b.forcesReplace) - Number(a.forcesReplace));
  return { causes: [...new Set(inOrder.map(({ cause }) => cause))], suggested: proposed.likely.action };
}

/** The findings, those of a group as one. */
function entriesOf(resource: Resource | undefined): Entry[] {
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
  const { report } = held;
  return {
    ...about(held, shape),
    identical: report.identical,
    format: report.format,
    plan: isPlan(report) ? { summary: report.summary, items: itemsOf(report).map(item) } : null,
    problems: problems(report.diagnostics, settings.rules),
  };
}

function item({ section, resource }: ReturnType<typeof itemsOf>[number]): Item {
  const { id, address, type, stated, raw, verdict, deposed, causedBy } = resource;
  return {
    id,
    section,
    address,
    type,
    stated: (stated ?? raw).action,
    action: verdict.action,
    isPossible: verdict.certainty === "possible",
    order: replacementOrder(resource),
    deposed,
    causedBy: causedBy?.address ?? null,
  };
}

function about(held: Held, shape: Shape): About {
  const { resource, entries } = held;
  const rules = entries.flatMap(({ findings: [finding] }) => {
    const by = finding?.settledBy;
    return by?.kind === "rule" || by?.kind === "scope" ? [by.text] : [];
  });
  return {
    resource: shownOf(resource),
    affected: resource?.affects.length ?? 0,
    rulesUsed: new Set(rules).size,
    differences: entries.length,
    real: entries.filter(({ findings: [finding] }) => finding?.class === "real").length,
    quiet: quietOf(resource),
    isThreeWay: entries.some(({ findings: [finding] }) => finding?.action != null),
    ...rows(held, 0, shape),
  };
}

/** Of what is ignored, some has a row. */
function quietOf(resource: Resource | undefined): About["quiet"] {
  const { unchanged = 0, unmanaged = 0, ignored = 0 } = resource?.counts ?? {};
  const shown = resource?.findings.filter((finding) => finding.class === "ignored").length ?? 0;
  return { unchanged, ignored: ignored - shown, unmanaged };
}

/** The resource without its findings, of which the page gets some. */
function shownOf(resource: Resource | undefined): About["resource"] {
  if (resource === undefined) return null;
  const { findings: _findings, groups: _groups, affects, ...rest } = resource;
  return { ...rest, affects: affects.slice(0, MOST_AFFECTED), order: replacementOrder(resource) };
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
  if (!("findings" in of)) {
    return { ...of, old: value(of.old), new: value(of.new), remote: value(of.remote), members: 0 };
  }
  const [first] = of.findings as [Finding, ...Finding[]];
  if (!isGroup(of)) return row(first);
  const { path, cause, message, forcesReplace, proposal } = of.shown;
  const group = { path, cause, message, forcesReplace, proposal, group: null };
  const none = { old: null, new: null, remote: null, action: null, reason: null };
  return { ...first, ...group, ...none, members: of.findings.length };
}

/** Of a group it is the list that is looked into; canonical forms and texts are those of its findings. */
function insideOf({ canonical, text, inner, alignment }: Detail, isGroup: boolean): Inside {
  const cut = (text: string | null) => (text === null ? null : start(text, LOOKED_CHARACTERS));
  const moved = (alignment ?? []).filter(({ old, new: now }) => old !== now);
  const forms = isGroup ? null : canonical;
  return {
    canonical: forms && { old: cut(forms.old), new: cut(forms.new), isSame: forms.old === forms.new },
    text: first(((isGroup ? null : text) ?? []).map(stretch)),
    inner: first(inner.map(row)),
    alignment: first(moved),
    staying: (alignment?.length ?? 0) - moved.length,
  };
}

const first = <Of>(all: Of[]): First<Of> => ({
  shown: all.slice(0, LOOKED_ITEMS),
  more: Math.max(0, all.length - LOOKED_ITEMS),
});

/** A part that is too long with its middle left out: what stands beside a change is at its ends. */
function stretch({ op, text }: TextPart): Stretch {
  const most = op === "same" ? BESIDE_CHARACTERS : LOOKED_CHARACTERS;
  if (text.length <= 2 * most) return { op, text, more: 0, end: "" };
  const end = text.slice(-most).replace(/^[\uDC00-\uDFFF]/, "");
  return { op, ...start(text.slice(0, -end.length), most), end };
}

function cutTo(shown: Shown, most: number): Value {
  if (shown.text === null) return { ...shown, more: 0 };
  return { ...shown, ...start(shown.text, most) };
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
