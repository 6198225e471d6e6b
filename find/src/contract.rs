//! The report as plain data: what crosses to JavaScript, field by field.
//!
//! This is the vocabulary of the crate: every stage speaks in these enums, and `report` fills the
//! structs. It holds no logic. `js/types.ts` is generated from it by a test. All counters and
//! offsets are `u32`; a user's keys are always values here, never field names. An `Option` is
//! `null` when absent.

use serde::{Serialize, Serializer};
#[cfg(test)]
use ts_rs::TS;

/// Declares closed enums with the word that each variant is in a report. (Serde's derive writes a call
/// for each variant; a table of words is a third of that in the module.)
macro_rules! words {
    ($( $(#[$meta:meta])* pub enum $name:ident { $( $(#[$doc:meta])* $variant:ident = $word:literal, )+ } )+) => { $(
        $(#[$meta])*
        #[cfg_attr(test, derive(TS))]
        pub enum $name { $( $(#[$doc])* #[cfg_attr(test, ts(rename = $word))] $variant, )+ }

        impl $name {
            /// All variants, in their order.
            pub const ALL: &[$name] = &[$( $name::$variant, )+];

            /// The word that stands for this variant.
            pub fn as_str(self) -> &'static str {
                const WORDS: &[&str] = &[$( $word, )+];
                WORDS[self as usize]
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // A text that stands still crosses once.
                serializer.serialize_unit_variant(stringify!($name), *self as u32, self.as_str())
            }
        }
    )+ };
}

/// A field that nothing fills yet. Its own serialiser would be dead weight in the module.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn none_yet<T, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    debug_assert!(value.is_none(), "this field is filled now: remove its `serialize_with`");
    serializer.serialize_none()
}

words! {
    /// What happens to a resource, weakest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Action {
        /// Nothing.
        NoOp = "no-op",
        /// Its data is read.
        Read = "read",
        /// It leaves the state, and stays in the world.
        Forget = "forget",
        /// It enters the state.
        Import = "import",
        /// It is made.
        Create = "create",
        /// It is changed in place.
        Update = "update",
        /// It is made anew, and the old one destroyed.
        Replace = "replace",
        /// It is destroyed.
        Delete = "delete",
    }
}

words! {
    /// What one change of a three-way comparison asks for, weakest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum FieldAction {
        /// Nothing.
        Skip = "skip",
        /// A change of size only.
        Resize = "resize",
        /// An update in place.
        Update = "update",
        /// An update after which the resource has another id.
        UpdateId = "update-id",
        /// A new resource.
        Recreate = "recreate",
    }
}

words! {
    /// Whether unknown or masked values leave the outcome open.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Certainty {
        /// The values decide.
        Definite = "definite",
        /// A value that cannot be compared here might decide otherwise.
        Possible = "possible",
    }
}

words! {
    /// What a document, or a pair of them, was read as.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Format {
        /// An old and a new document.
        Pair = "pair",
        /// A list of them.
        Pairs = "pairs",
        /// `pulumi preview --json`.
        PulumiPreview = "pulumi-preview",
        /// Pulumi engine events.
        PulumiEvents = "pulumi-events",
        /// `pulumi stack export`.
        PulumiExport = "pulumi-export",
        /// A log of provider calls.
        PulumiGrpcLog = "pulumi-grpc-log",
        /// `terraform show -json` of a plan.
        TerraformPlan = "terraform-plan",
        /// `databricks bundle plan -o json`.
        DatabricksPlan = "databricks-plan",
        /// Lines that a provider printed while comparing.
        DiffLog = "diff-log",
        /// Not read; the diagnostics say why.
        Refused = "refused",
    }
}

/// All that whyreplace says about an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Version of this contract: 1.
    pub schema: u32,
    /// What was read.
    pub format: Format,
    /// Byte for byte the same text.
    pub identical: bool,
    /// Counts over the resources.
    pub summary: Summary,
    /// What was compared, in the order of the input.
    pub resources: Vec<Resource>,
    /// Changes that happened outside the tool, kept apart.
    pub drift: Vec<Resource>,
    /// Changes of stack or root outputs.
    pub outputs: Vec<Resource>,
}

