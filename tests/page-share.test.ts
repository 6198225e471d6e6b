// A result as a link: what it carries in each mode, how it is made and opened, and what becomes of a bad one.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PATIENCE, Shown, Site, violations } from "./browser/page.js";
import { terraformPlan } from "./browser/plan.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let site: Site;
let shown: Shown;

beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());

beforeEach(async () => {
  shown = await site.page(await site.context({ permissions: ["clipboard-read", "clipboard-write"] }));
});
afterEach(async () => {
  await shown.close();
  // What looks for violations of accessibility styles the page, which its policy forbids.
  expect(shown.faults.filter((fault) => !fault.includes("inline style"))).toEqual([]);
});

const SECRETS = ["correct horse", "battery staple"];
const OLD = `{"partitions": "6", "owner": "alice", "password": "${SECRETS[0]}", "tags": ["east", "west"]}`;
const NEW = `{"partitions": 6, "owner": "robert", "password": "${SECRETS[1]}", "tags": ["west", "east"]}`;
const RULES = '{"*": {"partitions": ["immutable", "integer"], "owner": "immutable"}}';

type Mode = "With values" | "Masked" | "Types only";
const MODES: readonly Mode[] = ["With values", "Masked", "Types only"];

const dialog = () => shown.page.locator("#share");
const radio = (mode: Mode) => dialog().getByRole("radio", { name: mode });
const field = () => dialog().getByRole("textbox", { name: "Link" });
const said = () => dialog().getByRole("status").innerText();
const chosen = async () => {
  const checked = await Promise.all(
    MODES.map(async (mode) => (await radio(mode).count()) > 0 && radio(mode).isChecked()),
  );
  return MODES.filter((_, at) => checked[at]);
};
const fragmentOf = (content: unknown) => {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return `#v1.${deflateRawSync(text).toString("base64url")}`;
};
const payloadOf = (link: string) =>
  inflateRawSync(Buffer.from(link.split("#v1.")[1] ?? "", "base64url")).toString();

async function share(mode?: Mode): Promise<string> {
  await shown.page.getByRole("button", { name: "Share…" }).click();
  await field().waitFor();
  if (mode !== undefined) {
    await radio(mode).check();
    await field().waitFor();
  }
  return field().inputValue();
}

/** Another page, opened with a link. */
async function opened(link: string): Promise<Shown> {
  const page = await shown.page.context().newPage();
  page.on("pageerror", (error) => shown.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && shown.faults.push(message.text()));
  await page.goto(link);
  await page.locator(".strip, .failure").first().waitFor();
  return new Shown(page, shown.faults);
}

const openPlan = async (plan: string) => {
  await shown.page.evaluate((plan) => {
    Object.assign(document.querySelector("why-replace") ?? {}, { plan, rules: "{}" });
  }, plan);
  await shown.page.locator(".detail .address").waitFor();
};

/** Letters that look random, and are the same each time. */
function letters(count: number, seed = 7): string {
  let state = seed * 7919;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (state % 26));
  };
  return Array.from({ length: count }, next).join("");
}

