// `npm run bench:rules`: what a rule set of 5,000 patterns costs on a pair of 10 MB, beside no rules at all.

import { compare, init } from "../dist/package/node.js";
import { SCENARIOS, texts } from "./data.mjs";

const PATTERNS = 5_000;
const WORDS = ["immutable", "integer", "case-insensitive", "computed", "set", "empty-is-missing"];

/** Patterns at every depth of the documents; one in ten leads to something that is there. */
function ruleSet() {
  const there = [
    "inputs.name",
    "outputs.desiredCount",
    "inputs.tags.Owner",
    "outputs.tags.*",
    "inputs.ports[*].protocol",
  ];
  const patterns = {};
  for (let at = 0; at < PATTERNS; at++) {
    const path =
      at % 10 === 0 && at / 10 < there.length ? there[at / 10] : `inputs.${"abcdef"[at % 6]}${at}.*[*].x`;
    patterns[`deployment.resources[*].${path}`] = WORDS[at % WORDS.length];
  }
  return JSON.stringify({ "*": patterns });
}

await init();
const rules = ruleSet();
console.log("scenario | without rules [ms] | 5,000 patterns [ms] | ratio");
for (const scenario of Object.keys(SCENARIOS)) {
  const { old, now } = texts("10 MB", scenario);
  const [without, withRules] = times([() => compare(old, now), () => compare(old, now, { rules })]);
  console.log(
    [scenario, without.toFixed(0), withRules.toFixed(0), (withRules / without).toFixed(2)].join(" | "),
  );
}

/** The medians of runs in turn, verdict read. */
function times(runs) {
  const lists = runs.map(() => []);
  for (let round = 0; round < 7; round++) {
    for (const [at, run] of runs.entries()) {
      const start = performance.now();
      run().dispose();
      lists[at].push(performance.now() - start);
    }
  }
  return lists.map((list) => list.sort((a, b) => a - b)[list.length >> 1]);
}
