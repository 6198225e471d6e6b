import type { Beside, Encodable } from "./text.js";
import * as module from "./wasm/whyreplace.js";

/** What a module can be started from. */
export type Source = WebAssembly.Module | BufferSource | URL | string | Response | Promise<Response>;

let isReady = false;
let starting: Promise<void> | undefined;
/** Counts the instances: after a trap, whatever an earlier one held is gone. */
let instance = 0;

/** Starts the module once; later calls wait for the first. A failed start may be tried again. */
export function start(source: () => Source | Promise<Source>): Promise<void> {
  starting ??= instantiate(source).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function instantiate(source: () => Source | Promise<Source>): Promise<void> {
  await module.default({ module_or_path: await source() });
  isReady = true;
}

/** The number of the instance that calls run in now. */
export function currentInstance(): number {
  return instance;
}

/** There is no memory for a document: the one error that leaves the instance as it was. */
class NoMemory extends RangeError {
  constructor() {
    super("there is not enough memory for this document");
  }
}

/**
 * Runs a call of the module. Whatever it throws (a trap, an overflow of the stack) ends the instance:
 * nothing in it can be trusted any more, so the next call gets a new one.
 *
 * @throws Error before {@link start} has finished, and whatever the call throws.
 */
export function call<Result>(run: (exports: typeof module) => Result): Result {
  if (!isReady) throw new Error("call and await init() first");
  try {
    return run(module);
  } catch (error) {
    if (!(error instanceof NoMemory)) restart();
    throw error;
  }
}

function restart() {
  module.__wbg_reset_state();
  instance += 1;
}

/** A document in the module's memory. The call that takes it frees it. */
export function buffer(input: Encodable): module.Buffer {
  if (typeof input !== "string") return ofBytes(input);
  // A lone surrogate has no UTF-8: as UTF-16 the module sees it and says where it is.
  return input.isWellFormed() ? ofText(input) : ofBytes(utf16(input));
}

function ofBytes(bytes: Uint8Array): module.Buffer {
  const buffer = new module.Buffer();
  resize(buffer, bytes.length);
  view(buffer, 0, bytes.length).set(bytes);
  return buffer;
}

/** The documents beside the two that are compared; any may be left out. */
export function buffers([rules, answer, outs, remote]: Beside) {
  const optional = (input: Encodable | undefined) => (input === undefined ? undefined : buffer(input));
  return [optional(rules), optional(answer), optional(outs), optional(remote)] as const;
}

/** `encodeInto` writes straight into the module; one byte a character is enough for most texts. */
function ofText(text: string): module.Buffer {
  const encoder = new TextEncoder();
  const buffer = new module.Buffer();
  resize(buffer, text.length);
  const { read, written } = encoder.encodeInto(text, view(buffer, 0, text.length));
  if (read === text.length) {
    resize(buffer, written);
    return buffer;
  }
  const rest = text.slice(read);
  // At most three bytes a code unit.
  resize(buffer, written + rest.length * 3);
  const more = encoder.encodeInto(rest, view(buffer, written, rest.length * 3));
  resize(buffer, written + more.written);
  return buffer;
}

function resize(buffer: module.Buffer, length: number) {
  if (buffer.resize(length)) return;
  buffer.free();
  throw new NoMemory();
}

function view(buffer: module.Buffer, from: number, length: number): Uint8Array {
  return new Uint8Array(module.linearMemory().buffer, buffer.address + from, length);
}

/** Little-endian UTF-16 with a byte order mark. */
function utf16(text: string): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 + text.length * 2));
  bytes.setUint16(0, 0xfeff, true);
  for (let at = 0; at < text.length; at++) bytes.setUint16(2 + at * 2, text.charCodeAt(at), true);
  return new Uint8Array(bytes.buffer);
}
