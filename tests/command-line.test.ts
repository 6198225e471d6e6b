// The command line as npm would install it, as a program of its own.

import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlainReport } from "whyreplace";
import { HOSTILE } from "./support/harmless.js";
import { type Packed, packed } from "./support/packed.js";
import { planOf, replaced, updated } from "./support/plans.js";

let archive: Packed;
let folder: string;
let program: string;

beforeAll(() => {
  archive = packed();
  const home = join(archive.folder, "node_modules", "whyreplace");
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    bin: { whyreplace: string };
  };
  program = join(home, bin.whyreplace);
  folder = mkdtempSync(join(tmpdir(), "whyreplace-cli-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
}, 60_000);

afterAll(() => {
  archive.remove();
  rmSync(folder, { recursive: true, force: true });
});

const PLAN = planOf(
  [
    { address: "db.same", actions: ["no-op"], before: '{"a": 1}', after: '{"a": 1}' },
    updated("db.changed", '{"a": 1}', '{"a": 2}'),
    replaced("db.main", "size", '"5"', "5"),
    { address: "db.made", actions: ["create"], after: '{"a": 1}' },
  ],
  {
    drift: [updated("db.main", '{"tags": {}}', '{"tags": {"a": 1}}')],
    outputs: [{ address: "url", actions: ["update"], before: '"x"', after: '"y"' }],
  },
);

const FILES = {
  "plan.json": PLAN,
  "calm.json": planOf([{ address: "db.same", actions: ["no-op"], before: "{}", after: "{}" }]),
  "gone.json": planOf([{ address: "db.gone", actions: ["delete"], before: "{}" }]),
  "unknown.json": planOf([
    {
      ...replaced("db.open", "size", '"5"', "null"),
      change: { replace_paths: '[["size"]]', after_unknown: '{"size": true}' },
    },
  ]),
  "old.json": '{"a": "1", "b": 9007199254740993}',
  "new.json": '{"a": 1, "b": 9007199254740993}',
  "null.json": '{"a": null}',
  "remote.json": '{"a": "2", "b": 9007199254740993}',
  "broken.json": '{"password": "hunter2", "a": [',
  "state.json": '{"version": 4, "lineage": "x", "resources": [], "outputs": {"p": "hunter2"}}',
  "integer.json": '{"db": {"size": "integer"}}',
  "immutable.json": '{"*": {"a": "immutable"}}',
  "mutable.json": '{"*": {"a": ["mutable", "integer"], "__proto__": "trim"}}',
  "types.json": '{"x": {"a": "immutable"}, "y": {"b": "trim"}}',
  "typo.json": '{"*": {"a": "imutable"}}',
  "rules.txt": "hunter2: [",
  "resources.yml":
    "resources:\n  jobs:\n    odd: 1\n    recreate_on_changes:\n      - field: a\n        reason: immutable\n",
};

interface Run {
  input?: string;
  environment?: NodeJS.ProcessEnv;
  /** Arguments of Node. */
  node?: readonly string[];
}

function run(args: readonly string[], { input = "", environment = {}, node = [] }: Run = {}) {
  const result: SpawnSyncReturns<string> = spawnSync(process.execPath, [...node, program, ...args], {
    cwd: folder,
    input,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...environment },
    maxBuffer: 1e9,
  });
  return { out: result.stdout, error: result.stderr, code: result.status };
}

/** The text without the core's sentences, which are its own to word. */
const withoutMessages = (out: string) => out.replace(/^( {2}[!-]) .*$/gm, "$1 MESSAGE");

test("npm makes it a command", () => {
  expect(readFileSync(program, "utf8").split("\n")[0]).toBe("#!/usr/bin/env node");
  expect(statSync(program).isFile()).toBe(true);
});

