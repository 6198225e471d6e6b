// The page in a real browser: what it says about documents, and how it is used.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  expect(shown.faults).toEqual([]);
});

const TOPIC_NEW = {
  name: "orders-events",
  cleanup_policy: "DELETE",
  partitions: 6,
  retention_ms: 604800000,
} satisfies Record<string, unknown>;

describe("the topic", () => {
  const { retention_ms: _left, ...withoutRetention } = TOPIC_NEW;
  test.each<
    [edit: string, now: object, title: RegExp, today: string, replaces: string[], deletesFirst: boolean]
  >([
    ["none", TOPIC_NEW, /^NO-OP after 3 rules$/, "REPLACE", [], false],
    ["retention", { ...TOPIC_NEW, retention_ms: 259200000 }, /^UPDATE IN PLACE/, "REPLACE", [], false],
    ["partitions grow", { ...TOPIC_NEW, partitions: 12 }, /^UPDATE IN PLACE/, "REPLACE", [], false],
    [
      "partitions shrink",
      { ...TOPIC_NEW, partitions: 3 },
      /^REPLACE \(create, then destroy\)$/,
      "",
      ["partitions"],
      false,
    ],
    [
      "another policy",
      { ...TOPIC_NEW, cleanup_policy: "compact" },
      /^REPLACE \(create, then destroy\)$/,
      "",
      ["cleanup_policy"],
      false,
    ],
    [
      "another name",
      { ...TOPIC_NEW, name: "orders-events-2" },
      /^REPLACE \(destroy, then create\)$/,
      "",
      ["name"],
      true,
    ],
    ["retention left out", withoutRetention, /^NO-OP/, "REPLACE", [], false],
  ])("%s", async (edit, now, title, today, replaces, deletesFirst) => {
    const told = await shown.after(() => shown.field("new").fill(JSON.stringify(now)));
    expect(await shown.title()).toMatch(title);
    expect(await shown.today()).toContain(today);
    expect(await shown.replaces()).toEqual(replaces);
    expect(told.raw.action).toBe("replace");
    expect(told.verdict.deleteBeforeReplace).toBe(deletesFirst);
    expect(await shown.page.locator(".stables").innerText()).toMatch(/bootstrap_url, created_at$/);
    if (edit === "retention left out") {
      expect(await shown.counts()).toContain("1 not managed");
      const inputs = await shown.after(() => shown.page.locator("#olds").selectOption("inputs"));
      expect(inputs.verdict.action).toBe("update");
      expect(await shown.title()).toMatch(/^UPDATE IN PLACE/);
    }
  });

  test("shows old and new with their types", async () => {
    expect(await shown.rows()).toEqual([
      'cleanup_policy | "delete" string | "DELETE" string | ≈ spurious',
      'partitions | "6" string | 6 number | ≈ spurious',
      'retention_ms | "604800000" string | 604800000 number | ≈ spurious',
    ]);
  });
});

