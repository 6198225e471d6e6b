import { type Difference, differencesOf } from "./differences.js";
import { fitted, type Section } from "./fitting.js";
import { diagnostics, list, NOTATION, shortened } from "./markdown-parts.js";
import { planMarkdown } from "./markdown-plan.js";
import { code } from "./markdown-text.js";
import { present } from "./plan.js";
import type { PlainReport, Resource } from "./report.js";
import { proposalOf, proposed, saidOf } from "./said.js";
import type { Finding, Shown } from "./types.js";
import { called, countsLine, openPart, proposedParts, rawPart } from "./verdict.js";

/** What a comment on GitHub may have, and some room for what is written around it. */
const LIMIT = 60_000;
const REFUSED = "**Not compared:** a document could not be read.\n";

/**
 * The report as Markdown for a pull request or a ticket: the verdict, its causes, a table of the differences, and what
 * is proposed; of a plan what it comes to, a table of what changes, and each resource, the most dangerous ones first. Keys
 * and values of the documents are shown and never act: they form no link, mention, markup or cell. What is masked stays masked.
 *
 * @param limit UTF-16 code units that the text has at most. Rows that do not fit are counted.
 */
export function toMarkdown(report: PlainReport, limit: number = LIMIT): string {
  if (report.format !== "pair" && report.format !== "refused") return planMarkdown(report, limit);
  const resources = [...report.resources, ...report.drift, ...report.outputs];
  const verdicts = resources.map((resource) => verdictOf(resource, report.identical));
  const openings = [verdicts.map(({ full }) => full), verdicts.map(({ short }) => short)];
  const sections = [...resources.flatMap(sectionsOf), diagnostics(report.diagnostics)];
  const lines = resources.length > 0 ? openings.map((each) => `${each.join("\n\n")}\n`) : [REFUSED];
  return fitted(lines, sections, limit);
}

/** The verdict in one sentence, with what would become of it and without. */
function verdictOf(resource: Resource, isIdentical: boolean): { full: string; short: string } {
  const name = resource.address === "" ? "" : `${code(resource.address)}: `;
  const short = `${name}**${called(resource.verdict, resource)}**`;
  const same = isIdentical ? ["the documents are the same byte for byte"] : [];
  const parts = [...openPart(resource), ...same, ...rawPart(resource), ...proposedParts(resource)];
  return { full: `${[short, ...parts].join("; ")}.`, short };
}

function sectionsOf(resource: Resource): Section[] {
  const differences = differencesOf(resource);
  const causes = differences.filter(({ forcesReplace }) => forcesReplace);
  const others = differences.filter(({ forcesReplace }) => !forcesReplace);
  const noun = ["difference", "differences"] as const;
  const lines = present(countsLine(resource));
  const isThreeWay = resource.findings.some(({ action }) => action !== null);
  const columns = ["Path", "Old", "New", ...(isThreeWay ? ["Remote", "Action"] : []), "Class", "Cause"];
  return [
    list("What forces the replacement", causes, ["cause", "causes"], said),
    {
      head: `\n### Differences\n\n| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}\n`,
      count: differences.length,
      noun,
      row: (at) => (differences[at] === undefined ? "" : row(differences[at], isThreeWay)),
    },
    list(causes.length > 0 ? "What else differs" : "What they are", others, noun, said),
    list("Counts", lines, ["line of counts", "lines of counts"], (line) => line),
  ];
}

/** One line of the table. */
function row(difference: Difference, isThreeWay: boolean): string {
  const { path, finding, group } = difference;
  const cells = [
    path === "" ? "(the whole document)" : shortened(path),
    ...(finding === undefined
      ? [`${group.findings.length} by position`, "one difference"]
      : [finding.old, finding.new, ...(isThreeWay ? [finding.remote] : [])].map(value)),
    ...(isThreeWay ? [actionOf(finding)] : []),
    difference.forcesReplace ? `${difference.class}, **forces the replacement**` : difference.class,
    (finding ?? group).cause.replaceAll("-", " "),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** What a difference of three sides asks for, and why. */
function actionOf(finding: Finding | undefined): string {
  const { action, reason } = finding ?? {};
  if (action === null || action === undefined) return "";
  return reason === null || reason === undefined ? action : `${action}: ${shortened(reason)}`;
}

/** A value as written, and its type. Layout between values is no content. */
function value(shown: Shown | null): string {
  if (shown === null) return "missing";
  const { type, text, masked } = shown;
  if (masked !== null || text === null) return type === "secret" ? "masked" : `masked ${type}`;
  if (type === "unknown") return "known after the apply";
  return `${shortened(text.replace(/\s*[\n\r]\s*/g, " "))} ${type}`;
}

/** What a difference is, and the rule that would settle it. */
function said(difference: Difference): string {
  const proposal = proposalOf(difference);
  const more = proposal === null ? "" : `\n  - ${proposed(proposal, NOTATION)}`;
  return saidOf(difference, NOTATION) + more;
}
