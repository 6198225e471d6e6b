// The page with a whole plan: what it says of all resources, and how one gets to those that matter.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PATIENCE, type Shown, Site, violations } from "./browser/page.js";
import { databricksPlan, terraformPlan } from "./browser/plan.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let site: Site;
let shown: Shown;

// One page for all: what one plan leaves behind must not trouble the next.
beforeAll(async () => {
  site = await Site.open();
  shown = await site.page();
});
afterAll(() => site.close());

beforeEach(async () => {
  await shown.page.getByRole("button", { name: "Clear" }).click();
  await shown.page.locator(".empty").waitFor();
});
afterEach(() => {
  // What looks for violations of accessibility styles the page, which its policy forbids.
  const faults = shown.faults.splice(0).filter((fault) => !fault.includes("inline style"));
  expect(faults).toEqual([]);
});

/** Pastes a text somewhere in the page, outside of fields unless one is named. */
async function paste(text: string, field = "") {
  await shown.page.evaluate(
    ([text, field]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      const root = document.querySelector("why-replace")?.shadowRoot;
      const target = field === "" ? document.body : (root?.querySelector(field) ?? document.body);
      const how = { clipboardData, bubbles: true, composed: true, cancelable: true };
      target.dispatchEvent(new ClipboardEvent("paste", how));
    },
    [text, field] as const,
  );
}

/** Opens a plan, and one of its replacements. */
async function open(plan = terraformPlan(), address = "store_topic.orders") {
  await paste(plan);
  await expect.poll(detailed).not.toBe("");
  await shown.page.locator("#list li", { hasText: address }).first().click();
  await expect.poll(detailed).toBe(address);
}