describe("choices in a row", () => {
  test("cost and comparison change the verdict, and undo restores it", async () => {
    const before = await shown.rules();
    const undo = shown.page.getByRole("button", { name: "Undo rule change" });
    expect(await undo.isDisabled()).toBe(true);
    const exact = await shown.after(() => shown.comparison("partitions").selectOption(""));
    expect(await undo.isDisabled()).toBe(false);
    expect([exact.verdict.action, await shown.title()]).toEqual([
      "update",
      expect.stringMatching(/^UPDATE IN PLACE/),
    ]);
    const costly = await shown.after(() => shown.cost("partitions").selectOption("immutable"));
    expect([costly.verdict.action, await shown.replaces()]).toEqual(["replace", ["partitions"]]);
    expect(await shown.rules()).toBe(before.replace('["integer", "increase-only"]', '"immutable"'));
    await expect
      .poll(() => shown.page.locator("#status").innerText())
      .toMatch(/^Rules changed: UPDATE IN PLACE → REPLACE/);
    await shown.row("partitions").locator("tr").first().focus();
    await shown.after(() => shown.page.keyboard.press("Control+z"));
    const back = await shown.after(() => shown.page.keyboard.press("Control+z"));
    expect([back.verdict.action, await shown.rules()]).toEqual(["no-op", before]);
    const again = await shown.after(() => shown.page.keyboard.press("Control+Shift+z"));
    expect(again.verdict.action).toBe("update");
  });

  test("a row stays where it is, and keeps the focus", async () => {
    const select = shown.comparison("retention_ms");
    await select.focus();
    await shown.after(() => select.selectOption(""));
    expect((await shown.rows()).map((row) => row.split(" | ")[0])).toEqual([
      "cleanup_policy",
      "partitions",
      "retention_ms",
    ]);
    expect(
      await select.evaluate((select) => (select.getRootNode() as ShadowRoot).activeElement === select),
    ).toBe(true);
  });

  test("a suggestion is accepted", async () => {
    const told = await shown.after(() => shown.example("case"));
    expect(told.verdict.action).toBe("replace");
    expect(await shown.page.locator(".suggested").innerText()).toContain("NO-OP");
    await shown.after(() => shown.row("delivery_policy").getByRole("button", { name: "Accept" }).click());
    const accepted = await shown.after(() =>
      shown.row("max_attempts").getByRole("button", { name: "Accept" }).click(),
    );
    expect(accepted.verdict.action).toBe("no-op");
    expect(await shown.comparison("delivery_policy").inputValue()).toBe("case-insensitive");
    expect(await shown.page.locator(".proposal").count()).toBe(0);
  });

  test("the rules are a text that can be written too", async () => {
    await shown.page.locator(".rules > summary").click();
    const told = await shown.after(() =>
      shown.field("rules").fill('{"topic": {"retention_ms": "immutable"}}'),
    );
    expect(told.verdict.replaces).toEqual(["retention_ms"]);
    expect(await shown.cost("retention_ms").inputValue()).toBe("immutable");
    await shown.field("rules").fill('{"topic": {"retention_ms": "imutable"}}');
    await shown.page.locator("#rules-problem .problem").waitFor();
    expect(await shown.page.locator("#rules-problem").innerText()).toMatch(/^Line 1, column 28: /);
    expect(await shown.page.locator(".staleness").innerText()).toContain("rules");
    expect(await shown.cost("retention_ms").isDisabled()).toBe(true);
  });
});

/** Items that are the same in another order, and a document in a text that is written differently and differs. */
const permuted = () => {
  const items = ["LOG", "PORT", "ZONE"].map((name, at) => ({ name, value: `${at}` }));
  const policy = { Statement: [{ Action: ["get", "put"], Effect: "Allow" }], max: "1" };
  const changed = { max: 1, Statement: [{ Effect: "Deny", Action: ["put", "get"] }] };
  return {
    old: JSON.stringify({ env: items, policy: JSON.stringify(policy) }),
    now: JSON.stringify({ env: [...items].reverse(), policy: JSON.stringify(changed, null, 1) }),
    rules: '{"*": {"env": "immutable"}}',
  };
};

