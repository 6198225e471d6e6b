//! Property paths: where in a document, and patterns of such places.
//!
//! Pulumi's grammar (`sdk/go/common/resource/properties_path.go` upstream), here as EBNF:
//!
//! ```text
//! path    = [ name | bracket ] { "." name | [ "." ] bracket }
//! name    = any characters but "." and "[" ; "*" alone is a wildcard
//! bracket = "[" ( integer | "*" | quoted | match ) "]"
//! quoted  = '"' { any character but '"', or '\"' } '"'
//! match   = key "=" scalar { "," key "=" scalar }            (ours: an element of a keyed list)
//! ```
//!
//! The [`Dialect::Engine`] reads and prints exactly as upstream does, its three ambiguities
//! included: an empty key, a key that ends with a backslash and a literal key `*` do not survive
//! printing. [`Dialect::Own`] is the same grammar made unambiguous: the empty key is `[""]`, and
//! inside a quoted key `\"`, `\\` and `\*` stand for the character itself. A `*` without a backslash makes
//! a pattern of the key: it stands for any characters but dots, at the end of the key for any.

use crate::json::{Decimal, Document, Kind, NodeId};
use std::fmt;

/// Whose reading of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Pulumi's, letter by letter.
    Engine,
    /// The same, but for the `.` before a bracket, which upstream's strict reading refuses.
    EngineStrict,
    /// Findings, rules and proposals.
    Own,
}

/// One step of a path or of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// A member of an object.
    Key(String),
    /// An element of a list by its position, from 0. Upstream accepts negative numbers; they match nothing.
    Index(i64),
    /// An element of a keyed list: what these members of it are.
    Match(Vec<(String, Scalar)>),
    /// Pattern only: a member of an object by the parts of its key between `*`, two or more of them.
    KeyLike(Vec<String>),
    /// Pattern only: any one step, `*`.
    Any,
    /// Pattern only: any element of a list, `[*]`. The engine does not tell it from [`Step::Any`].
    AnyElement,
}

/// What a member of a keyed element is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// A text's content.
    Text(String),
    /// A number, `true`, `false` or `null`, as written.
    Bare(String),
}

impl Step {
    /// Whether this step of a pattern covers a step of a path.
    pub fn covers(&self, step: &Step) -> bool {
        match self {
            Step::Any => true,
            Step::AnyElement => matches!(step, Step::Index(_) | Step::Match(_)),
            Step::KeyLike(parts) => matches!(step, Step::Key(key) if is_like(parts, key)),
            exact => exact == step,
        }
    }

    /// Whether the step names one thing rather than many.
    pub fn is_named(&self) -> bool {
        !matches!(self, Step::Any | Step::AnyElement | Step::KeyLike(_))
    }
}

/// Whether a key is these parts with something between them: no dots, but after the last part anything.
pub(crate) fn is_like(parts: &[String], key: &str) -> bool {
    let Some((first, others)) = parts.split_first() else { return false };
    let mut ends: Vec<usize> = key.starts_with(first.as_str()).then_some(first.len()).into_iter().collect();
    for (at, part) in others.iter().enumerate() {
        if part.is_empty() && at + 1 == others.len() {
            return !ends.is_empty();
        }
        let mut next: Vec<usize> = Vec::new();
        for end in ends {
            let rest = key.get(end..).unwrap_or_default();
            let dot = rest.find('.').unwrap_or(rest.len());
            let begins = rest.match_indices(part.as_str()).map(|(begin, _)| begin);
            next.extend(begins.take_while(|begin| *begin <= dot).map(|begin| end + begin + part.len()));
        }
        next.sort_unstable();
        next.dedup();
        ends = next;
    }
    ends.contains(&key.len())
}

/// A property path or a pattern of paths; the empty one is the whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Vec<Step>);

/// Why a text is no path, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// Byte offset in the text.
    pub at: usize,
    /// What was expected.
    pub message: &'static str,
}

impl Path {
    /// Reads a path or pattern.
    ///
    /// # Errors
    /// The first place that does not follow the grammar.
    pub fn parse(text: &str, dialect: Dialect) -> Result<Path, PathError> {
        Reader { text, at: 0, dialect }.path()
    }

    /// Whether this pattern covers `path` or a path that `path` lies below (upstream: `Contains`).
    pub fn contains(&self, path: &Path) -> bool {
        self.0.len() <= path.0.len() && self.0.iter().zip(&path.0).all(|(pattern, step)| pattern.covers(step))
    }

