//! The words that may be proposed, weakest first, and where each may fit.

use crate::contract::{Grade, Kind as ChangeKind, ShownType};
use crate::json::{Decimal, Document, Kind, NodeId};
use crate::normalize;
use crate::rules::Term;
use crate::value;
use crate::verdict::Case;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Words that may be proposed together.
#[derive(Debug)]
pub(super) struct Candidate {
    /// As they are written in a rule.
    pub written: &'static [&'static str],
    /// Where they may be.
    pub fits: Fits,
    /// How sure they are.
    pub grade: Grade,
    /// What the user must know.
    pub same_if: Option<&'static str>,
}

/// Where a word may be proposed, so that most words need not be tried at most places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fits {
    /// A text on one side and a number on the other.
    TextAndNumber,
    /// A text and a boolean.
    TextAndBoolean,
    /// A text and a list or map.
    TextAndContainer,
    /// A list, and a value that is none.
    ListAndOne,
    /// Two numbers.
    Numbers,
    /// Two numbers of which one has a fraction.
    Fractions,
    /// Two texts that are one number with an exponent or without a fraction: not two versions.
    NumberTexts,
    /// Values that are true, false, 0 or 1.
    Switches,
    /// Two values without content.
    Empties,
    /// Two texts whose letters and digits are the same but for their case.
    SameLetters,
    /// The same, on one line: in more of them, blanks are layout that means something.
    SameLettersOnOneLine,
    /// Two texts of which one ends as the other one does.
    SameEnd,
    /// Two texts of which one begins with the other, or which begin the same up to their last dash.
    SameStart,
    /// Two texts that may be quantities or addresses: they begin so, and have a digit, and not both are numbers.
    Digits,
    /// A number, or a text that is one, and a text with a digit that is none.
    BareAndUnit,
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
    /// Two texts of which one is as long as a hash in hexadecimal digits.
    Hash,
    /// Two texts of which one is beyond ASCII.
    BeyondAscii,
    /// Two short texts.
    Words,
    /// A member that one side does not have.
    OneSide,
    /// The same, or a member that is null on one side.
    Unset,
    /// A member that only the old side has, where no scope word is in force.
    LeftOut,
    /// A member that only the new side has, where no scope word is in force.
    Set,
}

const fn certain(written: &'static [&'static str], fits: Fits) -> Candidate {
    Candidate { written, fits, grade: Grade::Certain, same_if: None }
}

const fn likely(written: &'static [&'static str], fits: Fits, same_if: &'static str) -> Candidate {
    Candidate { written, fits, grade: Grade::Likely, same_if: Some(same_if) }
}

const fn ask(written: &'static [&'static str], fits: Fits, same_if: &'static str) -> Candidate {
    Candidate { written, fits, grade: Grade::Ask, same_if: Some(same_if) }
}

const NOT_IN_THE_SHORTER: &str = "both name one object: the shorter name does not say what it is in";
const READ_AS_DURATION: &str = "the service reads the text as a duration";
const BARE_DURATION: &str =
    "the service reads the text as a duration, and takes a bare number for one in this unit";