describe("a list in another order", () => {
  const focused = () =>
    shown.page.evaluate(() => {
      const element = document.querySelector("why-replace")?.shadowRoot?.activeElement;
      return element?.closest("tbody")?.getAttribute("data-path");
    });
  /** Presses Tab until something of this name has the focus. */
  const tabTo = async (name: string) => {
    const button = shown.page.getByRole("button", { name, exact: true });
    await button.waitFor();
    for (let step = 0; step < 20; step++) {
      if (await button.evaluate((each) => each.matches(":focus"))) return;
      await shown.page.keyboard.press("Tab");
    }
    expect.fail(`no way to ${name}`);
  };

  test("is one row; its suggestion is accepted and taken back without a mouse", async () => {
    const { old, now, rules } = permuted();
    const told = await shown.compare(old, now, rules);
    expect([told.verdict.replaces, told.counts.real]).toEqual([["env"], 5]);
    expect((await shown.rows()).map((row) => row.split(" | ").slice(0, 2))).toEqual([
      ["env", "stands for 4 differences by position Show them in env"],
      ["policy", expect.stringContaining("Allow")],
    ]);
    expect(await shown.page.locator("caption").innerText()).toMatch(/^Differences 2$/);
    expect(await shown.page.locator(".causes li").allInnerTexts()).toEqual([
      expect.stringMatching(/^All 3 items of env match by name, /),
    ]);
    await shown.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await shown.page.keyboard.press("j");
    expect(await focused()).toBe("env");
    await tabTo("Accept keyed(name) for env");
    const accepted = await shown.after(() => shown.page.keyboard.press("Enter"));
    expect([accepted.verdict.action, accepted.raw.action]).toEqual(["update", "replace"]);
    expect(await shown.title()).toBe("UPDATE IN PLACE after 1 rule; 1 real change remains");
    expect(JSON.parse(await shown.rules())).toEqual({ "*": { env: ["immutable", "keyed(name)"] } });
    expect(await shown.row("env").locator(".class").innerText()).toMatch(/spurious/);
    expect(await focused()).toBe("env");
    const undone = await shown.after(() => shown.page.keyboard.press("Control+z"));
    expect([undone.verdict.action, await shown.rules()]).toEqual(["replace", rules]);
    expect(await focused()).toBe("env");
  });

  test("opens to its findings, in steps", async () => {
    const items = Array.from({ length: 400 }, (_, at) => ({ name: `n${at}`, value: `v${at}` }));
    const side = (items: object[], z: number) => JSON.stringify({ env: items, z });
    await shown.compare(side(items, 1), side([...items].reverse(), 2));
    const paths = async () => (await shown.rows()).map((row) => row.split(" | ")[0]);
    expect(await paths()).toEqual(["env", "z"]);
    await shown.row("env").locator("tr").first().focus();
    await tabTo("Show them in env");
    await shown.page.keyboard.press("Enter");
    await expect.poll(() => shown.page.locator("tbody.row").count()).toBe(500);
    expect((await paths()).slice(0, 3)).toEqual(["env", "env[0].name", "env[0].value"]);
    expect(await shown.page.locator("caption").innerText()).toMatch(/^Differences 2$/);
    await shown.page.getByRole("button", { name: "Show 302 more (302 left)" }).click();
    await expect.poll(paths).toHaveLength(802);
    expect((await paths()).at(-1)).toBe("z");
    await shown.row("env").getByRole("button", { name: "Hide them in env", exact: true }).press("Enter");
    await expect.poll(paths).toEqual(["env", "z"]);
  });

  test("rules inside are accepted with their document, and what is left keeps place and focus", async () => {
    const { old, now, rules } = permuted();
    await shown.compare(old, now, rules);
    const proposal = shown.row("policy").locator(".proposal");
    expect((await proposal.innerText()).replace(/\s+/g, " ")).toBe(
      "Likely policy: json Same if the service reads the text as JSON. " +
        "with policy.Statement[*].Action: set Same if the service ignores the order of this list. " +
        "with policy.max: integer Hides nothing real. 1 difference is left. " +
        "Accept json for policy and 2 rules inside",
    );
    const accept = proposal.getByRole("button");
    await accept.focus();
    await shown.after(() => shown.page.keyboard.press("Enter"));
    expect(JSON.parse(await shown.rules())).toEqual({
      "*": {
        env: "immutable",
        policy: "json",
        "policy.Statement[*].Action": "set",
        "policy.max": "integer",
      },
    });
    expect((await shown.rows()).map((row) => row.split(" | ")[0])).toEqual([
      "env",
      "policy.Statement[0].Effect",
      "policy.Statement[0].Action",
      "policy.max",
    ]);
    await expect.poll(focused).toBe("policy.Statement[0].Effect");
  });

  test("what only the user can know is asked", async () => {
    await shown.compare("{}", '{"a": 1}');
    const proposal = shown.row("a").locator(".proposal");
    expect((await proposal.innerText()).replace(/\s+/g, " ")).toMatch(
      /^Question Only you can know: is it true that [^?]+\? If so: a: write-only Yes, accept write-only for a$/,
    );
    expect(await shown.page.locator(".suggested").count()).toBe(0);
  });
});