    /// The value at this path, if its steps are names and positions that lead to one.
    pub fn find(&self, document: &Document) -> Option<NodeId> {
        self.0.iter().try_fold(document.root(), |node, step| match (step, document.kind(node)) {
            (Step::Key(key), Kind::Map) => document.member(node, key),
            (Step::Index(index), Kind::List) => document.elements(node).nth(usize::try_from(*index).ok()?),
            _ => None,
        })
    }

    /// The name of the top-level property that it leads to or into.
    pub fn first_name(&self) -> String {
        match self.0.first() {
            Some(Step::Key(key)) => key.clone(),
            step => Path(step.cloned().into_iter().collect()).to_string(),
        }
    }

    /// The same, where its first step is a name.
    pub fn name(&self) -> Option<&str> {
        match self.0.first() {
            Some(Step::Key(key)) => Some(key),
            _ => None,
        }
    }

    /// The path as text.
    pub fn spelled(&self, dialect: Dialect) -> String {
        let mut text = String::new();
        for step in &self.0 {
            push_step(&mut text, step, dialect);
        }
        text
    }
}

/// Our own spelling.
impl fmt::Display for Path {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.spelled(Dialect::Own))
    }
}

fn push_step(text: &mut String, step: &Step, dialect: Dialect) {
    let wildcard = if dialect == Dialect::Own { "*" } else { "\"*\"" };
    match step {
        Step::Key(key) if is_bare(key, dialect) => push_name(text, key),
        Step::Any if dialect == Dialect::Own => push_name(text, wildcard),
        Step::Key(key) => push_bracket(text, &quoted_key(key, dialect)),
        Step::KeyLike(parts) => {
            let quoted: Vec<String> = parts.iter().map(|part| escaped(part, dialect)).collect();
            push_bracket(text, &format!("\"{}\"", quoted.join("*")));
        }
        Step::Any | Step::AnyElement => push_bracket(text, wildcard),
        Step::Index(index) => push_bracket(text, &index.to_string()),
        Step::Match(members) => {
            let mut inner = String::new();
            for (key, value) in members {
                inner.push_str(if inner.is_empty() { "" } else { ", " });
                inner.push_str(&if is_bare(key, Dialect::Own) {
                    key.clone()
                } else {
                    quoted_key(key, Dialect::Own)
                });
                inner.push('=');
                inner.push_str(&match value {
                    Scalar::Text(text) => quoted_key(text, Dialect::Own),
                    Scalar::Bare(word) => word.clone(),
                });
            }
            push_bracket(text, &inner);
        }
    }
}

fn push_name(text: &mut String, name: &str) {
    if !text.is_empty() {
        text.push('.');
    }
    text.push_str(name);
}

fn push_bracket(text: &mut String, inner: &str) {
    text.push('[');
    text.push_str(inner);
    text.push(']');
}

