//! The parser: one loop over the text, one explicit stack, no recursion.

use super::beside::Beside;
use super::document::Node;
use super::fault::{self, Expected, Fault};
use super::{Document, Kind, Limits, NodeId, Source, Span, number, text};
use crate::problem::{Code, Problem};

/// A document that could not be read: the text as far as it could be decoded, and why.
#[derive(Debug)]
pub struct Refused {
    /// The decoded text, for positions.
    pub source: Source,
    /// What is wrong.
    pub problem: Problem,
}

/// Reads one JSON document (RFC 8259) from UTF-8 or UTF-16 bytes.
///
/// # Errors
/// The first place that is not JSON, or the limit that was reached.
pub fn read(bytes: Vec<u8>, limits: Limits) -> Result<Document, Refused> {
    read_beside(bytes, limits, NO_MARKS, None)
}

/// Strings and keys that reading remembers.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    /// The lengths of their contents in bytes, as a set of bits.
    pub lengths: u64,
    /// Whether a content of such a length is one.
    pub is_mark: fn(&[u8]) -> bool,
}

impl Marks {
    /// Whether what stands between the quotes of a string is one.
    #[inline]
    fn has(&self, inner: &[u8], escaped: bool) -> bool {
        let is_mark = |content: &[u8]| {
            content.len() < 64 && self.lengths >> content.len() & 1 == 1 && (self.is_mark)(content)
        };
        if escaped { is_mark(&text::unescape(inner)) } else { is_mark(inner) }
    }
}

/// No strings.
pub const NO_MARKS: Marks = Marks { lengths: 0, is_mark: |_| false };

/// The same, and remembers marks; faster if the text is much like one that has been read.
///
/// # Errors
/// As [`read`].
pub fn read_beside(
    bytes: Vec<u8>,
    limits: Limits,
    marks: Marks,
    beside: Option<&Document>,
) -> Result<Document, Refused> {
    if bytes.len() > limits.bytes as usize {
        let message = format!("the text has {} bytes; the limit is {}", bytes.len(), limits.bytes);
        return Err(Refused {
            source: Source::default(),
            problem: Problem::new(Code::TooLarge, message, None),
        });
    }
    let source = Source::decode(bytes).map_err(|(source, problem)| Refused { source, problem })?;
    let whole = Span { start: source.bom() as u32, end: source.text().len() as u32 };
    read_part(&source, whole, limits, marks, beside)
}

/// Reads the document that a stretch of a text is; spans are those of the whole text, which is shared.
///
/// # Errors
/// As [`read`].
pub fn read_part(
    source: &Source,
    span: Span,
    limits: Limits,
    marks: Marks,
    beside: Option<&Document>,
) -> Result<Document, Refused> {
    let mut parser = Parser::new(source, span, limits.depth, marks, beside.and_then(Beside::new));
    match parser.document() {
        Ok(()) => {
            let Parser { nodes, marks, surrogates, .. } = parser;
            let problems = fault::lone_surrogates(&surrogates);
            Ok(Document::new(source.clone(), nodes, marks, problems))
        }
        Err(fault) => Err(Refused { source: source.clone(), problem: parser.problem(fault, source) }),
    }
}

/// The outline of a value, as far as it could be read.
#[derive(Debug)]
pub struct Skimmed {
    /// What was read; nothing if there is no value at all.
    pub document: Option<Document>,
    /// The first byte after the value, or the place of the damage.
    pub end: u32,
    /// Why reading stopped before the end of the value.
    pub problem: Option<Problem>,
}

/// Reads one value at the start of a stretch of a text, and nothing after it. Lists and objects under keys for which `passes` says so
/// are passed over: they are read later, as parts. Of a damaged text, what stands before the damage is read.
pub fn skim(source: &Source, span: Span, limits: Limits, passes: fn(&[u8]) -> bool) -> Skimmed {
    let mut parser = Parser::new(source, span, limits.depth, NO_MARKS, None);
    parser.passes = Some(passes);
    parser.skip_blanks();
    let problem = parser.value_tree().err().map(|fault| {
        let problem = parser.problem(fault, source);
        parser.close_all();
        problem
    });
    let Parser { nodes, at, .. } = parser;
    let document = (!nodes.is_empty()).then(|| Document::new(source.clone(), nodes, Vec::new(), Vec::new()));
    Skimmed { document, end: at as u32, problem }
}

