// The page's own scripts, and beside them one chunk with the WebAssembly module. The page's policy forbids it every
// connection, so nothing may be fetched: the module travels as base64 text in a script, the worker as text in the page's.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";
import type { Word } from "whyreplace";
import { EXAMPLES } from "./src/examples.js";
import { KEYS } from "./src/keys.js";
import type { ShownWord } from "./src/protocol.js";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const WASM = "virtual:wasm";
const WORKER = "virtual:worker";

/** What is a script of its own, and how its name begins: scripts/sizes.mjs measures each by that. */
const CHUNKS = [
  [WASM, "wasm"],
  ["/src/later/", "later"],
] as const;

/** What a page that sends nothing must not contain. */
const SINKS = [
  "fetch(",
  "XMLHttpRequest",
  "WebSocket",
  "EventSource",
  "sendBeacon",
  "RTCPeerConnection",
  "window.open",
  "location",
  "importScripts",
];

export default defineConfig({
  root: path("."),
  base: "./",
  publicDir: false,
  plugins: [inPart(), withData(), embedded(), withoutIndentation(), withoutSinks()],
  build: {
    target: "es2022",
    // The first that know light-dark().
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    outDir: path("../dist/www"),
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ moduleIds }) => {
          const name = CHUNKS.find(([part]) => moduleIds.some((id) => id.includes(part)))?.[1] ?? "[name]";
          return `assets/${name}-[hash].js`;
        },
      },
    },
  },
});

/** Examples, words and keys as data in the page, where the scripts need not carry them. */
function withData(): Plugin {
  const script = (id: string, data: unknown): HtmlTagDescriptor => ({
    tag: "script",
    attrs: { type: "application/json", id },
    children: JSON.stringify(data).replaceAll("<", "\\u003c"),
    injectTo: "body",
  });
  return {
    name: "with-data",
    transformIndexHtml: async () => [
      script("examples", EXAMPLES),
      script("words", await words()),
      script("keys", KEYS),
    ],
  };
}

/** Modules that are made here: the WebAssembly module and the worker, each as a text. */
function embedded(): Plugin {
  const made: Record<string, () => unknown> = {
    [WASM]: () => {
      const module = withoutHashes(readFileSync(path("../dist/package/whyreplace.wasm"), "latin1"));
      return Buffer.from(module, "latin1").toString("base64");
    },
    [WORKER]: workerText,
  };
  return {
    name: "embedded",
    enforce: "pre",
    resolveId: (id) => (Object.hasOwn(made, id) ? `\0${id}` : null),
    async load(id) {
      // Vite's own helper loads ahead what a chunk needs; ours need nothing.
      if (id === "\0vite/preload-helper.js") return "export const __vitePreload = (load) => load();";
      const make = id.startsWith("\0") ? made[id.slice(1)] : undefined;
      return make === undefined ? null : `export default ${JSON.stringify(await make())};`;
    },
  };
}

/** Of the catalogue what the page shows. */
async function words(): Promise<ShownWord[]> {
  const file = new URL("../dist/package/catalogue.js", import.meta.url);
  const { CATALOGUE } = (await import(file.href)) as { CATALOGUE: Word[] };
  return CATALOGUE.map(({ name, family, standsAlone, meaning, safe, unsafeWhen }) => ({
    name,
    family,
    standsAlone,
    meaning,
    safe,
    unsafeWhen,
  }));
}