describe("hostile keys", () => {
  const KEYS = ["__proto__", "constructor", "", "a.b", "a[0]", 'a"b', "<img src=x onerror=alert(1)>"];
  const PATHS = [
    "__proto__",
    "constructor",
    '[""]',
    '["a.b"]',
    '["a[0]"]',
    '["a\\"b"]',
    '["<img src=x onerror=alert(1)>"]',
  ];
  const document = (value: string) => `{${KEYS.map((key) => `${JSON.stringify(key)}: ${value}`).join(",")}}`;

  test("from paste to screen and through the selects", async () => {
    await shown.after(async () => {
      await shown.field("old").fill(document('"1"'));
      await shown.field("new").fill(document("1"));
    });
    await shown.page.locator("#type").fill("");
    await shown.after(() =>
      shown.field("rules").evaluate((field: HTMLTextAreaElement) => {
        field.value = "{}";
        field.dispatchEvent(new Event("input"));
      }),
    );
    expect(await shown.page.locator(".path").allInnerTexts()).toEqual(PATHS);
    let last = await shown.after(() => shown.comparison("__proto__").selectOption("integer"));
    expect(last.counts).toMatchObject({ spurious: 1, real: KEYS.length - 1 });
    for (const path of PATHS.slice(1)) {
      last = await shown.after(() => shown.comparison(path).selectOption("integer"));
    }
    expect([last.verdict.action, last.counts.spurious]).toEqual(["no-op", KEYS.length]);
    for (const path of PATHS) {
      const told = await shown.after(() => shown.comparison(path).selectOption(""));
      expect(told.counts.real).toBe(1);
      await shown.after(() => shown.cost(path).selectOption("immutable"));
      expect(await shown.replaces()).toHaveLength(1);
      await shown.after(() => shown.cost(path).selectOption(""));
      await shown.after(() => shown.comparison(path).selectOption("integer"));
    }
    expect(await shown.page.locator("tbody img").count()).toBe(0);
  });

  test("hidden characters are marked", async () => {
    await shown.compare('{"a\u202e": "x\u200b"}', '{"a\u202e": "x"}');
    expect(await shown.rows()).toEqual(['["aU+202E"] | "xU+200B" string | "x" string | ≠ real']);
  });
});

describe("numbers", () => {
  test("a change that JavaScript cannot see is shown in full", async () => {
    const told = await shown.compare('{"n": 9007199254740993}', '{"n": 9007199254740992}');
    expect(told.verdict.action).toBe("update");
    expect(await shown.rows()).toEqual(["n | 9007199254740993 number | 9007199254740992 number | ≠ real"]);
  });

  test.each<[old: string, now: string, title: RegExp]>([
    ['{"n": 42}', '{"n": 42.0}', /^Same values; only the spelling of 1 value differs$/],
    ['{"a": 1, "b": 2}', '{"b": 2,  "a": 1}', /^Same values; only key order or spacing differ$/],
    ['{"a": 1}', '{"a": 1}', /^No differences \(byte for byte\)$/],
    ["null", '{"a": 1}', /^CREATE/],
    ['{"a": 1}', "null", /^DELETE/],
    ['{"a": 1e1000000000}', '{"a": 1e1000000001}', /^UPDATE IN PLACE: 1 real change$/],
    ['{"a": "[secret]"}', '{"a": "[secret]"}', /^MAY UPDATE IN PLACE: a is masked/],
  ])("%s against %s", async (old, now, title) => {
    await shown.compare(old, now);
    expect(await shown.title()).toMatch(title);
  });
});

describe("documents that cannot be read", () => {
  test("line, column, excerpt, and the way there", async () => {
    await shown.field("new").fill('{\n  "name": "x"\n  "partitions": 6\n}');
    const problem = shown.page.locator("#new-problem .problem");
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/^Line 3, column 3: /);
    expect(await problem.locator(".line").allTextContents()).toEqual([
      '2  "name": "x"\n',
      '3  "partitions": 6\n',
      "   ^\n",
      "4}\n",
    ]);
    expect(await shown.field("new").getAttribute("aria-invalid")).toBe("true");
    expect(await shown.page.locator(".staleness").innerText()).toBe("For the previous input");
    await problem.getByRole("button", { name: "Go to" }).click();
    const selected = await shown.field("new").evaluate((field: HTMLTextAreaElement) => ({
      text: field.value.slice(field.selectionStart, field.selectionEnd),
      hasFocus: (field.getRootNode() as ShadowRoot).activeElement === field,
    }));
    expect(selected).toEqual({ text: '"', hasFocus: true });
    await shown.after(() => shown.field("new").fill('{"name": "x"}'));
    expect(await problem.count()).toBe(0);
  });

  test("one line of 5 MB is excerpted around the fault", async () => {
    const line = `{"a": [${"1,".repeat(2_500_000)}`;
    await shown.page.evaluate(
      (line) => Object.assign(document.querySelector("why-replace") ?? {}, { new: line }),
      line,
    );
    const problem = shown.page.locator("#new-problem .problem");
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/^Line 1, column 5000008: /);
    expect((await problem.locator(".excerpt").innerText()).length).toBeLessThan(300);
    expect(await shown.page.locator('[data-side="new"] .chip').innerText()).toContain("5 MB");
  });

  test("100,000 levels of nesting, and the page works afterwards", async () => {
    const deep = Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    await shown.page
      .locator("#old-file")
      .setInputFiles({ name: "deep.json", mimeType: "application/json", buffer: deep });
    await shown.page.locator("#old-problem .problem").waitFor();
    expect(await shown.page.locator("#old-problem").innerText()).toMatch(/^Line 1, column \d+: /);
    const told = await shown.compare('{"a": 1}', '{"a": 2}');
    expect(told.verdict.action).toBe("update");
  });
});

