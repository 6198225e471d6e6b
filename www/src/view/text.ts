import { html, type TemplateResult } from "lit/html.js";
import { visible } from "../visible.js";

/** Text of the user's, as text nodes only, with its hidden characters marked. */
export function marked(text: string): (string | TemplateResult)[] {
  return visible(text).map((part) =>
    typeof part === "string" ? part : html`<span class="hidden-character">${part.code}</span>`,
  );
}

/** A sentence of the core's; the path that it speaks of, and what else it quotes so, is set as code. */
export function sentence(message: string, path: string): (string | TemplateResult)[] {
  const quoted = path === "" ? [message] : message.split(`\`${path}\``);
  return quoted.flatMap((part, at) => [
    ...(at > 0 ? [code(path)] : []),
    ...part.split(/`([^`]+)`/).flatMap((text, at) => (at % 2 > 0 ? [code(text)] : marked(text))),
  ]);
}

const code = (text: string) => html`<code dir="auto">${marked(text)}</code>`;
