// Real plans, read whole: the format of each, and how many of each action it states, as scripts/corpus-counts.mjs counted
// them. The plans are not in the repository: without their folder this is skipped.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import counts from "./corpus-counts.json";
import { loadedPackage } from "./support/packed.js";

const folder = join(import.meta.dirname, "..", "..", "shared", "corpus");
const isThere = existsSync(folder);
if (!isThere) console.log("skipped: the folder with real plans is not beside the project");

const whyreplace = await loadedPackage();

describe.skipIf(!isThere)("real plans", () => {
  test.each(Object.entries(counts))("%s", (file, expected) => {
    const bytes = readFileSync(join(folder, file));
    const report = whyreplace.review(file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    const stated = Object.fromEntries(
      report.summary.stated.map(({ action, count }) => [action, count] as const).sort(),
    );
    expect({ format: report.format, stated }).toEqual(expected);
    if (report.format === "refused") {
      const said = report.diagnostics.filter(({ severity }) => severity === "error");
      expect(said.flatMap(({ notes }) => notes).join(" ")).not.toBe("");
    }
    report.dispose();
  });
});
