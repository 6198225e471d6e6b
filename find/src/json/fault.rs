//! Why reading stopped, and the sentences about it.

use super::{
    LineIndex, Source, Span,
    number::{self, Flaw},
};
use crate::problem::{Code, Problem};

/// Why parsing stopped, and at which byte.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    Unexpected(usize, Expected),
    Number(usize, number::Flaw),
    Escape(usize),
    Control(usize),
    Unterminated { start: usize },
    TooDeep(usize, u32),
    OutOfMemory(usize),
}

/// What the grammar allows at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Document,
    Value,
    ValueOrEndOfList,
    ValueAfterComma,
    KeyOrEndOfMap,
    KeyAfterComma,
    Colon,
    CommaOrEndOfList,
    CommaOrEndOfMap,
    Nothing,
}

impl Expected {
    fn sentence(self) -> &'static str {
        match self {
            Expected::Document => "expected a JSON value",
            Expected::Value => "expected a value",
            Expected::ValueOrEndOfList => "expected a value or ']'",
            Expected::ValueAfterComma => "expected a value after ','",
            Expected::KeyOrEndOfMap => "expected a key in double quotes or '}'",
            Expected::KeyAfterComma => "expected a key in double quotes after ','",
            Expected::Colon => "expected ':' after the key",
            Expected::CommaOrEndOfList => "expected ',' or ']' after the value",
            Expected::CommaOrEndOfMap => "expected ',' or '}' after the value",
            Expected::Nothing => "expected the end of the text after the value",
        }
    }

    fn wants_text(self) -> bool {
        !matches!(
            self,
            Expected::Colon | Expected::CommaOrEndOfList | Expected::CommaOrEndOfMap | Expected::Nothing
        )
    }
}

/// Where reading stopped.
pub(super) struct Stop<'s> {
    pub(super) source: &'s Source,
    /// The text up to where it was to be read.
    pub(super) bytes: &'s [u8],
    /// The offsets of the containers that are not closed yet.
    pub(super) open: Vec<u32>,
}

/// The problem behind a fault.
pub(super) fn problem(fault: Fault, stop: &Stop) -> Problem {
    let Stop { source, bytes, .. } = *stop;
    let here = |at: usize| here(at, stop);
    match fault {
        Fault::Unexpected(at, expected) => unexpected(at, expected, stop),
        Fault::Number(at, flaw) => {
            let (message, note) = match flaw {
                Flaw::LeadingZero => ("a number must not begin with 0", "Write it without the leading zero, or in quotes if it is an identifier."),
                Flaw::NoDigitAfterMinus => ("expected a digit after '-'", "JSON has no infinity and no negative words."),
                Flaw::NoDigitAfterPoint => ("expected a digit after the decimal point", "Write 1.0 or 1 instead of 1."),
                Flaw::NoDigitInExponent => ("expected a digit in the exponent", "Write 1e5, 1e+5 or 1e-5."),
            };
            Problem::new(Code::NumberSyntax, message, here(at)).with_note(note)
        }
        Fault::Escape(at) => Problem::new(Code::Escape, "this is not an escape that JSON has", here(at))
            .with_note("A backslash in a text is written \\\\; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits."),
        Fault::Control(at) => {
            let message = format!("a text cannot hold {} as it is", control_name(bytes[at]));
            Problem::new(Code::ControlCharacter, message, here(at))
                .with_note("If the line was broken by a terminal or an editor, join it again; else write the character as an escape such as \\n.")
        }
        Fault::Unterminated { start } => {
            let problem = Problem::new(Code::UnexpectedEnd, "the text ends inside a quoted text", here(bytes.len()));
            place(start as u32, source).into_iter().fold(problem, |problem, place| {
                problem.with_note(format!("The quote was opened at {place}."))
            })
        }
        Fault::TooDeep(at, limit) => {
            let message = format!("more than {limit} lists and objects stand inside one another");
            Problem::new(Code::TooDeep, message, here(at)).with_note("The limit is the option limits.depth.")
        }
        Fault::OutOfMemory(at) => Problem::new(Code::OutOfMemory, "there is not enough memory for this document", here(at)),
    }
}

