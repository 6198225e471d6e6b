// Characters that cannot be seen, or that move others, made visible.

/** A stretch of text as it is, or one character that needs a mark. */
export type Part = string | { code: string };

/** Control, format and unassigned characters, other spaces than the plain one; line breaks and tabs are layout. */
const HIDDEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/** The text in stretches, its hidden characters apart. */
export function visible(text: string): Part[] {
  if (!HIDDEN.test(text)) return [text];
  return text.split(new RegExp(`(${HIDDEN.source})`, "u")).flatMap((part): Part[] => {
    if (part === "") return [];
    return HIDDEN.test(part) && [...part].length === 1 ? [mark(part)] : [part];
  });
}

function mark(character: string): Part {
  return { code: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}` };
}

/** The first characters of a text, never half of one, and how many follow. */
export function start(text: string, most: number): { text: string; more: number } {
  if (text.length <= most) return { text, more: 0 };
  const splits = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  const head = text.slice(0, splits ? most - 1 : most);
  return { text: head, more: characters(text, head.length) };
}

/** How many characters stand from `from` on; a pair of surrogates is one. */
function characters(text: string, from: number): number {
  let count = 0;
  for (let at = from; at < text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  }
  return count;
}
