// Brings what `npm start` needs, and with --tests what `npm test` needs too. Says what it brings;
// does and says nothing when all is there.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { npm, output, root, runAsScript, runQuietly } from "./process.mjs";
import { ensureWasmToolchain } from "./toolchain.mjs";

const OLDEST_NODE = [20, 19];

await runAsScript(import.meta.url, (args) => {
  requireNode();
  ensureCargo();
  ensureWasmToolchain(say);
  ensureNpmPackages();
  if (args.includes("--tests")) {
    ensureRustComponents();
    ensureBrowser(say);
  }
});

function say(line) {
  console.log(`setup: ${line}`);
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `Node ${OLDEST_NODE.join(".")} or newer is needed, this is ${process.versions.node}: https://nodejs.org`,
  );
}

function ensureCargo() {
  if (output("cargo", ["--version"])) return;
  if (output("rustup", ["--version"]) === undefined) {
    throw new Error(
      "Rust is needed and there is no cargo here. Install it from https://rustup.rs, then try again.",
    );
  }
  // rustup is there without the toolchain that rust-toolchain.toml names, and may be told not to bring it by itself.
  say("rustup toolchain stable: compiles and tests the core");
  runQuietly("rustup", ["toolchain", "install", "stable", "--profile", "minimal"]);
}

function ensureRustComponents() {
  const missing = ["rustfmt", "clippy"].filter(
    (name) => !output("cargo", [name.replace("rustfmt", "fmt"), "--version"]),
  );
  if (missing.length === 0) return;
  if (output("rustup", ["--version"]) === undefined) {
    throw new Error(
      `The tests need ${missing.join(" and ")}: install what your system calls them, then try again.`,
    );
  }
  say(`rustup components ${missing.join(", ")}: check the format and the habits of the Rust code`);
  runQuietly("rustup", ["component", "add", ...missing]);
}

function ensureNpmPackages() {
  if (areNpmPackagesInstalled()) return;
  say("npm packages of package-lock.json: build and test the page and the package");
  const [program, ...first] = npm();
  runQuietly(program, [...first, "ci", "--no-audit", "--no-fund"]);
}

/** npm writes what it installed in the form of the lock file: the two must agree. */
function areNpmPackagesInstalled() {
  const installedFile = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const { packages: installed } = JSON.parse(readFileSync(installedFile, "utf8"));
  const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(locked).every(([path, entry]) => {
    if (path === "") return true;
    // Builds for other systems are in the lock file and not installed.
    if (installed[path] === undefined) return entry.optional === true;
    return installed[path].version === entry.version && installed[path].integrity === entry.integrity;
  });
}