describe("what a link carries is what opens", () => {
  test.each<[mode: Mode, rows: (string | RegExp)[], selects: number]>([
    [
      "With values",
      [
        'owner | "alice" string | "robert" string | ≠ real',
        "password | •••• string Show the values of password | •••• string Show the values of password | ≠ real",
        'partitions | "6" string | 6 number | ≈ spurious',
      ],
      8,
    ],
    [
      "Masked",
      [
        'owner | "alice" string | "robert" string | ≠ real',
        "password | •••• string | •••• string | ≠ real",
        'partitions | "6" string | 6 number | ≈ spurious',
      ],
      0,
    ],
    [
      "Types only",
      [
        "owner | •••• string | •••• string | ≠ real",
        "password | •••• string | •••• string | ≠ real",
        "partitions | •••• string | •••• number | ≈ spurious",
      ],
      0,
    ],
  ])("%s", async (mode, rows, selects) => {
    await shown.compare(OLD, NEW, RULES);
    const [title, replaces] = [await shown.title(), await shown.replaces()];
    const other = await opened(await share(mode));
    await other.page.locator("tbody.row").first().waitFor();
    expect([await other.title(), await other.replaces()]).toEqual([title, replaces]);
    expect((await other.rows()).filter((row) => !row.startsWith("tags"))).toEqual(rows);
    expect(await other.page.locator("tbody.row select").count()).toBe(selects);
    expect(await other.page.locator(".strip").innerText()).toMatch(
      /^Opened from a link; treat it as untrusted\./,
    );
    // It is in neither the address bar nor the history.
    expect(other.page.url()).toBe(site.url);
    expect(await other.page.evaluate(() => history.length)).toBeLessThan(3);
  });

  test("settings are among it, and what-if works", async () => {
    await shown.compare(OLD, NEW, RULES);
    await shown.after(() =>
      shown.page.evaluate(() => {
        Object.assign(document.querySelector("why-replace") ?? {}, { type: "topic", olds: "state" });
      }),
    );
    const other = await opened(await share("With values"));
    await other.page.locator("tbody.row").first().waitFor();
    await other.page.locator(".input summary").click();
    expect(await other.page.locator("#type").inputValue()).toBe("topic");
    expect(await other.page.locator("#olds").inputValue()).toBe("state");
    expect(await other.rules()).toBe(RULES);
    const told = await other.after(() => other.cost("owner").selectOption("mutable"));
    expect(told.verdict.action).toBe("update");
  });

  test("of a plan the list and the resource are as they were", async () => {
    await openPlan(terraformPlan());
    await shown.page.getByRole("radio", { name: /^Replace/ }).check();
    await shown.page.locator("[role=option]", { hasText: "store_topic.renamed" }).click();
    await expect
      .poll(() => shown.page.locator(".detail .address code").innerText())
      .toBe("store_topic.renamed");
    for (const mode of MODES) {
      const other = await opened(await share(mode));
      await expect
        .poll(() => other.page.locator(".detail .address code").innerText())
        .toBe("store_topic.renamed");
      expect(await other.page.getByRole("radio", { name: /^Replace/ }).isChecked()).toBe(true);
      await other.page.close();
      await shown.page.keyboard.press("Escape");
    }
  });

  test("what was opened can be shared again, without the documents", async () => {
    await shown.compare(OLD, NEW, RULES);
    const link = await share("Types only");
    shown = await opened(link);
    await shown.page.locator("tbody.row").first().waitFor();
    const again = await share();
    expect(await chosen()).toEqual(["Masked"]);
    expect(await radio("With values").count()).toBe(0);
    expect(JSON.parse(payloadOf(again))).toEqual(JSON.parse(payloadOf(link)));
  });
});

describe("what a link must not carry", () => {
  test.each<[mode: Mode]>([["Masked"], ["Types only"]])("%s: no secret, shown or not", async (mode) => {
    await shown.compare(OLD, NEW, RULES);
    await shown.after(() => shown.row("password").getByRole("button", { name: "Show" }).first().click());
    expect(await shown.row("password").innerText()).toContain(SECRETS[0]);
    const payload = payloadOf(await share(mode));
    for (const secret of [...SECRETS, "horse", "staple"]) expect(payload).not.toContain(secret);
  });

  test("Types only: no value at all, in the link and in the Markdown beside it", async () => {
    const keys = Array.from({ length: 200 }, (_, at) => `key_${letters(8, at + 1)}`);
    const sides = ["alice", "robert"].map((owner) =>
      JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, `${owner}${at % 3}`]))),
    );
    await shown.compare(sides[0] ?? "", sides[1] ?? "", '{"*": {"*": "default(\\"robert9\\")"}}');
    const payload = payloadOf(await share("Types only"));
    expect(payload).not.toMatch(/alice|robert/);
    expect(payload).toContain(keys[100]);
    await dialog().getByRole("button", { name: "Copy as Markdown" }).click();
    await expect.poll(said).toBe("The Markdown is copied.");
    const markdown = await shown.page.evaluate(() => navigator.clipboard.readText());
    expect(markdown).toContain(keys[100]);
    expect(markdown).not.toMatch(/alice|robert/);
  });

  test.each<[name: string, old: string, now: string, mode: Mode, danger: string | null]>([
    ["no secret", '{"a": 1}', '{"a": 2}', "With values", null],
    [
      "a secret that differs",
      OLD,
      NEW,
      "Masked",
      "2 values that are masked here can be read by whoever has the link.",
    ],
    [
      "one that does not",
      '{"a": 1, "db_passwd": "x"}',
      '{"a": 2, "db_passwd": "x"}',
      "Masked",
      "Something in the documents sounds like a secret (a password, a token, a key, …). Whoever has the link can read it.",
    ],
    [
      "one that is marked",
      '{"a": 1, "b": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "value": "x"}}',
      '{"a": 2, "b": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "value": "x"}}',
      "Masked",
      "Something in the documents sounds like a secret (a password, a token, a key, …). Whoever has the link can read it.",
    ],
  ])("with %s the choice is made first", async (_, old, now, mode, danger) => {
    await shown.compare(old, now);
    await share();
    expect(await chosen()).toEqual([mode]);
    expect(await dialog().locator(".danger").count()).toBe(0);
    await radio("With values").check();
    await field().waitFor();
    expect(await dialog().locator(".danger").allInnerTexts()).toEqual(danger === null ? [] : [danger]);
  });
});

