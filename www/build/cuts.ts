// What of the package and of lit a build has no use for is left out of it.

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { packaged } from "./paths.js";

/** A piece of a built file of the package, or of lit, that the page has no use for, and what stands in its place. */
type Cut = readonly [file: string, from: string | RegExp, to: string];

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
  ["wasm/whyreplace.js", /if \(typeof (?:numBytesDecoded|WASM_VECTOR_LEN) !== 'undefined'\).*;/g, ""],
  // Memory that has grown is another buffer.
  ["wasm/whyreplace.js", /\w+\.buffer\.detached === true \|\| \(.* && (.*)\)(?=\) \{)/g, "$1"],
  ["wasm/whyreplace.js", /try (\{\s+result = arg0 instanceof Array;\s+\}) catch \(_\) \{[^}]*\}/g, "$1"],
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

/** Cuts of a build that runs in pages of others: lit's policy has a name of its own there, and a second copy may be refused one. */
const GUEST_CUTS: readonly Cut[] = [
  [
    "lit-html/lit-html.js",
    /\w+\.createPolicy\("lit-html",\{createHTML:\w+=>\w+\}\)/g,
    '(() => { try { return trustedTypes.createPolicy("whyreplace-html", { createHTML: (html) => html }) } catch {} })()',
  ],
];

/** The hashes in the names of what the module imports as numbers of the same length, which compress; alike on both sides. */
export function withoutHashes(text: string): string {
  const bindings = readFileSync(packaged("wasm/whyreplace.js"), "utf8");
  const hashes = new Set(bindings.match(/(?<=__wbg_\w+_)[0-9a-f]{16}(?=:)/g));
  return [...hashes].reduce(
    (text, hash, at) => text.replaceAll(hash, String(at).padStart(hash.length, "0")),
    text,
  );
}

/** What a build leaves out besides {@link CUTS}, and whether its module has other names than the package's. */
export interface Parts {
  more: readonly Cut[];
  hashes: "kept" | "numbered";
}

export const PAGE_PARTS: Parts = { more: [], hashes: "numbered" };
export const GUEST_PARTS: Parts = { more: GUEST_CUTS, hashes: "kept" };

/** The package and lit without what a build has no use for. */
export function inPart({ more, hashes }: Parts): Plugin {
  const nameIn = (id: string) => id.replaceAll("\\", "/").split(/\/dist\/package\/|\/node_modules\//)[1];
  const all = [...CUTS, ...more];
  return {
    name: "in-part",
    enforce: "pre",
    load: (id) => SHORTER[nameIn(id) ?? ""] ?? null,
    transform(code, id) {
      const cuts = all.filter(([file]) => file === nameIn(id));
      const missing = cuts.find(([, from]) => code.replaceAll(from, "") === code);
      if (missing !== undefined) this.error(`${missing[0]} no longer contains: ${missing[1]}`);
      const cut = cuts.reduce((code, [, from, to]) => code.replaceAll(from, to), code);
      return { code: hashes === "kept" ? cut : withoutHashes(cut), map: null };
    },
  };
}
