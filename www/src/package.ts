// The package's `whyreplace/element`: registers `<why-replace>`, unless the page has one already.

import words from "virtual:words";
import { define } from "./element.js";
import { GuestElement } from "./guest.js";
import { KEYS } from "./keys.js";
import { WhyReplace } from "./why-replace.js";

WhyReplace.words = words;
WhyReplace.keys = KEYS;
if (customElements.get("why-replace") === undefined) define("why-replace", GuestElement);
