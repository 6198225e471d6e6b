//! What tells that a state was written by an older version of the tool, and did not drift.

use super::decided::Decided;
use super::three_way::ThreeWay;
use crate::contract::{Cause, Class, Dialect, Kind as ChangeKind, Olds};
use crate::diagnose;
use crate::diff::compare;
use crate::json::Kind;
use crate::problem::{Code, Problem};
use crate::value::{Comparison, Scalar};
use crate::verdict::Case;

/// Properties that are held against one another for a new name.
const MANY: usize = 200;

/// The shortest text of a value by which a property can be told, in bytes: many properties are true, or 0.
const TELLING: usize = 5;

/// Paths that are named in one sentence.
const NAMED: usize = 5;

/// Properties of the state under another name, of another type, or missing where the service has what the program asks for.
pub(super) fn about_state(decided: &Decided, three: Option<&ThreeWay>) -> Vec<Problem> {
    let is_about_state = decided.options.olds == Olds::State || three.is_some();
    let renamed = if is_about_state { renamed(decided) } else { Vec::new() };
    let mut problems: Vec<Problem> = renamed.iter().map(other_name).collect();
    let is_renamed = |case: &Case| renamed.iter().any(|(_, added)| added.place.path == case.place.path);
    let mut recorded: Vec<Case> = three.map(|three| three.recorded_otherwise(decided)).unwrap_or_default();
    recorded.retain(|case| !is_renamed(case));
    let (unknown, retyped): (Vec<&Case>, Vec<&Case>) = recorded.iter().partition(|case| case.old.is_none());
    let retyped: Vec<&Case> =
        retyped.into_iter().filter(|case| diagnose::cause(case, Class::Real, None) == Cause::Type).collect();
    let said = [
        (
            Code::StateMissing,
            unknown,
            "is not in the state, and the service has what the program asks for: the state may have been written before there was such a property",
        ),
        (
            Code::StateRetyped,
            retyped,
            "has another type in the state, and the service has what the program asks for: the state may have been written by an older version",
        ),
    ];
    for (code, cases, what) in said.iter().filter(|(_, cases, _)| !cases.is_empty()) {
        problems.push(Problem::new(*code, format!("{} {what}", names(cases)), None));
    }
    problems
}

/// `a`, `b` and 3 more
fn names(cases: &[&Case]) -> String {
    let named: Vec<String> = cases.iter().take(NAMED).map(|case| format!("`{}`", case.path())).collect();
    let more = cases.len().saturating_sub(NAMED);
    if more == 0 { named.join(", ") } else { format!("{} and {more} more", named.join(", ")) }
}

/// Properties that only the state has, each beside the one that only the program has with its value: a newer version of the
/// tool may write it under another name.
fn renamed(decided: &Decided) -> Vec<(Case<'_>, Case<'_>)> {
    let of_kind = |kind| -> Vec<Case> {
        let places = decided.decided().map(|(_, place)| place).filter(|place| place.kind == kind);
        places.take(MANY).map(|place| decided.case(place)).collect()
    };
    let (gone, added) = (of_kind(ChangeKind::Delete), of_kind(ChangeKind::Add));
    let parent = |case: &Case| decided.settled.paths.parent(case.place.path);
    let only = |gone: &Case<'_>| {
        let mut same =
            added.iter().filter(|added| parent(added) == parent(gone) && is_one_value(gone, added)).copied();
        same.next().filter(|_| same.next().is_none())
    };
    gone.iter().filter_map(|gone| Some((*gone, only(gone)?))).collect()
}

fn other_name((gone, added): &(Case, Case)) -> Problem {
    let message = format!(
        "`{}` of the state has the value of `{}` in the program, and each side has only the one: the state may have been written when it had another name",
        gone.path(),
        added.path()
    );
    Problem::new(Code::StateRenamed, message, None)
}

/// Whether a property that is gone and one that came have one value that few others have.
fn is_one_value(gone: &Case, added: &Case) -> bool {
    let (Some(old), Some(new)) = (gone.old, added.new) else { return false };
    let document = gone.documents.old;
    let is_telling = document.raw(old).len() >= TELLING && document.kind(old) != Kind::False;
    let same = |a: &Scalar, b: &Scalar| a == b;
    is_telling && compare(gone.documents, old, new, Dialect::Json, &same) == Comparison::Same
}
