/** The WebAssembly module as base64; see vite.config.ts. */
declare module "virtual:wasm" {
  const base64: string;
  export default base64;
}

/** The worker's script as text; see vite.config.ts. */
declare module "virtual:worker" {
  const text: string;
  export default text;
}

/** The words that can be chosen, as the page shows them; see vite.config.ts. */
declare module "virtual:words" {
  export type ShownWord = Pick<
    import("whyreplace").Word,
    "name" | "family" | "meaning" | "safe" | "unsafeWhen"
  >;
  const words: readonly ShownWord[];
  export default words;
}
