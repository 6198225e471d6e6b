//! The weakest rule that would settle a place, graded by how sure it is that nothing real is hidden.

use super::shown::Masks;
use crate::contract::{Grade, Kind as ChangeKind, ShownType};
use crate::diff::Ruling;
use crate::path::{Path, Step};
use crate::rules::{Scope, Term, Word};
use crate::value;
use crate::verdict::Case;

/// A word that may be proposed.
#[derive(Debug)]
pub struct Candidate {
    /// As it is written in a rule.
    pub written: &'static str,
    /// Where it may be.
    fits: Fits,
    /// How sure it is.
    pub grade: Grade,
    /// What the user must know.
    pub same_if: Option<&'static str>,
}

/// Where a word may be proposed, so that most words need not be tried at most places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fits {
    /// A text on one side and a number on the other.
    TextAndNumber,
    /// A text and a boolean.
    TextAndBoolean,
    /// A text and a list or map.
    TextAndContainer,
    /// Two texts whose letters and digits are the same but for their case.
    SameLetters,
    /// Two texts of which one ends as the other one does.
    SameEnd,
    /// Two texts that may be quantities or addresses: they begin so, and have a digit.
    Digits,
    /// Two texts that begin as JSON documents do.
    Documents,
    /// Two texts that hold these bytes.
    Both(&'static [u8]),
    /// Two texts of which one holds these bytes.
    Either(&'static [u8]),
    /// Two texts of which one holds the other.
    Within,
    /// Two texts of which one is as long as the other in Base64.
    Base64,
    /// A member that one side does not have.
    OneSide,
    /// A member that only the old side has, where no scope word is in force.
    LeftOut,
}

const fn certain(written: &'static str, fits: Fits) -> Candidate {
    Candidate { written, fits, grade: Grade::Certain, same_if: None }
}

const fn likely(written: &'static str, fits: Fits, same_if: &'static str) -> Candidate {
    Candidate { written, fits, grade: Grade::Likely, same_if: Some(same_if) }
}

/// Weakest first.
const CANDIDATES: &[Candidate] = &[
    certain("integer", Fits::TextAndNumber),
    certain("number", Fits::TextAndNumber),
    certain("boolean", Fits::TextAndBoolean),
    certain("json", Fits::TextAndContainer),
    likely("line-endings", Fits::SameLetters, "the service reads the text by lines, whatever ends them"),
    likely("trim-end", Fits::SameLetters, "the service drops blanks at the end"),
    likely("trim", Fits::SameLetters, "the service drops blanks at both ends"),
    likely("trailing-slash", Fits::SameLetters, "the service takes both for one place"),
    likely(
        "trailing-dot",
        Fits::SameLetters,
        "the service takes the name as absolute with and without the dot",
    ),
    likely("case-insensitive", Fits::SameLetters, "the service ignores letter case in this property"),
    likely("collapse-spaces", Fits::SameLetters, "blanks only separate words there"),
    likely("space-is-underscore", Fits::SameLetters, "the service writes an underscore for a space"),
    likely("ignore-spaces", Fits::SameLetters, "the service strips spaces from this property"),
    likely("azure-location", Fits::SameLetters, "the value is an Azure location"),
    likely("json", Fits::Documents, "the service reads the text as JSON"),
    likely("yaml", Fits::Both(b":"), "the service reads the text as YAML"),
    likely("timestamp", Fits::Digits, "the service keeps the moment and not how it was written"),
    likely("duration", Fits::Digits, "the service reads the text as a duration"),
    likely("iso8601-duration", Fits::Digits, "the service reads the text as a duration"),
    likely("quantity", Fits::Digits, "the service reads a Kubernetes quantity"),
    likely("byte-size", Fits::Digits, "the service reads the text as a number of bytes"),
    likely("time-of-day", Fits::Digits, "the service reads the text as a time of the day"),
    likely("cidr", Fits::Digits, "the service reads the text as a network"),
    likely("ip", Fits::Digits, "the service reads the text as an address"),
    likely("cidr(host)", Fits::Digits, "the service takes a single address for the network of it alone"),
    likely("mac", Fits::SameLetters, "the service reads the text as a hardware address"),
    likely("uuid", Fits::SameLetters, "the service reads the text as a UUID"),
    likely("url", Fits::Both(b"://"), "the service reads the text as a URL"),
    likely(
        "arn-id",
        Fits::SameEnd,
        "both point at one object: account, region and kind are not in the shorter one",
    ),
    likely(
        "path-suffix",
        Fits::SameEnd,
        "both point at one object: what is before the last parts is not in the shorter one",
    ),
    likely(
        "gcp-link",
        Fits::SameEnd,
        "both point at one object: what is before the last parts is not in the shorter one",
    ),
    likely("image-ref", Fits::Within, "the service reads the text as the name of a container image"),
    likely("url-encoded", Fits::Either(b"%"), "the service decodes the text before it uses it"),
    likely("base64-or-plain", Fits::Base64, "the service encodes the text, or takes it encoded"),
    likely("null-is-missing", Fits::OneSide, "the service does not tell null from a missing value"),
    likely("empty-is-missing", Fits::OneSide, "the service does not tell an empty value from a missing one"),
    likely("default(false)", Fits::OneSide, "the service takes a missing value for false"),
    likely("default(0)", Fits::OneSide, "the service takes a missing value for 0"),
    likely(
        "computed",
        Fits::LeftOut,
        "the service sets this property, and leaving it out was not meant to clear it",
    ),
];

impl Candidate {
    /// The word itself.
    pub fn term(&self) -> Option<Term> {
        // A test proves that every candidate is a word.
        Term::parse(self.written).ok()
    }
}

/// Words proposed so far, by the patterns of their rules: a later one of the same pattern comes after them.
#[derive(Debug, Default)]
pub struct Proposed {
    /// Sorted by pattern.
    words: Vec<(String, Vec<Term>)>,
}

impl Proposed {
    /// The word that settles a place which the words in force do not, tried by judging the place with it and with those
    /// proposed for the same pattern before. It counts as proposed from now on.
    pub fn candidate(&mut self, case: &Case) -> Option<&'static Candidate> {
        let mut fitting = CANDIDATES.iter().filter(|candidate| candidate.fits.hold(case)).peekable();
        fitting.peek()?;
        let words = self.words_at(case);
        let candidate = fitting.find(|candidate| settles(case, words, candidate))?;
        // What is likely for other values is not so for a secret: nothing folds its case.
        let may_be = candidate.grade == Grade::Certain || Masks::default().on(case).is_none();
        may_be.then(|| {
            words.extend(candidate.term().filter(|term| !words.contains(term)));
            candidate
        })
    }

    /// The pattern and the words of a rule that settles a place with a candidate, which is one of those proposed.
    pub fn rule(&mut self, case: &Case, candidate: &Candidate) -> (String, Vec<Term>) {
        let words = self.words_at(case);
        words.extend(candidate.term().filter(|term| !words.contains(term)));
        (pattern(&case.path()).to_string(), words.clone())
    }

    /// The words for a place's pattern: those in force, and those proposed.
    fn words_at(&mut self, case: &Case) -> &mut Vec<Term> {
        let pattern = pattern(&case.path()).to_string();
        let at = self.words.binary_search_by(|(other, _)| other.cmp(&pattern)).unwrap_or_else(|at| {
            self.words.insert(at, (pattern, case.resolved().equalities().to_vec()));
            at
        });
        &mut self.words[at].1
    }
}

