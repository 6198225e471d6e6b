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
