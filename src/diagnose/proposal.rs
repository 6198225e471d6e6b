//! The weakest rule that would settle a place, graded by how sure it is that nothing real is hidden.

use crate::contract::{Class, Grade, ShownType};
use crate::path::{Path, Step};
use crate::rules::Equality;
use crate::value;
use crate::verdict::{Case, Judged};

/// A rule that settles a place; verified by judging the place with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// How sure it is.
    pub grade: Grade,
    /// Where the rule would stand.
    pub pattern: Path,
    /// The words of the rule in force here, and the one that was missing.
    pub words: Vec<Equality>,
    /// What the user must know.
    pub same_if: Option<&'static str>,
}

/// A word that may be proposed: for which types of old and new, how sure, and under which condition.
struct Row {
    word: Equality,
    types: &'static [(ShownType, ShownType)],
    grade: Grade,
    same_if: Option<&'static str>,
}

/// Weakest first.
const ROWS: &[Row] = &[
    Row {
        word: Equality::Integer,
        types: &[(ShownType::String, ShownType::Number), (ShownType::Number, ShownType::String)],
        grade: Grade::Certain,
        same_if: None,
    },
    Row {
        word: Equality::CaseInsensitive,
        types: &[(ShownType::String, ShownType::String)],
        grade: Grade::Likely,
        same_if: Some("the service ignores letter case in this property"),
    },
];

/// The proposal for a place that the words in force do not settle.
pub fn candidate(case: &Case) -> Option<Candidate> {
    let old = value::type_of(case.documents.old, case.place.old?);
    let new = value::type_of(case.documents.new, case.place.new?);
    let in_force: Vec<Equality> = case.resolved.equalities().collect();
    ROWS.iter().filter(|row| row.types.contains(&(old, new))).find_map(|row| {
        let mut words = in_force.clone();
        words.push(row.word);
        let is_settled = matches!(case.judge(&words), Judged::Finding(Class::Spurious, _));
        is_settled.then(|| Candidate {
            grade: row.grade,
            pattern: pattern(case.path),
            words,
            same_if: row.same_if,
        })
    })
}

/// The path with positions in lists left open: a rule for one element is a rule for all.
fn pattern(path: &Path) -> Path {
    let open = |step: &Step| if matches!(step, Step::Index(_)) { Step::AnyElement } else { step.clone() };
    Path(path.0.iter().map(open).collect())
}