async function openRules() {
  await shown.page.locator(".rules").evaluate((details: HTMLDetailsElement) => {
    details.open = true;
  });
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const title = () => shown.page.locator(".verdict h2").first().innerText();
/** Each resource as it reads. */
const listed = async () => (await shown.page.locator("#list li").allInnerTexts()).map(oneLine);
const addresses = () => shown.page.locator("#list li code").allInnerTexts();
const filters = async () => (await shown.page.locator(".filter").allInnerTexts()).map(oneLine);
const filter = (name: string) => shown.page.getByRole("radio", { name });
const chosen = () => shown.page.locator("#list [aria-selected=true] code").innerText();
/** The address of the resource whose differences are shown. */
const detailed = () => shown.page.locator(".detail .address code").innerText();
const focused = () =>
  shown.page.evaluate(() => {
    const element = document.querySelector("why-replace")?.shadowRoot?.activeElement;
    return element?.id || element?.getAttribute("aria-label") || element?.tagName;
  });
const status = () => shown.page.locator("#status").innerText();

const RULES = '{"store_topic": {"partitions": "integer"}}';

describe("a plan is taken", () => {
  test("from a paste anywhere, and says first what it is about", async () => {
    await open();
    await expect.poll(title).toBe("4 replaces and 1 delete; 2 may be spurious: see the suggestions");
    expect(await shown.page.locator(".counts").first().innerText()).toBe(
      "What happens to 1 resource is open: values are unknown or masked.",
    );
    expect(oneLine(await shown.page.locator(".given").innerText())).toMatch(
      /^pasted text \d\.\d KB · Terraform plan /,
    );
    expect(await shown.field("old").count()).toBe(0);
    await expect.poll(status).toMatch(/^4 replaces and 1 delete; 2 may be spurious/);
    await expect
      .poll(listed)
      .toEqual([
        "− DELETE store_key.gone store_key",
        "± REPLACE (destroy, then create) store_topic.orders store_topic · type → NO-OP with suggestions",
        "± REPLACE (destroy, then create) store_topic.events store_topic · type → NO-OP with suggestions",
        "± REPLACE (destroy, then create) store_topic.renamed store_topic · real, case, empty and 2 more",
        "? MAY REPLACE (destroy, then create) store_view.latest store_view · unknown · because of store_topic.orders",
        "~ UPDATE IN PLACE store_bucket.logs store_bucket · real",
        "+ CREATE store_key.fresh store_key",
      ]);
    expect(await shown.page.locator(".today").first().innerText()).toMatch(
      /\. With the suggestions accepted: 2 fewer replaces\.$/,
    );
  });

  test.each(["#old-field", "#new-field"])("from a paste into %s", async (field) => {
    await paste(terraformPlan(), field);
    await shown.page.locator("#list").waitFor();
    await shown.page.getByRole("button", { name: "Back to two documents" }).click();
    expect(await shown.field("old").inputValue()).toBe("");
    expect(await shown.field("new").inputValue()).toBe("");
  });

  test("from a file, whose name is shown; another document takes its place", async () => {
    const file = (name: string, text: string) => ({ name, mimeType: "text/json", buffer: Buffer.from(text) });
    await shown.page.locator("#new-file").setInputFiles(file("plan.json", terraformPlan()));
    await shown.page.locator("#list").waitFor();
    expect(await shown.page.locator(".given strong").innerText()).toBe("plan.json");
    await shown.page.locator("#plan-file").setInputFiles(file("more.json", terraformPlan(20)));
    await expect.poll(filters).toContain("Update 21");
    await shown.page.locator("#plan-file").setInputFiles(file("old.json", '{"a": 1}'));
    await expect.poll(() => shown.field("old").inputValue()).toBe('{"a": 1}');
    expect(await shown.page.locator(".given").count()).toBe(0);
  });

  test("and given back: two documents as they were, and one resource if it is one", async () => {
    await shown.field("old").fill('{"a": 1}');
    await shown.after(() => shown.field("new").fill('{"a": 2}'));
    await open();
    const left = await shown.after(() =>
      shown.page.getByRole("button", { name: "Back to two documents" }).click(),
    );
    expect([left.verdict.action, await shown.field("new").inputValue()]).toEqual(["update", '{"a": 2}']);
    expect(await focused()).toBe("old-field");
    await open();
    await shown.page.getByRole("button", { name: "It is one resource" }).click();
    await expect.poll(() => shown.field("new").inputValue()).toBe(terraformPlan());
  });

  test.each<[name: string, text: string, says: RegExp]>([
    [
      "Terraform as text",
      "Terraform will perform the following actions:\n  # store_topic.orders must be replaced",
      /^This is a plan of Terraform as text.*Run terraform plan -out=plan\.bin, then terraform show -json plan\.bin > plan\.json/,
    ],
    [
      "Pulumi as text",
      "Previewing update (dev):\n     Type                 Name  Plan\n     pulumi:pulumi:Stack  dev",
      /^This is a preview of Pulumi as text.*Run pulumi preview --json > plan\.json/,
    ],
    [
      "a state",
      '{"version": 4, "lineage": "x", "resources": []}',
      /this is a state of Terraform.*Run terraform plan/,
    ],
  ])("%s is known, and refused with the command to run", async (_name, text, says) => {
    await paste(text);
    const problem = shown.page.locator(".given .problem");
    await problem.waitFor();
    expect(oneLine(await problem.innerText())).toMatch(says);
    expect(await shown.page.locator("#list, .verdict").count()).toBe(0);
    await open();
    expect(await problem.count()).toBe(0);
  });

  test("from a paste while the page still starts", async () => {
    const context = await site.context();
    const page = await context.newPage();
    await page.addInitScript((plan) => {
      const paste = () => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", plan);
        const how = { clipboardData, bubbles: true, composed: true, cancelable: true };
        document.body.dispatchEvent(new ClipboardEvent("paste", how));
      };
      void customElements.whenDefined("why-replace").then(() => setTimeout(paste, 200));
    }, terraformPlan());
    await page.goto(site.url);
    await page.locator("#list li").first().waitFor();
    expect(await page.locator(".given strong").innerText()).toBe("pasted text");
    await context.close();
  });

  test("but a pair is a pair as before", async () => {
    await paste('{"partitions": "6"}');
    await expect.poll(() => shown.field("old").inputValue()).toBe('{"partitions": "6"}');
    const told = await shown.after(() => paste('{"partitions": 6}'));
    expect(told.counts.real).toBe(1);
  });
});

