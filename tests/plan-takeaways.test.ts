// What is taken along from a whole plan, through the packed package: its Markdown and its rules.

import { describe, expect, test } from "vitest";
import type { Finding, Group, Options, PlainReport, Proposal, Report, Resource } from "whyreplace";
import { expectHarmless, HOSTILE } from "./support/harmless.js";
import { loadedPackage } from "./support/packed.js";
import { type Planned, planOf, REPLACE, replaced, updated } from "./support/plans.js";

const whyreplace = await loadedPackage();

const COLUMNS = 4;

/** `net.b` is replaced for nothing but the replacement of `net.a`. */
const CASCADE = {
  resources: [
    {
      address: "net.a",
      actions: REPLACE,
      before: '{"size": "1", "id": "a-1"}',
      after: '{"size": 1}',
      change: { replace_paths: '[["size"]]', after_unknown: '{"id": true}' },
    },
    {
      address: "net.b",
      actions: REPLACE,
      before: '{"of": "a-1"}',
      after: "{}",
      change: { replace_paths: '[["of"]]', after_unknown: '{"of": true}' },
    },
  ],
  configuration: JSON.stringify({
    root_module: {
      resources: [
        { address: "net.a", expressions: { size: { constant_value: 1 } } },
        { address: "net.b", expressions: { of: { references: ["net.a.id", "net.a"] } } },
      ],
    },
  }),
};

