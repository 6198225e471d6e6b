/** What a document may be: JSON text, its bytes in UTF-8 or UTF-16, or a value to be read as `JSON.stringify` would. */
export type Input = string | Uint8Array | ArrayBuffer | object;

/** A document as the module takes it. */
export type Encodable = string | Uint8Array;

/** What comes beside two documents, in the order of the module. */
export type Beside = readonly [rules: Maybe, answer: Maybe, outs: Maybe, remote: Maybe];

type Maybe = Encodable | undefined;

/**
 * JSON text or bytes of an input. An object is written with the meaning of `JSON.stringify`, except that
 * a `bigint` is a number and what JSON cannot hold is refused.
 *
 * @throws TypeError naming the property path of a NaN, an infinity, a function, a symbol or a cycle.
 */
export function encodable(input: unknown, name: string): Encodable {
  if (typeof input === "string" || input instanceof Uint8Array) return input;
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (typeof input === "object" && input !== null) return written(input, name);
  throw new TypeError(`${name} must be JSON text, bytes or an object, not ${kindOf(input)}`);
}

/** A stretch of output, or a value that is still to be written. */
type Task = { text: string } | { value: unknown; path: string; key: string } | { leave: object };

/** Writes without recursion, so that depth is limited in one place: where the text is read. */
function written(root: object, name: string): string {
  const out: string[] = [];
  const open = new Set<object>();
  const tasks: Task[] = [{ value: root, path: "", key: "" }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ("text" in task) out.push(task.text);
    else if ("leave" in task) open.delete(task.leave);
    else writeValue(task.value, task.path, task.key);
  }
  return out.join("");

  function writeValue(original: unknown, path: string, key: string) {
    const value = plain(original, key);
    if (typeof value !== "object" || value === null) {
      out.push(scalar(value, path));
      return;
    }
    if (open.has(value)) throw refusal("a cycle", path);
    open.add(value);
    const inside: Task[] = Array.isArray(value) ? elements(value, path) : members(value, path);
    const [start, end] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
    tasks.push({ leave: value }, { text: end });
    for (const task of inside.reverse()) tasks.push(task);
    tasks.push({ text: start });
  }

  function scalar(value: unknown, path: string): string {
    switch (typeof value) {
      case "string":
        return JSON.stringify(value);
      case "boolean":
      case "bigint":
        return String(value);
      case "number":
        if (Number.isFinite(value)) return String(value);
        throw refusal(String(value), path);
      default:
        if (value === null) return "null";
        throw refusal(kindOf(value), path);
    }
  }

  function refusal(what: string, path: string): TypeError {
    return new TypeError(
      `${name} holds ${what} at ${path === "" ? "its root" : path}; JSON has no such value`,
    );
  }
}

/** The value that JSON.stringify would write: `toJSON` is asked, wrapper objects are unwrapped. */
function plain(value: unknown, key: string): unknown {
  const hasMethod = (typeof value === "object" && value !== null) || typeof value === "bigint";
  const toJSON = hasMethod ? (value as { toJSON?: unknown }).toJSON : undefined;
  const answer = typeof toJSON === "function" ? (toJSON.call(value, key) as unknown) : value;
  const isWrapper = [Number, String, Boolean, BigInt].some((wrapper) => answer instanceof wrapper);
  return isWrapper ? (answer as object).valueOf() : answer;
}

/** Members without undefined ones, which JSON.stringify leaves out too. */
function members(value: object, path: string): Task[] {
  const present = Object.entries(value).filter(([, member]) => member !== undefined);
  return present.flatMap(([key, member], at): Task[] => [
    { text: `${at === 0 ? "" : ","}${JSON.stringify(key)}:` },
    { value: member, path: path + step(key, path === ""), key },
  ]);
}

/** Elements; an undefined one is null, as JSON.stringify has it. */
function elements(value: unknown[], path: string): Task[] {
  return Array.from(value).flatMap((element, at): Task[] => [
    { text: at === 0 ? "" : "," },
    { value: element === undefined ? null : element, path: `${path}[${at}]`, key: String(at) },
  ]);
}

/** One step of a property path, in whyreplace's own spelling. */
function step(key: string, first: boolean): string {
  if (/^\w+$/.test(key)) return first ? key : `.${key}`;
  return `["${key === "*" ? "\\*" : key.replace(/[\\"]/g, "\\$&")}"]`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "symbol" || typeof value === "function" ? `a ${typeof value}` : typeof value;
}
