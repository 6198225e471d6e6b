// A promise for every question to the worker. A newer run replaces one that still goes on after a moment, by ending
// the worker: nothing can interrupt WebAssembly.

import { compiledModule, whyNotStarted } from "virtual:module";
import workerText from "virtual:worker";
import type { Arguments, Call, Method, Reply, Result } from "./protocol.js";

/** How long a newer run waits for a running one. */
const PATIENCE_MS = 300;

/** A newer run took the place of this one. */
export class Superseded extends Error {}

/** The worker, or the tab's memory, gave way. */
export class Crashed extends Error {}

/** What was given is not what it should be, or what is needed cannot be had; the message says so to the user. */
export class Unusable extends Error {}

interface Waiting {
  resolve: (result: Result<Method>) => void;
  reject: (error: Error) => void;
}

/** One per element; all share the compiled module. */
export class Engine {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #started: Promise<void> | undefined;
  #calls = 0;
  #runs = 0;

  /** Starts the worker. */
  async start(): Promise<void> {
    this.#started ??= module()
      .then((module) => this.#send("start", [module]))
      .catch((error: unknown) => {
        throw error instanceof Superseded ? error : new Unusable(whyNotStarted(error));
      });
    return this.#started;
  }

  /** Asks after all that was asked before. */
  async ask<M extends Method>(method: M, ...args: Arguments<M>): Promise<Result<M>> {
    await this.start();
    return this.#send(method, args);
  }

  /** Asks in place of all that was asked before. */
  async run<M extends "compare" | "review" | "decide">(method: M, ...args: Arguments<M>): Promise<Result<M>> {
    this.#runs += 1;
    const run = this.#runs;
    await this.start();
    await this.#quiet();
    if (run !== this.#runs) throw new Superseded();
    if (this.#waiting.size > 0) this.stop(new Superseded());
    return this.ask(method, ...args);
  }

  /** Ends the worker with all that it does; the next question starts another. */
  stop(reason: Error) {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#started = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }

  /** Resolves when nothing runs any more, or when patience ends. */
  async #quiet() {
    const until = performance.now() + PATIENCE_MS;
    while (this.#waiting.size > 0 && performance.now() < until) await pause(10);
  }

  #send<M extends Method>(method: M, args: Arguments<M>): Promise<Result<M>> {
    this.#worker ??= this.#start();
    this.#calls += 1;
    const call = { id: this.#calls, method, args } as Call;
    return new Promise<Result<M>>((resolve, reject) => {
      this.#waiting.set(call.id, { resolve: resolve as Waiting["resolve"], reject });
      this.#worker?.postMessage(call);
    });
  }

  #start(): Worker {
    const worker = new Worker(workerUrl());
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.#settle(data));
    const crash = () => this.#worker === worker && this.stop(new Crashed());
    worker.addEventListener("error", crash);
    worker.addEventListener("messageerror", crash);
    return worker;
  }

  #settle(reply: Reply) {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("error" in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.result);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled module, once for all elements of the page and all their workers. */
function module(): Promise<WebAssembly.Module> {
  compiled ??= compiledModule();
  return compiled;
}

/** What of Trusted Types is used here; TypeScript's library does not have them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let address: string | undefined;

/** The worker's script as a blob, through the one policy that the page allows for it. */
function workerUrl(): string {
  if (address === undefined) {
    const blob = URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
    const policy = trustedTypes?.createPolicy("whyreplace", { createScriptURL: (url) => url });
    address = policy?.createScriptURL(blob) ?? blob;
  }
  return address;
}
