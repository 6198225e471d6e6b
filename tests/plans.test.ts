// The plans of tests/plans/, read through the packed package as tests/plans.rs reads them in the core.

import { describe, expect, test } from "vitest";
import type { ActionCount, Finding, Report, Resource, Shown } from "whyreplace";
import { planCases } from "./support/cases.js";
import { loadedPackage } from "./support/packed.js";

const whyreplace = await loadedPackage();

describe("plans", () => {
  test.each(planCases())("$file: $name", ({ plan, expectations }) => {
    let report: Report | undefined;
    for (const { rules, expect: expected } of expectations) {
      const options = rules === undefined ? {} : { rules };
      const next = report?.decide(options) ?? whyreplace.review(plan, options);
      report?.dispose();
      report = next;
      const { notes, ...rest } = expected;
      const { notes: said, ...outcome } = told(report);
      expect(outcome).toMatchObject(rest);
      if (notes !== undefined) expect(said).toContain(notes);
    }
    report?.dispose();
  });
});

/** All that a case may expect, in the words of the case files. */
function told(report: Report) {
  const { format, summary, diagnostics, resources, drift, outputs } = report;
  return {
    format,
    stated: counts(summary.stated),
    decided: counts(summary.decided),
    spurious: [summary.spuriousReplaces, summary.spuriousUpdates],
    diagnostics: diagnostics.map(({ code }) => code),
    said: diagnostics.map(({ message }) => message),
    notes: diagnostics.flatMap(({ notes }) => notes).join(" "),
    resources: resources.map(resource),
    drift: drift.map(resource),
    outputs: outputs.map(resource),
  };
}

const counts = (list: readonly ActionCount[]) =>
  Object.fromEntries(list.map(({ action, count }) => [action, count]));

function resource(each: Resource) {
  const { verdict, stated, raw, affects, findings, proposed, ...rest } = each;
  return {
    ...rest,
    verdict: verdict.action,
    atLeast: verdict.atLeast,
    certainty: verdict.certainty,
    replaces: verdict.replaces,
    reasons: verdict.reasons,
    deleteBeforeReplace: verdict.deleteBeforeReplace,
    stated: stated?.action ?? null,
    statedReasons: stated?.reasons ?? null,
    order: stated?.order ?? null,
    raw: raw.action,
    likely: proposed.likely.action,
    affects: affects.map(({ address }) => address),
    findings: findings.map(finding),
  };
}

function finding(each: Finding) {
  const text = (shown: Shown | null) => shown?.text ?? null;
  const { proposal } = each;
  return {
    ...each,
    old: text(each.old),
    new: text(each.new),
    remote: text(each.remote),
    proposal: proposal === null ? null : `${proposal.grade} ${proposal.rule.join(" ")}`,
    outcome: proposal?.outcome?.action ?? null,
  };
}