/// Counts over the resources of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// How many resources the report holds.
    pub resources: u32,
    /// By what the plan says.
    pub stated: Vec<ActionCount>,
    /// By `verdict.action`.
    pub decided: Vec<ActionCount>,
    /// Replaces, stated or raw, whose verdict is less.
    pub spurious_replaces: u32,
    /// Updates, stated or raw, whose verdict is less.
    pub spurious_updates: u32,
    /// Resources left out because of a limit.
    pub omitted: u32,
}

/// How many resources have an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ActionCount {
    /// The action.
    pub action: Action,
    /// How many.
    pub count: u32,
}

/// What the values decide under one reading of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The worst that the values allow.
    pub action: Action,
    /// The least; another than `action` only when certainty is "possible".
    pub at_least: Action,
    /// Whether unknown or masked values leave it open.
    pub certainty: Certainty,
    /// Top-level input property names that force a replacement, sorted.
    pub replaces: Vec<String>,
}

/// Nothing, for sure.
impl Default for Outcome {
    fn default() -> Outcome {
        let action = Action::NoOp;
        Outcome { action, at_least: action, certainty: Certainty::Definite, replaces: Vec::new() }
    }
}

/// The decision with the rules in force, as a provider's `DiffResult` and more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// The worst that the values allow.
    pub action: Action,
    /// The least; another than `action` only when certainty is "possible".
    pub at_least: Action,
    /// Whether unknown or masked values leave it open.
    pub certainty: Certainty,
    /// Top-level input property names that force a replacement, sorted.
    pub replaces: Vec<String>,
    /// Whether anything is to be done.
    pub changes: bool,
    /// The old resource is destroyed before the new one is made.
    pub delete_before_replace: bool,
    /// Top-level properties known during preview although an update is pending, sorted.
    pub stables: Vec<String>,
    /// Causes that are no property: id, provider, trigger, taint, request, #initerror, replaceWith, deletedWith.
    pub reasons: Vec<String>,
    /// An update after which the resource has another id.
    pub changes_id: bool,
}

impl From<&Verdict> for Outcome {
    fn from(verdict: &Verdict) -> Outcome {
        let Verdict { action, at_least, certainty, ref replaces, .. } = *verdict;
        Outcome { action, at_least, certainty, replaces: replaces.clone() }
    }
}

/// One entry of a detailed diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PropertyDiff {
    /// Where, in the engine's spelling.
    pub path: String,
    /// What, and whether it forces the replacement.
    pub kind: DiffKind,
    /// Old inputs against new inputs; else the old state against new inputs.
    pub input_diff: bool,
}

words! {
    /// The kinds of a detailed diff (upstream: `plugin.DiffKind`).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DiffKind {
        /// Only the new side has it.
        Add = "add",
        /// Only the new side has it, and that forces a replacement.
        AddReplace = "add-replace",
        /// Only the old side has it.
        Delete = "delete",
        /// Only the old side has it, and that forces a replacement.
        DeleteReplace = "delete-replace",
        /// Both have it, and differ.
        Update = "update",
        /// Both have it, differ, and that forces a replacement.
        UpdateReplace = "update-replace",
    }
}

/// One resource: its outcomes, its counts and, when read, its findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// Unique in the report, over resources, drift and outputs.
    pub id: u32,
    /// Its address or URN; of a pair, empty.
    pub address: String,
    /// Its type; of a pair, the one that selects the rules.
    pub r#type: String,
    /// The address that it had.
    pub previous_address: Option<String>,
    /// The key of a deposed object.
    pub deposed: Option<String>,
    /// Why the plan put it off.
    pub deferred: Option<String>,
    /// What the plan itself says, or what the engine makes of the provider's answer.
    pub stated: Option<Stated>,
    /// With cost and scope in force and no equality word: what a provider without a normaliser answers.
    pub raw: Outcome,
    /// With the rules in force.
    pub verdict: Verdict,
    /// How many places of each class.
    pub counts: Counts,
    /// The root of the cascade that hits this one.
    pub caused_by: Option<CausedBy>,
    /// What an update would send; nothing where there is none.
    pub update_body: Option<UpdateBody>,
}