describe("as Markdown", () => {
  const markdown = (plan: string, options: Options = {}) =>
    whyreplace.toMarkdown(whyreplace.review(plan, options));

  test("what it comes to, a table, each resource, what stays", () => {
    const plan = planOf([
      { address: "db.same", actions: ["no-op"], before: '{"a": 1}', after: '{"a": 1}' },
      { address: "db.made", actions: ["create"], after: '{"a": 1}' },
      updated("db.changed", '{"a": 1}', '{"a": 2}'),
      replaced("db.main", "size", '"5"', "5"),
      { address: "db.gone", actions: ["delete"], before: '{"a": 1, "b": 2}' },
    ]);
    // The core's sentences are its own to word.
    const text = markdown(plan).replace(/^- `.*$/gm, "- MESSAGE");
    expect(
      text,
    ).toBe(`The plan says 1 DELETE, 1 REPLACE, 1 UPDATE IN PLACE, 1 CREATE and 1 NO-OP; decided is the same; 0 of 1 replace is spurious with these rules, 1 more with all certain and likely proposals; 0 of 1 update is spurious with these rules.

### What changes

| Resource | The plan says | Verdict | Causes |
| --- | --- | --- | --- |
| \`db.gone\` | DELETE | **DELETE** | 2 properties |
| \`db.main\` | REPLACE (destroy, then create) | **REPLACE (destroy, then create)** | \`size\` type |
| \`db.changed\` | UPDATE IN PLACE | **UPDATE IN PLACE** | \`a\` real |
| \`db.made\` | CREATE | **CREATE** | 1 property |

### Each of them

#### \`db.gone\`

**DELETE**; the plan says the same.

- 2 properties

#### \`db.main\`

**REPLACE (destroy, then create)**; the plan says the same; with all certain proposals NO-OP.

- MESSAGE
  - Hides nothing real: \`size: integer\`.
- 1 real · 1 unchanged

#### \`db.changed\`

**UPDATE IN PLACE**; the plan says the same.

- MESSAGE
- 1 real

### What stays

- 1 resource stays as it is.
`);
  });

  test("with rules, what is left of what the plan says", () => {
    const text = markdown(
      planOf([replaced("db.a", "size", '"5"', "5"), replaced("db.b", "size", '"5"', "6")]),
      { rules: { db: { size: "integer" } } },
    );
    expect(text.split("\n")[0]).toBe(
      "The plan says 2 REPLACE; decided is 1 REPLACE and 1 NO-OP; 1 of 2 replaces is spurious with these rules.",
    );
    expect(text).toContain("| `db.a` | REPLACE (destroy, then create) | **NO-OP** | `size` type |\n");
    expect(text).toContain("**NO-OP**; the plan says REPLACE (destroy, then create).\n");
    expect(text).toContain("Settled by `size: integer`.");
  });

  test("drift and outputs stand apart, and what of them stays is counted", () => {
    const same = { actions: ["no-op"], before: "1", after: "1" };
    const plan = planOf([], {
      drift: [updated("db.a", '{"a": 1}', '{"a": 2}')],
      outputs: [
        { address: "url", actions: ["update"], before: '"x"', after: '"y"' },
        { ...same, address: "n" },
      ],
    });
    expect(markdown(plan).match(/^#.*/gm)).toEqual([
      "### Drift: what has changed outside of the tool",
      "#### `db.a`",
      "### Outputs",
      "#### `url`",
      "### What stays",
    ]);
    expect(markdown(plan)).toContain("- 1 output stays as it is.\n");
  });

  test("why a resource is hit, and who is hit because of one", () => {
    const text = markdown(planOf(CASCADE.resources, CASCADE));
    expect(text).toContain("- Hits 1 other: `net.b` REPLACE.\n");
    expect(text).toContain("- Because of `net.a`, of which `size` changes.\n");
    expect(text).toMatch(/^\| `net.b` .* because of `net.a`, `of` unknown \|$/m);
  });

  test("what is no property is named, and an address that was another one", () => {
    const tainted: Planned = {
      address: "db.a",
      actions: ["create", "delete"],
      before: '{"a": 1}',
      after: '{"a": 1}',
      resource: { action_reason: '"replace_because_tainted"', previous_address: '"db.before"' },
    };
    const text = markdown(planOf([tainted]));
    expect(text).toContain(
      "the plan says the same: replace because tainted; reasons that are no property: taint; it was `db.before`.\n",
    );
    expect(text).toContain("| taint |\n");
  });

  test.each<[name: string, planned: Planned, expected: string]>([
    [
      "values",
      {
        ...replaced("db.a", "size", '"5"', "null"),
        change: { replace_paths: '[["size"]]', after_unknown: '{"size": true}' },
      },
      "at least NO-OP, as some values are unknown or masked.\n",
    ],
    [
      "the plan itself",
      { address: "db.a", actions: REPLACE, before: '{"a": 1}', after: '{"a": 2}' },
      "at least UPDATE IN PLACE, as the plan does not say what forces it.\n",
    ],
  ])("what a verdict is open by: %s", (_, planned, expected) => {
    expect(markdown(planOf([planned]))).toContain(expected);
  });

  test("what is masked stays masked", () => {
    const plan = planOf([
      {
        ...replaced("db.a", "key", '"hunter2"', '"hunter3"'),
        change: {
          replace_paths: '[["key"]]',
          before_sensitive: '{"key": true}',
          after_sensitive: '{"key": true}',
        },
      },
      updated("db.b", '{"password": "hunter2"}', '{"password": "hunter3"}'),
    ]);
    expect(markdown(plan)).toContain("`key` really changes");
    expect(markdown(plan)).not.toMatch(/hunter/);
  });

  test("of a resource with many differences some are told, and the rest is counted", () => {
    const wide = (value: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, value + at])));
    const text = markdown(planOf([updated("db.a", wide(100), wide(200))]));
    expect(text.match(/really changes/g)).toHaveLength(20);
    expect(text).toContain("- 30 more differences.\n");
    expect(text).toMatch(/^\| `db.a` .* 47 more \|$/m);
  });

  test.each(HOSTILE)("%j breaks nothing", (text) => {
    const key = JSON.stringify(text);
    const plan = planOf(
      [
        replaced(`db.${text}`, text, '"1"', "1"),
        {
          ...updated(`db["${text}"]`, `{${key}: ${key}}`, `{${key}: [${key}]}`),
          resource: { previous_address: key, deposed: key, action_reason: key },
        },
        { address: text, actions: ["delete"], before: `{${key}: 1}`, resource: { type: key } },
      ],
      { outputs: [{ address: text, actions: ["update"], before: key, after: "1" }] },
    );
    const report = whyreplace.review(plan);
    expect(report.resources).toHaveLength(3);
    expectHarmless(whyreplace.toMarkdown(report), COLUMNS);
  });

  test("a report as plain data gives the same", () => {
    const report = whyreplace.review(planOf(CASCADE.resources, CASCADE));
    const plain = JSON.parse(JSON.stringify(report)) as PlainReport;
    expect(whyreplace.toMarkdown(plain)).toBe(whyreplace.toMarkdown(report));
  });
});

