// A custom element that shows lit's templates: as much of one as this page needs.

import { render, type TemplateResult } from "lit/html.js";

/** Lives as long as its element is in a page. */
export interface Controller {
  hostConnected(): void;
  hostDisconnected(): void;
}

/** What a controller knows of its element. */
export interface Host {
  addController(controller: Controller): void;
  requestUpdate(): void;
}

/** A kind of element, and the properties that change what it shows. */
interface Kind {
  new (): TemplateElement;
  readonly properties: readonly string[];
}

/** Makes a kind of element known under a name. */
export function define(name: string, kind: Kind) {
  for (const property of kind.properties) {
    Object.defineProperty(kind.prototype, property, {
      get(this: TemplateElement) {
        return this.values.get(property);
      },
      set(this: TemplateElement, value: unknown) {
        this.set(property, value);
      },
    });
  }
  customElements.define(name, kind);
}

/** Takes properties away from an element, which would stand in front of its accessors. */
function takenFrom(element: HTMLElement, names: readonly string[]): object {
  const own = names.filter((name) => Object.hasOwn(element, name));
  const values = own.map((name): [string, unknown] => [name, Reflect.get(element, name)]);
  for (const name of own) Reflect.deleteProperty(element, name);
  return Object.fromEntries(values);
}

export abstract class TemplateElement extends HTMLElement implements Host {
  readonly renderRoot = this.attachShadow({ mode: "open" });
  readonly values = new Map<string, unknown>();
  readonly #changed = new Set<string>();
  readonly #controllers: Controller[] = [];
  /** What was set before it was an element of its own. */
  readonly #early = takenFrom(this, (this.constructor as unknown as Kind).properties);
  #isBegun = false;
  #isPending = false;
  #updated = Promise.resolve();

  protected abstract render(): TemplateResult;
  /** Before it is shown: which properties have changed. */
  protected abstract willUpdate(changed: ReadonlySet<string>): void;

  addController(controller: Controller) {
    this.#controllers.push(controller);
  }

  /** Shows it anew, once for all changes until then. */
  requestUpdate() {
    if (!this.#isBegun || this.#isPending) return;
    this.#isPending = true;
    this.#updated = Promise.resolve().then(() => this.#update());
  }

  get updateComplete(): Promise<void> {
    return this.#updated;
  }

  connectedCallback() {
    if (!this.#isBegun) Object.assign(this, this.#early);
    this.#isBegun = true;
    this.requestUpdate();
    for (const controller of this.#controllers) controller.hostConnected();
  }

  disconnectedCallback() {
    for (const controller of this.#controllers) controller.hostDisconnected();
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null) {
    this.set(name, value ?? "");
  }

  set(property: string, value: unknown) {
    if (Object.is(this.values.get(property), value)) return;
    this.values.set(property, value);
    this.#changed.add(property);
    this.requestUpdate();
  }

  #update() {
    try {
      // What it changes is seen in the same go.
      this.willUpdate(this.#changed);
      this.#changed.clear();
      render(this.render(), this.renderRoot, { host: this });
    } finally {
      this.#isPending = false;
    }
  }
}