describe("the list", () => {
  test("has filters with counts; what does nothing is hidden and counted", async () => {
    await open();
    expect(await filters()).toEqual([
      "All changes 7",
      "Replace 4",
      "Delete 1",
      "Update 1",
      "Create 1",
      "Undecided 1",
      "Drift 1",
      "Outputs 1",
      "No-op 1",
    ]);
    expect(await shown.page.locator(".resources .note").allInnerTexts()).toEqual([
      "7 of 10 listed",
      "3 more under the other filters",
    ]);
    for (const [name, expected] of [
      ["Delete", ["store_key.gone"]],
      ["Undecided", ["store_view.latest"]],
      ["Drift", ["store_key.same"]],
      ["Outputs", ["address"]],
      ["No-op", ["store_key.same"]],
    ] as const) {
      await filter(name).check();
      expect(await addresses(), name).toEqual(expected);
    }
    await expect.poll(status).toBe("1 of 10 listed");
  });

  test("is searched by address and type", async () => {
    await open();
    const search = shown.page.getByRole("searchbox");
    await search.fill("STORE_topic renam");
    expect(await addresses()).toEqual(["store_topic.renamed"]);
    expect(await filters()).toEqual(["All changes 1", "Replace 1"]);
    await expect.poll(status).toBe("1 of 10 listed");
    await search.fill("nothing like it");
    expect(await shown.page.locator(".resources").innerText()).toMatch(/No address or type has “.+”\./);
    await search.fill("");
    expect(await addresses()).toHaveLength(7);
  });

  test("has pages when it is long, and every resource is counted", async () => {
    await open(terraformPlan(300));
    const page = () => shown.page.locator(".pages").innerText();
    expect(oneLine(await page())).toBe("Earlier 1 to 100 of 307 Later");
    await shown.page.getByRole("button", { name: "Later" }).click();
    expect([oneLine(await page()), (await addresses())[0]]).toEqual([
      "Earlier 101 to 200 of 307 Later",
      "store_item.n94",
    ]);
    await shown.page.locator("#list").focus();
    await shown.page.keyboard.press("End");
    await expect.poll(chosen).toBe("store_key.fresh");
    expect(oneLine(await page())).toBe("Earlier 301 to 307 of 307 Later");
    expect(
      await shown.page
        .locator("#list [aria-selected=true]")
        .evaluate((row) => [row.ariaPosInSet, row.ariaSetSize]),
    ).toEqual(["307", "307"]);
    await shown.page.keyboard.press("Home");
    await expect.poll(chosen).toBe("store_key.gone");
  });

  test("keeps the order of danger in which it was read, whatever rules make of it", async () => {
    const order = [
      "store_key.gone",
      "store_topic.orders",
      "store_topic.events",
      "store_topic.renamed",
      "store_view.latest",
      "store_bucket.logs",
      "store_key.fresh",
    ];
    await paste(terraformPlan());
    await expect.poll(detailed).toBe("store_key.gone");
    expect([await addresses(), await chosen()]).toEqual([order, "store_key.gone"]);
    await shown.page.keyboard.press("n");
    await expect.poll(detailed).toBe("store_topic.orders");
    await shown.comparison("partitions").selectOption("integer");
    await expect.poll(title).toMatch(/3 of the replaces are spurious/);
    expect(await addresses()).toEqual(order);
    // Read anew with these rules, only one of the replaces is left.
    const rules = await shown.rules();
    await paste(terraformPlan(1));
    await expect.poll(filters).toContain("Update 2");
    expect(await shown.rules()).toBe(rules);
    expect(await addresses()).toEqual([
      "store_key.gone",
      "store_topic.renamed",
      "store_bucket.logs",
      "store_item.n0",
      "store_key.fresh",
      "store_topic.orders",
      "store_topic.events",
      "store_view.latest",
    ]);
  });
});

