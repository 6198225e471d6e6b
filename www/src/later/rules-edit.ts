// A choice in a row changes the one place in the rule set's text that it is about and nothing else: order, layout,
// unknown types and hostile keys stay as they are.

import type { Proposal } from "whyreplace";
import {
  EMPTY,
  type Json,
  type Member,
  parse,
  plainPath,
  rulesOf,
  type Span,
  sections,
  wordsIn,
  wordsOf,
} from "../rules-text.js";

/** The text with these words at a path; without any, the path's rule goes. */
export function withWords(text: string, type: string, path: string, words: readonly string[]): string {
  const base = text.trim() === "" ? EMPTY : text;
  const types = sections(base);
  if (types === undefined) return text;
  const rule = ruleAt(types, type, path);
  if (rule !== undefined) {
    if (words.length > 0) return replaced(base, rule.value, wordsText(words));
    // The same path may stand there in another spelling, too.
    return withWords(without(base, rule), type, path, words);
  }
  return words.length === 0 ? text : withEntries(base, types, type, [entryText(path, words)]);
}

/**
 * The text with all rules of another rule set, each section in one of the text, their words behind those that are there,
 * unless they do not go together.
 */
export function withRules(
  text: string,
  added: string,
  sectionOf: (name: string) => string,
  goes: (word: string, there: readonly string[]) => boolean = () => true,
): string {
  return (sections(added) ?? []).reduce((text, { key, value }) => {
    const type = sectionOf(key);
    const there = wordsIn(text, type);
    const rules = (value.kind === "object" ? value.members : []).map(({ key, value }) => ({
      path: key,
      words: [...new Set([...there(key), ...wordsOf(value).filter((word) => goes(word, there(key)))])],
      isNew: there(key).length === 0,
    }));
    // Those that are new go in at once: there may be thousands.
    const entries = rules.filter(({ isNew }) => isNew).map(({ path, words }) => entryText(path, words));
    const types = sections(text);
    const base = text.trim() === "" ? EMPTY : text;
    const withNew =
      types === undefined || entries.length === 0 ? text : withEntries(base, types, type, entries);
    const others = rules.filter(({ isNew }) => !isNew);
    return others.reduce((text, { path, words }) => withWords(text, type, path, words), withNew);
  }, text);
}

const entryText = (path: string, words: readonly string[]) => `${JSON.stringify(path)}: ${wordsText(words)}`;

/** The text with more rules at the end of a section, which is made if there is none. */
function withEntries(text: string, types: Member[], type: string, entries: readonly string[]): string {
  const section = types.find(({ key }) => key === type);
  if (section !== undefined) return inserted(text, section.value, entries);
  const root = parse(text);
  if (root?.kind !== "object") return text;
  const indent = indentInside(text, root);
  const isOnLines = indent.includes("\n");
  const body = entries
    .map((entry) => (isOnLines ? `${indent}  ${entry}` : entry))
    .join(isOnLines ? "," : ", ");
  return inserted(text, root, [`${JSON.stringify(type)}: {${body}${isOnLines ? indent : ""}}`]);
}

/** The text with a proposal accepted: its words, and those for what is inside, behind the words that are there. */
export function withProposal(text: string, type: string, { path, rule, inside }: Proposal): string {
  return [{ path, rule }, ...inside].reduce((text, { path, rule }) => {
    const words = new Set([...wordsIn(text, type)(path), ...rule]);
    return withWords(text, type, path, [...words]);
  }, text);
}

/** Words with those that `belongs` says are of one family exchanged for others, at the place of the first. */
export function exchanged(
  words: readonly string[],
  belongs: (word: string) => boolean,
  chosen: readonly string[],
): string[] {
  const first = words.findIndex(belongs);
  const at = first === -1 ? words.length : first;
  const rest = (some: readonly string[]) => some.filter((word) => !belongs(word));
  return [...rest(words.slice(0, at)), ...chosen, ...rest(words.slice(at))];
}

function wordsText(words: readonly string[]): string {
  const texts = words.map((word) => JSON.stringify(word));
  return texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
}

function ruleAt(types: Member[], type: string, path: string): Member | undefined {
  const wanted = plainPath(path);
  return rulesOf(types, type).find(({ key }) => plainPath(key) === wanted);
}

function replaced(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** The text without a member, and without the comma that goes with it. */
function without(text: string, { start, end }: Span): string {
  const after = /^\s*,\s*/.exec(text.slice(end));
  if (after !== null) return replaced(text, { start, end: end + after[0].length }, "");
  const before = /,?\s*$/.exec(text.slice(0, start));
  return replaced(text, { start: start - (before?.[0].length ?? 0), end }, "");
}

/** The text with more members at the end of an object, laid out as its neighbours are. */
function inserted(text: string, object: Json, members: readonly string[]): string {
  if (object.kind !== "object") return text;
  const indent = indentInside(text, object);
  const last = object.members.at(-1);
  if (last !== undefined)
    return replaced(
      text,
      { start: last.end, end: last.end },
      members.map((member) => `,${indent || " "}${member}`).join(""),
    );
  const outer = indent.startsWith("\n") ? indent.slice(0, -2) : "";
  return replaced(text, object, `{${members.map((member) => indent + member).join(",")}${outer}}`);
}

/** What stands before the last member of an object; in an empty one, a line two blanks deeper than its own. */
function indentInside(text: string, object: Json & { kind: "object" }): string {
  const last = object.members.at(-1);
  if (last !== undefined) return /\s*$/.exec(text.slice(0, last.start))?.[0] ?? "";
  const line = text.slice(text.lastIndexOf("\n", object.start) + 1, object.start);
  return `\n${/^\s*/.exec(line)?.[0] ?? ""}  `;
}
