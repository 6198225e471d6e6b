// Generated from find/src/contract.rs by `UPDATE=1 cargo test`. Do not edit.

/**
 * What happens to a resource, weakest first.
 */
export type Action = "no-op" | "read" | "forget" | "import" | "create" | "update" | "replace" | "delete";

/**
 * What one change of a three-way comparison asks for, weakest first.
 */
export type FieldAction = "skip" | "resize" | "update" | "update-id" | "recreate";

/**
 * Whether unknown or masked values leave the outcome open.
 */
export type Certainty = "definite" | "possible";

/**
 * What a document, or a pair of them, was read as.
 */
export type Format = "pair" | "pairs" | "pulumi-preview" | "pulumi-events" | "pulumi-export" | "pulumi-grpc-log" | "terraform-plan" | "databricks-plan" | "diff-log" | "refused";

/**
 * All that whyreplace says about an input.
 */
export type Report = { 
/**
 * Version of this contract: 1.
 */
schema: number, 
/**
 * What was read.
 */
format: Format, 
/**
 * Byte for byte the same text.
 */
identical: boolean, 
/**
 * Counts over the resources.
 */
summary: Summary, 
/**
 * What was compared, in the order of the input.
 */
resources: Array<Resource>, 
/**
 * Changes that happened outside the tool, kept apart.
 */
drift: Array<Resource>, 
/**
 * Changes of stack or root outputs.
 */
outputs: Array<Resource>, };

/**
 * Counts over the resources of a report.
 */
export type Summary = { 
/**
 * How many resources the report holds.
 */
resources: number, 
/**
 * By what the plan says.
 */
stated: Array<ActionCount>, 
/**
 * By `verdict.action`.
 */
decided: Array<ActionCount>, 
/**
 * Replaces, stated or raw, whose verdict is less.
 */
spuriousReplaces: number, 
/**
 * Updates, stated or raw, whose verdict is less.
 */
spuriousUpdates: number, 
/**
 * Resources left out because of a limit.
 */
omitted: number, };

/**
 * How many resources have an action.
 */
export type ActionCount = { 
/**
 * The action.
 */
action: Action, 
/**
 * How many.
 */
count: number, };

/**
 * What the values decide under one reading of the rules.
 */
export type Outcome = { 
/**
 * The worst that the values allow.
 */
action: Action, 
/**
 * The least; another than `action` only when certainty is "possible".
 */
atLeast: Action, 
/**
 * Whether unknown or masked values leave it open.
 */
certainty: Certainty, 
/**
 * Top-level input property names that force a replacement, sorted.
 */
replaces: Array<string>, };

/**
 * The decision with the rules in force, as a provider's `DiffResult` and more.
 */
export type Verdict = { 
/**
 * The worst that the values allow.
 */
action: Action, 
/**
 * The least; another than `action` only when certainty is "possible".
 */
atLeast: Action, 
/**
 * Whether unknown or masked values leave it open.
 */
certainty: Certainty, 
/**
 * Top-level input property names that force a replacement, sorted.
 */
replaces: Array<string>, 
/**
 * Whether anything is to be done.
 */
changes: boolean, 
/**
 * The old resource is destroyed before the new one is made.
 */
deleteBeforeReplace: boolean, 
/**
 * Top-level properties known during preview although an update is pending, sorted.
 */
stables: Array<string>, 
/**
 * Causes that are no property: id, provider, trigger, taint, request, #initerror, replaceWith, deletedWith.
 */
reasons: Array<string>, 
/**
 * An update after which the resource has another id.
 */
changesId: boolean, };

/**
 * One entry of a detailed diff.
 */
export type PropertyDiff = { 
/**
 * Where, in the engine's spelling.
 */
path: string, 
/**
 * What, and whether it forces the replacement.
 */
kind: DiffKind, 
/**
 * Old inputs against new inputs; else the old state against new inputs.
 */
inputDiff: boolean, };

/**
 * The kinds of a detailed diff (upstream: `plugin.DiffKind`).
 */
