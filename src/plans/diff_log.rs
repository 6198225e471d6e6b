//! What people print while they look for the cause: lines of a log that name a key with both values, and dictionaries as
//! Python prints them.

use super::entry::{Entry, Section, Sides, Values};
use super::python::literal;
use crate::json::Source;
use crate::normalize::quoted;
use crate::problem::Span;

/// Two sides that were found in a text, behind it: as JSON they have no place in what was pasted.
pub(super) struct Found {
    pub(super) source: Source,
    pub(super) entry: Entry,
    /// Lines that name a key and whose values cannot be read.
    pub(super) unread: usize,
}

/// Finds both sides of one resource in a text; nothing if it is no such log.
pub(super) fn find(text: &str) -> Option<Found> {
    let (old, new, unread) = lines(text).or_else(|| dictionaries(text))?;
    let tail = format!("{old}{new}");
    let (source, tail) = Source::with_tail(text.to_owned(), &tail);
    let middle = tail.start + old.len() as u32;
    let sides = Sides {
        old: Some(Span { start: tail.start, end: middle }),
        new: Some(Span { start: middle, end: tail.end }),
        ..Sides::default()
    };
    let entry =
        Entry { values: Values::Pair(sides), ..Entry::new(Section::Planned, String::new(), String::new()) };
    Some(Found { source, entry, unread })
}

/// `DIFF key: old='3' (str) new=3 (int)`, a line for each key.
fn lines(text: &str) -> Option<(String, String, usize)> {
    let (mut old, mut new, mut unread) = (Vec::new(), Vec::new(), 0);
    for line in text.lines() {
        let Some((_, rest)) = line.split_once("DIFF ") else { continue };
        match values(rest) {
            Some((key, before, after)) => {
                old.extend(before.map(|value| format!("{}:{value}", quoted(key))));
                new.extend(after.map(|value| format!("{}:{value}", quoted(key))));
            }
            None => unread += 1,
        }
    }
    let is_any = !old.is_empty() || !new.is_empty();
    is_any.then(|| (format!("{{{}}}", old.join(",")), format!("{{{}}}", new.join(",")), unread))
}

/// The key of a line and both values; one that is called missing is none.
fn values(line: &str) -> Option<(&str, Option<String>, Option<String>)> {
    let (key, rest) = line.split_once(": old=")?;
    let (old, rest) = value(rest)?;
    let (_, rest) = rest.split_once("new=")?;
    let (new, _) = value(rest)?;
    Some((key.trim(), old, new))
}

/// Words for a key that is not there.
const MISSING: [&str; 4] = ["<missing>", "missing", "<undefined>", "undefined"];

fn value(text: &str) -> Option<(Option<String>, &str)> {
    if let Some(missing) = MISSING.iter().find(|word| text.starts_with(**word)) {
        return Some((None, text.get(missing.len()..)?));
    }
    let (json, length) = literal(text)?;
    Some((Some(json), text.get(length..)?))
}

/// Two dictionaries as Python prints them, the old one first.
fn dictionaries(text: &str) -> Option<(String, String, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..)?.find('{').map(|start| at + start) {
        match literal(text.get(start..)?) {
            Some((json, length)) => {
                found.push(json);
                at = start + length;
            }
            None => at = start + 1,
        }
    }
    let [old, new] = <[String; 2]>::try_from(found).ok()?;
    Some((old, new, 0))
}

#[cfg(test)]
mod tests {
    use super::{Values, find};

    #[test]
    fn both_sides() {
        let table = [
            (
                "DIFF retention_ms: old='604800000' (str) new=604800000 (int)\nother\n  DIFF tags: old={'a': 1} (dict) new=<missing>\n",
                Some((
                    "{\"retention_ms\":\"604800000\",\"tags\":{\"a\":1}}",
                    "{\"retention_ms\":604800000}",
                    0,
                )),
            ),
            ("DIFF a: old=1 new=2\nDIFF b: old=<object at 0x1> new=2", Some(("{\"a\":1}", "{\"a\":2}", 1))),
            ("olds={'a': '3'}\nnews={'a': 3}", Some(("{\"a\":\"3\"}", "{\"a\":3}", 0))),
            ("{'a': 1}", None),
            ("DIFF nothing here", None),
            ("", None),
        ];
        for (text, expected) in table {
            let found = find(text).map(|found| {
                let Values::Pair(sides) = &found.entry.values else { panic!("a log has two sides") };
                let side = |span: Option<_>| found.source.slice(span.unwrap()).to_owned();
                (side(sides.old), side(sides.new), found.unread)
            });
            let found = found.as_ref().map(|(old, new, unread)| (old.as_str(), new.as_str(), *unread));
            assert_eq!(found, expected, "{text}");
        }
    }
}
