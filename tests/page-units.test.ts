// The page's plain modules, as tables.

import { describe, expect, test } from "vitest";
import type { Action, ActionCount, Summary } from "whyreplace";
import { inPlaces, placesByDanger } from "../www/src/danger.js";
import { inOrder, sideFor } from "../www/src/documents.js";
import { excerpt, fieldOffset } from "../www/src/excerpt.js";
import { History } from "../www/src/history.js";
import { commandOf, type Focus, type Key } from "../www/src/keyboard.js";
import { planHeadline } from "../www/src/later/plan/headline.js";
import { FILTER_NAMES, LIST_PAGE, Resources } from "../www/src/later/plan/resources.js";
import { exchanged, withProposal, withRules, withWords } from "../www/src/later/rules-edit.js";
import type { Filter } from "../www/src/messages.js";
import type { Item } from "../www/src/protocol.js";
import { isEditable, typeInForce, typesOf, wordsIn } from "../www/src/rules-text.js";
import { start, visible } from "../www/src/visible.js";

const TOPIC = `{
  "topic": {
    "name":       ["immutable", "unique"],
    "partitions": ["integer", "increase-only"]
  },
  "*": {"tags.*": "string"}
}`;

describe("a rule set is edited in place", () => {
  test.each<[name: string, text: string, type: string, path: string, words: string[], expected: string]>([
    ["one word", '{"t": {"a": "integer"}}', "t", "a", ["immutable"], '{"t": {"a": "immutable"}}'],
    ["several words", '{"t": {"a": "integer"}}', "t", "a", ["x", "y"], '{"t": {"a": ["x", "y"]}}'],
    ["no word in a list", '{"t": {"a": [], "b": "x"}}', "t", "a", ["y"], '{"t": {"a": "y", "b": "x"}}'],
    ["the first rule goes", '{"t": {"a": "x", "b": "y"}}', "t", "a", [], '{"t": {"b": "y"}}'],
    ["the last rule goes", '{"t": {"a": "x", "b": "y"}}', "t", "b", [], '{"t": {"a": "x"}}'],
    ["the only rule goes", '{"t": { "a": "x" }}', "t", "a", [], '{"t": { }}'],
    [
      "a rule in two spellings goes",
      '{"t": {"a.b": "x", "a[\\"b\\"]": "y", "c": "z"}}',
      "t",
      "a.b",
      [],
      '{"t": {"c": "z"}}',
    ],
    ["a rule that is not there", '{"t": {"a": "x"}}', "t", "b", [], '{"t": {"a": "x"}}'],
    ["a new rule", '{"t": {"a": "x"}}', "t", "b", ["y"], '{"t": {"a": "x", "b": "y"}}'],
    [
      "a new rule on its line",
      '{"t": {\n  "a": "x"\n}}',
      "t",
      "b",
      ["y"],
      '{"t": {\n  "a": "x",\n  "b": "y"\n}}',
    ],
    ["a new type", '{\n  "t": {}\n}', "u", "b", ["y"], '{\n  "t": {},\n  "u": {\n    "b": "y"\n  }\n}'],
    ["an empty type", '{\n  "t": {}\n}', "t", "b", ["y"], '{\n  "t": {\n    "b": "y"\n  }\n}'],
    ["an empty set", "{}", "*", "b", ["y"], '{\n  "*": {\n    "b": "y"\n  }\n}'],
    ["no text", " ", "*", "b", ["y"], '{\n  "*": {\n    "b": "y"\n  }\n}'],
    ["another type's rule stays", '{"*": {"a": "x"}}', "t", "a", ["y"], '{"*": {"a": "x"}, "t": {"a": "y"}}'],
    [
      "the order of numeric keys",
      '{"t": {"2": "x", "1": "y"}}',
      "t",
      "1",
      ["z"],
      '{"t": {"2": "x", "1": "z"}}',
    ],
    [
      "a key twice stays twice",
      '{"t": {"a": "x", "b": "y", "b": "z"}}',
      "t",
      "a",
      [],
      '{"t": {"b": "y", "b": "z"}}',
    ],
    [
      "another spelling of the path",
      '{"t": {"a[\\"b\\"].c": "x"}}',
      "t",
      "a.b.c",
      ["y"],
      '{"t": {"a[\\"b\\"].c": "y"}}',
    ],
    ["what is no rule set stays", '{"t": 1}', "t", "a", ["y"], '{"t": 1}'],
    ["what is no JSON stays", '{"t": {"a": "x",}}', "t", "a", ["y"], '{"t": {"a": "x",}}'],
  ])("%s", (_name, text, type, path, words, expected) => {
    expect(withWords(text, type, path, words)).toBe(expected);
  });

  test.each([
    "__proto__",
    "constructor",
    '[""]',
    '["a.b"]',
    '["a[0]"]',
    '["a\\"b"]',
    "toString",
    "0",
    "\u202e",
  ])("the key %j is a key like any other", (path) => {
    const written = withWords(TOPIC, "topic", path, ["immutable"]);
    expect(wordsIn(written, "topic")(path)).toEqual(["immutable"]);
    expect(wordsIn(written, "topic")("name")).toEqual(["immutable", "unique"]);
    expect(withWords(written, "topic", path, [])).toBe(TOPIC);
    const typed = withWords(TOPIC, path, "a", ["integer"]);
    expect(typesOf(typed)).toEqual(["topic", path]);
    expect(wordsIn(typed, path)("a")).toEqual(["integer"]);
  });

  test.each<[text: string, expected: boolean]>([
    ["", true],
    [TOPIC, true],
    ["\ufeff{}", true],
    ["[]", false],
    ['{"a": "immutable"}', false],
    ['{"a": {}', false],
    ['{"a": {}} x', false],
    [`{"a": {"b": ${"[".repeat(100_000)}`, false],
  ])("%.20j can be edited: %j", (text, expected) => {
    expect(isEditable(text)).toBe(expected);
  });

  test.each<[rules: string, type: string, expected: string]>([
    [TOPIC, "", "topic"],
    [TOPIC, "queue", "queue"],
    ['{"a": {}, "b": {}}', "", "*"],
    ["{}", "", "*"],
  ])("the type in force", (rules, type, expected) => {
    expect(typeInForce(rules, type)).toBe(expected);
  });

  test.each<[words: string[], family: string[], chosen: string[], expected: string[]]>([
    [["integer", "immutable", "unique"], ["immutable"], ["mutable"], ["integer", "mutable", "unique"]],
    [["integer", "immutable"], ["integer"], [], ["immutable"]],
    [["unique"], ["immutable"], ["immutable"], ["unique", "immutable"]],
    [["a", "x", "b", "x"], ["a", "b"], ["c"], ["c", "x", "x"]],
    [["unknown", "immutable"], ["immutable"], [], ["unknown"]],
  ])("words of one family are exchanged: %j", (words, family, chosen, expected) => {
    expect(exchanged(words, (word) => family.includes(word), chosen)).toEqual(expected);
  });

  test.each<[text: string, rule: string[], inside: [path: string, rule: string[]][], expected: string]>([
    ['{"t": {"a": "immutable"}}', ["set"], [], '{"t": {"a": ["immutable", "set"]}}'],
    [
      '{"t": {"a": ["trim", "immutable"]}}',
      ["trim", "set"],
      [],
      '{"t": {"a": ["trim", "immutable", "set"]}}',
    ],
    ['{"t": {"a": "set"}}', ["set"], [], '{"t": {"a": "set"}}'],
    [
      '{"t": {"a.b": "trim"}}',
      ["json"],
      [
        ["a.b", ["nfc"]],
        ["a.__proto__", ["set"]],
      ],
      '{"t": {"a.b": ["trim", "nfc"], "a": "json", "a.__proto__": "set"}}',
    ],
  ])("a proposal is accepted: its words behind those of %s", (text, rule, inside, expected) => {
    const rest = { grade: "likely", sameIf: null, left: 0, outcome: null } as const;
    const inner = inside.map(([path, rule]) => ({ path, rule, sameIf: null }));
    expect(withProposal(text, "t", { ...rest, path: "a", rule, inside: inner })).toBe(expected);
  });

  test.each<[name: string, text: string, added: string, expected: string]>([
    ["to none", " ", '{"t": {"a": "x"}}', '{\n  "t": {\n    "a": "x"\n  }\n}'],
    [
      "several, each on its line",
      '{\n  "u": {}\n}',
      '{"t": {"a": "x", "b": ["y", "z"]}}',
      '{\n  "u": {},\n  "t": {\n    "a": "x",\n    "b": ["y", "z"]\n  }\n}',
    ],
    [
      "several in a line",
      '{"t": {"a": "x"}}',
      '{"t": {"b": "y", "c": "z"}}',
      '{"t": {"a": "x", "b": "y", "c": "z"}}',
    ],
    [
      "behind words that are there",
      '{"t": {"a": "x"}}',
      '{"t": {"a": ["x", "y"]}}',
      '{"t": {"a": ["x", "y"]}}',
    ],
    [
      "at a path that is spelled in another way",
      '{"t": {"a.b": "x"}}',
      '{"t": {"a[\\"b\\"]": "y"}}',
      '{"t": {"a.b": ["x", "y"]}}',
    ],
    ["of a hostile name", "{}", '{"__proto__": {"a": "x"}}', '{\n  "__proto__": {\n    "a": "x"\n  }\n}'],
    [
      "into the section that is meant",
      '{"t": {"a": "x"}}',
      '{"*": {"b": "y"}}',
      '{"t": {"a": "x", "b": "y"}}',
    ],
    ["none", '{"t": {"a": "x"}}', "{}", '{"t": {"a": "x"}}'],
    ["to what is no rule set", '{"t": 1}', '{"t": {"a": "x"}}', '{"t": 1}'],
  ])("rules are added: %s", (_name, text, added, expected) => {
    expect(withRules(text, added, (name) => (name === "*" ? "t" : name))).toBe(expected);
  });

  test("thousands of rules are added in a moment", () => {
    const rules = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, "x"]));
    const begun = performance.now();
    const text = withRules("{}", JSON.stringify({ t: rules }), (name) => name);
    expect(JSON.parse(text)).toEqual({ t: rules });
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

describe("an excerpt", () => {
  const long = `${"x".repeat(5_000_000)}!${"y".repeat(100)}`;
  test.each<
    [name: string, text: string, offset: number, line: number, lines: string[], caret: [number, number]]
  >([
    ["in the middle", "a\nbc\nd", 3, 2, ["1 a", "2 bc", "3 d"], [1, 1]],
    ["in the first line", "ab\ncd", 1, 1, ["1 ab", "2 cd"], [0, 1]],
    ["at the end", "ab\ncd", 5, 2, ["1 ab", "2 cd"], [1, 2]],
    ["of nothing", "", 0, 1, ["1 "], [0, 0]],
    ["with CRLF", "a\r\nbc\r\nd", 4, 2, ["1 a", "2 bc", "3 d"], [1, 1]],
    ["with CR", "a\rbc\rd", 3, 2, ["1 a", "2 bc", "3 d"], [1, 1]],
    ["after a pair of surrogates", '"😀"x', 4, 1, ['1 "😀"x'], [0, 4]],
    ["of a long line", long, 5_000_000, 1, [`1 …${"x".repeat(40)}!${"y".repeat(39)}…`], [0, 41]],
    [
      "between short lines",
      `a\n${long}\nb`,
      5_000_002,
      2,
      ["1 …", `2 …${"x".repeat(40)}!${"y".repeat(39)}…`, "3 …"],
      [1, 41],
    ],
  ])("%s", (_name, text, offset, line, lines, [caretLine, caretColumn]) => {
    const found = excerpt(text, { offset, line, column: 0 });
    expect(found.lines.map(({ number, text }) => `${number} ${text}`)).toEqual(lines);
    expect(found.caret).toEqual({ line: caretLine, column: caretColumn });
  });

  test("a place in a text field, where a line end is one character", () => {
    expect(fieldOffset("a\r\nb\r\nc", 6)).toBe(4);
    expect(fieldOffset("a\nb", 2)).toBe(2);
  });
});

test.each<[text: string, expected: ReturnType<typeof visible>]>([
  ["plain\n\ttext", ["plain\n\ttext"]],
  ["a\u202eb", ["a", { code: "U+202E" }, "b"]],
  ["\u0000\u007f", [{ code: "U+0000" }, { code: "U+007F" }]],
  ["a\u00a0b\u200b", ["a", { code: "U+00A0" }, "b", { code: "U+200B" }]],
  ["ü 😀 漢", ["ü 😀 漢"]],
  ["\u{e0041}", [{ code: "U+E0041" }]],
  ["", [""]],
])("hidden characters of %j are marked", (text, expected) => {
  expect(visible(text)).toEqual(expected);
});

test.each<[text: string, most: number, expected: { text: string; more: number }]>([
  ["abc", 3, { text: "abc", more: 0 }],
  ["abcd", 3, { text: "abc", more: 1 }],
  ["a😀b", 2, { text: "a", more: 2 }],
  ["a😀😀", 3, { text: "a😀", more: 1 }],
])("the start of %j", (text, most, expected) => {
  expect(start(text, most)).toEqual(expected);
});

test.each<[first: string, second: string, expected: string]>([
  ["new.json", "old.json", "old.json"],
  ["a.json", "b.json", "a.json"],
  ["after.json", "state-before.json", "state-before.json"],
  ["gold.json", "threshold.json", "gold.json"],
  ["plan.json", "stateOld.json", "stateOld.json"],
  ["state.json", "preview.json", "state.json"],
])("of %s and %s the old one is %s", (first, second, expected) => {
  expect(inOrder([{ name: first }, { name: second }])[0]?.name).toBe(expected);
});

test.each<[old: string, now: string, name: string, expected: string]>([
  ["", "", "", "old"],
  ["{}", "", "", "new"],
  ["{}", "{}", "", "new"],
  ["{}", "", "before.json", "old"],
])("a single document goes to the right side", (old, now, name, expected) => {
  expect(sideFor({ old, new: now }, name)).toBe(expected);
});

test.each<[key: Partial<Key>, focus: Focus, lettersOn: boolean, expected: string | undefined]>([
  [{ key: "j" }, "page", true, "next-row"],
  [{ key: "j" }, "text", true, undefined],
  [{ key: "j" }, "page", false, undefined],
  [{ key: "j", ctrlKey: true }, "page", true, undefined],
  [{ key: "?", shiftKey: true }, "page", true, "help"],
  [{ key: "n" }, "page", true, "next-resource"],
  [{ key: "p" }, "page", true, "previous-resource"],
  [{ key: "/" }, "page", true, "search"],
  [{ key: "/" }, "text", true, undefined],
  [{ key: "s" }, "page", true, "only-spurious"],
  [{ key: "r" }, "page", true, "only-replace"],
  [{ key: "m" }, "page", true, "copy"],
  [{ key: "m" }, "choice", true, undefined],
  [{ key: "constructor" }, "page", true, undefined],
  [{ key: "z", ctrlKey: true }, "page", false, "undo"],
  [{ key: "Z", metaKey: true, shiftKey: true }, "page", true, "redo"],
  [{ key: "z", ctrlKey: true }, "text", true, undefined],
  [{ key: "z", ctrlKey: true }, "choice", true, "undo"],
  [{ key: "j" }, "choice", true, undefined],
  [{ key: "Enter", ctrlKey: true }, "text", true, "compare"],
  [{ key: "¡", code: "Digit1", altKey: true }, "text", true, "to-old"],
  [{ key: "F6", shiftKey: true }, "text", false, "previous-region"],
  [{ key: "Escape" }, "text", false, "close"],
])("the key %j", (key, focus, lettersOn, expected) => {
  const plain = { key: "", code: "", altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  expect(commandOf({ ...plain, ...key }, focus, lettersOn)).toBe(expected);
});

test("a history goes back and forward, and takes typing as one step", () => {
  const history = new History();
  history.record("a", "chosen");
  history.record("b", "typed");
  history.record("c", "typed");
  expect(history.undo("d")).toBe("b");
  expect(history.undo("b")).toBe("a");
  expect(history.undo("a")).toBe(undefined);
  expect(history.redo("a")).toBe("b");
  history.record("b", "chosen");
  expect(history.redo("c")).toBe(undefined);
});

/** A resource of which the plan says one thing and the rules another. */
function item(id: number, stated: Action, action: Action = stated, more: Partial<Item> = {}): Item {
  const rest = {
    section: "resources",
    type: "t",
    isPossible: false,
    order: null,
    deposed: null,
    causedBy: null,
  } as const;
  return { ...rest, id, address: `a.n${id}`, stated, action, ...more };
}

describe("the resources of a plan", () => {
  test.each<[name: string, item: Item, filters: Filter[]]>([
    ["a real replace", item(0, "replace"), ["changes", "replace"]],
    ["a spurious one", item(0, "replace", "no-op"), ["changes", "spurious", "no-op"]],
    ["one that is less", item(0, "replace", "update"), ["changes", "spurious", "update"]],
    [
      "one that is open",
      item(0, "replace", "replace", { isPossible: true }),
      ["changes", "replace", "possible"],
    ],
    ["a create", item(0, "create"), ["changes", "create"]],
    ["an import", item(0, "import"), ["changes", "import"]],
    ["one that is forgotten", item(0, "forget"), ["changes", "forget"]],
    ["a delete", item(0, "delete"), ["changes", "delete"]],
    ["nothing", item(0, "no-op"), ["no-op"]],
    ["a read", item(0, "read"), ["read"]],
    ["more than the plan says", item(0, "no-op", "update"), ["changes", "update"]],
    ["drift", item(0, "update", "update", { section: "drift" }), ["drift"]],
    ["an output", item(0, "update", "no-op", { section: "outputs" }), ["outputs"]],
  ])("%s is in its lists", (_name, item, expected) => {
    const resources = new Resources();
    const items = [item];
    expect(FILTER_NAMES.filter((filter) => resources.matching(items, filter).length > 0)).toEqual(expected);
  });

  test.each<[query: string, expected: number[]]>([
    ["", [0, 1, 2]],
    ["  ", [0, 1, 2]],
    ["n1", [1]],
    ["A.N TYPE", [2]],
    ["type n1", []],
    [".*", []],
  ])("are searched for %j", (query, expected) => {
    const items = [item(0, "update"), item(1, "update"), item(2, "update", "update", { type: "some_type" })];
    const resources = Object.assign(new Resources(), { query });
    expect(resources.matching(items).map(({ id }) => id)).toEqual(expected);
  });

  test.each<[name: string, items: [Action, isPossible?: boolean][], expected: number[]]>([
    [
      "each kind has its place",
      [
        ["no-op"],
        ["read"],
        ["forget"],
        ["import"],
        ["create"],
        ["update"],
        ["replace", true],
        ["replace"],
        ["delete"],
      ],
      [8, 7, 6, 5, 4, 3, 2, 1, 0],
    ],
    ["within one the plan's order stays", [["update"], ["delete"], ["update"], ["delete"]], [1, 3, 0, 2]],
    ["only a replacement moves for being open", [["update", true], ["update"]], [0, 1]],
  ])("stand in order of danger: %s", (_name, kinds, expected) => {
    const items = kinds.map(([action, isPossible = false], id) => item(id, action, action, { isPossible }));
    expect(inPlaces(items, placesByDanger(items)).map(({ id }) => id)).toEqual(expected);
  });

  test("keep their places; what is new comes last", () => {
    const places = placesByDanger([item(0, "update"), item(1, "replace")]);
    const later = [item(0, "delete"), item(1, "no-op"), item(2, "delete")];
    expect(inPlaces(later, places).map(({ id }) => id)).toEqual([1, 0, 2]);
  });

  test("are shown a page at a time, and any of them can be shown", () => {
    const items = Array.from({ length: LIST_PAGE * 2 + 1 }, (_, id) =>
      item(id, id === 7 ? "no-op" : "update"),
    );
    const resources = new Resources();
    expect(resources.shown(items)).toHaveLength(LIST_PAGE);
    resources.reveal(items, items[LIST_PAGE * 2] as Item);
    expect([resources.page, resources.filter]).toEqual([1, "changes"]);
    expect(resources.shown(items).at(-1)?.id).toBe(LIST_PAGE * 2);
    resources.page = 9;
    expect([resources.pageOf(items), resources.shown(items).at(-1)?.id]).toEqual([1, LIST_PAGE * 2]);
    expect(resources.shown([])).toEqual([]);
    resources.query = "n8";
    resources.reveal(items, items[7] as Item);
    expect([resources.page, resources.filter, resources.query]).toEqual([0, "no-op", ""]);
    expect(resources.shown(items).map(({ id }) => id)).toEqual([7]);
  });
});

const counts = (...counts: [Action, number][]): ActionCount[] =>
  counts.map(([action, count]) => ({ action, count }));

test.each<
  [stated: ActionCount[], decided: ActionCount[], spurious: [number, number], title: string, today: string]
>([
  [
    counts(["no-op", 1], ["replace", 35]),
    counts(["no-op", 31], ["replace", 5]),
    [30, 0],
    "35 replaces; 30 of them are spurious with these rules",
    "The plan says 35 replaces, 1 no-op; with these rules it is 5 replaces, 31 no-ops",
  ],
  [
    counts(["replace", 2]),
    counts(["no-op", 2]),
    [2, 0],
    "2 replaces; all of them are spurious with these rules",
    "The plan says 2 replaces; with these rules it is 2 no-ops",
  ],
  [
    counts(["update", 3], ["replace", 1]),
    counts(["update", 3], ["replace", 1]),
    [0, 0],
    "1 replace; it is not spurious with these rules",
    "The plan says 1 replace, 3 updates; whyreplace agrees",
  ],
  [
    counts(["update", 3]),
    counts(["no-op", 1], ["update", 2]),
    [0, 1],
    "Nothing is destroyed; 3 updates, 1 of them is spurious with these rules",
    "The plan says 3 updates; with these rules it is 2 updates, 1 no-op",
  ],
  [
    counts(["create", 1_500]),
    counts(["create", 1_500]),
    [0, 0],
    "Nothing is destroyed",
    "The plan says 1,500 creates; whyreplace agrees",
  ],
  [
    counts(["no-op", 2]),
    counts(["no-op", 2]),
    [0, 0],
    "Nothing changes",
    "The plan says 2 no-ops; whyreplace agrees",
  ],
  // What says nothing of its own is counted by what would happen without rules that make values equal.
  [
    [],
    counts(["no-op", 2], ["replace", 1]),
    [2, 0],
    "3 replaces; 2 of them are spurious with these rules",
    "With these rules it is 1 replace, 2 no-ops",
  ],
  [[], [], [0, 0], "Nothing changes", "There are no resources"],
])("a plan in a sentence", (stated, decided, [spuriousReplaces, spuriousUpdates], title, today) => {
  const summary: Summary = { resources: 0, stated, decided, spuriousReplaces, spuriousUpdates, omitted: 0 };
  expect(planHeadline({ summary, items: [] }, { settled: 0 })).toMatchObject({ title, today, open: null });
});

test("a plan says what its suggestions would settle, once that is known of all", () => {
  const summary = {
    resources: 3,
    stated: counts(["update", 1], ["replace", 2]),
    decided: counts(["update", 1], ["replace", 2]),
    spuriousReplaces: 0,
    spuriousUpdates: 0,
    omitted: 0,
  };
  const items = [item(0, "replace"), item(1, "replace"), item(2, "update")];
  const today = "The plan says 2 replaces, 1 update; whyreplace agrees";
  const table: [settled: number | undefined, title: string, today: string][] = [
    [undefined, "2 replaces", today],
    [0, "2 replaces; none of them is spurious with these rules", today],
    [
      1,
      "2 replaces; 1 may be spurious: see the suggestions",
      `${today}. With the suggestions accepted: 1 fewer replace`,
    ],
    [
      2,
      "2 replaces; all may be spurious: see the suggestions",
      `${today}. With the suggestions accepted: 2 fewer replaces`,
    ],
  ];
  for (const [settled, title, today] of table) {
    expect(planHeadline({ summary, items }, { settled })).toMatchObject({ title, today });
  }
});

test("a plan says first what it destroys, and that it is not all there", () => {
  const plan = (...decided: ActionCount[]) => {
    const summary = {
      resources: 0,
      stated: decided,
      decided,
      spuriousReplaces: 0,
      spuriousUpdates: 0,
      omitted: 0,
    };
    return { summary, items: [] };
  };
  const [replaces] = counts(["replace", 2]) as [ActionCount];
  const [deletes] = counts(["delete", 1]) as [ActionCount];
  expect(planHeadline(plan(replaces, deletes), { settled: 0 }).title).toBe(
    "2 replaces and 1 delete; none of the replaces is spurious with these rules",
  );
  expect(planHeadline(plan(deletes)).title).toBe("1 delete");
  expect(planHeadline(plan(deletes), { isIncomplete: true }).title).toBe("Incomplete plan: 1 delete");
});

test("a plan says how much is open", () => {
  const summary = {
    resources: 2,
    stated: [],
    decided: [],
    spuriousReplaces: 0,
    spuriousUpdates: 0,
    omitted: 0,
  };
  const open = { isPossible: true };
  const items = [
    item(0, "replace", "replace", open),
    item(1, "update", "update", open),
    item(2, "update"),
    item(3, "update", "update", { ...open, section: "outputs" }),
  ];
  expect(planHeadline({ summary, items }).open).toBe(
    "What happens to 2 resources is open: values are unknown or masked",
  );
});
