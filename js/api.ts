import { CATALOGUE } from "./catalogue.js";
import { buffer, buffers, call } from "./engine.js";
import { crossing, type Options, type RuleSet, unknownName } from "./options.js";
import { type Report, reportOf } from "./report.js";
import { encodable, type Input } from "./text.js";
import type { Detected, Diagnostic, Word } from "./types.js";

export { toMarkdown } from "./markdown.js";
export type { DiffResult, Options, RuleSet, Words } from "./options.js";
export type { PlainReport, Report, Resource, Verdict } from "./report.js";
export {
  fromFragment,
  type Shared,
  type SharedPair,
  type SharedPlan,
  type SharedReport,
  type SharedView,
  toFragment,
} from "./share.js";
export { type Accepted, toRules } from "./take-rules.js";
export type { Input } from "./text.js";
export type {
  Action,
  ActionCount,
  Affected,
  Aligned,
  Canonical,
  Cause,
  CausedBy,
  Certainty,
  Class,
  Confidence,
  Counts,
  Detail,
  Detected,
  Diagnostic,
  Dialect,
  DiffKind,
  Embedded,
  EqualityKind,
  Family,
  FieldAction,
  Finding,
  Format,
  Grade,
  Group,
  InnerRule,
  Key,
  Keys,
  Kind,
  Ladder,
  Link,
  LinkKind,
  Masked,
  Moved,
  Olds,
  Order,
  Outcome,
  Override,
  Position,
  PropertyDiff,
  Proposal,
  Proposed,
  Quiet,
  Range,
  SettledBy,
  Settlement,
  Severity,
  Shown,
  ShownType,
  Side,
  Stated,
  Summary,
  TextOp,
  TextPart,
  UpdateBody,
  Word,
} from "./types.js";
export { replacementOrder } from "./verdict.js";

/**
 * Compares two resources or property dictionaries. Text and bytes keep every number exact. Bad JSON makes
 * a report of the format `"refused"` whose diagnostics say what is wrong and where.
 *
 * ```js
 * const report = compare('{"partitions": "6"}', '{"partitions": 6}', { rules: { "*": { partitions: ["integer", "immutable"] } } });
 * report.resources[0].raw.action;     // "replace"
 * report.resources[0].verdict.action; // "no-op"
 * ```
 *
 * @throws TypeError for an argument or option of the wrong type or an option that does not exist.
 */
export function compare(old: Input, now: Input, options?: Options): Report {
  const inputs = { old: encodable(old, "old"), new: encodable(now, "new") };
  const { beside, options: fields } = crossing(options);
  const comparison = call(
    ({ Comparison }) => new Comparison(buffer(inputs.old), buffer(inputs.new), ...buffers(beside), fields),
  );
  return reportOf(comparison);
}

/**
 * Reads a whole plan: of Terraform or OpenTofu, Pulumi or Databricks, with whatever a build log put around it. A text that is
 * no plan makes a report of the format `"refused"` whose diagnostics say which command gives one.
 *
 * Of the options, those hold for a plan that say nothing of one resource: `rules`, `reveal` and `limits`. In the rules, the first
 * level may be an address too; it comes before the type.
 *
 * ```js
 * const report = review(text, { rules: { "aws_db_instance.main": { engine_version: "version-prefix" } } });
 * report.summary.spuriousReplaces;
 * ```
 *
 * @throws TypeError for an argument or option of the wrong type or an option that does not exist.
 */
export function review(plan: Input, options?: Options): Report {
  const text = encodable(plan, "plan");
  const { beside, options: fields } = crossing(options);
  const [rules] = buffers(beside);
  return reportOf(call(({ Comparison }) => Comparison.review(buffer(text), rules, fields)));
}

/**
 * What a text is, and what to run where it is not a plan that is read.
 *
 * @throws TypeError if it is neither text nor an object.
 */
export function detect(text: Input): Detected {
  const encoded = encodable(text, "text");
  return call((module) => module.detect(buffer(encoded)) as Detected);
}

/**
 * What is wrong in a rule set, whatever it will be used for.
 *
 * @throws TypeError if it is neither text nor an object.
 */
export function checkRules(rules: RuleSet | string | Uint8Array): Diagnostic[] {
  const text = encodable(rules, "rules");
  return call((module) => module.checkRules(buffer(text)) as Diagnostic[]);
}

/** What rule files of another tool come to. */
export interface RulesRead {
  /** A rule set, as JSON text. */
  rules: string;
  /** What the files say that no rule does. */
  diagnostics: Diagnostic[];
}

/** Rule files of other tools that can be read. */
export type RuleFormat = "databricks-resources" | "pulumi-schema" | "terraform-schema";

const RULE_FORMATS: readonly string[] = [
  "databricks-resources",
  "pulumi-schema",
  "terraform-schema",
] satisfies RuleFormat[];

/**
 * Reads rule files of another tool, in JSON or YAML, as a rule set. Of several files what the first one says comes first, as
 * rules by hand come before generated ones. Without a format the shape of the text tells.
 *
 * @throws TypeError for a text or a format of another kind.
 */
export function readRules(text: Input | readonly Input[], format?: RuleFormat): RulesRead {
  if (format !== undefined && !RULE_FORMATS.includes(format)) {
    throw unknownName(format, "format", RULE_FORMATS);
  }
  const texts = (Array.isArray(text) ? text : [text]).map((each: unknown) => encodable(each, "text"));
  return call((module) => module.readRules(texts.map(buffer), format) as RulesRead);
}

/** Every word of the rule language, with its family, what it means, and when it is safe. Needs no {@link init}. */
export function catalogue(): Word[] {
  return structuredClone(CATALOGUE as Word[]);
}
