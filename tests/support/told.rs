//! What a report says, in the words of the case files, and how that is held against what a case expects.

use serde_json::{Value, json};
use whyreplace::contract::{Finding, InnerRule, Proposal};

/// One finding in the words of the case files.
pub(crate) fn told(finding: &Finding) -> Value {
    let text =
        |shown: &Option<whyreplace::contract::Shown>| shown.as_ref().and_then(|shown| shown.text.clone());
    json!({
        "path": finding.path,
        "kind": finding.kind,
        "class": finding.class,
        "cause": finding.cause,
        "old": text(&finding.old),
        "new": text(&finding.new),
        "remote": text(&finding.remote),
        "side": finding.side,
        "action": finding.action,
        "reason": finding.reason,
        "message": finding.message,
        "embedded": finding.embedded,
        "settledBy": finding.settled_by.as_ref().map(|settled| &settled.text),
        "consequence": finding.consequence,
        "proposal": finding.proposal.as_ref().map(told_proposal),
        "sameIf": finding.proposal.as_ref().map(|proposal| &proposal.same_if),
        "inside": finding.proposal.as_ref().map(told_inside),
        "outcome": finding.proposal.as_ref().map(|proposal| proposal.outcome.as_ref().map(|outcome| outcome.action)),
    })
}

/// The rules that belong to a proposal.
pub(crate) fn told_inside(proposal: &Proposal) -> Vec<String> {
    let rule = |rule: &InnerRule| format!("{}: {}", rule.path, rule.rule.join(", "));
    proposal.inside.iter().map(rule).collect()
}

pub(crate) fn told_proposal(proposal: &Proposal) -> String {
    format!("{} {}", proposal.grade.as_str(), proposal.rule.join(" "))
}

/// A path with its quoting taken off, as the bug reports write paths.
pub(crate) fn loose(path: &str) -> String {
    path.replace("[\"", ".").replace("\"]", "").trim_start_matches('.').to_owned()
}

/// What differs between the paths that should have changed and those that did; deeper ones will do.
fn changed_mismatch(expected: &Value, outcome: &Value) -> Option<String> {
    let texts = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|path| loose(path.as_str().unwrap())).collect()
    };
    let (expected, changed) = (texts(expected), texts(outcome));
    let covers = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let unexpected = changed.iter().find(|path| !expected.iter().any(|outer| covers(outer, path)));
    let missing = expected.iter().find(|outer| !changed.iter().any(|path| covers(outer, path)));
    unexpected
        .map(|path| format!("{path} is not expected to change"))
        .or_else(|| missing.map(|path| format!("{path} is expected to change")))
}

/// The first place at which an outcome is not what is expected. Members that are not expected do not matter.
pub(crate) fn mismatch(expected: &Value, outcome: &Value, place: &str) -> Option<String> {
    match (expected, outcome) {
        (Value::Object(expected), Value::Object(outcome)) => expected
            .iter()
            .find_map(|(key, value)| match key.as_str() {
                "changed" => changed_mismatch(value, outcome.get(key)?),
                _ => mismatch(value, outcome.get(key)?, &format!("{place}.{key}")),
            })
            .or_else(|| {
                expected
                    .keys()
                    .find(|key| !outcome.contains_key(*key))
                    .map(|key| format!("{place}.{key} is missing"))
            }),
        (Value::Array(expected), Value::Array(outcome)) if expected.len() == outcome.len() => {
            let mut pairs = expected.iter().zip(outcome).enumerate();
            pairs.find_map(|(at, (expected, outcome))| mismatch(expected, outcome, &format!("{place}[{at}]")))
        }
        _ if expected == outcome => None,
        _ => Some(format!("{place}: expected {expected}, got {outcome}")),
    }
}
