// `npm run bench`: ours and the peers side by side in one process, every cell with all engines in turn.
// `npm run bench -- --memory` adds the peak memory of each engine, each in a process of its own.
//
// MB/s count the bytes of both texts. A ratio is our speed over the best peer's in the same cell.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildPackage } from "../scripts/build.mjs";
import { npm, run } from "../scripts/process.mjs";
import { SCENARIOS, SIZES, texts } from "./data.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const [mode, ...words] = process.argv.slice(2);

if (mode === "--memory-of") await printPeakMemory(...words);
else await bench(mode === "--memory");

async function bench(withMemory) {
  buildPackage();
  if (!existsSync(new URL("node_modules", import.meta.url))) installPeers();
  const { ENGINES, PEERS } = await started();
  console.log(
    ["size", "scenario", ...Object.keys(ENGINES), "verdicts / best peer", "everything / best peer"].join(
      " | ",
    ),
  );
  for (const size of Object.keys(SIZES)) {
    for (const scenario of Object.keys(SCENARIOS)) {
      const speeds = speedsOf(ENGINES, texts(size, scenario));
      const best = Math.max(...PEERS.map((peer) => speeds[peer]));
      const ratios = ["ours, verdicts read", "ours, everything read"].map(
        (name) => `${(speeds[name] / best).toFixed(2)} x`,
      );
      const cells = Object.values(speeds).map((speed) => speed.toFixed(0));
      console.log([size, scenario, ...cells, ...ratios].join(" | "));
    }
  }
  if (withMemory) for (const name of Object.keys(ENGINES)) console.log(`${name}: ${peakMemoryOf(name)}`);
}

function installPeers() {
  const [program, ...first] = npm();
  run(program, [...first, "ci", "--prefix", here]);
}

async function started() {
  const { init } = await import("../dist/package/node.js");
  await init();
  return import("./engines.mjs");
}

/** MB/s of every engine: the median of rounds in which each runs once, so that noise hits all alike. */
function speedsOf(engines, { old, now }) {
  const bytes = Buffer.byteLength(old) + Buffer.byteLength(now);
  const rounds = Math.min(200, Math.max(5, Math.round(2e7 / bytes)));
  const times = Object.fromEntries(Object.keys(engines).map((name) => [name, []]));
  for (let round = -Math.ceil(rounds / 4); round < rounds; round++) {
    for (const [name, engine] of Object.entries(engines)) {
      const start = performance.now();
      engine(old, now);
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, bytes / 1e3 / median(list)]));
}

function peakMemoryOf(name) {
  return execFileSync(process.execPath, [fileURLToPath(import.meta.url), "--memory-of", name], {
    encoding: "utf8",
  }).trim();
}

async function printPeakMemory(name) {
  const { old, now } = texts("10 MB", "1 % changed");
  const { ENGINES } = await started();
  ENGINES[name](old, now);
  console.log(`${Math.round(process.resourceUsage().maxRSS / 1024)} MB peak, both texts of 10 MB included`);
}
