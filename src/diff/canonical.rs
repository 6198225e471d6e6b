//! One value in canonical form: equal bytes are equal values under the rules below it.

use crate::contract::{Dialect, ShownType};
use crate::json::{Decimal, Document, Kind, NodeId, keys};
use crate::normalize::{self, Lifted};
use crate::path::Scalar as Literal;
use crate::patterns::{Reached, has_member};
use crate::rules::{Equality, Rules, State, Term, Word, has_equality};
use crate::value::{self, Opened, Scalar};
use std::borrow::Cow;
use std::rc::Rc;

/// Levels that are brought into canonical form; what is deeper stays as written, and so may look different.
const DEPTH: u32 = 64;

/// The canonical form of a value; none of one that holds something unknown, masked or undecidable.
pub(super) fn canonical_text(
    rules: &Rules,
    dialect: Dialect,
    document: &Rc<Document>,
    node: NodeId,
    state: &State,
) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    Writer { rules, dialect, depth: DEPTH }.value(document, node, state, &mut text)?;
    Some(text)
}

struct Writer<'r> {
    rules: &'r Rules,
    dialect: Dialect,
    depth: u32,
}

impl Writer<'_> {
    fn value(&self, document: &Rc<Document>, node: NodeId, state: &State, out: &mut Vec<u8>) -> Option<()> {
        match value::type_of(document, node) {
            ShownType::Unknown => return None,
            ShownType::Secret => {
                let inside = self.deeper()?;
                return match value::open(document, node)? {
                    Opened::Here(inner) => inside.value(document, inner, state, out),
                    Opened::Text(inner) => {
                        let root = inner.root();
                        inside.value(&Rc::new(inner), root, state, out)
                    }
                };
            }
            ShownType::Asset | ShownType::Archive => {
                push(out, b'a', &value::content_hash(document, node)?);
                return Some(());
            }
            _ => {}
        }
        let terms = state.resolved.equalities();
        let lifted = match Scalar::at(document, node) {
            Some(scalar) => Lifted::Scalar(scalar),
            None => Lifted::Container(Rc::clone(document), node),
        };
        let value = normalize::canonical(terms, lifted).ok()?;
        let is_one = has_equality(terms, Equality::OneOrMany) && !normalize::is_empty_value(&value);
        match value {
            Lifted::Missing => {}
            Lifted::Scalar(value) if is_one => {
                out.push(b'[');
                scalar(&value, out);
                out.push(b']');
            }
            Lifted::Scalar(value) => scalar(&value, out),
            Lifted::Container(inner, node) if !Rc::ptr_eq(&inner, document) => {
                // A document in a text: null is a value there.
                Writer { dialect: Dialect::Json, ..*self }
                    .one_or_container(&inner, node, state, is_one, out)?;
            }
            Lifted::Container(inner, node) => self.one_or_container(&inner, node, state, is_one, out)?,
        }
        Some(())
    }

    /// A list or map, or the list of one that a map is.
    fn one_or_container(
        &self,
        document: &Rc<Document>,
        node: NodeId,
        state: &State,
        is_one: bool,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        if is_one && document.kind(node) == Kind::Map {
            self.list(document, &[node], &state.without_equality(), out)
        } else {
            self.container(document, node, state, out)
        }
    }

    fn container(
        &self,
        document: &Rc<Document>,
        node: NodeId,
        state: &State,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let Some(inside) = self.deeper() else {
            if value::has_opaque(document, node) {
                return None;
            }
            push(out, b'r', document.raw(node).as_bytes());
            return Some(());
        };
        match document.kind(node) {
            Kind::Map => inside.map(document, node, state, out),
            _ => inside.list(document, &document.elements(node).collect::<Vec<_>>(), state, out),
        }
    }

    fn list(
        &self,
        document: &Rc<Document>,
        elements: &[NodeId],
        state: &State,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let terms = state.resolved.equalities();
        let mut texts = Vec::new();
        for (index, element) in (0..).zip(elements) {
            let below = element_state(self.rules, state, Some(index), document, *element);
            let mut text = Vec::new();
            self.value(document, *element, &below, &mut text)?;
            texts.push(text);
        }
        out.push(b'[');
        if has_equality(terms, Equality::Set) || self.are_told_apart(document, elements, state) {
            join_sorted(texts, out);
        } else {
            out.extend(texts.concat());
        }
        out.push(b']');
        Some(())
    }

    fn map(&self, document: &Rc<Document>, map: NodeId, state: &State, out: &mut Vec<u8>) -> Option<()> {
        let folds = has_equality(state.resolved.equalities(), Equality::KeysCaseInsensitive);
        let mut keys = document.keys(map);
        // Of a repeated key, the last one counts; of two that fold to one, both.
        let mut counts = vec![false; keys.len()];
        keys::groups(&keys, &[], &mut |group, _| {
            if let Some(last) = group.last() {
                counts[*last as usize] = true;
            }
        });
        if folds {
            for key in &mut keys {
                *key = Cow::Owned(normalize::folded_key(key));
            }
        }
        let mut members = Vec::new();
        for ((member, key), _) in document.members(map).zip(&keys).zip(counts).filter(|(_, counts)| *counts) {
            if self.dialect == Dialect::Pulumi && document.kind(member.value) == Kind::Null {
                continue;
            }
            let below = if state.leads_on() {
                self.rules.below(state, &Reached::Key(&document.str(member.key)))
            } else {
                state.without_equality()
            };
            let mut text = Vec::new();
            push(&mut text, b'k', key);
            self.value(document, member.value, &below, &mut text)?;
            members.push(text);
        }
        out.push(b'{');
        join_sorted(members, out);
        out.push(b'}');
        Some(())
    }

    /// Whether the elements of a list have keys, each another one.
    fn are_told_apart(&self, document: &Rc<Document>, elements: &[NodeId], state: &State) -> bool {
        let Some(names) = key_names(state.resolved.equalities()) else { return false };
        let key = |element: &NodeId| {
            let state = element_state(self.rules, state, None, document, *element);
            key_of(self.rules, document, *element, &names, &state).map(Cow::Owned)
        };
        let keys: Option<Vec<Cow<[u8]>>> = elements.iter().map(key).collect();
        keys.is_some_and(|keys| !keys::has_repeated(&keys))
    }

    fn deeper(&self) -> Option<Writer<'_>> {
        Some(Writer { depth: self.depth.checked_sub(1)?, ..*self })
    }
}

