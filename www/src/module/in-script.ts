// The module of a page that may fetch nothing: text in a script.

import { TEXT } from "../messages.js";

export async function compiledModule(): Promise<WebAssembly.Module> {
  const { default: base64 } = await import("virtual:wasm");
  return WebAssembly.compile(bytes(base64));
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export const whyNotStarted = () => TEXT.noWasm;