/// What a plan says about a resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Stated {
    /// The action.
    pub action: Action,
    /// The reasons, in the plan's words.
    pub reasons: Vec<String>,
    /// The order of a replacement, where the plan shows it.
    pub order: Option<Order>,
}

words! {
    /// The order of a replacement.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Order {
        /// The new one is made before the old one goes.
        CreateFirst = "create-first",
        /// The old one goes first.
        DeleteFirst = "delete-first",
    }
}

/// Outcomes with proposals accepted; equal to the verdict where there are none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Proposed {
    /// With every certain proposal.
    pub certain: Outcome,
    /// With the likely ones too.
    pub likely: Outcome,
}

/// How many places of each class. A created or deleted resource counts its properties as real.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Counts {
    /// Findings that nothing settled.
    pub real: u32,
    /// Findings that an equality settled.
    pub spurious: u32,
    /// Findings with a value that is known only after the apply.
    pub unknown: u32,
    /// Findings with a value that is masked on both sides.
    pub masked: u32,
    /// Differences that scope, an option or an override keeps out.
    pub ignored: u32,
    /// Top-level keys of the state that the program does not set.
    pub unmanaged: u32,
    /// Values that are the same on both sides, each counted at the highest place where it is.
    pub unchanged: u32,
    /// Values that are the same in another spelling: `42` and `42.0`, `"A"` and `"\u0041"`.
    pub spelling: u32,
}

impl Counts {
    /// Adds what another part of the same resource has.
    pub fn add(&mut self, other: &Counts) {
        self.real += other.real;
        self.spurious += other.spurious;
        self.unknown += other.unknown;
        self.masked += other.masked;
        self.ignored += other.ignored;
        self.unmanaged += other.unmanaged;
        self.unchanged += other.unchanged;
        self.spelling += other.spelling;
    }

    /// Whether nothing differs, and nothing may.
    pub fn is_empty(&self) -> bool {
        [self.real, self.spurious, self.unknown, self.masked, self.ignored, self.unmanaged]
            .iter()
            .all(|count| *count == 0)
    }
}

/// Another resource that is hit, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Affected {
    /// Its address.
    pub address: String,
    /// What happens to it.
    pub action: Action,
    /// Through which links.
    pub via: Vec<Link>,
}

/// One link of a cascade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Link {
    /// The resource at its start.
    pub from: String,
    /// The property that carries it, where known.
    pub property: Option<String>,
    /// What kind of link.
    pub kind: LinkKind,
}

words! {
    /// What ties one resource to another.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum LinkKind {
        /// A property that uses an output.
        Property = "property",
        /// A declared dependency.
        Dependency = "dependency",
        /// A provider.
        Provider = "provider",
        /// A reference in the configuration.
        Reference = "reference",
        /// A replacement trigger.
        Trigger = "trigger",
    }
}

/// The resource and property at the root of a cascade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CausedBy {
    /// The root's address.
    pub address: String,
    /// Its property, where known.
    pub property: Option<String>,
}

/// What an update would send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct UpdateBody {
    /// Property paths that it sets.
    pub set: Vec<String>,
    /// Property paths that it clears.
    pub unset: Vec<String>,
    /// Changed paths that it does not send.
    pub withheld: Vec<String>,
}

/// One place at which the two sides differ or cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Unique in the report.
    pub id: u32,
    /// Where; keyed and inner steps where they say more than a position.
    pub path: String,
    /// Which side has it.
    pub kind: Kind,
    /// The old value.
    pub old: Option<Shown>,
    /// The new value.
    pub new: Option<Shown>,
    /// What the service reports now.
    pub remote: Option<Shown>,
    /// Which change it is in a three-way comparison.
    pub side: Side,
    /// What it was judged to be.
    pub class: Class,
    /// Why it differs.
    pub cause: Cause,
    /// Three-way: what the ladder decided.
    pub action: Option<FieldAction>,
    /// Three-way: why.
    pub reason: Option<String>,
    /// It forces the replacement.
    pub forces_replace: bool,
    /// Unknown only because the resource is replaced.
    pub consequence: bool,
    /// What settled it.
    pub settled_by: Option<Settlement>,
    /// The notation of an embedded document that the path goes through.
    pub embedded: Option<Embedded>,
    /// A list element that only stands elsewhere.
    #[serde(serialize_with = "none_yet")]
    pub moved: Option<Moved>,
    /// One sentence for a person.
    pub message: String,
    /// The group of the resource that it is a part of.
    pub group: Option<u32>,
    /// The weakest rule that settles it, or its group.
    pub proposal: Option<Proposal>,
}