/// Weakest first.
const CANDIDATES: &[Candidate] = &[
    certain(&["integer"], Fits::TextAndNumber),
    certain(&["number"], Fits::TextAndNumber),
    certain(&["boolean"], Fits::TextAndBoolean),
    certain(&["json"], Fits::TextAndContainer),
    likely(&["boolean(01)"], Fits::Switches, "the service reads 1 as true and 0 as false"),
    likely(&["number"], Fits::NumberTexts, "the service reads the text as a number"),
    likely(&["empty-is-missing"], Fits::Empties, "the service does not tell one empty value from another"),
    likely(&["line-endings"], Fits::SameLetters, "the service reads the text by lines, whatever ends them"),
    likely(&["trim-end"], Fits::SameLetters, "the service drops blanks at the end"),
    likely(&["trim"], Fits::SameLetters, "the service drops blanks at both ends"),
    likely(&["trailing-slash"], Fits::SameLetters, "the service takes both for one address"),
    likely(
        &["trailing-dot"],
        Fits::SameLetters,
        "the service takes the name as absolute with and without the dot",
    ),
    likely(&["case-insensitive"], Fits::SameLetters, "the service ignores letter case in this property"),
    likely(&["json"], Fits::Documents, "the service reads the text as JSON"),
    likely(&["collapse-spaces"], Fits::SameLettersOnOneLine, "blanks only separate words there"),
    likely(
        &["space-is-underscore"],
        Fits::SameLettersOnOneLine,
        "the service writes an underscore for a space",
    ),
    likely(&["ignore-spaces"], Fits::SameLettersOnOneLine, "the service strips spaces from this property"),
    likely(&["azure-location"], Fits::SameLettersOnOneLine, "the value is an Azure location"),
    likely(&["yaml"], Fits::Both(b":"), "the service reads the text as YAML"),
    likely(&["xml"], Fits::Both(b"<"), "the service reads the text as XML"),
    likely(&["timestamp"], Fits::Digits, "the service keeps the moment and not how it was written"),
    likely(&["duration"], Fits::Digits, READ_AS_DURATION),
    likely(
        &["duration(days)"],
        Fits::Digits,
        "the service reads the text as a duration, with days of 24 hours",
    ),
    likely(&["duration(unit=s)"], Fits::BareAndUnit, BARE_DURATION),
    likely(&["duration(unit=ms)"], Fits::BareAndUnit, BARE_DURATION),
    likely(&["duration(unit=m)"], Fits::BareAndUnit, BARE_DURATION),
    likely(&["duration(unit=h)"], Fits::BareAndUnit, BARE_DURATION),
    likely(&["duration(unit=d)"], Fits::BareAndUnit, BARE_DURATION),
    likely(&["iso8601-duration"], Fits::Digits, READ_AS_DURATION),
    likely(&["quantity"], Fits::Digits, "the service reads this as a Kubernetes quantity"),
    likely(&["quantity"], Fits::BareAndUnit, "the service reads this as a Kubernetes quantity"),
    likely(&["byte-size"], Fits::Digits, "the service reads the text as a number of bytes"),
    likely(&["byte-size"], Fits::BareAndUnit, "the service reads the text as a number of bytes"),
    likely(&["size-unit(ecs-cpu)"], Fits::BareAndUnit, "the value is the CPU size of an ECS task"),
    likely(&["size-unit(ecs-memory)"], Fits::BareAndUnit, "the value is the memory size of an ECS task"),
    likely(&["time-of-day"], Fits::Digits, "the service reads the text as a time of the day"),
    likely(&["cidr"], Fits::Digits, "the service reads the text as a network"),
    likely(&["ip"], Fits::Digits, "the service reads the text as an address"),
    likely(&["cidr(host)"], Fits::Digits, "the service takes a single address for the network of it alone"),
    likely(
        &["cidr(mask)"],
        Fits::Digits,
        "the service keeps the network alone: an address inside it, and how its mask is written, do not matter",
    ),
    likely(&["ip(mapped)"], Fits::Digits, "the service takes an IPv4 address mapped into IPv6 for itself"),
    likely(&["range"], Fits::Either(b"-"), "the service takes a range of one for that one"),
    likely(&["mac"], Fits::SameLetters, "the service reads the text as a hardware address"),
    likely(&["uuid"], Fits::SameLetters, "the service reads the text as a UUID"),
    likely(&["dns-name"], Fits::SameLetters, "the value is a domain name"),
    likely(&["dns-txt"], Fits::Either(b"\""), "the value is the text of a TXT record, in any chunks"),
    likely(&["email"], Fits::Both(b"@"), "the value is an e-mail address"),
    likely(&["url"], Fits::Both(b"://"), "the service reads the text as a URL"),
    likely(&["semver"], Fits::Both(b"."), "the value is a semantic version"),
    likely(&["sql-identifier"], Fits::SameLetters, "the value is an identifier of a database, quoted or not"),
    likely(
        &["sql-identifier(upper)"],
        Fits::SameLetters,
        "the database folds identifiers without quotes to upper case",
    ),
    likely(&["principal"], Fits::Within, "an account stands for its root user there, as in policies of AWS"),
    likely(
        &["arn-id"],
        Fits::SameEnd,
        "both name one object: the shorter name does not say of which account, region and kind",
    ),
    likely(&["path-suffix"], Fits::SameEnd, NOT_IN_THE_SHORTER),
    likely(&["gcp-link"], Fits::SameEnd, NOT_IN_THE_SHORTER),
    likely(
        &["version-prefix"],
        Fits::SameStart,
        "the program names a release, and the service the patch of it",
    ),
    likely(&["image-ref"], Fits::Within, "the service reads the text as the name of a container image"),
    likely(&["ref"], Fits::TextAndContainer, "the service takes an object for its id"),
    likely(&["enum-alias(ip-protocol)"], Fits::Words, "the value is an IP protocol, by name or number"),
    likely(
        &["enum-alias(bigquery-type)"],
        Fits::Words,
        "the value is a type of BigQuery, by either of its names",
    ),
    likely(&["url-encoded"], Fits::Either(b"%"), "the service decodes the text before it uses it"),
    likely(&["url-encoded", "json"], Fits::Either(b"%"), "the service decodes the text and reads it as JSON"),
    likely(&["pem"], Fits::Both(b"-----BEGIN "), "the service reads the text as PEM"),
    likely(&["ssh-key"], Fits::Both(b" "), "the service reads the text as an SSH public key"),
    likely(&["base64-or-plain"], Fits::Base64, "the service encodes the text, or takes it encoded"),
    likely(&["base64"], Fits::SameLetters, "the service reads the text as Base64"),
    likely(&["base64", "json"], Fits::Both(b"ey"), "the service decodes the text and reads it as JSON"),
    likely(&["hash-of(sha256)"], Fits::Hash, "one side keeps only the SHA-256 hash of the text"),
    likely(&["hash-of(sha1)"], Fits::Hash, "one side keeps only the SHA-1 hash of the text"),
    likely(&["one-or-many"], Fits::ListAndOne, "the service takes one value for a list of it alone"),
    likely(&["float32"], Fits::Fractions, "the service keeps the number as a single-precision float"),
    likely(&["null-is-missing"], Fits::OneSide, "the service does not tell null from a missing value"),
    likely(
        &["empty-is-missing"],
        Fits::OneSide,
        "the service does not tell an empty value from a missing one",
    ),
    likely(&["default(false)"], Fits::Unset, "the service takes a missing value for false"),
    likely(&["default(0)"], Fits::Unset, "the service takes a missing value for 0"),
    likely(&["default-block"], Fits::OneSide, "the service takes no block for one in which nothing is set"),
    likely(&["computed"], Fits::LeftOut, "the service fills this in, and you did not remove it on purpose"),
    ask(&["write-only"], Fits::Set, "the service has this value already, and never returns it"),
    ask(
        &["float64"],
        Fits::Numbers,
        "a tool on the way read the number as a double, and the lost digits mean nothing",
    ),
    ask(&["nfc"], Fits::BeyondAscii, "the service composes the characters of this text"),
    ask(
        &["autoname"],
        Fits::SameStart,
        "the tool makes the digits at the end, and the name before them is what counts",
    ),
];

