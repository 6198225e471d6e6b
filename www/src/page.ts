// The page around the element: the theme, and how to check what it says about the network.

import { define } from "./element.js";
import type { Example } from "./examples.js";
import type { ShownKey } from "./keys.js";
import type { ShownWord } from "./protocol.js";
import { WhyReplace } from "./why-replace.js";

const find = <Name extends Element>(selector: string) => document.querySelector<Name>(selector);

// The build wrote them into the page; see vite.config.ts.
const data = (name: string): unknown => JSON.parse(find(`#${name}`)?.textContent ?? "[]");
WhyReplace.words = data("words") as ShownWord[];
WhyReplace.keys = data("keys") as ShownKey[];
define("why-replace", WhyReplace);
Object.assign(find("why-replace") ?? {}, {
  examples: data("examples") as Example[],
} satisfies Partial<WhyReplace>);

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** The only thing that this page ever stores. */
const STORED = "whyreplace-theme";

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED);
    return THEMES.find((theme) => theme === stored) ?? "auto";
  } catch {
    // A page in a sandbox has no storage.
    return "auto";
  }
}

function store(theme: Theme) {
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // Then it holds for this visit.
  }
}

const button = find<HTMLButtonElement>("#theme");

function show(theme: Theme) {
  document.documentElement.setAttribute("data-theme", theme);
  if (button !== null) button.textContent = `Theme: ${theme}`;
}

let theme = storedTheme();
show(theme);
button?.addEventListener("click", () => {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
  store(theme);
  show(theme);
});

const check = find<HTMLDialogElement>("#check");
find("#how")?.addEventListener("click", () => check?.showModal());
