// Rule files of all kinds, brought into the rules of the page.

import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { init, readRules } from "../dist/package/node.js";
import { PATIENCE, type Shown, Site, violations } from "./browser/page.js";
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
  await shown.page.locator(".rules > summary").click();
  await shown.compare('{"a": "1"}', '{"a": 1}');
});
afterEach(async () => {
  await shown.close();
  // What looks for violations of accessibility styles the page, which its policy forbids.
  expect(shown.faults.filter((fault) => !fault.includes("inline style"))).toEqual([]);
});

const ruleFile = (name: string) => readFileSync(new URL(`rule-files/${name}`, import.meta.url));
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(content),
});
const ruleSet = (name: string, rules: unknown) => file(name, JSON.stringify(rules));

/** What is said of the files once they are read. */
async function load(...files: ReturnType<typeof file>[]): Promise<string[]> {
  await shown.page.locator("#rule-files").setInputFiles(files);
  await expect.poll(() => shown.page.locator(".loaded li").count()).toBe(files.length);
  return (await shown.page.locator(".loaded li").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
}

const rules = async () => JSON.parse(await shown.rules()) as unknown;

test.each(["resources.yml", "generated.yml", "pulumi-schema.json", "terraform-schema.json"])(
  "%s, as the package reads it",
  async (name) => {
    const [said] = await load(file(name, ruleFile(name)));
    const read = readRules(ruleFile(name));
    expect(said).toMatch(/^[\w.-]+: \d+ rules? for \d+ types? taken\./);
    expect(await rules()).toEqual(JSON.parse(read.rules));
  },
);

test("a rule set of our own decides, behind the rules that are there, and is undone", async () => {
  await shown.field("rules").fill('{"*": {"b": "set"}}');
  const told = await shown.after(() => load(ruleSet("ours.json", { "*": { a: "integer", b: "ignore" } })));
  expect(told.verdict.action).toBe("no-op");
  expect(await rules()).toEqual({ "*": { a: "integer", b: ["set", "ignore"] } });
  await shown.after(() => shown.page.getByRole("button", { name: "Undo rule change" }).click());
  expect(await rules()).toEqual({ "*": { b: "set" } });
});

test("of costs that differ, the earlier file's stands", async () => {
  await load(
    ruleSet("first.json", { "*": { a: ["immutable", "integer"] } }),
    ruleSet("second.json", { "*": { a: ["mutable", "stable"] } }),
  );
  expect(await rules()).toEqual({ "*": { a: ["immutable", "integer", "stable"] } });
});

test("of a plan, only rules for types that it has are taken, and the others are counted", async () => {
  await shown.page.evaluate((plan) => {
    Object.assign(document.querySelector("why-replace") ?? {}, { plan });
  }, terraformPlan());
  await shown.page.locator("#list li").first().waitFor();
  const [said] = await load(
    ruleSet("all.json", { store_topic: { name: "immutable" }, other: { a: "set" }, "*": { b: "set" } }),
  );
  expect(said).toBe("all.json: 2 rules for 2 types taken; 1 type left out, of which nothing is here.");
  expect(await rules()).toEqual({ store_topic: { name: "immutable" }, "*": { b: "set" } });
});

test.each([
  ["no rule file", "plainly not JSON", /^bad\.json: no rule was taken\. A rule file is/],
  ["a rule with an unknown word", '{"*": {"a": "sett"}}', /^bad\.json: no rule was taken.*sett/],
] as const)("%s is refused, and says why", async (_name, content, says) => {
  const [said] = await load(file("bad.json", content));
  expect(said).toMatch(says);
  expect(await rules()).toEqual({});
  expect(await violations(shown.page)).toEqual([]);
});
