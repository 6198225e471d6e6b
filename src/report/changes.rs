//! A resource of which a plan has nothing but its changes, path by path, each with three sides.

use super::Documents;
use super::background::Background;
use super::decided::Decided;
use super::three_way::{Said, Sides, ThreeWay};
use crate::contract::{Certainty, Class, Counts, FieldAction, Finding, Options, Outcome};
use crate::json::{Document, Limits, Refused, Source};
use crate::ladder::{Answer, Step};
use crate::normalize::quoted;
use crate::path::{Path, Scalar, Step as PathStep};
use crate::plans::{Plan, StatedChange};
use crate::problem::{Problem, Span};
use crate::rules::Rules;
use crate::value;
use crate::verdict::insert_sorted;
use std::rc::Rc;

/// The changes of a resource.
pub(super) struct Changes {
    parts: Vec<Part>,
}

/// One change, in documents that hold nothing else.
struct Part {
    documents: Documents,
    local: Rc<Decided>,
    three: ThreeWay,
}

impl Changes {
    /// Decides about each change.
    pub(super) fn new(
        plan: &Plan,
        changes: &[StatedChange],
        rules: &Rc<Rules>,
        options: &Options,
        background: &Rc<Background>,
        limits: Limits,
    ) -> Result<Changes, Problem> {
        let mut parts = Vec::new();
        for change in changes {
            let empty = empty_whole(plan, change);
            let document = |span: Option<Span>| {
                let value = span.map(|span| plan.source.slice(span)).or(empty);
                document(&change.path, value, limits)
            };
            let documents = Documents {
                old: document(change.old)?,
                new: document(change.new)?,
                identical: false,
                outs: None,
            };
            let written = |span: Option<Span>| span.map(|span| plan.source.slice(span));
            let is_recorded = written(change.remote) == written(change.old);
            let remote = if is_recorded { Rc::clone(&documents.old) } else { document(change.remote)? };
            let local = Decided::new(&documents, Rc::clone(rules), options.clone(), Rc::clone(background));
            let local = Rc::new(local);
            let said = Said { stated: stated(change), decided: decided(change, background) };
            let three = ThreeWay::of_change(&documents, &local, remote, change.path.clone(), said);
            parts.push(Part { documents, local, three });
        }
        Ok(Changes { parts })
    }

    pub(super) fn count(&self) -> u32 {
        self.parts.iter().map(|part| part.three.count()).sum()
    }

    pub(super) fn findings(&self) -> Vec<Finding> {
        let of_part = |part: &Part| part.three.findings(&part.local);
        let found = self.parts.iter().flat_map(of_part);
        (0..).zip(found).map(|(id, finding)| Finding { id, ..finding }).collect()
    }

    /// Each change with its documents and what is decided about its old and new side.
    pub(super) fn parts(&self) -> impl Iterator<Item = Sides<'_>> {
        self.parts.iter().map(|Part { documents, local, three }| Sides { documents, local, three })
    }

    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for part in &self.parts {
            counts.add(&part.three.classes());
        }
        counts
    }

    /// What the changes come to together, with and without equality words.
    pub(super) fn outcome(&self) -> Outcome {
        together(self.parts.iter().map(|part| part.three.of_fields()))
    }

    pub(super) fn raw(&self) -> Outcome {
        together(self.parts.iter().map(|part| part.three.of_raw_fields()))
    }

    /// The strongest action of a change.
    pub(super) fn most(&self) -> Option<FieldAction> {
        self.parts.iter().filter_map(|part| part.three.most()).max()
    }
}

/// What several outcomes come to together.
pub(super) fn together(outcomes: impl Iterator<Item = Outcome>) -> Outcome {
    let mut all = Outcome::default();
    for outcome in outcomes {
        all.action = all.action.max(outcome.action);
        all.at_least = all.at_least.max(outcome.at_least);
        for property in outcome.replaces {
            insert_sorted(&mut all.replaces, property);
        }
    }
    all.certainty = if all.action == all.at_least { Certainty::Definite } else { Certainty::Possible };
    all
}

/// What is known of a change beside its values.
fn decided(change: &StatedChange, background: &Background) -> Option<(Answer, Class)> {
    let is_calm = background.calm.cover(&change.path);
    let has_values = change.old.or(change.new).or(change.remote).is_some();
    if is_calm {
        let reason = Some(FOLLOWS.to_owned());
        Some((Answer { action: FieldAction::Skip, reason, step: Step::Stated }, Class::Ignored))
    } else if has_values {
        None
    } else {
        let update = Answer { action: FieldAction::Update, reason: None, step: Step::Stated };
        Some((stated(change).unwrap_or(update), Class::Unknown))
    }
}

/// Why nothing is done about a reference.
const FOLLOWS: &str = "the resource that it refers to stays as it is";

/// What the plan says is done about a change.
fn stated(change: &StatedChange) -> Option<Answer> {
    let name = change.action.as_deref()?.replace('_', "-");
    let action = FieldAction::ALL.iter().find(|action| action.as_str() == name)?;
    Some(Answer { action: *action, reason: change.reason.clone(), step: Step::Stated })
}

