// The page around the element: the theme, and how to check what it says about the network.

import { dataOf } from "./data.js";
import { define } from "./element.js";
import type { Example } from "./examples.js";
import type { ShownKey } from "./keys.js";
import type { ShownWord } from "./protocol.js";
import { WhyReplace } from "./why-replace.js";

const find = <Name extends Element>(selector: string) => document.querySelector<Name>(selector);

WhyReplace.words = dataOf("words") as ShownWord[];
WhyReplace.keys = dataOf("keys") as ShownKey[];

const [address = ""] = document.URL.split("#");

/** What a link carries. It does not stay in the address bar: that is kept in the history, and passed on. */
function fragment(): string | undefined {
  const { hash } = new URL(document.URL);
  if (!/^#v\d/.test(hash)) return undefined;
  history.replaceState(null, "", address);
  return hash;
}

const element = find<WhyReplace>("why-replace");
const opened = fragment();
if (opened !== undefined) element?.removeAttribute("example");
define("why-replace", WhyReplace);
Object.assign(element ?? {}, {
  examples: dataOf("examples") as Example[],
  // A link to a file leads nowhere on another machine.
  shareBase: address.startsWith("file:") ? undefined : address.split("?")[0],
} satisfies Partial<WhyReplace>);

const open = (link: string | undefined) => link !== undefined && void element?.open(link);
open(opened);
addEventListener("hashchange", () => open(fragment()));

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
