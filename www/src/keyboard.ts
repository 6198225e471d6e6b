// Which key does what. Single letters are for outside of fields only, and can be switched off.

export type Command =
  | "next-row"
  | "previous-row"
  | "next-resource"
  | "previous-resource"
  | "search"
  | "only-spurious"
  | "only-replace"
  | "look"
  | "switch"
  | "unchanged"
  | "copy"
  | "share"
  | "fold"
  | "unfold"
  | "help"
  | "next-region"
  | "previous-region"
  | "to-old"
  | "to-new"
  | "compare"
  | "undo"
  | "redo"
  | "close";

export interface Key {
  key: string;
  code: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

const LETTERS: Readonly<Record<string, Command>> = {
  j: "next-row",
  k: "previous-row",
  n: "next-resource",
  p: "previous-resource",
  "/": "search",
  s: "only-spurious",
  r: "only-replace",
  o: "look",
  x: "switch",
  u: "unchanged",
  m: "copy",
  l: "share",
  "[": "fold",
  "]": "unfold",
  "?": "help",
};

/** Where the focus is: letters belong to text fields and to choices, undoing to text fields only. */
export type Focus = "text" | "choice" | "page";

/** What a key asks for. */
export function commandOf(key: Key, focus: Focus, lettersOn: boolean): Command | undefined {
  const isControl = (key.ctrlKey || key.metaKey) && !key.altKey;
  if (key.key === "Escape") return "close";
  if (key.key === "F6") return key.shiftKey ? "previous-region" : "next-region";
  // By place, since Alt changes what a key types on some keyboards.
  if (key.altKey && !key.ctrlKey && key.code === "Digit1") return "to-old";
  if (key.altKey && !key.ctrlKey && key.code === "Digit2") return "to-new";
  if (isControl && key.key === "Enter") return "compare";
  if (isControl && focus !== "text" && key.key.toLowerCase() === "z") return key.shiftKey ? "redo" : "undo";
  if (focus !== "page" || !lettersOn || key.ctrlKey || key.metaKey || key.altKey) return undefined;
  return Object.hasOwn(LETTERS, key.key) ? LETTERS[key.key] : undefined;
}