fn settles(case: &Case, words: &[Term], candidate: &Candidate) -> bool {
    let Some(term) = candidate.term() else { return false };
    if term.word == Word::Scope(Scope::Computed) {
        return true;
    }
    let mut terms: Vec<Term> = words.iter().filter(|term| term.word.equality().is_some()).cloned().collect();
    if !terms.contains(&term) {
        terms.push(term);
    }
    matches!(case.settled.with(case.place, &terms), Ruling::Same(_))
}

impl Fits {
    fn hold(self, case: &Case) -> bool {
        let is_member = || case.settled.paths.last_key(&case.settled.frames, case.place.path).is_some();
        let (Some(old), Some(new)) = (case.old, case.new) else {
            return match self {
                Fits::OneSide => is_member(),
                Fits::LeftOut => {
                    case.place.kind == ChangeKind::Delete && case.resolved().scope.is_none() && is_member()
                }
                _ => false,
            };
        };
        let types = [value::type_of(case.documents.old, old), value::type_of(case.documents.new, new)];
        let are = |a, b| types == [a, b] || types == [b, a];
        match self {
            Fits::TextAndNumber => are(ShownType::String, ShownType::Number),
            Fits::TextAndBoolean => are(ShownType::String, ShownType::Boolean),
            Fits::TextAndContainer => {
                are(ShownType::String, ShownType::List) || are(ShownType::String, ShownType::Map)
            }
            Fits::OneSide | Fits::LeftOut => false,
            of_texts => {
                types == [ShownType::String; 2]
                    && of_texts.hold_texts(&case.documents.old.content(old), &case.documents.new.content(new))
            }
        }
    }

    fn hold_texts(self, old: &[u8], new: &[u8]) -> bool {
        let both = |is: &dyn Fn(&[u8]) -> bool| is(old) && is(new);
        match self {
            Fits::SameLetters => !both(&<[u8]>::is_ascii) || letters(old).eq(letters(new)),
            Fits::SameEnd => {
                let segment = |text: &[u8]| {
                    text.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().map(<[u8]>::to_vec)
                };
                segment(old) == segment(new)
            }
            Fits::Digits => both(&begins_as_quantity),
            Fits::Documents => both(&|text| matches!(text.trim_ascii_start().first(), Some(b'{' | b'['))),
            Fits::Both(part) => both(&|text| holds(text, part)),
            Fits::Either(part) => holds(old, part) || holds(new, part),
            Fits::Within => holds(old, new) || holds(new, old),
            Fits::Base64 => is_coded_length(old, new) || is_coded_length(new, old),
            _ => false,
        }
    }
}

fn begins_as_quantity(text: &[u8]) -> bool {
    let begins = text.first().is_some_and(|first| first.is_ascii_hexdigit() || b"+-.:P".contains(first));
    begins && text.iter().any(u8::is_ascii_digit)
}

fn holds(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|window| window == part)
}

/// Whether a text is as long as another one in Base64, with padding or without.
fn is_coded_length(coded: &[u8], plain: &[u8]) -> bool {
    let least = (plain.len() * 4).div_ceil(3);
    (least..least + 4).contains(&coded.len())
}

/// The letters and digits of a text, in lower case.
fn letters(text: &[u8]) -> impl Iterator<Item = u8> + '_ {
    text.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase)
}

/// Where the rule would stand: the path with positions in lists left open, for a rule for one element is one for all.
fn pattern(path: &Path) -> Path {
    let open = |step: &Step| if matches!(step, Step::Index(_)) { Step::AnyElement } else { step.clone() };
    Path(path.0.iter().map(open).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_candidate_is_a_word_and_says_what_must_be_known() {
        for candidate in CANDIDATES {
            assert!(candidate.term().is_some(), "{}", candidate.written);
            assert_eq!(
                candidate.same_if.is_none(),
                candidate.grade == Grade::Certain,
                "{}",
                candidate.written
            );
        }
    }
}
