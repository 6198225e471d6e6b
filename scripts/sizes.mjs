// What a visitor downloads: compared with sizes.json, so that a change of size is seen in review, and held to the
// budgets there. `node scripts/sizes.mjs --update` writes the sizes of this build into sizes.json.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { elementFile, pageFolder, wasmFile } from "./build.mjs";
import { root, runAsScript } from "./process.mjs";
import { compilerName, wasmToolchain } from "./toolchain.mjs";

const snapshotFile = join(root, "sizes.json");

// The build does not depend on the folder it is made in, so that raw sizes must be equal. The compressors come with
// Node, and another version of one may find a few bytes more or less.
const TOLERANCES = { raw: 0, gzip: 0.01, brotli: 0.01 };

await runAsScript(import.meta.url, ([option]) => (option === "--update" ? updateSnapshot() : checkSizes()));

/** Throws when a size is over its budget, or is not that of the snapshot made with the same compiler. */
export function checkSizes() {
  const { compiler, budgets, sizes: expected } = readSnapshot();
  const sizes = measureSizes();
  const problems = overBudget(sizes, budgets);
  const compilerHere = compilerName(wasmToolchain());
  if (compiler === compilerHere) problems.push(...changed(sizes, expected));
  else console.log(`sizes.json was made with ${compiler}, this is ${compilerHere}: only the budgets count`);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

function updateSnapshot() {
  const { budgets } = readSnapshot();
  const snapshot = { compiler: compilerName(wasmToolchain()), budgets, sizes: measureSizes() };
  writeFileSync(snapshotFile, `${JSON.stringify(snapshot, null, 2)}\n`);
}

/**
 * The sizes in bytes of what the page loads, each { raw, gzip, brotli }: the module, the scripts that the first verdict
 * needs, those that come later, and the page itself with the examples and the words, which are data in it; of the element
 * for other pages, its script; and the page as one file. Prints them too.
 */
function measureSizes() {
  const { page, later } = pageScripts();
  const sizes = {
    wasm: sizeOf([wasmFile]),
    page: sizeOf(page),
    later: sizeOf(later),
    html: sizeOf([join(pageFolder, "index.html")]),
    element: sizeOf([elementFile]),
    file: sizeOf([join(pageFolder, "why-replace.html")]),
  };
  for (const [name, size] of Object.entries(sizes)) console.log(describe(name, size));
  return sizes;
}

/** The page's own scripts by when they are loaded: vite.config.ts names them. One that begins with wasm is the module. */
function pageScripts() {
  const folder = join(pageFolder, "assets");
  if (!existsSync(folder)) throw new Error("There is no built page to measure: node scripts/build.mjs");
  const names = readdirSync(folder)
    .sort()
    .filter((name) => name.endsWith(".js") && !name.startsWith("wasm"));
  const scripts = (isLater) =>
    names.filter((name) => name.startsWith("later") === isLater).map((name) => join(folder, name));
  return { page: scripts(false), later: scripts(true) };
}

/** Each file is compressed by itself, as a server does. */
function sizeOf(files) {
  const contents = files.map((file) => readFileSync(file));
  const sum = (size) => contents.reduce((total, content) => total + size(content), 0);
  return {
    raw: sum((content) => content.length),
    gzip: sum((content) => gzipSync(content, { level: 9 }).length),
    brotli: sum(
      (content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
    ),
  };
}

function overBudget(sizes, budgets) {
  return Object.entries(budgets).flatMap(([name, budget]) =>
    Object.entries(budget)
      .filter(([kind, most]) => sizes[name][kind] > most)
      .map(
        ([kind, most]) =>
          `${name} is over its budget: ${kind} ${kilobytes(sizes[name][kind])}, at most ${kilobytes(most)}`,
      ),
  );
}

function changed(sizes, expected) {
  return Object.entries(sizes).flatMap(([name, size]) =>
    Object.entries(size)
      .filter(
        ([kind, bytes]) => Math.abs(bytes - expected[name][kind]) > expected[name][kind] * TOLERANCES[kind],
      )
      .map(
        ([kind, bytes]) =>
          `${name} ${kind} is ${bytes} bytes, sizes.json says ${expected[name][kind]}: if that is meant, node scripts/sizes.mjs --update`,
      ),
  );
}

function readSnapshot() {
  return JSON.parse(readFileSync(snapshotFile, "utf8"));
}

function describe(name, { raw, gzip, brotli }) {
  return `${name}: raw ${kilobytes(raw)}, gzip ${kilobytes(gzip)}, brotli ${kilobytes(brotli)}`;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
