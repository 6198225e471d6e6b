//! Plans as they are found: with marks of a terminal, between lines of a build log, several of them in one text.

use super::passed::is_passed;
use crate::json::{self, Document, Kind, Limits, NodeId, Source};
use crate::problem::{Code, Problem, Span};
use crate::value::signature;

/// The documents in a text.
#[derive(Debug)]
pub(super) struct Found {
    /// The text, and behind it what was made of it.
    pub(super) source: Source,
    /// Where a text stands that marks a value as unknown.
    pub(super) mark: Span,
    /// Each document in outline, in order.
    pub(super) documents: Vec<Document>,
    /// Where damaged ones end.
    pub(super) cuts: Vec<u32>,
    /// What was passed over or repaired, and what could not be read.
    pub(super) problems: Vec<Problem>,
}

/// Finds the documents in a text. Of a damaged one, what stands before the damage is found.
pub(super) fn find(text: String, limits: Limits) -> Found {
    let repaired = repaired(&text);
    let (source, made, mark) = with_marks(text, repaired.as_ref().map_or("", |(clean, _)| clean));
    let mut found = Found { source, mark, documents: Vec::new(), cuts: Vec::new(), problems: Vec::new() };
    match repaired {
        Some((_, what)) => {
            let message = format!("the text had {what}; they were taken out, and places in it are not shown");
            found.problems.push(Problem::new(Code::PlanRepaired, message, None));
            found.documents(made, limits);
        }
        None => found.documents(Span { start: 0, end: made.start }, limits),
    }
    found
}

/// A text with another one behind it, and behind that a text that marks a value as unknown, and an empty object.
pub(super) fn with_marks(text: String, behind: &str) -> (Source, Span, Span) {
    let unknown = format!("\"{}\"", signature::UNKNOWNS[2]);
    let (source, tail) = Source::with_tail(text, &format!("{behind}{unknown}{EMPTY}"));
    let end = tail.end - EMPTY.len() as u32;
    let mark = Span { start: end - unknown.len() as u32, end };
    (source, Span { start: tail.start, end: mark.start }, mark)
}

/// What stands behind the mark.
const EMPTY: &str = "{}";

/// Where the empty object stands that is behind a mark.
pub(super) fn empty_behind(mark: Span) -> Span {
    Span { start: mark.end, end: mark.end + EMPTY.len() as u32 }
}

impl Found {
    fn documents(&mut self, within: Span, limits: Limits) {
        let source = self.source.clone();
        let text = source.slice(within);
        let mut at = 0;
        let mut around: Option<(usize, usize)> = None;
        while let Some(start) = next_start(text, at) {
            let rest = Span { start: within.start + start as u32, ..within };
            let skimmed = json::skim(&source, rest, limits, is_passed);
            let end = (skimmed.end - within.start) as usize;
            let telling = skimmed.document.as_ref().and_then(first_telling);
            let inside =
                skimmed.document.as_ref().zip(telling).map(|(document, node)| document.span(node).start);
            let document = skimmed.document.filter(|document| telling == Some(document.root()));
            let Some(document) = document else {
                // A line of a log may begin with a bracket. What was read in vain is not read again.
                let inside = inside.map(|start| (start - within.start) as usize);
                let next = inside.unwrap_or_else(|| line_end(text, start).max(end));
                pass_over(text, at..next, &mut around);
                at = next;
                continue;
            };
            pass_over(text, at..start, &mut around);
            if skimmed.problem.is_some() {
                self.cuts.push(document.span(document.root()).end);
            }
            self.documents.push(document);
            at = end;
            if let Some(problem) = skimmed.problem {
                let is_line = !text.get(start..end).unwrap_or_default().contains('\n');
                self.problems
                    .push(problem.with_note(
                        "What stands before this place was read; what comes after it is missing.",
                    ));
                // The next line of a stream is another document.
                at = if is_line { line_end(text, end) } else { text.len() };
            }
        }
        pass_over(text, at..text.len(), &mut around);
        if let Some((start, lines)) = around.filter(|_| !self.documents.is_empty()) {
            let lines = if lines == 1 { "one line is".to_owned() } else { format!("{lines} lines are") };
            let message = format!("{lines} around the JSON, and left out");
            let start = within.start + start as u32;
            self.problems.push(Problem::new(Code::PlanAround, message, Span { start, end: start }));
        }
    }
}

