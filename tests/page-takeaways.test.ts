// What is taken along from the page: seen as it is copied, whole, and without what was masked.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PATIENCE, type Shown, Site, violations } from "./browser/page.js";
import { databricksPlan, terraformPlan } from "./browser/plan.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let site: Site;
let shown: Shown;
/** Another page, which may read the clipboard whatever the first one may. */
let reader: Page;

beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());

beforeEach(async () => {
  const context = await site.context({ permissions: ["clipboard-read", "clipboard-write"] });
  reader = await context.newPage();
  await reader.goto(site.url);
  shown = await site.page(context);
  await shown.page.bringToFront();
});
afterEach(async () => {
  await shown.close();
  // What looks for violations of accessibility styles the page, which its policy forbids.
  expect(shown.faults.filter((fault) => !fault.includes("inline style"))).toEqual([]);
});

type Tab = "Markdown" | "Rules file" | "Report JSON";
const TABS: readonly Tab[] = ["Markdown", "Rules file", "Report JSON"];

const preview = () => shown.page.locator("pre.taken").innerText();
const tab = (name: Tab) => shown.page.getByRole("tab", { name });
const suggestions = () => shown.page.getByRole("checkbox", { name: /suggestions/ });
const done = () => shown.page.locator(".done").innerText();
const status = () => shown.page.locator("#status").innerText();

async function openTab(name: Tab) {
  await shown.page.locator(".take").evaluate((details: HTMLDetailsElement) => {
    details.open = true;
  });
  await tab(name).click();
  await shown.page.locator("pre.taken").waitFor();
}

async function openPlan(plan = terraformPlan()) {
  await shown.page.evaluate((plan) => {
    Object.assign(document.querySelector("why-replace") ?? {}, { plan, rules: "{}" });
  }, plan);
  await shown.page.locator(".detail .address").waitFor();
}

/** Does something to the clipboard from the other page, since only the one in front may. */
async function inReader<Result>(act: () => Promise<Result>): Promise<Result> {
  await reader.bringToFront();
  const result = await reader.evaluate(act);
  await shown.page.bringToFront();
  return result;
}

const clipboard = () => inReader(() => navigator.clipboard.readText());

async function copy(): Promise<string> {
  await inReader(() => navigator.clipboard.writeText("nothing"));
  await shown.page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(done).toMatch(/^Copied: /);
  await expect.poll(clipboard).not.toBe("nothing");
  return clipboard();
}

async function download(): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    shown.page.waitForEvent("download"),
    shown.page.getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

