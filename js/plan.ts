// What a plan comes to, in words of ours alone; and what of it is told in which order.

import { type Difference, differencesOf } from "./differences.js";
import type { PlainReport, Resource } from "./report.js";
import type { Notation } from "./said.js";
import type { Action, ActionCount, Affected, Resource as Core } from "./types.js";
import { ACTION, called, calledByPlan, openPart, proposedParts, rawPart, strength } from "./verdict.js";

/** Differences of one resource that are told; the rest is counted. */
const TOLD = 20;
/** Others that are hit and named; the rest is counted. */
const NAMED = 5;

/** The text, unless it is empty. */
export const present = (text: string): string[] => (text === "" ? [] : [text]);

/** Nothing happens to it, and the plan says nothing else. */
function isCalm({ stated, verdict, deferred }: Core): boolean {
  return verdict.action === "no-op" && (stated?.action ?? "no-op") === "no-op" && deferred === null;
}

/** Those to which something happens, or is said to, the most dangerous first. */
export function changing(resources: readonly Resource[]): Resource[] {
  const statedStrength = ({ stated }: Resource) => strength(stated?.action ?? "no-op");
  return resources
    .filter((resource) => !isCalm(resource))
    .sort(
      (a, b) =>
        strength(b.verdict.action) - strength(a.verdict.action) || statedStrength(b) - statedStrength(a),
    );
}

/** How many stay as they are; of some, nothing but the address changes. */
export function calmLine(resources: readonly Resource[], [one, many]: readonly [string, string]): string {
  const calm = resources.filter(isCalm);
  if (calm.length === 0) return "";
  const moved = calm.filter(({ previousAddress }) => previousAddress !== null).length;
  const stays = calm.length === 1 ? `${one} stays as it is` : `${many} stay as they are`;
  return `${calm.length} ${stays}${moved === 0 ? "" : `, ${moved} of them under another address`}`;
}

