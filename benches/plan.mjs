// `npm run bench:plan`: whole plans beside one JSON.parse of their text, in one process and in turn.
// `npm run bench:plan -- --memory` adds the peak memory of each, each in a process of its own.
//
// A file in place of a name (`npm run bench:plan -- FILE...`) measures that plan.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { init, review } from "../dist/package/node.js";
import { PLANS, RULES } from "./plan-data.mjs";

const ROUNDS = 7;
const rules = JSON.stringify(RULES);
const [mode, ...words] = process.argv.slice(2);

/**
 * What is measured of a plan: each is made of the text, or of a report that is there already. Reading the report's own
 * text says what everything costs at least, however it is found: it is several times as long as the plan.
 */
const TASKS = {
  "JSON.parse": (text) => JSON.parse(text),
  verdicts: (text) => disposed(review(text), verdicts),
  everything: (text) => disposed(review(text), everything),
  "decide again": (_, report) => disposed(report.decide({ rules }), verdicts),
  "JSON.parse of the report": (_, __, reportText) => JSON.parse(reportText()),
};

await init();
if (mode === "--memory-of") printPeakMemory(...words);
else bench(mode === "--memory" ? words : process.argv.slice(2), mode === "--memory");

function bench(files, withMemory) {
  const names = files.length > 0 ? files : Object.keys(PLANS);
  const tasks = Object.keys(TASKS);
  const ratios = tasks.slice(1).map((task) => `${task} / JSON.parse`);
  console.log(["plan", "MB", ...tasks.map((task) => `${task} [ms]`), ...ratios].join(" | "));
  for (const name of names) {
    const text = textOf(name);
    const [parse, ...ours] = medians(text);
    const cells = [parse, ...ours].map((time) => time.toFixed(0));
    console.log(
      [name, megabytes(text), ...cells, ...ours.map((time) => (time / parse).toFixed(1))].join(" | "),
    );
  }
  if (!withMemory) return;
  for (const name of names) {
    const peak = (task) =>
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), "--memory-of", name, task]);
    for (const task of ["text", ...tasks]) console.log(`${name}, ${task}: ${String(peak(task)).trim()}`);
  }
}

/** The medians of all tasks, in rounds in which each runs once, so that noise hits all alike. */
function medians(text) {
  const report = review(text);
  const reportText = whenAsked(() => JSON.stringify(report));
  const times = Object.values(TASKS).map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [at, task] of Object.values(TASKS).entries()) {
      const start = performance.now();
      task(text, report, reportText);
      if (round >= 0) times[at].push(performance.now() - start);
    }
  }
  report.dispose();
  return times.map((list) => list.sort((a, b) => a - b)[list.length >> 1]);
}

function whenAsked(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

function disposed(report, read) {
  read(report);
  report.dispose();
}

function verdicts({ summary, resources }) {
  return [summary.spuriousReplaces, resources.map(({ verdict }) => verdict.action)];
}

/** Reads all that a report has, resource by resource. */
function everything(report) {
  const { resources, drift, outputs } = report;
  const read = ({ findings, groups, proposed, affects, verdict }) =>
    findings.length +
    groups.length +
    affects.length +
    verdict.detailedDiff.length +
    proposed.likely.replaces.length;
  return [...resources, ...drift, ...outputs].map(read).concat(report.diagnostics.length);
}

function textOf(name) {
  const plan = PLANS[name];
  return plan === undefined ? readFileSync(name, "utf8") : plan.make(plan.count);
}

function megabytes(text) {
  return (Buffer.byteLength(text) / 1e6).toFixed(1);
}

/** The memory that the text alone takes is what `text` prints. */
function printPeakMemory(name, task) {
  const text = textOf(name);
  const run = TASKS[task] ?? (() => {});
  if (task === "text") run();
  else run(text, task === "decide again" ? review(text) : undefined, () => JSON.stringify(review(text)));
  console.log(
    `${Math.round(process.resourceUsage().maxRSS / 1024)} MB peak, a text of ${megabytes(text)} MB included`,
  );
}
