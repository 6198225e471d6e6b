// Counts what the plans of a folder say, with JSON.parse and nothing of ours: `node scripts/corpus-counts.mjs FOLDER`
// writes tests/corpus-counts.json, which tests/corpus.test.ts holds `review` against. The plans themselves are not committed.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { root, runAsScript } from "./process.mjs";

const TERRAFORM = {
  "no-op": "no-op",
  create: "create",
  read: "read",
  update: "update",
  delete: "delete",
  forget: "forget",
  "delete,create": "replace",
  "create,delete": "replace",
  "create,forget": "replace",
};

/** Steps that are a part of another one of the same resource. */
const PARTS = new Set(["create-replacement", "delete-replaced", "read-replacement", "import-replacement"]);
const PULUMI = { same: "no-op", refresh: "no-op", "read-discarded": "no-op" };

await runAsScript(import.meta.url, ([folder]) => {
  if (folder === undefined) throw new Error("usage: node scripts/corpus-counts.mjs FOLDER");
  const counts = Object.fromEntries(filesOf(folder).map((file) => [file, countsOf(join(folder, file))]));
  writeFileSync(join(root, "tests", "corpus-counts.json"), `${JSON.stringify(counts, null, 1)}\n`);
});

/** Files below a folder that may be plans, with the folder that they are in. */
export function filesOf(folder) {
  const folders = ["pulumi", "terraform", "terraform-generated"];
  return folders.flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => !file.endsWith(".md"))
      .sort()
      .map((file) => `${name}/${file}`),
  );
}

/** The text of a file, whatever it is packed or written in. */
export function bytesOf(file) {
  const bytes = readFileSync(file);
  return file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

function countsOf(file) {
  const bytes = bytesOf(file);
  const text = bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString("utf16le") : bytes.toString("utf8");
  const documents = documentsIn(text);
  const plans = documents.flatMap(plansIn);
  const events = documents.flatMap((each) => each.resourcePreEvent ?? []);
  const steps = documents.flatMap((each) => each.steps ?? []);
  if (plans.length > 0) return { format: "terraform-plan", stated: tally(plans.flatMap(ofTerraform)) };
  if (steps.length > 0) return { format: "pulumi-preview", stated: tally(ofPulumi(steps)) };
  if (events.length > 0) {
    return { format: "pulumi-events", stated: tally(ofPulumi(events.map(({ metadata }) => metadata))) };
  }
  return { format: "refused", stated: {} };
}

/** Every JSON object that begins a line, and the objects of lists that do. */
function documentsIn(text) {
  const found = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const start = rest.search(/^[\s\ufeff]*[{[]/m);
    if (start < 0) break;
    const open = at + start + rest.slice(start).search(/[{[]/);
    const end = endOf(text, open);
    try {
      const value = JSON.parse(text.slice(open, end));
      found.push(...(Array.isArray(value) ? value : [value]));
      at = end;
    } catch {
      const line = text.indexOf("\n", open);
      at = line < 0 ? text.length : line + 1;
    }
  }
  return found.filter((value) => typeof value === "object" && value !== null);
}

/** The offset after the object or list that opens at `open`. */
function endOf(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const mark = text[at];
    if (mark === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    } else if (mark === "{" || mark === "[") depth += 1;
    else if ((mark === "}" || mark === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}

function plansIn(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const hasVersion = "format_version" in value || "plan_format_version" in value;
  if (
    "resource_changes" in value ||
    (hasVersion && ("planned_values" in value || "output_changes" in value))
  ) {
    return [value];
  }
  return hasVersion ? [] : Object.values(value).flatMap(plansIn);
}

function ofTerraform(plan) {
  const deferred = (plan.deferred_changes ?? []).map((each) => each.resource_change);
  return [...(plan.resource_changes ?? []), ...deferred].map(({ change }) => {
    const action = TERRAFORM[change.actions.join(",")];
    return change.importing && action === "no-op" ? "import" : action;
  });
}

/** One action for each resource: of a replacement only what it is. */
function ofPulumi(steps) {
  const whole = new Map();
  for (const { op, urn } of steps) if (!PARTS.has(op)) whole.set(urn, PULUMI[op] ?? op);
  return [...whole.values()];
}

function tally(actions) {
  const counts = {};
  for (const action of actions) if (action !== undefined) counts[action] = (counts[action] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort());
}
