import { fitted, type Section } from "./fitting.js";
import { cell, code, prose, start } from "./markdown-text.js";
import type { PlainReport, Resource } from "./report.js";
import type { Action, Class, Diagnostic, Finding, Group, Proposal, SettledBy, Shown } from "./types.js";

/** What a comment on GitHub may have, and some room for what is written around it. */
const LIMIT = 60_000;
/** What a cell shows of a value or a path. */
const SHOWN_CHARACTERS = 160;

const ACTION = {
  "no-op": "NO-OP",
  read: "READ",
  forget: "FORGET",
  import: "IMPORT",
  create: "CREATE",
  update: "UPDATE IN PLACE",
  replace: "REPLACE",
  delete: "DELETE",
} satisfies Record<Action, string>;

/** Where a difference stands in the table, behind those that force a replacement. */
const RANK = { real: 1, unknown: 1, masked: 1, spurious: 2, ignored: 2 } satisfies Record<Class, number>;

const REFUSED = "**Not compared:** a document could not be read.\n";

/** A difference as a person counts them: a finding, or a group of findings. */
type Difference = { path: string; class: Class; forcesReplace: boolean } & (
  | { finding: Finding; group?: undefined }
  | { group: Group; finding?: undefined }
);

/**
 * The report as Markdown for a pull request or a ticket: the verdict, its causes, a table of the differences, and what
 * is proposed. Keys and values of the documents are shown and never act: they form no link, mention, markup or cell.
 * What is masked stays masked.
 *
 * @param limit UTF-16 code units that the text has at most. Rows that do not fit are counted.
 */
export function toMarkdown(report: PlainReport, limit: number = LIMIT): string {
  const resources = [...report.resources, ...report.drift, ...report.outputs];
  const verdicts = resources.map((resource) => verdictOf(resource, report.identical));
  const openings = [verdicts.map(({ full }) => full), verdicts.map(({ short }) => short)];
  const sections = [...resources.flatMap(sectionsOf), diagnostics(report.diagnostics)];
  const lines = resources.length > 0 ? openings.map((each) => `${each.join("\n\n")}\n`) : [REFUSED];
  return fitted(lines, sections, limit);
}

/** The verdict in one sentence, with what would become of it and without. */
function verdictOf(resource: Resource, isIdentical: boolean): { full: string; short: string } {
  const { address, raw, verdict, proposed } = resource;
  const name = address === "" ? "" : `${code(address)}: `;
  const order = (action: Action) =>
    action === "replace" && verdict.action === "replace"
      ? verdict.deleteBeforeReplace
        ? " (destroy, then create)"
        : " (create, then destroy)"
      : "";
  const called = ({ action, certainty }: Pick<typeof raw, "action" | "certainty">) =>
    `${certainty === "possible" ? "possibly " : ""}${ACTION[action]}${order(action)}`;
  const open =
    verdict.certainty === "possible"
      ? [`at least ${ACTION[verdict.atLeast]}, as some values are unknown or masked`]
      : [];
  const without =
    called(raw) === called(verdict) ? [] : [`today, without the rules of equality, ${called(raw)}`];
  const same = isIdentical ? ["the documents are the same byte for byte"] : [];
  const steps = [
    ["certain", verdict, proposed.certain],
    ["certain and likely", proposed.certain, proposed.likely],
  ] as const;
  const better = steps
    .filter(([, before, after]) => called(before) !== called(after))
    .map(([which, , after]) => `with all ${which} proposals ${called(after)}`);
  const short = `${name}**${called(verdict)}**`;
  const full = [short, ...open, ...same, ...without, ...better].join("; ");
  return { full: `${full}.`, short };
}

