// What crosses between the page and its worker: plain data, and never more of a document than is shown.

import type { Diagnostic, Dialect, Finding, Olds, Resource, Shown } from "whyreplace";
import type { Excerpt } from "./excerpt.js";

/** The two documents. */
export const SIDES = ["old", "new"] as const;
export type Side = (typeof SIDES)[number];

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
  /** How many findings the row stands for; of a finding, none. */
  members: number;
}

/** A part of the table. */
export interface Rows {
  rows: Row[];
  /** How many rows there are, those of open groups among them. */
  total: number;
}

/** What of the table is wanted: rows up to a number, and the paths of the groups that are open. */
export interface Shape {
  shown: number;
  open: readonly string[];
}

/** A diagnostic with the lines that it speaks of. */
export interface Problem extends Diagnostic {
  excerpt: Excerpt | null;
}

/** What the page shows of a report: the first rows, what forces a replacement before the others. */
export interface Answer extends Rows {
  identical: boolean;
  /** Null when a document could not be read. */
  resource: Omit<Resource, "findings" | "groups"> | null;
  /** How many different rules settled something. */
  rulesUsed: number;
  /** How many differences there are, and how many of these are real, each group being one. */
  differences: number;
  real: number;
  problems: Problem[];
}

/** What the worker answers to. */
export interface Methods {
  /** Starts the core; returns the words that can be written without arguments. */
  start(module: WebAssembly.Module): void;
  compare(documents: Record<Side, Source>, settings: Settings, shape: Shape): Answer;
  /** Decides again about the documents of the last comparison. */
  decide(settings: Settings, shape: Shape): Answer;
  /** The rows from a number on. */
  rows(from: number, shape: Shape): Rows;
  /** A value at the length of `most` characters. */
  value(finding: number, side: Side, most: number): Value | null;
}

export type Method = keyof Methods;
export type Arguments<M extends Method> = Parameters<Methods[M]>;
export type Result<M extends Method> = ReturnType<Methods[M]>;

export type Call = { [M in Method]: { id: number; method: M; args: Arguments<M> } }[Method];
export type Reply = { id: number; result: Result<Method> } | { id: number; error: string };
