// The style sheet is a file: it is no script, and the page's scripts are few. Until it is there, the page shows nothing.

import { html } from "lit/html.js";
import stylesheet from "../styles.css?url";

export function dressed(element: HTMLElement) {
  const styled = () => element.toggleAttribute("styled", true);
  return html`<link rel="stylesheet" href=${stylesheet} @load=${styled} @error=${styled} />`;
}
