import { html, type TemplateResult } from "lit";
import { visible } from "../visible.js";

/** Text of the user's, as text nodes only, with its hidden characters marked. */
export function marked(text: string): (string | TemplateResult)[] {
  return visible(text).map((part) =>
    typeof part === "string" ? part : html`<span class="hidden-character">${part.code}</span>`,
  );
}

/** A sentence of the core's; the path that it speaks of is set as code. */
export function sentence(message: string, path: string): (string | TemplateResult)[] {
  const named = `\`${path}\``;
  const [before, ...after] = path === "" ? [message] : message.split(named);
  if (after.length === 0) return marked(message);
  return [
    ...marked(before ?? ""),
    html`<code dir="auto">${marked(path)}</code>`,
    ...marked(after.join(named)),
  ];
}
