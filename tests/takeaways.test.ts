// What is taken along from a report, through the packed package: its Markdown and its rules.

import { describe, expect, test } from "vitest";
import type { Finding, Group, Options, PlainReport, Proposal, Report } from "whyreplace";
import { visible } from "../www/src/visible.js";
import { allCases } from "./support/cases.js";
import { expectHarmless, HOSTILE } from "./support/harmless.js";
import { loadedPackage } from "./support/packed.js";

const whyreplace = await loadedPackage();

const BUG_REPORTS = allCases().filter(({ file }) => file === "bug-reports.json");

const PERMUTED = {
  old: '{"env": [{"name": "A", "v": 1}, {"name": "B", "v": 2}, {"name": "C", "v": 3}], "n": "6"}',
  now: '{"env": [{"name": "C", "v": 3}, {"name": "A", "v": 1}, {"name": "B", "v": 2}], "n": 6}',
};

describe("as Markdown", () => {
  const markdown = (old: string, now: string, options: Options = {}) =>
    whyreplace.toMarkdown(whyreplace.compare(old, now, options));
  const immutable = (...words: string[]) => ({ rules: { "*": { a: ["immutable", ...words] } } });

  test("three sides have the service's value, what is to be done, and why", () => {
    const text = markdown('{"a": 1, "b": 1}', '{"a": 2, "b": 1}', {
      remote: '{"a": 1, "b": 9, "c": "x|y"}',
      rules: { "*": { c: 'ignore-remote("by | the service")' } },
    });
    expect(text).toContain("| Path | Old | New | Remote | Action | Class | Cause |\n");
    expect(text).toMatch(/\| `?a`? \| .*1.* \| .*2.* \| .*1.* \| update \| real \|/);
    expect(text).toMatch(/\| .*missing \| missing \| .*string \| skip: `by \\\| the service` \| ignored \|/);
  });

  test.each<[name: string, old: string, now: string, options: Options, verdict: RegExp]>([
    ["nothing differs", "{}", "{}", {}, /^\*\*NO-OP\*\*; the documents are the same byte for byte\.$/],
    ["a replacement", '{"a": 1}', '{"a": 2}', immutable(), /^\*\*REPLACE \(create, then destroy\)\*\*\.$/],
    [
      "one that destroys first",
      '{"a": 1}',
      '{"a": 2}',
      immutable("unique"),
      /^\*\*REPLACE \(destroy, then create\)\*\*\.$/,
    ],
    [
      "one that rules prevent: its order is not known",
      '{"a": "1"}',
      '{"a": 1}',
      immutable("integer"),
      /^\*\*NO-OP\*\*; today, without the rules of equality, REPLACE\.$/,
    ],
    [
      "a certain proposal",
      '{"a": "1"}',
      '{"a": 1}',
      immutable(),
      /^\*\*REPLACE \(create, then destroy\)\*\*; with all certain proposals NO-OP\.$/,
    ],
    [
      "a likely one",
      '{"a": "X"}',
      '{"a": "x"}',
      immutable(),
      /; with all certain and likely proposals NO-OP\.$/,
    ],
    [
      "an open one",
      '{"a": "[secret]"}',
      '{"a": "[secret]"}',
      immutable(),
      /^\*\*possibly REPLACE \(create, then destroy\)\*\*; at least NO-OP, as some values are unknown or masked; the documents are the same/,
    ],
    ["a creation", "null", '{"a": 1}', {}, /^\*\*CREATE\*\*\.$/],
    [
      "a document that cannot be read",
      "{",
      "{}",
      {},
      /^\*\*Not compared:\*\* a document could not be read\.$/,
    ],
  ])("the verdict of %s comes first", (_, old, now, options, verdict) => {
    expect(markdown(old, now, options).split("\n")[0]).toMatch(verdict);
  });

  test("causes, a table with one row for a group, proposals and counts", () => {
    const text = markdown(PERMUTED.old, PERMUTED.now, { rules: { "*": { env: "immutable" } } });
    expect(text).toBe(`**REPLACE (create, then destroy)**; with all certain and likely proposals NO-OP.

### What forces the replacement

- All 3 items of \`env\` match by \`name\`, of which each has its own; only their order differs. This forces a replacement: by the rules it cannot be changed in place. If it kept its old value, the rest would be an update in place.
  - If the service ignores the order of these items: \`env: keyed(name)\`.

### Differences

| Path | Old | New | Class | Cause |
| --- | --- | --- | --- | --- |
| \`env\` | 6 by position | one difference | real, **forces the replacement** | keyed order |
| \`n\` | \`"6"\` string | \`6\` number | real | type |

### What else differs

- \`n\` is string \`"6"\` in the old inputs and number 6 in your program: the same value in two types.
  - Hides nothing real: \`n: integer\`.

### Counts

- 7 real
`);
  });

  test("what only the user can know is a question", () => {
    expect(markdown("{}", '{"a": 1}')).toMatch(
      /Only you can know: is it true that the service has this value already, .*\? If so: `a: write-only`\./,
    );
  });

  test("rules inside of a proposal, and what it leaves", () => {
    const text = markdown('{"p": "{\\"q\\":[1,2],\\"r\\":1}"}', '{"p": "{\\"q\\": [1,3],\\"r\\":\\"1\\"}"}');
    expect(text).toContain(
      "If the service reads the text as JSON: `p: json`; with it `p.r: integer`; 1 real difference is left.",
    );
  });

  test("what is settled says by what, and what has no row is counted", () => {
    const text = markdown('{"a": "1", "b": 1, "c": 2, "d": 1.0}', '{"a": 1, "c": 2, "d": 1}', {
      olds: "state",
      rules: { "*": { a: "integer" } },
    });
    expect(text).toContain('| `a` | `"1"` string | `1` number | spurious | type |');
    expect(text).toContain("they are the same value. Settled by `a: integer`.");
    expect(text).toContain(
      "- 1 spurious: settled by a rule · 1 not managed by the program · 1 unchanged · 1 only spelled differently\n",
    );
  });

  test("diagnostics have their places", () => {
    expect(markdown('{"a": 1', "{}")).toContain("\n- error, old, line 1, column 8: expected");
  });

  test("numbers stay as they were written, and long values say what is missing", () => {
    const long = "x".repeat(1000);
    expect(markdown('{"n": 9007199254740993}', '{"n": 9007199254740992}')).toContain(
      "| `n` | `9007199254740993` number | `9007199254740992` number | real | precision |",
    );
    expect(markdown(`{"n": "${long}"}`, `{"n": "😀${long}"}`)).toContain("x` … 842 more characters string");
  });

  test("what is masked stays masked, whatever was said of it", () => {
    const documents = ["hunter2", "hunter3"].map(
      (secret) =>
        `{"password": "${secret}", "list": [{"name": "${secret}", "token": "${secret}"}], "p": "{\\"api_key\\": \\"${secret}\\"}"}`,
    );
    const [old = "", now = ""] = documents;
    const rules = { "*": { list: ["secret", "immutable"], "*": "immutable" } };
    const text = markdown(old, now, { rules });
    expect(text).toContain("| `password` | masked string | masked string |");
    expect(text).not.toMatch(/hunter/);
    expect(markdown(old, now, { rules, reveal: ["password"] })).toContain('| `"hunter2"` string |');
  });

  test("a report as plain data gives the same", () => {
    const report = whyreplace.compare(PERMUTED.old, PERMUTED.now);
    const plain = JSON.parse(JSON.stringify(report)) as PlainReport;
    expect(whyreplace.toMarkdown(plain)).toBe(whyreplace.toMarkdown(report));
  });
});

