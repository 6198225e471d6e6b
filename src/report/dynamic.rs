//! What is odd about dynamic providers: what user code really receives, and what of its answer reaches the engine
//! (upstream: `sdk/python/lib/pulumi/dynamic`, `sdk/nodejs/dynamic`).

use super::Documents;
use super::decided::{Decided, Decision};
use crate::contract::{Kind as ChangeKind, Olds};
use crate::engine::{Answer, Changes, Language};
use crate::json::{Document, Kind, NodeId};
use crate::problem::{Code, Problem};
use crate::value::{self, Scalar};
use crate::verdict::Case;

/// The property that holds a dynamic provider's own code.
const CODE: &str = "__provider";

/// What is to be said about the values.
pub(super) fn about_values(language: Language, decided: &Decided) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut say = |code, message: String| problems.push(Problem::new(code, message, None));
    if decided.options.olds == Olds::Inputs {
        say(
            Code::OldsAreOutputs,
            "diff of a dynamic provider gets what create, update or read returned as olds, and never the old inputs: compare that, with olds \"state\"".to_owned(),
        );
    }
    if language == Language::Python {
        for (_, case) in decided.cases(Decision::is_finding) {
            let path = case.path();
            if is_float_as_text(&case) {
                let message = format!(
                    "`{path}`: Python gets every number as a float, so str() of 8080 is \"8080.0\"; make an int of it first"
                );
                say(Code::PythonFloat, message);
            } else if is_null_alone(&case) {
                let message = format!(
                    "`{path}`: null members are dropped before Python sees them, so the provider cannot tell null from a missing key"
                );
                say(Code::PythonNullDropped, message);
            }
        }
    }
    problems
}

/// What is to be said about the answer.
pub(super) fn about_answer(answer: &Answer, documents: &Documents, decided: &Decided) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut say = |code, message: &str| problems.push(Problem::new(code, message, None));
    if !answer.stables.is_empty() {
        say(
            Code::AnswerDropped,
            "stables of a dynamic provider do not reach the engine: while an update is pending, every output is unknown",
        );
    }
    if !answer.result.changed_keys.is_empty() || answer.result.detailed.is_some() {
        say(
            Code::AnswerDropped,
            "of a dynamic provider's answer only changes, replaces and deleteBeforeReplace reach the engine: not diffs, nor detailedDiff",
        );
    }
    let is_code_changed = decided.properties(Decision::survives).iter().any(|property| property == CODE);
    match answer.result.changes {
        Changes::None if is_code_changed => say(
            Code::ProviderCodeStale,
            "the provider's code changed, but its Diff says that nothing does: the state keeps the old code, which refresh and delete go on to run",
        ),
        Changes::Unknown if is_code_changed && documents.lifecycle().is_none() => say(
            Code::ProviderCodeCompared,
            "the provider's Diff does not say whether anything changed, so the engine compares the inputs, the provider's code among them",
        ),
        _ => {}
    }
    problems
}

fn scalar(document: &Document, node: Option<NodeId>) -> Option<Scalar<'_>> {
    Scalar::at(document, node?)
}

/// Whether one side is a whole number, and the other the text that Python makes of it as a float.
fn is_float_as_text(case: &Case) -> bool {
    let (old, new) = (scalar(case.documents.old, case.old), scalar(case.documents.new, case.new));
    let Some((old, new)) = old.zip(new) else { return false };
    let is_pair = |text: &Scalar, number: &Scalar| {
        let whole = text.as_text().and_then(|text| text.strip_suffix(".0"));
        matches!((whole, number), (Some(whole), Scalar::Number(written)) if value::same_number(whole, written))
    };
    is_pair(&old, &new) || is_pair(&new, &old)
}

/// Whether a member is null on one side and missing on the other.
fn is_null_alone(case: &Case) -> bool {
    let is_null = |document: &Document, node: Option<NodeId>| {
        node.is_some_and(|node| document.kind(node) == Kind::Null)
    };
    match case.place.kind {
        ChangeKind::Add => is_null(case.documents.new, case.new),
        ChangeKind::Delete => is_null(case.documents.old, case.old),
        ChangeKind::Update | ChangeKind::Move => false,
    }
}