describe("under a limit", () => {
  const LIMITS = [0, 1, 50, 200, 500, 1000, 3000, 10_000, 60_000];
  const many = (count: number) =>
    planOf(
      Array.from({ length: count }, (_, at) => replaced(`db.a["${at}|\`"]`, "size", `"${at}"`, `${at}`)),
    );

  test.each([1, 3, 700])(
    "%d resources: never longer, whole blocks, and what is left out is counted",
    (count) => {
      const report = whyreplace.review(many(count));
      const whole = whyreplace.toMarkdown(report, 1e9);
      const lines = new Set(whole.split("\n"));
      for (const limit of [...LIMITS, whole.length - 1, whole.length]) {
        const text = whyreplace.toMarkdown(report, limit);
        expect(text.length).toBeLessThanOrEqual(limit);
        if (limit >= whole.length) expect(text).toBe(whole);
        const added = text.split("\n").filter((line) => !lines.has(line));
        expect(added.filter((line) => !/^(?:_Left out: \d+ [a-z ]+\._|_Cut\._|…|)$/.test(line))).toEqual([]);
        const rows = text.match(/^(?:\| `|#### )/gm)?.length ?? 0;
        const left = [...text.matchAll(/^_Left out: (\d+)/gm)].reduce(
          (sum, [, some]) => sum + Number(some),
          0,
        );
        if (left > 0) expect(rows + left).toBe(count * 2);
      }
    },
  );

  test("by default it is what a comment may have", () => {
    const text = whyreplace.toMarkdown(whyreplace.review(many(700)));
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text.length).toBeGreaterThan(55_000);
  });
});

describe("as rules", () => {
  type Grades = readonly Proposal["grade"][];
  const all = ({ resources, drift, outputs }: PlainReport) => [...resources, ...drift, ...outputs];
  const proposalsOf = (report: Report, grades: Grades): (Finding | Group)[] =>
    all(report)
      .flatMap(({ findings, groups }) => [...findings, ...groups])
      .filter(({ proposal }) => proposal !== null && grades.includes(proposal.grade));
  const taken = (report: Report, grades: Grades) =>
    JSON.parse(whyreplace.toRules(report, proposalsOf(report, grades))) as object;
  const FLOATS = ["12345678901234567890123", "12345678901234567890124"] as const;

  test.each<[name: string, resources: Planned[], expected: object]>([
    [
      "what all agree on stands under the type",
      [replaced("x.a", "p", '"1"', "1"), replaced("x.b", "p", '"2"', "2")],
      { x: { p: "integer" } },
    ],
    [
      "what two resources want otherwise stands under their addresses",
      [replaced("x.a", "p", '"1"', "1"), replaced("x.b", "p", '"A"', '"a"')],
      { "x.a": { p: "integer" }, "x.b": { p: "case-insensitive" } },
    ],
    [
      "another property and another type do not matter",
      [
        replaced("x.a", "p", '"1"', "1"),
        replaced("x.b", "p", '"A"', '"a"'),
        replaced("x.c", "q", '"1"', "1"),
        replaced("y.a", "p", '"1"', "1"),
      ],
      {
        "x.a": { p: "integer" },
        "x.b": { p: "case-insensitive" },
        x: { q: "integer" },
        y: { p: "integer" },
      },
    ],
    [
      "what was proposed for another one and not accepted is left alone",
      [replaced("x.a", "p", '"1"', "1"), replaced("x.b", "p", ...FLOATS)],
      { "x.a": { p: "integer" } },
    ],
    [
      "what really differs elsewhere is no other opinion",
      [replaced("x.a", "p", '"1"', "1"), replaced("x.b", "p", '"1"', "2")],
      { x: { p: "integer" } },
    ],
    [
      "rules inside of a proposal too",
      [
        replaced("x.a", "p", JSON.stringify('{"q":"1"}'), JSON.stringify('{"q": 1}')),
        replaced("x.b", "p", '"A"', '"a"'),
      ],
      { "x.a": { p: "json" }, x: { "p.q": "integer" }, "x.b": { p: "case-insensitive" } },
    ],
  ])("%s", (_, resources, expected) => {
    const report = whyreplace.review(planOf(resources));
    expect(taken(report, ["certain", "likely"])).toEqual(expected);
  });

  test("what settles the root of a cascade settles what follows it", () => {
    const plan = planOf(CASCADE.resources, CASCADE);
    const report = whyreplace.review(plan);
    expect(report.resources.map(({ verdict }) => verdict.action)).toEqual(["replace", "replace"]);
    const rules = whyreplace.toRules(report, proposalsOf(report, ["certain"]));
    const settled = whyreplace.review(plan, { rules });
    expect(settled.resources.map(({ verdict }) => verdict.action)).toEqual(["no-op", "no-op"]);
    expect(whyreplace.toMarkdown(settled)).toContain(
      "- The plan has it follow `net.a`, of which `size` changes.\n",
    );
  });

  test("one accepted proposal stands for all that say the same", () => {
    const report = whyreplace.review(
      planOf([replaced("x.a", "p", '"1"', "1"), replaced("x.b", "p", '"2"', "2")]),
    );
    const [first] = proposalsOf(report, ["certain"]);
    expect(JSON.parse(whyreplace.toRules(report, first === undefined ? [] : [first]))).toEqual({
      x: { p: "integer" },
    });
  });

  describe("hold what was promised for every resource", () => {
    const pick = ({
      action,
      atLeast,
      certainty,
      replaces,
    }: Resource["verdict"] | Resource["proposed"]["likely"]) => ({
      action,
      atLeast,
      certainty,
      replaces,
    });
    const env = (...names: string[]) => JSON.stringify(names.map((name) => ({ name, v: name })));
    const plan = planOf(
      [
        replaced("x.number", "p", '"1"', "1"),
        replaced("x.letters", "p", '"A"', '"a"'),
        replaced("x.order", "p", env("a", "b", "c"), env("c", "a", "b")),
        replaced("x.document", "p", JSON.stringify('{"q":"1"}'), JSON.stringify('{"q": 1}')),
        replaced("x.duration", "p", '"60s"', '"1m"'),
        replaced("x.asked", "p", ...FLOATS),
        replaced("x.real", "p", '"1"', "2"),
        updated("x.several", '{"p": "7", "q": "A", "r": 1}', '{"p": 7, "q": "a", "r": 1}'),
        updated("y.one", '{"p": "7", "tags": {"A": 1}}', '{"p": 7, "tags": {"a": 1}}'),
        updated("y.two", '{"p": "8"}', '{"p": 9}'),
      ],
      {
        drift: [updated("x.drifted", '{"p": "3"}', '{"p": 3}')],
        outputs: [
          { address: "one", actions: ["update"], before: '"1"', after: "1" },
          { address: "two", actions: ["update"], before: '"A"', after: '"a"' },
        ],
      },
    );

    test.each<["certain" | "likely", Grades]>([
      ["certain", ["certain"]],
      ["likely", ["certain", "likely"]],
    ])("with the %s ones", (name, grades) => {
      const report = whyreplace.review(plan);
      const rules = whyreplace.toRules(report, proposalsOf(report, grades));
      expect(whyreplace.checkRules(rules).filter(({ severity }) => severity === "error")).toEqual([]);
      const promised = all(report).map(({ address, proposed }) => [address, pick(proposed[name])]);
      const kept = all(whyreplace.review(plan, { rules })).map(({ address, verdict }) => [
        address,
        pick(verdict),
      ]);
      expect(kept).toEqual(promised);
      // The promise is worth something: some are better than before, and some are not.
      const better = all(report).filter(({ verdict, proposed }) => verdict.action !== proposed[name].action);
      expect(better.length).toBeGreaterThan(1);
      expect(better.length).toBeLessThan(promised.length - 2);
    });
  });
});
