// What a link carries, in the part of an address that browsers send to nobody: `#v1.`, then JSON, deflated, as base64url.

import type { PlainReport } from "./report.js";
import type { Dialect, Olds } from "./types.js";

/** What is shown where a link is opened: documents, which are compared again there, or a report of them. */
export type Shared = (SharedPair | SharedPlan | SharedReport) & {
  /** What of a plan is shown first. */
  view?: SharedView;
};

/** Two documents, and what they are compared with. Rules are the text of a rule set. */
export interface SharedPair {
  old: string;
  new: string;
  rules?: string;
  type?: string;
  olds?: Olds;
  dialect?: Dialect;
}

/** A whole plan, and the rules for it. */
export interface SharedPlan {
  plan: string;
  rules?: string;
}

/** A report, as it is: what is masked in it stays masked, what is not can be read by whoever has the link. */
export interface SharedReport {
  report: PlainReport;
}

/** The address of a resource, and the name of a list of the page. */
export interface SharedView {
  resource?: string;
  filter?: string;
}

const VERSION = 1;
/** How much a link may unpack to: a few kilobytes can hold gigabytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * The fragment of a link to the page, `#v1.…`, to be put behind its address.
 *
 * ```js
 * const link = pageAddress + (await toFragment({ old, new: now, rules: JSON.stringify(rules) }));
 * const masked = pageAddress + (await toFragment({ report: compare(old, now).toJSON() }));
 * ```
 *
 * @throws TypeError for what is no such thing, RangeError for more than 8 MiB of it, which nobody would unpack.
 */
export async function toFragment(shared: Shared): Promise<string> {
  if (!isShared(shared)) throw new TypeError("a link takes { old, new }, { plan } or { report }");
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > MOST_BYTES) throw new RangeError("this is too much for a link: more than 8 MiB");
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#v${VERSION}.${base64url(new Uint8Array(await new Response(packed).arrayBuffer()))}`;
}

/**
 * What a fragment carries. It comes from whoever made the link: that it has these fields is checked here, what stands in them
 * is not; a report in it may be any object.
 *
 * @throws RangeError with a sentence for people, if it is damaged, of another version, or unpacks to more than 8 MiB.
 */
export async function fromFragment(fragment: string): Promise<Shared> {
  const [, version, data] = /^#?v(\d{1,9})\.(.*)$/s.exec(fragment) ?? [];
  if (version === undefined || data === undefined) throw new RangeError(PROBLEM.none);
  if (Number(version) !== VERSION) throw new RangeError(PROBLEM.version(version));
  const shared = parsed(await unpacked(bytesOf(data)));
  if (!isShared(shared)) throw new RangeError(PROBLEM.none);
  return shared;
}

const PROBLEM = {
  none: "This link holds nothing that whyreplace can show.",
  version: (version: string) =>
    `This link is of version ${version}, and only version ${VERSION} can be read here.`,
  damaged: "This link is damaged: a part of it is missing or was changed on the way.",
  large: "This link unpacks to more than 8 MiB and was not read.",
};

/** The text of deflated bytes, read only as far as it may go. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read().catch(() => damaged());
    if (done) return text + decodedBy(decoder);
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError(PROBLEM.large);
    }
    text += decodedBy(decoder, value);
  }
}

/** A stretch of the text, or what is left of it at the end. */
function decodedBy(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return damaged();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return damaged();
  }
}

function damaged(): never {
  throw new RangeError(PROBLEM.damaged);
}

/** How many bytes become characters at a time: arguments of a call have a limit. */
const STEP = 8192;

function base64url(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += STEP) {
    text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  }
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    if (/[^\w-]/.test(text)) return damaged();
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return damaged();
  }
}

type Fields = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown) => typeof value === "string";
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isMissingOr = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value);
const isOneOf = <Word extends string>(...words: Word[]) =>
  isMissingOr((value) => words.some((word) => word === value));
const has = (fields: Fields) => (value: unknown) =>
  isObject(value) && Object.entries(fields).every(([name, is]) => is(Reflect.get(value as object, name)));

const KINDS = [
  has({
    old: isText,
    new: isText,
    rules: isMissingOr(isText),
    type: isMissingOr(isText),
    olds: isOneOf<Olds>("inputs", "state"),
    dialect: isOneOf<Dialect>("json", "pulumi"),
  }),
  has({ plan: isText, rules: isMissingOr(isText) }),
  has({ report: isObject }),
];
const isViewed = has({
  view: isMissingOr(has({ resource: isMissingOr(isText), filter: isMissingOr(isText) })),
});

/** Exactly one of the kinds: a link must not say one thing and hold another. */
const isShared = (value: unknown): value is Shared =>
  isViewed(value) && KINDS.filter((is) => is(value)).length === 1;