describe("a resource", () => {
  test("is shown with the plan's reason beside ours, and whom it hits", async () => {
    await open();
    await expect.poll(detailed).toBe("store_topic.orders");
    const detail = shown.page.locator(".detail");
    expect(oneLine(await detail.locator(".facts").innerText())).toBe(
      "Plan REPLACE (destroy, then create) Its reason replace because cannot update",
    );
    expect(await shown.replaces()).toEqual(["partitions"]);
    expect((await shown.rows())[0]).toBe('partitions | "6" string | 6 number | ≠ real');
    await detail.locator(".affects summary").click();
    expect(oneLine(await detail.locator(".affects li").innerText())).toBe("REPLACE store_view.latest topic");
    await shown.page.getByRole("searchbox").fill("topic.orders");
    await expect.poll(addresses).toEqual(["store_topic.orders"]);
    await detail.getByRole("button", { name: "store_view.latest" }).click();
    await expect.poll(detailed).toBe("store_view.latest");
    expect([await chosen(), await focused(), await addresses()]).toEqual([
      "store_view.latest",
      "list",
      expect.arrayContaining(["store_view.latest", "store_topic.orders"]),
    ]);
    await shown.page.locator(".facts").getByRole("button", { name: "store_topic.orders" }).click();
    await expect.poll(detailed).toBe("store_topic.orders");
  });

  test("masks its secrets again when another one is shown", async () => {
    await open();
    const choose = (address: string) => shown.page.locator("#list li", { hasText: address }).click();
    await choose("store_bucket.logs");
    await expect.poll(detailed).toBe("store_bucket.logs");
    const detail = shown.page.locator(".detail");
    expect(await detail.innerText()).not.toMatch(/horse|staple/);
    await shown.row("password").getByRole("button", { name: "Show" }).first().click();
    await expect.poll(() => detail.innerText()).toMatch(/correct horse[\s\S]*battery staple/);
    await choose("store_key.gone");
    await expect.poll(detailed).toBe("store_key.gone");
    await choose("store_bucket.logs");
    await expect.poll(detailed).toBe("store_bucket.logs");
    expect(await detail.innerText()).not.toMatch(/horse|staple/);
  });
});

describe("a plan of three sides", () => {
  const columns = () => shown.page.locator("thead th").allInnerTexts();
  /** The row of a difference as it reads, up to its class. */
  const values = async (path: string) =>
    (await shown.row(path).locator("td").allInnerTexts()).slice(0, 3).map(oneLine);
  const asked = (path: string) => shown.row(path).locator(".asked").innerText();

  test("has what the service reports with its type, and what is asked for with its reason", async () => {
    await open(databricksPlan(), "resources.jobs.etl");
    expect((await columns()).slice(0, 5)).toEqual(["Key", "Old", "New", "Remote", "Class, cause"]);
    const main = 'tasks[task_key="main"]';
    expect([await values(`${main}.retries`), await asked(`${main}.retries`)]).toEqual([
      ["1 number", "2 number", '"1" string'],
      "Asks for an update in place",
    ]);
    expect([await values(`${main}.run_if`), await asked(`${main}.run_if`)]).toEqual([
      ["missing", "missing", '"ALL_SUCCESS" string'],
      "Asks for nothing, because of backend_default",
    ]);
    expect(await asked("tags.team")).toBe("Asks for nothing, because of remote_already_set");
    await shown.page.locator("#list li", { hasText: "flow" }).click();
    await expect.poll(detailed).toBe("resources.pipelines.flow");
    expect(await asked("storage")).toBe("Asks for a replace, because of immutable");
  });

  test("unfolds the service's value by itself", async () => {
    await open(databricksPlan(), "resources.jobs.etl");
    await shown.row("description").locator('td[data-label="Remote"]').getByRole("button").click();
    await expect.poll(async () => (await values("description"))[2]).toBe(`"${"z".repeat(300)}" string`);
    expect((await values("description"))[0]).toMatch(/… \d+ more characters/);
  });

  test("is followed by one of two sides, which has no such column", async () => {
    await open(databricksPlan(), "resources.jobs.etl");
    await open();
    expect((await columns()).slice(0, 4)).toEqual(["Key", "Old", "New", "Class, cause"]);
    expect(await shown.page.locator(".asked").count()).toBe(0);
  });
});

