// The frame that another page shows: what is to be shown comes as a message, and the verdict goes back as one.

import { dataOf } from "./data.js";
import { define } from "./element.js";
import { asked, type Inputs, type Said, VERSION } from "./embed-message.js";
import type { ShownKey } from "./keys.js";
import type { ShownWord } from "./protocol.js";
import { WhyReplace } from "./why-replace.js";

WhyReplace.words = dataOf("words") as ShownWord[];
WhyReplace.keys = dataOf("keys") as ShownKey[];
define("why-replace", WhyReplace);

const DOCUMENTS = ["old", "new", "plan", "report"] as const;

/** Who asked last, and what for. */
let last: { id: string | number | null; inputs: Inputs; origin: string } | undefined;

const element = document.querySelector("why-replace");
if (element !== null && window.parent !== window) {
  window.addEventListener("message", (event) => event.source === window.parent && take(element, event));
  element.addEventListener("why-replace-verdict", ({ detail }) => {
    if (last !== undefined && isAsked(element))
      say({ kind: "verdict", id: last.id, verdict: detail }, last.origin);
  });
  say({ kind: "ready" }, "*");
}

function take(element: HTMLElementTagNameMap["why-replace"], { data, origin }: MessageEvent) {
  const message = asked(data);
  if (message === undefined) return;
  if ("kind" in message) return say(message, origin);
  const { theme, ...inputs } = message.inputs;
  last = { ...message, origin };
  document.documentElement.setAttribute("data-theme", theme);
  Object.assign(element, inputs);
  // For the style sheet.
  element.toggleAttribute("readonly", inputs.readonly);
}

/** Whether the documents are those of the page around: what a reader pastes into the frame is told to nobody. */
function isAsked(element: HTMLElementTagNameMap["why-replace"]): boolean {
  return DOCUMENTS.every((name) => element[name] === last?.inputs[name]);
}

/** Tells the page around, and no other. One in a sandbox has no origin by which it could be named. */
function say(said: Said, origin: string) {
  window.parent.postMessage({ whyreplace: VERSION, ...said }, origin === "null" ? "*" : origin);
}
