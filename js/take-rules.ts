import type { PlainReport, Resource } from "./report.js";
import type { Finding, Group, Proposal } from "./types.js";

/** A proposal, or what has one. Of a finding or group without a proposal nothing is taken. */
export type Accepted = Proposal | Finding | Group;

/** The type that stands for all. */
const ANY_TYPE = "*";

/** Words by type or address, and by pattern, in the order in which they came. */
export type Sections = Map<string, Map<string, string[]>>;

/**
 * The rules of accepted proposals as the text of a rule set, each path once and in the order of acceptance. The text is
 * written here and not made of an object: keys such as `__proto__` stay keys.
 *
 * Of a plan, a rule stands under the type where all resources of the type that have a proposal for its path are to have the
 * same words there, and else under the addresses of those for which it was accepted. So it decides about nothing for which
 * something else was proposed.
 *
 * ```js
 * const report = compare(old, now);
 * toRules(report, report.resources[0].findings); // '{\n  "*": {\n    "partitions": "integer"\n  }\n}\n'
 * ```
 */
export function toRules(report: PlainReport, accepted: readonly Accepted[]): string {
  const { ownerOf, all } = ownersOf(report);
  const taken = accepted.flatMap((item) => {
    const proposal = proposalOf(item);
    return proposal === null ? [] : [{ proposal, owner: ownerOf(item) }];
  });
  const agreed = agreement(taken, all);
  const sections: Sections = new Map();
  for (const { proposal, owner } of taken) {
    for (const { path, rule } of rulesOf(proposal)) {
      const name = owner.address === "" || agreed(owner.type, path) ? owner.type : owner.address;
      addWords(sections, name, path, rule);
    }
  }
  return ruleSetText(sections);
}

/** Adds words behind those that are there. */
export function addWords(sections: Sections, name: string, path: string, words: readonly string[]) {
  const rules = entry(sections, name, () => new Map<string, string[]>());
  const there = entry(rules, path, (): string[] => []);
  there.push(...words.filter((word) => !there.includes(word)));
}

/** The text of a rule set, a line for each pattern. */
export function ruleSetText(sections: Sections): string {
  const types = [...sections].map(([type, rules]) => {
    const lines = [...rules].map(([path, words]) => `    ${JSON.stringify(path)}: ${wordsText(words)}`);
    return `  ${JSON.stringify(type)}: {\n${lines.join(",\n")}\n  }`;
  });
  return types.length === 0 ? "{}\n" : `{\n${types.join(",\n")}\n}\n`;
}

/** What a proposal is made for. One that is of no resource of the report has no address. */
interface Owner {
  type: string;
  address: string;
}

/** A proposal and what it is made for. */
interface Owned {
  proposal: Proposal;
  owner: Owner;
}

const proposalOf = (item: Accepted): Proposal | null => ("proposal" in item ? item.proposal : item);

const rulesOf = (proposal: Proposal) => [proposal, ...proposal.inside];

/** Whose an accepted thing is, and all proposals that there are. A single resource has all, and nothing of it is read. */
function ownersOf({ resources, drift, outputs }: PlainReport): {
  ownerOf(item: Accepted): Owner;
  all: Owned[];
} {
  const every = [...resources, ...drift, ...outputs];
  const types = new Set(every.map(({ type }) => type || ANY_TYPE));
  const [only = ANY_TYPE] = types;
  const unknown = { type: types.size <= 1 ? only : ANY_TYPE, address: "" };
  if (every.length <= 1) return { ownerOf: () => unknown, all: [] };
  const owners = new Map<Accepted, Owner>();
  const all: Owned[] = [];
  for (const { resource, item } of every.flatMap(itemsOf)) {
    const owner = { type: resource.type || ANY_TYPE, address: resource.address };
    owners.set(item, owner);
    if (item.proposal === null) continue;
    owners.set(item.proposal, owner);
    all.push({ proposal: item.proposal, owner });
  }
  return { ownerOf: (item) => owners.get(item) ?? unknown, all };
}

function itemsOf(resource: Resource): { resource: Resource; item: Finding | Group }[] {
  return [...resource.findings, ...resource.groups].map((item) => ({ resource, item }));
}

/** Whether all resources of a type that have a proposal for a path are to have the same words there. */
function agreement(taken: readonly Owned[], all: readonly Owned[]): (type: string, path: string) => boolean {
  const statements = new Set(taken.map(statement));
  const words = new Map<string, Map<string, string[]>>();
  const add = ({ proposal, owner }: Owned, isTaken: boolean) => {
    for (const { path, rule } of rulesOf(proposal)) {
      const place = entry(words, keyOf(owner.type, path), () => new Map<string, string[]>());
      const there = entry(place, owner.address, (): string[] => []);
      if (isTaken) there.push(...rule.filter((word) => !there.includes(word)));
    }
  };
  for (const each of taken) add(each, true);
  // What says the same of another resource of the type counts as accepted; what was not accepted has no words.
  for (const each of all) add(each, statements.has(statement(each)));
  return (type, path) => {
    const wanted = [...(words.get(keyOf(type, path))?.values() ?? [])].map((each) => JSON.stringify(each));
    return new Set(wanted).size <= 1;
  };
}

const keyOf = (type: string, path: string) => JSON.stringify([type, path]);

/** What a proposal says, whatever it would bring. */
function statement({ proposal: { grade, path, rule, sameIf, inside }, owner: { type } }: Owned): string {
  return JSON.stringify([type, grade, path, rule, sameIf, inside]);
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
