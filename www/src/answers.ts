// What the page shows of a report, made of the report alone: in the worker, and in the page of one that was made before.

import {
  type Finding,
  type Group,
  type PlainReport,
  type Resource,
  replacementOrder,
  type Shown,
} from "whyreplace";
import type { About, Answer, Column, Item, Problem, Row, Rows, Shape, Value, Why } from "./protocol.js";
import { SECTIONS } from "./protocol.js";
import { isLess } from "./strength.js";
import { start } from "./visible.js";

/** What the table shows of a value at first. */
const SHOWN_CHARACTERS = 200;
/** Resources that another one hits, and that are listed; the rest is counted. */
const MOST_AFFECTED = 50;

/** What has a row: a finding, or the findings of a group. */
export interface Entry {
  path: string;
  shown: Finding | Group;
  findings: Finding[];
}

/** A report, the resource of it that is shown, and what was found there in the order in which the table shows it. */
export interface Held<Kind extends PlainReport = PlainReport> {
  report: Kind;
  resource: Resource | undefined;
  entries: Entry[];
}

/** A report with the resource that is shown; its rows stay where they were before, if it was shown then. */
export function holding<Kind extends PlainReport>(
  report: Kind,
  { resource: chosen }: Shape,
  before?: Held,
): Held<Kind> {
  const all = itemsOf(report);
  const [first] = report.resources;
  const resource = isPlan(report) ? all.find(({ resource: { id } }) => id === chosen)?.resource : first;
  const entries = entriesOf(resource);
  const isSame = before?.resource !== undefined && before.resource.id === resource?.id;
  return {
    report,
    resource,
    entries: isSame ? inOrderOf(before.entries, entries) : entries.sort((a, b) => rank(a) - rank(b)),
  };
}

const isPlan = ({ format }: PlainReport) => format !== "pair" && format !== "refused";

/** The resources of all sections. */
function itemsOf(report: PlainReport) {
  return SECTIONS.flatMap((section) => report[section].map((resource) => ({ section, resource })));
}

/** Why each of some resources differs. */
export function whysOf(report: PlainReport, resources: readonly number[]): Map<number, Why> {
  const asked = itemsOf(report).filter(({ resource }) => resources.includes(resource.id));
  return new Map(asked.map(({ resource }) => [resource.id, whyOf(resource)]));
}

/** How many of some resources would not be replaced with the suggestions accepted. */
export function settledOf(report: PlainReport, resources: readonly number[]): number {
  const asked = new Set(resources);
  const all = itemsOf(report).filter(({ resource }) => asked.has(resource.id));
  return all.filter(({ resource }) => isLess(resource.proposed.likely.action, "replace")).length;
}

/** What is unknown only because a resource changes is no cause. */
function whyOf({ findings, proposed }: Resource): Why {
  const causing = findings.filter(({ consequence }) => !consequence);
  const inOrder = causing.sort((a, b) => Number(b.forcesReplace) - Number(a.forcesReplace));
  return { causes: [...new Set(inOrder.map(({ cause }) => cause))], suggested: proposed.likely.action };
}

/** The findings, those of a group as one. */
export function entriesOf(resource: Resource | undefined): Entry[] {
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

export function answer(held: Held, shape: Shape, problems: Problem[]): Answer {
  const { report } = held;
  return {
    ...about(held, shape),
    identical: report.identical,
    format: report.format,
    plan: isPlan(report) ? { summary: report.summary, items: itemsOf(report).map(item) } : null,
    problems,
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

export function about(held: Held, shape: Shape): About {
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

/** Of what is ignored, some has a row; what is only spelled differently is unchanged. */
function quietOf(resource: Resource | undefined): About["quiet"] {
  const { unchanged = 0, unmanaged = 0, ignored = 0, spelling = 0 } = resource?.counts ?? {};
  const shown = resource?.findings.filter((finding) => finding.class === "ignored").length ?? 0;
  return { unchanged: unchanged + spelling, ignored: ignored - shown, unmanaged };
}

/** The resource without its findings, of which the page gets some. */
function shownOf(resource: Resource | undefined): About["resource"] {
  if (resource === undefined) return null;
  const { findings: _findings, groups: _groups, affects, ...rest } = resource;
  return { ...rest, affects: affects.slice(0, MOST_AFFECTED), order: replacementOrder(resource) };
}

/** Rows of the table; those of an open group stand below its own. */
export function rows({ entries }: Held, from: number, { shown, open }: Shape): Rows {
  const found = entries.flatMap((entry) => {
    const isOpen = isGroup(entry) && open.includes(entry.path);
    return isOpen ? [entry, ...entry.findings] : [entry];
  });
  return { rows: found.slice(from, shown).map(row), total: found.length };
}

const isGroup = ({ shown }: Entry) => "findings" in shown;

export function row(of: Entry | Finding): Row {
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

function cutTo(shown: Shown, most: number): Value {
  if (shown.text === null) return { ...shown, more: 0 };
  return { ...shown, ...start(shown.text, most) };
}

/** A value of the resource that is shown, at the length of `most` characters. */
export function valueAt({ resource }: Held, finding: number, column: Column, most: number): Value | null {
  const shown = resource?.findings.find(({ id }) => id === finding)?.[column];
  return shown ? cutTo(shown, most) : null;
}
