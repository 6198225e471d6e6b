// Every check of the project, in order. `npm test -- NAME` runs those whose name contains NAME.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildPackage, buildPage, packPackage } from "./build.mjs";
import { root, run, runAsScript, runTool } from "./process.mjs";
import { checkSizes } from "./sizes.mjs";
import { cargoClippyWasm } from "./toolchain.mjs";

const STEPS = [
  { name: "rust format", run: () => run("cargo", ["fmt", "--all", "--check"]) },
  { name: "clippy", run: clippy },
  { name: "clippy for wasm", run: cargoClippyWasm },
  { name: "rust tests", run: () => run("cargo", ["test", "--locked", "--workspace"]) },
  { name: "rust docs", run: rustDocs },
  { name: "biome", run: biome },
  { name: "build package", run: buildPackage },
  { name: "build page", run: buildPage, needs: "build package" },
  { name: "types of js", run: () => checkTypes("js"), needs: "build package" },
  { name: "types of www", run: () => checkTypes("www"), needs: "build package" },
  { name: "types of tests", run: () => checkTypes("tests"), needs: "build package" },
  { name: "vitest", run: vitest, needs: "build package" },
  { name: "publint", run: publint, needs: "build package" },
  { name: "sizes", run: checkSizes, needs: "build page" },
];

const vitestReport = join(root, "dist", "vitest.json");

await runAsScript(import.meta.url, ([wanted = ""]) => {
  const steps = STEPS.filter(({ name }) => name.includes(wanted));
  if (steps.length === 0)
    throw new Error(`no step named ${wanted}; there are: ${STEPS.map(({ name }) => name).join(", ")}`);
  rmSync(vitestReport, { force: true });
  const results = runSteps(steps);
  printSummary(results);
  if (results.some(({ outcome }) => outcome !== "passed")) process.exitCode = 1;
});

function runSteps(steps) {
  const results = [];
  for (const step of steps) {
    // A needed step that was not asked for is taken as done: its output is in dist/ from before.
    const isBlocked = results.some(({ name, outcome }) => name === step.needs && outcome !== "passed");
    results.push(
      isBlocked
        ? { name: step.name, outcome: `not run, it needs: ${step.needs}`, seconds: 0 }
        : runStep(step),
    );
  }
  return results;
}

function runStep({ name, run }) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  let outcome = "passed";
  try {
    run();
  } catch (error) {
    console.error(error.message);
    outcome = "FAILED";
  }
  return { name, outcome, seconds: (performance.now() - start) / 1000 };
}

function printSummary(results) {
  console.log("\n== summary");
  for (const { name, outcome, seconds } of results) {
    console.log(`${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${outcome}`);
  }
  const vitestResult = results.find(({ name }) => name === "vitest");
  if (vitestResult) console.log(`\n${vitestCounts()}`);
}

function clippy() {
  run("cargo", ["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]);
}

function rustDocs() {
  run("cargo", ["doc", "--locked", "--no-deps"], { env: { RUSTDOCFLAGS: "-D warnings" } });
}

function biome() {
  // It colours its output even where nobody sees colours.
  const colors = process.stdout.isTTY ? [] : ["--colors=off"];
  runTool("@biomejs/biome", "biome", ["ci", ...colors]);
}

function checkTypes(folder) {
  runTool("typescript", "tsc", ["--noEmit", "--project", join(root, folder, "tsconfig.json")]);
}

function vitest() {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`];
  // Neither folder has tests, and both have very many files.
  // Machines are shared: a test that waits for its turn has not failed.
  const patience = "--testTimeout=60000";
  runTool("vitest", "vitest", ["run", patience, ...reporters, "--exclude=target/**", "--exclude=dist/**"]);
}

/** The line by which a reader of the output, or a machine, knows how Vitest ended. */
function vitestCounts() {
  if (!existsSync(vitestReport)) return "0 passed, 1 failed";
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(vitestReport, "utf8"));
  // A file that fails before its first test counts as one failure.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  return `${numPassedTests} passed, ${numFailedTests + brokenFiles.length} failed`;
}

function publint() {
  runTool("publint", "publint", ["run", packPackage(join(root, "dist")), "--strict"]);
}
