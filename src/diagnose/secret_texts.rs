//! Contents of secret values: what has one of them elsewhere is secret too.

use crate::json::{Document, Kind, NodeId};
use crate::patterns::{self, Inside, PatternSet};
use crate::value::{self, Opened};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The shortest content that is recognised elsewhere, and the shortest that is as a part of something, in bytes: shorter ones are
/// words that stand for much else.
const WHOLE: usize = 4;
const PART: usize = 8;

/// What stands in names in place of a secret.
const HIDDEN: &str = "(secret)";

/// The contents of the secret values of a plan.
#[derive(Debug, Default)]
pub struct SecretTexts {
    whole: BTreeSet<Vec<u8>>,
    /// Those that are looked for as parts of something.
    parts: BTreeSet<Vec<u8>>,
    /// The same in a row, once all are known.
    sorted: Vec<Vec<u8>>,
}

impl SecretTexts {
    /// Remembers what stands at these paths, elements of lists included.
    pub fn add(&mut self, document: &Rc<Document>, paths: &PatternSet) {
        let (trie, root) = (paths.trie(), document.root());
        if trie.ending_at(&trie.root()).next().is_some() {
            return self.add_all(document, root);
        }
        let itself = |document: &Rc<Document>, node, _: &[u32]| {
            Some(Inside { document: Rc::clone(document), node, is_one: false })
        };
        patterns::reach(trie, document, root, trie.root(), &itself, &mut |document, node, level| {
            if trie.ending_at(level).next().is_some() {
                self.add_all(document, node);
            }
        });
    }

    /// Remembers what a document itself marks as secret.
    pub fn add_declared(&mut self, document: &Document) {
        if document.marks_within(document.root()).is_empty() {
            return;
        }
        for node in document.descendants(document.root()) {
            if value::is_declared_secret(document, node) {
                match value::open(document, node) {
                    Some(Opened::Here(node)) => self.add_all(document, node),
                    Some(Opened::Text(inner)) => self.add_all(&inner, inner.root()),
                    None => {}
                }
            }
        }
    }

    /// Remembers everything in a value.
    fn add_all(&mut self, document: &Document, node: NodeId) {
        for node in document.descendants(node) {
            let content = match document.kind(node) {
                Kind::String => document.content(node).into_owned(),
                Kind::Number => document.bytes(node).to_vec(),
                _ => continue,
            };
            if !value::is_unknown(document, node) && !is_mark(&content) {
                self.add_one(content);
            }
        }
    }

    fn add_one(&mut self, content: Vec<u8>) {
        if content.len() >= WHOLE {
            self.parts.extend(spellings(&content).into_iter().filter(|part| part.len() >= PART));
            self.whole.insert(content);
        }
    }

    /// All of them, ready to be looked for.
    #[must_use]
    pub fn sorted(mut self) -> SecretTexts {
        self.sorted = std::mem::take(&mut self.parts).into_iter().collect();
        self
    }

    /// Whether a value has one of them in it.
    pub fn are_in(&self, document: &Document, node: NodeId) -> bool {
        !self.whole.is_empty()
            && document.descendants(node).any(|node| match document.kind(node) {
                Kind::String => self.is_in(&document.content(node)),
                Kind::Number => self.whole.contains(document.bytes(node)),
                Kind::Map => document.members(node).any(|member| self.is_in(&document.content(member.key))),
                _ => false,
            })
    }

    fn is_in(&self, content: &[u8]) -> bool {
        self.whole.contains(content) || (0..content.len()).any(|at| self.part_at(content, at).is_some())
    }

    /// The length of the longest part that begins at a place.
    fn part_at(&self, content: &[u8], at: usize) -> Option<usize> {
        let rest = content.get(at..)?;
        let start = rest.get(..PART)?;
        let first = self.sorted.partition_point(|part| part.get(..PART) < Some(start));
        let near = self.sorted.iter().skip(first).take_while(|part| part.starts_with(start));
        near.filter(|part| rest.starts_with(part)).map(Vec::len).last()
    }

    /// A name, a path or a sentence without them.
    pub fn hidden<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut plain = String::new();
        let (mut from, mut at) = (0, 0);
        while !self.sorted.is_empty() && at + PART <= text.len() {
            let Some(length) = self.part_at(text.as_bytes(), at) else {
                at += 1;
                continue;
            };
            plain.push_str(text.get(from..at).unwrap_or_default());
            plain.push_str(HIDDEN);
            at += length;
            from = at;
        }
        if from == 0 { Cow::Borrowed(text) } else { Cow::Owned(plain + text.get(from..).unwrap_or_default()) }
    }
}

/// Whether a text says what a value is, and is none.
fn is_mark(content: &[u8]) -> bool {
    let is = |text: &str| text.as_bytes() == content;
    is(value::MASK) || value::SIGNATURES.iter().any(|(signature, _)| is(signature))
}

/// A text, and as it stands in a document inside a text, and in a path: with escapes, and as those write it who escape for HTML.
fn spellings(content: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![content.to_vec()];
    if let Ok(text) = std::str::from_utf8(content) {
        let quoted = crate::normalize::quoted(text);
        let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default();
        let for_html = inner.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
        all.extend([inner.to_owned().into_bytes(), for_html.into_bytes()]);
    }
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Limits;
    use crate::path::{Dialect, Path};

    #[test]
    fn secrets_are_recognised_elsewhere() {
        let read = |text: &str| Rc::new(value::read(text.as_bytes().to_vec(), Limits::default()).unwrap());
        let mut texts = SecretTexts::default();
        let declared = read(r#"{"a":"tiny","b":["correct\"horse",{"c":12345}],"d":"no","e":"<b>bold</b>"}"#);
        let paths = ["a", "b[0]", "b[*].c", "d", "e"];
        let paths = paths.map(|path| Path::parse(path, Dialect::Own).unwrap());
        texts.add(&declared, &paths.into_iter().collect());
        let texts = texts.sorted();
        let table = [
            (r#""tiny""#, true),
            (r#""tiny one""#, false),
            (r#""no""#, false),
            ("12345", true),
            (r#"{"x":["a correct\"horse b"]}"#, true),
            (r#"{"x":"{\"y\":\"correct\\\"horse\"}"}"#, true),
            (r#"{"correct\"horse":1}"#, true),
            (r#""correct horse""#, false),
            (r#""x <b>bold</b>""#, true),
            (r#""{\"y\":\"\\u003cb\\u003ebold\\u003c/b\\u003e\"}""#, true),
        ];
        for (text, expected) in table {
            let document = read(text);
            assert_eq!(texts.are_in(&document, document.root()), expected, "{text}");
        }
        let table = [
            ("a.b", "a.b"),
            (r#"m["correct\"horse"].x"#, r#"m["(secret)"].x"#),
            ("é correct\"horse é correct\"horse", "é (secret) é (secret)"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(texts.hidden(text), expected);
        }
    }
}
