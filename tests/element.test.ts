// `whyreplace/element` of the packed package, in pages of others.

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type HostPage, Hosts, slotted } from "./browser/host.js";
import { PATIENCE, Site, violations } from "./browser/page.js";
import { terraformPlan } from "./browser/plan.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let hosts: Hosts;

beforeAll(async () => {
  hosts = await Hosts.open();
});
afterAll(() => hosts.close());

/** A page, for as long as something is done with it; nothing goes wrong in it but what is expected. */
async function within(
  host: HostPage,
  act: (host: Awaited<ReturnType<Hosts["show"]>>) => Promise<void>,
  faults: unknown[] = [],
) {
  const shown = await hosts.show(host);
  await act(shown);
  await shown.close();
  expect(shown.faults).toEqual(faults);
}

const TOPIC = {
  old: { partitions: "6", policy: "delete" },
  new: { partitions: 6, policy: "DELETE" },
  rules: { topic: { partitions: ["integer", "increase-only"], policy: ["case-insensitive", "immutable"] } },
};
const SPURIOUS = slotted(TOPIC, 'type="topic"');
const REAL = slotted({ ...TOPIC, new: { partitions: 6, policy: "compact" } }, 'type="topic"');

describe("what it is given", () => {
  test("documents in slots, settings in attributes", () =>
    within({ body: SPURIOUS }, async (host) => {
      await host.title().waitFor();
      expect(await host.title().innerText()).toBe("NO-OP after 2 rules");
      expect(await host.told()).toEqual([
        expect.objectContaining({
          format: "pair",
          raw: expect.objectContaining({ action: "replace" }),
          verdict: expect.objectContaining({ action: "no-op" }),
          counts: expect.objectContaining({ spurious: 2, real: 0 }),
        }),
      ]);
    }));

  test.each<[name: string, set: Record<string, unknown>, title: string]>([
    ["old and new", { old: '{"a": 1}', new: '{"a": 2}' }, "UPDATE IN PLACE: 1 real change"],
    [
      "rules and type",
      { old: '{"a": 1}', new: '{"a": 2}', rules: '{"t": {"a": "immutable"}}', type: "t" },
      "REPLACE (create, then destroy)",
    ],
    [
      "dialect",
      { old: '{"a": null}', new: "{}", dialect: "pulumi" },
      "Same values; only key order or spacing differ",
    ],
    ["olds", { old: '{"a": 1, "b": 2}', new: '{"a": 1}', olds: "state" }, "NO-OP"],
    ["a plan", { plan: terraformPlan() }, "4 replaces and 1 delete; 2 may be spurious: see the suggestions"],
  ])("properties: %s", (_, set, title) =>
    within({ body: "<why-replace></why-replace>" }, async (host) => {
      await host.set(set);
      await expect.poll(() => host.title().innerText()).toBe(title);
    }),
  );

  test("properties that were set before it was known", () =>
    within(
      {
        body: "<why-replace></why-replace>",
        script: `addEventListener("DOMContentLoaded", () => {}, true);
          new MutationObserver(() => {
            const element = document.querySelector("why-replace");
            if (element && !element.old) Object.assign(element, { old: '{"a": 1}', new: '{"a": 2}', readonly: true });
          }).observe(document, { subtree: true, childList: true });`,
      },
      async (host) => {
        await host.title().waitFor();
        expect(await host.element().locator("textarea").count()).toBe(0);
      },
    ));

  test("slots that the parser brings after it, and that change", () =>
    within({ body: "<main></main>" }, async (host) => {
      const change = (slots: string) =>
        host.page.evaluate((slots) => {
          const main = document.querySelector("main") as HTMLElement;
          const element = document.querySelector("why-replace") ?? document.createElement("why-replace");
          main.append(element);
          element.replaceChildren(document.createRange().createContextualFragment(slots));
        }, slots);
      await host.page.waitForFunction(() => customElements.get("why-replace"));
      await change("");
      await change(slotted({ old: { a: 1 }, new: { a: 2 } }).replace(/<\/?why-replace[^>]*>/g, ""));
      await expect.poll(() => host.title().innerText()).toBe("UPDATE IN PLACE: 1 real change");
      await change(slotted({ old: { a: 1 }, new: { a: 1 } }).replace(/<\/?why-replace[^>]*>/g, ""));
      await expect.poll(() => host.title().innerText()).toBe("No differences (byte for byte)");
    }));

  test("a plan tells its summary", () =>
    within({ body: slotted({ plan: terraformPlan() }) }, async (host) => {
      await host.title().waitFor();
      const [told] = await host.told<{ format: string; summary: { stated: unknown } }>();
      expect(told?.format).toBe("terraform-plan");
      expect(told?.summary.stated).toContainEqual({ action: "replace", count: 4 });
    }));

  test("readonly shows the result, and takes nothing", () =>
    within(
      { body: `<input id="own">${SPURIOUS.replace("<why-replace", "<why-replace readonly")}` },
      async (host) => {
        await host.title().waitFor();
        const element = host.element();
        expect(await element.locator(".pane, .rules, .input").count()).toBe(0);
        expect(await element.locator("td select:enabled").count()).toBe(0);
        await element.locator("tr[tabindex]").first().focus();
        expect(await host.paste('{"a": 1}')).toBe(false);
        await element.evaluate((element) => element.removeAttribute("readonly"));
        await element.locator("#old-field").waitFor();
        await host.set({ readonly: true });
        await expect.poll(() => element.locator("textarea").count()).toBe(0);
        expect(await element.getAttribute("readonly")).toBe("");
        await host.set({ old: '{"a": }' });
        await expect.poll(() => element.locator(".notes").innerText()).toMatch(/line 1/i);
      },
    ));
});