fn is_bare(key: &str, dialect: Dialect) -> bool {
    let empty_is_bare = dialect != Dialect::Own;
    (empty_is_bare || !key.is_empty()) && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn quoted_key(key: &str, dialect: Dialect) -> String {
    format!("\"{}\"", escaped(key, dialect))
}

fn escaped(key: &str, dialect: Dialect) -> String {
    let mut text = String::new();
    for character in key.chars() {
        if character == '"' || dialect == Dialect::Own && matches!(character, '\\' | '*') {
            text.push('\\');
        }
        text.push(character);
    }
    text
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    dialect: Dialect,
}

impl<'t> Reader<'t> {
    fn path(mut self) -> Result<Path, PathError> {
        let mut steps = Vec::new();
        if self.peek() == Some(b'.') {
            return Err(self.error("expected property name before '.'"));
        }
        while let Some(byte) = self.peek() {
            match byte {
                b'.' => {
                    self.at += 1;
                    let is_strict = self.dialect == Dialect::EngineStrict;
                    if self.peek().is_none() || is_strict && self.peek() == Some(b'[') {
                        return Err(self.error("expected property name after '.'"));
                    }
                }
                b'[' => steps.push(self.bracket()?),
                _ => steps.push(self.name()),
            }
        }
        Ok(Path(steps))
    }

    fn name(&mut self) -> Step {
        let name = self.until(b".[");
        if name == "*" { Step::Any } else { Step::Key(name) }
    }

    fn bracket(&mut self) -> Result<Step, PathError> {
        self.at += 1;
        let start = self.at;
        if self.peek() == Some(b'"') {
            let parts = self.quoted()?;
            if self.dialect == Dialect::Own && self.peek() == Some(b'=') {
                self.at = start;
                return self.members();
            }
            self.closing()?;
            return Ok(match &parts[..] {
                [key] => Step::Key(key.clone()),
                [before, after] if before.is_empty() && after.is_empty() => Step::Any,
                _ if self.dialect == Dialect::Own => Step::KeyLike(parts),
                _ => Step::Key(parts.join("*")),
            });
        }
        let inner = self.until(b"]");
        if self.peek().is_none() {
            self.at = start;
            return Err(self.error("missing closing bracket"));
        }
        if self.dialect == Dialect::Own && inner.bytes().any(|byte| byte == b'=') {
            self.at = start;
            return self.members();
        }
        let step = match (inner.as_str(), self.dialect) {
            ("*", Dialect::Own) => Step::AnyElement,
            ("*", _) => Step::Any,
            _ => Step::Index(
                inner.parse().map_err(|_| PathError { at: start, message: "invalid array index" })?,
            ),
        };
        self.closing()?;
        Ok(step)
    }

    fn closing(&mut self) -> Result<(), PathError> {
        if self.peek() != Some(b']') {
            return Err(self.error("missing closing bracket"));
        }
        self.at += 1;
        Ok(())
    }

    /// A quoted text: its parts between wildcards.
    fn quoted(&mut self) -> Result<Vec<String>, PathError> {
        let start = self.at;
        self.at += 1;
        let mut parts = vec![String::new()];
        let mut chars = self.rest().chars().peekable();
        while let Some(mut character) = chars.next() {
            self.at += character.len_utf8();
            match (character, chars.peek().copied()) {
                ('"', _) => return Ok(parts),
                ('*', _) => {
                    parts.push(String::new());
                    continue;
                }
                ('\\', Some(next))
                    if next == '"' || (self.dialect == Dialect::Own && matches!(next, '\\' | '*')) =>
                {
                    self.at += next.len_utf8();
                    character = next;
                    chars.next();
                }
                _ => {}
            }
            if let Some(part) = parts.last_mut() {
                part.push(character);
            }
        }
        self.at = start;
        Err(self.error("missing closing quote"))
    }

    /// A quoted text in which `*` is a character like any other.
    fn quoted_text(&mut self) -> Result<String, PathError> {
        Ok(self.quoted()?.join("*"))
    }

    /// `name="PORT", size=2]`
    fn members(&mut self) -> Result<Step, PathError> {
        let mut members = Vec::new();
        loop {
            self.skip_blanks();
            let key = if self.peek() == Some(b'"') {
                self.quoted_text()?
            } else {
                self.until(b"=,]\"").trim_end().to_owned()
            };
            self.skip_blanks();
            if key.is_empty() || self.peek() != Some(b'=') {
                return Err(self.error("expected a key and '='"));
            }
            self.at += 1;
            self.skip_blanks();
            members.push((key, self.scalar()?));
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                _ => break,
            }
        }
        self.closing()?;
        Ok(Step::Match(members))
    }

    fn scalar(&mut self) -> Result<Scalar, PathError> {
        if self.peek() == Some(b'"') {
            return Ok(Scalar::Text(self.quoted_text()?));
        }
        let bare = self.until(b",]").trim_end().to_owned();
        let is_scalar = matches!(bare.as_str(), "true" | "false" | "null") || Decimal::parse(&bare).is_some();
        if is_scalar {
            Ok(Scalar::Bare(bare))
        } else {
            Err(self.error("expected a quoted text, a number, true, false or null"))
        }
    }

    /// The text up to the first of these marks, or all that is left.
    fn until(&mut self, stops: &[u8]) -> String {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| stops.contains(&byte)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default().to_owned()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, message: &'static str) -> PathError {
        PathError { at: self.at, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(text: &str) -> Step {
        Step::Key(text.to_owned())
    }

    #[test]
    fn own_paths_keep_every_key() {
        let table = [
            ("", vec![]),
            ("a.b", vec![key("a"), key("b")]),
            ("a[0].b", vec![key("a"), Step::Index(0), key("b")]),
            ("[\"\"]", vec![key("")]),
            ("a[\"\"]", vec![key("a"), key("")]),
            ("[\"a.b\"]", vec![key("a.b")]),
            ("[\"a[0]\"]", vec![key("a[0]")]),
            ("[\"a\\\"b\"]", vec![key("a\"b")]),
            ("[\"a\\\\\"]", vec![key("a\\")]),
            ("[\"\\*\"]", vec![key("*")]),
            ("[\"a\\*b\"]", vec![key("a*b")]),
            ("[\"aws:*\"]", vec![Step::KeyLike(vec!["aws:".into(), String::new()])]),
            ("a[\"x.*.\\*.y\"]", vec![key("a"), Step::KeyLike(vec!["x.".into(), ".*.y".into()])]),
            ("a.*", vec![key("a"), Step::Any]),
            ("*.a", vec![Step::Any, key("a")]),
            ("a[*].b", vec![key("a"), Step::AnyElement, key("b")]),
            ("__proto__.constructor", vec![key("__proto__"), key("constructor")]),
            (
                "env[name=\"PORT\"].value",
                vec![
                    key("env"),
                    Step::Match(vec![("name".into(), Scalar::Text("PORT".into()))]),
                    key("value"),
                ],
            ),
            (
                "a[x=\"1\", y=2]",
                vec![
                    key("a"),
                    Step::Match(vec![
                        ("x".into(), Scalar::Text("1".into())),
                        ("y".into(), Scalar::Bare("2".into())),
                    ]),
                ],
            ),
        ];
        for (text, steps) in table {
            let path = Path::parse(text, Dialect::Own).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(path.0, steps, "{text}");
            assert_eq!(path.to_string(), text);
        }
    }

    #[test]
    fn patterns_of_keys() {
        let table = [
            ("a.*.b", "a.x.b", true),
            ("a.*.b", "a..b", true),
            ("a.*.b", "a.x.y.b", false),
            ("a.*.b", "a.x.c", false),
            ("a.*", "a.x.y", true),
            ("a.*", "a.", true),
            ("a.*", "a", false),
            ("aws:*", "aws:cloudformation:stack", true),
            ("*-id", "my-id", true),
            ("*-id", "x-id-id", true),
            ("*-id", "x.y-id", false),
            ("u.*.d.*", "u.m.d.x.y", true),
            ("u.*.d.*", "u.m.n.d.x", false),
            ("*é*", "caféx", true),
        ];
        for (pattern, text, expected) in table {
            let pattern = Path::parse(&format!("p[\"{pattern}\"]"), Dialect::Own).unwrap();
            let path = Path(vec![key("p"), key(text), key("below")]);
            assert_eq!(pattern.contains(&path), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn says_where_a_path_goes_wrong() {
        let table = [
            (".a", 0, "expected property name before '.'"),
            ("a.", 2, "expected property name after '.'"),
            ("a[", 2, "missing closing bracket"),
            ("a[x]", 2, "invalid array index"),
            ("a[\"b]", 2, "missing closing quote"),
            ("a[\"b\"", 5, "missing closing bracket"),
            ("a[b=]", 4, "expected a quoted text, a number, true, false or null"),
            ("a[=1]", 2, "expected a key and '='"),
        ];
        for (text, at, message) in table {
            assert_eq!(Path::parse(text, Dialect::Own), Err(PathError { at, message }), "{text}");
        }
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let scalar = prop_oneof![
            ".{0,6}".prop_map(Scalar::Text),
            any::<i32>().prop_map(|n| Scalar::Bare(n.to_string()))
        ];
        let step = prop_oneof![
            "[a-z*.\\[\\]\"\\\\= ,é]{0,6}".prop_map(Step::Key),
            any::<i64>().prop_map(Step::Index),
            Just(Step::Any),
            Just(Step::AnyElement),
            proptest::collection::vec("[a-z*.\"\\\\]{0,3}", 2..4)
                .prop_filter("that is `*` alone", |parts| parts.len() > 2 || parts.concat() != "")
                .prop_map(Step::KeyLike),
            proptest::collection::vec(("[a-z\"\\\\=\\], *]{1,4}", scalar), 1..3).prop_map(Step::Match),
        ];
        proptest::collection::vec(step, 0..5)
    }

    proptest! {
        #[test]
        fn own_paths_round_trip(steps in steps()) {
            let path = Path(steps);
            prop_assert_eq!(Path::parse(&path.to_string(), Dialect::Own), Ok(path));
        }

        #[test]
        fn engine_paths_round_trip_but_for_three_exceptions(steps in steps()) {
            let printable = |step: &Step| match step {
                Step::Key(key) => !key.is_empty() && !key.ends_with('\\') && key != "*" && !key.contains("\\\""),
                step => matches!(step, Step::Index(_)),
            };
            let path = Path(steps.into_iter().filter(printable).collect());
            let text = path.spelled(Dialect::Engine);
            prop_assert_eq!(Path::parse(&text, Dialect::Engine), Ok(path));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in ".{0,20}", marks in "[a-b.\\[\\]\"\\\\=*, 0-9-]{0,20}") {
            for text in [text, marks] {
                for dialect in [Dialect::Own, Dialect::Engine] {
                    let _ = Path::parse(&text, dialect);
                }
            }
        }
    }
}
