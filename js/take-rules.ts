import type { PlainReport } from "./report.js";
import type { Finding, Group, Proposal } from "./types.js";

/** A proposal, or what has one. Of a finding or group without a proposal nothing is taken. */
export type Accepted = Proposal | Finding | Group;

/** The type that stands for all. */
const ANY_TYPE = "*";

/**
 * The rules of accepted proposals as the text of a rule set, each path once and in the order of acceptance. The text is
 * written here and not made of an object: keys such as `__proto__` stay keys.
 *
 * ```js
 * const report = compare(old, now);
 * toRules(report, report.resources[0].findings); // '{\n  "*": {\n    "partitions": "integer"\n  }\n}\n'
 * ```
 */
export function toRules(report: PlainReport, accepted: readonly Accepted[]): string {
  const typeOf = typesOf(report);
  const sections = new Map<string, Map<string, string[]>>();
  for (const item of accepted) {
    const proposal = proposalOf(item);
    if (proposal === null) continue;
    const rules = entry(sections, typeOf(item), () => new Map<string, string[]>());
    for (const { path, rule } of [proposal, ...proposal.inside]) {
      const words = entry(rules, path, (): string[] => []);
      words.push(...rule.filter((word) => !words.includes(word)));
    }
  }
  const types = [...sections].map(([type, rules]) => {
    const lines = [...rules].map(([path, words]) => `    ${JSON.stringify(path)}: ${wordsText(words)}`);
    return `  ${JSON.stringify(type)}: {\n${lines.join(",\n")}\n  }`;
  });
  return types.length === 0 ? "{}\n" : `{\n${types.join(",\n")}\n}\n`;
}

const proposalOf = (item: Accepted): Proposal | null => ("proposal" in item ? item.proposal : item);

/** The type of the resource that an accepted thing is of; of a report of one type, that one. */
function typesOf({ resources, drift, outputs }: PlainReport): (item: Accepted) => string {
  const all = [...resources, ...drift, ...outputs];
  const types = new Set(all.map(({ type }) => type || ANY_TYPE));
  const [only = ANY_TYPE] = types;
  if (types.size <= 1) return () => only;
  const owners = new Map<Accepted | null, string>();
  for (const { type, findings, groups } of all) {
    for (const item of [...findings, ...groups]) {
      owners.set(item, type || ANY_TYPE).set(item.proposal, type || ANY_TYPE);
    }
  }
  return (item) => owners.get(item) ?? ANY_TYPE;
}

function wordsText(words: readonly string[]): string {
  const [first, ...others] = words.map((word) => JSON.stringify(word));
  return others.length === 0 ? (first ?? "[]") : `[${[first, ...others].join(", ")}]`;
}

/** The value of a key, made when there is none. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