describe.each(["a pair", "a plan"] as const)("of %s", (what) => {
  beforeEach(() => (what === "a plan" ? openPlan() : shown.after(() => shown.example("case"))));

  test.each<[tab: Tab, file: string, of: Record<typeof what, RegExp>]>([
    [
      "Markdown",
      "whyreplace.md",
      {
        "a pair": /^\*\*REPLACE \(create, then destroy\)\*\*; .*NO-OP\.\n[\s\S]*\| `max_attempts` \|/,
        "a plan": /^The plan says 1 DELETE, 4 REPLACE[\s\S]*\| `store_key\.gone` \| DELETE \| \*\*DELETE\*\*/,
      },
    ],
    [
      "Rules file",
      "whyreplace-rules.json",
      { "a pair": /^\{\s*"subscription": \{\s*"delivery_policy": "immutable"/, "a plan": /^\{\}$/ },
    ],
    [
      "Report JSON",
      "whyreplace-report.json",
      { "a pair": /"format": "pair"/, "a plan": /"format": "terraform-plan"/ },
    ],
  ])("%s is seen as it is copied and saved", async (name, file, of) => {
    await openTab(name);
    await expect.poll(preview).toMatch(of[what]);
    const copied = await copy();
    const saved = await download();
    expect(saved).toEqual({ name: file, text: copied });
    const seen = await preview();
    expect(copied.slice(0, seen.length)).toBe(seen);
    await expect.poll(status).toMatch(new RegExp(`^Copied: ${name}, [\\d.]+ K?B$`));
  });
});

test("the report is what the package gives, as JSON", async () => {
  await openPlan();
  await openTab("Report JSON");
  const report = JSON.parse(await copy()) as { resources: { address: string; findings: object[] }[] };
  expect(report.resources.map(({ address, findings }) => [address, findings.length]).slice(0, 3)).toEqual([
    ["store_topic.orders", 2],
    ["store_topic.events", 1],
    ["store_topic.renamed", 5],
  ]);
});

describe("rules", () => {
  test("of a pair, with what is suggested, make it what was promised", async () => {
    await shown.after(() => shown.example("case"));
    await openTab("Rules file");
    const inForce = await shown.rules();
    expect(await copy()).toBe(inForce);
    await suggestions().check();
    await expect.poll(preview).toContain("case-insensitive");
    const rules = await copy();
    expect(JSON.parse(rules)).toEqual({
      subscription: {
        delivery_policy: ["immutable", "case-insensitive"],
        max_attempts: ["immutable", "integer"],
      },
    });
    // Seeing is not accepting.
    expect([await shown.rules(), await shown.title()]).toEqual([inForce, expect.stringMatching(/^REPLACE/)]);
    await shown.page.locator(".rules > summary").click();
    const told = await shown.after(() => shown.field("rules").fill(rules));
    expect(told.verdict.action).toBe("no-op");
  });

  test("of a plan, behind those that are in force", async () => {
    await openPlan();
    await shown.page.locator(".rules > summary").click();
    await shown.field("rules").fill('{"store_topic": {"partitions": "immutable"}}');
    await openTab("Rules file");
    await suggestions().check();
    await expect.poll(preview).toContain("integer");
    const rules = await copy();
    expect(JSON.parse(rules)).toMatchObject({ store_topic: { partitions: ["immutable", "integer"] } });
    await shown.field("rules").fill(rules);
    await expect
      .poll(() => shown.page.locator(".verdict h2").first().innerText())
      .toBe("4 replaces and 1 delete; 3 of the replaces are spurious with these rules");
  });

  test("follow what is accepted", async () => {
    await shown.after(() => shown.example("case"));
    await openTab("Rules file");
    await shown.after(() => shown.row("max_attempts").getByRole("button", { name: "Accept" }).click());
    await expect.poll(preview).toContain('"integer"');
    expect(await copy()).toBe(await shown.rules());
  });
});

describe("what is long", () => {
  beforeEach(() => openPlan(terraformPlan(2000)));

  test("is cut where it is shown, and taken as a whole", async () => {
    await openTab("Report JSON");
    const { text } = await download();
    expect((JSON.parse(text) as { resources: object[] }).resources).toHaveLength(2008);
    const seen = await shown.page.locator("pre.taken").evaluate((pre) => pre.textContent);
    expect(seen).toBe(text.slice(0, 20_000));
    expect(await shown.page.locator("#taken .note").last().innerText()).toBe(
      `… ${(text.length - 20_000).toLocaleString("en")} more characters. Copied and downloaded as a whole.`,
    );
  });

  test("fits into a comment as Markdown, and says what is left out", async () => {
    await openTab("Markdown");
    const text = await copy();
    expect(text.length).toBeGreaterThan(50_000);
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(/_Left out: \d+ resources\._/);
  });
});

test("what is revealed on the screen stays there", async () => {
  await openPlan();
  await shown.page.locator("#list li", { hasText: "store_bucket.logs" }).click();
  await expect.poll(() => shown.page.locator(".detail .address code").innerText()).toBe("store_bucket.logs");
  await shown.row("password").getByRole("button", { name: "Show" }).first().click();
  await expect.poll(() => shown.page.locator(".detail").innerText()).toMatch(/correct horse/);
  for (const name of TABS) {
    await openTab(name);
    const text = await copy();
    expect(text, name).not.toMatch(/horse|staple/);
    if (name !== "Rules file") expect(text, name).toContain("password");
  }
  expect(await shown.page.locator(".detail").innerText()).toMatch(/correct horse/);
});

describe("the key m", () => {
  test("copies the Markdown, whatever is open, and says so", async () => {
    await shown.page.locator(".verdict").focus();
    await shown.page.keyboard.press("m");
    await expect.poll(done).toMatch(/^Copied: Markdown, \d+ B$/);
    await expect.poll(status).toMatch(/^Copied: Markdown/);
    expect(await clipboard()).toMatch(/^\*\*NO-OP\*\*; today, without the rules of equality, REPLACE\./);
    await expect.poll(() => shown.page.locator(".done").count(), { timeout: 10_000 }).toBe(0);
  });

  test("is a letter in a text field, and nothing when letters are off", async () => {
    await shown.field("old").focus();
    await shown.page.keyboard.press("m");
    expect(await shown.field("old").inputValue()).toContain("m");
    await shown.page.getByRole("button", { name: "Keys", exact: true }).click();
    expect(await shown.page.locator("#help").innerText()).toContain("copy as Markdown");
    await shown.page.locator("#letters").uncheck();
    await shown.page.locator("#help").getByRole("button", { name: "Close" }).click();
    await shown.page.locator(".verdict").focus();
    await shown.page.keyboard.press("m");
    expect(await shown.page.locator(".done").count()).toBe(0);
  });

  test("has nothing to copy where nothing was compared, whatever was before", async () => {
    await shown.page.locator(".verdict").focus();
    await shown.page.keyboard.press("m");
    await expect.poll(done).toMatch(/^Copied: /);
    await shown.page.getByRole("button", { name: "Clear" }).click();
    await shown.page.locator(".empty").focus();
    await shown.page.keyboard.press("m");
    await expect.poll(done).toBe("There is nothing to copy yet.");
  });
});

describe("where the clipboard", () => {
  /** Puts something else in the place of the clipboard, and of the old way to copy. */
  const instead = (clipboard: "none" | "refused", isOldWayOpen: boolean) =>
    shown.page.evaluate(
      ([clipboard, isOldWayOpen]) => {
        const write = () => Promise.reject(new DOMException("no", "NotAllowedError"));
        Object.defineProperty(navigator, "clipboard", {
          value: clipboard === "none" ? undefined : { write },
        });
        if (!isOldWayOpen) document.execCommand = () => false;
      },
      [clipboard, isOldWayOpen] as const,
    );

  test.each(["none", "refused"] as const)("is %s, it is copied by selection", async (clipboard) => {
    await instead(clipboard, true);
    await openTab("Markdown");
    expect(await copy()).toBe(await preview());
    const focused = () =>
      shown.page.evaluate(
        () => document.querySelector("why-replace")?.shadowRoot?.activeElement?.textContent,
      );
    expect((await focused())?.trim()).toBe("Copy");
    expect(await shown.page.locator("textarea.for-readers").count()).toBe(0);
  });

  test("is refused in every way, it is said", async () => {
    await instead("refused", false);
    await openTab("Markdown");
    await shown.page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(done).toBe("The browser did not let it be copied. Download it, or select the text.");
  });
});

test("it is that of the last result while there is no other", async () => {
  await openTab("Markdown");
  const before = await copy();
  await shown.page.locator(".rules > summary").click();
  await shown.field("rules").fill("{,}");
  await shown.page.locator("#rules-problem .problem").waitFor();
  expect(await copy()).toBe(before);
  await tab("Report JSON").click();
  await expect.poll(() => shown.page.locator("#taken").innerText()).toContain("nothing to copy yet");
  expect(await shown.page.getByRole("button", { name: "Copy", exact: true }).isDisabled()).toBe(true);
  await shown.after(() => shown.field("rules").fill("{}"));
  await expect.poll(preview).toContain('"format": "pair"');
});

test("without a mouse", async () => {
  await shown.page.locator(".take > summary").focus();
  const { keyboard } = shown.page;
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  const focused = () =>
    shown.page.evaluate(() => document.querySelector("why-replace")?.shadowRoot?.activeElement?.id);
  expect(await focused()).toBe("tab-markdown");
  for (const [key, id] of [
    ["ArrowRight", "tab-rules"],
    ["ArrowRight", "tab-report"],
    ["ArrowRight", "tab-markdown"],
    ["ArrowLeft", "tab-report"],
  ] as const) {
    await keyboard.press(key);
    expect(await focused()).toBe(id);
    expect(await shown.page.locator(`#${id}`).getAttribute("aria-selected")).toBe("true");
  }
  await expect.poll(preview).toContain('"format": "pair"');
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect.poll(done).toMatch(/^Copied: Report JSON/);
  // The text itself is a stop, for it scrolls.
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  expect(await shown.page.locator("pre.taken:focus").count()).toBe(1);
});

test("nothing is asked for, and a narrow page does not scroll sideways", async () => {
  const asked: string[] = [];
  shown.page.on("request", (request) => asked.push(request.url()));
  await shown.page.context().setOffline(true);
  await shown.page.setViewportSize({ width: 320, height: 800 });
  await openPlan(databricksPlan());
  for (const name of TABS) {
    await openTab(name);
    await copy();
    await download();
    const [scroll, client] = await shown.page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(scroll, name).toBeLessThanOrEqual(client ?? 0);
  }
  expect(asked.filter((url) => !url.startsWith("blob:"))).toEqual([]);
  const stored = () => [Object.keys(localStorage), sessionStorage.length];
  expect(await shown.page.evaluate(stored)).toEqual([[], 0]);
});

test.each(["light", "dark"] as const)("no violation of accessibility in %s", async (colorScheme) => {
  await shown.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const found: Record<string, string[]> = {};
  for (const name of TABS) {
    await openTab(name);
    await copy();
    const problems = await violations(shown.page);
    if (problems.length > 0) found[name] = problems;
  }
  expect(found).toEqual({});
});