describe("as text", () => {
  test("a plan", () => {
    const { out, error, code } = run(["plan.json"]);
    expect([error, code]).toEqual(["", 0]);
    expect(withoutMessages(out)).toBe(`REPLACE (destroy, then create)  db.main  (the plan says the same)
  With all certain proposals NO-OP.
  ! MESSAGE
      → Hides nothing real: \`size: integer\`.
  1 real · 1 unchanged

UPDATE IN PLACE  db.changed  (the plan says the same)
  - MESSAGE
  1 real

CREATE  db.made  (the plan says the same)
  1 property.

1 resource stays as it is.

Drift: what has changed outside of the tool

UPDATE IN PLACE  db.main  (the plan says the same)
  - MESSAGE
      → Only you can know: is it true that the service has this value already, and never returns it? If so: \`tags.a: write-only\`.
  1 real

Outputs

UPDATE IN PLACE  url  (the plan says the same)
  - MESSAGE
  1 real

0 of 1 replace is spurious with these rules, 1 more with all certain and likely proposals; 0 of 1 update is spurious with these rules; 3 of 4 resources change.
`);
  });

  test("what differs in the words of the report", () => {
    const { resources, drift, outputs } = JSON.parse(run(["plan.json", "--json"]).out) as PlainReport;
    const messages = [...resources, ...drift, ...outputs].flatMap(({ findings }) =>
      findings.map(({ message }) => message),
    );
    const { out } = run(["plan.json"]);
    expect(messages).toHaveLength(4);
    for (const message of messages) expect(out).toContain(` ${message}\n`);
  });

  test("a plan with rules", () => {
    const { out } = run(["plan.json", "--rules", "integer.json"]);
    expect(out).toContain("NO-OP  db.main  (the plan says REPLACE (destroy, then create))\n");
    expect(out).toContain(" Settled by `size: integer`.\n");
    expect(out).toMatch(/\n1 of 1 replace is spurious with these rules; 0 of 1 update .*\n$/);
  });

  test("two documents", () => {
    const { out, error, code } = run(["old.json", "new.json", "--rules", "immutable.json"]);
    expect([error, code]).toEqual(["", 0]);
    expect(withoutMessages(out)).toBe(`REPLACE (create, then destroy)
  With all certain proposals NO-OP.
  ! MESSAGE
      → Hides nothing real: \`a: integer\`.
  1 real · 1 unchanged

REPLACE (create, then destroy); with all certain proposals NO-OP.
`);
  });

  test.each<[options: string[], expected: string]>([
    [["--rules", "types.json"], "UPDATE IN PLACE\n"],
    [["--rules", "types.json", "--type", "x"], "REPLACE (create, then destroy)\n"],
    [["--remote", "remote.json"], 'and "2" at the service'],
    [["--olds", "state"], "in state and"],
  ])("two documents with %j", (options, expected) => {
    expect(run(["old.json", "new.json", ...options]).out).toContain(expected);
  });

  test("two documents in the dialect of Pulumi, where null is missing", () => {
    const verdict = (...options: string[]) => run(["-", "null.json", ...options], { input: "{}" }).out;
    expect(verdict()).toMatch(/^UPDATE IN PLACE\n/);
    expect(verdict("--dialect", "json")).toMatch(/^UPDATE IN PLACE\n/);
    expect(verdict("--dialect", "pulumi")).toMatch(/^NO-OP\n/);
  });

  test("diagnostics come last, errors first, with the names of files", () => {
    const plan = planOf([updated("db.a", "{}", "{}"), { address: "db.b", actions: ["dance"], after: "1" }]);
    const { out } = run(["-", "--rules", "immutable.json", "--rules", "integer.json"], { input: plan });
    const said = out.split("\n").filter((line) => /^(?:error|warning|note): /.test(line));
    expect(said.map((line) => line.split(" `")[0])).toEqual([
      expect.stringMatching(/^error: the standard input, line 1, column \d+:$/),
      "note: the standard input: the plan says that",
    ]);
  });
});

describe("where the documents come from", () => {
  test.each<[name: string, args: string[], input: string]>([
    ["a file", ["plan.json"], ""],
    ["-", ["-"], PLAN],
    ["what is piped in, without any name", [], PLAN],
    ["what a build log has around it", ["-"], `Running...\n${PLAN}\nDone.\n`],
  ])("a plan from %s", (_, args, input) => {
    expect(run([...args, "--json"], { input }).out).toContain('"format": "terraform-plan"');
  });

  test.each<[args: string[], file: keyof typeof FILES]>([
    [["-", "new.json"], "old.json"],
    [["old.json", "-"], "new.json"],
  ])("one of two documents from the standard input: %j", (args, file) => {
    expect(run(args, { input: FILES[file] }).out).toBe(run(["old.json", "new.json"]).out);
  });
});

