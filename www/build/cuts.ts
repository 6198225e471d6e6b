// What of the package and of lit a build has no use for is left out of it.

import type { Plugin } from "vite";

/** A piece of a built file of the package, or of lit, and what stands in its place. */
type Cut = readonly [file: string, from: string | RegExp, to: string];

/** What no page has a use for. */
export const CUTS: readonly Cut[] = [
  // The package can load its module in several ways. The page always gives it a compiled one.
  [
    "wasm/whyreplace.js",
    "export { initSync, __wbg_init as default }",
    "export default ({ module_or_path: module }) => __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module)",
  ],
  ["web.js", 'new URL("whyreplace.wasm", import.meta.url)', "undefined"],
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

/** In pages of others lit's policy has a name of its own, and a second copy may be refused one. */
export const GUEST_CUTS: readonly Cut[] = [
  ...CUTS,
  [
    "lit-html/lit-html.js",
    /\w+\.createPolicy\("lit-html",\{createHTML:\w+=>\w+\}\)/g,
    '(() => { try { return trustedTypes.createPolicy("whyreplace-html", { createHTML: (html) => html }) } catch {} })()',
  ],
];

/** The package and lit without what a build has no use for. */
export function inPart(all: readonly Cut[] = CUTS): Plugin {
  const nameIn = (id: string) => id.replaceAll("\\", "/").split(/\/dist\/package\/|\/node_modules\//)[1];
  return {
    name: "in-part",
    enforce: "pre",
    load: (id) => SHORTER[nameIn(id) ?? ""] ?? null,
    transform(code, id) {
      const cuts = all.filter(([file]) => file === nameIn(id));
      const missing = cuts.find(([, from]) => code.replaceAll(from, "") === code);
      if (missing !== undefined) this.error(`${missing[0]} no longer contains: ${missing[1]}`);
      return { code: cuts.reduce((code, [, from, to]) => code.replaceAll(from, to), code), map: null };
    },
  };
}
