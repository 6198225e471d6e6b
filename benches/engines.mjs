// What is measured: from two texts to a difference.

import { compare as patch } from "fast-json-patch/index.mjs";
import { create } from "jsondiffpatch";
import microdiff from "microdiff";
import { compare } from "../dist/package/node.js";

const byUrn = create({ objectHash: (value, at) => value.urn ?? value.name ?? `$${at}` });

function ours(old, now, read) {
  const report = compare(old, now);
  const seen = read(report);
  report.dispose();
  return seen;
}

export const ENGINES = {
  "ours, verdicts read": (old, now) => ours(old, now, (report) => report.resources[0].verdict.action),
  "ours, everything read": (old, now) => ours(old, now, (report) => report.resources[0].findings.length),
  "JSON.parse only": (old, now) => [JSON.parse(old), JSON.parse(now)],
  microdiff: (old, now) => microdiff(JSON.parse(old), JSON.parse(now)),
  "fast-json-patch": (old, now) => patch(JSON.parse(old), JSON.parse(now)),
  jsondiffpatch: (old, now) => byUrn.diff(JSON.parse(old), JSON.parse(now)),
};

/** Engines that answer the same question as ours. */
export const PEERS = ["microdiff", "fast-json-patch", "jsondiffpatch"];
