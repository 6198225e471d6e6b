// Which resources of a plan the list shows.

import type { Action } from "whyreplace";
import type { Filter } from "../../messages.js";
import type { Item } from "../../protocol.js";
import { isLess } from "../../strength.js";

/** How many resources are listed at a time: the list stays quick however many there are. */
export const LIST_PAGE = 100;

const isPlanned = ({ section }: Item) => section === "resources";
const isQuiet = (action: Action) => action === "no-op" || action === "read";
/** The plan says more than what is decided. */
export const isSpurious = ({ action, stated }: Item) => isLess(action, stated);

const isDecided = (action: Action) => (item: Item) => isPlanned(item) && item.action === action;

/** What can be listed, in the order in which it can be chosen. */
export const FILTERS = {
  changes: (item: Item) => isPlanned(item) && !(isQuiet(item.action) && isQuiet(item.stated)),
  spurious: (item: Item) => isPlanned(item) && isSpurious(item),
  replace: isDecided("replace"),
  delete: isDecided("delete"),
  update: isDecided("update"),
  create: isDecided("create"),
  import: isDecided("import"),
  forget: isDecided("forget"),
  read: isDecided("read"),
  possible: (item: Item) => isPlanned(item) && item.isPossible,
  drift: ({ section }: Item) => section === "drift",
  outputs: ({ section }: Item) => section === "outputs",
  "no-op": isDecided("no-op"),
} satisfies Record<Filter, (item: Item) => boolean>;
export const FILTER_NAMES = Object.keys(FILTERS) as Filter[];

export class Resources {
  filter: Filter = "changes";
  /** What is looked for in addresses and types: all of the words. */
  query = "";
  page = 0;
  #found: { items: readonly Item[]; query: string; lists: Map<Filter, Item[]> } | undefined;

  /** Resources that the search finds and a filter lets through, by default the one in force. */
  matching(items: readonly Item[], filter = this.filter): Item[] {
    return this.#lists(items).get(filter) ?? [];
  }

  /** The page that is open: the last one, if the list has become shorter. */
  pageOf(items: readonly Item[]): number {
    const last = Math.ceil(this.matching(items).length / LIST_PAGE) - 1;
    return Math.max(0, Math.min(this.page, last));
  }

  /** Those on the page that is open. */
  shown(items: readonly Item[]): Item[] {
    const from = this.pageOf(items) * LIST_PAGE;
    return this.matching(items).slice(from, from + LIST_PAGE);
  }

  /** Lets a resource be seen, whatever is looked for. */
  reveal(items: readonly Item[], item: Item) {
    if (!this.matching(items).includes(item)) {
      this.query = "";
      this.filter = FILTER_NAMES.find((filter) => FILTERS[filter](item)) ?? "changes";
    }
    this.page = Math.floor(this.matching(items).indexOf(item) / LIST_PAGE);
  }

  #lists(items: readonly Item[]): Map<Filter, Item[]> {
    const { query } = this;
    if (this.#found?.items !== items || this.#found.query !== query) {
      const words = query.toLowerCase().split(/\s+/);
      const has = ({ address, type }: Item) => {
        const text = `${address} ${type}`.toLowerCase();
        return words.every((word) => text.includes(word));
      };
      const found = items.filter(has);
      const lists = new Map(FILTER_NAMES.map((name) => [name, found.filter(FILTERS[name])] as const));
      this.#found = { items, query, lists };
    }
    return this.#found.lists;
  }
}
