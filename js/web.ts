import { type Source, start } from "./engine.js";

export * from "./api.js";

/**
 * Starts the module; call it once and await it. Without a source the module is loaded from beside this file.
 *
 * @param source A URL, a response, the module's bytes, or a compiled module.
 */
export function init(source?: Source): Promise<void> {
  return start(() => source ?? new URL("whyreplace.wasm", import.meta.url));
}
