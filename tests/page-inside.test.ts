// What a row shows when it is looked into, and the keys that are counted and have no row.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PATIENCE, type Shown, Site, violations } from "./browser/page.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let site: Site;
let shown: Shown;

beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());
beforeEach(async () => {
  shown = await site.page();
});
afterEach(async () => {
  await shown.close();
  // What looks for violations of accessibility styles the page, which its policy forbids.
  expect(shown.faults.filter((fault) => !fault.includes("inline style"))).toEqual([]);
});

const compare = (old: unknown, now: unknown, rules: unknown = {}) =>
  shown.compare(JSON.stringify(old), JSON.stringify(now), JSON.stringify(rules));
const badge = (path: string) => shown.row(path).locator("button.class");
const inside = (path: string) => shown.row(path).locator(".inside");
const read = async (path: string) => (await inside(path).innerText()).replace(/\s+/g, " ");

async function look(path: string): Promise<string> {
  await badge(path).click();
  await inside(path).waitFor();
  return read(path);
}

const policy = (effect: string, gap?: number) =>
  JSON.stringify({ Statement: [{ Effect: effect, Action: "s3:GetObject" }] }, null, gap);
const LONG = "a word ".repeat(100);

describe("a row that is looked into says what was compared", () => {
  const CASES: readonly [
    name: string,
    old: unknown,
    now: unknown,
    words: string,
    path: string,
    says: readonly string[],
  ][] = [
    [
      "a word that settles it, and what both sides come to",
      { a: "604800000" },
      { a: 604800000 },
      "number",
      "a",
      [
        "By the rule both sides come to 604800000",
        "number A number is the same",
        "Safe when:",
        "Not when: The text is a version",
      ],
    ],
    [
      "a word that is suggested",
      { a: "604800000" },
      { a: 604800000 },
      "",
      "a",
      ["With the suggestion accepted both sides come to 604800000", "integer A whole number is the same"],
    ],
    [
      "a rule that leaves it different, with both forms",
      { a: "Blue " },
      { a: "red" },
      "case-insensitive",
      "a",
      ['By the rule the sides come to Old "blue " New "red"', "case-insensitive"],
    ],
    ["nothing but the values", { a: 1 }, { a: 2 }, "", "a", ["Compared exactly as written."]],
    [
      "a document in a text, by the paths in it",
      { a: policy("Deny", 2) },
      { a: policy("Allow") },
      "",
      "a",
      [
        "json A text is the JSON document in it",
        'a.Statement[0].Effect really changes: "Deny" in the old inputs, "Allow"',
      ],
    ],
    [
      "YAML in a text",
      { a: "size: 1\nname: x\n" },
      { a: "name: x\nsize: 2\n" },
      "",
      "a",
      ["yaml A text is", "a.size really changes: 1 in the old inputs, 2 in your program"],
    ],
    [
      "a list that is the same in another order",
      { a: ["x", "y", "z"] },
      { a: ["z", "y", "x"] },
      "",
      "a",
      ["[0] → [2] [2] → [0] 1 item stays in place", "set The order of the list does not matter"],
    ],
    [
      "items that are matched by a member",
      {
        a: [
          { name: "x", v: 1 },
          { name: "y", v: 2 },
        ],
      },
      {
        a: [
          { name: "y", v: 3 },
          { name: "x", v: 1 },
        ],
      },
      "",
      "a",
      [
        "[0] → [1], matched by name",
        'a[name="y"].v really changes: 2 in the old inputs, 3',
        "keyed Elements of the list belong together",
      ],
    ],
    [
      "a long text by its parts",
      { a: `${LONG}end` },
      { a: `${LONG}END` },
      "",
      "a",
      ["As text a word a word", "580 characters …", "endEND"],
    ],
    ["blanks that would not be seen", { a: "x\r\ny" }, { a: "x\ny" }, "", "a", ["x␍⏎ ⏎ y"]],
  ];
  test.each(CASES)("%s", async (_name, old, now, words, path, says) => {
    await compare(old, now, words === "" ? {} : { "*": { [path]: words } });
    const text = await look(path);
    for (const part of says) expect(text).toContain(part);
  });
});