describe("hostile keys and values", () => {
  /** As a key, as a value, in a document in a text, in a list in another order, and in rules and their messages. */
  const pairs = (text: string): [old: unknown, now: unknown][] => {
    const inner = (value: unknown) => JSON.stringify({ [text]: value, also: text });
    const items = [0, 1, 2].map((at) => ({ name: `${text}${at}`, v: text }));
    return [
      [Object.fromEntries([[text, "1"]]), Object.fromEntries([[text, 1]])],
      [{ a: text }, { a: `${text}x` }],
      [{ a: `${text} a` }, { a: `${text} A` }],
      [{ a: inner([1, 2]) }, { a: inner(["2", 1, text]) }],
      [{ [text]: items }, { [text]: [...items].reverse() }],
      [{ [text]: { [text]: text } }, {}],
      [{ a: text }, { a: [text] }],
    ];
  };

  test.each(HOSTILE)("%j breaks nothing", (text) => {
    for (const [old, now] of pairs(text)) {
      const report = whyreplace.compare(JSON.stringify(old), JSON.stringify(now));
      const rules = { "*": { [`["${text.replace(/[\\"]/g, "\\$&")}"]`]: "immutable" } };
      for (const each of [report, report.decide({ rules })]) expectHarmless(whyreplace.toMarkdown(each));
    }
  });

  test.each(HOSTILE)("pairs with %j are kept apart", (text) => {
    const old = Object.fromEntries(HOSTILE.map((other) => [text + other, other + text]));
    const now = Object.fromEntries(HOSTILE.map((other) => [text + other, text + other.toUpperCase()]));
    expectHarmless(whyreplace.toMarkdown(whyreplace.compare(JSON.stringify(old), JSON.stringify(now))));
  });

  test("what cannot be seen is named as on the page", () => {
    for (let block = 0; block < 0x10000; block += 0x800) {
      const characters = Array.from({ length: 0x800 }, (_, at) => String.fromCharCode(block + at));
      const shown = characters.filter((character) => !'\\"|`\n\t'.includes(character));
      const old = JSON.stringify(shown.map((character) => `${character}.`));
      const text = whyreplace.toMarkdown(whyreplace.compare(old, "[]"), 1e9);
      for (const character of shown.filter((each) => JSON.stringify(each).length === 3)) {
        const [part = ""] = visible(character);
        const mark = typeof part === "string" ? part : part.code;
        if (!text.includes(`| \`"${mark}."\` string |`))
          expect.fail(`U+${character.charCodeAt(0).toString(16)}`);
      }
    }
  });
});

