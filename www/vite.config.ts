// The page's own scripts, and beside them one chunk with the WebAssembly module. The page's policy forbids it every
// connection, so nothing may be fetched: the module travels as base64 text in a script, the worker as text in the page's.

import { defineConfig } from "vite";
import { inPart } from "./build/cuts.js";
import { withData, words } from "./build/data.js";
import { withHashes } from "./build/hashes.js";
import { made, WASM, withoutIndentation } from "./build/made.js";
import { path } from "./build/paths.js";
import { withoutSinks } from "./build/sinks.js";
import { TARGETS } from "./build/targets.js";
import { EXAMPLES } from "./src/examples.js";
import { KEYS } from "./src/keys.js";

/** What is a script of its own, and how its name begins: scripts/sizes.mjs measures each by that. */
const CHUNKS = [
  [WASM, "wasm"],
  ["/src/later/", "later"],
] as const;

export default defineConfig({
  root: path("."),
  base: "./",
  publicDir: false,
  plugins: [
    inPart(),
    withData({ examples: EXAMPLES, words: await words(), keys: KEYS }),
    made({ module: "in-script", style: "linked" }),
    withoutIndentation(),
    withoutSinks(),
    withHashes(),
  ],
  build: {
    ...TARGETS,
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
