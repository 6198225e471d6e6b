// Parts of the Markdown of pairs and plans.

import type { Section } from "./fitting.js";
import { cell, code, prose, start } from "./markdown-text.js";
import type { Notation } from "./said.js";
import type { Diagnostic } from "./types.js";

/** What a cell shows of a value or a path. */
const SHOWN_CHARACTERS = 160;

export const NOTATION: Notation = { code, prose };

/** The start of a text in a cell, and how much follows. */
export function shortened(text: string): string {
  const { text: head, more } = start(text, SHOWN_CHARACTERS);
  return more === 0 ? cell(head) : `${cell(head)} … ${more} more ${more === 1 ? "character" : "characters"}`;
}

export function diagnostics(all: readonly Diagnostic[]): Section {
  return list("Notes", all, ["note", "notes"], ({ severity, document, range, message, notes }) => {
    const where = range === null ? "" : `, line ${range.start.line}, column ${range.start.column}`;
    const said = [message, ...notes].map((each) => prose(each.replace(/\.$/, "")));
    return `${severity}, ${document}${where}: ${said.join(". ")}.`;
  });
}

export function list<Item>(
  name: string,
  items: readonly Item[],
  noun: Section["noun"],
  line: (item: Item) => string,
): Section {
  return {
    head: `\n### ${name}\n\n`,
    count: items.length,
    noun,
    row: (at) => (items[at] === undefined ? "" : `- ${line(items[at])}\n`),
  };
}