/// What applies to an element of a list; `index` is none where positions mean nothing.
pub(super) fn element_state(
    rules: &Rules,
    state: &State,
    index: Option<i64>,
    document: &Document,
    element: NodeId,
) -> State {
    rules.below(state, &Reached::Element(index, &|key, value| has_member(document, element, key, value)))
}

/// The names that `keyed` tells elements apart by.
pub(super) fn key_names(terms: &[Term]) -> Option<Vec<String>> {
    let keyed = terms.iter().find(|term| term.word == Word::Equality(Equality::Keyed))?;
    let name = |argument: &Literal| match argument {
        Literal::Text(name) | Literal::Bare(name) => name.clone(),
    };
    Some(keyed.arguments.iter().map(name).collect())
}

/// What identifies an element of a keyed list: its members of these names. None if one is not a known scalar.
pub(super) fn key_of(
    rules: &Rules,
    document: &Rc<Document>,
    element: NodeId,
    names: &[String],
    state: &State,
) -> Option<Vec<u8>> {
    if document.kind(element) != Kind::Map || value::is_special(document, element) {
        return None;
    }
    let mut key = Vec::new();
    for name in names {
        let member = document.member(element, name)?;
        let below = rules.below(state, &Reached::Key(name));
        let lifted = Lifted::Scalar(Scalar::at(document, member)?);
        let is_known = value::type_of(document, member);
        if matches!(is_known, ShownType::Unknown | ShownType::Secret) {
            return None;
        }
        match normalize::canonical(below.resolved.equalities(), lifted) {
            Ok(Lifted::Scalar(value)) => scalar(&value, &mut key),
            _ => return None,
        }
    }
    Some(key)
}

/// A scalar, so that equal ones and no others are equal bytes.
fn scalar(value: &Scalar, out: &mut Vec<u8>) {
    match value {
        Scalar::Null => out.push(b'n'),
        Scalar::Boolean(true) => out.push(b't'),
        Scalar::Boolean(false) => out.push(b'f'),
        Scalar::Number(written) => match Decimal::parse(written) {
            Some(decimal) => push(out, b'd', decimal.normal().as_bytes()),
            None => push(out, b'd', written.as_bytes()),
        },
        Scalar::Text(content) => push(out, b's', content),
    }
}

fn join_sorted(mut texts: Vec<Vec<u8>>, out: &mut Vec<u8>) {
    texts.sort_unstable();
    out.extend(texts.concat());
}

/// Bytes with what they are and how long they are in front.
fn push(out: &mut Vec<u8>, what: u8, bytes: &[u8]) {
    out.push(what);
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}
