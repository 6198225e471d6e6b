// The web entry of the packed package in a browser, without a bundler: modules and the .wasm as they are served.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATIENCE, Site } from "./browser/page.js";
import { type Packed, packed } from "./support/packed.js";

let archive: Packed;
let site: Site;

beforeAll(async () => {
  archive = packed();
  site = await Site.open(join(archive.folder, "node_modules", "whyreplace", "dist", "package"));
}, PATIENCE);

afterAll(async () => {
  await site.close();
  archive.remove();
});

test.each([
  ["from beside the entry", "undefined"],
  ["from a URL", '"/whyreplace.wasm"'],
  ["from a response", 'fetch("/whyreplace.wasm")'],
  ["from bytes", 'await (await fetch("/whyreplace.wasm")).arrayBuffer()'],
])(
  "starts %s",
  async (_, source) => {
    const context = await site.context();
    const page = await context.newPage();
    await page.goto(`${site.url}types.js`);
    const action = await page.evaluate(`(async () => {
    const { init, compare } = await import("/web.js");
    await Promise.all([init(${source}), init(${source})]);
    return compare('{"a": "1"}', '{"a": 1}', { rules: { "*": { a: "integer" } } }).resources[0].verdict.action;
  })()`);
    expect(action).toBe("no-op");
    await context.close();
  },
  PATIENCE,
);
