import type { Diagnostic, Severity } from "../types.js";

const SEVERITY = { error: 0, warning: 1, note: 2 } satisfies Record<Severity, number>;

/** Errors first. */
export function bySeverity(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity]);
}

/** A diagnostic in one line: how much it matters, where, and what. Without a name of the document it has no place. */
export function diagnosticLine({ severity, range, message, notes }: Diagnostic, name: string): string {
  const place = range === null ? "" : `, line ${range.start.line}, column ${range.start.column}`;
  const said = [message, ...notes].map((each) => (/[.?]$/.test(each) ? each : `${each}.`));
  return `${severity}: ${name}${place}: ${said.join(" ")}`;
}
