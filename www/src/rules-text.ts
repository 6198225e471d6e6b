// What a rule set says that a person writes as a text, and where: no key ever becomes the name of an object's property.

/** A stretch of the text. */
export interface Span {
  start: number;
  end: number;
}

export interface Member extends Span {
  key: string;
  value: Json;
}

export type Json = Span &
  (
    | { kind: "object"; members: Member[] }
    | { kind: "list"; items: Json[] }
    | { kind: "text"; content: string }
    | { kind: "other" }
  );

/** The type that stands for all. */
export const ANY_TYPE = "*";

/** A rule set has three levels; more is none. */
const DEPTH = 8;
const TOKEN = /\s*([{}[\]:,]|"(?:[^"\\]|\\.)*"|[^\s{}[\]:,"]+)/y;
export const EMPTY = "{}";

/** The types that a rule set speaks of, each once; none when the text is no rule set. */
export function typesOf(text: string): string[] {
  const types = (sections(text) ?? []).map(({ key }) => key);
  return [...new Set(types)].filter((type) => type !== ANY_TYPE);
}

/** Whether choices can be written into the text. */
export function isEditable(text: string): boolean {
  return sections(text) !== undefined;
}

/** The type whose rules a choice belongs to: the one that is given, the only one that there is, or any. */
export function typeInForce(text: string, type: string): string {
  if (type !== "") return type;
  const types = typesOf(text);
  return types.length === 1 && types[0] !== undefined ? types[0] : ANY_TYPE;
}

/** For each path the words of the rule that stands at exactly it; the text is read once. */
export function wordsIn(text: string, type: string): (path: string) => string[] {
  const rules = new Map<string, string[]>();
  for (const { key, value } of rulesOf(sections(text) ?? [], type).reverse()) {
    rules.set(plainPath(key), wordsOf(value));
  }
  return (path) => rules.get(plainPath(path)) ?? [];
}

/** A word's name: what stands before its arguments. */
export function nameOf(word: string): string {
  return word.split("(", 1)[0]?.trim() ?? "";
}

export function wordsOf(value: Json): string[] {
  const items = value.kind === "list" ? value.items : [value];
  return items.flatMap((item) => (item.kind === "text" ? [item.content] : []));
}

export function rulesOf(types: Member[], type: string): Member[] {
  const sections = types.filter(({ key }) => key === type);
  return sections.flatMap(({ value }) => (value.kind === "object" ? value.members : []));
}

/** One spelling for the two of a plain key: `a.b` and `a["b"]`. */
export function plainPath(path: string): string {
  return path
    .replace(/\.?\["(\w+)"\]/g, ".$1")
    .replaceAll(".[", "[")
    .replace(/^\./, "");
}

/** The members of the rule set, which is an object of objects. */
export function sections(text: string): Member[] | undefined {
  const root = parse(text.trim() === "" ? EMPTY : text);
  if (root?.kind !== "object") return undefined;
  return root.members.every(({ value }) => value.kind === "object") ? root.members : undefined;
}

/** The JSON text as a tree of places, or undefined when it is not JSON or too deep to be a rule set. */
export function parse(text: string): Json | undefined {
  let at = 0;
  const next = (): (Span & { token: string }) | undefined => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    at = TOKEN.lastIndex;
    return { token, start: at - token.length, end: at };
  };
  const isNext = (token: string) => {
    const before = at;
    if (next()?.token === token) return true;
    at = before;
    return false;
  };

  const value = (depth: number): Json | undefined => {
    const first = next();
    if (first === undefined || depth > DEPTH) return undefined;
    const { token, start, end } = first;
    if (token === "{") {
      const members = listed("}", () => member(depth));
      return members && { kind: "object", members, start, end: at };
    }
    if (token === "[") {
      const items = listed("]", () => value(depth + 1));
      return items && { kind: "list", items, start, end: at };
    }
    const content = scalar(token);
    if (content === undefined) return undefined;
    return typeof content === "string"
      ? { kind: "text", content, start, end }
      : { kind: "other", start, end };
  };
  const member = (depth: number): Member | undefined => {
    const key = next();
    const content = key && scalar(key.token);
    if (key === undefined || typeof content !== "string" || !isNext(":")) return undefined;
    const inner = value(depth + 1);
    return inner && { key: content, value: inner, start: key.start, end: inner.end };
  };
  const listed = <Item>(close: string, item: () => Item | undefined): Item[] | undefined => {
    const items: Item[] = [];
    if (isNext(close)) return items;
    do {
      const found = item();
      if (found === undefined) return undefined;
      items.push(found);
    } while (isNext(","));
    return isNext(close) ? items : undefined;
  };

  const root = value(0);
  return root !== undefined && text.slice(at).trim() === "" ? root : undefined;
}

/** What a token alone stands for: a rule set's own text may be read as JavaScript does. */
function scalar(token: string): string | number | boolean | null | undefined {
  try {
    const content: unknown = JSON.parse(token);
    return typeof content === "object" && content !== null ? undefined : (content as string | number);
  } catch {
    return undefined;
  }
}
