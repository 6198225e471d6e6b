//! A word as it stands in a rule: its name and what is in its brackets.

use super::catalogue::{self, Takes};
use super::read::listed;
use super::word::{Equality, Word};
use crate::json::{Decimal, Kind, Limits, read};
use crate::path::Scalar;
use crate::problem::Code;
use std::borrow::Cow;
use std::fmt;

/// A word with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The word.
    pub word: Word,
    /// What stands in its brackets, in order: JSON scalars and bare words.
    pub arguments: Vec<Scalar>,
    written: String,
}

/// Why a text is no word.
pub type Fault = (Code, String);

impl Term {
    /// Reads a word as it is written in a rule.
    ///
    /// # Errors
    /// The name that the catalogue does not have, or the arguments that the word does not take.
    pub fn parse(written: &str) -> Result<Term, Fault> {
        let written = written.trim();
        let (name, inner) = match written.split_once('(') {
            Some((name, rest)) => (name.trim_end(), Some(rest)),
            None => (written, None),
        };
        let Some(entry) = catalogue::find(name) else {
            let nearest = listed(catalogue::nearest(name).into_iter(), " or ");
            return Err((Code::UnknownWord, format!("there is no word `{name}`; did you mean {nearest}?")));
        };
        let fault = |message| Err((Code::WordArgument, message));
        let arguments = match inner.map(|inner| inner.strip_suffix(')')) {
            None => Vec::new(),
            Some(None) => return fault(format!("the brackets after `{name}` are not closed")),
            Some(Some(inner)) => match arguments(inner) {
                Some(arguments) => arguments,
                None => {
                    return fault(format!(
                        "what stands in the brackets of `{name}` is no list of values; texts stand in double quotes"
                    ));
                }
            },
        };
        if entry.takes.accepts(&arguments) {
            Ok(Term { word: entry.word, arguments, written: written.to_owned() })
        } else {
            fault(match entry.takes {
                Takes::Nothing => format!("`{name}` takes no arguments"),
                takes => format!("`{name}` takes in brackets: {}", takes.described()),
            })
        }
    }

    /// Whether it says how the parts of a container belong together.
    pub fn is_of_containers(&self) -> bool {
        self.word.equality().is_some_and(Equality::is_of_containers)
    }

    /// Whether a bare word is among the arguments.
    pub fn has(&self, choice: &str) -> bool {
        self.arguments.iter().any(|argument| matches!(argument, Scalar::Bare(bare) if bare == choice))
    }

    /// The reason among the arguments.
    pub fn reason(&self) -> Option<&str> {
        self.arguments.iter().find_map(|argument| match argument {
            Scalar::Text(text) => Some(text.as_str()),
            Scalar::Bare(_) => None,
        })
    }

    /// What stands behind `key=` among the arguments.
    pub fn named(&self, key: &str) -> Option<&str> {
        self.arguments.iter().find_map(|argument| match argument {
            Scalar::Bare(bare) => bare.strip_prefix(key)?.strip_prefix('='),
            Scalar::Text(_) => None,
        })
    }
}

/// Whether an equality word is among those of a path.
pub fn has_equality(terms: &[Term], word: Equality) -> bool {
    terms.iter().any(|term| term.word == Word::Equality(word))
}

/// The equality words among others.
pub fn equalities(terms: &[Term]) -> Cow<'_, [Term]> {
    let is_equality = |term: &Term| term.word.equality().is_some();
    if terms.iter().all(is_equality) {
        return Cow::Borrowed(terms);
    }
    terms.iter().filter(|term| is_equality(term)).cloned().collect()
}

/// As written.
impl fmt::Display for Term {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.written)
    }
}

impl Takes {
    fn accepts(self, arguments: &[Scalar]) -> bool {
        let is_value = |argument: &Scalar| match argument {
            Scalar::Text(_) => true,
            Scalar::Bare(bare) => {
                matches!(bare.as_str(), "true" | "false" | "null") || Decimal::parse(bare).is_some()
            }
        };
        let is_text = |argument: &Scalar| matches!(argument, Scalar::Text(_));
        let is_one_of =
            |choices: &[&str]| matches!(arguments, [Scalar::Bare(bare)] if choices.contains(&bare.as_str()));
        match self {
            Takes::Nothing => arguments.is_empty(),
            Takes::Reason(choices) => {
                let is_choice = |argument: &&Scalar| matches!(argument, Scalar::Bare(bare) if choices.contains(&bare.as_str()));
                let reasons = arguments.iter().filter(|argument| !is_choice(argument));
                reasons.clone().count() <= 1 && reasons.clone().all(is_text)
            }
            Takes::Value => arguments.len() == 1 && arguments.iter().all(is_value),
            Takes::AnyValues => arguments.iter().all(is_value),
            Takes::Values => arguments.len() > 1 && arguments.iter().all(is_value),
            Takes::Texts => !arguments.is_empty() && arguments.iter().all(is_text),
            Takes::Names => !arguments.is_empty(),
            Takes::OneOf(choices) => is_one_of(choices),
            Takes::AtMostOneOf(choices) => arguments.is_empty() || is_one_of(choices),
        }
    }
}

