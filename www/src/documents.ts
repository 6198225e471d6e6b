// The documents as the page holds them, and how they come in.

import type { Side, Source } from "./protocol.js";

/** The most characters that a text field holds without making the page slow. */
export const FIELD_LIMIT = 100 * 1024;

/** The text to edit, or null for a document that is a file or too long for a field. */
export function fieldText(source: Source): string | null {
  return typeof source === "string" && source.length <= FIELD_LIMIT ? source : null;
}

export function isEmpty(source: Source): boolean {
  return typeof source === "string"
    ? source.length <= FIELD_LIMIT && source.trim() === ""
    : source.size === 0;
}

/** Bytes of a file; of a text its characters, which are about as many. */
export function sizeOf(source: Source): number {
  return typeof source === "string" ? source.length : source.size;
}

export function nameOf(source: Source): string {
  return source instanceof File ? source.name : "pasted text";
}

/** A file as a document: its text when that fits into a field and is UTF-8, else the file itself. */
export async function sourceOf(file: Blob): Promise<Source> {
  if (file.size > FIELD_LIMIT) return file;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return file;
  }
}

const OLD_NAME = /(?<![a-z])(?:old|before|prev(?!iew))|Old|Before|Prev(?!iew)|OLD|BEFORE|PREV(?!IEW)/;

/** Which of two files is the old one: the one whose name says so, else the first. */
export function inOrder<Named extends { name: string }>(files: readonly Named[]): Named[] {
  const [first, second] = files;
  if (first === undefined || second === undefined) return [...files];
  const isSwapped = OLD_NAME.test(second.name) && !OLD_NAME.test(first.name);
  return isSwapped ? [second, first] : [first, second];
}

/** Where a single document goes that was not given to a side: the empty one, else New. */
export function sideFor(documents: Record<Side, Source>, name = ""): Side {
  if (OLD_NAME.test(name)) return "old";
  return isEmpty(documents.old) ? "old" : "new";
}