/// What stands for a missing side of a change of everything: without it, the resource would not exist there.
fn empty_whole(plan: &Plan, change: &StatedChange) -> Option<&'static str> {
    let mut sides = [change.old, change.new, change.remote].into_iter().flatten();
    let starts = |span: Span, mark| plan.source.slice(span).starts_with(mark);
    let is_list = sides.any(|span| starts(span, '['));
    change.path.0.is_empty().then_some(if is_list { "[]" } else { "{}" })
}

/// A document in which a value stands at a path, and nothing else does. It is made from the text of the plan: numbers stay as
/// they are written, and nothing of it has a place there.
fn document(path: &Path, value: Option<&str>, limits: Limits) -> Result<Rc<Document>, Problem> {
    let (source, whole) = Source::with_tail(String::new(), &written(&path.0, value));
    let read = value::read_part(&source, whole, limits, None);
    read.map(Rc::new).map_err(|Refused { problem, .. }| Problem { span: None, ..problem })
}

/// Positions up to which lists are filled; further ones count as the first.
const FILLED: i64 = 1_000;

/// The text of the document, from outside to inside: `ends` are the brackets that are still open.
fn written(steps: &[PathStep], value: Option<&str>) -> String {
    let (mut text, mut ends) = (String::new(), String::new());
    // An element that has the members by which it is known, and no other yet.
    let mut is_known = false;
    let mut value = value;
    for (at, step) in steps.iter().enumerate() {
        let is_last = at + 1 == steps.len();
        match step {
            PathStep::Key(key) => {
                if !is_known {
                    text.push('{');
                }
                ends.push('}');
                if !is_last || value.is_some() {
                    text.push_str(if is_known { "," } else { "" });
                    text.push_str(&quoted(key));
                    text.push(':');
                }
                is_known = false;
            }
            PathStep::Index(_) | PathStep::Match(_) if is_known => {
                // What is known by members is no list.
                ends.push('}');
                return closed(text, &ends);
            }
            PathStep::Index(position) => {
                text.push('[');
                ends.push(']');
                if !is_last || value.is_some() {
                    let before = usize::try_from(*position).unwrap_or(0).min(FILLED as usize);
                    text.push_str(&"null,".repeat(before));
                }
            }
            PathStep::Match(members) => {
                text.push('[');
                ends.push(']');
                // What stands at an element itself has the members by which it is known.
                if !is_last {
                    push_known(&mut text, members);
                    is_known = true;
                }
            }
            PathStep::Any | PathStep::AnyElement | PathStep::KeyLike(_) => {
                value = Some("null");
                break;
            }
        }
    }
    text.push_str(value.unwrap_or(if steps.is_empty() { "null" } else { "" }));
    closed(text, &ends)
}

fn closed(mut text: String, ends: &str) -> String {
    text.extend(ends.chars().rev());
    text
}

/// `{"task_key":"main"`
fn push_known(text: &mut String, members: &[(String, Scalar)]) {
    for (at, (key, value)) in members.iter().enumerate() {
        text.push(if at == 0 { '{' } else { ',' });
        text.push_str(&quoted(key));
        text.push(':');
        match value {
            Scalar::Text(content) => text.push_str(&quoted(content)),
            Scalar::Bare(bare) => text.push_str(bare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Dialect;

    #[test]
    fn documents_of_one_value() {
        let table = [
            ("", Some("1"), "1"),
            ("a", Some("1"), "{\"a\":1}"),
            ("a", None, "{}"),
            ("a.b", None, "{\"a\":{}}"),
            ("a[1]", Some("2"), "{\"a\":[null,2]}"),
            ("a[k=\"x\"].b", Some("true"), "{\"a\":[{\"k\":\"x\",\"b\":true}]}"),
            ("a[k=\"x\"].b", None, "{\"a\":[{\"k\":\"x\"}]}"),
            ("a[k=\"x\"]", Some("{\"k\":\"x\",\"c\":1}"), "{\"a\":[{\"k\":\"x\",\"c\":1}]}"),
            ("a[k=\"x\"]", None, "{\"a\":[]}"),
            ("[k=\"x\"].b[0]", Some("1"), "[{\"k\":\"x\",\"b\":[1]}]"),
            ("t[\"a.b\"]", Some("1"), "{\"t\":{\"a.b\":1}}"),
            ("a[2]", None, "{\"a\":[]}"),
            ("[k=1][0]", Some("2"), "[{\"k\":1}]"),
            ("[k=1].b[1].c", None, "[{\"k\":1,\"b\":[null,{}]}]"),
        ];
        for (path, value, expected) in table {
            let path = Path::parse(path, Dialect::Own).unwrap();
            assert_eq!(written(&path.0, value), expected, "{path}");
        }
    }

    #[test]
    fn long_paths_take_no_stack() {
        let path = Path(vec![PathStep::Key("a".to_owned()); 1_000_000]);
        assert!(written(&path.0, Some("1")).ends_with(&format!(":1{}", "}".repeat(path.0.len()))));
    }
}