describe("how long it is", () => {
  const notes = () => dialog().locator("[aria-live] p").allInnerTexts();

  test("is told", async () => {
    await shown.compare('{"a": 1}', '{"a": 2}');
    const link = await share();
    expect(link.length).toBeLessThan(200);
    expect(await notes()).toEqual([`The link has ${link.length} characters.`]);
  });

  test("a long one has other ways beside it", async () => {
    const text = letters(9000);
    await shown.compare(`{"a": "${text}"}`, '{"a": "b"}');
    const { length } = await share();
    expect(await notes()).toEqual([
      `The link has ${length.toLocaleString("en")} characters.`,
      "Over 2,000 characters: chat tools may cut it. What is never cut:",
    ]);
    const download = shown.page.waitForEvent("download");
    await dialog().getByRole("button", { name: "Save the report" }).click();
    expect((await download).suggestedFilename()).toBe("whyreplace-report.json");
  });

  test("a longer one is not offered", async () => {
    await shown.compare(`{"a": "${letters(200_000)}"}`, '{"a": "b"}');
    await shown.page.keyboard.press("l");
    await dialog().getByText("which few programs pass on whole").waitFor();
    expect(await field().count()).toBe(0);
    await dialog().getByRole("button", { name: "Copy as Markdown" }).click();
    await expect.poll(said).toBe("The Markdown is copied.");
    await radio("Types only").check();
    await field().waitFor();
    expect((await field().inputValue()).length).toBeLessThan(1000);
  });

  test("of a plan of 14 MB it is refused, and the page goes on", async () => {
    const plan = terraformPlan(40_000);
    expect(plan.length).toBeGreaterThan(14_000_000);
    await openPlan(plan);
    await shown.page.keyboard.press("l");
    await dialog().getByText("This is too much for a link.").waitFor();
    for (const mode of MODES) {
      await radio(mode).check();
      await dialog().getByText("This is too much for a link.").waitFor();
      expect(await field().count()).toBe(0);
    }
    await shown.page.keyboard.press("Escape");
    await shown.page.locator("#list").focus();
    await shown.page.keyboard.press("End");
    await expect.poll(() => shown.page.locator(".detail .address code").innerText()).toMatch(/./);
  });
});

describe("the dialog", () => {
  test("is used with the keyboard alone", async () => {
    await shown.compare(OLD, NEW, RULES);
    const press = (key: string) => shown.page.keyboard.press(key);
    await shown.page.locator("#list, .verdict").first().focus();
    await press("l");
    await field().waitFor();
    const focused = () =>
      shown.page.evaluate(() => {
        const inside = document.querySelector("why-replace")?.shadowRoot?.activeElement;
        return inside?.getAttribute("aria-label") ?? inside?.parentElement?.textContent?.trim();
      });
    await expect.poll(focused).toBe("Masked");
    await press("ArrowDown");
    await expect.poll(chosen).toEqual(["Types only"]);
    await field().waitFor();
    // Letters are for what stands behind the dialog.
    await press("m");
    await press("l");
    await press("Tab");
    expect(await focused()).toBe("Link");
    const link = await field().inputValue();
    expect(
      await field().evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]),
    ).toEqual([0, link.length]);
    await press("Tab");
    await press("Enter");
    await expect.poll(said).toBe("The link is copied.");
    expect(await shown.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await press("Escape");
    expect(await dialog().isVisible()).toBe(false);
    expect(
      await shown.page.evaluate(() =>
        document.querySelector("why-replace")?.shadowRoot?.activeElement?.matches(".verdict"),
      ),
    ).toBe(true);
    // Never in the address bar.
    expect(shown.page.url()).toBe(site.url);
  });

  test.each(["light", "dark"] as const)("no violation of accessibility in %s", async (colorScheme) => {
    await shown.close();
    shown = await site.page(await site.context({ colorScheme }));
    await shown.compare(OLD, NEW, RULES);
    await share("With values");
    expect(await violations(shown.page)).toEqual([]);
    const link = await chosenLink("Types only");
    shown.faults.length = 0;
    const other = await opened(link);
    await other.page.locator("tbody.row").first().waitFor();
    expect(await violations(other.page)).toEqual([]);
    const broken = await opened(`${site.url}#v1.x`);
    expect(await violations(broken.page)).toEqual([]);
  });

  /** Of the dialog that is open. */
  async function chosenLink(mode: Mode): Promise<string> {
    await radio(mode).check();
    await field().waitFor();
    return field().inputValue();
  }

  test("is not offered without a result, nor where nobody says which page opens links", async () => {
    await shown.page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => shown.page.getByRole("button", { name: "Share…" }).isDisabled()).toBe(true);
    await shown.page.keyboard.press("Tab");
    await shown.page.keyboard.press("l");
    expect(await dialog().count()).toBe(0);
    await shown.page.evaluate(() => {
      Object.assign(document.querySelector("why-replace") ?? {}, {
        shareBase: undefined,
        old: '{"a": 1}',
        new: '{"a": 2}',
      });
    });
    await shown.page.locator(".verdict").waitFor();
    expect(await shown.page.getByRole("button", { name: "Share…" }).count()).toBe(0);
  });
});

