// `npm run bench:growth`: how time grows with the number of elements. An exponent of 1 is linear.
// `npm run bench:growth -- --plans` leaves out the pairs.

import { compare, init, review } from "../dist/package/node.js";

const SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000];
const SIZES_OF_PLANS = [1_000, 3_000, 10_000, 30_000];

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

const planOf = (resources, configured = "") =>
  `{"format_version":"1.2","resource_changes":[${resources.join(",")}],"configuration":{"root_module":{"resources":[${configured}]}}}`;

/** A resource that is replaced, or changed as `more` says. */
const replaced = (key, before, after, more = `"replace_paths":[["name"]]`) =>
  `{"address":"t.r${key}","type":"t","change":{"actions":["delete","create"],"before":${before},"after":${after},${more}}}`;

/** A resource that is replaced for others. */
const follower = (key) =>
  replaced(
    key,
    `{"name":"a","of":"${key}"}`,
    `{"name":"a"}`,
    `"after_unknown":{"of":true},"replace_paths":[["of"]]`,
  );

/** What the configuration says that a resource uses. */
const uses = (key, others) =>
  `{"address":"t.r${key}","expressions":{"of":{"references":[${others.map((other) => `"t.r${other}.id","t.r${other}"`)}]}}}`;

const root = replaced(0, `{"name":"a"}`, `{"name":"b"}`);
const behindRoot = (keys) => [root, ...keys.slice(1).map(follower)];

/** One resource of Pulumi, with a detailed diff of every key. */
const preview = (keys, old, now) =>
  `{"steps":[{"op":"update","urn":"urn:pulumi:d::p::t:m:R::a","oldState":{"type":"t:m:R","inputs":${object(keys, old)}},"newState":{"type":"t:m:R","inputs":${object(keys, now)}},"detailedDiff":${object(keys, () => `{"kind":"update"}`)}}]}`;

/** Plans by the keys 0 to n - 1. */
const PLANS = {
  "plan of many resources": (keys) =>
    planOf(keys.map((key) => replaced(key, `{"name":"a","size":"1"}`, `{"name":"b","size":1}`))),
  "plan, each resource uses the one before": (keys) =>
    planOf(
      behindRoot(keys),
      keys.slice(1).map((key) => uses(key, [key - 1])),
    ),
  "plan, all resources use one": (keys) =>
    planOf(
      behindRoot(keys),
      keys.slice(1).map((key) => uses(key, [0])),
    ),
  "plan, one resource uses all": (keys) =>
    planOf(
      [follower("all"), ...keys.map((key) => replaced(key, `{"name":"a"}`, `{"name":"b"}`))],
      uses("all", keys),
    ),
  "one resource of a plan, every property differs": (keys) =>
    planOf([
      replaced(
        0,
        object(keys, same),
        object(keys, (key) => `"${key}"`),
      ),
    ]),
  "one resource of a plan, every property forces its replacement": (keys) => {
    const paths = keys.map((key) => `["key-${key}"]`);
    return planOf([
      replaced(
        0,
        object(keys, same),
        object(keys, (key) => key + 1),
        `"replace_paths":[${paths}]`,
      ),
    ]);
  },
  "one resource of a plan, every property is unknown": (keys) =>
    planOf([
      replaced(
        0,
        object(keys, same),
        "{}",
        `"after_unknown":${object(keys, () => true)},"replace_paths":[["name"]]`,
      ),
    ]),
  "one resource of a plan, every property is sensitive": (keys) => {
    const marks = object(keys, () => true);
    const texts = (of) => object(keys, (key) => `"secret-${of}-${key}"`);
    return planOf([
      replaced(0, texts("a"), texts("b"), `"before_sensitive":${marks},"after_sensitive":${marks}`),
    ]);
  },
  "one resource of a preview, every property is named": (keys) => preview(keys, same, (key) => key + 1),
  "one resource of a preview, every property is masked": (keys) =>
    preview(
      keys,
      () => `"[secret]"`,
      () => `"[secret]"`,
    ),
  "lines that begin as lists do": (keys) => `${keys.map(() => "[").join("\n")}\n${planOf([root])}`,
};

await init();
const run = (old, now, rules) => () => compare(old, now, rules && { rules }).dispose();
const table = (sizes, shapes) => {
  console.log(["shape", ...sizes.map((size) => `${size} [ms]`), "exponent"].join(" | "));
  for (const [shape, runOf] of Object.entries(shapes)) {
    const times = sizes.map((size) => time(runOf(Array.from({ length: size }, (_, key) => key))));
    console.log([shape, ...times.map((ms) => ms.toFixed(1)), exponent(sizes, times).toFixed(2)].join(" | "));
  }
};
const each = (shapes, runOf) =>
  Object.fromEntries(Object.entries(shapes).map(([shape, make]) => [shape, (keys) => runOf(make(keys))]));
if (!process.argv.includes("--plans"))
  table(
    SIZES,
    each(SHAPES, (made) => run(...made)),
  );
table(
  SIZES_OF_PLANS,
  each(PLANS, (text) => () => readPlan(text)),
);

/** Reads all of a plan but who is hit because of whom: behind each that is the way to it, which in a chain is all before it. */
function readPlan(text) {
  const report = review(text);
  for (const { findings, groups, proposed, verdict } of report.resources) {
    [findings, groups, proposed, verdict.detailedDiff].every(Boolean);
  }
  [report.diagnostics].every(Boolean);
  report.dispose();
}

/** The least time of a few runs. */
function time(run) {
  const timed = () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  return Math.min(...Array.from({ length: 4 }, timed));
}

/** The slope of the line through the logarithms of sizes and times (least squares). */
function exponent(sizes, times) {
  const points = sizes.map((size, at) => [Math.log(size), Math.log(times[at])]);
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const along = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return along / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
