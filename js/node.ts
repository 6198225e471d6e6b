import { readFile } from "node:fs/promises";
import { type Source, start } from "./engine.js";

export * from "./api.js";

/**
 * Starts the module; call it once and await it. Without a source the module is read from beside this file.
 *
 * @param source A file URL, a response, the module's bytes, or a compiled module.
 */
export function init(source?: Source): Promise<void> {
  return start(() => fromFile(source ?? new URL("whyreplace.wasm", import.meta.url)));
}

/** The bytes of a file; anything else as it is. */
function fromFile(source: Source): Source | Promise<Source> {
  return source instanceof URL && source.protocol === "file:" ? readFile(source) : source;
}