/** What a plan comes to, in one sentence. */
export function planSentence(report: PlainReport): string {
  const { stated, decided, omitted } = report.summary;
  const isSame = JSON.stringify(stated) === JSON.stringify(decided);
  const parts = [
    ...(isIncomplete(report) ? ["this plan is incomplete: a part of it could not be read"] : []),
    ...(stated.length === 0 ? [] : [`the plan says ${listed(stated)}`]),
    ...(isSame && stated.length > 0 ? ["decided is the same"] : [`decided is ${listed(decided)}`]),
    ...spuriousParts(report),
    ...(omitted === 0 ? [] : [`${omitted} more were left out because of a limit`]),
  ];
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Whether something in the plan is wrong, so that not all of it was read. */
const isIncomplete = ({ diagnostics }: PlainReport) =>
  diagnostics.some(({ document, severity }) => document === "plan" && severity === "error");

/** How many replacements and updates are none by the rules, and how many more would not be with the proposals. */
export function spuriousParts({ resources, summary }: PlainReport): string[] {
  const table = [
    ["replace", "replaces", "replace", summary.spuriousReplaces],
    ["update", "updates", "update", summary.spuriousUpdates],
  ] as const;
  return table.flatMap(([action, many, one, spurious]) => {
    const all = resources.filter(({ stated, raw }) => (stated?.action ?? raw.action) === action);
    if (all.length === 0) return [];
    const more = all.filter(
      ({ verdict, proposed }) =>
        verdict.action === action && strength(proposed.likely.action) < strength(action),
    ).length;
    const are = spurious === 1 || all.length === 1 ? "is" : "are";
    const of = `${spurious} of ${all.length} ${all.length === 1 ? one : many} ${are} spurious with these rules`;
    return [more === 0 ? of : `${of}, ${more} more with all certain and likely proposals`];
  });
}

/** The strongest first. */
function listed(counts: readonly ActionCount[]): string {
  const parts = [...counts].reverse().map(({ action, count }) => `${count} ${ACTION[action]}`);
  const last = parts.pop() ?? "nothing";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

/** A resource by its address, and by the key of a deposed object. */
export function nameOf({ address, deposed }: Core): string {
  return deposed === null ? address : `${address} (deposed ${deposed})`;
}

/** What the plan says of a resource, and why. */
export function byPlan(resource: Resource, { code }: Notation): string {
  const { stated } = resource;
  if (stated === null) return "";
  const says = calledByPlan(stated);
  const isSame = says === called(resource.verdict, resource);
  const reasons = stated.reasons.map((reason) => plain(reason, code)).join(", ");
  return `the plan says ${isSame ? "the same" : says}${reasons === "" ? "" : `: ${reasons}`}`;
}

/** What else is said of a resource beside its verdict, in a few words each. */
export function beside(resource: Resource, { code }: Notation): string[] {
  const { stated, deferred, previousAddress, verdict } = resource;
  const reasons = verdict.reasons.map((reason) => plain(reason, code)).join(", ");
  const grounds = present(reasons).map((text) => `reasons that are no property: ${text}`);
  const before = previousAddress === null ? [] : [`it was ${code(previousAddress)}`];
  const later = deferred === null ? [] : [`put off: ${plain(deferred, code)}`];
  // What the plan says is what there is without rules.
  const today = stated === null ? rawPart(resource) : [];
  return [
    ...today,
    ...grounds,
    ...openPart(resource, whyOpen(resource)),
    ...before,
    ...later,
    ...proposedParts(resource),
  ];
}

/** Why a verdict of a plan is open: a plan may say that a resource is replaced, and not what forces that. */
function whyOpen({ counts }: Core): string | undefined {
  return counts.unknown + counts.masked > 0 ? undefined : "the plan does not say what forces it";
}

/** A plan's own word, as words; anything else is somebody's text. */
export function plain(word: string, code: Notation["code"]): string {
  return /^[a-z_]+$/i.test(word) ? word.replaceAll("_", " ") : code(word);
}

/** Differences that are told, and how many are not. */
export interface Told {
  differences: Difference[];
  /** How many more there are. */
  more: number;
  /** Values that are unknown only because something else changes. */
  consequences: number;
}

export function toldOf(resource: Resource): Told {
  const all = differencesOf(resource);
  const own = all.filter(({ finding }) => finding?.consequence !== true);
  return {
    differences: own.slice(0, TOLD),
    more: Math.max(0, own.length - TOLD),
    consequences: all.length - own.length,
  };
}

/** What follows the differences of a resource. */
export function afterwards(resource: Resource, { more, consequences }: Told, notation: Notation): string[] {
  const lines = [
    count(more, ["more difference", "more differences"]),
    count(consequences, [
      "value is known only after the apply, which is no cause",
      "values are known only after the apply, which is no cause",
    ]),
    causedBy(resource, notation),
    hits(resource.affects, notation),
  ];
  return lines.flatMap(present).map((line) => `${line}.`);
}

const count = (many: number, [one, more]: readonly [string, string]) =>
  many === 0 ? "" : `${many} ${many === 1 ? one : more}`;

/** The root of the cascade that hits a resource. */
function causedBy({ causedBy, verdict }: Core, { code }: Notation): string {
  if (causedBy === null) return "";
  const { address, property } = causedBy;
  const root = `${code(address)}${property === null ? "" : `, of which ${code(property)} changes`}`;
  return verdict.action === "no-op" ? `The plan has it follow ${root}` : `Because of ${root}`;
}

/** Who else is hit. */
function hits(affects: readonly Affected[], { code }: Notation): string {
  if (affects.length === 0) return "";
  const strongest = [...affects].sort((a, b) => strength(b.action) - strength(a.action));
  const named = strongest.slice(0, NAMED).map(({ address, action }) => `${code(address)} ${ACTION[action]}`);
  const more = affects.length - named.length;
  const others = affects.length === 1 ? "1 other" : `${affects.length} others`;
  return `Hits ${others}: ${named.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

/** What is made or destroyed as a whole has no differences, only values. */
export function wholeLine({ verdict, counts }: Core): string {
  return WHOLE.has(verdict.action) ? count(counts.real, ["property", "properties"]) : "";
}

const WHOLE: ReadonlySet<Action> = new Set<Action>(["create", "delete", "forget", "read", "import"]);