export type DiffKind = "add" | "add-replace" | "delete" | "delete-replace" | "update" | "update-replace";

/**
 * One resource: its outcomes, its counts and, when read, its findings.
 */
export type Resource = { 
/**
 * Unique in the report, over resources, drift and outputs.
 */
id: number, 
/**
 * Its address or URN; of a pair, empty.
 */
address: string, 
/**
 * Its type; of a pair, the one that selects the rules.
 */
type: string, 
/**
 * The address that it had.
 */
previousAddress: string | null, 
/**
 * The key of a deposed object.
 */
deposed: string | null, 
/**
 * Why the plan put it off.
 */
deferred: string | null, 
/**
 * What the plan itself says, or what the engine makes of the provider's answer.
 */
stated: Stated | null, 
/**
 * With cost and scope in force and no equality word: what a provider without a normaliser answers.
 */
raw: Outcome, 
/**
 * With the rules in force.
 */
verdict: Verdict, 
/**
 * How many places of each class.
 */
counts: Counts, 
/**
 * The root of the cascade that hits this one.
 */
causedBy: CausedBy | null, 
/**
 * What an update would send; nothing where there is none.
 */
updateBody: UpdateBody | null, };

/**
 * What a plan says about a resource.
 */
export type Stated = { 
/**
 * The action.
 */
action: Action, 
/**
 * The reasons, in the plan's words.
 */
reasons: Array<string>, 
/**
 * The order of a replacement, where the plan shows it.
 */
order: Order | null, };

/**
 * The order of a replacement.
 */
export type Order = "create-first" | "delete-first";

/**
 * Outcomes with proposals accepted; equal to the verdict where there are none.
 */
export type Proposed = { 
/**
 * With every certain proposal.
 */
certain: Outcome, 
/**
 * With the likely ones too.
 */
likely: Outcome, };

/**
 * How many places of each class. A created or deleted resource counts its properties as real.
 */
export type Counts = { 
/**
 * Findings that nothing settled.
 */
real: number, 
/**
 * Findings that an equality settled.
 */
spurious: number, 
/**
 * Findings with a value that is known only after the apply.
 */
unknown: number, 
/**
 * Findings with a value that is masked on both sides.
 */
masked: number, 
/**
 * Differences that scope, an option or an override keeps out.
 */
ignored: number, 
/**
 * Top-level keys of the state that the program does not set.
 */
unmanaged: number, 
/**
 * Values that are the same on both sides, each counted at the highest place where it is.
 */
unchanged: number, 
/**
 * Values that are the same in another spelling: `42` and `42.0`, `"A"` and `"\u0041"`.
 */
spelling: number, };

/**
 * Another resource that is hit, and why.
 */
export type Affected = { 
/**
 * Its address.
 */
address: string, 
/**
 * What happens to it.
 */
action: Action, 
/**
 * Through which links.
 */
via: Array<Link>, };

/**
 * One link of a cascade.
 */
export type Link = { 
/**
 * The resource at its start.
 */
from: string, 
/**
 * The property that carries it, where known.
 */
property: string | null, 
/**
 * What kind of link.
 */
kind: LinkKind, };

/**
 * What ties one resource to another.
 */
export type LinkKind = "property" | "dependency" | "provider" | "reference" | "trigger";

/**
 * The resource and property at the root of a cascade.
 */
export type CausedBy = { 
/**
 * The root's address.
 */
address: string, 
/**
 * Its property, where known.
 */
property: string | null, };

/**
 * What an update would send.
 */
export type UpdateBody = { 
/**
 * Property paths that it sets.
 */
set: Array<string>, 
/**
 * Property paths that it clears.
 */
unset: Array<string>, 
/**
 * Changed paths that it does not send.
 */
withheld: Array<string>, };

/**
 * One place at which the two sides differ or cannot be compared.
 */
