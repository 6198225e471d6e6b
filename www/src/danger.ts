// In which order the resources of a plan stand.

import type { Item } from "./protocol.js";
import { strength } from "./strength.js";

/** Where resources stand, by their ids. */
export type Places = ReadonlyMap<number, number>;

/** How much there is to lose: a replacement that may not happen comes behind those that do. */
const danger = ({ action, isPossible }: Item) =>
  strength(action) - (action === "replace" && isPossible ? 0.5 : 0);

/** The most dangerous first; equally dangerous ones as in the plan. */
export function placesByDanger(items: readonly Item[]): Places {
  const sorted = [...items].sort((a, b) => danger(b) - danger(a));
  return new Map(sorted.map(({ id }, at) => [id, at]));
}

export function inPlaces(items: readonly Item[], places: Places): Item[] {
  const placeOf = ({ id }: Item) => places.get(id) ?? places.size;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}
