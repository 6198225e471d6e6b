import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding, Options, Proposal, Report, Shown } from "whyreplace";
import { allCases, type Case, normalizerVectors } from "./support/cases.js";
import { type Package, type Packed, packed } from "./support/packed.js";

let archive: Packed;
let whyreplace: Package;

beforeAll(async () => {
  archive = packed();
  whyreplace = await archive.load();
  expect(whyreplace.catalogue().length).toBeGreaterThan(70);
  expect(() => whyreplace.checkRules("{}")).toThrow("init()");
  await whyreplace.init();
}, 60_000);

afterAll(() => archive.remove());

describe("the vectors of normalizers through the packed package", () => {
  const vectors = normalizerVectors();
  test("keys that are counted and are no findings are listed when they are asked for", () => {
    const old = '{"same": {"a": 1}, "spelled": 42, "filled": "x", "seen": 1}';
    const now = '{"same": {"a": 1}, "spelled": 42.0, "seen": 2}';
    const report = whyreplace.compare(old, now, { rules: { "*": { filled: "computed" } } });
    const [resource] = report.resources;
    const key = (path: string, old: string, now: string | null) => ({ path, old, new: now });
    expect(report.keys(0, "unchanged")).toEqual({
      total: (resource?.counts.unchanged ?? 0) + (resource?.counts.spelling ?? 0),
      keys: [key("same", "map", "map"), key("spelled", "number", "number")],
    });
    expect(report.keys(0, "unchanged", 1).keys).toEqual([key("spelled", "number", "number")]);
    expect(report.keys(0, "ignored")).toEqual({ total: 1, keys: [key("filled", "string", null)] });
    expect(report.keys(0, "unmanaged")).toEqual({ total: 0, keys: [] });
    expect(() => report.keys(0, "odd" as "ignored")).toThrow(/unchanged, unmanaged, ignored/);
    report.dispose();
  });

  test("are all of them", () => expect(vectors.length).toBe(346));
  test.each(vectors)("$id", ({ rules, old, now, equal }) => {
    const action = whyreplace.compare(old, now, { rules }).resources[0]?.verdict.action;
    expect(action === "no-op").toBe(equal);
  });
});

describe("the corpus through the packed package", () => {
  const cases = allCases();
  test("is the whole corpus", () => expect(cases.length).toBeGreaterThan(60));
  test.each(cases.filter(({ fails }) => fails === undefined))("$file: $name", check);
  test.each(cases.filter(({ fails }) => fails !== undefined))(
    "$file: $name fails as expected: $fails",
    (each) => expect(() => check(each)).toThrow(),
  );
});

function check(each: Case) {
  const report =
    each.plan === undefined
      ? whyreplace.compare(each.old, each.now, optionsOf(each))
      : whyreplace.review(each.plan, optionsOf(each));
  const { changed, ...expected } = each.expect;
  const outcome = told(report);
  report.dispose();
  expect(outcome).toMatchObject(expected);
  if (changed !== undefined) expectChanged(outcome.changed ?? [], changed as string[]);
}

