// The package's element.js: the element for pages of others, as one script that has all but the WebAssembly module.

import { defineConfig } from "vite";
import { GUEST_PARTS, inPart } from "./build/cuts.js";
import { words } from "./build/data.js";
import { made, withoutIndentation } from "./build/made.js";
import { path } from "./build/paths.js";
import { withoutSinks } from "./build/sinks.js";
import { TARGETS } from "./build/targets.js";

/** The one thing that the element asks a server for. */
const MODULE = /fetch\(new URL\((["'`])\.\/whyreplace\.wasm\1,import\.meta\.url\)\)/g;

/** Words and what is said about them are data; the longest first, as one may stand in another. */
const data = (await words())
  .flatMap(({ name, meaning, safe, unsafeWhen }) => [name, meaning, safe, unsafeWhen])
  .sort((a, b) => b.length - a.length);

export default defineConfig({
  root: path("."),
  publicDir: false,
  plugins: [
    inPart(GUEST_PARTS),
    made({ module: "beside", style: "adopted", parts: GUEST_PARTS }),
    withoutIndentation(),
    withoutSinks([MODULE, ...data.filter((text) => text.includes("location"))]),
  ],
  build: {
    ...TARGETS,
    outDir: path("../dist/package"),
    emptyOutDir: false,
    modulePreload: false,
    // Not as a library: in one vite keeps the spaces.
    rolldownOptions: {
      input: path("src/package.ts"),
      output: { entryFileNames: "element.js", codeSplitting: false },
    },
  },
});
