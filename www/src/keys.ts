// The keys as the help lists them; data in the page, like the examples. What they do is in keyboard.ts and in the list's view.

/** A key, or keys that belong together, and what they do. */
export type ShownKey = readonly [keys: string, does: string];

export const KEYS: readonly ShownKey[] = [
  ["j / k", "next / previous difference"],
  ["n / p", "next / previous resource of a plan"],
  ["↑ / ↓ / Home / End", "choose in the list of resources; Enter goes to what differs"],
  ["/", "search the resources"],
  ["s / r", "list only what is spurious / replaced, or all again"],
  ["o", "open what was compared in the row"],
  ["x", "take the row's rule away, or bring it back"],
  ["u", "list the unchanged keys"],
  ["m", "copy as Markdown"],
  ["l", "share as a link"],
  ["[ / ]", "fold / unfold the input"],
  ["?", "this help"],
  ["F6 / Shift+F6", "next / previous region"],
  ["Alt+1 / Alt+2", "to Old / to New"],
  ["Ctrl+Enter", "compare now"],
  ["Ctrl+Z / Ctrl+Shift+Z", "undo / redo a change of the rules, outside text fields"],
  ["Esc", "close"],
];