describe("under a limit", () => {
  const LIMITS = [0, 1, 5, 10, 20, 40, 80, 120, 200, 300, 500, 1000, 2000, 5000, 20_000, 59_999, 60_000];
  const wide = (value: (at: number) => unknown) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`k${at}|\``, value(at)])));
  const documents: [name: string, old: string, now: string, options: Options][] = [
    ["many differences", wide((at) => `${at}`), wide((at) => at), {}],
    ["many causes", wide((at) => `${at}`), wide((at) => at), { rules: { "*": { "*": "immutable" } } }],
    ["one that is long", `{"${"k".repeat(100_000)}": 1}`, "{}", {}],
    ["a few", PERMUTED.old, PERMUTED.now, { rules: { "*": { env: "immutable" } } }],
    ["none", "{}", "{}", {}],
    ["no document", "{", "[", {}],
    [
      "many notes",
      "{}",
      '{"a":1}',
      { rules: JSON.stringify({ "*": Object.fromEntries(HOSTILE.map((_, at) => [`x${at}`, "inmutable"])) }) },
    ],
  ];

  test.each(documents)(
    "%s: never longer, cut at rows, and what is left out is counted",
    (_, old, now, options) => {
      const report = whyreplace.compare(old, now, options);
      const whole = whyreplace.toMarkdown(report, 1e9);
      const lines = new Set(whole.split("\n"));
      const count = (text: string) =>
        text.split("\n").filter((line) => /^(?:\| (?!Path|---)|- )/.test(line)).length;
      const verdict = whole.split("\n")[0] ?? "";
      for (const limit of [...LIMITS, whole.length - 1, whole.length, whole.length + 1]) {
        const text = whyreplace.toMarkdown(report, limit);
        expect(text.length).toBeLessThanOrEqual(limit);
        expectHarmless(text.replaceAll("_Cut._", ""));
        if (limit >= whole.length) expect(text).toBe(whole);
        const short = /^\*\*[^*]+\*\*/.exec(verdict)?.[0] ?? "";
        if (limit > verdict.length) expect(text.split("\n")[0]).toMatch(/^\*\*[^*]+\*\*/);
        const cut = text.split("\n").filter((line) => !lines.has(line) && line !== short);
        expect(cut.filter((line) => !/^(?:_Left out: \d+ [a-z ]+\._|_Cut\._|…|)$/.test(line))).toEqual([]);
        const left = [...text.matchAll(/^_Left out: (\d+)/gm)].reduce(
          (sum, [, rows]) => sum + Number(rows),
          0,
        );
        if (left > 0) expect(count(text) + left).toBe(count(whole));
        else if (limit < whole.length) expect(text.length).toBeLessThan(verdict.length + 25);
      }
    },
  );

  test("of many rows only those that fit are made", () => {
    const report = whyreplace.compare(
      wide((at) => `${at}`),
      wide((at) => at),
    );
    expect(whyreplace.toMarkdown(report).length).toBeGreaterThan(58_000);
  });

  test("no part starves the others", () => {
    const text = whyreplace.toMarkdown(
      whyreplace.compare(
        wide((at) => `${at}`),
        wide((at) => at),
      ),
      4000,
    );
    expect(text.match(/^### .*/gm)).toEqual(["### Differences", "### What they are", "### Counts"]);
  });
});

