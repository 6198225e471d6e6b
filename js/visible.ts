/** Control, format and unassigned characters, and other blanks than the plain one. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** A text in which what cannot be seen, or moves what can, is named: `U+202E`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, named);
}

/** A character by its number. */
export function named(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
