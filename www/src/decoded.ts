// Bytes as the text that the core's offsets count.

import type { Source } from "./protocol.js";

/** What the core reads. */
export async function contentOf(source: Source): Promise<string | Uint8Array> {
  return typeof source === "string" ? source : new Uint8Array(await source.arrayBuffer());
}

/** The text of a document, the byte order mark included. */
export function decoded(content: string | Uint8Array): string {
  if (typeof content === "string") return content;
  return new TextDecoder(encodingOf(content), { ignoreBOM: true }).decode(content);
}

/** JSON begins with ASCII, so that a zero, like a byte order mark, tells UTF-16 and its byte order. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff || second === 0) return "utf-16le";
  return first === 0xfe || first === 0 ? "utf-16be" : "utf-8";
}
