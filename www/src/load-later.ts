/** What no verdict waits for, once it is there. */
export let later: typeof import("./later/index.js") | undefined;

export async function loadLater() {
  later ??= await import("./later/index.js");
  return later;
}
