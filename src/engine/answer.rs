//! What a provider answered to `Diff`: read from JSON, in the members' names of the SDKs or of the wire.

use super::diff_result::{Changes, DiffResult};
use crate::contract::{DiffKind, PropertyDiff};
use crate::json::{Document, Kind, NodeId};
use crate::problem::{Code, Problem, Span};

/// The answer to `Diff` (upstream: `plugin.DiffResult`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The answer as the engine goes on with it.
    pub result: DiffResult,
    /// What forces a replacement: names of top-level inputs.
    pub replaces: Vec<Name>,
    /// What stays the same through an update: names of top-level outputs.
    pub stables: Vec<Name>,
}

/// A name with its place in the answer's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it is written.
    pub text: String,
    /// Where.
    pub span: Span,
}

impl Answer {
    /// Reads an answer, and says what of it could not be read.
    pub fn read(document: &Document) -> (Answer, Vec<Problem>) {
        let mut reading = Reading { document, problems: Vec::new() };
        let root = document.root();
        if document.kind(root) != Kind::Map {
            reading.expected("an answer to Diff", "an object", root);
            return (Answer::default(), reading.problems);
        }
        let (mut answer, mut result) = (Answer::default(), DiffResult::default());
        let mut says_detailed = None;
        for member in document.members(root) {
            let name = document.text(member.key);
            let (name, value) = (name.as_str(), member.value);
            match name {
                "changes" => result.changes = reading.changes(value),
                "replaces" => answer.replaces = reading.names(name, value),
                "stables" => answer.stables = reading.names(name, value),
                "diffs" => result.changed_keys = texts(&reading.names(name, value)),
                "deleteBeforeReplace" | "delete_before_replace" => {
                    result.delete_before_replace = reading.flag(name, value).unwrap_or_default();
                }
                "hasDetailedDiff" => says_detailed = reading.flag(name, value),
                "detailedDiff" => result.detailed = reading.detailed(value),
                _ => {
                    let message = format!(
                        "an answer to Diff has no member `{name}`; it has changes, replaces, stables, deleteBeforeReplace, diffs and detailedDiff"
                    );
                    reading.problem(message, member.key);
                }
            }
        }
        // On the wire the engine does not look at the one without the other, and what is false is left out.
        let is_wire =
            document.member(root, "changes").is_some_and(|changes| document.kind(changes) == Kind::String);
        if says_detailed == Some(false) || is_wire && says_detailed.is_none() {
            result.detailed = None;
        }
        (result.replace_keys, result.stable_keys) = (texts(&answer.replaces), texts(&answer.stables));
        (Answer { result, ..answer }, reading.problems)
    }
}

fn texts(names: &[Name]) -> Vec<String> {
    names.iter().map(|name| name.text.clone()).collect()
}

/// What the wire calls them.
const CHANGES: [(&str, Changes); 3] =
    [("DIFF_UNKNOWN", Changes::Unknown), ("DIFF_NONE", Changes::None), ("DIFF_SOME", Changes::Some)];

struct Reading<'d> {
    document: &'d Document,
    problems: Vec<Problem>,
}

impl Reading<'_> {
    fn problem(&mut self, message: String, at: NodeId) {
        self.problems.push(Problem::new(Code::AnswerShape, message, self.document.span(at)));
    }

    fn expected(&mut self, what: &str, expected: &str, at: NodeId) {
        self.problem(
            format!("{what} must be {expected}, so it is not used: what it would ask for is missing here"),
            at,
        );
    }

    fn changes(&mut self, value: NodeId) -> Changes {
        let document = self.document;
        match document.kind(value) {
            Kind::True => return Changes::Some,
            Kind::False => return Changes::None,
            Kind::Null => return Changes::Unknown,
            _ => {}
        }
        let word = CHANGES.iter().find(|(word, _)| document.is(value, word));
        if word.is_none() {
            self.expected("changes", "true, false, null, DIFF_SOME, DIFF_NONE or DIFF_UNKNOWN", value);
        }
        word.map_or(Changes::Unknown, |(_, changes)| *changes)
    }

    fn flag(&mut self, name: &str, value: NodeId) -> Option<bool> {
        match self.document.kind(value) {
            Kind::True => Some(true),
            Kind::False => Some(false),
            Kind::Null => None,
            _ => {
                self.expected(name, "true or false", value);
                None
            }
        }
    }

    fn names(&mut self, name: &str, value: NodeId) -> Vec<Name> {
        let document = self.document;
        let elements: Vec<_> = document.elements(value).collect();
        let are_texts = elements.iter().all(|element| document.kind(*element) == Kind::String);
        match document.kind(value) {
            Kind::Null => Vec::new(),
            Kind::List if are_texts => {
                let name = |at| Name { text: document.text(at), span: document.span(at) };
                elements.into_iter().map(name).collect()
            }
            _ => {
                self.expected(name, "a list of property names", value);
                Vec::new()
            }
        }
    }

    /// `{path: {kind, inputDiff}}`; on the wire, what is zero is left out.
    fn detailed(&mut self, value: NodeId) -> Option<Vec<PropertyDiff>> {
        let document = self.document;
        match document.kind(value) {
            Kind::Null => return None,
            Kind::Map => {}
            _ => {
                self.expected("detailedDiff", "an object from paths to kinds", value);
                return None;
            }
        }
        let mut entries = Vec::new();
        for member in document.members(value) {
            if document.kind(member.value) != Kind::Map {
                self.expected("an entry of detailedDiff", "an object with kind and inputDiff", member.value);
                continue;
            }
            let of = |name| document.member(member.value, name);
            let kind = of("kind").or_else(|| of("diffKind"));
            let input_diff = of("inputDiff").and_then(|node| self.flag("inputDiff", node));
            entries.push(PropertyDiff {
                path: document.text(member.key),
                kind: kind.map_or(DiffKind::Add, |node| self.kind(node)),
                input_diff: input_diff.unwrap_or_default(),
            });
        }
        Some(entries)
    }

    /// A kind as a word, in either case, or as a number; what the engine does not know is an update to it.
    fn kind(&mut self, value: NodeId) -> DiffKind {
        let written = self.document.raw(value).trim_matches('"').to_ascii_lowercase().replace('_', "-");
        let known = DiffKind::ALL.iter().find(|kind| kind.as_str() == written);
        let known = known.or_else(|| DiffKind::ALL.get(written.parse::<usize>().ok()?));
        if known.is_none() {
            self.problem(
                "this kind of difference is not known: it counts as an update, as for the engine".to_owned(),
                value,
            );
        }
        known.copied().unwrap_or(DiffKind::Update)
    }
}