describe("as rules", () => {
  const proposal = (path: string, ...rule: string[]): Proposal => ({
    grade: "likely",
    path,
    rule,
    sameIf: null,
    inside: [],
    left: 0,
    outcome: null,
  });
  const empty = () => whyreplace.compare("{}", "{}");

  test.each<[name: string, accepted: Proposal[], expected: string]>([
    ["none", [], "{}\n"],
    ["one word", [proposal("a", "set")], '{\n  "*": {\n    "a": "set"\n  }\n}\n'],
    [
      "one path twice, in the order of acceptance",
      [proposal("b", "trim", "set"), proposal("a", "set"), proposal("b", "set", "nfc")],
      '{\n  "*": {\n    "b": ["trim", "set", "nfc"],\n    "a": "set"\n  }\n}\n',
    ],
    [
      "what is inside",
      [{ ...proposal("a", "json"), inside: [{ path: "a.b", rule: ["set"], sameIf: null }] }],
      '{\n  "*": {\n    "a": "json",\n    "a.b": "set"\n  }\n}\n',
    ],
    [
      "keys that are names of something else in JavaScript",
      [proposal("__proto__", "set"), proposal("constructor", "trim"), proposal('[""]', "trim")],
      '{\n  "*": {\n    "__proto__": "set",\n    "constructor": "trim",\n    "[\\"\\"]": "trim"\n  }\n}\n',
    ],
  ])("%s", (_, accepted, expected) => {
    const text = whyreplace.toRules(empty(), accepted);
    expect(text).toBe(expected);
    expect(whyreplace.checkRules(text).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("of findings and groups those that have a proposal, for the type of their resource", () => {
    const report = whyreplace.compare(PERMUTED.old, PERMUTED.now, { type: "__proto__" });
    const [resource] = report.resources;
    const accepted = [...(resource?.groups ?? []), ...(resource?.findings ?? [])];
    expect(whyreplace.toRules(report, accepted)).toBe(
      '{\n  "__proto__": {\n    "env": "keyed(name)",\n    "n": "integer"\n  }\n}\n',
    );
  });

  test("of several types each gets its own", () => {
    const [first, second] = [
      whyreplace.compare('{"a": "1"}', '{"a": 1}', { type: "x" }),
      whyreplace.compare('{"a": "X"}', '{"a": "x"}', { type: "y" }),
    ];
    const resources = [...first.resources, ...second.resources];
    const plan: PlainReport = { ...first.toJSON(), resources };
    const accepted = resources.flatMap(({ findings }) =>
      findings.map(({ proposal }) => proposal).filter((each) => each !== null),
    );
    expect(whyreplace.toRules(plan, accepted)).toBe(
      '{\n  "x": {\n    "a": "integer"\n  },\n  "y": {\n    "a": "case-insensitive"\n  }\n}\n',
    );
  });

  test.each(HOSTILE)("a key %j survives", (key) => {
    const side = (value: unknown) => JSON.stringify(Object.fromEntries([[key, value]]));
    const report = whyreplace.compare(side("1"), side(1));
    const rules = whyreplace.toRules(report, findingsOf(report));
    expect(whyreplace.checkRules(rules).filter(({ severity }) => severity === "error")).toEqual([]);
    expect(report.decide({ rules }).resources[0]?.verdict.action).toBe("no-op");
  });

  describe("of a bug report hold what was promised", () => {
    test("all of them", () => expect(BUG_REPORTS.length).toBeGreaterThan(100));

    test.each(BUG_REPORTS)("$name", ({ old, now, options }) => {
      const report = whyreplace.compare(old, now, options);
      for (const grade of ["certain", "likely"] as const) {
        const accepted = findingsOf(report).filter(({ proposal }) => isAtLeast(grade, proposal));
        const rules = whyreplace.toRules(report, accepted);
        const promised = report.resources[0]?.proposed[grade];
        const { action, certainty, atLeast, replaces } =
          whyreplace.compare(old, now, { ...options, rules }).resources[0]?.verdict ?? {};
        expect({ action, certainty, atLeast, replaces }).toEqual(promised);
      }
    });

    test.each(BUG_REPORTS)("$name, whatever is accepted, without an error", ({ old, now, options }) => {
      const report = whyreplace.compare(old, now, options);
      const accepted = findingsOf(report);
      for (const some of [accepted, accepted.filter((_, at) => at % 2 === 0), [...accepted].reverse()]) {
        const problems = whyreplace.checkRules(whyreplace.toRules(report, some));
        expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
      }
    });
  });
});

function findingsOf(report: Report): (Finding | Group)[] {
  return report.resources.flatMap(({ findings }) => findings);
}

const isAtLeast = (grade: "certain" | "likely", proposal: Proposal | null) =>
  proposal?.grade === "certain" || proposal?.grade === grade;
