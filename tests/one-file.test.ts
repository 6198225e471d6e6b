// Pages that are one file each: from a disk, without a server, and in a sandboxed frame of another page.

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pageFolder } from "../scripts/build.mjs";
import { asked } from "../www/src/embed-message.js";
import { PATIENCE, Site } from "./browser/page.js";
import { terraformPlan } from "./browser/plan.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let site: Site;
/** Around the frame: another site. */
let around: Site;
let folder: string;

beforeAll(async () => {
  site = await Site.open();
  folder = mkdtempSync(join(tmpdir(), "whyreplace-around-"));
  around = await Site.open(folder);
});
afterAll(async () => {
  await site.close();
  await around.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What goes wrong in a page, and what it asks for beside itself. */
function watched(page: Page): { faults: string[]; asked: string[] } {
  const [faults, asked]: [string[], string[]] = [[], []];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => asked.push(request.url()));
  return { faults, asked };
}

test.each(["why-replace.html", "embed.html"])(
  "%s allows what stands in it by hashes, and else what the page allows",
  (name) => {
    const policyOf = (html: string) =>
      /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1] ?? "";
    const html = readFileSync(join(pageFolder, name), "utf8");
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const inline = (element: string) => {
      const found = [
        ...html.matchAll(new RegExp(`<${element}(?: type="module")?>([\\s\\S]*?)</${element}>`, "g")),
      ];
      return found.map(([, text = ""]) => hash(text)).join(" ");
    };
    const page = policyOf(readFileSync(join(pageFolder, "index.html"), "utf8"));
    const expected = page
      .replace("script-src 'self'", `script-src ${inline("script")}`)
      .replace("style-src 'self'", `style-src ${inline("style")}`);
    expect(policyOf(html)).toBe(expected);
    expect(html).not.toMatch(/<(?:script|link)[^>]*(?:src|href)="(?!data:)/);
  },
);

test("the page as one file judges a pair and a plan from a disk, and asks for nothing", async () => {
  const context = await site.context();
  await context.setOffline(true);
  const page = await context.newPage();
  const { faults, asked } = watched(page);
  const address = pathToFileURL(join(pageFolder, "why-replace.html")).href;
  await page.goto(address);
  const title = page.locator(".verdict h2").first();
  await title.waitFor();
  expect(await title.innerText()).toBe("NO-OP after 3 rules");
  await page.locator("#new-field").fill('{"partitions": 3}');
  await expect.poll(() => title.innerText()).toMatch(/^REPLACE/);
  await page.locator(".take > summary").click();
  await page.locator("pre.taken").waitFor();
  await page.evaluate(
    (plan) => Object.assign(document.querySelector("why-replace") ?? {}, { plan }),
    terraformPlan(),
  );
  await expect.poll(() => title.innerText()).toMatch(/^4 replaces/);
  expect(await page.getByRole("button", { name: "Share…" }).count()).toBe(0);
  await page.locator("#how").click();
  expect(await page.locator("#check a").count()).toBe(0);
  expect(asked.filter((url) => url !== address && !/^(?:blob|data):/.test(url))).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test("the page links it", async () => {
  const { page, close } = await site
    .page()
    .then((shown) => ({ page: shown.page, close: () => shown.close() }));
  await page.locator("#how").click();
  const download = page.waitForEvent("download");
  await page.locator("#check a").click();
  expect((await download).suggestedFilename()).toBe("why-replace.html");
  await close();
});

describe("the frame", () => {
  /** A page with the frame in a sandbox, and all that the frame tells it. */
  async function framed(): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
    const frame = `<iframe src="${site.url}embed.html" sandbox="allow-scripts" allow="clipboard-write" loading="lazy" title="frame" width="900" height="800"></iframe>`;
    const listen = 'window.told = []; addEventListener("message", ({ data }) => told.push(data));';
    writeFileSync(
      join(folder, "index.html"),
      `<!doctype html><link rel="icon" href="data:,"><script>${listen}</script>${frame}`,
    );
    const context = await around.context();
    const page = await context.newPage();
    const { faults } = watched(page);
    await page.goto(around.url);
    await expect.poll(() => told(page)).toEqual([{ whyreplace: 1, kind: "ready" }]);
    return { page, faults, close: () => context.close() };
  }

  const told = (page: Page) => page.evaluate(() => (window as unknown as { told: { kind: string }[] }).told);
  const post = (page: Page, message: unknown) =>
    page.evaluate(
      (message) => document.querySelector("iframe")?.contentWindow?.postMessage(message, "*"),
      message,
    );

  test("shows what the page around asks for, and tells it the verdict", async () => {
    const { page, faults, close } = await framed();
    const title = page.frameLocator("iframe").locator(".verdict h2").first();
    const inputs = { old: '{"a": "1"}', new: '{"a": 1}', rules: '{"t": {"a": "integer"}}', type: "t" };
    await post(page, { whyreplace: 1, kind: "show", id: "first", inputs });
    await expect.poll(() => title.innerText()).toBe("NO-OP after 1 rule");
    await post(page, {
      whyreplace: 1,
      kind: "show",
      id: 2,
      inputs: { plan: terraformPlan(), readonly: true, theme: "dark" },
    });
    await expect.poll(() => title.innerText()).toMatch(/^4 replaces/);
    expect(await page.frameLocator("iframe").locator(".input, .rules, .bar > button").count()).toBe(2);
    expect((await told(page)).slice(1)).toEqual([
      { whyreplace: 1, kind: "verdict", id: "first", verdict: expect.objectContaining({ format: "pair" }) },
      {
        whyreplace: 1,
        kind: "verdict",
        id: 2,
        verdict: expect.objectContaining({ format: "terraform-plan" }),
      },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test("lets a reader copy", async () => {
    const { page, faults, close } = await framed();
    const frame = page.frameLocator("iframe");
    await post(page, { whyreplace: 1, kind: "show", inputs: { old: "1", new: "2", readonly: true } });
    await frame.locator(".take > summary").click();
    await frame.getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(() => frame.locator("#status").innerText()).toMatch(/^Copied: Markdown/);
    expect(faults).toEqual([]);
    await close();
  });

  test("tells nobody about what a reader writes into it", async () => {
    const { page, faults, close } = await framed();
    const frame = page.frameLocator("iframe");
    const inputs = { old: '{"a": 1}', new: '{"a": 2}' };
    await post(page, { whyreplace: 1, kind: "show", inputs });
    await frame.locator(".verdict").waitFor();
    await frame.locator("#new-field").fill('{"a": 1, "password": "secret"}');
    await expect.poll(() => frame.locator(".counts").innerText()).toContain("1 unchanged");
    await frame.locator("#new-field").fill('{"a": 2}');
    await expect.poll(async () => (await told(page)).length).toBe(3);
    expect(JSON.stringify(await told(page))).not.toContain("password");
    expect(faults).toEqual([]);
    await close();
  });

  test("listens to its parent only", async () => {
    const { page, faults, close } = await framed();
    const frame = page.frames()[1];
    const inputs = { old: "1", new: "2" };
    await frame?.evaluate((message) => window.postMessage(message, "*"), {
      whyreplace: 1,
      kind: "show",
      inputs,
    });
    await page.waitForTimeout(300);
    expect(await page.frameLocator("iframe").locator("#old-field").inputValue()).toBe("");
    expect((await told(page)).length).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });
});

describe("a message to the frame", () => {
  const refused = (reason: string, id: string | null = null) => ({ kind: "refused", id, reason });
  const message = (more: object) => ({ whyreplace: 1, kind: "show", ...more });
  test.each<[name: string, message: unknown, outcome: unknown]>([
    ["nothing", null, undefined],
    ["text", "show", undefined],
    ["one of somebody else", { kind: "show" }, undefined],
    [
      "another version",
      { whyreplace: 2, kind: "show", id: "a" },
      refused("this frame speaks version 1", "a"),
    ],
    ["another kind", { whyreplace: 1, kind: "hide" }, refused('kind must be "show"')],
    ["no inputs", message({}), refused("inputs must be an object")],
    ["an input that there is not", message({ inputs: { news: "1" } }), refused("there is no input news")],
    [
      "one of every object",
      message({ inputs: { constructor: 1 } }),
      refused("there is no input constructor"),
    ],
    ["no text", message({ inputs: { old: { a: 1 } } }), refused("old must be text or a Blob")],
    ["no choice", message({ inputs: { olds: "old" } }), refused('olds must be "inputs" or "state"')],
    [
      "what is left out is as in a new frame",
      message({ id: 7, inputs: { old: "1" } }),
      {
        id: 7,
        inputs: {
          old: "1",
          new: "",
          plan: "",
          report: undefined,
          rules: "{}",
          type: "",
          olds: "inputs",
          dialect: "json",
          readonly: false,
          theme: "auto",
        },
      },
    ],
  ])("%s", (_, message, outcome) => expect(asked(message)).toEqual(outcome));
});
