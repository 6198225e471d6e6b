// Characters that cannot be seen, or that move others, made visible.

/** A stretch of text as it is, or one character that needs a mark. */
export type Part = string | { code: string; name: string };

/** Control, format and unassigned characters, other spaces than the plain one; line breaks and tabs are layout. */
const HIDDEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

const NAMES: Readonly<Record<string, string>> = {
  "000D": "carriage return",
  "00A0": "no-break space",
  "00AD": "soft hyphen",
  "200B": "zero width space",
  "200C": "zero width non-joiner",
  "200D": "zero width joiner",
  "200E": "left-to-right mark",
  "200F": "right-to-left mark",
  "202A": "left-to-right embedding",
  "202B": "right-to-left embedding",
  "202C": "pop directional formatting",
  "202D": "left-to-right override",
  "202E": "right-to-left override",
  "2060": "word joiner",
  "2066": "left-to-right isolate",
  "2067": "right-to-left isolate",
  "2068": "first strong isolate",
  "2069": "pop directional isolate",
  FEFF: "byte order mark",
};

/** The text in stretches, its hidden characters apart. */
export function visible(text: string): Part[] {
  if (!HIDDEN.test(text)) return [text];
  return text.split(new RegExp(`(${HIDDEN.source})`, "u")).flatMap((part): Part[] => {
    if (part === "") return [];
    return HIDDEN.test(part) && [...part].length === 1 ? [mark(part)] : [part];
  });
}

function mark(character: string): Part {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return { code: `U+${code}`, name: NAMES[code] ?? "invisible character" };
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