describe("--json", () => {
  test("is the whole report, findings included, and the same every time", () => {
    const [first, second] = [run(["plan.json", "--json"]), run(["plan.json", "--json"])];
    expect(first.out).toBe(second.out);
    const report = JSON.parse(first.out) as PlainReport;
    expect(report).toMatchObject({
      schema: 1,
      format: "terraform-plan",
      summary: { resources: 4 },
      resources: [
        {},
        {},
        { address: "db.main", findings: [{ path: "size", proposal: { rule: ["integer"] } }] },
        {},
      ],
      drift: [{ address: "db.main" }],
      outputs: [{ address: "url" }],
      diagnostics: [],
    });
  });

  test.each(["plan.json", "calm.json", "state.json"] as const)(
    "%s is what JSON.stringify writes",
    async (file) => {
      const { init, review } = await archive.load();
      await init();
      expect(run([file, "--json"]).out).toBe(`${JSON.stringify(review(FILES[file]), null, 2)}\n`);
    },
  );

  test("numbers are as they were written", () => {
    const { out } = run(["old.json", "-", "--json"], { input: '{"a": "1", "b": 9007199254740992}' });
    expect(out).toContain('"text": "9007199254740993"');
  });
});

test("--markdown is what the package writes", async () => {
  const { init, review, toMarkdown } = await archive.load();
  await init();
  expect(run(["plan.json", "--markdown"]).out).toBe(toMarkdown(review(PLAN)));
});

describe("--rules", () => {
  const verdict = (...files: string[]) => {
    const rules = files.flatMap((file) => ["--rules", file]);
    const { out, error, code } = run(["old.json", "new.json", "--type", "jobs", ...rules]);
    return [out.split("\n")[0], error, code];
  };
  const replace = "REPLACE (create, then destroy)";
  const yaml = "whyreplace: warning: rule files: `odd` of `jobs` is not known; it is not used.\n";

  test.each<[files: string[], said: [string, string, number]]>([
    [["immutable.json"], [replace, "", 0]],
    [["mutable.json"], ["NO-OP", "", 0]],
    [
      ["immutable.json", "typo.json"],
      ["", "", 2],
    ],
    [["resources.yml"], [replace, yaml, 0]],
    // What is equal is no change, whatever a change would cost.
    [
      ["immutable.json", "mutable.json"],
      ["NO-OP", "", 0],
    ],
    [
      ["resources.yml", "immutable.json"],
      [replace, yaml, 0],
    ],
  ])("%j", (files, [first, error, code]) => {
    const found = verdict(...files);
    expect([found[0], found[2]]).toEqual([first, code]);
    if (code === 0) expect(found[1]).toBe(error);
  });

  test("of two costs the one in the earlier file stands, and nobody complains", () => {
    const input = FILES["new.json"].replace('"a": 1', '"a": 2');
    const files = (...names: string[]) => names.flatMap((name) => ["--rules", name]);
    const first = (...names: string[]) => run(["old.json", "-", ...files(...names)], { input }).out;
    expect(first("immutable.json", "mutable.json")).toMatch(/^REPLACE/);
    expect(first("mutable.json", "immutable.json")).toMatch(/^UPDATE IN PLACE/);
    for (const out of [first("immutable.json", "mutable.json"), first("mutable.json", "immutable.json")]) {
      expect(out).not.toContain("error:");
    }
  });

  test("a key such as __proto__ stays one among several files", () => {
    const side = (text: string) => `{"__proto__": "${text}"}`;
    writeFileSync(join(folder, "proto.json"), side("x "));
    const args = ["proto.json", "-", "--rules", "mutable.json", "--rules", "integer.json", "--type", "db"];
    expect(run(args, { input: side("x") }).out).toMatch(/^NO-OP\n/);
  });
});

