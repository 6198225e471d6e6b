// What of a report may leave in a link that tells types only: no value, wherever one may stand.

import { beforeAll, describe, expect, test } from "vitest";
import type { Options, PlainReport } from "whyreplace";
import { typesOnly, withoutPlaces } from "../www/src/later/reduced.js";
import { allCases, normalizerVectors, planCases } from "./support/cases.js";
import { loadedPackage, type Package } from "./support/packed.js";

let whyreplace: Package;
beforeAll(async () => {
  whyreplace = await loadedPackage();
}, 60_000);

const plain = (report: PlainReport) => JSON.parse(JSON.stringify(report)) as PlainReport;
const compared = (old: string, now: string, options: Options) => plain(whyreplace.compare(old, now, options));

/** Fields of a report whose words are of a closed list. */
const CLOSED = new Set(
  "format action atLeast certainty kind side class cause order grade severity document embedded code masked".split(
    " ",
  ),
);
/** Fields of a plan that name resources and say what happens to them. */
const NAMES = new Set(
  "address previous_address type name urn key op mode actions action reason action_reason replaceReasons index references resource".split(
    " ",
  ),
);
const TYPES = "null boolean number string list map asset archive secret unknown output reference".split(" ");

/** The texts in a value, but for those of some fields. */
function textsIn(value: unknown, skipped: ReadonlySet<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, skipped));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([name]) => !skipped.has(name));
    return fields.flatMap(([, each]) => textsIn(each, skipped));
  }
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(keysIn);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

function read(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Values of the documents, longer than three characters, that stand in the texts of a report; keys are no values. */
function leaked(report: PlainReport, documents: readonly (string | undefined)[]): string[] {
  const all = documents.map(read);
  const keys = all.flatMap(keysIn).join("\n");
  const values = new Set(all.flatMap((each) => textsIn(each, NAMES)));
  // Numbers of a report count things.
  const counts = (value: unknown) => (typeof value === "number" ? undefined : value);
  const bare = JSON.parse(JSON.stringify(report, (_, value: unknown) => counts(value))) as unknown;
  const texts = textsIn(bare, CLOSED).join("\n");
  const isOwn = (value: string) => value.length <= 3 || keys.includes(value) || TYPES.includes(value);
  return [...values].filter((value) => !isOwn(value) && texts.includes(value));
}

describe("no value of a document is told", () => {
  test("in no case of the corpus", () => {
    const cases = allCases().filter(({ fails }) => fails === undefined);
    const found = cases.flatMap(({ name, old, now, plan, remote, rules, answer, outs, options }) => {
      const given = Object.entries({ rules, answer, outs, remote }).filter(([, text]) => text !== undefined);
      const all = { ...options, ...Object.fromEntries(given) } as Options;
      const report = plan === undefined ? compared(old, now, all) : plain(whyreplace.review(plan, all));
      return leaked(typesOnly(report), [old, now, plan, remote]).map((value) => `${name}: ${value}`);
    });
    expect(found).toEqual([]);
    expect(cases.length).toBeGreaterThan(500);
  });

  test("by no rule that makes values equal", () => {
    const found = normalizerVectors().flatMap(({ id, rules, old, now }) =>
      leaked(typesOnly(compared(old, now, { rules })), [old, now]).map((value) => `${id}: ${value}`),
    );
    expect(found).toEqual([]);
  });

  test("of no plan", () => {
    const found = planCases().flatMap(({ name, plan, expectations }) =>
      expectations.flatMap(({ rules }) => {
        const report = plain(whyreplace.review(plan, rules === undefined ? {} : { rules }));
        return leaked(typesOnly(report), [plan]).map((value) => `${name}: ${value}`);
      }),
    );
    expect(found).toEqual([]);
  });

  test("and the check would find one", () => {
    const [old, now] = ['{"a": "value"}', '{"a": "other"}'];
    expect(leaked(compared(old, now, {}), [old, now])).toEqual(["value", "other"]);
  });
});

const OLD = `{"env": [{"name": "PORT", "value": "1", "zone": "eu-west-1"}, {"name": "HOME", "value": "/root"}],
  "size": 30, "a.b": "x1234", "mode": "USER"}`;
const NEW = `{"env": [{"name": "HOME", "value": "/home"}, {"name": "PORT", "value": 2, "zone": "EU-WEST-1"}],
  "a.b": "y5678", "mode": "DEDICATED"}`;
const RULES = {
  "*": {
    env: "keyed(name)",
    size: "default(30)",
    "env[*].zone": "case-insensitive",
    'env[name="PORT"].value': 'immutable("because of \\"(this)\\": x, y")',
    mode: 'alias("USER", "DEDICATED")',
  },
};

describe("what is left", () => {
  const bare = () => typesOnly(compared(OLD, NEW, { rules: RULES }));

  test("has paths with their keys, and the same number for the same value", () => {
    expect(
      bare()
        .resources[0]?.findings.map(({ path }) => path)
        .sort(),
    ).toEqual([
      '["a.b"]',
      "env",
      "env[name=…1].value",
      "env[name=…1].zone",
      "env[name=…2].value",
      "mode",
      "size",
    ]);
  });

  test("has types and causes, and of rules the words", () => {
    const findings = bare().resources[0]?.findings ?? [];
    const told = findings.map(({ path, old, new: now, cause, settledBy }) =>
      [path, old?.type, now?.type, cause, settledBy?.text].join(" | "),
    );
    expect(told.sort()).toEqual([
      '["a.b"] | string | string | real | ',
      "env | list | list | keyed-order | keyed",
      "env[name=…1].value | string | number | real | ",
      "env[name=…1].zone | string | string | case | case-insensitive",
      "env[name=…2].value | string | string | real | ",
      "mode | string | string | identity | alias",
      "size | number |  | default | default",
    ]);
  });

  test("has the verdict and the counts", () => {
    const [whole, reduced] = [compared(OLD, NEW, { rules: RULES }), bare()];
    expect(reduced.summary).toEqual(whole.summary);
    expect(reduced.resources[0]).toMatchObject({
      verdict: { action: "replace", replaces: ["env"] },
      counts: whole.resources[0]?.counts ?? {},
    });
  });

  test("has addresses without the keys of instances, alike wherever they stand", () => {
    const [resource] = compared(OLD, NEW, {}).resources;
    if (resource === undefined) throw new Error("no resource");
    const report: PlainReport = {
      ...compared(OLD, NEW, {}),
      resources: [
        {
          ...resource,
          address: 'module.m["eu"].user.a["alice@example.com"]',
          previousAddress: "user.a[0]",
          deposed: "abcd1234",
          causedBy: { address: 'user.b["alice@example.com"]', property: 'tags["k"]' },
          affects: [
            {
              address: 'user.b["eu"]',
              action: "update",
              via: [{ from: 'user.b["alice@example.com"]', property: 'l[id="alice"]', kind: "property" }],
            },
          ],
        },
      ],
    };
    expect(typesOnly(report).resources[0]).toMatchObject({
      address: "module.m[…1].user.a[…2]",
      previousAddress: "user.a[0]",
      deposed: "…",
      causedBy: { address: "user.b[…2]", property: 'tags["k"]' },
      affects: [
        {
          address: "user.b[…1]",
          via: [{ from: "user.b[…2]", property: "l[id=…3]" }],
        },
      ],
    });
  });
});

test("positions, which tell how long a value is, are in no report that leaves", () => {
  const report = compared('{"password": "correct horse"}', '{"password": "battery staple"}', {});
  expect(JSON.stringify(withoutPlaces(report))).not.toMatch(/offset|horse|staple/);
});
