// The lines around a fault, cut to a window, so that one line of 5 MB is as readable as one of ten characters.

import type { Position } from "whyreplace";

export interface Excerpt {
  lines: { number: number; text: string }[];
  /** Which of the lines the caret stands under, and at which of its characters. */
  caret: { line: number; column: number };
}

/** Characters before and after the place. */
const REACH = 40;
const CUT = "…";

/** The line of a place with the ones before and after it. Lines end with CR, LF or CRLF. */
export function excerpt(text: string, { offset, line }: Position): Excerpt {
  const start = lineStart(text, offset);
  const column = offset - start;
  const from = Math.max(0, column - REACH);
  const at = cut(text, start, from);
  const before = start > 0 ? [cut(text, lineStart(text, start - breakBefore(text, start)), from)] : [];
  const end = lineEnd(text, start);
  const after = end < text.length ? [cut(text, end + breakAfter(text, end), from)] : [];
  const first = line - before.length;
  return {
    lines: [...before, at, ...after].map((text, at) => ({ number: first + at, text })),
    caret: { line: before.length, column: from > 0 ? column - from + CUT.length : column },
  };
}

/** The same place in a text field, which holds every line end as one character. */
export function fieldOffset(text: string, offset: number): number {
  return text.slice(0, offset).replaceAll("\r\n", "\n").length;
}

/** The line that begins at `start`, from its character `from` on. */
function cut(text: string, start: number, from: number): string {
  const end = lineEnd(text, start);
  const begin = Math.min(start + from, end);
  const stop = Math.min(begin + 2 * REACH, end);
  return `${begin > start ? CUT : ""}${text.slice(begin, stop)}${stop < end ? CUT : ""}`;
}

function lineStart(text: string, offset: number): number {
  if (offset === 0) return 0;
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function lineEnd(text: string, start: number): number {
  const ends = [text.indexOf("\n", start), text.indexOf("\r", start)].filter((end) => end >= 0);
  return Math.min(text.length, ...ends);
}

const breakBefore = (text: string, start: number) => (text.endsWith("\r\n", start) ? 2 : 1);
const breakAfter = (text: string, end: number) => (text.startsWith("\r\n", end) ? 2 : 1);