function sectionsOf(resource: Resource): Section[] {
  const differences = differencesOf(resource);
  const causes = differences.filter(({ forcesReplace }) => forcesReplace);
  const others = differences.filter(({ forcesReplace }) => !forcesReplace);
  const noun = ["difference", "differences"] as const;
  const lines = counts(resource);
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

/** What forces the replacement first, then what is real or open, then what was settled; groups in place of their parts. */
function differencesOf({ findings, groups }: Resource): Difference[] {
  const differences: Difference[] = [];
  const told = new Set<number>();
  const byId = new Map(groups.map((group) => [group.id, group]));
  for (const finding of findings) {
    const group = finding.group === null ? undefined : byId.get(finding.group);
    if (group === undefined) differences.push({ ...whereOf(finding), class: finding.class, finding });
    else if (!told.has(group.id)) {
      told.add(group.id);
      differences.push({ ...whereOf(group), class: finding.class, group });
    }
  }
  const rank = (each: Difference) => (each.forcesReplace ? 0 : RANK[each.class]);
  return differences.sort((a, b) => rank(a) - rank(b));
}

const whereOf = ({ path, forcesReplace }: Finding | Group) => ({ path, forcesReplace });

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

function shortened(text: string): string {
  const { text: head, more } = start(text, SHOWN_CHARACTERS);
  return more === 0 ? cell(head) : `${cell(head)} … ${more} more ${more === 1 ? "character" : "characters"}`;
}

/** What a difference is, and the rule that would settle it. */
function said({ path, finding, group }: Difference): string {
  const { message, proposal } = finding ?? group;
  const by = finding?.settledBy ?? null;
  const settled = by === null ? "" : ` Settled by ${HAS_RULE.has(by.kind) ? code(by.text) : prose(by.text)}.`;
  return prose(message, path) + settled + (proposal === null ? "" : `\n  - ${proposed(proposal)}`);
}

/** What was settled by these is named as `PATTERN: WORDS`. */
const HAS_RULE: ReadonlySet<SettledBy> = new Set<SettledBy>(["rule", "scope"]);

/** A proposal: what must be true for it, its rules, and what it leaves. */
function proposed({ grade, path, rule, sameIf, inside, left }: Proposal): string {
  const written = (path: string, rule: readonly string[]) => code(`${path}: ${rule.join(", ")}`);
  const others = inside.map((inner) => {
    const condition = inner.sameIf === null ? "" : `if ${prose(inner.sameIf)}, `;
    return `; with it ${condition}${written(inner.path, inner.rule)}`;
  });
  const rest = left === 0 ? "" : `; ${left} real ${left === 1 ? "difference is" : "differences are"} left`;
  const condition = sameIf === null ? "" : prose(sameIf);
  return `${CONDITION[grade](condition)} ${written(path, rule)}${others.join("")}${rest}.`;
}

/** How a proposal begins: what only the user can know is a question. */
const CONDITION = {
  certain: (sameIf) => (sameIf === "" ? "Hides nothing real:" : `If ${sameIf}:`),
  likely: (sameIf) => (sameIf === "" ? "Likely the same:" : `If ${sameIf}:`),
  ask: (sameIf) =>
    sameIf === "" ? "Only you can know:" : `Only you can know: is it true that ${sameIf}? If so:`,
} satisfies Record<Proposal["grade"], (sameIf: string) => string>;

/** A count for everything, listed or not. */
function counts({ counts }: Resource): string[] {
  const called = {
    real: "real",
    unknown: "unknown",
    masked: "masked",
    spurious: "spurious: settled by a rule",
    ignored: "ignored: kept out by a rule or an option",
    unmanaged: "not managed by the program",
    unchanged: "unchanged",
    spelling: "only spelled differently",
  } satisfies Record<keyof typeof counts, string>;
  const filled = Object.entries(called).filter(([name]) => counts[name as keyof typeof counts] > 0);
  const line = filled.map(([name, what]) => `${counts[name as keyof typeof counts]} ${what}`).join(" · ");
  return line === "" ? [] : [line];
}

function diagnostics(all: readonly Diagnostic[]): Section {
  return list("Notes", all, ["note", "notes"], ({ severity, document, range, message, notes }) => {
    const where = range === null ? "" : `, line ${range.start.line}, column ${range.start.column}`;
    const said = [message, ...notes].map((each) => prose(each.replace(/\.$/, "")));
    return `${severity}, ${document}${where}: ${said.join(". ")}.`;
  });
}

function list<Item>(
  name: string,
  items: readonly Item[],
  noun: Section["noun"],
  line: (item: Item) => string,
): Section {
  return {
    head: `\n### ${name}\n\n`,
    count: items.length,
    noun,
    row: (at) => (items[at] === undefined ? "" : `- ${line(items[at])}\n`),
  };
}