/// The candidates, each with its words.
pub(super) static WITH_TERMS: LazyLock<Vec<(&'static Candidate, Vec<Term>)>> =
    LazyLock::new(|| CANDIDATES.iter().map(|candidate| (candidate, candidate.terms())).collect());

impl Candidate {
    /// The words themselves.
    fn terms(&self) -> Vec<Term> {
        // A test proves that every candidate is a word.
        self.written.iter().filter_map(|written| Term::parse(written).ok()).collect()
    }

    /// Whether it says something of what values hold, and not of whether they are there.
    pub(super) fn is_of_content(&self) -> bool {
        !matches!(self.fits, Fits::OneSide | Fits::Unset | Fits::LeftOut | Fits::Set | Fits::Empties)
    }
}

/// A place as candidates see it.
pub(super) struct Seen<'c> {
    case: &'c Case<'c>,
    /// What is on both sides, if something is.
    sides: Option<[Value<'c>; 2]>,
    /// What was asked last, and the answer: candidates for the same values stand together.
    last: Option<(Fits, bool)>,
}

/// A value with what it is, and a scalar's content.
type Value<'c> = (ShownType, Cow<'c, [u8]>);

impl<'c> Seen<'c> {
    pub(super) fn new(case: &'c Case<'c>) -> Seen<'c> {
        let value = |document, node| (value::type_of(document, node), written(document, node));
        let sides = case.old.zip(case.new);
        let sides = sides.map(|(old, new)| [value(case.documents.old, old), value(case.documents.new, new)]);
        Seen { case, sides, last: None }
    }

    /// Whether a word may be proposed there.
    pub(super) fn fits(&mut self, fits: Fits) -> bool {
        let holds = match self.last {
            Some((last, holds)) if last == fits => holds,
            _ => self.holds(fits),
        };
        self.last = Some((fits, holds));
        holds
    }

    fn holds(&self, fits: Fits) -> bool {
        let case = self.case;
        let is_member = || case.settled.paths.ends_with_key(case.place.path);
        let is_free = || case.resolved().scope.is_none() && is_member();
        let Some([(old_type, old), (new_type, new)]) = &self.sides else {
            return match fits {
                Fits::OneSide | Fits::Unset => is_member(),
                Fits::LeftOut => case.place.kind == ChangeKind::Delete && is_free(),
                Fits::Set => case.place.kind == ChangeKind::Add && is_free(),
                _ => false,
            };
        };
        let types = [*old_type, *new_type];
        let are = |a, b| types == [a, b] || types == [b, a];
        match fits {
            Fits::TextAndNumber => are(ShownType::String, ShownType::Number),
            Fits::TextAndBoolean => are(ShownType::String, ShownType::Boolean),
            Fits::TextAndContainer => {
                are(ShownType::String, ShownType::List) || are(ShownType::String, ShownType::Map)
            }
            Fits::ListAndOne => (types[0] == ShownType::List) != (types[1] == ShownType::List),
            Fits::Unset => types.contains(&ShownType::Null) && is_member(),
            Fits::Numbers => types == [ShownType::Number; 2],
            Fits::Fractions => {
                types == [ShownType::Number; 2] && (old.contains(&b'.') || new.contains(&b'.'))
            }
            Fits::Switches => SWITCHES.contains(&&**old) && SWITCHES.contains(&&**new),
            Fits::Empties => {
                let is_empty =
                    |document, node: Option<_>| node.is_some_and(|node| normalize::is_empty(document, node));
                is_empty(case.documents.old, case.old) && is_empty(case.documents.new, case.new)
            }
            Fits::BareAndUnit => is_bare(old) != is_bare(new) && has_digit(old) && has_digit(new),
            Fits::OneSide | Fits::LeftOut | Fits::Set => false,
            of_texts => types == [ShownType::String; 2] && of_texts.hold_texts(old, new),
        }
    }
}