describe("an example of each tool", () => {
  test.each<
    [
      id: string,
      format: RegExp,
      before: RegExp,
      cascade: string,
      spurious: string,
      real: string,
      secret: string,
    ]
  >([
    [
      "terraform",
      /Terraform plan/,
      /^2 replaces; 1 of them is spurious/,
      "aws_ecs_service.api",
      "aws_ecs_task_definition.api",
      "aws_db_instance.orders",
      "aws_db_instance.orders",
    ],
    [
      "pulumi",
      /Pulumi preview/,
      /^2 replaces; 1 may be spurious/,
      "Acl::orders-readers",
      "Topic::orders",
      "Topic::payments",
      "User::billing",
    ],
    [
      "databricks",
      /Databricks plan/,
      /^2 replaces; 1 may be spurious/,
      "resources.jobs.nightly",
      "resources.catalogs.main",
      "resources.pipelines.orders",
      "resources.jobs.nightly",
    ],
  ])("%s: a cascade, a spurious replace, a real one, a secret", async (...example) => {
    const [id, format, before, cascade, spurious, real, secret] = example;
    await shown.page.locator(".menu summary").click();
    await shown.page.locator(`.menu [data-example=${id}]`).click();
    await expect.poll(detailed).not.toBe("");
    expect(await shown.page.locator(".given").innerText()).toMatch(format);
    await expect.poll(title).toMatch(before);
    const item = (address: string) =>
      shown.page.locator("#list li", { has: shown.page.locator(`code[title*="${address}"]`) });
    expect(await item(cascade).innerText()).toContain("because of");
    await item(secret).click();
    await expect.poll(() => shown.page.locator(".detail").innerText()).toContain("password");
    expect(await shown.page.locator("why-replace").innerText()).not.toMatch(/horse|staple/);
    // All that is suggested settles the spurious one, and nothing of the real one.
    await item(spurious).click();
    await expect.poll(detailed).toContain(spurious);
    const accept = shown.page.locator(".detail").getByRole("button", { name: "Accept" });
    if ((await accept.count()) > 0) await accept.first().click();
    await expect.poll(title).toMatch(/^2 replaces; 1 of them is spurious/);
    await filter("Replace").check();
    await expect.poll(() => shown.page.locator("#list li").count()).toBe(1);
    await item(real).click();
    await expect.poll(detailed).toContain(real);
    expect(await accept.count()).toBe(0);
  });

  test("is no longer one when another document comes in: its rules go", async () => {
    await shown.example("terraform");
    await expect.poll(detailed).toBe("aws_db_instance.orders");
    await open();
    expect(await shown.rules()).toBe("{}");
    await shown.page.evaluate(() => document.querySelector("why-replace")?.removeAttribute("example"));
  });
});

describe("rules", () => {
  test("decide about all resources at once, and undo takes it back", async () => {
    await open();
    await expect.poll(detailed).toBe("store_topic.orders");
    await shown.comparison("partitions").selectOption("integer");
    await expect.poll(title).toBe("4 replaces and 1 delete; 3 of the replaces are spurious with these rules");
    expect(JSON.parse(await shown.rules())).toEqual(JSON.parse(RULES));
    expect(await shown.page.locator(".today").first().innerText()).toMatch(
      /^The plan says 1 delete, 4 replaces, .*; with these rules it is 1 delete, 1 replace, /,
    );
    expect((await filters()).slice(0, 3)).toEqual(["All changes 7", "Spurious 3", "Replace 1"]);
    // The rows stay where they are.
    await expect
      .poll(listed)
      .toEqual(
        expect.arrayContaining([
          "≈ NO-OP plan: REPLACE store_topic.orders store_topic · type",
          "≈ NO-OP plan: REPLACE store_view.latest store_view · because of store_topic.orders",
        ]),
      );
    expect([await detailed(), await chosen()]).toEqual(["store_topic.orders", "store_topic.orders"]);
    await expect.poll(status).toMatch(/^Rules changed: .*4 replaces.* → .*1 replace\b/);
    await shown.page.locator("#list").focus();
    await shown.page.keyboard.press("Control+z");
    await expect.poll(title).toBe("4 replaces and 1 delete; 2 may be spurious: see the suggestions");
  });

  test("for an address come before those for its type, and choices go where they stand", async () => {
    await open();
    await openRules();
    await shown.field("rules").fill('{"store_topic.events": {}}');
    await shown.page.locator("#list li", { hasText: "store_topic.events" }).click();
    await expect.poll(detailed).toBe("store_topic.events");
    await shown.comparison("partitions").selectOption("integer");
    await expect.poll(title).toBe("4 replaces and 1 delete; 1 of the replaces is spurious with these rules");
    expect(JSON.parse(await shown.rules())).toEqual({ "store_topic.events": { partitions: "integer" } });
  });

  test("with an error leave the last verdict, and say so", async () => {
    await open();
    await openRules();
    await shown.field("rules").fill("{,}");
    await shown.page.locator("#rules-problem .problem").waitFor();
    expect(await shown.page.locator(".staleness").allInnerTexts()).toEqual([
      "For the rules before: they have an error now",
    ]);
    await shown.field("rules").fill(RULES);
    await expect.poll(title).toBe("4 replaces and 1 delete; 3 of the replaces are spurious with these rules");
    expect(await shown.page.locator(".staleness").count()).toBe(0);
  });
});

