// The Markdown of a whole plan.

import { differencesOf } from "./differences.js";
import { fitted, type Section } from "./fitting.js";
import { diagnostics, list, NOTATION, shortened } from "./markdown-parts.js";
import { cell, code } from "./markdown-text.js";
import {
  afterwards,
  beside,
  byPlan,
  calmLine,
  changing,
  nameOf,
  plain,
  planSentence,
  present,
  toldOf,
  wholeLine,
} from "./plan.js";
import type { PlainReport, Resource } from "./report.js";
import { proposalOf, proposed, saidOf } from "./said.js";
import type { Action } from "./types.js";
import { called, calledByPlan, countsLine } from "./verdict.js";

/** Causes that a row of the table names; the rest is counted. */
const NAMED = 3;

const RESOURCES = ["resource", "resources"] as const;
const OUTPUTS = ["output", "outputs"] as const;

/** What a plan comes to, a table of what changes, each resource by itself, and apart from them drift and outputs. */
export function planMarkdown(report: PlainReport, limit: number): string {
  const resources = changing(report.resources);
  const calm = [
    calmLine(report.resources, RESOURCES),
    calmLine(report.drift, ["resource without drift", "resources without drift"]),
    calmLine(report.outputs, OUTPUTS),
  ].flatMap(present);
  const sections = [
    table("What changes", resources, RESOURCES),
    blocks("Each of them", resources.filter(isTold), RESOURCES),
    blocks("Drift: what has changed outside of the tool", changing(report.drift), RESOURCES),
    blocks("Outputs", changing(report.outputs), OUTPUTS),
    list("What stays", calm, ["count", "counts"], (line) => `${line}.`),
    diagnostics(report.diagnostics),
  ];
  return fitted([`${planSentence(report)}\n`], sections, limit);
}

/** Whether there is more to tell of a resource than its row in the table. */
function isTold({ verdict, stated, causedBy }: Resource): boolean {
  return [verdict.action, stated?.action ?? "no-op"].some((action) => TOLD.has(action)) || causedBy !== null;
}

const TOLD: ReadonlySet<Action> = new Set<Action>(["update", "replace", "delete"]);

function table(name: string, resources: readonly Resource[], noun: Section["noun"]): Section {
  return {
    head: `\n### ${name}\n\n| Resource | The plan says | Verdict | Causes |\n|${" --- |".repeat(4)}\n`,
    count: resources.length,
    noun,
    row: (at) => (resources[at] === undefined ? "" : row(resources[at])),
  };
}

function row(resource: Resource): string {
  const { stated } = resource;
  const cells = [
    shortened(nameOf(resource)),
    stated === null ? "" : calledByPlan(stated),
    `**${called(resource.verdict, resource)}**`,
    causes(resource),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** Why, in a few words: what forces the replacement, or else what differs. */
function causes(resource: Resource): string {
  const own = differencesOf(resource).filter(({ finding }) => finding?.consequence !== true);
  const forcing = own.filter(({ forcesReplace }) => forcesReplace);
  const wanted = forcing.length > 0 ? forcing : own;
  const named = wanted.slice(0, NAMED).map(({ path, finding, group }) => {
    const cause = (finding ?? group).cause.replaceAll("-", " ");
    return path === "" ? cause : `${shortened(path)} ${cause}`;
  });
  const more = wanted.length - named.length;
  const root = resource.causedBy === null ? [] : [`because of ${shortened(resource.causedBy.address)}`];
  const rest = more === 0 ? [] : [`${more} more`];
  const reasons = resource.verdict.reasons.map((reason) => plain(reason, cell));
  return [...reasons, ...root, ...named, ...rest, ...present(wholeLine(resource))].join(", ");
}

/** Resources one after the other, each as a whole or not at all. */
function blocks(name: string, resources: readonly Resource[], noun: Section["noun"]): Section {
  return {
    head: `\n### ${name}\n`,
    count: resources.length,
    noun,
    row: (at) => (resources[at] === undefined ? "" : block(resources[at])),
  };
}

function block(resource: Resource): string {
  const told = toldOf(resource);
  const verdict = [
    `**${called(resource.verdict, resource)}**`,
    ...present(byPlan(resource, NOTATION)),
    ...beside(resource, NOTATION),
  ].join("; ");
  const lines = [
    ...told.differences.flatMap((difference) => {
      const proposal = proposalOf(difference);
      const settles = proposal === null ? [] : [`  - ${proposed(proposal, NOTATION)}`];
      return [`- ${saidOf(difference, NOTATION)}`, ...settles];
    }),
    ...afterwards(resource, told, NOTATION).map((line) => `- ${line}`),
    ...present(wholeLine(resource) || countsLine(resource)).map((line) => `- ${line}`),
  ];
  return `\n#### ${code(nameOf(resource))}\n\n${verdict}.\n\n${lines.map((line) => `${line}\n`).join("")}`;
}