describe("links that come later", () => {
  const go = (fragment: string) =>
    shown.page.evaluate((fragment) => {
      const link = Object.assign(document.createElement("a"), { href: fragment });
      document.body.append(link);
      link.click();
      link.remove();
    }, fragment);

  test("are opened in the page that is there, each in place of the one before", async () => {
    for (const [old, now, action] of [
      ['{"a": 1}', '{"a": 2}', "UPDATE IN PLACE: 1 real change"],
      ['{"a": 1}', '{"a": 1}', "No differences (byte for byte)"],
    ] as const) {
      await go(fragmentOf({ old, new: now }));
      await expect.poll(() => shown.title()).toBe(action);
      expect(await shown.page.locator(".strip").count()).toBe(1);
      expect(shown.page.url()).toBe(site.url);
    }
    await shown.page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => shown.page.locator(".strip").count()).toBe(0);
  });

  test("the same one can be opened twice", async () => {
    const fragment = fragmentOf({ old: '{"a": 1}', new: '{"a": 2}' });
    for (const _ of ["once", "twice"]) {
      await go(fragment);
      await shown.page.locator(".strip").waitFor();
      await expect.poll(() => shown.title()).toBe("UPDATE IN PLACE: 1 real change");
      await shown.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      expect(await shown.page.locator(".verdict").count()).toBe(1);
    }
  });

  test("a message about one goes with the next result", async () => {
    await go("#v1.x");
    await shown.page.locator(".failure").waitFor();
    expect(await shown.page.locator(".verdict").count()).toBe(1);
    await shown.field("new").fill('{"partitions": "7"}');
    await expect.poll(() => shown.page.locator(".failure").count()).toBe(0);
  });

  test("other fragments are left alone", async () => {
    const title = await shown.title();
    await go("#version");
    expect(shown.page.url()).toBe(`${site.url}#version`);
    expect(await shown.title()).toBe(title);
    expect(await shown.page.locator(".strip, .failure").count()).toBe(0);
  });

  test.each<[name: string, fragment: () => string, message: string]>([
    [
      "a cut one",
      () => fragmentOf({ old: OLD, new: NEW }).slice(0, -20),
      "This link is damaged: a part of it is missing or was changed on the way.",
    ],
    [
      "one of another version",
      () => fragmentOf({ old: OLD, new: NEW }).replace("v1", "v7"),
      "This link is of version 7, and only version 1 can be read here.",
    ],
    [
      "a bomb",
      () => fragmentOf(`{"plan": "${" ".repeat(100_000_000)}"}`),
      "This link unpacks to more than 8 MiB and was not read.",
    ],
    ["something else", () => fragmentOf({ url: "x" }), "This link holds nothing that whyreplace can show."],
    [
      "no report",
      () => fragmentOf({ report: { schema: "<img src=x>" } }),
      "This is no report of whyreplace: schema should be 1.",
    ],
  ])("%s gives a message, and the page lives on", async (_, fragment, message) => {
    await go(fragment());
    await expect.poll(() => shown.page.locator(".failure").allInnerTexts()).toEqual([message]);
    expect(shown.page.url()).toBe(site.url);
    expect(await shown.page.locator("img").count()).toBe(0);
    await shown.page.getByRole("button", { name: "Clear" }).click();
    expect((await shown.compare('{"a": 1}', '{"a": 2}')).verdict.action).toBe("update");
    expect(await shown.page.locator(".failure").count()).toBe(0);
    // And the same one as the first thing of a page.
    const other = await opened(site.url + fragment());
    expect(await other.page.locator(".failure").allInnerTexts()).toEqual([message]);
  });
});

test("nothing is requested, neither for making a link nor for opening one", async () => {
  await shown.compare(OLD, NEW, RULES);
  await share("Masked");
  const asked: string[] = [];
  const context = shown.page.context();
  context.on("request", (request) => asked.push(request.url()));
  await context.setOffline(true);
  await shown.page.keyboard.press("Escape");
  const link = await share("With values");
  await shown.page.evaluate((link) => {
    const anchor = Object.assign(document.createElement("a"), { href: link });
    document.body.append(anchor);
    anchor.click();
  }, new URL(link).hash);
  await shown.page.locator(".strip").waitFor();
  expect(asked.filter((url) => !url.startsWith("blob:"))).toEqual([]);
});