export type Finding = { 
/**
 * Unique in the report.
 */
id: number, 
/**
 * Where; keyed and inner steps where they say more than a position.
 */
path: string, 
/**
 * Which side has it.
 */
kind: Kind, 
/**
 * The old value.
 */
old: Shown | null, 
/**
 * The new value.
 */
new: Shown | null, 
/**
 * What the service reports now.
 */
remote: Shown | null, 
/**
 * Which change it is in a three-way comparison.
 */
side: Side, 
/**
 * What it was judged to be.
 */
class: Class, 
/**
 * Why it differs.
 */
cause: Cause, 
/**
 * Three-way: what the ladder decided.
 */
action: FieldAction | null, 
/**
 * Three-way: why.
 */
reason: string | null, 
/**
 * It forces the replacement.
 */
forcesReplace: boolean, 
/**
 * Unknown only because the resource is replaced.
 */
consequence: boolean, 
/**
 * What settled it.
 */
settledBy: Settlement | null, 
/**
 * The notation of an embedded document that the path goes through.
 */
embedded: Embedded | null, 
/**
 * A list element that only stands elsewhere.
 */
moved: Moved | null, 
/**
 * One sentence for a person.
 */
message: string, 
/**
 * The group of the resource that it is a part of.
 */
group: number | null, 
/**
 * The weakest rule that settles it, or its group.
 */
proposal: Proposal | null, };

/**
 * Which sides have a value.
 */
export type Kind = "add" | "delete" | "update" | "move";

/**
 * Which change a finding is in a three-way comparison; of two sides, `local`.
 */
export type Side = "local" | "remote" | "both";

/**
 * What a finding was judged to be.
 */
export type Class = "real" | "spurious" | "unknown" | "masked" | "ignored";

/**
 * Why two sides differ.
 */
export type Cause = "type" | "null-missing" | "empty" | "default" | "backend-filled" | "write-only" | "order" | "keyed-order" | "case" | "whitespace" | "line-end" | "end-mark" | "layout" | "real-in-noise" | "one-or-many" | "quantity" | "network" | "identity" | "encoding" | "unicode" | "reference" | "bookkeeping" | "undeclared" | "schema-added" | "secret-mark" | "masked" | "unknown" | "asset" | "precision" | "contract" | "real";

/**
 * What settled a finding.
 */
export type Settlement = { 
/**
 * What kind of thing.
 */
kind: SettledBy, 
/**
 * The rule as `PATTERN: WORDS`, or a sentence.
 */
text: string, };

/**
 * What kind of thing settled a finding.
 */
export type SettledBy = "rule" | "built-in" | "scope" | "option";

/**
 * The notation of an embedded document.
 */
export type Embedded = "json" | "yaml" | "xml" | "base64" | "url";

/**
 * Where a list element stood and stands.
 */
export type Moved = { 
/**
 * The old path.
 */
from: string, 
/**
 * The new path.
 */
to: string, 
/**
 * The members that identify it.
 */
matchedBy: Array<string>, };

/**
 * A list or map in which many findings are one difference: elements that stand in another order, say.
 */
export type Group = { 
/**
 * Unique among the groups of the resource.
 */
id: number, 
/**
 * Where the list or map is.
 */
path: string, 
/**
 * Why it differs.
 */
cause: Cause, 
/**
 * One sentence for a person.
 */
message: string, 
/**
 * The ids of its findings.
 */
findings: Array<number>, 
/**
 * One of its findings forces the replacement.
 */
forcesReplace: boolean, 
/**
 * The one element that moved, where only one did.
 */
moved: Moved | null, 
/**
 * Members by which the elements can be told apart, the best first; the proposal takes the first of these.
 */
keys: Array<Array<string>>, 
/**
 * The weakest rule that settles it.
 */
proposal: Proposal | null, };

/**
 * The expensive views of a finding, made when they are asked for. Of masked values there are none.
 */
export type Detail = { 
/**
 * Both values as the words that settle it see them.
 */
canonical: Canonical | null, 
/**
 * What became of the old text: its parts in order.
 */
text: Array<TextPart> | null, 
/**
 * What differs in the document that it holds or, in a list of a group, once elements are matched.
 */
inner: Array<Finding>, 
/**
 * How the elements of the list belong together: the list itself, or that of its group.
 */
alignment: Array<Aligned> | null, };

