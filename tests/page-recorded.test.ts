// A report that was made before, shown in a page whose policy forbids WebAssembly and workers.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { PlainReport } from "whyreplace";
import { PATIENCE, Shown, Site, violations } from "./browser/page.js";
import { terraformPlan } from "./browser/plan.js";
import { loadedPackage, type Package } from "./support/packed.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let whyreplace: Package;
let site: Site;
let shown: Shown;
const workers: string[] = [];

beforeAll(async () => {
  [whyreplace, site] = await Promise.all([loadedPackage(), Site.open()]);
});
afterAll(() => site.close());
afterEach(async () => {
  await shown.close();
  // What looks for violations of accessibility styles the page, which its policy forbids.
  expect(shown.faults.filter((fault) => !fault.includes("inline style"))).toEqual([]);
  expect(workers.splice(0)).toEqual([]);
});

/** The page with a policy that lets it run scripts and nothing else. */
async function strict() {
  const context = await site.context();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("worker", (worker) => workers.push(worker.url()));
  await page.route(site.url, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(" 'wasm-unsafe-eval'", "")
      .replace("worker-src blob:", "worker-src 'none'")
      .replace(/<why-replace example="topic">/, "<why-replace>");
    await route.fulfill({ response, body });
  });
  await page.goto(site.url);
  shown = new Shown(page, faults);
}

const plain = (report: PlainReport) => JSON.parse(JSON.stringify(report)) as PlainReport;

const OLD = '{"partitions": "6", "name": "a", "password": "correct horse", "tags": ["x", "y", "z"]}';
const NEW = '{"partitions": 6, "name": "b", "password": "battery staple", "tags": ["z", "x", "y"]}';
const RULES = { "*": { partitions: ["integer", "immutable"], name: "immutable" } };

const pair = () => plain(whyreplace.compare(OLD, NEW, { rules: RULES }));

async function set(report: unknown) {
  await shown.page.evaluate((report) => {
    Object.assign(document.querySelector("why-replace") ?? {}, { report });
  }, report);
}

async function show(report: unknown) {
  await strict();
  await set(report);
  await shown.page.locator(".verdict").first().waitFor();
}

const texts = (selector: string) => shown.page.locator(selector).allInnerTexts();

describe("a pair", () => {
  test("has its verdict and rows, and nothing that takes the documents", async () => {
    await show(pair());
    expect(await shown.title()).toBe("REPLACE (create, then destroy)");
    expect(await shown.replaces()).toEqual(["name"]);
    expect(await shown.rows()).toEqual([
      'name | "a" string | "b" string | ≠ real',
      "password | •••• string | •••• string | ≠ real",
      expect.stringMatching(/^tags \| stands for \d differences/),
      'partitions | "6" string | 6 number | ≈ spurious',
    ]);
    expect(await texts(".input.given p")).toEqual([
      "A recorded result · pair",
      "Its documents are not here: no rule can be tried on them, and what is masked cannot be shown.",
    ]);
    expect(await shown.page.locator("select, textarea, .rules, .proposal button").count()).toBe(0);
    expect(await shown.page.getByRole("button", { name: /Show the values|Swap|Undo/ }).count()).toBe(0);
    expect(await violations(shown.page)).toEqual([]);
  });

  test("opens its groups and its pages", async () => {
    const numbers = Array.from({ length: 620 }, (_, at) => [`k${String(at).padStart(3, "0")}`, at] as const);
    const changed = numbers.map(([key, at]) => [key, at + 1000] as const);
    const report = whyreplace.compare(
      { ...Object.fromEntries(numbers), list: ["x", "y", "z"] },
      { ...Object.fromEntries(changed), list: ["z", "x", "y"] },
    );
    await show(plain(report));
    expect(await shown.page.locator("tbody.row").count()).toBe(500);
    await shown.page.getByRole("button", { name: "Show 121 more" }).click();
    await shown.row("k619").waitFor();
    await shown
      .row("list")
      .getByRole("button", { name: /Show them/ })
      .click();
    await shown.row("list[0]").waitFor();
    expect(await shown.page.locator("tbody.row").count()).toBe(624);
  });

  test("unfolds a long value", async () => {
    await show(plain(whyreplace.compare({ a: "x".repeat(900) }, { a: "y" })));
    await shown.page.getByRole("button", { name: "… 702 more characters" }).click();
    await expect.poll(() => shown.row("a").locator("code.value").first().innerText()).toHaveLength(902);
  });

  test("is taken along as Markdown and as JSON", async () => {
    const report = pair();
    await show(report);
    await shown.page.locator(".take summary").click();
    expect(await texts("[role=tab]")).toEqual(["Markdown", "Report JSON"]);
    const preview = shown.page.locator("pre.taken");
    expect((await preview.innerText()).trim()).toBe(whyreplace.toMarkdown(report).trim());
    await shown.page.getByRole("tab", { name: "Report JSON" }).click();
    await expect.poll(() => preview.innerText().then((text) => text.startsWith("{"))).toBe(true);
    expect(JSON.parse(await preview.innerText())).toEqual(report);
  });
});