/** The paths that should have changed, and those that did; deeper ones will do. */
function expectChanged(changed: string[], expected: string[]) {
  const covers = (outer: string, inner: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  const [outer, inner] = [expected.map(loose), changed.map(loose)];
  expect(inner.filter((path) => !outer.some((each) => covers(each, path)))).toEqual([]);
  expect(outer.filter((each) => !inner.some((path) => covers(each, path)))).toEqual([]);
}

/** A path with its quoting taken off, as the bug reports write paths. */
function loose(path: string): string {
  return path.replaceAll('["', ".").replaceAll('"]', "").replace(/^\.+/, "");
}

function optionsOf({ options, rules, answer, outs, remote }: Case): Options {
  const given = Object.entries({ rules, answer, outs, remote }).filter(([, text]) => text !== undefined);
  return { ...options, ...Object.fromEntries(given) };
}

/** All that a case may expect, in the words of the case files. */
function told(report: Report) {
  const [resource] = report.resources;
  const start = report.diagnostics[0]?.range?.start;
  return {
    format: report.format,
    identical: report.identical,
    spuriousReplaces: report.summary.spuriousReplaces,
    spuriousUpdates: report.summary.spuriousUpdates,
    diagnostics: report.diagnostics.map(({ code }) => code),
    said: report.diagnostics.map(({ message }) => message),
    at: start ? `${start.line}:${start.column}` : null,
    ...(resource && {
      ...resource.verdict,
      raw: resource.raw.action,
      stated: resource.stated,
      updateBody: resource.updateBody,
      certain: resource.proposed.certain.action,
      likely: resource.proposed.likely.action,
      counts: resource.counts,
      changed: resource.findings.filter(isOpen).map(({ path }) => path),
      findings: resource.findings.map(toldFinding),
      groups: resource.groups.map((group) => ({ ...group, ...toldProposal(group.proposal) })),
      detail: report.detail(0),
    }),
  };
}

/** Whether nothing settled a finding. */
function isOpen({ class: found, consequence }: Finding): boolean {
  return ["real", "unknown", "masked"].includes(found) && !consequence;
}

function toldFinding(finding: Finding) {
  const text = (shown: Shown | null) => shown?.text ?? null;
  return {
    ...finding,
    old: text(finding.old),
    new: text(finding.new),
    remote: text(finding.remote),
    settledBy: finding.settledBy?.text ?? null,
    ...toldProposal(finding.proposal),
  };
}

function toldProposal(proposal: Proposal | null) {
  return {
    proposal: proposal && `${proposal.grade} ${proposal.rule.join(" ")}`,
    sameIf: proposal?.sameIf ?? null,
    inside: proposal?.inside.map(({ path, rule }) => `${path}: ${rule.join(", ")}`) ?? null,
    outcome: proposal?.outcome?.action ?? null,
  };
}

describe("inputs", () => {
  const pair = (value: unknown) => ({ id: value });
  test("text, bytes in three encodings and objects are one", () => {
    const text = '{"a": "é😀", "n": 9007199254740993}';
    const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
    const inputs = [
      text,
      new TextEncoder().encode(text),
      new Uint8Array(utf16),
      new TextEncoder().encode(text).buffer,
      new Uint8Array(Buffer.from(utf16).swap16()),
    ];
    for (const old of inputs) {
      for (const now of inputs)
        expect(whyreplace.compare(old, now).resources[0]?.verdict.action).toBe("no-op");
    }
  });

  test("objects are read as JSON.stringify would, but exactly", () => {
    const sparse = [1, undefined, 2];
    const value = {
      d: new Date(0),
      u: undefined,
      b: 9007199254740993n,
      l: sparse,
      w: new Number(3),
      o: Object(4n) as bigint,
      n: null,
    };
    const text = '{"d":"1970-01-01T00:00:00.000Z","b":9007199254740993,"l":[1,null,2],"w":3,"o":4,"n":null}';
    const report = whyreplace.compare(value, text);
    expect(report.identical).toBe(true);
  });

  test("an own key __proto__ survives", () => {
    const old = JSON.parse('{"__proto__": 1, "constructor": 2}') as object;
    expect(whyreplace.compare(old, {}).resources[0]?.findings.map(({ path }) => path)).toEqual([
      "__proto__",
      "constructor",
    ]);
  });

  test.each([
    ["NaN", { a: [Number.NaN] }, "a[0]"],
    ["an infinity", { "x.y": Number.POSITIVE_INFINITY }, '["x.y"]'],
    ["a function", { f: () => 1 }, "f"],
    ["a symbol", { s: Symbol("s") }, "s"],
  ])("%s is refused with its path", (_, value, path) => {
    expect(() => whyreplace.compare(value, {})).toThrow(TypeError);
    expect(() => whyreplace.compare(value, {})).toThrow(path);
  });

  test("a cycle is refused, the same object twice is not", () => {
    const shared = { x: 1 };
    const cyclic: { a: object[] } = { a: [] };
    cyclic.a.push(cyclic);
    expect(() => whyreplace.compare(cyclic, {})).toThrow("a cycle at a[0]");
    expect(whyreplace.compare([shared, shared], '[{"x":1},{"x":1}]').identical).toBe(true);
  });

  test.each([[undefined], [1], [null], [true]])("%s is no document", (value) => {
    expect(() => whyreplace.compare(value as unknown as string, {})).toThrow(TypeError);
  });

  test("a lone surrogate in a string has a position instead of becoming another character", () => {
    const { format, diagnostics } = whyreplace.compare('{"a": "\ud800"}', "{}");
    expect(format).toBe("refused");
    expect(diagnostics[0]).toMatchObject({ code: "encoding", range: { start: { line: 1, column: 8 } } });
  });

  test("depth: 100,000 levels give a diagnostic, as text and as an object, and the module goes on", () => {
    const levels = 100_000;
    let nested: object = [];
    for (let level = 1; level < levels; level++) nested = [nested];
    for (const deep of ["[".repeat(levels) + "]".repeat(levels), nested]) {
      expect(whyreplace.compare(deep, "[]").diagnostics[0]).toMatchObject({
        code: "too-deep",
        document: "old",
      });
    }
    expect(whyreplace.compare(pair(1), pair(2)).resources[0]?.verdict.action).toBe("update");
  });
});

describe("options", () => {
  test.each([
    [{ rule: {} }, 'no option "rule"'],
    [{ constructor: 1 }, 'no option "constructor"'],
    [{ olds: "old" }, '"olds" must be "inputs" or "state"'],
    [{ type: 3 }, '"type" must be a string'],
    [{ type: "" }, '"type" must be a string'],
    [null, "options must be an object"],
    [{ limits: { deep: 3 } }, 'no limit "deep"'],
    [{ limits: { depth: -1 } }, '"depth" must be a whole number'],
    [{ reveal: [1] }, '"reveal" must be a list'],
    [{ rules: 3 }, '"rules" must be'],
  ])("%j is a TypeError", (options, message) => {
    expect(() => whyreplace.compare("{}", "{}", options as unknown as Options)).toThrow(TypeError);
    expect(() => whyreplace.compare("{}", "{}", options as unknown as Options)).toThrow(message);
  });
});

describe("reports", () => {
  const old = '{"a": "1", "b": 1}';
  const now = '{"a": 1, "b": 2}';

  test("are decided again without being read again", () => {
    const first = whyreplace.compare(old, now, { rules: { "*": { a: "immutable" } } });
    const second = first.decide({ rules: { "*": { a: ["immutable", "integer"] } } });
    expect([first, second].map((report) => report.resources[0]?.verdict.action)).toEqual([
      "replace",
      "update",
    ]);
    expect(first.resources[0]?.findings[0]?.class).toBe("real");
    expect(second.resources[0]?.findings[0]?.class).toBe("spurious");
  });

  test("as plain data hold their findings", () => {
    const report = whyreplace.compare(old, now);
    const data = JSON.parse(JSON.stringify(report)) as Report;
    expect(data).toMatchObject({
      schema: 1,
      format: "pair",
      resources: [{ findings: [{ path: "a" }, { path: "b" }] }],
    });
    expect(Object.keys(data)).toEqual([
      "schema",
      "format",
      "identical",
      "summary",
      "resources",
      "drift",
      "outputs",
      "diagnostics",
    ]);
  });

  test("keep what was read when they are disposed of, and say so for the rest", () => {
    const [read, unread] = [whyreplace.compare(old, now), whyreplace.compare(old, now)];
    expect(read.resources[0]?.findings).toHaveLength(2);
    for (const report of [read, unread]) report.dispose();
    read.dispose();
    expect(read.resources[0]?.findings).toHaveLength(2);
    expect(() => unread.resources[0]?.findings).toThrow("disposed");
    expect(() => read.decide()).toThrow("disposed");
  });

  test("ranges cut the value out of the text", () => {
    const text = '{"é😀": "x",\r\n "n":  42}';
    const [first, second] = whyreplace.compare(text, "{}").resources[0]?.findings ?? [];
    const cut = (shown: Shown | null | undefined) =>
      text.slice(shown?.range?.start.offset, shown?.range?.end.offset);
    expect([cut(first?.old), cut(second?.old)]).toEqual(['"x"', "42"]);
    expect(second?.old?.range?.start).toMatchObject({ line: 2, column: 8 });
  });
});

describe("rules", () => {
  test("are checked without documents", () => {
    const diagnostics = whyreplace.checkRules({ topic: { a: "imutable", "b.": "integer" } });
    expect(diagnostics.map(({ code, document }) => `${document} ${code}`)).toEqual([
      "rules unknown-word",
      "rules path-syntax",
    ]);
    expect(diagnostics[0]?.message).toContain("immutable");
    expect(whyreplace.checkRules('{"*": {"a": ["integer", "immutable"]}}')).toEqual([]);
  });

  test("have a catalogue whose examples hold", () => {
    const words = whyreplace.catalogue();
    expect(words.map(({ name }) => name)).toContain("increase-only");
    for (const { written, equal, different } of words.filter(({ family }) => family === "equality")) {
      const action = (pair: [string, string] | null) => {
        // An empty text is a missing value.
        const [a, b] = (pair ?? ["", ""]).map((value) => (value === "" ? "{}" : `{"x": ${value}}`));
        return whyreplace.compare(a ?? "", b ?? "", { rules: { "*": { x: written } } }).resources[0]?.verdict
          .action;
      };
      expect([written, action(equal), action(different)]).toEqual([written, "no-op", "update"]);
    }
  });
});

describe("with memory for 16 MB", () => {
  /** What a call with too much says, what an earlier report then has, and what the next call decides. */
  function outcomesOf(call: string) {
    const script = join(archive.folder, "node_modules", "memory.mjs");
    writeFileSync(
      script,
      `import { compare, init } from "whyreplace";
       const list = (element, length) => "[" + Array(length).fill(element).join(",") + "]";
       const outcome = (run) => { try { return run(); } catch (error) { return error.message; } };
       await init();
       const earlier = compare('{"a": 1}', '{"a": 2}');
       const said = outcome(() => { const report = ${call}; return report.diagnostics[0]?.code ?? "no problem"; });
       const findings = outcome(() => earlier.resources[0].findings.length);
       const next = compare('{"a": 1}', '{"a": 2}').resources[0].verdict.action;
       console.log(JSON.stringify({ said, findings, next }));`,
    );
    const pages = "--wasm-max-mem-pages=256";
    const out = execFileSync(process.execPath, [pages, script], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(out) as unknown;
  }

  test.each([
    ["a document that fits", 'compare(list("1", 1000), "[]")', "no problem"],
    ["one whose values do not fit", 'compare(list("1", 3_000_000), "[]")', "out-of-memory"],
    [
      "one whose text does not fit",
      'compare(list("1", 20_000_000), "[]")',
      "there is not enough memory for this document",
    ],
  ])("%s", (_, call, said) => {
    expect(outcomesOf(call)).toEqual({ said, findings: 1, next: "update" });
  });

  test("after a trap the next call gets a new instance, and earlier reports say that they are lost", () => {
    const said = "unreachable";
    const findings = "this report was lost when the module had to be restarted; compare again";
    expect(outcomesOf('compare(list("1", 100_000), list("2", 100_000))')).toEqual({
      said,
      findings,
      next: "update",
    });
  });
});

const README = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
const EXAMPLES = [...README.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""], at) => ({ at, code }));

