//! The family of absence: what counts as no value at all.

use super::Lifted;
use crate::json::{Document, Kind, NodeId};
use crate::value::{self, Scalar};

/// Whether a value is missing or null.
pub(super) fn is_none(value: &Lifted) -> bool {
    matches!(value, Lifted::Missing | Lifted::Scalar(Scalar::Null))
}

/// Whether a value is missing, null, or an empty text, list or map.
pub fn is_empty(value: &Lifted) -> bool {
    match value {
        Lifted::Scalar(Scalar::Text(content)) => content.is_empty(),
        Lifted::Container(document, node) => document.len(*node) == 0,
        other => is_none(other),
    }
}

/// The same of a value in a document.
pub fn is_empty_node(document: &Document, node: NodeId) -> bool {
    match document.kind(node) {
        Kind::Null => true,
        Kind::String => document.content(node).is_empty(),
        Kind::List | Kind::Map => document.len(node) == 0,
        _ => false,
    }
}

/// Whether one side is no block, and the other one none or a single block in which nothing is set.
pub(super) fn is_default_block(old: &Lifted, new: &Lifted) -> bool {
    is_no_block(old) && (is_no_block(new) || is_unset_block(new)) || is_no_block(new) && is_unset_block(old)
}

fn is_no_block(value: &Lifted) -> bool {
    match value {
        Lifted::Container(document, node) => document.kind(*node) == Kind::List && document.len(*node) == 0,
        other => is_none(other),
    }
}

fn is_unset_block(value: &Lifted) -> bool {
    let Lifted::Container(document, node) = value else { return false };
    let block = match document.kind(*node) {
        Kind::List if document.len(*node) == 1 => document.elements(*node).next(),
        Kind::Map => Some(*node),
        _ => None,
    };
    block.is_some_and(|block| {
        document.kind(block) == Kind::Map && document.descendants(block).all(|leaf| is_unset(document, leaf))
    })
}

/// A zero value, or a container, whose members are looked at themselves.
fn is_unset(document: &Document, node: NodeId) -> bool {
    match document.kind(node) {
        Kind::Null | Kind::False | Kind::List => true,
        Kind::Map => !value::is_special(document, node),
        Kind::True => false,
        Kind::String => document.content(node).is_empty(),
        Kind::Number => value::same_number(document.raw(node), "0"),
    }
}
