//! Values as they are shown: as written, unless they are or may be secret.

use super::secret_texts::SecretTexts;
use crate::contract::{Masked, Position, Range, Shown, ShownType};
use crate::diff::reach;
use crate::json::{self, Document, Kind, Limits, LineIndex, NodeId};
use crate::normalize;
use crate::path::{Dialect, Path};
use crate::patterns::PatternSet;
use crate::problem::Span;
use crate::rules::{Scope, Term, Word};
use crate::value::{self, Scalar};
use crate::verdict::Case;
use std::rc::Rc;

/// Which secret values may be shown after all.
#[derive(Debug, Default)]
pub struct Masks {
    /// What is secret elsewhere.
    texts: Rc<SecretTexts>,
    revealed: Vec<Path>,
    /// Paths that the documents themselves declare secret, elsewhere than at the values.
    declared: PatternSet,
}

impl Masks {
    /// Masks that are on at some more paths, with others taken off. A text that is no path, or the empty one, reveals
    /// nothing.
    pub fn new(reveal: &[String], declared: PatternSet, texts: Rc<SecretTexts>) -> Masks {
        Masks {
            texts,
            declared,
            revealed: reveal
                .iter()
                .filter_map(|path| Path::parse(path, Dialect::Own).ok())
                .filter(|path| !path.0.is_empty())
                .collect(),
        }
    }

    /// Why the values of a place must not be shown. What one side declares holds for both: the other
    /// side may be the same value in plain.
    pub fn on(&self, case: &Case) -> Option<Masked> {
        if !self.revealed.is_empty() {
            let path = case.path();
            if self.revealed.iter().any(|revealed| revealed.contains(&path)) {
                return None;
            }
        }
        self.always(case)
    }

    /// The same, whatever is revealed.
    pub fn always(&self, case: &Case) -> Option<Masked> {
        // What is around a secret holds it.
        if !self.declared.is_empty() && self.declared.meet(&case.path()) {
            return Some(Masked::Declared);
        }
        let sides = [(case.documents.old, case.old), (case.documents.new, case.new)];
        let has = |tells: fn(&Document, NodeId) -> bool| {
            sides.iter().any(|(document, node)| node.is_some_and(|node| tells(document, node)))
        };
        let is_named = || case.has_key(&value::is_secret_name);
        let told = by_rules(case);
        let is_known = || {
            sides.iter().any(|(document, node)| node.is_some_and(|node| self.texts.are_in(document, node)))
        };
        if told == Some(Masked::Declared) || case.resolved().is_secret || has(holds_secret) || is_known() {
            Some(Masked::Declared)
        } else if told.is_some()
            || is_named()
            || has(|document, node| holds_secret_name(document, node, EMBEDDED))
        {
            Some(Masked::Guessed)
        } else {
            None
        }
    }
}

/// Documents inside texts inside documents that are looked into for secrets; deeper ones are masked.
const EMBEDDED: u32 = 8;

fn hides(word: Word) -> bool {
    matches!(word, Word::Scope(Scope::Secret | Scope::Hashed))
}

/// What the rules for a place and for what is inside it say of its values: what is masked or hashed on its own is not
/// shown as a part of something either, and a text that words look into hides what the document in it would.
fn by_rules(case: &Case) -> Option<Masked> {
    let (settled, rules) = (case.settled, case.settled.rules());
    let state = settled.state(case.place.path);
    let frame = settled.frames.frame(settled.paths.frame(case.place.path));
    let mut told = None;
    for (document, node) in [(&frame.old, case.old), (&frame.new, case.new)] {
        let Some(node) = node else { continue };
        let is_container = matches!(document.kind(node), Kind::List | Kind::Map);
        if is_container && case.resolved().scope(Scope::Hashed).is_some() {
            told = Some(Masked::Declared);
        }
        let mut meet = |document: &Document, node, level: &[u32], terms: &[Term]| {
            if told == Some(Masked::Declared) || document.kind(node) != Kind::String || terms.is_empty() {
                return;
            }
            let read = Scalar::at(document, node)
                .map(|text| normalize::as_written(terms, normalize::Lifted::Scalar(text)));
            let inside = match read {
                Some(Ok(normalize::Lifted::Container(inner, root))) if holds_secret(&inner, root) => {
                    Some(Masked::Declared)
                }
                Some(Ok(normalize::Lifted::Container(inner, root))) => {
                    holds_secret_name(&inner, root, EMBEDDED).then_some(Masked::Guessed)
                }
                // What cannot be read may hold it all the same.
                _ => rules.have_below(level, hides).then_some(Masked::Declared),
            };
            told = inside.or(told);
        };
        meet(document, node, state.level(), state.resolved.equalities());
        let mut is_hidden = false;
        reach(rules, document, node, state.level().to_vec(), &mut |document, node, level| {
            is_hidden |= rules.scope_at(level, hides);
            meet(document, node, level, rules.equalities_at(level));
        });
        if is_hidden {
            told = Some(Masked::Declared);
        }
    }
    told
}

/// The values of a place as they are shown, the old one first; where they stand in the texts that were read is left open.
pub fn values(case: &Case, masked: Option<Masked>) -> [Option<Shown>; 2] {
    let is_hashed = case.resolved().scope(Scope::Hashed).is_some();
    [(case.documents.old, case.old), (case.documents.new, case.new)]
        .map(|(document, node)| node.map(|node| shown(document, node, is_hashed, masked)))
}

/// One value as it is shown, without its place.
pub fn value(document: &Document, node: NodeId, masked: Option<Masked>) -> Shown {
    shown(document, node, false, masked)
}

fn shown(document: &Document, node: NodeId, is_hashed: bool, masked: Option<Masked>) -> Shown {
    let r#type = value::opened(document, node, value::type_of).unwrap_or(ShownType::Secret);
    let text = || {
        let hash =
            Scalar::at(document, node).filter(|_| is_hashed).and_then(|value| normalize::hash_form(&value));
        hash.map_or_else(|| document.raw(node).to_owned(), |hash| format!("\"{hash}\""))
    };
    Shown { r#type, text: masked.is_none().then(text), masked, range: None }
}

/// A stretch of bytes as positions of the pasted text.
pub(crate) fn range(lines: &LineIndex, span: Span) -> Range {
    let position = |byte| {
        let json::Position { offset, line, column } = lines.position(byte);
        Position { offset, line, column }
    };
    Range { start: position(span.start), end: position(span.end) }
}

/// Whether a value is a secret, or has one inside.
pub fn holds_secret(document: &Document, node: NodeId) -> bool {
    document.descendants(node).any(|node| value::is_declared_secret(document, node))
}

/// Whether a member inside a value, or inside a JSON document that it holds as text, has a secret's name.
fn holds_secret_name(document: &Document, node: NodeId, embedded: u32) -> bool {
    document.descendants(node).any(|node| match document.kind(node) {
        Kind::Map => {
            !value::is_special(document, node)
                && document.members(node).any(|member| value::is_secret_name(&document.text(member.key)))
        }
        Kind::String => {
            let content = document.content(node);
            let may_be_json = matches!(content.trim_ascii_start().first(), Some(b'{' | b'[' | b'"'));
            let tells = |inner: Document| {
                let root = inner.root();
                embedded == 0 || holds_secret(&inner, root) || holds_secret_name(&inner, root, embedded - 1)
            };
            may_be_json && value::read(content.into_owned(), Limits::default()).is_ok_and(tells)
        }
        _ => false,
    })
}
