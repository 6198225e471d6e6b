// The module of the package: the file beside the element's script, where bundlers find it too.

import { REFUSED } from "../messages.js";

/** The file is not there, or may not be asked for. */
class NoFile extends Error {}

export async function compiledModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await bytes());
}

async function bytes(): Promise<ArrayBuffer> {
  try {
    const response = await fetch(new URL(/* @vite-ignore */ "./whyreplace.wasm", import.meta.url));
    if (response.ok) return await response.arrayBuffer();
  } catch {
    // Refused by the page's policy, or by the network: nobody tells which.
  }
  throw new NoFile();
}

/** What is refused: the file, what is in it, or else the worker. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof NoFile) return REFUSED.file;
  return String(error).includes("WebAssembly") ? REFUSED.wasm : REFUSED.worker;
}
