// What the page has as data in its HTML, where the scripts need not carry it.

import { pathToFileURL } from "node:url";
import type { HtmlTagDescriptor, Plugin } from "vite";
import type { Word } from "whyreplace";
import type { ShownWord } from "../src/protocol.js";
import { packaged } from "./paths.js";

/** Each as a script by its name. */
export function withData(data: Readonly<Record<string, unknown>>): Plugin {
  const script = (id: string, data: unknown): HtmlTagDescriptor => ({
    tag: "script",
    attrs: { type: "application/json", id },
    children: JSON.stringify(data).replaceAll("<", "\\u003c"),
    injectTo: "body",
  });
  return {
    name: "with-data",
    transformIndexHtml: () => Object.entries(data).map(([id, data]) => script(id, data)),
  };
}

/** Of the catalogue what the page shows. */
export async function words(): Promise<ShownWord[]> {
  const file = pathToFileURL(packaged("catalogue.js"));
  const { CATALOGUE } = (await import(file.href)) as { CATALOGUE: Word[] };
  return CATALOGUE.map(({ name, family, standsAlone, meaning, safe, unsafeWhen }) => ({
    name,
    family,
    standsAlone,
    meaning,
    safe,
    unsafeWhen,
  }));
}
