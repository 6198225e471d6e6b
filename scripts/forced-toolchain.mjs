// Tries Debian's own toolchain in a fresh clone: the way for machines that cannot reach the Rust distribution
// server. Needs Debian and root, takes minutes, and is therefore no part of `npm test`.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run, runAsScript } from "./process.mjs";

const COMMANDS = [
  ["scripts/setup.mjs", "--tests"],
  ["scripts/build.mjs"],
  ["scripts/test.mjs", "clippy for wasm"],
  ["scripts/test.mjs", "vitest"],
  ["scripts/test.mjs", "sizes"],
];

await runAsScript(import.meta.url, () => {
  const clone = mkdtempSync(join(tmpdir(), "whyreplace-"));
  try {
    run("git", ["clone", "--quiet", root, clone]);
    for (const command of COMMANDS) runWithDebianToolchain(clone, command);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

function runWithDebianToolchain(clone, command) {
  console.log(`\n-- ${command.join(" ")}`);
  const start = performance.now();
  run(process.execPath, command, { cwd: clone, env: { WHYREPLACE_WASM_TOOLCHAIN: "debian" } });
  console.log(`-- ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
