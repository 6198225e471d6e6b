import type { Taken } from "./protocol.js";
import { start } from "./visible.js";

/** What is shown of a text that can be taken along. */
const PREVIEW_CHARACTERS = 20_000;

/** A text to take along. The whole of it crosses as a blob, which is not copied. */
export function taken(text: string): Taken {
  return { ...start(text, PREVIEW_CHARACTERS), whole: new Blob([text], { type: "text/plain" }) };
}