test("without a mouse", async () => {
  await open();
  await expect.poll(detailed).toBe("store_topic.orders");
  const { keyboard } = shown.page;
  await keyboard.press("/");
  expect(await focused()).toBe("search");
  // The list is one stop, whatever its length.
  await keyboard.press("Tab");
  expect(await focused()).toBe("list");
  for (const [key, expected] of [
    ["ArrowDown", "store_topic.events"],
    ["n", "store_topic.renamed"],
    ["ArrowUp", "store_topic.events"],
    ["p", "store_topic.orders"],
    ["ArrowUp", "store_key.gone"],
    ["ArrowUp", "store_key.gone"],
    ["End", "store_key.fresh"],
    ["Home", "store_key.gone"],
    ["ArrowDown", "store_topic.orders"],
  ] as const) {
    await keyboard.press(key);
    await expect.poll(detailed, { message: key }).toBe(expected);
    expect([await chosen(), await focused()]).toEqual([expected, "list"]);
  }
  expect(await shown.page.locator("#list").getAttribute("aria-activedescendant")).toBe("item-0");
  await keyboard.press("Enter");
  expect(await focused()).toBe("Verdict");
  await keyboard.press("j");
  expect(await shown.page.locator("tbody.row tr:focus th .path").innerText()).toBe("partitions");
  for (const region of ["Verdict", "list", "Verdict of the plan", "Rules", "Input"]) {
    await keyboard.press("Shift+F6");
    expect(await focused()).toBe(region);
  }
  for (const [key, count] of [
    ["s", 0],
    ["s", 7],
    ["r", 4],
    ["s", 0],
    ["s", 7],
  ] as const) {
    await keyboard.press(key);
    expect(await addresses(), key).toHaveLength(count);
  }
  // The filters are one stop too, and the arrows go through them.
  await filter("All changes").focus();
  await keyboard.press("ArrowDown");
  expect(await addresses()).toHaveLength(4);
  expect(await filter("Replace").isChecked()).toBe(true);
});

test("keys that were chosen fast one after another end at the last", async () => {
  await open(terraformPlan(60));
  await shown.page.locator("#list").focus();
  await shown.page.keyboard.press("Home");
  for (let step = 0; step < 40; step++) await shown.page.keyboard.press("ArrowDown");
  await expect.poll(chosen).toBe("store_item.n34");
  await expect.poll(detailed).toBe("store_item.n34");
  expect((await shown.rows())[0]).toMatch(/^at \| 34 number \| 35 number/);
});