test("the README has its examples", () => expect(EXAMPLES).toHaveLength(3));

test.each(EXAMPLES)("example $at of the README runs as it stands", ({ at, code }) => {
  const script = join(archive.folder, "node_modules", `readme-${at}.mjs`);
  writeFileSync(script, code);
  const printed = execFileSync(process.execPath, [script], { encoding: "utf8" }).trim().split("\n");
  const promised = [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, value]) => value);
  expect(promised.length).toBeGreaterThan(2);
  expect(printed).toEqual(promised);
});

describe("rule files of other tools", () => {
  const yaml =
    "resources:\n  jobs:\n    recreate_on_changes:\n      - field: kind\n        reason: immutable\n";
  test("become rules that decide", () => {
    const { rules, diagnostics } = whyreplace.readRules(yaml);
    expect(diagnostics).toEqual([]);
    expect(JSON.parse(rules)).toEqual({ jobs: { kind: 'immutable("immutable")' } });
    const report = whyreplace.compare({ kind: "a" }, { kind: "b" }, { type: "jobs", rules });
    expect(report.resources[0]?.verdict.action).toBe("replace");
  });

  test("several are one, in order", () => {
    const generated = yaml.replace("reason: immutable", "reason: spec");
    const { rules } = whyreplace.readRules(
      [yaml, new TextEncoder().encode(generated)],
      "databricks-resources",
    );
    expect(JSON.parse(rules)).toEqual({
      jobs: { kind: ['immutable("immutable")', 'immutable("spec", generated)'] },
    });
  });

  test("what is none is said, and what no one reads is refused", () => {
    expect(whyreplace.readRules("[]").diagnostics.map(({ code }) => code)).toEqual(["rule-file-unknown"]);
    expect(() => whyreplace.readRules(yaml, "chef" as "pulumi-schema")).toThrow('there is no format "chef"');
    expect(() => whyreplace.readRules(3 as unknown as string)).toThrow("text must be");
  });
});
