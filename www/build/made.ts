// Modules that are made when something is built, and those of which every build has another.

import { readFileSync } from "node:fs";
import { build, type Plugin } from "vite";
import { inPart, type Parts, withoutHashes } from "./cuts.js";
import { words } from "./data.js";
import { packaged, path } from "./paths.js";
import { withoutSinks } from "./sinks.js";

export const WASM = "virtual:wasm";

/** Where the element has from what no two hosts can give it in the same way: a file of src/module/ and one of src/style/. */
export interface Host {
  module: "beside" | "in-script";
  style: "adopted" | "linked";
  parts: Parts;
}

/** The modules that src/virtual.d.ts declares. */
export function made({ module, style, parts }: Host): Plugin {
  const texts: Record<string, () => unknown> = {
    [WASM]: () => {
      const module = withoutHashes(readFileSync(packaged("whyreplace.wasm"), "latin1"));
      return Buffer.from(module, "latin1").toString("base64");
    },
    "virtual:worker": () => workerText(parts),
    "virtual:words": words,
  };
  const files: Record<string, string> = {
    "virtual:module": path(`src/module/${module}.ts`),
    "virtual:style": path(`src/style/${style}.ts`),
  };
  return {
    name: "made",
    enforce: "pre",
    resolveId: (id) => files[id] ?? (Object.hasOwn(texts, id) ? `\0${id}` : null),
    async load(id) {
      // Vite's own helper loads ahead what a chunk needs; ours need nothing.
      if (id === "\0vite/preload-helper.js") return "export const __vitePreload = (load) => load();";
      const make = id.startsWith("\0") ? texts[id.slice(1)] : undefined;
      return make === undefined ? null : `export default ${JSON.stringify(await make())};`;
    },
  };
}

/** The worker as one classic script. */
async function workerText(parts: Parts): Promise<string> {
  const result = await build({
    configFile: false,
    root: path("."),
    publicDir: false,
    logLevel: "warn",
    plugins: [inPart(parts), withoutSinks()],
    build: {
      target: "es2022",
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: path("src/worker.ts"),
        output: { format: "iife", generatedCode: { symbols: false } },
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !("output" in output)) throw new Error("the worker was not built");
  return output.output[0].code;
}

/** Templates without the indentation that only their authors need; to the code around them it means nothing. */
export function withoutIndentation(): Plugin {
  return {
    name: "without-indentation",
    enforce: "pre",
    transform(code, id) {
      const isOurs = id.startsWith(path("src")) && id.endsWith(".ts");
      return isOurs ? { code: code.replace(/\n +/g, "\n"), map: null } : null;
    },
  };
}
