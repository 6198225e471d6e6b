// Nothing of a report is out of reach on the page, and no number there is another than the report's.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Report, Resource } from "whyreplace";
import { compare, init, review } from "../dist/package/node.js";
import { EXAMPLES, type Example } from "../www/src/examples.js";
import { PATIENCE, type Shown, Site } from "./browser/page.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let site: Site;
let shown: Shown;

beforeAll(async () => {
  await init();
  site = await Site.open();
  shown = await site.page();
});
afterAll(() => site.close());

const generated = (name: string) =>
  readFileSync(new URL(`plans/generated/${name}.json`, import.meta.url), "utf8");

/** What the page is given. */
type Given = Pick<Example, "plan" | "old" | "new" | "type" | "olds" | "rules">;

const NOTHING: Given = { plan: "", old: "", new: "", type: "", olds: "inputs", rules: "{}" };

function reportOf({ plan, old, new: now, type, olds, rules }: Given): Report {
  return plan === ""
    ? compare(old, now, { ...(type === "" ? {} : { type }), olds, rules })
    : review(plan, { rules });
}

/** Gives the page something after nothing. */
async function give(given: Given) {
  await shown.page.getByRole("button", { name: "Clear" }).click();
  await shown.page.locator(".empty").waitFor();
  await shown.page.evaluate((given) => {
    Object.assign(document.querySelector("why-replace") ?? {}, given);
  }, given);
}

/** The paths of all rows, once every group is open and no more are left. */
async function allPaths(): Promise<string[]> {
  const { page } = shown;
  const closed = page.locator("tbody .link[aria-expanded=false]");
  for (let left = await closed.count(); left > 0; left -= 1) {
    await closed.first().click();
    await expect.poll(() => closed.count()).toBeLessThan(left);
  }
  while ((await page.locator(".more-rows").count()) > 0) await page.locator(".more-rows").click();
  return page
    .locator("tbody.row")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-path") ?? ""));
}

/** The numbers in what is said below the verdict, by the words behind them. */
async function numbers(): Promise<Record<string, number>> {
  const text = await shown.page.locator(".counts").last().innerText();
  const found = [
    ...text.matchAll(/([\d,]+) (real|spurious|unknown|masked|ignored|unchanged|not managed|only spelled)/g),
  ];
  return found.reduce<Record<string, number>>((sums, [, count = "", word = ""]) => {
    sums[word] = (sums[word] ?? 0) + Number(count.replaceAll(",", ""));
    return sums;
  }, {});
}

function expected({ counts }: Resource): Record<string, number> {
  const { real, spurious, unknown, masked, ignored, unchanged, unmanaged, spelling } = counts;
  const all = {
    real,
    spurious,
    unknown,
    masked,
    ignored,
    unchanged,
    "not managed": unmanaged,
    "only spelled": spelling,
  };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}

/** One resource is shown as the report has it. */
async function expectShown(resource: Resource) {
  const rows = await allPaths();
  const { findings, groups, verdict } = resource;
  expect(rows.sort()).toEqual([...findings, ...groups].map(({ path }) => path).sort());
  // Of what comes or goes as a whole the sentence says how much it is.
  if (verdict.action !== "create" && verdict.action !== "delete")
    expect(await numbers()).toEqual(expected(resource));
  const flagged = await shown.page.locator("tbody .flag").count();
  expect(flagged).toBe([...findings, ...groups].filter(({ forcesReplace }) => forcesReplace).length);
}

const PAIRS = EXAMPLES.filter(({ plan, id }) => plan === "" && id !== "invalid");

describe("a pair", () => {
  test.each(PAIRS.map((example) => [example.id, example] as const))("%s", async (_id, example) => {
    const report = reportOf(example);
    const [resource] = report.resources;
    const { old, new: now, type, olds, rules } = example;
    const told = await shown.after(() => give({ ...NOTHING, old, new: now, type, olds, rules }));
    expect(told.verdict.action).toBe(resource?.verdict.action);
    if (resource !== undefined) await expectShown(resource);
    for (const which of ["unchanged", "ignored", "unmanaged"] as const) {
      const { total } = report.keys(resource?.id ?? 0, which);
      const button = shown.page.locator(`#quiet-${which}`);
      expect(await button.count()).toBe(total > 0 ? 1 : 0);
      if (total === 0) continue;
      expect(Number.parseInt(await button.innerText(), 10)).toBe(total);
      await button.click();
      await expect.poll(() => shown.page.locator(".quiet li").count()).toBe(total);
      await button.click();
    }
    report.dispose();
  });
});

const PLANS: readonly (readonly [name: string, given: Given])[] = [
  ...EXAMPLES.filter(({ plan }) => plan !== "").map((example) => [example.id, example] as const),
  ...["features", "spurious-replaces"].map((name) => [name, { ...NOTHING, plan: generated(name) }] as const),
  [
    "spurious-replaces, with rules",
    { ...NOTHING, plan: generated("spurious-replaces"), rules: generated("spurious-replaces.rules") },
  ],
];

describe("a plan", () => {
  test.each(PLANS)("%s", async (_name, { plan, rules }) => {
    const report = reportOf({ ...NOTHING, plan, rules });
    const all = [...report.resources, ...report.drift, ...report.outputs];
    await give({ ...NOTHING, plan, rules });
    await shown.page.locator("#list li").first().waitFor();
    const reached = new Set<string>();
    for (const filter of await shown.page.locator(".filter input").all()) {
      await filter.check();
      for (const option of await shown.page.locator("#list li").all()) {
        const id = (await option.getAttribute("id")) ?? "";
        if (reached.has(id)) continue;
        reached.add(id);
        await option.click();
        const resource = all.find((resource) => `item-${resource.id}` === id) as Resource;
        await expect
          .poll(() => shown.page.locator(".detail .address").innerText())
          .toContain(resource.address);
        await expectShown(resource);
      }
    }
    expect(reached.size).toBe(all.length);
    report.dispose();
  });
});