describe("a plan", () => {
  test("has its list, and each of its resources", async () => {
    await show(plain(whyreplace.review(terraformPlan())));
    await shown.page.locator(".detail .address").waitFor();
    const options = await texts("[role=option]");
    expect(options.length).toBeGreaterThan(4);
    await expect
      .poll(() => texts("[role=option]").then((options) => options.join()))
      .toMatch(/store_topic · type/);
    await shown.page.locator("[role=option]", { hasText: "store_bucket.logs" }).click();
    await expect.poll(() => texts(".detail .address code")).toEqual(["store_bucket.logs"]);
    expect(await shown.page.locator("select").count()).toBe(0);
    expect(await violations(shown.page)).toEqual([]);
  });

  test("that was refused says so", async () => {
    await strict();
    await set(plain(whyreplace.review("no plan at all")));
    await shown.page.locator(".notes li").first().waitFor();
    expect(await shown.page.locator(".verdict").count()).toBe(0);
  });
});

describe("what is no report", () => {
  /** The report of the pair with something else at a place of it. */
  const withAt = (place: readonly (string | number)[], value: unknown) => () => {
    const report = pair();
    const inner = place
      .slice(0, -1)
      .reduce<object>((part, step) => Reflect.get(part, step) as object, report);
    Reflect.set(inner, place.at(-1) ?? "", value);
    return report;
  };
  const finding = (at: number, field: string) => ["resources", 0, "findings", at, field];
  test.each<[name: string, report: () => unknown, message: string]>([
    ["a text that is no JSON", () => "<b>no</b>", "it should be JSON."],
    ["nothing", () => null, "it should be an object."],
    ["a number", () => 3, "it should be an object."],
    ["an empty object", () => ({}), "schema should be 1."],
    ["another version", withAt(["schema"], 2), "schema should be 1."],
    ["no resources", withAt(["resources"], {}), "resources should be a list."],
    [
      "an unknown class",
      withAt(finding(1, "class"), "constructor"),
      "resources[0].findings[1].class should be one of real, spurious, unknown, masked, ignored.",
    ],
    [
      "an unknown action",
      withAt(["resources", 0, "verdict", "action"], "__proto__"),
      "resources[0].verdict.action should be one of no-op, read, forget, import, create, update, replace, delete.",
    ],
    [
      "markup for a value",
      withAt(finding(0, "old"), "<img src=x onerror=alert(1)>"),
      "resources[0].findings[0].old should be an object.",
    ],
    [
      "a count that is none",
      withAt(["resources", 0, "counts", "real"], -1),
      "resources[0].counts.real should be a count.",
    ],
  ])("%s gives a message", async (_, report, message) => {
    await strict();
    await set(report());
    const failure = shown.page.locator(".failure");
    await failure.waitFor();
    expect(await failure.innerText()).toBe(`This is no report of whyreplace: ${message}`);
    // And the next one is shown.
    await set(pair());
    await shown.page.locator(".verdict").waitFor();
    expect(await failure.count()).toBe(0);
  });

  test("markup in its texts stays text, and the same path twice does no harm", async () => {
    const markup = "<img src=x onerror=alert(1)>";
    const report = pair();
    const findings = report.resources[0]?.findings ?? [];
    for (const finding of findings) Object.assign(finding, { message: markup, path: markup });
    report.diagnostics.push({
      code: "x",
      severity: "note",
      message: markup,
      document: "old",
      range: null,
      notes: [],
    });
    await show(report);
    expect(await shown.page.locator("img").count()).toBe(0);
    expect(await texts(".message")).toContain(markup);
  });
});

test("a report gives way to documents, and back", async () => {
  shown = await site.page();
  await set(pair());
  await shown.page.locator(".input.given").waitFor();
  // Nor is anything said of rules that are not its own.
  expect(await shown.page.locator("details.settled").count()).toBe(0);
  const told = await shown.after(() =>
    shown.page.evaluate(() => {
      const element = document.querySelector("why-replace");
      Object.assign(element ?? {}, { report: undefined, old: '{"a": 1}', new: '{"a": 2}', rules: "{}" });
    }),
  );
  expect(told.verdict.action).toBe("update");
  expect(await shown.page.locator("tbody.row select").count()).toBe(2);
  await set(pair());
  await shown.page.locator(".input.given").waitFor();
  // What is pasted takes its place.
  await shown.page.evaluate((plan) => {
    const data = new DataTransfer();
    data.setData("text", plan);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
  }, terraformPlan());
  await shown.page.locator("[role=option]").first().waitFor();
  expect(await texts(".input.given strong")).toEqual(["pasted text"]);
  workers.length = 0;
});
