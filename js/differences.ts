import type { Resource } from "./report.js";
import type { Class, Finding, Group } from "./types.js";

/** A difference as a person counts them: a finding, or a group of findings. */
export type Difference = { path: string; class: Class; forcesReplace: boolean } & (
  | { finding: Finding; group?: undefined }
  | { group: Group; finding?: undefined }
);

/** Where a difference stands, behind those that force a replacement. */
const RANK = { real: 1, unknown: 1, masked: 1, spurious: 2, ignored: 2 } satisfies Record<Class, number>;

/** What forces the replacement first, then what is real or open, then what was settled; groups in place of their parts. */
export function differencesOf({ findings, groups }: Pick<Resource, "findings" | "groups">): Difference[] {
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
