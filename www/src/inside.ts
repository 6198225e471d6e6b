// What the page shows of a difference that is looked into.

import type { Detail, TextPart } from "whyreplace";
import { row } from "./answers.js";
import type { First, Inside, Stretch } from "./protocol.js";
import { start } from "./visible.js";

/** What is shown of each text, and of a stretch that did not change beside what did. */
const LOOKED_CHARACTERS = 2000;
const BESIDE_CHARACTERS = 60;
/** How many of each kind are shown. */
const LOOKED_ITEMS = 200;

/** Of a group it is the list that is looked into; canonical forms and texts are those of its findings. */
export function insideOf({ canonical, text, inner, alignment }: Detail, isGroup: boolean): Inside {
  const cut = (text: string | null) => (text === null ? null : start(text, LOOKED_CHARACTERS));
  const moved = (alignment ?? []).filter(({ old, new: now }) => old !== now);
  const forms = isGroup ? null : canonical;
  return {
    canonical: forms && { old: cut(forms.old), new: cut(forms.new), isSame: forms.old === forms.new },
    text: first(((isGroup ? null : text) ?? []).map(stretch)),
    inner: first(inner.map(row)),
    alignment: first(moved),
    staying: (alignment?.length ?? 0) - moved.length,
  };
}

const first = <Of>(all: Of[]): First<Of> => ({
  shown: all.slice(0, LOOKED_ITEMS),
  more: Math.max(0, all.length - LOOKED_ITEMS),
});

/** A part that is too long with its middle left out: what stands beside a change is at its ends. */
function stretch({ op, text }: TextPart): Stretch {
  const most = op === "same" ? BESIDE_CHARACTERS : LOOKED_CHARACTERS;
  if (text.length <= 2 * most) return { op, text, more: 0, end: "" };
  const end = text.slice(-most).replace(/^[\uDC00-\uDFFF]/, "");
  return { op, ...start(text.slice(0, -end.length), most), end };
}
