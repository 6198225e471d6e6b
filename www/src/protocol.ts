// What crosses between the page and its worker: plain data, and never more of a document than is shown.

import type {
  Action,
  Aligned,
  Cause,
  Diagnostic,
  Dialect,
  Finding,
  Format,
  Keys,
  Olds,
  Order,
  Quiet,
  Resource,
  Shown,
  Summary,
  TextPart,
  Word,
} from "whyreplace";
import type { Excerpt } from "./excerpt.js";

/** The two documents. */
export const SIDES = ["old", "new"] as const;
export type Side = (typeof SIDES)[number];

/** Whose value a column shows: the third is the service's. */
export type Column = Side | "remote";

/** A word with what the page says of it; one that stands alone can be chosen in a row. */
export type ShownWord = Pick<Word, "name" | "family" | "standsAlone" | "meaning" | "safe" | "unsafeWhen">;

/** How many rows are shown at first, and how many more at a press. */
export const ROWS_STEP = 500;

/** A document as the page holds it: text that was typed or pasted, or a file that is read in the worker. */
export type Source = string | Blob;

/** What a comparison depends on besides the documents. */
export interface Settings {
  type?: string;
  rules: string;
  olds: Olds;
  dialect: Dialect;
  reveal: readonly string[];
}

/** The start of a value, and how many characters were left out. */
export interface Value extends Shown {
  more: number;
}

/** A finding as the table shows it, or a group of findings that are one difference. */
export interface Row extends Finding {
  old: Value | null;
  new: Value | null;
  remote: Value | null;
  /** How many findings the row stands for; of a finding, none. */
  members: number;
}

/** A part of the table. */
export interface Rows {
  rows: Row[];
  /** How many rows there are, those of open groups among them. */
  total: number;
}

/** What of a report is wanted: of a plan, whose table; of that, rows up to a number, and which groups are open, by path. */
export interface Shape {
  resource: number | null;
  shown: number;
  open: readonly string[];
}

/** A diagnostic with the lines that it speaks of. */
export interface Problem extends Diagnostic {
  excerpt: Excerpt | null;
}

/** What the page shows of one resource: the first rows, what forces a replacement before the others. */
export interface About extends Rows {
  resource: (Omit<Resource, "findings" | "groups"> & { order: Order | null }) | null;
  /** How many others it hits; of these the resource lists the first. */
  affected: number;
  /** How many different rules settled something. */
  rulesUsed: number;
  /** How many differences there are, and how many of these are real, each group being one. */
  differences: number;
  real: number;
  /** How many keys have no row, of each kind that can be listed. */
  quiet: Record<Quiet, number>;
  /** Whether what the service has is known too. */
  isThreeWay: boolean;
}

/** The parts of a plan's report that have resources. */
export const SECTIONS = ["resources", "drift", "outputs"] as const;

/** A resource as the list of a plan shows it. */
export interface Item {
  id: number;
  section: (typeof SECTIONS)[number];
  address: string;
  type: string;
  /** What the plan says; where it says nothing, what would happen without rules that make values equal. */
  stated: Action;
  action: Action;
  /** Whether unknown or masked values leave it open. */
  isPossible: boolean;
  /** The order of a replacement. */
  order: Order | null;
  /** The key of a deposed object: another one may have the same address. */
  deposed: string | null;
  /** The address of the one at the root of the cascade that hits it. */
  causedBy: string | null;
}

/** What the page shows of a report. */
export interface Answer extends About {
  identical: boolean;
  format: Format;
  /** The resources of a plan; null for a pair, and when the text is no plan. */
  plan: { summary: Summary; items: Item[] } | null;
  problems: Problem[];
}

/** What can be taken along. */
export const TAKEAWAYS = ["markdown", "rules", "report"] as const;
export type Takeaway = (typeof TAKEAWAYS)[number];

/** A text to take along: its start, how many characters follow, and all of it. */
export interface Taken {
  text: string;
  more: number;
  whole: Blob;
}

/** The start of a text, and how many characters were left out. */
export interface Start {
  text: string;
  more: number;
}

/** The first of several, and how many more there are. */
export interface First<Of> {
  shown: Of[];
  more: number;
}

/** A part of two texts; where it is long, its start and its end. */
export interface Stretch extends Start, Pick<TextPart, "op"> {
  end: string;
}

/** What is found when a difference is looked into. */
export interface Inside {
  /** Both values as the words that settle it see them; null where each is compared as it is written. */
  canonical: { old: Start | null; new: Start | null; isSame: boolean } | null;
  /** What became of the old text. */
  text: First<Stretch>;
  /** What differs in the document that it holds or, in a list, once elements are matched. */
  inner: First<Row>;
  /** How elements of a list belong together, where they do not stand where they stood. */
  alignment: First<Aligned>;
  /** How many elements stand where they stood. */
  staying: number;
}

/** What is said of a resource in the list of a plan. */
export interface Why {
  /** Why its sides differ, what forces a replacement first. */
  causes: Cause[];
  /** What it comes to with the suggestions accepted. */
  suggested: Action;
}

/** A rule file, of this tool or another one, as a rule set; one with errors has none. */
export interface RuleFile {
  name: string;
  rules: string;
  problems: Diagnostic[];
}

/** What the worker answers to. */
export interface Methods {
  /** Starts the core. */
  start(module: WebAssembly.Module): void;
  compare(documents: Record<Side, Source>, settings: Settings, shape: Shape): Answer;
  /** Whether a document is a plan, or something else that is known and is no single resource. */
  isPlan(source: Source): boolean;
  review(plan: Source, settings: Settings, shape: Shape): Answer;
  /** Another resource of the plan. */
  choose(shape: Shape): About;
  /** For each of some resources of the plan why its sides differ, and what is suggested. */
  explain(resources: readonly number[]): Map<number, Why>;
  /** How many of some resources would not be replaced with the suggestions accepted. */
  settled(resources: readonly number[]): number;
  /** Decides again about the documents of the last report. */
  decide(settings: Settings, shape: Shape): Answer;
  /** The rows from a number on. */
  rows(from: number, shape: Shape): Rows;
  /** The report as a text; of rules, those that would settle what is certain or likely. Nothing is revealed in it. */
  take(what: Takeaway): Taken;
  /** What is found when a row is looked into: that of a finding or, with `isGroup`, that of its list. */
  inside(finding: number, isGroup: boolean): Inside | null;
  /** Keys of the resource that are counted and have no row, from a number on. */
  keys(which: Quiet, from: number): Keys;
  /** Rule files as rule sets. */
  ruleFiles(files: readonly File[]): RuleFile[];
  /** A value at the length of `most` characters. */
  value(finding: number, column: Column, most: number): Value | null;
}

export type Method = keyof Methods;
export type Arguments<M extends Method> = Parameters<Methods[M]>;
export type Result<M extends Method> = ReturnType<Methods[M]>;

export type Call = { [M in Method]: { id: number; method: M; args: Arguments<M> } }[Method];
export type Reply = { id: number; result: Result<Method> } | { id: number; error: string };