/**
 * Two values in canonical form, as JSON; null for none.
 */
export type Canonical = { 
/**
 * The old one.
 */
old: string | null, 
/**
 * The new one.
 */
new: string | null, };

/**
 * A part of two texts.
 */
export type TextPart = { 
/**
 * Which of the texts has it.
 */
op: TextOp, 
/**
 * The part.
 */
text: string, };

/**
 * Which of two texts has a part.
 */
export type TextOp = "same" | "delete" | "insert";

/**
 * Elements of two lists that belong together, or one that belongs to none.
 */
export type Aligned = { 
/**
 * Position in the old list.
 */
old: number | null, 
/**
 * Position in the new list.
 */
new: number | null, 
/**
 * The members that made the pair; none where whole values did.
 */
matchedBy: Array<string>, };

/**
 * The weakest rule that settles a finding.
 */
export type Proposal = { 
/**
 * How sure it is that nothing real is hidden.
 */
grade: Grade, 
/**
 * The pattern of the rule.
 */
path: string, 
/**
 * Its words.
 */
rule: Array<string>, 
/**
 * The one fact that the user must know; null where nothing needs to be known.
 */
sameIf: string | null, 
/**
 * Rules for what is inside, which belong to it.
 */
inside: Array<InnerRule>, 
/**
 * What is left with it: findings that really differ.
 */
left: number, 
/**
 * With this one and all proposals before it accepted; null where that would take too long to find out.
 */
outcome: Outcome | null, };

/**
 * A rule for something inside what a proposal is about.
 */
export type InnerRule = { 
/**
 * The pattern of the rule.
 */
path: string, 
/**
 * Its words.
 */
rule: Array<string>, 
/**
 * The one fact that the user must know; null where nothing needs to be known.
 */
sameIf: string | null, };

/**
 * How sure a proposal is.
 */
export type Grade = "certain" | "likely" | "ask";

/**
 * Keys that are counted and are no findings.
 */
export type Quiet = "unchanged" | "unmanaged" | "ignored";

/**
 * Some of the keys that are counted and are no findings.
 */
export type Keys = { 
/**
 * How many there are.
 */
total: number, 
/**
 * Those from the wanted one on, at most 500.
 */
keys: Array<Key>, };

/**
 * A key that is counted and is no finding: where, and what stands there. Its value is not shown.
 */
export type Key = { 
/**
 * Its path.
 */
path: string, 
/**
 * The type of the old value.
 */
old: ShownType | null, 
/**
 * The type of the new value.
 */
new: ShownType | null, };

/**
 * A value as it is shown.
 */
export type Shown = { 
/**
 * Its type; of a secret the inner type where it is known.
 */
type: ShownType, 
/**
 * As written in the source; null when masked.
 */
text: string | null, 
/**
 * Why it is masked. A guessed name masks the display only, never the comparison.
 */
masked: Masked | null, 
/**
 * Where it stands in the pasted text.
 */
range: Range | null, };

/**
 * The types of values.
 */
export type ShownType = "null" | "boolean" | "number" | "string" | "list" | "map" | "asset" | "archive" | "secret" | "unknown" | "output" | "reference";

/**
 * Why a value is masked.
 */
export type Masked = "declared" | "guessed";

/**
 * Something to say about the input.
 */
export type Diagnostic = { 
/**
 * Which problem, as a stable word.
 */
code: string, 
/**
 * How much it matters.
 */
severity: Severity, 
/**
 * One sentence; never a value.
 */
message: string, 
/**
 * Which input.
 */
document: Input, 
/**
 * Where in it.
 */
range: Range | null, 
/**
 * Further sentences.
 */
notes: Array<string>, };

/**
 * How much a diagnostic matters.
 */
export type Severity = "error" | "warning" | "note";

/**
 * An input of a call.
 */
export type Input = "old" | "new" | "remote" | "plan" | "rules" | "answer" | "outs";

/**
 * A stretch of an input; the end is exclusive.
 */