struct Parser<'s> {
    bytes: &'s [u8],
    at: usize,
    depth: u32,
    marking: Marks,
    beside: Option<Beside<'s>>,
    /// The end of the container in the other document that corresponds to the one at hand.
    beside_end: u32,
    nodes: Vec<Node>,
    marks: Vec<NodeId>,
    open: Vec<Frame>,
    surrogates: Vec<Span>,
    /// Keys whose lists and objects are passed over.
    passes: Option<fn(&[u8]) -> bool>,
    /// The value that comes next is one.
    is_passed: bool,
}

struct Frame {
    node: u32,
    /// Elements or members so far.
    len: u32,
    /// Of the container that it corresponds to in the other document: itself, and the end of the one around it.
    beside: Option<NodeId>,
    beside_end: u32,
}

impl<'s> Parser<'s> {
    fn new(source: &'s Source, span: Span, depth: u32, marking: Marks, beside: Option<Beside<'s>>) -> Self {
        Parser {
            bytes: source.bytes().get(..span.end as usize).unwrap_or_default(),
            at: span.start as usize,
            depth,
            marking,
            beside,
            beside_end: 0,
            nodes: Vec::new(),
            marks: Vec::new(),
            open: Vec::new(),
            surrogates: Vec::new(),
            passes: None,
            is_passed: false,
        }
    }

    fn problem(&self, fault: Fault, source: &Source) -> Problem {
        let start = |frame: &Frame| self.nodes[frame.node as usize].span.start;
        let open = self.open.iter().map(start).collect();
        fault::problem(fault, &fault::Stop { source, bytes: self.bytes, open })
    }

    fn document(&mut self) -> Result<(), Fault> {
        // Real states have a node for every ten to twenty bytes.
        self.reserve((self.bytes.len() - self.at.min(self.bytes.len())) / 12)?;
        self.skip_blanks();
        self.value_tree()?;
        self.end()
    }

    /// Reads a value and all that is in it.
    fn value_tree(&mut self) -> Result<(), Fault> {
        loop {
            self.value()?;
            loop {
                // A value has just ended.
                let Some(frame) = self.open.last_mut() else {
                    return Ok(());
                };
                let list = self.nodes[frame.node as usize].kind == Kind::List;
                frame.len += 1;
                self.skip_blanks();
                match (self.byte(), list) {
                    (Some(b','), _) => {
                        self.at += 1;
                        self.skip_blanks();
                        if !list {
                            self.key(Expected::KeyAfterComma)?;
                        } else if self.byte() == Some(b']') {
                            return Err(Fault::Unexpected(self.at, Expected::ValueAfterComma));
                        }
                        break;
                    }
                    (Some(b']'), true) | (Some(b'}'), false) => self.close(),
                    (_, true) => {
                        return Err(Fault::Unexpected(self.at, Expected::CommaOrEndOfList));
                    }
                    (_, false) => {
                        return Err(Fault::Unexpected(self.at, Expected::CommaOrEndOfMap));
                    }
                }
            }
        }
    }

    /// Ends all that is open at the place of the damage; what is incomplete there is left out.
    fn close_all(&mut self) {
        let mut is_innermost = true;
        while let Some(frame) = self.open.pop() {
            let container = frame.node as usize;
            // Of the innermost one what is not complete is left out; the others have it as their last child.
            let len = frame.len + u32::from(!is_innermost);
            if is_innermost {
                let children = if self.nodes[container].kind == Kind::Map { 2 * len } else { len };
                let end = (0..children).fold(frame.node + 1, |node, _| self.nodes[node as usize].next);
                self.nodes.truncate(end as usize);
            }
            is_innermost = false;
            let next = self.nodes.len() as u32;
            let node = &mut self.nodes[container];
            (node.span.end, node.next, node.len) = (self.at as u32, next, len);
        }
    }

