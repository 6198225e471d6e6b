#!/usr/bin/env node
// The command line: reads documents and rules, prints the report, and says by its exit code how it went.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { asJson } from "./cli/as-json.js";
import { asText, type Names, sayable } from "./cli/as-text.js";
import { bySeverity } from "./cli/diagnostics.js";
import { bytesOf, calledInMessages } from "./cli/documents.js";
import { EXIT, type Exit } from "./cli/exit.js";
import { failures } from "./cli/fail-on.js";
import { Refusal } from "./cli/refusal.js";
import { asked, help, type Request } from "./cli/request.js";
import { type RulesOfFiles, rulesOfFiles } from "./cli/rule-files.js";
import { isColoured, written } from "./cli/terminal.js";
import { compare, init, type Report, review, toMarkdown } from "./node.js";

// Who reads on does not want more: `whyreplace plan.json | head` is no failure.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === "EPIPE" ? process.exitCode : EXIT.refused);
});
process.exitCode = await run(process.argv.slice(2)).catch(refused);

async function run(args: readonly string[]): Promise<Exit> {
  const request = asked(args, process.stdin.isTTY !== true);
  if (request === "help") return print([help()], EXIT.fine);
  if (request === "version") return print([`${version()}\n`], EXIT.fine);
  await init();
  const rules = await rulesOfFiles(request.rules);
  complain(rules.said);
  const report = await reportOf(request, rules);
  const names = namesOf(request, rules);
  const failed = failures(report, request.failOn);
  const exit = report.format === "refused" ? EXIT.refused : failed === "" ? EXIT.fine : EXIT.failed;
  if (failed !== "") complain([`failed, as --fail-on asks: ${failed}.`]);
  return print(printed(report, request, names), exit);
}

async function reportOf({ documents, pair, remote }: Request, { text }: RulesOfFiles): Promise<Report> {
  const rules = text === undefined ? {} : { rules: text };
  if ("plan" in documents) return review(await bytesOf(documents.plan), rules);
  const [old, now] = [await bytesOf(documents.old), await bytesOf(documents.now)];
  const third = remote === undefined ? {} : { remote: await bytesOf(remote) };
  return compare(old, now, { ...pair, ...rules, ...third });
}

/** The report as it was asked for. In text, why a document was refused is no report, and goes where errors go. */
function printed(report: Report, { output }: Request, names: Names): Iterable<string> {
  if (output === "json") return asJson(report);
  if (output === "markdown") return [toMarkdown(report)];
  if (report.format !== "refused") {
    return [written(asText(report, names), isColoured(process.stdout, process.env))];
  }
  complain(bySeverity(report.diagnostics).map((each) => sayable(each, names)));
  return [];
}

function namesOf({ documents, remote }: Request, { file }: RulesOfFiles): Names {
  const name = (of: string, file: string | undefined) =>
    file === undefined ? {} : { [of]: calledInMessages(file) };
  const sides =
    "plan" in documents
      ? name("plan", documents.plan)
      : { ...name("old", documents.old), ...name("new", documents.now) };
  return { ...sides, ...name("remote", remote), ...name("rules", file) };
}

/** Prints, and ends so even if nobody reads all of it. */
async function print(parts: Iterable<string>, exit: Exit): Promise<Exit> {
  process.exitCode = exit;
  for (const part of parts) {
    if (!process.stdout.write(part)) await once(process.stdout, "drain");
  }
  return exit;
}

/** Says something beside the report. */
function complain(lines: readonly string[]) {
  const all = lines.flatMap((line) => line.split("\n")).map((line) => [`whyreplace: ${line}`]);
  process.stderr.write(written(all, false));
}

/** An end that is not fine and not asked for; 1 is for --fail-on alone. */
function refused(error: unknown): Exit {
  const isExpected = error instanceof Refusal || error instanceof RangeError;
  complain([isExpected ? error.message : `a fault of whyreplace, please report it: ${String(error)}`]);
  return EXIT.refused;
}

function version(): string {
  const about = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return about.version;
}