impl Fits {
    fn hold_texts(self, old: &[u8], new: &[u8]) -> bool {
        let both = |test: &dyn Fn(&[u8]) -> bool| test(old) && test(new);
        match self {
            Fits::SameLetters => !both(&<[u8]>::is_ascii) || letters(old).eq(letters(new)),
            Fits::SameLettersOnOneLine => {
                Fits::SameLetters.hold_texts(old, new)
                    && both(&|text| !text.trim_ascii_end().contains(&b'\n'))
            }
            Fits::SameEnd => {
                let segment = |text: &[u8]| {
                    text.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().map(<[u8]>::to_vec)
                };
                segment(old) == segment(new)
            }
            Fits::SameStart => {
                let stem = |text: &[u8]| text.iter().rposition(|byte| *byte == b'-');
                old.starts_with(new)
                    || new.starts_with(old)
                    || stem(old).is_some_and(|end| stem(new) == Some(end) && old[..end] == new[..end])
            }
            Fits::NumberTexts => {
                both(&is_number)
                    && (holds(old, b"e") || holds(new, b"e") || !holds(old, b".") || !holds(new, b"."))
            }
            Fits::Digits => both(&begins_as_quantity) && !both(&is_bare),
            Fits::Documents => both(&|text| matches!(text.trim_ascii_start().first(), Some(b'{' | b'['))),
            Fits::Both(part) => both(&|text| holds(text, part)),
            Fits::Either(part) => holds(old, part) || holds(new, part),
            Fits::Within => holds(old, new) || holds(new, old),
            Fits::Base64 => is_coded_length(old, new) || is_coded_length(new, old),
            Fits::Hash => is_hash(old) || is_hash(new),
            Fits::BeyondAscii => !old.is_ascii() || !new.is_ascii(),
            Fits::Words => both(&|text| text.len() <= LONGEST_WORD),
            _ => false,
        }
    }
}