describe("a good guest", () => {
  const keys = `addEventListener("keydown", (event) => setTimeout(() => { window.prevented = event.defaultPrevented; }));`;
  const prevented = (host: { page: import("playwright-core").Page }) =>
    host.page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return (window as unknown as { prevented?: boolean }).prevented;
    });

  test("takes no key and no paste as long as it never had the focus, nor while another has it", () =>
    within({ body: `<input id="own"><p>text</p>${SPURIOUS}`, script: keys }, async (host) => {
      await host.title().waitFor();
      await host.page.keyboard.press("?");
      expect([await prevented(host), await host.paste("{}")]).toEqual([false, false]);
      expect(await host.element().locator("dialog[open]").count()).toBe(0);
      await host.element().locator("tr[tabindex]").first().focus();
      await host.page.locator("#own").focus();
      await host.page.keyboard.press("F6");
      expect([await prevented(host), await host.paste("{}")]).toEqual([false, false]);
      // What is nobody's is for the one that had the focus last.
      await host.page.locator("#own").evaluate((own) => own.blur());
      await host.page.keyboard.press("j");
      expect([await prevented(host), await host.paste('{"a": 1}')]).toEqual([true, true]);
    }));

  test("twice in a page: keys, pastes and choices go to the one that had the focus", () =>
    within({ body: SPURIOUS + REAL }, async (host) => {
      await host.title(0).waitFor();
      await host.title(1).waitFor();
      const titles = async () => [await host.title(0).innerText(), await host.title(1).innerText()];
      const first = ["NO-OP after 2 rules", "REPLACE (create, then destroy)"];
      expect(await titles()).toEqual(first);
      await host.element(1).locator("select").last().selectOption("");
      await host.element(0).locator("select").last().selectOption("");
      await expect.poll(titles).toEqual([first[1], first[1]]);
      await host.element(0).locator("tr[tabindex]").first().focus();
      await host.page.keyboard.press("Control+z");
      await expect.poll(titles).toEqual(first);
      await host.element(1).locator("tr[tabindex]").first().focus();
      expect(await host.paste(terraformPlan())).toBe(true);
      await expect.poll(titles).toEqual([first[0], expect.stringMatching(/^4 replaces/)]);
    }));

  test("removed and put back", () =>
    within({ body: `<main>${SPURIOUS}</main><aside></aside>` }, async (host) => {
      await host.title().waitFor();
      await host.set({ old: '{"a": 1}', new: '{"a": 2}', type: "" });
      await expect.poll(() => host.title().innerText()).toMatch(/^UPDATE/);
      const before = (await host.told()).length;
      await host.element().evaluate(async (element) => {
        element.remove();
        await new Promise((resolve) => setTimeout(resolve, 50));
        document.querySelector("aside")?.append(element);
      });
      await expect.poll(async () => (await host.told()).length).toBe(before + 1);
      expect(await host.title().innerText()).toMatch(/^UPDATE/);
      await host.set({ new: '{"a": 1}' });
      await expect.poll(() => host.title().innerText()).toMatch(/^No differences/);
    }));

  test("takes what is dropped on it, and nothing beside it", () =>
    within({ body: `<p id="own">text</p>${SPURIOUS}` }, async (host) => {
      await host.title().waitFor();
      const drop = (selector: string) =>
        host.page.evaluate((selector) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(['{"a": 1}'], "new.json"));
          const on = document.querySelector(selector);
          const target = on?.shadowRoot?.querySelector(".verdict") ?? on;
          const options = { dataTransfer, bubbles: true, composed: true, cancelable: true };
          const wasOver = target?.dispatchEvent(new DragEvent("dragover", options)) === false;
          return [wasOver, target?.dispatchEvent(new DragEvent("drop", options)) === false];
        }, selector);
      expect(await drop("#own")).toEqual([false, false]);
      expect(await drop("why-replace")).toEqual([true, true]);
      await expect.poll(() => host.element().locator("#new-field").inputValue()).toBe('{"a": 1}');
      expect(await host.element().locator(".drop").count()).toBe(0);
    }));

  test("loads nothing until it is near what is seen, if it is asked to", () =>
    within(
      {
        body: `<div id="above" style="height: 5000px"></div>${SPURIOUS.replace("<why-replace", '<why-replace loading="lazy"')}`,
      },
      async (host) => {
        const loaded: string[] = [];
        host.page.on("request", (request) => loaded.push(request.url()));
        await host.page.waitForTimeout(500);
        expect(loaded).toEqual([]);
        expect(await host.element().evaluate((element) => element.shadowRoot?.childElementCount)).toBe(0);
        await host.page.evaluate(() => scrollTo(0, 4000));
        await host.title().waitFor();
        expect(loaded).toContainEqual(expect.stringMatching(/whyreplace\.wasm$/));
      },
    ));

  test("looks the same whatever the text around it looks like, and can be hidden", () =>
    within(
      {
        body: `<style>body { font: italic 30px serif; letter-spacing: 9px; text-align: right; text-transform: uppercase; white-space: pre; line-height: 4; cursor: wait }</style>${SPURIOUS}`,
      },
      async (host) => {
        await host.title().waitFor();
        const look = await host
          .element()
          .locator(".today")
          .evaluate((today) => {
            const { fontStyle, fontSize, letterSpacing, textAlign, textTransform, whiteSpace, lineHeight } =
              getComputedStyle(today);
            return [fontStyle, fontSize, letterSpacing, textAlign, textTransform, whiteSpace, lineHeight];
          });
        expect(look).toEqual(["normal", "18px", "normal", "start", "none", "normal", "27px"]);
        await host.element().evaluate((element) => element.toggleAttribute("hidden", true));
        expect(await host.element().isVisible()).toBe(false);
      },
    ));

  test("imported twice, and from two places", async () => {
    hosts.write(
      "second.js",
      'import "./package/element.js"; import "./copy/element.js"; window.isThere = true;',
    );
    cpSync(join(hosts.folder, "package"), join(hosts.folder, "copy"), { recursive: true });
    await within(
      { body: SPURIOUS, element: "./second.js", policy: `${STRICT}; ${TRUSTED}` },
      async (host) => {
        await host.title().waitFor();
        expect(await host.page.evaluate(() => (window as unknown as { isThere: boolean }).isThere)).toBe(
          true,
        );
      },
      [expect.stringMatching(/policy "whyreplace-html"|whyreplace-html/)],
    );
  });
});

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src blob:; connect-src 'self'; img-src data:";
const TRUSTED = "require-trusted-types-for 'script'; trusted-types whyreplace whyreplace-html";