/// Counts the lines of a stretch that hold something, and remembers where the first one stands.
fn pass_over(text: &str, stretch: std::ops::Range<usize>, around: &mut Option<(usize, usize)>) {
    let from = stretch.start;
    let stretch = text.get(stretch).unwrap_or_default();
    // A comma or the end of a list between documents is no line.
    let is_something = |line: &&str| {
        !line.trim_matches(|mark: char| mark.is_whitespace() || matches!(mark, ',' | '\u{feff}')).is_empty()
    };
    let lines = stretch.lines().filter(is_something).count();
    if lines > 0 {
        let start = from + stretch.len() - stretch.trim_start().len();
        let (first, before) = around.unwrap_or((start, 0));
        *around = Some((first, before + lines));
    }
}

/// The first brace or bracket at or after a place that may begin a document.
fn next_start(text: &str, from: usize) -> Option<usize> {
    text.get(from..)?.find(['{', '[']).map(|at| from + at)
}

fn line_end(text: &str, from: usize) -> usize {
    text.get(from..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| from + at + 1)
}

/// The first list or object of a document, or of what is left of one, that has something in it.
fn first_telling(document: &Document) -> Option<NodeId> {
    let root = document.root();
    if is_telling(document, root) {
        return Some(root);
    }
    document.descendants(root).filter(|node| is_telling(document, *node)).min()
}

fn is_telling(document: &Document, node: NodeId) -> bool {
    match document.kind(node) {
        Kind::Map => document.len(node) > 0,
        Kind::List => document.elements(node).any(|element| document.kind(element) == Kind::Map),
        _ => false,
    }
}

/// A text without what a terminal or a build log put into it, and what that was.
fn repaired(text: &str) -> Option<(String, &'static str)> {
    // One character is found faster than two, and most texts do not have it.
    let has_colour = text.contains('\u{1b}') && text.contains("\u{1b}[");
    let plain = if has_colour { without_colour(text) } else { String::new() };
    let text = if has_colour { &plain } else { text };
    let stamped = without_stamps(text);
    match (has_colour, stamped) {
        (true, Some(text)) => Some((text, "marks of a terminal and times before each line")),
        (true, None) => Some((plain, "marks of a terminal")),
        (false, Some(text)) => Some((text, "times before each line")),
        (false, None) => None,
    }
}

/// Without the sequences that set colours and move the cursor.
fn without_colour(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split("\u{1b}[");
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|mark: char| ('@'..='~').contains(&mark));
        plain.push_str(end.and_then(|end| part.get(end + 1..)).unwrap_or(part));
    }
    plain
}

/// Lines that show whether all begin with the time at which they were written.
const SHOWN_LINES: usize = 20;

/// Without the time before each line, if most of the first lines have one: no line of JSON begins so.
fn without_stamps(text: &str) -> Option<String> {
    let first = || text.lines().filter(|line| !line.trim().is_empty()).take(SHOWN_LINES);
    let stamped = first().filter(|line| stamp(line).is_some()).count();
    if 2 * stamped <= first().count() {
        return None;
    }
    let rest = |line: &str| line.get(stamp(line).unwrap_or(0)..).unwrap_or_default().to_owned() + "\n";
    Some(text.lines().map(rest).collect())
}

/// The length of the time at the start of a line, and of the blank after it: `2026-01-31T12:00:00.0000000Z {`,
/// `[12:00:00] {`.
fn stamp(line: &str) -> Option<usize> {
    let start = line.trim_start_matches('\u{feff}');
    let inner = start.strip_prefix('[');
    let rest = inner.unwrap_or(start);
    let rest = shaped(rest, "0000-00-00").and_then(|rest| rest.strip_prefix(['T', ' '])).unwrap_or(rest);
    let rest = shaped(rest, "00:00:00")?;
    let rest = rest
        .strip_prefix(['.', ','])
        .map_or(rest, |rest| rest.trim_start_matches(|sign: char| sign.is_ascii_digit()));
    let zone = || shaped(rest.strip_prefix(['+', '-'])?, "00:00");
    let rest = rest.strip_prefix('Z').or_else(zone).unwrap_or(rest);
    let rest = if inner.is_some() { rest.strip_prefix(']')? } else { rest };
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
    Some(line.len() - rest.len())
}