test("two documents of 10 MB do not freeze the page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "whyreplace-"));
  // Files on disk, as a person's are: a test's buffer would be carried through the page's own thread.
  const written = (name: string, changed: number) => {
    const item = (at: number) => `{"id":${at},"name":"item ${at}","on":${at !== changed},"tags":["a"]}`;
    const text = `{"items":[${Array.from({ length: 175_000 }, (_, at) => item(at)).join(",\n")}]}`;
    expect(text.length).toBeGreaterThan(10_000_000);
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const [old, now] = [written("a.json", -1), written("b.json", 149_999)];
  await shown.page.evaluate(() => {
    const pace = { last: performance.now(), longest: 0 };
    Object.assign(window, { pace });
    const tick = (time: number) => {
      pace.longest = Math.max(pace.longest, time - pace.last);
      pace.last = time;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await shown.page.locator("#old-file").setInputFiles(old);
  await shown.page.locator("#new-file").setInputFiles(now);
  await shown.page.getByRole("button", { name: "Keys", exact: true }).click();
  await shown.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect
    .poll(() => shown.page.locator(".chip").allInnerTexts(), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/a\.json\s+10\.\d MB/), expect.stringMatching(/b\.json\s+10\.\d MB/)]);
  await expect
    .poll(() => shown.rows(), { timeout: 30_000 })
    .toEqual([expect.stringContaining("items[149999].on | true boolean | false boolean")]);
  const { pace } = await shown.page.evaluate(() => ({ pace: (window as unknown as Paced).pace }));
  expect(pace.longest).toBeLessThan(1000);
  rmSync(folder, { recursive: true });
});

/** What the page's frames were like. */
interface Paced {
  pace: { longest: number };
}

describe("the worker", () => {
  test("a newer run takes the place of a running one", async () => {
    const list = (count: number) => `[${Array.from({ length: count }, (_, at) => at).join()}]`;
    const [big, bigger] = [list(1_500_000), list(1_500_001)];
    await shown.page.evaluate(
      ([old, now]) => Object.assign(document.querySelector("why-replace") ?? {}, { old, new: now, type: "" }),
      [big, bigger] as const,
    );
    await shown.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    const told = await shown.compare('{"a": 1}', '{"a": 2}', '{"*": {"a": "immutable"}}');
    expect(told.verdict.replaces).toEqual(["a"]);
    expect(await shown.rows()).toEqual(["a | 1 number | 2 number | ≠ real"]);
  });

  test("one that dies is replaced, and its report is made anew", async () => {
    const [worker] = shown.page.workers();
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error("an end that the test wanted");
      });
    });
    await expect.poll(() => shown.page.workers().length).toBe(0);
    const told = await shown.after(() => shown.comparison("partitions").selectOption(""));
    expect(told.verdict.action).toBe("update");
    shown.faults.splice(0);
  });

  test("a page that forbids WebAssembly says so", async () => {
    await shown.page.route(site.url, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(" 'wasm-unsafe-eval'", "") });
    });
    await shown.page.reload();
    await shown.page.getByRole("alert").waitFor();
    expect(await shown.page.getByRole("alert").innerText()).toContain("WebAssembly");
    shown.faults.splice(0);
  });
});

