// Where the focus is, and where it goes.

import type { Focus } from "./keyboard.js";

export function focus(element: HTMLElement | null | undefined) {
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
}

/** Moves the focus among elements; from outside of them to the first or the last. */
export function step(elements: HTMLElement[], focused: Element | null, by: 1 | -1, isCircle = false) {
  const at = elements.findIndex((element) => element.contains(focused));
  const next = at === -1 ? (by === 1 ? 0 : elements.length - 1) : at + by;
  focus(elements.at(isCircle ? next % elements.length : Math.max(0, Math.min(next, elements.length - 1))));
}

/** The path of a row. */
export const pathOf = (body: Element | null | undefined) => body?.getAttribute("data-path") ?? undefined;

/** What kind of thing an event happened in. */
export function focusOf(event: Event): Focus {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return "page";
  if (
    target.isContentEditable ||
    target.matches("textarea, input:not([type=checkbox], [type=radio], [type=file])")
  )
    return "text";
  return target.matches("select") ? "choice" : "page";
}

/** Of several elements on a page, keys, pastes and drops outside of all go to the one that had the focus last. */
let active: HTMLElement | undefined;

export function makeActive(element: HTMLElement | undefined) {
  active = element;
}

/** Whether an element had the focus last. */
export const hadFocus = (element: HTMLElement) => active === element;

/** The first to ask is active as long as none had the focus. */
export function isActive(element: HTMLElement): boolean {
  active ??= element;
  return active === element;
}
