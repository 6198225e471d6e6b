// Pages of others that show the element: each a folder's file, with the packed package beside it.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { type Package, type Packed, packed } from "../support/packed.js";
import { Site } from "./page.js";

/** Where the hosts have the package. */
const PACKAGE = join("node_modules", "whyreplace", "dist", "package");

export interface HostPage {
  /** The Content-Security-Policy; without one there is none. */
  policy?: string;
  body: string;
  /** Runs before the element is known. */
  script?: string;
  /** Where the element comes from; null for a page that brings it itself. */
  element?: string | null;
}

/** A site of host pages. */
export class Hosts {
  #count = 0;

  private constructor(
    readonly folder: string,
    readonly site: Site,
    private readonly archive: Packed,
  ) {}

  static async open(): Promise<Hosts> {
    const archive = packed();
    const folder = mkdtempSync(join(tmpdir(), "whyreplace-hosts-"));
    cpSync(join(archive.folder, PACKAGE), join(folder, "package"), { recursive: true });
    return new Hosts(folder, await Site.open(folder), archive);
  }

  async close() {
    await this.site.close();
    this.archive.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The package itself, started. */
  async load(): Promise<Package> {
    const whyreplace = await this.archive.load();
    await whyreplace.init();
    return whyreplace;
  }

  /** Puts a file beside the pages. */
  write(name: string, content: string) {
    writeFileSync(join(this.folder, name), content);
  }

  /** Opens a page. What its policy forbids is among the faults, like any other error. */
  async show(host: HostPage, options: BrowserContextOptions = {}): Promise<Hosted> {
    this.#count += 1;
    const name = `host-${this.#count}`;
    this.write(`${name}.js`, host.script ?? "");
    this.write(`${name}.html`, html(name, host));
    const context = await this.site.context(options);
    await context.addInitScript(() => {
      const told: unknown[] = [];
      Object.assign(window, { told });
      document.addEventListener("why-replace-verdict", (event) => told.push((event as CustomEvent).detail));
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto(`${this.site.url}${name}.html`);
    return new Hosted(page, faults);
  }
}

function html(name: string, { policy, body, element = "./package/element.js" }: HostPage): string {
  return `<!doctype html>
<html lang="en">
  <head>
    ${policy === undefined ? "" : `<meta http-equiv="Content-Security-Policy" content="${policy}">`}
    <meta charset="utf-8">
    <title>${name}</title>
    <link rel="icon" href="data:,">
    <script src="./${name}.js"></script>
    ${element === null ? "" : `<script type="module" src="${element}"></script>`}
  </head>
  <body>${body}</body>
</html>`;
}

/** A page of others, read and used. */
export class Hosted {
  constructor(
    readonly page: Page,
    readonly faults: string[],
  ) {}

  async close() {
    await this.page.context().close();
  }

  element(at = 0) {
    return this.page.locator("why-replace").nth(at);
  }

  title(at = 0) {
    return this.element(at).locator(".verdict h2").first();
  }

  /** What the events told so far. */
  told<Detail>(): Promise<Detail[]> {
    return this.page.evaluate(() => (window as unknown as { told: Detail[] }).told);
  }

  /** Sets properties of an element. */
  async set(properties: Record<string, unknown>, at = 0) {
    await this.element(at).evaluate((element, properties) => Object.assign(element, properties), properties);
  }

  /** Pastes a text where the focus is. */
  async paste(text: string) {
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      let target: Element = document.activeElement ?? document.body;
      while (target.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
      const event = new ClipboardEvent("paste", {
        clipboardData,
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      Object.assign(window, { wasTaken: !target.dispatchEvent(event) });
    }, text);
    return this.page.evaluate(() => (window as unknown as { wasTaken: boolean }).wasTaken);
  }
}

/** An element with its documents in the page. */
export function slotted(documents: Record<string, unknown>, attributes = ""): string {
  const scripts = Object.entries(documents).map(
    ([slot, document]) =>
      `<script type="application/json" slot="${slot}">${typeof document === "string" ? document : JSON.stringify(document)}</script>`,
  );
  return `<why-replace ${attributes}>${scripts.join("\n")}</why-replace>`;
}