describe("strict hosts", () => {
  test.each([
    ["a policy without inline styles", STRICT],
    ["trusted types", `${STRICT}; ${TRUSTED}`],
  ])("%s: works, and nothing is refused", (_, policy) =>
    within({ policy, body: SPURIOUS }, async (host) => {
      await host.title().waitFor();
      expect(await host.title().innerText()).toBe("NO-OP after 2 rules");
      const surface = await host
        .element()
        .locator(".verdict")
        .evaluate((verdict) => getComputedStyle(verdict).borderInlineStartWidth);
      expect(surface).toBe("8px");
      await host.element().locator(".take > summary").click();
      await host.element().locator("pre.taken").waitFor();
    }),
  );

  test.each([
    [
      "no WebAssembly",
      STRICT.replace(" 'wasm-unsafe-eval'", ""),
      /^This page forbids WebAssembly: 'wasm-unsafe-eval'/,
    ],
    [
      "no worker",
      STRICT.replace("worker-src blob:", "worker-src 'none'"),
      /^This page forbids workers made from a blob: worker-src blob:/,
    ],
    [
      "no policy of trusted types for the worker",
      `${STRICT}; ${TRUSTED.replace(" whyreplace ", " ")}`,
      /Trusted Types the policy whyreplace\.$/,
    ],
    [
      "no connection",
      STRICT.replace("connect-src 'self'", "connect-src 'none'"),
      /^The file whyreplace\.wasm could not be loaded/,
    ],
  ])("%s: says so in a sentence, with what to do", async (_, policy, sentence) => {
    const host = await hosts.show({ policy, body: SPURIOUS });
    const failure = host.element().locator(".failure");
    await expect.poll(() => failure.innerText()).toMatch(sentence);
    await host.close();
  });

  test("a report that was made before needs no WebAssembly, no worker and no connection", async () => {
    const whyreplace = await hosts.load();
    const report = whyreplace.compare(JSON.stringify(TOPIC.old), JSON.stringify(TOPIC.new), {
      type: "topic",
      rules: TOPIC.rules,
    });
    const policy = "default-src 'none'; script-src 'self'; img-src data:";
    await within({ policy, body: slotted({ report }) }, async (host) => {
      await host.title().waitFor();
      expect(await host.title().innerText()).toBe("NO-OP after 2 rules");
      expect(await host.told()).toEqual([expect.objectContaining({ format: "pair" })]);
    });
  });

  test("a file that is not there", async () => {
    cpSync(join(hosts.folder, "package", "element.js"), join(hosts.folder, "alone.js"));
    const host = await hosts.show({ body: SPURIOUS, element: "./alone.js" });
    await expect.poll(() => host.element().locator(".failure").innerText()).toMatch(/whyreplace\.wasm/);
    await host.close();
  });
});

