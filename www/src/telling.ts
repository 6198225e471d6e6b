// What the page says by itself: to be heard, and what was done also to be seen for a moment.

import type { Host } from "./element.js";

/** How long something that was done is told. */
const TOLD_MS = 4000;
/** Live regions that speak too fast are not heard. */
const ANNOUNCE_MS = 1000;

export class Telling {
  /** What is heard. */
  status = "";
  /** What was done last, for a moment. */
  done = "";
  #announcedAt = 0;
  #announcing: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: Host) {}

  /** Tells something to be heard; the last of what comes at once. */
  announce(text: string) {
    clearTimeout(this.#announcing);
    const wait = Math.max(0, this.#announcedAt + ANNOUNCE_MS - performance.now());
    this.#announcing = setTimeout(() => {
      this.#announcedAt = performance.now();
      this.#say({ status: text });
    }, wait);
  }

  /** Tells what was done, to be seen and to be heard. */
  tell(text: string) {
    clearTimeout(this.#telling);
    this.#say({ done: text });
    this.announce(text);
    this.#telling = setTimeout(() => this.#say({ done: "" }), TOLD_MS);
  }

  #say(change: Partial<Pick<Telling, "status" | "done">>) {
    Object.assign(this, change);
    this.host.requestUpdate();
  }
}
