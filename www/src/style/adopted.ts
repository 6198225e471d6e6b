// The style sheet comes with the script, and is constructed: no policy forbids that.

import { nothing } from "lit/html.js";
import type { TemplateElement } from "../element.js";
import text from "../styles.css?inline";

const sheet = new CSSStyleSheet();
// In a page of others the root's font size is for something else.
sheet.replaceSync(text.replace(/([\d.]+)rem/g, "calc($1 * var(--size))"));

export function dressed(element: TemplateElement) {
  const { adoptedStyleSheets } = element.renderRoot;
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.unshift(sheet);
  element.toggleAttribute("styled", true);
  return nothing;
}
