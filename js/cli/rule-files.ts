// Rule files, as one rule set.

import { catalogue, checkRules, readRules } from "../api.js";
import { addWords, ruleSetText, type Sections } from "../take-rules.js";
import type { Diagnostic } from "../types.js";
import { diagnosticLine } from "./diagnostics.js";
import { bytesOf, calledInMessages } from "./documents.js";
import { Refusal } from "./refusal.js";

/** Diagnostics of rule files that are said one by one; schemas of providers can have thousands. */
const SAID = 20;

/** The rules of all files. */
export interface RulesOfFiles {
  /** A rule set; nothing where there is no file. */
  text: Uint8Array | string | undefined;
  /** What places in the text are places in; nothing where it was put together. */
  file: string | undefined;
  /** What is to be said of files of other tools. */
  said: string[];
}

interface RuleFile {
  name: string;
  bytes: Uint8Array;
  isOfOtherTool: boolean;
}

/** Reads rule files; of several, what the earlier ones say comes first. */
export async function rulesOfFiles(names: readonly string[]): Promise<RulesOfFiles> {
  const files: RuleFile[] = [];
  for (const name of names) files.push(usable(name, await bytesOf(name)));
  const [first, ...others] = files;
  if (first === undefined) return { text: undefined, file: undefined, said: [] };
  if (others.length === 0 && !first.isOfOtherTool) {
    return { text: first.bytes, file: calledInMessages(first.name), said: [] };
  }
  const ofTools = files.filter(({ isOfOtherTool }) => isOfOtherTool);
  const read = readRules(ofTools.map(({ bytes }) => bytes));
  const sections: Sections = new Map();
  for (const file of files) {
    // Those of other tools are read as one: in a later one some words mean that it was generated.
    if (!file.isOfOtherTool) addAll(sections, decoded(file));
    else if (file === ofTools[0]) addAll(sections, read.rules);
  }
  return { text: ruleSetText(sections), file: undefined, said: saidOf(read.diagnostics) };
}

/** A file that can be used. Half of its rules would be half a verdict, so that any error refuses it. */
function usable(name: string, bytes: Uint8Array): RuleFile {
  const isOfOtherTool = readRules(bytes).diagnostics.every(({ severity }) => severity !== "error");
  const errors = isOfOtherTool ? [] : checkRules(bytes).filter(({ severity }) => severity === "error");
  if (errors.length === 0) return { name, bytes, isOfOtherTool };
  const lines = errors.slice(0, SAID).map((error) => diagnosticLine(error, calledInMessages(name)));
  const help = errors.every(({ code }) => IN_RULES.has(code)) ? [] : [KINDS];
  throw new Refusal([...lines, ...more(errors.length), ...help].join("\n"));
}

/** What is wrong in a rule set that is one. */
const IN_RULES: ReadonlySet<string> = new Set([
  "path-syntax",
  "unknown-word",
  "word-argument",
  "rule-conflict",
  "rule-never-matches",
]);

const KINDS =
  "A rule file is a rule set as JSON, resources.yml of Databricks, a Pulumi package schema, or the output of `terraform providers schema -json`.";

function saidOf(diagnostics: readonly Diagnostic[]): string[] {
  const lines = diagnostics.slice(0, SAID).map((each) => diagnosticLine(each, "rule files"));
  return [...lines, ...more(diagnostics.length)];
}

const more = (count: number) => (count > SAID ? [`${count - SAID} more of these.`] : []);

/** The text of a rule set that was checked. */
function decoded({ name, bytes }: RuleFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${calledInMessages(name)} is not UTF-8: save it as that, to use it with other files.`);
  }
}

/** Adds what a file says behind what earlier ones say. Of costs that differ, the earlier one stands. */
function addAll(sections: Sections, ruleSet: string) {
  const types = JSON.parse(ruleSet) as Record<string, Record<string, string | string[]>>;
  for (const [type, rules] of Object.entries(types)) {
    for (const [path, words] of Object.entries(rules)) {
      const earlier = new Set(sections.get(type)?.get(path)?.map(costOf));
      earlier.delete(undefined);
      const isIn = (cost: string | undefined) =>
        cost === undefined || earlier.size === 0 || earlier.has(cost);
      const all = typeof words === "string" ? [words] : words;
      const added = all.filter((word) => isIn(costOf(word)));
      addWords(sections, type, path, added);
    }
  }
}

const COSTS = new Set(
  catalogue()
    .filter(({ family }) => family === "cost")
    .map(({ name }) => name),
);

/** The cost that a word says, without its arguments. */
function costOf(word: string): string | undefined {
  const [name = ""] = word.split("(");
  return COSTS.has(name.trim()) ? name.trim() : undefined;
}
