// The page's own scripts, and beside them one chunk with the WebAssembly module. The page's policy forbids it every
// connection, so nothing may be fetched: the module travels as base64 text in a script, the worker as text in the page's.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, defineConfig, type Plugin } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const WASM = "virtual:wasm";
const WORKER = "virtual:worker";

/** What a page that sends nothing must not contain. */
const SINKS = [
  "fetch(",
  "XMLHttpRequest",
  "WebSocket",
  "EventSource",
  "sendBeacon",
  "RTCPeerConnection",
  "window.open",
  "location.href",
  "importScripts",
];

export default defineConfig({
  root: path("."),
  base: "./",
  publicDir: false,
  plugins: [embedded(), withoutSinks()],
  build: {
    target: "es2022",
    outDir: path("../dist/www"),
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => id.includes(WASM)) ? "assets/wasm-[hash].js" : "assets/[name]-[hash].js",
      },
    },
  },
});

/** Modules that are made here: the WebAssembly module and the worker, each as a text. */
function embedded(): Plugin {
  const contents: Record<string, () => string | Promise<string>> = {
    [WASM]: () => readFileSync(path("../dist/package/whyreplace.wasm"), "base64"),
    [WORKER]: workerText,
  };
  return {
    name: "embedded",
    resolveId: (id) => (Object.hasOwn(contents, id) ? `\0${id}` : null),
    async load(id) {
      const content = id.startsWith("\0") ? contents[id.slice(1)] : undefined;
      return content === undefined ? null : `export default ${JSON.stringify(await content())};`;
    },
  };
}

/** The worker as one classic script. */
async function workerText(): Promise<string> {
  const result = await build({
    configFile: false,
    root: path("."),
    publicDir: false,
    logLevel: "warn",
    plugins: [withoutLoader(), withoutSinks()],
    build: {
      target: "es2022",
      write: false,
      modulePreload: false,
      rolldownOptions: { input: path("src/worker.ts"), output: { format: "iife" } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !("output" in output)) throw new Error("the worker was not built");
  return output.output[0].code;
}

/** The package can load its module by itself. Here it is always given one, and the code that would fetch goes. */
function withoutLoader(): Plugin {
  const cuts: [file: string, from: string, to: string][] = [
    ["dist/package/wasm/whyreplace.js", "module_or_path = fetch(module_or_path);", ""],
    ["dist/package/web.js", 'new URL("whyreplace.wasm", import.meta.url)', "undefined"],
  ];
  return {
    name: "without-loader",
    enforce: "pre",
    transform(code, id) {
      const cut = cuts.find(([file]) => id.replaceAll("\\", "/").endsWith(file));
      if (cut === undefined) return null;
      const [file, from, to] = cut;
      if (!code.includes(from)) throw new Error(`${file} no longer contains: ${from}`);
      return { code: code.replace(from, to), map: null };
    },
  };
}

function withoutSinks(): Plugin {
  return {
    name: "without-sinks",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const text = output.type === "chunk" ? output.code : String(output.source);
        const found = SINKS.filter((sink) => text.includes(sink));
        if (found.length > 0) this.error(`${output.fileName} contains ${found.join(", ")}`);
      }
    },
  };
}