    /// Passes over a list or an object.
    fn pass(&mut self) -> Result<(), Fault> {
        let kind = if self.byte() == Some(b'[') { Kind::List } else { Kind::Map };
        let (mut at, mut depth) = (self.at, 0_usize);
        loop {
            match self.bytes.get(at) {
                Some(b'"') => at = self.text_end(at)?,
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') if depth == 1 => break,
                Some(b'}' | b']') => depth -= 1,
                Some(_) => {}
                None => {
                    self.at = at;
                    return Err(Fault::Unexpected(at, Expected::CommaOrEndOfMap));
                }
            }
            at += 1;
        }
        self.leaf(kind, at + 1)?;
        if let Some(node) = self.nodes.last_mut() {
            node.escaped = true;
        }
        Ok(())
    }

    /// The quote that ends the text whose first quote is at `start`.
    fn text_end(&mut self, start: usize) -> Result<usize, Fault> {
        let mut at = start + 1;
        loop {
            at = plain_text_end(self.bytes, at);
            match self.bytes.get(at) {
                Some(b'"') => return Ok(at),
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
                None => {
                    self.at = self.bytes.len();
                    return Err(Fault::Unterminated { start });
                }
            }
        }
    }

    /// Reads a value; of a container that is not empty, everything up to its first value that is none.
    fn value(&mut self) -> Result<(), Fault> {
        loop {
            if std::mem::take(&mut self.is_passed) {
                return self.pass();
            }
            if self.take_over()? {
                return Ok(());
            }
            let start = self.at;
            match self.byte() {
                Some(b'"') => return self.string(),
                Some(b'-' | b'0'..=b'9') => {
                    let (end, _) =
                        number::scan(self.bytes, start).map_err(|(at, flaw)| Fault::Number(at, flaw))?;
                    return self.leaf(Kind::Number, end);
                }
                Some(b't') => return self.word("true", Kind::True),
                Some(b'f') => return self.word("false", Kind::False),
                Some(b'n') => return self.word("null", Kind::Null),
                Some(b'[') => {
                    self.begin(Kind::List)?;
                    if self.byte() == Some(b']') {
                        self.close();
                        return Ok(());
                    }
                }
                Some(b'{') => {
                    self.begin(Kind::Map)?;
                    if self.byte() == Some(b'}') {
                        self.close();
                        return Ok(());
                    }
                    self.key(Expected::KeyOrEndOfMap)?;
                }
                _ => return Err(Fault::Unexpected(start, self.expected_value())),
            }
        }
    }

    fn expected_value(&self) -> Expected {
        match self.nodes.last().map(|node| node.kind) {
            None => Expected::Document,
            Some(Kind::List)
                if self.open.last().is_some_and(|frame| frame.node as usize == self.nodes.len() - 1) =>
            {
                Expected::ValueOrEndOfList
            }
            Some(_) => Expected::Value,
        }
    }

    #[inline]
    fn begin(&mut self, kind: Kind) -> Result<(), Fault> {
        if self.open.len() == self.depth as usize {
            return Err(Fault::TooDeep(self.at, self.depth));
        }
        let mut frame =
            Frame { node: self.nodes.len() as u32, len: 0, beside: None, beside_end: self.beside_end };
        let mut first = None;
        if let Some(beside) = &self.beside {
            frame.beside = beside.here();
            (self.beside_end, first) = beside.inside(frame.beside, kind);
        }
        self.open.push(frame);
        self.leaf(kind, self.at + 1)?;
        if let Some(beside) = &mut self.beside {
            beside.go_to(first);
        }
        self.skip_blanks();
        Ok(())
    }