describe("how documents come in", () => {
  const paste = (text: string) =>
    shown.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, composed: true }),
      );
    }, text);

  test("pasted anywhere: after an example a new pair begins", async () => {
    await paste('{"a": 1}');
    await shown.page.getByText("Waiting for New.").waitFor();
    expect(await shown.page.locator(".verdict").count()).toBe(0);
    const told = await shown.after(() => paste('{"a": 2}'));
    expect(told.verdict.action).toBe("update");
    await shown.after(() => paste('{"a": 3}'));
    expect(await shown.rows()).toEqual(["a | 1 number | 3 number | ≠ real"]);
  });

  test("into a field whose whole example is selected: its rules and type go too", async () => {
    for (const [name, text] of [
      ["old", '{"bucket": "a", "acl": "private"}'],
      ["new", '{"bucket": "a"}'],
    ] as const) {
      await shown.field(name).evaluate((field: HTMLTextAreaElement, text) => {
        field.select();
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        const event = { clipboardData, bubbles: true, composed: true, cancelable: true };
        if (field.dispatchEvent(new ClipboardEvent("paste", event))) {
          field.setRangeText(text);
          field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
        }
      }, text);
    }
    await expect.poll(() => shown.rows()).toEqual(['acl | "private" string | missing | ≠ real']);
  });

  test("while a comparison runs: its answer is not taken for theirs", async () => {
    const wide = (value: number) =>
      `{${Array.from({ length: 6_000 }, (_, at) => `"k${at}":${value}`).join()}}`;
    const [old, now] = [wide(1), wide(2)];
    await shown.compare("{}", "{}");
    for (const delay of [10, 20, 30, 40, 60, 80]) {
      await shown.page.evaluate(
        async ([old, now, delay]) => {
          const element = document.querySelector("why-replace") as HTMLElement & {
            updateComplete: Promise<unknown>;
          };
          const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
          Object.assign(element, { old, new: now });
          // Ctrl+Enter begins at once; the field changes while that runs.
          await element.updateComplete;
          document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }),
          );
          await wait(delay);
          const field = element.shadowRoot?.querySelector<HTMLTextAreaElement>("#new-field");
          if (field) field.value = `{"after": ${delay}}`;
          field?.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
        },
        [old, now, delay] as const,
      );
      await expect.poll(() => shown.counts(), { timeout: 10_000 }).toContain("6,001 real");
    }
  });

  test("two files dropped: the name says which is old", async () => {
    await shown.after(() =>
      shown.page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['{"a": "new"}'], "after.json"));
        dataTransfer.items.add(new File(['{"a": "old"}'], "before.json"));
        document.body.dispatchEvent(
          new DragEvent("drop", { dataTransfer, bubbles: true, composed: true, cancelable: true }),
        );
      }),
    );
    expect(await shown.rows()).toEqual(['a | "old" string | "new" string | ≠ real']);
    await shown.after(() => shown.page.getByRole("button", { name: "Swap" }).click());
    expect(await shown.rows()).toEqual(['a | "new" string | "old" string | ≠ real']);
  });

  test("a text too long for a field becomes a chip", async () => {
    const long = JSON.stringify({ a: "x".repeat(150_000), b: 1 });
    await shown.field("old").evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, composed: true, cancelable: true }),
      );
    }, long);
    await shown.page.locator('[data-side="old"] .chip').waitFor();
    await shown.after(() => shown.field("new").fill('{"a": "x"}'));
    const more = shown.row("a").getByRole("button", { name: "more characters" });
    expect(await more.innerText()).toBe("… 149,802 more characters");
    await more.click();
    await expect
      .poll(() =>
        shown
          .row("a")
          .locator(".value")
          .first()
          .innerText()
          .then(({ length }) => length),
      )
      .toBe(20_000);
    await shown.page.getByRole("button", { name: "Remove" }).click();
    await shown.page.getByText("Waiting for Old.").waitFor();
  });

  test("UTF-16, as Windows shells write it", async () => {
    const buffer = Buffer.from('\ufeff{"a": 2}', "utf16le");
    await shown.after(() => shown.field("old").fill('{"a": 1}'));
    await shown.after(() =>
      shown.page.locator("#new-file").setInputFiles({ name: "n.json", mimeType: "", buffer }),
    );
    expect(await shown.rows()).toEqual(["a | 1 number | 2 number | ≠ real"]);
  });

  test("more than 500 rows come in steps", async () => {
    const list = (value: number) => `[${Array.from({ length: 1200 }, () => value).join()}]`;
    await shown.compare(list(1), list(2));
    expect(await shown.page.locator("tbody.row").count()).toBe(500);
    await shown.page.getByRole("button", { name: "Show 500 more (700 left)" }).click();
    await shown.page.getByRole("button", { name: "Show 200 more (200 left)" }).click();
    await expect.poll(() => shown.page.locator("tbody.row").count()).toBe(1200);
  });

  test("an unknown value is open, not another one", async () => {
    const told = await shown.after(() => shown.example("unknown"));
    expect([told.verdict.certainty, told.verdict.atLeast]).toEqual(["possible", "update"]);
    expect(await shown.title()).toMatch(
      /^MAY REPLACE \(create, then destroy\): subnet is known only after the apply$/,
    );
    expect(await shown.rows()).toEqual([
      'subnet | "10.0.4.0/24" string | (known after apply) unknown | ? unknown',
      "replicas | 2 number | 3 number | ≠ real",
    ]);
  });

  test("masked values are shown on request only", async () => {
    await shown.after(() => shown.example("masked"));
    const row = shown.row("admin_password");
    expect(await row.innerText()).not.toMatch(/horse|staple/);
    await shown.after(() => row.getByRole("button", { name: "Show" }).first().click());
    expect(await row.innerText()).toMatch(/correct horse[\s\S]*battery staple/);
    await shown.after(() => row.getByRole("button", { name: "Hide" }).first().click());
    expect(await row.innerText()).not.toMatch(/horse|staple/);
  });
});

