// What is pasted or dropped anywhere in the page.

import type { Controller, Host } from "./element.js";
import { SIDES, type Side } from "./protocol.js";

/** Takes documents that were given to no field: texts and files, a side if one was aimed at. */
export interface Taker {
  /** Whether what happened is for it. */
  isFor(event: Event): boolean;
  isField(event: Event): boolean;
  takeText(text: string): void;
  takeFiles(files: File[], side?: Side): void;
}

export class Intake implements Controller {
  /** Whether something is held over the page that would be taken. */
  isOver = false;
  #listening: AbortController | undefined;

  constructor(
    private readonly host: Host,
    private readonly taker: Taker,
  ) {
    host.addController(this);
  }

  hostConnected() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const on = <Name extends keyof WindowEventMap>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
    ) =>
      window.addEventListener(
        name,
        (event) => (this.taker.isFor(event) ? listener(event) : this.#setOver(false)),
        { signal },
      );
    on("paste", (event) => this.#pasted(event));
    on("dragover", (event) => this.#over(event));
    on("dragleave", (event) => event.relatedTarget === null && this.#setOver(false));
    on("drop", (event) => this.#dropped(event));
  }

  hostDisconnected() {
    this.#listening?.abort();
  }

  #pasted(event: ClipboardEvent) {
    if (this.taker.isField(event)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text") ?? "";
    if (files.length > 0) this.taker.takeFiles(files);
    else if (text.trim() !== "") this.taker.takeText(text);
    else return;
    event.preventDefault();
  }

  #over(event: DragEvent) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.#setOver(true);
  }

  #dropped(event: DragEvent) {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#setOver(false);
    this.taker.takeFiles(files, sideUnder(event));
  }

  #setOver(isOver: boolean) {
    if (isOver === this.isOver) return;
    this.isOver = isOver;
    this.host.requestUpdate();
  }
}

/** The side whose pane an event happened in. */
function sideUnder(event: Event): Side | undefined {
  const elements = event.composedPath().filter((target) => target instanceof HTMLElement);
  return SIDES.find((side) => elements.some((element) => element.getAttribute("data-side") === side));
}
