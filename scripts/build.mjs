// `node scripts/build.mjs` builds the npm package and the page, `node scripts/build.mjs package` the package alone.
//
//   dist/wasm/      what cargo and wasm-bindgen wrote, and the optimised module
//   dist/package/   the files of the npm package
//   dist/www/       the page

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm, root, run, runAsScript, runTool } from "./process.mjs";
import { cargoBuildWasm, machinePaths } from "./toolchain.mjs";

const bindingsFolder = join(root, "dist", "wasm");
const optimisedModule = join(bindingsFolder, "whyreplace.optimised.wasm");
export const packageFolder = join(root, "dist", "package");
export const pageFolder = join(root, "dist", "www");

/** Pages that are one file each: the page itself for those who download it, and one for frames in other pages. */
const ONE_FILE_PAGES = ["why-replace", "embed"];

/** The package's WebAssembly module, and its custom element. */
export const wasmFile = join(packageFolder, "whyreplace.wasm");
export const elementFile = join(packageFolder, "element.js");

// Found by trying: what is inlined or packed is smaller raw and larger compressed. With -Oz alone the module
// was 75.7 KB of gzip where not inlining gave 70.5; the other flags give 0.2 to 0.3 KB each.
const OPTIMISE = [
  "-Oz",
  "--converge",
  "--one-caller-inline-max-function-size=1",
  "--skip-pass=local-cse",
  "--skip-pass=memory-packing",
  "--strip-producers",
  "--strip-target-features",
];

await runAsScript(import.meta.url, ([what = "all"]) => {
  const steps = { all: [buildPackage, buildPage], package: [buildPackage] }[what];
  if (steps === undefined) throw new Error("usage: node scripts/build.mjs [all | package]");
  for (const step of steps) step();
});

/** Builds dist/package: the module, its JavaScript bindings, and the compiled js/. */
export function buildPackage() {
  writeBindings(cargoBuildWasm());
  optimise();
  refuseMachinePaths(optimisedModule);
  rmSync(packageFolder, { recursive: true, force: true });
  placeModule();
  placeSchema();
  compileTypeScript();
  placeElement();
}

/** Builds dist/www from www/ and the package. */
export function buildPage() {
  rmSync(pageFolder, { recursive: true, force: true });
  vite("vite.config.ts");
  for (const page of ONE_FILE_PAGES) vite("one-file.config.ts", "--mode", page);
}

/** Packs the package into a folder as npm would publish it, and returns the archive's path. */
export function packPackage(folder) {
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [program, ...first] = npm();
  run(program, [...first, "pack", "--silent", "--pack-destination", folder]);
  return join(folder, `${name}-${version}.tgz`);
}

function writeBindings(module) {
  run("cargo", ["xtask", "bindings", module, bindingsFolder]);
}

function optimise() {
  const module = join(bindingsFolder, "whyreplace_bg.wasm");
  const { version } = JSON.parse(
    readFileSync(join(root, "node_modules", "binaryen", "package.json"), "utf8"),
  );
  // Two or three seconds saved whenever Rust did not change.
  const made = createHash("sha256")
    .update(readFileSync(module))
    .update(JSON.stringify([version, OPTIMISE]))
    .digest("hex");
  const stamp = join(bindingsFolder, "optimised-from");
  if (existsSync(optimisedModule) && existsSync(stamp) && readFileSync(stamp, "utf8") === made) return;
  runTool("binaryen", "wasm-opt", [...OPTIMISE, module, "-o", optimisedModule]);
  writeFileSync(stamp, made);
}

/** A published module tells nothing of the machine that built it. */
function refuseMachinePaths(file) {
  const bytes = readFileSync(file);
  const found = machinePaths().filter((path) => bytes.includes(path));
  if (found.length === 0) return;
  throw new Error(`${file} contains ${found.join(", ")}: see remapFlags in scripts/toolchain.mjs`);
}

/** The module, and the bindings where js/ imports them from: ./wasm/whyreplace.js. */
function placeModule() {
  mkdirSync(join(packageFolder, "wasm"), { recursive: true });
  copyFileSync(optimisedModule, wasmFile);
  for (const name of ["whyreplace.js", "whyreplace.d.ts"]) {
    copyFileSync(join(bindingsFolder, name), join(packageFolder, "wasm", name));
  }
}

/** The schema of rule sets, for editors. */
function placeSchema() {
  copyFileSync(join(root, "js", "rules.schema.json"), join(packageFolder, "rules.schema.json"));
}

/** The custom element, which is made of the files before, and what is known of it. */
function placeElement() {
  vite("element.config.ts");
  copyFileSync(join(root, "www", "src", "public.d.ts"), join(packageFolder, "element.d.ts"));
  copyFileSync(join(root, "www", "custom-elements.json"), join(packageFolder, "custom-elements.json"));
}

function vite(config, ...more) {
  runTool("vite", "vite", ["build", "--config", join(root, "www", config), ...more]);
}

function compileTypeScript() {
  const project = join(root, "js", "tsconfig.json");
  runTool("typescript", "tsc", ["--project", project]);
}