test("20,000 resources do not make the page slow", async () => {
  await shown.page.evaluate(() => {
    const tasks = { longest: 0 };
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.longest = Math.max(tasks.longest, duration);
    }).observe({ type: "longtask" });
  });
  await open(terraformPlan(20_000));
  await shown.page.locator("#list").focus();
  for (const key of ["End", "ArrowUp", "Home", "ArrowDown", "ArrowDown"])
    await shown.page.keyboard.press(key);
  await expect.poll(detailed).toBe("store_topic.events");
  await shown.page.getByRole("searchbox").fill("n49");
  await expect.poll(() => shown.page.locator(".pages").innerText()).toContain("of 111");
  await shown.page.getByRole("searchbox").fill("store_topic.events");
  await expect.poll(detailed).toBe("store_topic.events");
  await shown.comparison("partitions").selectOption("integer");
  await expect.poll(title).toMatch(/^4 replaces.*; 3 /);
  await shown.page.getByRole("searchbox").fill("");
  await expect.poll(() => shown.page.locator("#list li").count()).toBe(100);
  // None is above 50 ms on a quiet machine; a list that is not paged has one of 400 ms and more.
  const { longest } = await shown.page.evaluate(
    () => (window as unknown as { tasks: { longest: number } }).tasks,
  );
  expect(longest).toBeLessThan(250);
});

test("hostile addresses are text", async () => {
  const hostile = "<img src=x onerror=alert(1)>\u202e";
  await open(terraformPlan().replaceAll("store_key.gone", JSON.stringify(hostile).slice(1, -1)));
  await filter("Delete").check();
  expect(await addresses()).toEqual(["<img src=x onerror=alert(1)>U+202E"]);
  expect(await shown.page.locator("#list img").count()).toBe(0);
});

test("nothing is asked for while a plan is read and decided about", async () => {
  const asked: string[] = [];
  shown.page.on("request", (request) => asked.push(request.url()));
  await shown.page.context().setOffline(true);
  await open();
  await expect.poll(detailed).toBe("store_topic.orders");
  await shown.comparison("partitions").selectOption("integer");
  await expect.poll(title).toMatch(/^4 replaces.*; 3 /);
  expect(asked.filter((url) => !url.startsWith("blob:"))).toEqual([]);
  const stored = () => [Object.keys(localStorage), sessionStorage.length];
  expect(await shown.page.evaluate(stored)).toEqual([[], 0]);
  await shown.page.context().setOffline(false);
});

test("a narrow page does not scroll sideways", async () => {
  await shown.page.setViewportSize({ width: 320, height: 800 });
  await open();
  await expect.poll(detailed).toBe("store_topic.orders");
  const { scroll, client } = await shown.page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
  // What is said about a resource stands below the list: a click leads there, the arrows stay in the list.
  await shown.page.locator("#list li", { hasText: "store_topic.renamed" }).click();
  await expect.poll(detailed).toBe("store_topic.renamed");
  expect(await focused()).toBe("Verdict");
  await shown.page.locator("#list").focus();
  await shown.page.keyboard.press("ArrowUp");
  await expect.poll(detailed).toBe("store_topic.events");
  expect(await focused()).toBe("list");
  await shown.page.setViewportSize({ width: 1280, height: 900 });
});

test.each(["light", "dark"] as const)("no violation of accessibility in %s", async (colorScheme) => {
  // Colours on their way to others have any contrast.
  await shown.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await paste("Previewing update (dev)");
  await shown.page.locator(".given .problem").waitFor();
  const found: Record<string, string[]> = {};
  const check = async (state: string) => {
    const problems = await violations(shown.page);
    if (problems.length > 0) found[state] = problems;
  };
  await check("refused");
  await open(terraformPlan(150));
  await expect.poll(detailed).toBe("store_topic.orders");
  await shown.page.locator(".affects summary").click();
  await check("a plan");
  await shown.comparison("partitions").selectOption("integer");
  await expect.poll(title).toMatch(/spurious/);
  await check("with rules");
  await shown.page.getByRole("searchbox").fill("nothing");
  await check("nothing found");
  await shown.page.getByRole("searchbox").fill("");
  for (const name of ["Spurious", "Create", "Outputs"]) {
    await filter(name).check();
    await shown.page.locator("#list li").first().click();
    await check(name);
  }
  await open(databricksPlan(), "resources.jobs.etl");
  await check("three sides");
  expect(found).toEqual({});
});
