// The built page in a real browser, and how a test reads it: from what is shown, as a person would.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import type { Counts, Outcome, Verdict } from "whyreplace";
import { browserPath } from "../../scripts/browser.mjs";
import { pageFolder } from "../../scripts/build.mjs";
import { serve } from "../../scripts/serve.mjs";

/** Long enough for two slow cores that do other things too. */
export const PATIENCE = 60_000;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What the event `why-replace-verdict` tells. */
export interface Told {
  raw: Outcome;
  verdict: Verdict;
  counts: Counts;
}

/** One browser and a served folder, the page unless it is said, for one file of tests. */
export class Site {
  private constructor(
    readonly url: string,
    private readonly browser: Browser,
    private readonly closeServer: () => Promise<unknown>,
  ) {}

  static async open(folder = pageFolder): Promise<Site> {
    const { url, close } = await serve(folder, 0);
    const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
    return new Site(url, browser, close);
  }

  async close() {
    await this.browser.close();
    await this.closeServer();
  }

  async context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    return context;
  }

  /** The page with its first verdict shown. What goes wrong inside it fails the test that asks `faults`. */
  async page(context?: BrowserContext): Promise<Shown> {
    const page = await (context ?? (await this.context())).newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto(this.url);
    await page.locator(".verdict").first().waitFor();
    return new Shown(page, faults);
  }
}

/** A page, read and used. */
export class Shown {
  constructor(
    readonly page: Page,
    readonly faults: string[],
  ) {}

  async close() {
    await this.page.context().close();
  }

  field(name: "old" | "new" | "rules") {
    return this.page.locator(`#${name}-field`);
  }

  /** Does something that leads to another verdict, and waits until that is shown. */
  async after(action: () => Promise<unknown>): Promise<Told> {
    const told = this.page.evaluate(
      () =>
        new Promise<Told>((resolve) => {
          const listener = (event: Event) => resolve((event as CustomEvent<Told>).detail);
          document.addEventListener("why-replace-verdict", listener, { once: true });
        }),
    );
    await action();
    const result = await told;
    await this.page.evaluate(() => document.querySelector<Updating>("why-replace")?.updateComplete);
    return result;
  }

  /** Compares two documents with a rule set for every type. */
  async compare(old: string, now: string, rules = "{}"): Promise<Told> {
    return this.after(() =>
      this.page.evaluate(
        ([old, now, rules]) => {
          const element = document.querySelector("why-replace");
          Object.assign(element ?? {}, { old, new: now, rules, type: "", olds: "inputs" });
        },
        [old, now, rules] as const,
      ),
    );
  }

  async example(id: string): Promise<void> {
    await this.page.evaluate((id) => document.querySelector("why-replace")?.setAttribute("example", id), id);
  }

  async title(): Promise<string> {
    return this.page.locator(".verdict h2").innerText();
  }

  /** What the page says that the verdict is without the rules, if it is another. */
  async today(): Promise<string> {
    return (await this.page.locator(".today").allInnerTexts()).join();
  }

  async replaces(): Promise<string[]> {
    return this.page.locator(".replaces").allInnerTexts();
  }

  async counts(): Promise<string> {
    return this.page.locator(".counts").innerText();
  }

  /** Each row as it reads: key, old, type, new, type, class. */
  async rows(): Promise<string[]> {
    return this.page
      .locator("tbody.row > tr:first-child")
      .evaluateAll((rows) =>
        rows.map((row) =>
          [".path", "td:nth-of-type(1)", "td:nth-of-type(2)", ".class"]
            .map((part) => row.querySelector<HTMLElement>(part)?.innerText.replace(/\s+/g, " ").trim())
            .join(" | "),
        ),
      );
  }

  row(path: string) {
    return this.page
      .locator("tbody.row")
      .filter({ has: this.page.locator(`th .path`, { hasText: exactly(path) }) });
  }

  cost(path: string) {
    return this.row(path).locator("select").first();
  }

  comparison(path: string) {
    return this.row(path).locator("select").last();
  }

  async rules(): Promise<string> {
    return this.field("rules").inputValue();
  }
}

interface Updating extends HTMLElement {
  updateComplete: Promise<boolean>;
}

const exactly = (text: string) => new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);

/** What axe-core finds in a page, as `rule: element`. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  });
}

interface Axe {
  run(
    root: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
