// The report for a terminal.

import type { Difference } from "../differences.js";
import {
  afterwards,
  beside,
  byPlan,
  calmLine,
  changing,
  nameOf,
  present,
  spuriousParts,
  toldOf,
  wholeLine,
} from "../plan.js";
import type { Report, Resource } from "../report.js";
import { type Notation, proposalOf, proposed, saidOf } from "../said.js";
import type { Action, Diagnostic, Input } from "../types.js";
import { called, countsLine, openPart, proposedParts, rawPart } from "../verdict.js";
import { bySeverity, diagnosticLine } from "./diagnostics.js";
import type { Line, Piece, Style } from "./terminal.js";

/** What documents are called; one without a name has no places. */
export type Names = Partial<Record<Input, string>>;

const NOTATION: Notation = { code: (text) => `\`${text}\``, prose: (sentence) => sentence };

const STYLE = {
  "no-op": "calm",
  read: "calm",
  forget: "change",
  import: "calm",
  create: "made",
  update: "change",
  replace: "danger",
  delete: "danger",
} satisfies Record<Action, Style>;

/** What changes, what stays, drift and outputs apart, what is to be said, and last a line that sums up. */
export function asText(report: Report, names: Names): Line[] {
  const isPair = report.format === "pair";
  const shown = isPair ? report.resources : changing(report.resources);
  const sections = [
    shown.map((resource) => block(resource)),
    calm(isPair ? "" : calmLine(report.resources, ["resource", "resources"])),
    section("Drift: what has changed outside of the tool", changing(report.drift)),
    calm(calmLine(report.drift, ["resource without drift", "resources without drift"])),
    section("Outputs", changing(report.outputs)),
    calm(calmLine(report.outputs, ["output", "outputs"])),
    said(report.diagnostics, names),
    [[[lastLine(report)]]],
  ];
  return sections.flat().flatMap((lines, at) => (at === 0 ? lines : [[], ...lines]));
}

const calm = (line: string): Line[][] => present(line).map((line) => [[`${line}.`]]);

/** Blocks under a heading. */
function section(heading: string, resources: readonly Resource[]): Line[][] {
  if (resources.length === 0) return [];
  return [[[{ text: heading, style: "strong" }]], ...resources.map(block)];
}

/** A resource: the verdict, what the plan says beside it, why, and what would settle it. */
function block(resource: Resource): Line[] {
  const told = toldOf(resource);
  const whole = wholeLine(resource);
  const about = [...beside(resource, NOTATION), ...present(whole)].join("; ");
  return [
    [
      { text: called(resource.verdict, resource), style: STYLE[resource.verdict.action] },
      ...present(nameOf(resource)).map((name) => `  ${name}`),
      ...present(byPlan(resource, NOTATION)).map((said) => faint(`  (${said})`)),
    ],
    ...present(about).map((said) => [`  ${sentence(said)}`]),
    ...told.differences.flatMap(differenceLines),
    ...afterwards(resource, told, NOTATION).map((line) => [`  ${line}`]),
    ...present(whole === "" ? countsLine(resource) : "").map((counts) => [faint(`  ${counts}`)]),
  ];
}

/** What a difference is, and below it what would settle it. */
function differenceLines(difference: Difference): Line[] {
  const mark = difference.forcesReplace ? ({ text: "  ! ", style: "danger" } as const) : faint("  - ");
  const proposal = proposalOf(difference);
  const settles = proposal === null ? [] : [[faint("      → "), proposed(proposal, NOTATION)]];
  return [[mark, saidOf(difference, NOTATION)], ...settles];
}

const faint = (text: string): Piece => ({ text, style: "faint" });

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function said(diagnostics: readonly Diagnostic[], names: Names): Line[][] {
  if (diagnostics.length === 0) return [];
  return [bySeverity(diagnostics).map((each) => [sayable(each, names)])];
}

/** A diagnostic; of a document that was put together its place says nothing. */
export function sayable(diagnostic: Diagnostic, names: Names): string {
  const name = names[diagnostic.document];
  return name === undefined
    ? diagnosticLine({ ...diagnostic, range: null }, diagnostic.document)
    : diagnosticLine(diagnostic, name);
}

/** What it all comes to. */
function lastLine(report: Report): string {
  const [only] = report.resources;
  if (report.format === "pair" && only !== undefined) {
    const same = report.identical ? ["the documents are the same byte for byte"] : [];
    const parts = [...openPart(only), ...same, ...rawPart(only), ...proposedParts(only)];
    return sentence([called(only.verdict, only), ...parts].join("; "));
  }
  const changes = changing(report.resources).length;
  const all = `${changes} of ${report.summary.resources} resources ${changes === 1 ? "changes" : "change"}`;
  return sentence([...spuriousParts(report), all].join("; "));
}
