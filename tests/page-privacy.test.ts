// Nothing leaves the page: tried from inside it, and seen from outside.

import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PATIENCE, Site } from "./browser/page.js";

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let site: Site;
/** Another origin, that writes down whatever reaches it. */
let other: Server;
let address: string;
const reached: string[] = [];

beforeAll(async () => {
  site = await Site.open();
  other = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "Access-Control-Allow-Origin": "*" }).end("{}");
  });
  other.on("upgrade", (request, socket) => {
    reached.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await site.close();
  await new Promise((resolve) => other.close(resolve));
});

/** Every way out that a policy can close; each is tried, whatever becomes of it. */
function tryToSend(page: Page): Promise<string[]> {
  return page.evaluate(async (address) => {
    const { policy } = window as unknown as { policy: { createScriptURL(url: string): string } };
    const worker = (script: string) =>
      new Worker(policy.createScriptURL(URL.createObjectURL(new Blob([script]))));
    const element = (name: string, attributes: Record<string, string>) => {
      document.head.append(Object.assign(document.createElement(name), attributes));
    };
    const ways: Record<string, () => unknown> = {
      fetch: () => fetch(`${address}/fetch`),
      "fetch without CORS": () =>
        fetch(`${address}/no-cors`, { mode: "no-cors", method: "POST", body: "x", keepalive: true }),
      XHR: () => {
        const request = new XMLHttpRequest();
        request.open("GET", `${address}/xhr`);
        request.send();
      },
      WebSocket: () => new WebSocket(address.replace("http", "ws")),
      EventSource: () => new EventSource(`${address}/events`),
      beacon: () => navigator.sendBeacon(`${address}/beacon`, "x"),
      image: () => Object.assign(new Image(), { src: `${address}/image` }),
      prefetch: () => element("link", { rel: "prefetch", href: `${address}/prefetch` }),
      preload: () => element("link", { rel: "preload", as: "style", href: `${address}/preload` }),
      style: () => element("link", { rel: "stylesheet", href: `${address}/style` }),
      frame: () =>
        document.body.append(Object.assign(document.createElement("iframe"), { src: `${address}/frame` })),
      form: () => {
        const form = Object.assign(document.createElement("form"), {
          action: `${address}/form`,
          method: "post",
        });
        document.body.append(form);
        form.submit();
      },
      worker: () =>
        worker(
          `fetch("${address}/worker").catch(() => {}); navigator.sendBeacon?.("${address}/worker-beacon")`,
        ),
      "worker's import": () => worker(`try { importScripts("${address}/import") } catch {}`),
    };
    const tried: string[] = [];
    for (const [name, way] of Object.entries(ways)) {
      try {
        await way();
      } catch {
        // Refused at once, as most are.
      }
      tried.push(name);
    }
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return tried;
  }, address);
}

test("no way out of the page reaches another origin", async () => {
  await fetch(`${address}/control`);
  expect(reached.splice(0)).toEqual(["GET /control"]);
  const context = await site.context();
  // The page's own policy for workers, so that a worker of ours gets as far as one of the page's would.
  await context.addInitScript(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(...args: unknown[]): unknown };
    };
    const create = trustedTypes.createPolicy.bind(trustedTypes);
    trustedTypes.createPolicy = (...args) => {
      const policy = create(...args);
      if (args[0] === "whyreplace") Object.assign(window, { policy });
      return policy;
    };
  });
  const { page } = await site.page(context);
  expect((await tryToSend(page)).length).toBe(14);
  expect(reached).toEqual([]);
  await context.close();
});

test("the page asks for its own files only, and for nothing once it is there", async () => {
  const context = await site.context();
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  const shown = await site.page(context);
  const own = asked.filter((url) => !/^(?:blob|data):/.test(url));
  expect(own.every((url) => url.startsWith(site.url))).toBe(true);
  expect(own.length).toBeGreaterThan(2);
  asked.length = 0;
  await context.setOffline(true);
  const told = await shown.compare('{"token": "a"}', '{"token": "b"}', '{"*": {"token": "immutable"}}');
  expect(told.verdict.replaces).toEqual(["token"]);
  // Another worker starts without the network too.
  await shown.page.evaluate(() => {
    const second = Object.assign(document.createElement("why-replace"), {
      old: '{"a": 1}',
      new: '{"a": 2}',
    });
    document.querySelector("main")?.append(second);
  });
  await shown.page.locator("why-replace").nth(1).locator(".verdict").waitFor();
  expect(asked.filter((url) => !url.startsWith("blob:") && !url.endsWith(".css"))).toEqual([]);
  expect(shown.faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  await context.close();
});

test("the policy stands first in the page", async () => {
  const html = await (await fetch(site.url)).text();
  expect(html).toMatch(/<head>\s*<meta\s+http-equiv="Content-Security-Policy"/);
  expect(html).toContain(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; worker-src blob:; connect-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; manifest-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html whyreplace",
  );
});

test("the files have the hashes that the page says", async () => {
  const html = await (await fetch(site.url)).text();
  const said = [...html.matchAll(/<code>([0-9a-f]{64})<\/code> (\S+)/g)];
  const loaded = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  expect(said.map(([, , file]) => file)).toEqual(expect.arrayContaining(loaded));
  for (const [, hash, file] of said) {
    const content = Buffer.from(await (await fetch(`${site.url}${file}`)).arrayBuffer());
    expect(createHash("sha256").update(content).digest("hex"), file).toBe(hash);
  }
});
