//! Whether a value that is not known now was, before, what another resource gave: the same program asks for the same again as
//! long as that resource stays.

use super::planned;
use crate::json::{Document, Kind, Limits, NodeId};
use crate::plans::{Entry, Plan, StatedChange, Uses, Values};
use crate::value;

/// The shortest text that is recognised as a part of another one, in bytes.
const PART: usize = 4;

/// Whether everything that is unknown in a property was given by one of these.
pub(super) fn is_steady<'e>(
    plan: &Plan,
    limits: Limits,
    entry: &Entry,
    property: &str,
    used: impl Iterator<Item = (&'e Entry, &'e Uses)>,
) -> bool {
    let mut given = Vec::new();
    for (other, link) in used {
        gather(&mut given, plan, limits, other, link);
    }
    if let Values::Changes(changes) = &entry.values {
        let mut of_property = changes.iter().filter(|change| change.path.first_name() == property);
        return of_property.all(|change| is_filled(plan, change, &given));
    }
    let Ok((documents, _)) = planned::documents(plan, entry, limits) else { return false };
    let member = |document: &Document| {
        let root = document.root();
        if document.kind(root) == Kind::Map { document.member(root, property) } else { None }
    };
    let Some(new) = member(&documents.new) else { return false };
    let Some(asked) = before(&documents.old, member(&documents.old), &documents.new, new) else {
        return false;
    };
    let is_given = |text: &Vec<u8>| {
        let is_part = |part: &Vec<u8>| {
            part.len() >= PART && text.windows(part.len()).any(|window| window == part.as_slice())
        };
        given.iter().any(|part| part == text || is_part(part))
    };
    asked.iter().all(is_given)
}

/// The old texts and numbers in the place of everything unknown; nothing if something had no value.
fn before(old: &Document, at: Option<NodeId>, new: &Document, node: NodeId) -> Option<Vec<Vec<u8>>> {
    let mut texts = Vec::new();
    let mut open = vec![(at, node)];
    while let Some((at, node)) = open.pop() {
        if new.marks_within(node).is_empty() {
            continue;
        }
        let at = at?;
        if value::is_unknown(new, node) {
            let count = texts.len();
            texts.extend(old.descendants(at).filter_map(|inner| scalar(old, inner)));
            if texts.len() == count {
                return None;
            }
            continue;
        }
        match (old.kind(at), new.kind(node)) {
            (Kind::Map, Kind::Map) => {
                let pair = |value, key| (old.member(at, &new.text(key)), value);
                open.extend(new.members(node).map(|member| pair(member.value, member.key)));
            }
            (Kind::List, Kind::List) => {
                let mut elements = old.elements(at);
                open.extend(new.elements(node).map(|element| (elements.next(), element)));
            }
            _ if value::has_opaque(new, node) => return None,
            _ => {}
        }
    }
    Some(texts)
}

/// Adds what a resource gave to a link.
fn gather(given: &mut Vec<Vec<u8>>, plan: &Plan, limits: Limits, other: &Entry, link: &Uses) {
    let mut add = |document: &Document, node: NodeId| {
        given.extend(document.descendants(node).filter_map(|inner| scalar(document, inner)));
    };
    for span in &other.gives {
        if let Ok(document) = value::read_part(&plan.source, *span, limits, None) {
            add(&document, document.root());
        }
    }
    let Ok((documents, _)) = planned::documents(plan, other, limits) else { return };
    let old = &documents.old;
    let node = match &link.attribute {
        Some(attribute) if old.kind(old.root()) == Kind::Map => old.member(old.root(), attribute),
        _ => Some(old.root()),
    };
    if let Some(node) = node {
        add(old, node);
    }
}

fn scalar(document: &Document, node: NodeId) -> Option<Vec<u8>> {
    let text = match document.kind(node) {
        Kind::String if !value::is_unknown(document, node) => document.content(node).into_owned(),
        Kind::Number => document.bytes(node).to_vec(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// Whether the old text is the new one with something in the places of its references: what was given, where that is known.
fn is_filled(plan: &Plan, change: &StatedChange, given: &[Vec<u8>]) -> bool {
    let text = |span| {
        let document = value::read_part(&plan.source, span, Limits::default(), None).ok()?;
        (document.kind(document.root()) == Kind::String).then(|| document.text(document.root()))
    };
    let [Some(old), Some(new)] = [change.old, change.new].map(|span| span.and_then(text)) else {
        return change.old.is_some() == change.new.is_some();
    };
    let Some((start, rest)) = new.split_once("${") else { return true };
    let end = rest.rsplit_once('}').map_or("", |(_, end)| end);
    let filled = old.strip_prefix(start).and_then(|old| old.strip_suffix(end));
    filled.is_some_and(|filled| {
        let has = |part: &Vec<u8>| std::str::from_utf8(part).is_ok_and(|part| filled.contains(part));
        !filled.is_empty() && (given.is_empty() || given.iter().any(has))
    })
}
