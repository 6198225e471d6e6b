// Ten states of the built page, light and dark, as pictures in dist/screenshots: `npm run screenshots`. The best go into
// docs/ by hand, after somebody looked at them.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserPath } from "./browser.mjs";
import { pageFolder } from "./build.mjs";
import { root, runAsScript } from "./process.mjs";
import { serve } from "./serve.mjs";

const folder = join(root, "dist", "screenshots");

/** What is done to the page, which shows its first example, before each picture. */
const STATES = {
  "1-spurious": fold,
  "2-real": (page) => example(page, "name"),
  "3-update": (page) => example(page, "retention"),
  "4-undecided": (page) => example(page, "unknown"),
  "5-secrets": (page) => example(page, "masked"),
  "6-inside": (page) => lookInside(page),
  "7-plan": (page) => example(page, "terraform"),
  "8-three-sides": (page) => example(page, "databricks"),
  "9-invalid": (page) => example(page, "invalid"),
  "10-refused": (page) =>
    give(page, { plan: '{"@level":"info","@message":"Terraform 1.11.4","type":"version"}\n' }),
  "11-replaces": (page) => give(page, { plan: generated() }),
  "12-empty": (page) => page.getByRole("button", { name: "Clear" }).click(),
};

await runAsScript(import.meta.url, async () => {
  mkdirSync(folder, { recursive: true });
  const { url, close } = await serve(pageFolder, 0);
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    for (const colorScheme of ["light", "dark"]) {
      for (const name of Object.keys(STATES)) await take(browser, url, name, colorScheme);
    }
  } finally {
    await browser.close();
    await close();
  }
  console.log(`${2 * Object.keys(STATES).length} pictures in dist/screenshots`);
});

async function take(browser, url, name, colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme });
  await page.goto(url);
  await page.locator(".differences").waitFor();
  await STATES[name](page);
  // What comes later is there by then.
  await page.waitForTimeout(800);
  await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  await page.close();
}

function fold(page) {
  return page.keyboard.press("[");
}

async function example(page, id) {
  await page.evaluate((id) => document.querySelector("why-replace").setAttribute("example", id), id);
  if (id !== "invalid") await fold(page);
}

function give(page, inputs) {
  const rules = "{}";
  return page.evaluate((inputs) => Object.assign(document.querySelector("why-replace"), inputs), {
    rules,
    ...inputs,
  });
}

async function lookInside(page) {
  await example(page, "real-in-noise");
  await page.locator("tbody.row button.class").first().click();
}

function generated() {
  return readFileSync(join(root, "tests", "plans", "generated", "spurious-replaces.json"), "utf8");
}
