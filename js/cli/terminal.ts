import { visible } from "../visible.js";

/** How a stretch of a line looks on a terminal that has colours. */
export type Style = "strong" | "faint" | "danger" | "change" | "made" | "calm";

/** A text, whoever wrote it, and how it looks. */
export type Piece = string | { text: string; style: Style };

export type Line = readonly Piece[];

const SGR = {
  strong: "1",
  faint: "2",
  danger: "1;31",
  change: "1;33",
  made: "1;32",
  calm: "1;36",
} satisfies Record<Style, string>;

/** The lines as text. Whatever is in a piece, no control character of it gets to the terminal. */
export function written(lines: readonly Line[], isColoured: boolean): string {
  const piece = (each: Piece) => {
    if (typeof each === "string") return visible(each);
    const text = visible(each.text);
    return isColoured ? `\u001b[${SGR[each.style]}m${text}\u001b[0m` : text;
  };
  return lines.map((line) => `${line.map(piece).join("")}\n`).join("");
}

/** A terminal whose user did not ask for none: https://no-color.org */
export function isColoured({ isTTY }: { isTTY?: boolean }, { NO_COLOR = "" }: NodeJS.ProcessEnv): boolean {
  return isTTY === true && NO_COLOR === "";
}
