/** What the build wrote into the page; see build/data.ts. */
export const dataOf = (name: string): unknown =>
  JSON.parse(document.querySelector(`#${name}`)?.textContent ?? "[]");