describe("it is looked into", () => {
  test("by key, and closed by the same", async () => {
    await compare({ a: "1" }, { a: 1 });
    await shown.page.keyboard.press("j");
    await shown.page.keyboard.press("o");
    await inside("a").waitFor();
    expect(await badge("a").getAttribute("aria-expanded")).toBe("true");
    await shown.page.keyboard.press("o");
    await expect.poll(() => inside("a").count()).toBe(0);
  });

  test("still when the rules change, and then says what holds now", async () => {
    await compare({ a: "1" }, { a: 1 });
    expect(await look("a")).toContain("With the suggestion accepted");
    await shown.after(() => shown.comparison("a").selectOption("number"));
    await expect.poll(() => read("a")).toContain("By the rule both sides come to 1");
  });

  test("no longer when the documents change", async () => {
    await compare({ a: "1" }, { a: 1 });
    await look("a");
    await compare({ a: "2" }, { a: 1 });
    expect(await inside("a").count()).toBe(0);
  });

  test("without showing what is masked", async () => {
    await compare({ password: "hunter2hunter2" }, { password: "hunter3hunter3" });
    const text = await look("password");
    expect(text).not.toContain("hunter");
    expect(text).not.toContain("As text");
  });

  test("a part at a time, and what is left out is counted", async () => {
    const list = (from: number) => Array.from({ length: 400 }, (_, at) => `item ${at + from}`);
    const old = list(0);
    await compare({ a: old }, { a: [...old.slice(1), old[0]] });
    expect(await look("a")).toContain("… 200 items more");
  });

  test.each(["light", "dark"] as const)("with no violation of accessibility in %s", async (colorScheme) => {
    await shown.page.emulateMedia({ colorScheme });
    await compare(
      { a: policy("Deny", 2), b: ["x", "y"], same: 1 },
      { a: policy("Allow"), b: ["y", "x"], same: 1 },
    );
    await look("a");
    await look("b");
    await shown.page.locator("#quiet-unchanged").click();
    await shown.page.locator(".quiet li").first().waitFor();
    expect(await violations(shown.page)).toEqual([]);
  });
});

describe("keys without a row open", () => {
  const keys = async (which: string) => {
    await shown.page.locator(`#quiet-${which}`).click();
    await shown.page.locator(".quiet li").first().waitFor();
    return (await shown.page.locator(".quiet li").allInnerTexts()).map((key) => key.replace(/\s+/g, " "));
  };

  test.each([
    ["unchanged", { a: 1, b: "x", c: 1 }, { a: 2, b: "x", c: 1 }, {}, ["b string", "c number"]],
    ["ignored", { a: 1, b: 1 }, { a: 2 }, { "*": { b: "computed" } }, ["b number"]],
  ] as const)("those that are %s", async (which, old, now, rules, listed) => {
    await compare(old, now, rules);
    expect(await keys(which)).toEqual(listed);
  });

  test("what is ignored and has a row is counted there", async () => {
    await compare({ a: 1, b: 1 }, { a: 2, b: 2 }, { "*": { b: "ignore" } });
    expect(await shown.counts()).toBe("≠ 1 real · ∅ 1 ignored");
    expect(await shown.page.locator("#quiet-ignored").count()).toBe(0);
  });

  test("those that the program does not manage", async () => {
    await compare({ a: 1 }, { a: 2 });
    await shown.after(() =>
      shown.page.evaluate(() => {
        const documents = { olds: "state", old: '{"a": 1, "arn": "x"}', new: '{"a": 2}' };
        Object.assign(document.querySelector("why-replace") ?? {}, documents);
      }),
    );
    expect(await keys("unmanaged")).toEqual(["arn string"]);
  });

  test("by key, five hundred at a time", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`key${at}`, at]));
    await compare({ ...many, a: 1 }, { ...many, a: 2 });
    await shown.page.keyboard.press("u");
    await expect.poll(() => shown.page.locator(".quiet li").count()).toBe(500);
    await shown.page.getByRole("button", { name: "Show more (700 left)" }).click();
    await expect.poll(() => shown.page.locator(".quiet li").count()).toBe(1_000);
  });
});

describe("a key switches the rule of the row that has the focus", () => {
  test.each([
    ["one that is there, off and on again", { "*": { a: "number" } }, ["{}", '{"a":"number"}']],
    ["one that is suggested, on and off", {}, ['{"a":"integer"}', "{}"]],
  ] as const)("%s", async (_name, rules, becomes) => {
    await compare({ a: "1", b: 1 }, { a: 1, b: 2 }, rules);
    await shown.row("a").locator("tr").first().focus();
    for (const then of becomes) {
      await shown.after(() => shown.page.keyboard.press("x"));
      const { "*": section = {} } = JSON.parse(await shown.rules()) as Record<string, object>;
      expect(JSON.stringify(section)).toBe(then);
    }
  });

  test.each([
    ["no row has it", [], "No row has the focus: j goes to the first."],
    ["nothing is suggested", ["j"], "There is no rule at this row, and none is suggested."],
  ] as const)("says so where %s", async (_name, before, says) => {
    await compare({ a: 1 }, { a: 2 });
    for (const key of before) await shown.page.keyboard.press(key);
    await shown.page.keyboard.press("x");
    await expect.poll(() => shown.page.locator("#status").innerText()).toBe(says);
  });
});