/** The worker as one classic script. */
async function workerText(): Promise<string> {
  const result = await build({
    configFile: false,
    root: path("."),
    publicDir: false,
    logLevel: "warn",
    plugins: [inPart(), withoutSinks()],
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

/** A piece of a built file of the package, or of lit, that the page has no use for, and what stands in its place. */
type Cut = [file: string, from: string | RegExp, to: string];

const CUTS: readonly Cut[] = [
  // The package can load its module in several ways. The page always gives it a compiled one.
  [
    "wasm/whyreplace.js",
    "export { initSync, __wbg_init as default }",
    "export default ({ module_or_path: module }) => __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module)",
  ],
  ["wasm/whyreplace.js", "if (Symbol.dispose)", "if (false)"],
  // The page asks for none of these.
  ["wasm/whyreplace.js", "export function checkRules(", "function checkRules("],
  ["wasm/whyreplace.js", "export function readRules(", "function readRules("],
  // What is given to the module is made for it on the spot, and a report knows its instance.
  ["wasm/whyreplace.js", /_assertClass\(\w+, \w+\);/g, ""],
  ["wasm/whyreplace.js", /if \(\S+\.__wbg_inst !== undefined && .*\)/g, "if (false)"],
  ["wasm/whyreplace.js", /Object\.defineProperty\(\w+, '__wbg_inst', .*\);/g, ""],
  [
    "wasm/whyreplace.js",
    /(?<=let ptr[^;]*;\s+)try (\{[\s\S]*?\}) catch \(e\) \{[\s\S]*?throw e;\s+\}/g,
    "$1",
  ],
  // Nothing asks for another instance but what makes it.
  ["wasm/whyreplace.js", "__wbg_call_guard();", ""],
  ["wasm/whyreplace.js", "if (realloc === undefined)", "if (false)"],
  // The worker frees what it makes.
  ["wasm/whyreplace.js", /\w+Finalization\.(?:un)?register\(.*\);/g, ""],
  ["wasm/whyreplace.js", "typeof FinalizationRegistry === 'undefined'", "true"],
  ["wasm/whyreplace.js", "if (!('encodeInto' in cachedTextEncoder))", "if (false)"],
  ["web.js", 'new URL("whyreplace.wasm", import.meta.url)', "undefined"],
  // Lit's hooks for old browsers, and what it shows of itself to servers and tests.
  ["lit-html/lit-html.js", /\w+\.litHtmlPolyfillSupport;.*?\.push\("[\d.]+"\);/g, "0;"],
  ["lit-html/lit-html.js", /(?<=const \w+=\{).*?(I:\w+),H,.*?(?=\},)/g, "$1"],
  // All templates of the page are HTML, and none was compiled before.
  ["lit-html/lit-html.js", /2===\w\|\|3===\w/g, "!1"],
  ["lit-html/lit-html.js", /"number"==typeof \w\?(this\._\$AC\(\w\)):\(.*?\),\w\)(?=;)/g, "$1"],
  // Nothing is bound in comments, in the text of a field, or to an element itself.
  ["lit-html/lit-html.js", /(?<=index:\w\}\));else\{let \w=-1;.*?length-1\}/g, ";"],
  ["lit-html/lit-html.js", /if\(\w\.test\(\w\.tagName\)\)\{.*?\}\}(?=\}else if)/g, ""],
  ["lit-html/lit-html.js", /else \w\.startsWith\(\w\)&&\(\w\.push\(\{type:6.*?\)\)?;/g, ";"],
  ["lit-html/lit-html.js", /:6===\w\.type&&\(.*?\)\)/g, ":0"],
  // What asks where a part is, and what waits to be connected again: directives that the page has none of.
  ["lit-html/lit-html.js", /get (?:startNode|endNode|tagName)\(\)\{.*?\}/g, ""],
  ["lit-html/lit-html.js", /get parentNode\(\)\{.*?\}(?=_\$AI|get|u\()/g, ""],
  ["lit-html/lit-html.js", /setConnected\(\w\)\{.*?\)\)\}/g, ""],
  ["lit-html/lit-html.js", /this\._\$AP\?\.\(!1,!0,\w\);/g, ";"],
  ["lit-html/lit-html.js", /,this\._\$AN=void 0/g, ""],
  ["lit-html/directive-helpers.js", /if\(c\)\{.*?\}if\((\w!==\w)\|\|c\)/g, "if($1)"],
  ["lit-html/directives/repeat.js", /if\((super\(\w\)),.*?\)throw Error\(".*?"\)/g, "$1"],
  // Listeners are functions without options.
  ["lit-html/lit-html.js", /\|\|\w\.capture!==\w\.capture.*?passive(?=,)/g, ""],
  ["lit-html/lit-html.js", /"function"==typeof this\._\$AH\?(.*?):this\._\$AH\.handleEvent\(\w\)/g, "$1"],
  // Templates stand at the end of their element, in its own document.
  ["lit-html/lit-html.js", /\w\?\.renderBefore\?\?/g, ""],
  ["lit-html/lit-html.js", /\w\?\.creationScope\?\?/g, ""],
];

// The package takes objects too, and checks the options of callers who have no types. The page gives text and bytes,
// and options that the compiler has checked.
const SHORTER: Readonly<Record<string, string>> = {
  "text.js": "export const encodable = (input) => input;",
  "options.js": `
    export const crossing = ({ rules, ...options }) => ({ options, beside: [rules] });
    export const checkQuiet = () => {};
    export const unknownName = () => {};`,
};

/** The hashes in the names of what the module imports as numbers of the same length, which compress; alike on both sides. */
function withoutHashes(text: string): string {
  const bindings = readFileSync(path("../dist/package/wasm/whyreplace.js"), "utf8");
  const hashes = new Set(bindings.match(/(?<=__wbg_\w+_)[0-9a-f]{16}(?=:)/g));
  return [...hashes].reduce(
    (text, hash, at) => text.replaceAll(hash, String(at).padStart(hash.length, "0")),
    text,
  );
}

/** The package and lit without what the page has no use for. */
function inPart(): Plugin {
  const nameIn = (id: string) => id.replaceAll("\\", "/").split(/\/dist\/package\/|\/node_modules\//)[1];
  return {
    name: "in-part",
    enforce: "pre",
    load: (id) => SHORTER[nameIn(id) ?? ""] ?? null,
    transform(code, id) {
      const cuts = CUTS.filter(([file]) => file === nameIn(id));
      const missing = cuts.find(([, from]) => code.replaceAll(from, "") === code);
      if (missing !== undefined) this.error(`${missing[0]} no longer contains: ${missing[1]}`);
      const cut = cuts.reduce((code, [, from, to]) => code.replaceAll(from, to), code);
      return { code: withoutHashes(cut), map: null };
    },
  };
}

/** Templates without the indentation that only their authors need; to the code around them it means nothing. */
function withoutIndentation(): Plugin {
  return {
    name: "without-indentation",
    enforce: "pre",
    transform(code, id) {
      const isOurs = id.startsWith(path("src")) && id.endsWith(".ts");
      return isOurs ? { code: code.replace(/\n +/g, "\n"), map: null } : null;
    },
  };
}

/** Examples and sentences about words are data, and may speak of locations. */
const DATA = /<script type="application\/json"[^<]*<\/script>/g;

function withoutSinks(): Plugin {
  return {
    name: "without-sinks",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const text = output.type === "chunk" ? output.code : String(output.source);
        const code = text.replace(DATA, "");
        const found = SINKS.filter((sink) => code.includes(sink));
        if (found.length > 0) this.error(`${output.fileName} contains ${found.join(", ")}`);
      }
    },
  };
}