/// What follows a text of a shape, in which `0` stands for any digit.
fn shaped<'t>(text: &'t str, shape: &str) -> Option<&'t str> {
    let fits = |(sign, wanted): (u8, u8)| if wanted == b'0' { sign.is_ascii_digit() } else { sign == wanted };
    let is_shaped = text.len() >= shape.len() && text.bytes().zip(shape.bytes()).all(fits);
    is_shaped.then(|| text.get(shape.len()..)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Vec<String>, Vec<&'static str>) {
        let found = find(text.to_owned(), Limits::default());
        let raw = |document: &Document| document.raw(document.root()).to_owned();
        let codes = found.problems.iter().map(|problem| problem.code.as_str()).collect();
        (found.documents.iter().map(raw).collect(), codes)
    }

    #[test]
    fn documents_in_texts() {
        let table: [(&str, &[&str], &[&str]); 21] = [
            ("{\"a\":1}", &["{\"a\":1}"], &[]),
            ("{\"a\":1}\n{\"b\":2}\n", &["{\"a\":1}", "{\"b\":2}"], &[]),
            ("```json\n{\"a\":1}\n```\n", &["{\"a\":1}"], &["plan-around"]),
            ("[command]/bin/tool\n{\"a\":1}\n::set", &["{\"a\":1}"], &["plan-around"]),
            ("\u{1b}[1m{\"a\"\u{1b}[0m:1}", &["{\"a\":1}"], &["plan-repaired"]),
            (
                "2026-01-31T12:00:00.1234567Z {\n2026-01-31T12:00:00.1234567Z \"a\":1}",
                &["{\n\"a\":1}"],
                &["plan-repaired"],
            ),
            // A bracket in a line of a log, and damage, in a text that was repaired.
            (
                "2026-01-31T12:00:00Z x [id=abc]\n2026-01-31T12:00:01.1Z {\"a\":1}\n",
                &["{\"a\":1}"],
                &["plan-repaired", "plan-around"],
            ),
            ("\u{1b}[1m{\"a\":[1,2", &["{\"a\":[1,2"], &["plan-repaired", "unexpected-end"]),
            ("\u{1b}[1m{\"a\":1,\"b\":\"x", &["{\"a\":1,\"b\":"], &["plan-repaired", "unexpected-end"]),
            ("\u{1b}[1m{\"a\":1 é", &["{\"a\":1 "], &["plan-repaired", "unexpected"]),
            (
                "Run\n10:00:00 {\n10:00:00 \"a\":1}\n[10:00:01] done",
                &["{\n\"a\":1}"],
                &["plan-repaired", "plan-around"],
            ),
            (
                "2026-01-31 12:00:00,123 {\"a\":1}\n2026-01-31T12:00:00+01:00 {\"b\":1}",
                &["{\"a\":1}", "{\"b\":1}"],
                &["plan-repaired"],
            ),
            ("{\"a\":1,\"b\":[{\"c\":2},{\"d\"", &["{\"a\":1,\"b\":[{\"c\":2},{\"d\""], &["unexpected-end"]),
            ("{\"a\":1}\n{\"b\":\n{\"c\":3}", &["{\"a\":1}", "{\"b\":\n{\"c\":3}"], &["unexpected-end"]),
            ("{\"a\":1}\n{\"b\":1 2}\n{\"c\":3}", &["{\"a\":1}", "{\"b\":1 ", "{\"c\":3}"], &["unexpected"]),
            ("[\n[1,\nx {\"a\":1}", &["{\"a\":1}"], &["plan-around"]),
            ("[\n[\n[{\"a\":1}]\n]\n]", &["[{\"a\":1}]"], &["plan-around"]),
            ("[\n[\n{\"a\":1}", &["[\n{\"a\":1}"], &["unexpected-end", "plan-around"]),
            ("[1]", &[], &[]),
            ("plain text", &[], &[]),
            ("", &[], &[]),
        ];
        for (text, documents, codes) in table {
            let (read, said) = found(text);
            assert_eq!(
                (read.iter().map(String::as_str).collect::<Vec<_>>(), said),
                (documents.to_vec(), codes.to_vec()),
                "{text}"
            );
        }
    }
}
