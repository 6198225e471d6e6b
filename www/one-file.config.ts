// Pages that are one file each, with their scripts, style sheets, worker and module in it: they need no server, and work
// in the opaque origin of a sandbox. The mode is the name of one.

import { defineConfig, type Plugin } from "vite";
import { inPart, PAGE_PARTS } from "./build/cuts.js";
import { withData, words } from "./build/data.js";
import { inlined } from "./build/inlined.js";
import { made, withoutIndentation } from "./build/made.js";
import { path } from "./build/paths.js";
import { withoutSinks } from "./build/sinks.js";
import { TARGETS } from "./build/targets.js";
import { EXAMPLES } from "./src/examples.js";
import { KEYS } from "./src/keys.js";

const PAGES: Readonly<Record<string, { input: string; data: Record<string, unknown> }>> = {
  "why-replace": { input: "index.html", data: { examples: EXAMPLES } },
  embed: { input: "embed.html", data: {} },
};

export default defineConfig(async ({ mode }) => {
  const page = PAGES[mode];
  if (page === undefined) throw new Error(`--mode is one of ${Object.keys(PAGES).join(", ")}`);
  return {
    root: path("."),
    base: "./",
    publicDir: false as const,
    plugins: [
      inPart(PAGE_PARTS),
      withoutOnline(),
      withData({ ...page.data, words: await words(), keys: KEYS }),
      made({ module: "in-script", style: "adopted", parts: PAGE_PARTS }),
      withoutIndentation(),
      inlined(`${mode}.html`),
      withoutSinks(),
    ],
    build: {
      ...TARGETS,
      outDir: path("../dist/www"),
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input: path(page.input), output: { codeSplitting: false } },
    },
  };
});

/** What only the page on a server has. */
function withoutOnline(): Plugin {
  return {
    name: "without-online",
    transformIndexHtml: (html) => html.replace(/<li data-online>[\s\S]*?<\/li>\s*/g, ""),
  };
}