/// A list or map in which many findings are one difference: elements that stand in another order, say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// Unique among the groups of the resource.
    pub id: u32,
    /// Where the list or map is.
    pub path: String,
    /// Why it differs.
    pub cause: Cause,
    /// One sentence for a person.
    pub message: String,
    /// The ids of its findings.
    pub findings: Vec<u32>,
    /// One of its findings forces the replacement.
    pub forces_replace: bool,
    /// The one element that moved, where only one did.
    pub moved: Option<Moved>,
    /// Members by which the elements can be told apart, the best first; the proposal takes the first of these.
    pub keys: Vec<Vec<String>>,
    /// The weakest rule that settles it.
    pub proposal: Option<Proposal>,
}

words! {
    /// Which sides have a value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Kind {
        /// Only the new side.
        Add = "add",
        /// Only the old side.
        Delete = "delete",
        /// Both.
        Update = "update",
        /// Both, elsewhere.
        Move = "move",
    }
}

words! {
    /// Which change a finding is in a three-way comparison; of two sides, `local`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Side {
        /// The program changed it.
        Local = "local",
        /// The service changed it.
        Remote = "remote",
        /// Both did.
        Both = "both",
    }
}

words! {
    /// What a finding was judged to be.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Class {
        /// Nothing settled it.
        Real = "real",
        /// An equality settled it.
        Spurious = "spurious",
        /// A value is known only after the apply.
        Unknown = "unknown",
        /// A value cannot be seen.
        Masked = "masked",
        /// Scope, an option or an override keeps it out.
        Ignored = "ignored",
    }
}

words! {
    /// Why two sides differ.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Cause {
        /// One scalar in two types.
        Type = "type",
        /// Null against a missing key.
        NullMissing = "null-missing",
        /// One nothing against another: null, blank, an empty list or object.
        Empty = "empty",
        /// A default stands in for nothing.
        Default = "default",
        /// The service filled it in.
        BackendFilled = "backend-filled",
        /// The service never returns it.
        WriteOnly = "write-only",
        /// The same members in another order.
        Order = "order",
        /// The same keyed elements in another order.
        KeyedOrder = "keyed-order",
        /// Letter case.
        Case = "case",
        /// Blanks.
        Whitespace = "whitespace",
        /// Line ends.
        LineEnd = "line-end",
        /// A mark at the end.
        EndMark = "end-mark",
        /// The layout of an embedded document.
        Layout = "layout",
        /// A real change among spurious ones.
        RealInNoise = "real-in-noise",
        /// A value against a list of it.
        OneOrMany = "one-or-many",
        /// One quantity in two units.
        Quantity = "quantity",
        /// One address in two notations.
        Network = "network",
        /// Two names of one thing.
        Identity = "identity",
        /// One content in two encodings.
        Encoding = "encoding",
        /// One text in two Unicode forms.
        Unicode = "unicode",
        /// An object against its id.
        Reference = "reference",
        /// The tool's own records.
        Bookkeeping = "bookkeeping",
        /// A key that no one declared.
        Undeclared = "undeclared",
        /// A key that the schema got later.
        SchemaAdded = "schema-added",
        /// Only the secret mark differs.
        SecretMark = "secret-mark",
        /// A value that cannot be seen.
        Masked = "masked",
        /// A value known only after the apply.
        Unknown = "unknown",
        /// A file or archive.
        Asset = "asset",
        /// Two decimals that are one double.
        Precision = "precision",
        /// A provider that breaks its contract.
        Contract = "contract",
        /// It really changes.
        Real = "real",
    }
}