describe("--fail-on", () => {
  test.each<[file: string, options: string[], code: number, said: string]>([
    ["plan.json", [], 0, ""],
    ["plan.json", ["--fail-on", "replace"], 1, "1 REPLACE"],
    ["plan.json", ["--fail-on", "replace", "--rules", "integer.json"], 0, ""],
    ["plan.json", ["--fail-on", "update", "--fail-on", "replace"], 1, "1 UPDATE IN PLACE, 1 REPLACE"],
    ["plan.json", ["--fail-on", "delete"], 0, ""],
    ["plan.json", ["--fail-on", "any"], 1, "1 CREATE, 1 UPDATE IN PLACE, 1 REPLACE"],
    ["gone.json", ["--fail-on", "delete"], 1, "1 DELETE"],
    ["gone.json", ["--fail-on", "replace"], 0, ""],
    ["calm.json", ["--fail-on", "any"], 0, ""],
    ["unknown.json", ["--fail-on", "replace"], 1, "1 REPLACE"],
    ["unknown.json", ["--fail-on", "replace", "--json"], 1, "1 REPLACE"],
  ])("%s %j ends with %d", (file, options, code, said) => {
    const result = run([file, ...options]);
    expect(result.code).toBe(code);
    expect(result.error).toBe(said === "" ? "" : `whyreplace: failed, as --fail-on asks: ${said}.\n`);
    expect(result.out).not.toBe("");
  });

  test("the verdict of unknown.json is only possible", () => {
    expect(run(["unknown.json"]).out).toMatch(/^possibly REPLACE/);
  });
});

describe("what cannot be used ends with 2, says what to do, and holds no value", () => {
  test.each<[args: string[], said: RegExp]>([
    [["state.json"], /^whyreplace: error: state\.json.*a state of Terraform.*`terraform show -json /],
    [["broken.json"], /^whyreplace: error: broken\.json/],
    [["broken.json", "new.json"], /^whyreplace: error: broken\.json, line 1, column 31: .*expected/],
    [["old.json", "broken.json"], /^whyreplace: error: broken\.json, line 1, column 31: /],
    [["absent.json"], /^whyreplace: absent\.json cannot be read: there is no such file; check its name\.\n$/],
    [["."], /it is a folder; name a file in it/],
    [["plan.json", "--rules", "absent.json"], /absent\.json cannot be read/],
    [
      ["plan.json", "--rules", "typo.json"],
      /typo\.json, line 1, column 13: .*did you mean .*`immutable`\?\n$/,
    ],
    [["plan.json", "--rules", "rules.txt"], /rules\.txt.*\n.*A rule file is a rule set as JSON, /],
    [["plan.json", "--type", "x"], /--type is for two documents.*\n.*--help/],
    [["plan.json", "--remote", "old.json"], /--remote is for two documents/],
    [["a", "b", "c"], /there are 3 documents.*\n.*--help/],
    [["plan.json", "--json", "--markdown"], /choose one of --json and --markdown/],
    [["plan.json", "--fail-on", "hunter2"], /--fail-on must be replace or update or delete or any\.\n/],
    [["old.json", "new.json", "--olds", "hunter2"], /--olds must be inputs or state/],
    [["old.json", "new.json", "--type", ""], /--type must not be empty/],
    [["plan.json", "--rules"], /'--rules <value>' argument missing\.\n/],
    [["--what"], /Unknown option '--what'\.\n.*--help/],
    [["-", "-"], /the standard input can be one document/],
    [[], /^whyreplace: error: the standard input/],
  ])("%j", (args, said) => {
    const { out, error, code } = run(args);
    expect(error).toMatch(said);
    expect(error).not.toMatch(/hunter|\n {4}at /);
    expect([out, code]).toEqual(["", 2]);
  });

  test("as JSON and as Markdown the report says so", () => {
    const [json, markdown] = [run(["state.json", "--json"]), run(["state.json", "--markdown"])];
    expect((JSON.parse(json.out) as PlainReport).format).toBe("refused");
    expect(markdown.out).toMatch(/^\*\*Not compared:\*\*/);
    expect([json.code, markdown.code]).toEqual([2, 2]);
    expect(json.out + markdown.out).not.toMatch(/hunter/);
  });
});

describe("secrets", () => {
  const secret = '{"of": {"key": "hunter2"}, "password": "hunter2", "list": ["hunter2"]}';
  const plan = planOf(
    [
      {
        address: "db.a",
        actions: ["update"],
        before: secret,
        after: secret.replaceAll("hunter2", "hunter3"),
        change: {
          before_sensitive: '{"of": true, "list": [true]}',
          after_sensitive: '{"of": true, "list": [true]}',
        },
      },
    ],
    {
      outputs: [
        {
          address: "key",
          actions: ["update"],
          before: '"hunter2"',
          after: '"hunter3"',
          change: { before_sensitive: "true", after_sensitive: "true" },
        },
      ],
    },
  );
  test.each([[[]], [["--json"]], [["--markdown"]], [["--fail-on", "any"]]])(
    "are not printed with %j",
    (options) => {
      const { out, error } = run(["-", ...options], { input: plan });
      expect(out).toContain("password");
      expect(out + error).not.toMatch(/hunter/);
    },
  );
});

describe("on a terminal", () => {
  const terminal = ["--import", "data:text/javascript,process.stdout.isTTY=true"];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  const SGR = /\u001b\[[\d;]*m/g;

  test.each<[name: string, run: Run, isColoured: boolean]>([
    ["a terminal", { node: terminal }, true],
    ["a terminal, and NO_COLOR", { node: terminal, environment: { NO_COLOR: "1" } }, false],
    ["a terminal, and NO_COLOR that is empty", { node: terminal, environment: { NO_COLOR: "" } }, true],
    ["no terminal", {}, false],
  ])("%s", (_, options, isColoured) => {
    const { out } = run(["plan.json"], options);
    expect(SGR.test(out)).toBe(isColoured);
    expect(out.replace(SGR, "")).toBe(run(["plan.json"]).out);
  });

  test.each(["--json", "--markdown", "--help"])("%s has no colours", (option) => {
    expect(run(["plan.json", option], { node: terminal }).out).not.toMatch(SGR);
  });

  test("nothing of the documents, the rules or the arguments acts on it", () => {
    const all = HOSTILE.join("");
    const key = JSON.stringify(all);
    const plan = planOf(
      [
        replaced(`db.${all}`, all, '"1"', "1"),
        {
          ...updated(all, `{${key}: ${key}}`, `{${key}: [${key}]}`),
          resource: { previous_address: JSON.stringify(`${all}!`), deposed: key, action_reason: key },
        },
        { address: "db.b", actions: [all], after: key },
      ],
      { outputs: [{ address: all, actions: ["update"], before: key, after: "1" }] },
    );
    const rules = JSON.stringify({ [all]: { [`["${all.replace(/[\\"]/g, "\\$&")}"]`]: "integer" } });
    writeFileSync(join(folder, "hostile.json"), rules);
    const name = "no\u001b[31m\u202e.json";
    const options = { input: plan, node: terminal };
    for (const args of [["-", "--rules", "hostile.json"], [name], [`--${name}`], ["-", "--rules", name]]) {
      const { out, error } = run(args, options);
      const shown = out.replace(SGR, "") + error;
      expect(shown).not.toMatch(/[^\n\P{C}]|\p{Zl}|\p{Zp}|(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}/u);
      expect(shown).toContain("U+001B[31m");
      expect(shown).toContain("U+202E");
    }
  });
});