    #[inline]
    fn close(&mut self) {
        self.at += 1;
        let next = self.nodes.len() as u32;
        if let Some(frame) = self.open.pop() {
            let node = &mut self.nodes[frame.node as usize];
            node.span.end = self.at as u32;
            node.next = next;
            node.len = frame.len;
            self.beside_end = frame.beside_end;
            if let Some(beside) = &mut self.beside {
                beside.go_to(beside.after(frame.beside, frame.beside_end));
            }
        }
    }

    #[inline]
    fn key(&mut self, expected: Expected) -> Result<(), Fault> {
        if self.byte() != Some(b'"') {
            return Err(Fault::Unexpected(self.at, expected));
        }
        if !self.take_over()? {
            self.string()?;
            // Another key: what follows in this object stands elsewhere in the other one.
            if let Some(beside) = &mut self.beside {
                beside.go_to(None);
            }
        }
        self.skip_blanks();
        if self.byte() != Some(b':') {
            return Err(Fault::Unexpected(self.at, Expected::Colon));
        }
        self.at += 1;
        self.skip_blanks();
        if let Some(passes) = self.passes {
            let key = self.nodes.last().map(|key| key.span).unwrap_or_default();
            let inner = self.bytes.get(key.start as usize + 1..key.end as usize - 1).unwrap_or_default();
            self.is_passed = matches!(self.byte(), Some(b'{' | b'[')) && passes(inner);
        }
        Ok(())
    }

    #[inline]
    fn word(&mut self, word: &str, kind: Kind) -> Result<(), Fault> {
        let end = self.at + word.len();
        if self.bytes.get(self.at..end) == Some(word.as_bytes()) {
            self.leaf(kind, end)
        } else {
            Err(Fault::Unexpected(self.at, self.expected_value()))
        }
    }

    #[inline]
    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut at = start + 1;
        let mut escaped = false;
        loop {
            at = plain_text_end(self.bytes, at);
            match self.bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    at = self.escape(at)?;
                }
                Some(_) => return Err(Fault::Control(at)),
                None => return Err(Fault::Unterminated { start }),
            }
        }
        let end = at + 1;
        let inner = &self.bytes[start + 1..at];
        // An escape is six bytes at most.
        let is_short = inner.len() < if escaped { 6 * 64 } else { 64 };
        if is_short && self.marking.has(inner, escaped) {
            self.marks.push(NodeId(self.nodes.len() as u32));
        }
        self.leaf(Kind::String, end)?;
        if escaped && let Some(node) = self.nodes.last_mut() {
            node.escaped = true;
        }
        Ok(())
    }

    /// The offset after the escape at `at`.
    fn escape(&mut self, at: usize) -> Result<usize, Fault> {
        match self.bytes.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
            Some(b'u') => {
                let unit = text::unit(self.bytes, at).ok_or(Fault::Escape(at))?;
                let paired = matches!(text::unit(self.bytes, at + 6), Some(0xdc00..0xe000));
                match unit {
                    0xd800..0xdc00 if paired => Ok(at + 12),
                    0xd800..0xe000 => {
                        self.surrogates.push(Span { start: at as u32, end: at as u32 + 6 });
                        Ok(at + 6)
                    }
                    _ => Ok(at + 6),
                }
            }
            _ => Err(Fault::Escape(at)),
        }
    }

    #[inline]
    fn leaf(&mut self, kind: Kind, end: usize) -> Result<(), Fault> {
        if self.nodes.len() == self.nodes.capacity() {
            self.reserve(1)?;
        }
        let span = Span { start: self.at as u32, end: end as u32 };
        self.nodes.push(Node { span, kind, escaped: false, next: self.nodes.len() as u32 + 1, len: 0 });
        self.at = end;
        if let Some(beside) = &mut self.beside {
            beside.go_to(beside.after(beside.here(), self.beside_end));
        }
        Ok(())
    }

    /// Takes over what stands at the corresponding place of the other document, if it is the same.
    #[inline]
    fn take_over(&mut self) -> Result<bool, Fault> {
        let Some(beside) = &mut self.beside else { return Ok(false) };
        let Some(node) = beside.equal(self.bytes, self.at) else { return Ok(false) };
        let (first, length) = (self.nodes.len(), beside.length(node));
        let copies = beside.copies(node, self.at, first);
        self.nodes.try_reserve(copies.len()).map_err(|_| Fault::OutOfMemory(self.at))?;
        self.nodes.extend(copies);
        self.marks.extend(beside.marks(node, first));
        self.at += length;
        beside.go_to(beside.after(Some(node), self.beside_end));
        Ok(true)
    }

    fn reserve(&mut self, nodes: usize) -> Result<(), Fault> {
        self.nodes.try_reserve(nodes).map_err(|_| Fault::OutOfMemory(self.at))
    }

    fn end(&mut self) -> Result<(), Fault> {
        self.skip_blanks();
        if self.at == self.bytes.len() { Ok(()) } else { Err(Fault::Unexpected(self.at, Expected::Nothing)) }
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
    }
}

