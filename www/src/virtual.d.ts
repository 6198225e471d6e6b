// What the build makes; see build/made.ts.

/** The WebAssembly module as base64. */
declare module "virtual:wasm" {
  const base64: string;
  export default base64;
}

/** The worker's script as text. */
declare module "virtual:worker" {
  const text: string;
  export default text;
}

/** Of the catalogue what is shown. */
declare module "virtual:words" {
  const words: readonly import("./protocol.js").ShownWord[];
  export default words;
}

/** A file of module/. */
declare module "virtual:module" {
  /** Brings the module. */
  export function compiledModule(): Promise<WebAssembly.Module>;
  /** What to say when it cannot be had, or no worker for it. */
  export function whyNotStarted(error: unknown): string;
}

/** A file of style/. */
declare module "virtual:style" {
  /** Sees to it that an element has its style sheet; what of that is to be shown in it. */
  export function dressed(element: import("./element.js").TemplateElement): unknown;
}