/// What settled a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Settlement {
    /// What kind of thing.
    pub kind: SettledBy,
    /// The rule as `PATTERN: WORDS`, or a sentence.
    pub text: String,
}

words! {
    /// What kind of thing settled a finding.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SettledBy {
        /// An equality word.
        Rule = "rule",
        /// What holds without any rule.
        BuiltIn = "built-in",
        /// A scope word.
        Scope = "scope",
        /// An option of the call.
        Option = "option",
    }
}

words! {
    /// The notation of an embedded document.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Embedded {
        /// JSON.
        Json = "json",
        /// YAML.
        Yaml = "yaml",
        /// XML.
        Xml = "xml",
        /// Base64.
        Base64 = "base64",
        /// Percent-encoding.
        Url = "url",
    }
}

/// Where a list element stood and stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Moved {
    /// The old path.
    pub from: String,
    /// The new path.
    pub to: String,
    /// The members that identify it.
    pub matched_by: Vec<String>,
}

/// The expensive views of a finding, made when they are asked for. Of masked values there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// Both values as the words that settle it see them.
    pub canonical: Option<Canonical>,
    /// What became of the old text: its parts in order.
    pub text: Option<Vec<TextPart>>,
    /// What differs in the document that it holds or, in a list of a group, once elements are matched.
    pub inner: Vec<Finding>,
    /// How the elements of the list belong together: the list itself, or that of its group.
    pub alignment: Option<Vec<Aligned>>,
}

/// Two values in canonical form, as JSON; null for none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Canonical {
    /// The old one.
    pub old: Option<String>,
    /// The new one.
    pub new: Option<String>,
}

/// A part of two texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TextPart {
    /// Which of the texts has it.
    pub op: TextOp,
    /// The part.
    pub text: String,
}

words! {
    /// Which of two texts has a part.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TextOp {
        /// Both.
        Same = "same",
        /// Only the old one.
        Delete = "delete",
        /// Only the new one.
        Insert = "insert",
    }
}

/// Elements of two lists that belong together, or one that belongs to none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Aligned {
    /// Position in the old list.
    pub old: Option<u32>,
    /// Position in the new list.
    pub new: Option<u32>,
    /// The members that made the pair; none where whole values did.
    pub matched_by: Vec<String>,
}

/// The weakest rule that settles a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// How sure it is that nothing real is hidden.
    pub grade: Grade,
    /// The pattern of the rule.
    pub path: String,
    /// Its words.
    pub rule: Vec<String>,
    /// The one fact that the user must know; null where nothing needs to be known.
    pub same_if: Option<String>,
    /// Rules for what is inside, which belong to it.
    pub inside: Vec<InnerRule>,
    /// What is left with it: findings that really differ.
    pub left: u32,
    /// With this one and all proposals before it accepted; null where that would take too long to find out.
    pub outcome: Option<Outcome>,
}

/// A rule for something inside what a proposal is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct InnerRule {
    /// The pattern of the rule.
    pub path: String,
    /// Its words.
    pub rule: Vec<String>,
    /// The one fact that the user must know; null where nothing needs to be known.
    pub same_if: Option<String>,
}

words! {
    /// How sure a proposal is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Grade {
        /// Never hides a real change.
        Certain = "certain",
        /// Equal if the service reads it that way.
        Likely = "likely",
        /// Needs outside knowledge.
        Ask = "ask",
    }
}

words! {
    /// Keys that are counted and are no findings.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Quiet {
        /// The same on both sides, in whatever spelling.
        Unchanged = "unchanged",
        /// Of the state, and not of the program.
        Unmanaged = "unmanaged",
        /// Left out of the comparison.
        Ignored = "ignored",
    }
}

/// Some of the keys that are counted and are no findings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Keys {
    /// How many there are.
    pub total: u32,
    /// Those from the wanted one on, at most 500.
    pub keys: Vec<Key>,
}

/// A key that is counted and is no finding: where, and what stands there. Its value is not shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Key {
    /// Its path.
    pub path: String,
    /// The type of the old value.
    pub old: Option<ShownType>,
    /// The type of the new value.
    pub new: Option<ShownType>,
}