test("without a mouse", async () => {
  const { page } = shown;
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => {
      const element = document.querySelector("why-replace")?.shadowRoot?.activeElement;
      return (
        element?.id ||
        element?.getAttribute("aria-label") ||
        element?.querySelector("th .path")?.textContent ||
        ""
      );
    });
  // Every part of the input is on the way of the Tab key.
  const passed = new Set<string>();
  for (let step = 0; step < 25; step++) {
    await keyboard.press("Tab");
    passed.add(await focused());
  }
  expect([...passed]).toEqual(expect.arrayContaining(["old-field", "new-field"]));
  await keyboard.press("Escape");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await keyboard.press("j");
  expect(await focused()).toBe("cleanup_policy");
  await keyboard.press("j");
  expect(await focused()).toBe("partitions");
  await keyboard.press("k");
  expect(await focused()).toBe("cleanup_policy");
  await keyboard.press("Tab");
  expect(await focused()).toBe("spurious: what was compared at cleanup_policy");
  await keyboard.press("Tab");
  expect(await focused()).toBe("What a change costs: cleanup_policy");
  await keyboard.press("Tab");
  expect(await focused()).toBe("Compares as: cleanup_policy");
  const chosen = await shown.after(() => keyboard.press("Home"));
  expect(chosen.verdict.replaces).toEqual(["cleanup_policy"]);
  const undone = await shown.after(() => keyboard.press("Control+z"));
  expect(undone.verdict.action).toBe("no-op");
  await keyboard.press("Alt+2");
  expect(await focused()).toBe("new-field");
  await keyboard.press("Control+a");
  await keyboard.type('{"name": "j"}');
  const typed = await shown.after(() => keyboard.press("Control+Enter"));
  expect(typed.verdict.replaces).toEqual(["name"]);
  for (const region of ["Rules", "Verdict", "Differences"]) {
    await keyboard.press("F6");
    expect(await focused()).toBe(region);
  }
  await keyboard.press("Shift+F6");
  expect(await focused()).toBe("Verdict");
  await keyboard.press("[");
  await expect.poll(() => shown.field("new").isVisible()).toBe(false);
  await keyboard.press("]");
  await expect.poll(() => shown.field("new").isVisible()).toBe(true);
  await keyboard.press("?");
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
  await keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").isVisible()).toBe(false);
});

test("single letters can be switched off", async () => {
  await shown.page.keyboard.press("?");
  await shown.page.getByRole("checkbox").uncheck();
  await shown.page.keyboard.press("Escape");
  await shown.page.keyboard.press("j");
  const active = await shown.page.evaluate(
    () => document.querySelector("why-replace")?.shadowRoot?.activeElement?.tagName,
  );
  expect(active).not.toBe("TR");
});

