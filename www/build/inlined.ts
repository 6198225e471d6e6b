// A page as one file: its scripts and style sheets stand in it, and its policy allows them, and nothing else, by their hashes.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Puts all of a page's files into its HTML, under a name. */
export function inlined(name: string): Plugin {
  return {
    name: "inlined",
    // After what vite still changes in scripts.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const [page] = Object.values(bundle).filter(({ fileName }) => fileName.endsWith(".html"));
        if (page?.type !== "asset") return this.error("there is no page");
        const allowed: Record<Kind, string[]> = { script: [], style: [] };
        const placed = (kind: Kind, attributes: string, content: string) => {
          allowed[kind].push(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
          return `<${kind}${attributes}>${content}</${kind}>`;
        };
        const take = (file: string) => {
          const output = bundle[file.replace("./", "")];
          if (output === undefined) return this.error(`there is no ${file}`);
          delete bundle[output.fileName];
          return output.type === "chunk" ? output.code : String(output.source);
        };
        const html = String(page.source)
          .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/g, (_, file) =>
            placed("script", ' type="module"', unbroken(take(file))),
          )
          .replace(/<link rel="stylesheet"[^>]* href="([^"]+)">/g, (_, file) =>
            placed("style", "", take(file)),
          );
        page.source = withSources(html, allowed);
        page.fileName = name;
        const left = Object.keys(bundle).filter((file) => bundle[file] !== page);
        if (left.length > 0) this.error(`${name} would not be one file: ${left.join(", ")}`);
      },
    },
  };
}

type Kind = "script" | "style";

/** A script in which nothing ends the element that it stands in; what it means is the same. */
function unbroken(script: string): string {
  return script.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "\\x3c!--");
}

/** The policy with what is allowed in place of the files of its own origin. */
function withSources(html: string, allowed: Record<Kind, string[]>): string {
  return Object.entries(allowed).reduce(
    (html, [kind, hashes]) =>
      html.replace(`${kind}-src 'self'`, `${kind}-src ${hashes.length > 0 ? hashes.join(" ") : "'none'"}`),
    html,
  );
}