test("a bundler finds the element and its module", async () => {
  const from = join(hosts.folder, "bundled");
  cpSync(join(hosts.folder, "package"), join(from, "node_modules", "whyreplace", "dist", "package"), {
    recursive: true,
  });
  cpSync("package.json", join(from, "node_modules", "whyreplace", "package.json"));
  hosts.write("bundled/main.js", 'import "whyreplace/element";');
  hosts.write(
    "bundled/index.html",
    `<link rel="icon" href="data:,"><script type="module" src="./main.js"></script>${SPURIOUS}`,
  );
  await build({ root: from, configFile: false, logLevel: "warn", base: "./" });
  const site = await Site.open(join(from, "dist"));
  const { page, faults } = await site.page();
  expect(await page.locator(".verdict h2").innerText()).toBe("NO-OP after 2 rules");
  expect(faults).toEqual([]);
  await site.close();
});

describe("the manifest", () => {
  interface Named {
    name: string;
  }
  const { declarations } = JSON.parse(readFileSync("www/custom-elements.json", "utf8")).modules[0];
  const names = (kind: string): string[] => declarations[0][kind].map(({ name }: Named) => name).sort();
  const documented = readFileSync("docs/element.md", "utf8");

  test("has the properties and attributes of the class", () =>
    within({ body: "" }, async (host) => {
      await host.page.waitForFunction(() => customElements.get("why-replace"));
      const kind = await host.page.evaluate(() => {
        const kind = customElements.get("why-replace") as unknown as Record<
          "properties" | "observedAttributes",
          string[]
        >;
        return { properties: [...kind.properties], attributes: [...kind.observedAttributes] };
      });
      // The page's own.
      const isOurs = (name: string) => !["example", "examples"].includes(name);
      expect(names("members")).toEqual(kind.properties.filter(isOurs).sort());
      // It is read once.
      expect(names("attributes")).toEqual([...kind.attributes, "loading"].filter(isOurs).sort());
    }));

  test("has the parts that there are, and the properties of the style sheet", () =>
    within({ body: slotted({ plan: terraformPlan() }) }, async (host) => {
      await host.title().waitFor();
      await host.element().locator("[role=option]").nth(1).click();
      await host.element().locator("table").waitFor();
      const parts = await host
        .element()
        .evaluate((element) =>
          [...(element.shadowRoot?.querySelectorAll("[part]") ?? [])].map((each) =>
            each.getAttribute("part"),
          ),
        );
      expect(names("cssParts")).toEqual([...new Set(parts)].sort());
      const declared = /:host \{[^}]*\}/
        .exec(readFileSync("www/src/styles.css", "utf8"))?.[0]
        .match(/--[\w-]+(?=:)/g);
      expect(names("cssProperties")).toEqual([...new Set(declared)].sort());
      await host.page.addStyleTag({
        content:
          "why-replace { --size: 20px; --text: rgb(1, 2, 3) } why-replace::part(verdict) { border-radius: 0 }",
      });
      const look = await host
        .element()
        .locator(".verdict")
        .first()
        .evaluate((verdict) => {
          const { color, fontSize, borderRadius } = getComputedStyle(verdict);
          return { color, fontSize, borderRadius };
        });
      expect(look).toEqual({ color: "rgb(1, 2, 3)", fontSize: "20px", borderRadius: "0px" });
    }));

  test("and the example of the documentation works", () => {
    const [, example = ""] = /```html\n[\s\S]*?(<why-replace[\s\S]*?)```/.exec(documented) ?? [];
    return within({ body: example }, async (host) => {
      await host.title().waitFor();
      expect(await host.title().innerText()).toBe("REPLACE (create, then destroy)");
      expect(documented).toContain(STRICT.replace("; img-src data:", ""));
    });
  });

  test.each(["attributes", "members", "slots", "events", "cssParts", "cssProperties"])(
    "and the documentation have the same %s",
    (kind) => expect(names(kind).filter((name) => !documented.includes(`\`${name}\``))).toEqual([]),
  );
});

test.each([
  ["a pair", SPURIOUS],
  ["a plan that is only shown", slotted({ plan: terraformPlan() }, "readonly")],
])("no violation of accessibility: %s", (_, body) =>
  within({ body: `<main><h1>Page</h1>${body}</main>` }, async (host) => {
    await host.title().waitFor();
    expect(await violations(host.page)).toEqual([]);
  }),
);
