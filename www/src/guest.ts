// `<why-replace>` in a page that is about something else: its documents stand in the HTML, and what happens elsewhere in
// the page is not for it.

import { FIELDS } from "./comparison.js";
import text from "./guest.css?inline";
import { hadFocus, WhyReplace } from "./why-replace.js";

const sheet = new CSSStyleSheet();
sheet.replaceSync(text);

/** What is so near to what is seen soon will be. */
const NEAR = "400px";

export class GuestElement extends WhyReplace {
  static override readonly observedAttributes = [...WhyReplace.observedAttributes, "readonly"];

  /** What was read of the slots: a document that was changed in the element stays as it is. */
  readonly #read = new Map<string, string>();
  /** The parser may bring the slots after the element. */
  readonly #slots = new MutationObserver(() => this.#readSlots());

  /** Is there while the element waits to be near what is seen. */
  #nearing: IntersectionObserver | undefined;

  override connectedCallback() {
    if (this.getAttribute("loading") !== "lazy") return this.#begin();
    this.#nearing = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#nearing?.disconnect();
        this.#begin();
      },
      { rootMargin: NEAR },
    );
    this.#nearing.observe(this);
  }

  #begin() {
    super.connectedCallback();
    const sheets = this.renderRoot.adoptedStyleSheets;
    if (!sheets.includes(sheet)) sheets.push(sheet);
    this.#readSlots();
    this.#slots.observe(this, { subtree: true, childList: true, characterData: true });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#nearing?.disconnect();
    this.#slots.disconnect();
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null) {
    if (name === "readonly") this.readonly = value !== null;
    else super.attributeChangedCallback(name, before, value);
  }

  protected override willUpdate(changed: ReadonlySet<string>) {
    super.willUpdate(changed);
    if (changed.has("readonly")) this.toggleAttribute("readonly", this.readonly);
  }

  /** What happens inside it, and keys and pastes that are nobody's while it had the focus last. */
  protected override isFor(event: Event): boolean {
    if (event.defaultPrevented) return false;
    if (event.composedPath().includes(this)) return true;
    const isNobodys = !(event instanceof DragEvent) && document.activeElement === document.body;
    return isNobodys && hadFocus(this);
  }

  #readSlots() {
    for (const field of [...FIELDS, "report"]) {
      const text = this.querySelector(`:scope > script[slot="${field}"]`)?.textContent?.trim();
      if (text === undefined || text === this.#read.get(field)) continue;
      this.#read.set(field, text);
      Reflect.set(this, field, text);
    }
  }
}