/// A value as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Shown {
    /// Its type; of a secret the inner type where it is known.
    pub r#type: ShownType,
    /// As written in the source; null when masked.
    pub text: Option<String>,
    /// Why it is masked. A guessed name masks the display only, never the comparison.
    pub masked: Option<Masked>,
    /// Where it stands in the pasted text.
    pub range: Option<Range>,
}

words! {
    /// The types of values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ShownType {
        /// `null`
        Null = "null",
        /// `true` or `false`
        Boolean = "boolean",
        /// A decimal.
        Number = "number",
        /// A text.
        String = "string",
        /// A list.
        List = "list",
        /// An object.
        Map = "map",
        /// A file.
        Asset = "asset",
        /// An archive of files.
        Archive = "archive",
        /// A secret whose inner type is not known.
        Secret = "secret",
        /// Known after the apply.
        Unknown = "unknown",
        /// An output value.
        Output = "output",
        /// A reference to a resource.
        Reference = "reference",
    }
}

words! {
    /// Why a value is masked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Masked {
        /// The input marks it as secret.
        Declared = "declared",
        /// Its name says so.
        Guessed = "guessed",
    }
}

/// What a text is, told without reading all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Detected {
    /// The format, `refused` if it is none that is read.
    pub format: Format,
    /// How sure that is.
    pub confidence: Confidence,
    /// What it is, and what to run or do, where it is not read; empty where it is.
    pub hint: String,
}

words! {
    /// How sure it is what a text is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Confidence {
        /// It has the members that only this format has.
        Certain = "certain",
        /// It looks like it.
        Likely = "likely",
        /// It is nothing that is known.
        None = "none",
    }
}

/// Something to say about the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Diagnostic {
    /// Which problem, as a stable word.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// One sentence; never a value.
    pub message: String,
    /// Which input.
    pub document: Input,
    /// Where in it.
    pub range: Option<Range>,
    /// Further sentences.
    pub notes: Vec<String>,
}

words! {
    /// How much a diagnostic matters.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Severity {
        /// It, or a part of it, was not used.
        Error = "error",
        /// It was used, and is likely wrong.
        Warning = "warning",
        /// Worth knowing.
        Note = "note",
    }
}

words! {
    /// An input of a call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Input {
        /// The old document.
        Old = "old",
        /// The new document.
        New = "new",
        /// What the service reports.
        Remote = "remote",
        /// A plan.
        Plan = "plan",
        /// The rule set.
        Rules = "rules",
        /// What a provider answered to `Diff`.
        Answer = "answer",
        /// What an update returned.
        Outs = "outs",
    }
}

/// A stretch of an input; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Range {
    /// Its start.
    pub start: Position,
    /// Its end.
    pub end: Position,
}

/// A place in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Position {
    /// UTF-16 code units before it, so that `text.slice(offset)` works.
    pub offset: u32,
    /// From 1.
    pub line: u32,
    /// UTF-16 code units, from 1.
    pub column: u32,
}

/// One word of the rule language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Word {
    /// As it is written in a rule.
    pub name: &'static str,
    /// Cost, scope, flag or equality.
    pub family: Family,
    /// Of an equality word: canonical or relation.
    pub kind: Option<EqualityKind>,
    /// What may stand in brackets after it; empty where nothing may.
    pub arguments: String,
    /// It can be written without brackets.
    pub stands_alone: bool,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// When it is safe, in one sentence.
    pub safe: &'static str,
    /// When it is not.
    pub unsafe_when: &'static str,
    /// Whose definition it is; empty where it is our own.
    pub source: &'static str,
    /// The word as it is written in the examples.
    pub written: &'static str,
    /// Two values that it calls equal, as JSON; an empty text is a missing value.
    pub equal: Option<(&'static str, &'static str)>,
    /// Two values that it does not.
    pub different: Option<(&'static str, &'static str)>,
}

words! {
    /// The families of words; for each the most specific pattern is found separately.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Family {
        /// What a surviving difference costs.
        Cost = "cost",
        /// What is compared at all.
        Scope = "scope",
        /// Marks of a property.
        Flag = "flag",
        /// What counts as the same value.
        Equality = "equality",
    }
}

