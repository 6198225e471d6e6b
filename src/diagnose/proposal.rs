//! The weakest rule that would settle a place, graded by how sure it is that nothing real is hidden.

use super::shown::Masks;
use crate::contract::{Grade, Olds, ShownType};
use crate::diff::{Ruling, Settled};
use crate::path::{Path, Step};
use crate::places::Place;
use crate::rules::{Equality, Term, Word};
use crate::value;
use crate::verdict::Case;

/// A word that may be proposed.
#[derive(Debug)]
pub struct Candidate {
    /// The word.
    pub word: Equality,
    /// The types of old and new for which it may be, either way round.
    types: &'static [(ShownType, ShownType)],
    /// How sure it is.
    pub grade: Grade,
    /// What the user must know.
    pub same_if: Option<&'static str>,
}

/// Weakest first.
const CANDIDATES: &[Candidate] = &[
    certain(Equality::Integer, &[(ShownType::String, ShownType::Number)]),
    certain(Equality::Number, &[(ShownType::String, ShownType::Number)]),
    certain(Equality::Boolean, &[(ShownType::String, ShownType::Boolean)]),
    certain(Equality::Json, &[(ShownType::String, ShownType::List), (ShownType::String, ShownType::Map)]),
    Candidate {
        word: Equality::CaseInsensitive,
        types: &[(ShownType::String, ShownType::String)],
        grade: Grade::Likely,
        same_if: Some("the service ignores letter case in this property"),
    },
];

const fn certain(word: Equality, types: &'static [(ShownType, ShownType)]) -> Candidate {
    Candidate { word, types, grade: Grade::Certain, same_if: None }
}

/// The word that settles a place which the words in force do not, tried by judging the place with it.
pub fn candidate(settled: &Settled, place: Place, olds: Olds) -> Option<&'static Candidate> {
    let case = Case::new(settled, olds, place);
    let old = value::type_of(case.documents.old, case.old?);
    let new = value::type_of(case.documents.new, case.new?);
    let candidate = CANDIDATES.iter().find(|candidate| {
        let may_be = candidate.types.contains(&(old, new)) || candidate.types.contains(&(new, old));
        may_be && settles(settled, place, candidate.word)
    })?;
    // What is likely for other texts is not so for a secret: nothing folds its case.
    let is_secret = || Masks::default().on(&Case::new(settled, olds, place)).is_some();
    (candidate.grade == Grade::Certain || !is_secret()).then_some(candidate)
}

fn settles(settled: &Settled, place: Place, word: Equality) -> bool {
    if word == Equality::CaseInsensitive && !may_fold(settled, place) {
        return false;
    }
    let mut terms = settled.state(place.path).resolved.equalities().to_vec();
    terms.push(Term::plain(Word::Equality(word)));
    matches!(settled.with(place, &terms), Ruling::Same(_))
}

/// Whether two texts may differ in letter case only. Most that differ do not, and that is seen without folding them.
fn may_fold(settled: &Settled, place: Place) -> bool {
    let Case { documents, old: Some(old), new: Some(new), .. } = Case::new(settled, Olds::Inputs, place)
    else {
        return false;
    };
    let (old, new) = (documents.old.content(old), documents.new.content(new));
    !old.is_ascii() || !new.is_ascii() || old.eq_ignore_ascii_case(&new)
}

/// Where the rule would stand: the path with positions in lists left open, for a rule for one element is one for all.
pub fn pattern(path: &Path) -> Path {
    let open = |step: &Step| if matches!(step, Step::Index(_)) { Step::AnyElement } else { step.clone() };
    Path(path.0.iter().map(open).collect())
}
