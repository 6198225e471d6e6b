// What is of one document, one resource or one run stays apart from the next.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { init, review } from "../dist/package/node.js";
import { PATIENCE, type Shown, Site } from "./browser/page.js";
import { terraformPlan } from "./browser/plan.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let site: Site;
let shown: Shown;

beforeAll(async () => {
  await init();
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

const status = () => shown.page.locator("#status").innerText();
const title = () => shown.page.locator(".verdict h2").first().innerText();
const choose = async (address: string) => {
  await shown.page.locator("#list li", { hasText: address }).first().click();
  await expect.poll(() => shown.page.locator(".detail .address").innerText()).toContain(address);
};

async function set(properties: object) {
  await shown.page.evaluate((properties) => {
    Object.assign(document.querySelector("why-replace") ?? {}, properties);
  }, properties);
}

async function openPlan(rules = "{}") {
  await set({ plan: terraformPlan(), rules });
  await shown.page.locator("#list li").first().waitFor();
}

test("a recorded plan says what the plan said, whatever was compared before", async () => {
  await openPlan();
  await expect.poll(title).toContain("2 may be spurious");
  const said = await title();
  const report = review(terraformPlan());
  await shown.page.getByRole("button", { name: "Clear" }).click();
  await shown.page.locator(".empty").waitFor();
  await set({ report: JSON.parse(JSON.stringify(report)) });
  report.dispose();
  await expect.poll(title).toBe(said);
});

test("of a recorded result nothing is looked into, listed or changed by a key", async () => {
  await shown.compare('{"name": "before"}', '{"name": "after"}');
  const report = review(
    JSON.stringify([{ address: "a.b", type: "a", old: { name: "1" }, new: { name: 1 } }]),
  );
  await set({ report: JSON.parse(JSON.stringify(report)) });
  report.dispose();
  await shown.page.locator(".detail .address").waitFor();
  await shown.page.keyboard.press("j");
  for (const [key, says] of [
    ["o", "Of a recorded result there is no more than it shows."],
    ["x", "Rules cannot be changed here."],
    ["u", "Of a recorded result there is no more than it shows."],
  ] as const) {
    await shown.page.keyboard.press(key);
    await expect.poll(status).toBe(says);
  }
  expect(await shown.page.locator(".inside, .quiet li").count()).toBe(0);
  expect(await shown.page.locator("why-replace").evaluate((each) => Reflect.get(each, "rules"))).toBe("{}");
});

test("a rule that was taken away is brought back where it was, and nowhere else", async () => {
  await openPlan('{"store_topic": {"partitions": "integer"}}');
  await choose("store_topic.events");
  const row = shown.row("partitions").locator("tr").first();
  await row.focus();
  await shown.page.keyboard.press("x");
  await expect.poll(() => shown.rules()).not.toContain("integer");
  await set({ plan: "" });
  await shown.compare('{"partitions": "a"}', '{"partitions": "b"}');
  await shown.row("partitions").locator("tr").first().focus();
  await shown.page.keyboard.press("x");
  await expect.poll(status).toBe("There is no rule at this row, and none is suggested.");
});

test("what is revealed is masked as soon as the rules are broken", async () => {
  await shown.compare('{"password": "correct horse"}', '{"password": "battery staple"}');
  await shown.page.getByRole("button", { name: "Show the values of password" }).first().click();
  await expect.poll(() => shown.row("password").innerText()).toContain("correct horse");
  await shown.page.locator(".rules > summary").click();
  await shown.field("rules").fill("{oops");
  await shown.page.locator("#rules-problem .problem").waitFor();
  await expect.poll(() => shown.row("password").innerText()).not.toContain("horse");
  expect(
    await shown
      .row("password")
      .getByRole("button", { name: /values of/ })
      .count(),
  ).toBe(0);
});

test("what a choice changed is told of its own documents alone", async () => {
  await shown.compare('{"n": "1"}', '{"n": 1}');
  await shown.page.evaluate(() => {
    const element = document.querySelector("why-replace");
    element?.shadowRoot?.querySelector<HTMLElement>(".proposal button")?.click();
  });
  await openPlan();
  await expect.poll(status).toContain("4 replaces and 1 delete");
  expect(await status()).not.toContain("Rules changed");
});

test("rule files that are read too late are not taken", async () => {
  await openPlan();
  await shown.page.locator(".rules > summary").click();
  // The documents are gone before the worker can answer.
  await shown.page.evaluate(() => {
    const root = document.querySelector("why-replace")?.shadowRoot;
    const input = root?.querySelector<HTMLInputElement>("#rule-files");
    const files = new DataTransfer();
    files.items.add(new File(['{"store_topic": {"partitions": "integer"}}'], "r.json"));
    if (input) input.files = files.files;
    input?.dispatchEvent(new Event("change"));
    Object.assign(document.querySelector("why-replace") ?? {}, { plan: "", old: "1", new: "2" });
  });
  await expect
    .poll(() => shown.page.locator(".done").innerText())
    .toBe("The rule files were not read. Choose them again.");
  expect(await shown.rules()).toBe("{}");
});

test("a list that becomes empty keeps the focus", async () => {
  await openPlan();
  await shown.page.locator("#list").focus();
  await shown.page.keyboard.press("s");
  await expect.poll(() => shown.page.locator("#list li").count()).toBe(0);
  expect(
    await shown.page.evaluate(() => document.querySelector("why-replace")?.shadowRoot?.activeElement?.id),
  ).toBe("list");
  await shown.page.keyboard.press("s");
  await expect.poll(() => shown.page.locator("#list li").count()).toBeGreaterThan(0);
});
