// `npm run bench:growth`: how time grows with the number of elements. An exponent of 1 is linear.

import { compare, init } from "../dist/package/node.js";

const SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000];

const object = (keys, value) => `{${keys.map((key) => `"key-${key}":${value(key)}`).join(",")}}`;
const list = (keys, value) => `[${keys.map(value).join(",")}]`;
const same = (key) => key;
const changed = (key) => (key % 100 === 0 ? key + 1 : key);

const element = (key) => `{"name":"n${key}","value":${changed(key)}}`;
/** The same keys in an order without a pattern, always the same one. */
const shuffled = (keys) => {
  const order = keys.slice();
  let state = 1;
  for (let at = order.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = state % (at + 1);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
};

/** What old and new are, by the keys 0 to n - 1, and the rules. */
const SHAPES = {
  "wide object, 1 % changed": (keys) => [object(keys, same), object(keys, changed)],
  "wide object, keys reversed": (keys) => [object(keys, same), object(keys.toReversed(), same)],
  "wide object, every key new": (keys) => [
    object(keys, same),
    object(
      keys.map((key) => `n${key}`),
      () => 1,
    ),
  ],
  "long list, 1 % changed": (keys) => [list(keys, same), list(keys, changed)],
  "long list, one inserted in front": (keys) => [list(keys, same), list([-1, ...keys], same)],
  "long list of objects, 1 % changed": (keys) => [
    list(keys, (key) => `{"name":"n${key}","value":${same(key)}}`),
    list(keys, element),
  ],
  "set of numbers, shuffled": (keys) => [list(keys, same), list(shuffled(keys), same), rules("set")],
  "set of objects, shuffled, 1 % changed": (keys) => [
    list(keys, (key) => `{"name":"n${key}","value":${same(key)}}`),
    list(shuffled(keys), element),
    rules("set"),
  ],
  "keyed list, shuffled, 1 % changed": (keys) => [
    list(keys, (key) => `{"name":"n${key}","value":${same(key)}}`),
    list(shuffled(keys), element),
    rules("keyed(name)"),
  ],
  "keyed list, every element new": (keys) => [
    list(keys, element),
    list(keys, (key) => `{"name":"m${key}","value":${same(key)}}`),
    rules("keyed(name)"),
  ],
};

/** A rule for the whole document. */
function rules(word) {
  return { "*": { "": word } };
}

await init();
console.log(["shape", ...SIZES.map((size) => `${size} [ms]`), "exponent"].join(" | "));
for (const [shape, make] of Object.entries(SHAPES)) {
  const times = SIZES.map((size) => time(...make(Array.from({ length: size }, (_, key) => key))));
  console.log([shape, ...times.map((ms) => ms.toFixed(1)), exponent(times).toFixed(2)].join(" | "));
}

/** The least time of a few runs, verdict read. */
function time(old, now, rules) {
  const run = () => {
    const start = performance.now();
    const report = compare(old, now, rules && { rules });
    report.dispose();
    return performance.now() - start;
  };
  return Math.min(...Array.from({ length: 4 }, run));
}

/** The slope of the line through the logarithms of sizes and times (least squares). */
function exponent(times) {
  const points = SIZES.map((size, at) => [Math.log(size), Math.log(times[at])]);
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const along = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return along / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