test.each([[[]], [["--json"]]])("a pipe that closes ends it quietly, with %j", async (options) => {
  const many = Array.from({ length: 3000 }, (_, at) => replaced(`db.a[${at}]`, "size", `"${at}"`, `${at}`));
  writeFileSync(join(folder, "many.json"), planOf(many));
  const child = spawn(process.execPath, [program, "many.json", ...options], { cwd: folder });
  let error = "";
  child.stderr.on("data", (chunk: Buffer) => {
    error += chunk.toString();
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, error]).toEqual([0, ""]);
});

describe("the help", () => {
  test("has every option and exit code", () => {
    const { out, code } = run(["--help"]);
    expect(code).toBe(0);
    for (const word of [
      "--json",
      "--markdown",
      "--rules FILE",
      "--fail-on",
      "--type",
      "--olds",
      "--dialect",
    ]) {
      expect(out).toContain(word);
    }
    expect(out.match(/^ {2}\d {3}/gm)).toEqual(["  0   ", "  1   ", "  2   "]);
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  test("the version is that of the package", () => {
    const home = join(archive.folder, "node_modules", "whyreplace", "package.json");
    const { version } = JSON.parse(readFileSync(home, "utf8")) as { version: string };
    expect(run(["--version"]).out).toBe(`${version}\n`);
  });
});