/// Values between commas: JSON scalars, and bare words that hold no quote, comma or bracket.
fn arguments(text: &str) -> Option<Vec<Scalar>> {
    let mut arguments = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let length =
            if rest.starts_with('"') { quoted_length(rest)? } else { rest.find(',').unwrap_or(rest.len()) };
        let (argument, after) = (rest.get(..length)?.trim_end(), rest.get(length..)?.trim_start());
        arguments.push(if argument.starts_with('"') {
            Scalar::Text(content(argument)?)
        } else {
            bare(argument)?
        });
        rest = match after.strip_prefix(',') {
            // Something must follow a comma.
            Some(more) if !more.trim().is_empty() => more.trim_start(),
            None if after.is_empty() => after,
            _ => return None,
        };
    }
    Some(arguments)
}

fn bare(text: &str) -> Option<Scalar> {
    let is_bare = !text.is_empty() && !text.contains(['"', '(', ')']);
    is_bare.then(|| Scalar::Bare(text.replace(' ', "")))
}

/// The length of the quoted text at the start.
fn quoted_length(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The content of a quoted text.
fn content(quoted: &str) -> Option<String> {
    let document = read(quoted.as_bytes().to_vec(), Limits::default()).ok()?;
    (document.kind(document.root()) == Kind::String).then(|| document.text(document.root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_arguments() {
        let text = |text: &str| Scalar::Text(text.to_owned());
        let bare = |bare: &str| Scalar::Bare(bare.to_owned());
        let table = [
            ("integer", vec![]),
            ("default(30)", vec![bare("30")]),
            ("default( \"a, (b)\" )", vec![text("a, (b)")]),
            ("default(\"\\u0041\\\"\")", vec![text("A\"")]),
            ("default(null)", vec![bare("null")]),
            ("keyed(namespace, name)", vec![bare("namespace"), bare("name")]),
            ("keyed (\"a key\")", vec![text("a key")]),
            ("alias(\"*/1\", \"*\", 3)", vec![text("*/1"), text("*"), bare("3")]),
            ("boolean(01)", vec![bare("01")]),
            ("boolean()", vec![]),
            ("ignore(\"output_only\")", vec![text("output_only")]),
            ("backend-default", vec![]),
        ];
        for (written, expected) in table {
            let term = Term::parse(written).unwrap_or_else(|(_, message)| panic!("{written}: {message}"));
            assert_eq!(term.arguments, expected, "{written}");
            assert_eq!(term.to_string(), written);
        }
    }

    #[test]
    fn finds_named_arguments() {
        for (written, expected) in [
            ("duration(unit=s)", Some("s")),
            ("duration( unit = ms )", Some("ms")),
            ("duration(days)", None),
            ("duration", None),
            ("default(\"unit=s\")", None),
        ] {
            assert_eq!(Term::parse(written).unwrap().named("unit"), expected, "{written}");
        }
    }

    #[test]
    fn says_what_a_word_takes() {
        let table = [
            ("integer(3)", "`integer` takes no arguments"),
            ("default", "`default` takes in brackets: a value"),
            ("default(a)", "`default` takes in brackets: a value"),
            ("default(1, 2)", "`default` takes in brackets: a value"),
            ("default(1", "the brackets after `default` are not closed"),
            (
                "default(\"1)",
                "what stands in the brackets of `default` is no list of values; texts stand in double quotes",
            ),
            ("keyed", "`keyed` takes in brackets: names of members"),
            (
                "keyed(a,)",
                "what stands in the brackets of `keyed` is no list of values; texts stand in double quotes",
            ),
            (
                "keyed(a b\"c)",
                "what stands in the brackets of `keyed` is no list of values; texts stand in double quotes",
            ),
            ("boolean(10)", "`boolean` takes in brackets: `01`, or nothing"),
            ("alias(\"a\")", "`alias` takes in brackets: two or more values"),
        ];
        for (written, expected) in table {
            assert_eq!(Term::parse(written), Err((Code::WordArgument, expected.to_owned())), "{written}");
        }
    }
}