words! {
    /// The two kinds of equality.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EqualityKind {
        /// Maps a value to its canonical form.
        Canonical = "canonical",
        /// Answers whether two values are the same.
        Relation = "relation",
    }
}

/// What equal means without rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(rename_all = "kebab-case"))]
pub enum Dialect {
    /// Null differs from a missing key, and numbers are decimals.
    #[default]
    Json,
    /// As Pulumi's engine compares objects: null is missing inside them.
    Pulumi,
}

/// The order of the steps by which a difference of three sides is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(rename_all = "kebab-case"))]
pub enum Ladder {
    /// Names are compared with the program's alone, and what the service never returns is no drift.
    #[default]
    Latest,
    /// The order before that.
    Earlier,
}

/// A decision of the user's own about the differences at a path, as a last resort.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(TS))]
pub struct Override {
    /// The property path; it covers what lies below.
    pub path: String,
    /// What is to be done.
    pub action: FieldAction,
    /// Why. Never empty.
    pub reason: String,
}

/// What `old` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(rename_all = "kebab-case"))]
pub enum Olds {
    /// The inputs of the last run.
    #[default]
    Inputs,
    /// What create, update or read returned.
    State,
}

/// Options of a comparison, as the facade passes them: documents and rules travel as text beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct Options {
    /// Resource type; selects rules.
    pub r#type: Option<String>,
    /// What `old` is.
    pub olds: Olds,
    /// What equal means without rules.
    pub dialect: Dialect,
    /// Engine paths at which new is reset to old before anything is compared.
    pub ignore_changes: Vec<String>,
    /// Engine paths whose changes replace the resource.
    pub replace_on_changes: Vec<String>,
    /// The order of a replacement, where the program says so: whatever the rules and the provider say.
    pub delete_before_replace: Option<bool>,
    /// With a remote side: the order of the steps by which differences are judged.
    pub ladder: Ladder,
    /// With a remote side: decisions of the user's own.
    pub overrides: Vec<Override>,
    /// Property paths that an update may send; `*` for all, as without a mask.
    pub update_mask: Option<Vec<String>>,
    /// Property paths that no update sends.
    pub never_sent: Vec<String>,
    /// Paths of secret values to show.
    pub reveal: Vec<String>,
    /// Other limits than the defaults.
    pub limits: LimitOptions,
}

/// Limits of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(TS))]
pub struct LimitOptions {
    /// Containers inside one another; default 10,000.
    pub depth: Option<u32>,
    /// Bytes of each document; default 512 MiB.
    pub bytes: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, fs, path::Path};
    use ts_rs::Config;

    /// The TypeScript of one type, its documentation included.
    fn declaration<T: TS>(config: &Config) -> String {
        let docs = T::docs().unwrap_or_default();
        format!("{docs}export {}\n", T::decl(config))
    }

    macro_rules! declarations {
        ($config:expr; $($name:ident)+) => { [$( declaration::<$name>($config) ),+] };
    }

    #[test]
    fn the_types_of_the_package_are_fresh() {
        let config = Config::default();
        let declarations = declarations!(&config;
            Action FieldAction Certainty Format Report Summary ActionCount Outcome Verdict PropertyDiff DiffKind
            Resource Stated Order Proposed Counts Affected Link LinkKind CausedBy UpdateBody Finding Kind Side Class
            Cause Settlement SettledBy Embedded Moved Group Detail Canonical TextPart TextOp Aligned Proposal InnerRule Grade Quiet Keys Key Shown ShownType Masked Diagnostic Severity Input
            Range Position Detected Confidence Word Family EqualityKind Dialect Ladder Override Olds Options LimitOptions
        );
        let header = "// Generated from find/src/contract.rs by `UPDATE=1 cargo test`. Do not edit.\n\n";
        let expected = format!("{header}{}", declarations.join("\n"));
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../js/types.ts");
        if env::var_os("UPDATE").is_some() {
            fs::write(&file, &expected).unwrap();
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        assert!(committed == expected, "js/types.ts is stale; run: UPDATE=1 cargo test --lib contract");
    }
}
