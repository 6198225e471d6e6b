// `npm run bench:page`: how long a person waits for the built page, and its longest task on the main thread.
//
// A pair is typed, as a change of one character: from the key to the verdict, less the wait for the next key. A plan is
// chosen as a file: from the choice to the list of its resources. Medians of some rounds, each in a new tab.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserPath } from "../scripts/browser.mjs";
import { pageFolder } from "../scripts/build.mjs";
import { serve } from "../scripts/serve.mjs";
import { PLANS } from "./plan-data.mjs";

const ROUNDS = 5;
/** How long the page waits for another key: TYPING_MS in www/src/why-replace.ts. */
const DEBOUNCE_MS = 200;

const { url, close } = await serve(pageFolder, 0);
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const folder = mkdtempSync(join(tmpdir(), "whyreplace-"));
try {
  console.log("what | MB | first shown [ms] | longest task [ms]");
  await row("page with its first example", 0, opened);
  await row("pair, one key", 0, (page) => typed(page));
  for (const [name, { make, count }] of Object.entries(PLANS)) {
    // A file on disk: one that is given as bytes goes through the page's main thread first.
    const file = join(folder, `${name}.json`);
    const plan = make(count);
    writeFileSync(file, plan);
    await row(`${name} plan`, plan.length, (page) => chosen(page, file));
  }
} finally {
  await browser.close();
  await close();
  rmSync(folder, { recursive: true });
}

async function row(what, bytes, measure) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage();
    await page.addInitScript(watchTasks);
    await page.goto(url);
    await page.locator(".differences").waitFor();
    // Long tasks are told with a delay: those of the page's own start are not the document's.
    if (measure !== opened) await page.waitForTimeout(800);
    const shown = await measure(page);
    // What goes on behind the first sight counts, too.
    await page.waitForTimeout(1500);
    rounds.push([shown, await page.evaluate(() => globalThis.longestTask)]);
    await page.close();
  }
  const median = (at) => rounds.map((each) => each[at]).sort((a, b) => a - b)[ROUNDS >> 1];
  console.log([what, (bytes / 1e6).toFixed(1), median(0).toFixed(0), median(1).toFixed(0)].join(" | "));
}

/** Runs in the page: tasks of 50 ms and more are told. */
function watchTasks() {
  globalThis.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      globalThis.longestTask = Math.max(globalThis.longestTask, duration);
  }).observe({ type: "longtask", buffered: true });
}

/** From the navigation on. */
function opened(page) {
  return page.evaluate(() => performance.now());
}

async function typed(page) {
  await page.evaluate(() => {
    globalThis.longestTask = 0;
    const element = document.querySelector("why-replace");
    const field = element.shadowRoot.querySelector("#new-field");
    globalThis.waited = new Promise((resolve) => {
      let start = 0;
      field.addEventListener("input", () => (start = performance.now()), { once: true });
      element.addEventListener("why-replace-verdict", () => resolve(performance.now() - start), {
        once: true,
      });
    });
    field.focus();
    field.setSelectionRange(1, 1);
  });
  await page.keyboard.type(" ");
  return (await page.evaluate(() => globalThis.waited)) - DEBOUNCE_MS;
}

async function chosen(page, file) {
  await page.evaluate(() => {
    globalThis.longestTask = 0;
    const root = document.querySelector("why-replace").shadowRoot;
    globalThis.waited = new Promise((resolve) => {
      let start = 0;
      root
        .querySelector("#old-file")
        .addEventListener("change", () => (start = performance.now()), { once: true });
      new MutationObserver(() => {
        if (root.querySelector("#list li") !== null) resolve(performance.now() - start);
      }).observe(root, { childList: true, subtree: true });
    });
  });
  await page.locator("#old-file").setInputFiles(file);
  return page.evaluate(() => globalThis.waited);
}