/// The first quote, backslash or control character at or after `at`.
#[inline]
fn plain_text_end(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const TOPS: u64 = ONES << 7;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (ONES * u64::from(b'"'));
        let backslash = word ^ (ONES * u64::from(b'\\'));
        // A byte's top bit is set where it became zero, or is below a blank; the lowest such bit is exact.
        let stops = (quote.wrapping_sub(ONES) & !quote
            | backslash.wrapping_sub(ONES) & !backslash
            | word.wrapping_sub(ONES * u64::from(b' ')) & !word)
            & TOPS;
        if stops != 0 {
            return at + stops.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' ')).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::LineIndex;

    fn parse(text: &str) -> Result<Document, Refused> {
        read(text.as_bytes().to_vec(), Limits::default())
    }

    /// A document written out again from its nodes, blanks left out.
    fn compact(document: &Document, id: NodeId) -> String {
        match document.kind(id) {
            Kind::List => {
                let items: Vec<String> = document.elements(id).map(|item| compact(document, item)).collect();
                assert_eq!(items.len(), document.len(id) as usize);
                format!("[{}]", items.join(","))
            }
            Kind::Map => {
                let members: Vec<String> = document
                    .members(id)
                    .map(|member| format!("{}:{}", document.raw(member.key), compact(document, member.value)))
                    .collect();
                assert_eq!(members.len(), document.len(id) as usize);
                format!("{{{}}}", members.join(","))
            }
            _ => document.raw(id).to_owned(),
        }
    }

    #[test]
    fn keeps_everything_as_written() {
        let table = [
            ("[]", "[]"),
            ("{}", "{}"),
            (" [ 1 , [ ] , { } ] ", "[1,[],{}]"),
            (r#"{"a":{"b":[true,false,null]},"a":1}"#, r#"{"a":{"b":[true,false,null]},"a":1}"#),
            (r#"{"__proto__":1e1000000000,"":"\u0041"}"#, r#"{"__proto__":1e1000000000,"":"\u0041"}"#),
            ("9007199254740993", "9007199254740993"),
            ("-0.0E+01", "-0.0E+01"),
            ("\"\u{7f} é😀 long enough for two words\"", "\"\u{7f} é😀 long enough for two words\""),
            ("\u{feff}[1]", "[1]"),
            (r#""\ud800""#, r#""\ud800""#),
        ];
        for (text, expected) in table {
            let document = parse(text).unwrap_or_else(|refused| panic!("{text}: {:?}", refused.problem));
            assert_eq!(compact(&document, document.root()), expected);
        }
    }

    #[test]
    fn an_outline_passes_over_what_is_read_later() {
        let passes = |key: &[u8]| key == b"p";
        let from = |source: &Source, start| Span { start, end: source.text().len() as u32 };
        let table = [
            (r#"{"a":[{"p":{"x":[1,"}"]},"q":2},3],"p":[1]} x"#, r#"{"a":[{"p":{},"q":2},3],"p":[]}"#, None),
            (
                r#"{"a":[{"p":{"x":1},"q":2},{"p":{"y""#,
                r#"{"a":[{"p":{},"q":2},{}]}"#,
                Some(Code::UnexpectedEnd),
            ),
            (r#"{"a":[1,{"q":"#, r#"{"a":[1,{}]}"#, Some(Code::UnexpectedEnd)),
            (r#"{"a":[1,2 3]}"#, r#"{"a":[1,2]}"#, Some(Code::Unexpected)),
            (r#"{"p":1,"b""#, r#"{"p":1}"#, Some(Code::UnexpectedEnd)),
            (r#"[{"p":{"a":"#, "[{}]", Some(Code::UnexpectedEnd)),
            (r#"[{"p":{"a\"}"}}]"#, r#"[{"p":{}}]"#, None),
        ];
        for (text, expected, code) in table {
            let source = Source::from(text.to_owned());
            let Skimmed { document, problem, .. } =
                skim(&source, from(&source, 0), Limits::default(), passes);
            let document = document.unwrap();
            assert_eq!(compact(&document, document.root()), expected, "{text}");
            assert_eq!(problem.map(|problem| problem.code), code, "{text}");
        }
        let source = Source::from(r#" {"p": {"a": 1}} [2]"#.to_owned());
        let skimmed = skim(&source, from(&source, 0), Limits::default(), passes);
        assert_eq!(skimmed.end, 16);
        let outline = skimmed.document.unwrap();
        let part = outline.member(outline.root(), "p").unwrap();
        assert!(outline.is_unread(part) && !outline.is_unread(outline.root()));
        let read = read_part(&source, outline.span(part), Limits::default(), NO_MARKS, None).unwrap();
        assert_eq!((compact(&read, read.root()).as_str(), read.span(read.root()).start), ("{\"a\":1}", 7));
        assert!(skim(&source, from(&source, 20), Limits::default(), passes).document.is_none());
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        use Code::{
            Comment, ControlCharacter, Empty, Escape, NumberSyntax, Quotes, TrailingComma, TrailingText,
            Unexpected, UnexpectedEnd,
        };
        // text, code, line, column, and what the sentence begins with
        let table = [
            ("", Empty, 1, 1, "there is no JSON here"),
            (" \n ", Empty, 2, 2, "there is no JSON here"),
            (
                "{\"a\": 1\n \"b\": 2}",
                Unexpected,
                2,
                2,
                "expected ',' or '}' after the value, found a quoted text",
            ),
            ("[1 2]", Unexpected, 1, 4, "expected ',' or ']' after the value, found a number"),
            ("{\"a\" 1}", Unexpected, 1, 6, "expected ':' after the key, found a number"),
            ("[1,]", TrailingComma, 1, 4, "expected a value after ',', found ']'"),
            ("{\"a\":1,}", TrailingComma, 1, 8, "expected a key in double quotes after ',', found '}'"),
            ("{a:1}", Quotes, 1, 2, "expected a key in double quotes or '}', found a word without quotes"),
            ("{'a':1}", Quotes, 1, 2, "expected a key in double quotes or '}', found '''"),
            ("['a']", Quotes, 1, 2, "expected a value or ']', found '''"),
            ("[1] x", TrailingText, 1, 5, "expected the end of the text after the value, found a word"),
            ("{}{}", TrailingText, 1, 3, "expected the end of the text after the value, found '{'"),
            ("// no", Comment, 1, 1, "expected a JSON value, found '/'"),
            ("[1, # no", Comment, 1, 5, "expected a value, found '#'"),
            ("[True]", Unexpected, 1, 2, "expected a value or ']', found a word"),
            ("[NaN]", Unexpected, 1, 2, "expected a value or ']', found a word"),
            ("[nul]", Unexpected, 1, 2, "expected a value or ']', found a word"),
            ("[01]", NumberSyntax, 1, 2, "a number must not begin with 0"),
            ("[-]", NumberSyntax, 1, 3, "expected a digit after '-'"),
            ("[1.]", NumberSyntax, 1, 4, "expected a digit after the decimal point"),
            ("[1e+]", NumberSyntax, 1, 5, "expected a digit in the exponent"),
            ("[\"\\x\"]", Escape, 1, 3, "this is not an escape"),
            ("[\"\\u12g4\"]", Escape, 1, 3, "this is not an escape"),
            ("[\"a\nb\"]", ControlCharacter, 1, 4, "a text cannot hold a line break"),
            ("[\"a\tb\"]", ControlCharacter, 1, 4, "a text cannot hold a tab"),
            ("[\"é😀\u{1}\"]", ControlCharacter, 1, 6, "a text cannot hold the control character U+0001"),
            ("[\"abc", UnexpectedEnd, 1, 6, "the text ends inside a quoted text"),
            ("[\"abc\\", Escape, 1, 6, "this is not an escape"),
            (
                "{\"a\": [1",
                UnexpectedEnd,
                1,
                9,
                "expected ',' or ']' after the value, found the end of the text",
            ),
            ("{\"a\":", UnexpectedEnd, 1, 6, "expected a value, found the end of the text"),
            ("\u{feff}x", Unexpected, 1, 1, "expected a JSON value, found a word"),
            ("é", Unexpected, 1, 1, "expected a JSON value, found a character that is not ASCII"),
        ];
        for (text, code, line, column, sentence) in table {
            let Refused { source, problem } = parse(text).expect_err(text);
            let at = LineIndex::new(&source).position(problem.span.unwrap().start);
            assert_eq!((problem.code, at.line, at.column), (code, line, column), "{text}");
            assert!(problem.message.starts_with(sentence), "{text}: {}", problem.message);
        }
    }

    #[test]
    fn a_message_never_holds_the_text() {
        for text in [
            "{\"password\": hunter2}",
            "[\"hunter2\" \"hunter2\"]",
            "[\"hunter2",
            "hunter2",
            "[1] hunter2",
            "[\"hunter2\n\"]",
        ] {
            let problem = parse(text).expect_err(text).problem;
            assert!(!format!("{problem:?}").contains("hunter2"), "{problem:?}");
        }
    }

    #[test]
    fn limits_hold_at_n_and_fail_at_n_plus_one() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let limits = Limits { depth: 3, bytes: 8 };
        let read_text =
            |text: &str| read(text.as_bytes().to_vec(), limits).map_err(|refused| refused.problem.code);
        assert!(read_text(&nested(3)).is_ok());
        assert_eq!(read_text(&nested(4)).unwrap_err(), Code::TooDeep);
        assert!(read_text("12345678").is_ok());
        assert_eq!(read_text("123456789").unwrap_err(), Code::TooLarge);
        assert_eq!(parse(&nested(100_000)).unwrap_err().problem.code, Code::TooDeep);
        assert!(parse(&nested(10_000)).is_ok());
    }

    #[test]
    fn lone_surrogates_are_kept_and_reported() {
        let document = parse(r#"["\ud800", "\udc00x", "\ud83d\ude00"]"#).unwrap();
        let places: Vec<u32> =
            document.problems().iter().map(|problem| problem.span.unwrap().start).collect();
        assert_eq!(places, [2, 12]);
        let many = parse(&format!("\"{}\"", r"\ud800".repeat(25))).unwrap();
        assert_eq!(many.problems().len(), 20);
        assert_eq!(many.problems()[19].notes, ["5 more of them follow."]);
    }

    #[test]
    fn strings_stop_where_they_should_at_every_length() {
        for length in 0..40 {
            let filler = "x".repeat(length);
            for (stop, inner) in [
                ('"', filler.clone()),
                ('\\', format!("{filler}\\n{filler}")),
                ('é', format!("{filler}é{filler}")),
            ] {
                let text = format!("[\"{inner}\",7]");
                let document = parse(&text).unwrap();
                let first = document.elements(document.root()).next().unwrap();
                assert_eq!(document.raw(first), format!("\"{inner}\""), "{stop} {length}");
                assert_eq!(document.is_escaped(first), stop == '\\');
            }
        }
    }
}