/// What switches are written as.
const SWITCHES: [&[u8]; 4] = [b"true", b"false", b"0", b"1"];

/// Names in enumerations are no longer.
const LONGEST_WORD: usize = 16;

/// A scalar's content, or as it is written; of a list or map nothing.
fn written(document: &Document, node: NodeId) -> Cow<'_, [u8]> {
    match document.kind(node) {
        Kind::String => document.content(node),
        Kind::List | Kind::Map => Cow::Borrowed(&[]),
        _ => Cow::Borrowed(document.raw(node).as_bytes()),
    }
}

fn is_number(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| Decimal::parse(text).is_some())
}

/// Whether it has no unit. `007` has none, and is no number: an identifier, and not another spelling of `7`.
fn is_bare(text: &[u8]) -> bool {
    is_number(text) || text.iter().all(u8::is_ascii_digit)
}

fn has_digit(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit)
}

fn begins_as_quantity(text: &[u8]) -> bool {
    let begins = text.first().is_some_and(|first| first.is_ascii_hexdigit() || b"+-.:P".contains(first));
    begins && has_digit(text)
}

fn holds(text: &[u8], part: &[u8]) -> bool {
    let Some(first) = part.first() else { return true };
    text.windows(part.len()).any(|window| window[0] == *first && window == part)
}

/// Whether a text is as long as another one in Base64, with padding or without.
fn is_coded_length(coded: &[u8], plain: &[u8]) -> bool {
    let least = (plain.len() * 4).div_ceil(3);
    (least..least + 4).contains(&coded.len())
}

/// Whether a text may be a hash: SHA-1 or SHA-256, in hexadecimal digits.
fn is_hash(text: &[u8]) -> bool {
    text.len() >= 40 && text.iter().filter(|byte| byte.is_ascii_hexdigit()).count() >= 40
}

/// The letters and digits of a text, in lower case.
fn letters(text: &[u8]) -> impl Iterator<Item = u8> + '_ {
    text.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_candidate_is_a_word_and_says_what_must_be_known() {
        for candidate in CANDIDATES {
            let is_certain = candidate.grade == Grade::Certain;
            assert_eq!(candidate.terms().len(), candidate.written.len(), "{:?}", candidate.written);
            assert_eq!(candidate.same_if.is_none(), is_certain, "{:?}", candidate.written);
        }
    }
}
