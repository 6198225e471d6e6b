// What a link carries, through the packed package: the page's links are made and read by the same code.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Shared } from "whyreplace";
import { loadedPackage, type Package, packed } from "./support/packed.js";

let whyreplace: Package;
beforeAll(async () => {
  whyreplace = await loadedPackage();
}, 60_000);

const fragmentOf = (content: string | Uint8Array) => `#v1.${deflateRawSync(content).toString("base64url")}`;

const PAIR: Shared = { old: '{"a": "é😀\ud800"}', new: '\ufeff{"a": 1}' };
const RULED: Shared = { ...PAIR, rules: '{"*": {}}', type: "topic", olds: "state", dialect: "pulumi" };

describe("comes back as it was", () => {
  test.each<[name: string, shared: Shared]>([
    ["a pair", PAIR],
    ["a pair with all that it is compared with", RULED],
    ["a plan, and where it is opened", { plan: "{}", view: { resource: "a.b", filter: "replace" } }],
    ["random bytes, which do not get smaller", { plan: String.fromCharCode(...random(60_000)) }],
  ])("%s", async (_, shared) => {
    const fragment = await whyreplace.toFragment(shared);
    expect(fragment).toMatch(/^#v1\.[\w-]+$/);
    expect(await whyreplace.fromFragment(fragment)).toEqual(shared);
    expect(await whyreplace.fromFragment(fragment.slice(1))).toEqual(shared);
  });

  test("a report, with what is masked in it masked", async () => {
    const report = whyreplace.compare('{"password": "correct horse"}', '{"password": "battery staple"}');
    const fragment = await whyreplace.toFragment({ report: report.toJSON() });
    const text = inflateRawSync(Buffer.from(fragment.slice(4), "base64url")).toString();
    expect(text).not.toMatch(/horse|staple/);
    expect(await whyreplace.fromFragment(fragment)).toEqual({ report: JSON.parse(JSON.stringify(report)) });
  });

  test("without the module being started", async () => {
    const archive = packed();
    const { fromFragment, toFragment } = await archive.load();
    expect(await fromFragment(await toFragment(PAIR))).toEqual(PAIR);
    archive.remove();
  });
});

/** Numbers below 256 that look random, and are the same each time. */
function random(count: number): number[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 256;
  });
}

const DAMAGED = "This link is damaged: a part of it is missing or was changed on the way.";
const NONE = "This link holds nothing that whyreplace can show.";
const LARGE = "This link unpacks to more than 8 MiB and was not read.";
const OTHER = (version: string) => `This link is of version ${version}, and only version 1 can be read here.`;

describe("what is no link is refused in a sentence", () => {
  const whole = fragmentOf(JSON.stringify(RULED));
  test.each<[name: string, fragment: string, message: string]>([
    ["nothing", "", NONE],
    ["a name", "#usage", NONE],
    ["no version", "#v.abc", NONE],
    ["no data", "#v1.", DAMAGED],
    ["a newer version", whole.replace("v1", "v2"), OTHER("2")],
    ["another version", whole.replace("v1", "v01234"), OTHER("01234")],
    ["a cut end", whole.slice(0, -3), DAMAGED],
    ["only the start", whole.slice(0, 8), DAMAGED],
    ["characters that are no base64", `${whole}%20`, DAMAGED],
    ["other base64", whole.replace(".", ".+/"), DAMAGED],
    ["a length that no base64 has", "#v1.AAAAA", DAMAGED],
    ["what is not deflated", "#v1.e30", DAMAGED],
    ["no UTF-8", fragmentOf(Uint8Array.of(0x22, 0xff, 0x22)), DAMAGED],
    ["half a character", fragmentOf(Uint8Array.of(0x22, 0x22, 0xf0, 0x9f)), DAMAGED],
    ["no JSON", fragmentOf("{"), DAMAGED],
    ["very deep JSON", fragmentOf("[".repeat(1_000_000)), DAMAGED],
    ["null", fragmentOf("null"), NONE],
    ["a list", fragmentOf("[]"), NONE],
    ["one side", fragmentOf('{"old": "{}"}'), NONE],
    ["documents that are no text", fragmentOf('{"old": {}, "new": {}}'), NONE],
    ["two things at once", fragmentOf('{"old": "", "new": "", "plan": ""}'), NONE],
    ["a report that is a list", fragmentOf('{"report": []}'), NONE],
    ["rules that are no text", fragmentOf('{"plan": "", "rules": {}}'), NONE],
    ["a setting that there is not", fragmentOf('{"old": "", "new": "", "olds": "constructor"}'), NONE],
    ["a view that is no object", fragmentOf('{"plan": "", "view": "x"}'), NONE],
    ["a key that is no own one", fragmentOf('{"__proto__": {"plan": ""}}'), NONE],
    ["a byte too much", fragmentOf(JSON.stringify({ plan: "x".repeat(2 ** 23 - 10) })), LARGE],
    ["a bomb", fragmentOf(Buffer.alloc(200_000_000, "x")), LARGE],
  ])("%s", async (_, fragment, message) => {
    const refusal = await whyreplace.fromFragment(fragment).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RangeError);
    expect((refusal as Error).message).toBe(message);
  });

  test("as much as there may be is read", async () => {
    const plan = "x".repeat(2 ** 23 - 11);
    expect(await whyreplace.fromFragment(await whyreplace.toFragment({ plan }))).toEqual({ plan });
  });
});

describe("what no link can carry is refused when it is made", () => {
  test.each<[name: string, shared: unknown, error: new () => Error]>([
    ["nothing", {}, TypeError],
    ["null", null, TypeError],
    ["an object for a document", { old: {}, new: {} }, TypeError],
    ["two things at once", { plan: "", report: {} }, TypeError],
    ["too much", { plan: "x".repeat(2 ** 23) }, RangeError],
  ])("%s", async (_, shared, error) => {
    await expect(whyreplace.toFragment(shared as Shared)).rejects.toBeInstanceOf(error);
  });
});
