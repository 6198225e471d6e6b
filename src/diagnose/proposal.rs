//! The weakest rule that would settle a place, graded by how sure it is that nothing real is hidden.

use super::shown::Masks;
use crate::contract::{Class, Grade, ShownType};
use crate::path::{Path, Step};
use crate::rules::Equality;
use crate::value;
use crate::verdict::{Case, Judged};

/// A word that may be proposed.
#[derive(Debug)]
pub struct Candidate {
    /// The word.
    pub word: Equality,
    /// The types of old and new for which it may be.
    types: &'static [(ShownType, ShownType)],
    /// How sure it is.
    pub grade: Grade,
    /// What the user must know.
    pub same_if: Option<&'static str>,
}

/// Weakest first.
const CANDIDATES: &[Candidate] = &[
    Candidate {
        word: Equality::Integer,
        types: &[(ShownType::String, ShownType::Number), (ShownType::Number, ShownType::String)],
        grade: Grade::Certain,
        same_if: None,
    },
    Candidate {
        word: Equality::CaseInsensitive,
        types: &[(ShownType::String, ShownType::String)],
        grade: Grade::Likely,
        same_if: Some("the service ignores letter case in this property"),
    },
];

/// The word that settles a place which the words in force do not, tried by judging the place with it.
pub fn candidate(case: &Case) -> Option<&'static Candidate> {
    let old = value::type_of(case.documents.old, case.place.old?);
    let new = value::type_of(case.documents.new, case.place.new?);
    let is_settled = |candidate: &&Candidate| {
        let words = [case.resolved.equalities(), &[candidate.word]].concat();
        matches!(case.judge(&words), Judged::Finding(Class::Spurious, _))
    };
    let candidate =
        CANDIDATES.iter().filter(|candidate| candidate.types.contains(&(old, new))).find(is_settled)?;
    // What is likely for other texts is not so for a secret: nothing folds its case.
    let may_be = candidate.grade == Grade::Certain || Masks::default().on(case).is_none();
    may_be.then_some(candidate)
}

/// Where the rule would stand: the path with positions in lists left open, for a rule for one element is one for all.
pub fn pattern(path: &Path) -> Path {
    let open = |step: &Step| if matches!(step, Step::Index(_)) { Step::AnyElement } else { step.clone() };
    Path(path.0.iter().map(open).collect())
}
