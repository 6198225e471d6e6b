// Text of others inside Markdown: it is shown and never does anything. What may mean something to a reader of Markdown
// (links, mentions, HTML, emphasis, a cell's end) stands in a code span; what cannot be seen is named.

import { named, visible } from "./visible.js";

/** Words that mean nothing to any reader of Markdown: no dots, digits among letters, or signs inside. */
const PLAIN = /^(?:→|(?:\(?[A-Za-z]+(?:[-'][A-Za-z]+)*|\(?\d{1,6}(?:-bit)?)?\)?[.,;:…]*)$/;

/** A quoted name, a quoted text, blanks, or a word. */
const TOKEN = /`([^`]+)`|"(?:[^"\\]|\\.)*"|\s+|[^\s`"]+|[`"]/gsu;

/** A text in a code span, which holds wherever a line holds. */
export function code(text: string): string {
  const shown = visible(text);
  if (shown === "") return "(empty)";
  const ticks = shown.match(/`+/g)?.map(({ length }) => length) ?? [];
  const fence = "`".repeat(Math.max(0, ...ticks) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return fence + pad + shown + pad + fence;
}

/** A text in a code span that holds in a table too, where a bar ends a cell even inside of one. */
export function cell(text: string): string {
  // Readers disagree about a bar behind a backslash; a bar alone they all take back out of its escape.
  return code(text.replace(/(?<=\\)\|/g, named)).replaceAll("|", "\\|");
}

/** A sentence of the core's: its words as they are, and what it quotes in code spans, first of all the path it is about. */
export function prose(sentence: string, path = ""): string {
  if (path === "") return words(sentence);
  const [first = "", ...others] = sentence.split(`\`${path}\``).map(words);
  return others.reduce((text, part) => apart(apart(text, code(path)), part), first);
}

/** Two texts in a row: code spans that touch would become another one. */
function apart(text: string, next: string): string {
  return text + (text.endsWith("`") && next.startsWith("`") ? " " : "") + next;
}

function words(sentence: string): string {
  const out: string[] = [];
  let quoted = "";
  const close = () => {
    if (quoted !== "") out.push(code(quoted));
    quoted = "";
  };
  for (const [token, name] of sentence.matchAll(TOKEN)) {
    if (name !== undefined && quoted === "") {
      quoted = name;
    } else if (token === " " || PLAIN.test(token)) {
      close();
      out.push(token);
    } else quoted += token;
  }
  close();
  return out.join("");
}

/** The first characters of a text, never half of one, and how many follow. */
export function start(text: string, most: number): { text: string; more: number } {
  if (text.length <= most) return { text, more: 0 };
  const splits = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  const head = text.slice(0, splits ? most - 1 : most);
  return { text: head, more: [...text.slice(head.length)].length };
}