test("what is set before the element is one counts", async () => {
  const context = await site.context();
  await context.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const element = document.querySelector("why-replace");
      if (element === null) return;
      observer.disconnect();
      element.removeAttribute("example");
      Object.assign(element, { old: '{"a": 1}', new: '{"a": 2}' });
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  const early = await site.page(context);
  expect([await early.field("new").inputValue(), await early.title()]).toEqual([
    '{"a": 2}',
    "UPDATE IN PLACE: 1 real change",
  ]);
  expect(early.faults).toEqual([]);
  await early.close();
});

test("the theme is remembered, and nothing else", async () => {
  const { page } = shown;
  const theme = page.locator("#theme");
  await theme.click();
  await theme.click();
  await page.reload();
  expect(await theme.innerText()).toBe("Theme: dark");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  await shown.field("old").fill('{"secret": 1}');
  expect(await page.evaluate(() => [Object.keys(localStorage), sessionStorage.length])).toEqual([
    ["whyreplace-theme"],
    0,
  ]);
});

test("a narrow page shows the verdict first and does not scroll sideways", async () => {
  const narrow = await site.page(await site.context({ viewport: { width: 320, height: 800 } }));
  expect(await narrow.field("old").isVisible()).toBe(false);
  for (const id of ["topic", "case", "invalid"]) {
    await narrow.example(id);
    await narrow.page.locator(id === "invalid" ? "#new-problem .problem" : ".verdict").waitFor();
    const { scroll, client } = await narrow.page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll, id).toBeLessThanOrEqual(client);
  }
  expect(narrow.faults).toEqual([]);
  await narrow.close();
});

test("on paper there are the verdict and every row, and nothing to press", async () => {
  const many = (value: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`key${at}`, value])));
  await shown.compare(many(1), many(2));
  await shown.page.emulateMedia({ media: "print" });
  const seen = (selector: string) =>
    shown.page.locator(selector).evaluateAll((all) => all.filter((each) => each.checkVisibility()).length);
  expect(await seen(".verdict h2")).toBe(1);
  expect(await seen("tbody.row")).toBe(60);
  expect(await seen("textarea, .bar button, .take, .more-rows")).toBe(0);
  await shown.page.emulateMedia({ media: "screen" });
});

describe.each([
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["colours of the system's own", { forcedColors: "active" }],
] as const)("no violation of accessibility in %s", (_name, look) => {
  test("in every state", async () => {
    const seen = await site.page(await site.context(look));
    const { page } = seen;
    const found: Record<string, string[]> = {};
    const check = async (state: string) => {
      const problems = await violations(page);
      if (problems.length > 0) found[state] = problems;
    };
    await page.locator(".rules > summary").click();
    for (const id of ["topic", "name", "partitions", "case", "unknown", "masked", "numbers", "spelling"]) {
      if (id !== "topic") await seen.after(() => seen.example(id));
      await check(id);
    }
    const { old, now, rules } = permuted();
    await seen.compare(old, now, rules);
    await check("a group");
    await page.getByRole("button", { name: "Show them in env" }).click();
    await page.locator("tbody.part").first().waitFor();
    await check("an open group");
    await seen.after(() => page.getByRole("button", { name: "Accept json" }).click());
    await check("a document in a text");
    await page.locator(".settled summary, .menu summary").first().click();
    await check("the examples open");
    await page.keyboard.press("Escape");
    await seen.after(() => seen.field("new").fill('{"a": 1}'));
    await seen.field("new").fill('{"a": 1');
    await page.locator("#new-problem .problem").waitFor();
    await check("invalid and stale");
    await seen.after(() => seen.field("new").fill('{"a": 1}'));
    await seen.field("rules").fill("{,}");
    await page.locator("#rules-problem .problem").waitFor();
    await check("invalid rules");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator(".empty").waitFor();
    await check("empty");
    await seen.field("old").fill("{}");
    await page.getByText("Waiting for New.").waitFor();
    await check("one side");
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await check("the keys");
    await page.keyboard.press("Escape");
    await page.locator("#how").click();
    await check("how to check");
    expect(found).toEqual({});
    await seen.close();
  });
});