export type Range = { 
/**
 * Its start.
 */
start: Position, 
/**
 * Its end.
 */
end: Position, };

/**
 * A place in an input.
 */
export type Position = { 
/**
 * UTF-16 code units before it, so that `text.slice(offset)` works.
 */
offset: number, 
/**
 * From 1.
 */
line: number, 
/**
 * UTF-16 code units, from 1.
 */
column: number, };

/**
 * What a text is, told without reading all of it.
 */
export type Detected = { 
/**
 * The format, `refused` if it is none that is read.
 */
format: Format, 
/**
 * How sure that is.
 */
confidence: Confidence, 
/**
 * What it is, and what to run or do, where it is not read; empty where it is.
 */
hint: string, };

/**
 * How sure it is what a text is.
 */
export type Confidence = "certain" | "likely" | "none";

/**
 * One word of the rule language.
 */
export type Word = { 
/**
 * As it is written in a rule.
 */
name: string, 
/**
 * Cost, scope, flag or equality.
 */
family: Family, 
/**
 * Of an equality word: canonical or relation.
 */
kind: EqualityKind | null, 
/**
 * What may stand in brackets after it; empty where nothing may.
 */
arguments: string, 
/**
 * It can be written without brackets.
 */
standsAlone: boolean, 
/**
 * What it means, in one sentence.
 */
meaning: string, 
/**
 * When it is safe, in one sentence.
 */
safe: string, 
/**
 * When it is not.
 */
unsafeWhen: string, 
/**
 * Whose definition it is; empty where it is our own.
 */
source: string, 
/**
 * The word as it is written in the examples.
 */
written: string, 
/**
 * Two values that it calls equal, as JSON; an empty text is a missing value.
 */
equal: [string, string] | null, 
/**
 * Two values that it does not.
 */
different: [string, string] | null, };

/**
 * The families of words; for each the most specific pattern is found separately.
 */
export type Family = "cost" | "scope" | "flag" | "equality";

/**
 * The two kinds of equality.
 */
export type EqualityKind = "canonical" | "relation";

/**
 * What equal means without rules.
 */
export type Dialect = "json" | "pulumi";

/**
 * The order of the steps by which a difference of three sides is judged.
 */
export type Ladder = "latest" | "earlier";

/**
 * A decision of the user's own about the differences at a path, as a last resort.
 */
export type Override = { 
/**
 * The property path; it covers what lies below.
 */
path: string, 
/**
 * What is to be done.
 */
action: FieldAction, 
/**
 * Why. Never empty.
 */
reason: string, };

/**
 * What `old` is.
 */
export type Olds = "inputs" | "state";

/**
 * Options of a comparison, as the facade passes them: documents and rules travel as text beside them.
 */
export type Options = { 
/**
 * Resource type; selects rules.
 */
type: string | null, 
/**
 * What `old` is.
 */
olds: Olds, 
/**
 * What equal means without rules.
 */
dialect: Dialect, 
/**
 * Engine paths at which new is reset to old before anything is compared.
 */
ignoreChanges: Array<string>, 
/**
 * Engine paths whose changes replace the resource.
 */
replaceOnChanges: Array<string>, 
/**
 * The order of a replacement, where the program says so: whatever the rules and the provider say.
 */
deleteBeforeReplace: boolean | null, 
/**
 * With a remote side: the order of the steps by which differences are judged.
 */
ladder: Ladder, 
/**
 * With a remote side: decisions of the user's own.
 */
overrides: Array<Override>, 
/**
 * Property paths that an update may send; `*` for all, as without a mask.
 */
updateMask: Array<string> | null, 
/**
 * Property paths that no update sends.
 */
neverSent: Array<string>, 
/**
 * Paths of secret values to show.
 */
reveal: Array<string>, 
/**
 * Other limits than the defaults.
 */
limits: LimitOptions, };

/**
 * Limits of a comparison.
 */
export type LimitOptions = { 
/**
 * Containers inside one another; default 10,000.
 */
depth: number | null, 
/**
 * Bytes of each document; default 512 MiB.
 */
bytes: number | null, };
