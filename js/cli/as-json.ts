import type { Report } from "../report.js";

/** What `JSON.stringify` would write, in pieces: of a large plan it is more than a string can hold. */
export function* asJson(report: Report): Generator<string> {
  let open = "{";
  for (const [name, value] of Object.entries(report.toJSON())) {
    yield `${open}\n  ${JSON.stringify(name)}: `;
    yield* Array.isArray(value) ? listOf(value) : [text(value, "  ")];
    open = ",";
  }
  yield "\n}\n";
}

function* listOf(elements: readonly unknown[]): Generator<string> {
  let open = "[";
  for (const element of elements) {
    yield `${open}\n    ${text(element, "    ")}`;
    open = ",";
  }
  yield elements.length === 0 ? "[]" : "\n  ]";
}

/** A value as JSON, indented. No string in it has a line end of its own. */
function text(value: unknown, indent: string): string {
  return JSON.stringify(value, exact, 2).replaceAll("\n", `\n${indent}`);
}

/** JSON has no bigint. */
function exact(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
