// What the page says of its own files, for those who compare them with what they were sent.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Writes the SHA-256 of every other file of the page into it. */
export function withHashes(): Plugin {
  return {
    name: "with-hashes",
    // After what vite still changes in scripts.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const [page] = files.filter(({ fileName }) => fileName.endsWith(".html"));
        if (page?.type !== "asset") return this.error("there is no page");
        const lines = files
          .filter((file) => file !== page)
          .map((file) => ({ name: file.fileName, content: file.type === "chunk" ? file.code : file.source }))
          .map(({ name, content }) => `<br><code>${hash(content)}</code> ${name}`);
        const html = String(page.source);
        page.source = html.replace(PLACE, lines.sort().join("\n"));
        if (page.source === html) this.error(`the page has no place for hashes: ${PLACE}`);
      },
    },
  };
}

const PLACE = "<!-- hashes -->";

const hash = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