fn unexpected(at: usize, expected: Expected, stop: &Stop) -> Problem {
    let bytes = stop.bytes;
    let Some(found) = bytes.get(at).copied() else {
        return match expected {
            Expected::Document => {
                Problem::new(Code::Empty, "there is no JSON here: the text is empty", here(at, stop))
            }
            _ => unclosed(at, expected, stop),
        };
    };
    let closes = matches!(found, b']' | b'}');
    let (code, note) = match expected {
        Expected::ValueAfterComma | Expected::KeyAfterComma if closes => {
            (Code::TrailingComma, Some("Remove the comma before it."))
        }
        _ if matches!(found, b'/' | b'#') => (Code::Comment, Some("JSON has no comments; remove them.")),
        _ if expected.wants_text() && found == b'\'' => (Code::Quotes, Some("JSON uses double quotes only.")),
        Expected::KeyOrEndOfMap | Expected::KeyAfterComma => {
            (Code::Quotes, Some("Keys stand in double quotes."))
        }
        Expected::Nothing => (
            Code::TrailingText,
            Some("One JSON document was complete here; remove what follows, or paste only one document."),
        ),
        _ => (Code::Unexpected, word_note(&bytes[at..])),
    };
    let message = format!("{}, found {}", expected.sentence(), found_name(&bytes[at..]));
    let problem = Problem::new(code, message, here(at, stop));
    note.into_iter().fold(problem, Problem::with_note)
}

fn unclosed(at: usize, expected: Expected, stop: &Stop) -> Problem {
    let Stop { source, bytes, open } = stop;
    let message = format!("{}, found the end of the text", expected.sentence());
    let problem = Problem::new(Code::UnexpectedEnd, message, here(at, stop));
    let Some(innermost) = open.last() else { return problem };
    let name = if bytes.get(*innermost as usize) == Some(&b'[') { "list" } else { "object" };
    let opened = place(*innermost, source).map_or_else(String::new, |place| format!(" opened at {place}"));
    let problem =
        problem.with_note(format!("The {name}{opened} is not closed; the text may have been cut off."));
    if open.len() == 1 {
        return problem;
    }
    problem.with_note(format!("{} lists and objects are open in all.", open.len()))
}

/// What stands here, by kind: never the content, which may be a secret.
fn found_name(rest: &[u8]) -> String {
    match rest[0] {
        b'"' => "a quoted text".into(),
        b'-' | b'0'..=b'9' => "a number".into(),
        mark @ (b'{' | b'}' | b'[' | b']' | b',' | b':' | b'\'' | b'/' | b'#' | b'+' | b'.' | b'=' | b';'
        | b'(' | b')' | b'<' | b'>' | b'*') => {
            format!("'{}'", char::from(mark))
        }
        letter if letter.is_ascii_alphabetic() => "a word without quotes".into(),
        control @ (..b' ' | 0x7f) => control_name(control),
        0x80.. => "a character that is not ASCII".into(),
        _ => "a sign that has no meaning here".into(),
    }
}

/// Words of other notations, and what JSON writes instead.
const FOREIGN_WORDS: [(&str, &str); 8] = [
    ("True", "JSON writes true; this looks like a Python literal."),
    ("False", "JSON writes false; this looks like a Python literal."),
    ("None", "JSON writes null; this looks like a Python literal."),
    ("nil", "JSON writes null."),
    ("undefined", "JSON has no undefined; leave the key out or write null."),
    ("NaN", "JSON has no NaN; write null or a text."),
    ("Infinity", "JSON has no infinity; write null or a text."),
    ("(known after apply)", "This looks like Terraform's text output; use `terraform show -json FILE`."),
];

fn word_note(rest: &[u8]) -> Option<&'static str> {
    FOREIGN_WORDS.iter().find(|(word, _)| rest.starts_with(word.as_bytes())).map(|(_, note)| *note)
}

fn control_name(byte: u8) -> String {
    match byte {
        b'\n' | b'\r' => "a line break".into(),
        b'\t' => "a tab".into(),
        0 => "a zero byte".into(),
        other => format!("the control character U+{other:04X}"),
    }
}

/// Positions are listed one by one up to this many; the rest is counted.
const SURROGATES_LISTED: usize = 20;

/// Warnings about escapes that stand for half a character.
pub(super) fn lone_surrogates(spans: &[Span]) -> Vec<Problem> {
    let message = "this escape is half a character (a lone surrogate); it is kept and compared as written";
    let mut problems = Vec::new();
    for span in spans.iter().take(SURROGATES_LISTED) {
        problems.push(Problem::new(Code::LoneSurrogate, message, *span));
    }
    if let (Some(last), more @ 1..) = (problems.last_mut(), spans.len().saturating_sub(SURROGATES_LISTED)) {
        last.notes.push(format!("{more} more of them follow."));
    }
    problems
}

/// The character at `at`, or the empty stretch at the end.
fn here(at: usize, Stop { source, bytes, .. }: &Stop) -> Span {
    let rest = source.slice(Span { start: at as u32, end: bytes.len() as u32 });
    let length = rest.chars().next().map_or(0, char::len_utf8);
    Span { start: at as u32, end: (at + length) as u32 }
}

/// A place in what was pasted; what was made of that has none.
fn place(at: u32, source: &Source) -> Option<String> {
    let position = || LineIndex::new(source).position(at);
    source
        .has(Span { start: at, end: at })
        .then(position)
        .map(|position| format!("line {}, column {}", position.line, position.column))
}
