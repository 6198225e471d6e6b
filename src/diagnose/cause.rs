//! The closed list of causes, found from the values.

use crate::contract::{Cause, Class, Kind as ChangeKind, ShownType};
use crate::json::{Document, Kind, NodeId};
use crate::normalize;
use crate::rules::Equality;
use crate::value::{self, Scalar};
use crate::verdict::Case;

/// Why the two sides of a place differ.
pub fn cause(case: &Case, class: Class) -> Cause {
    match class {
        Class::Masked => Cause::Masked,
        Class::Unknown if is_content(case) => Cause::Asset,
        Class::Unknown => Cause::Unknown,
        Class::Real | Class::Spurious | Class::Ignored => of_values(case),
    }
}

/// Whether both sides are a file or archive: then the content differs, not the value around it.
fn is_content(case: &Case) -> bool {
    let is_file = |document: &Document, node: Option<NodeId>| {
        node.is_some_and(|node| {
            matches!(value::type_of(document, node), ShownType::Asset | ShownType::Archive)
        })
    };
    is_file(case.documents.old, case.place.old) && is_file(case.documents.new, case.place.new)
}

fn of_values(case: &Case) -> Cause {
    let (old, new) = (case.documents.old, case.documents.new);
    match (case.place.kind, case.place.old, case.place.new) {
        (ChangeKind::Update | ChangeKind::Move, Some(a), Some(b)) => of_two(case, a, b),
        (ChangeKind::Add, _, Some(added)) => of_one(new, added),
        (ChangeKind::Delete, Some(deleted), _) => of_one(old, deleted),
        _ => Cause::Real,
    }
}

/// A value that only one side has.
fn of_one(document: &Document, node: NodeId) -> Cause {
    match document.kind(node) {
        Kind::Null => Cause::NullMissing,
        _ if is_empty(document, node) => Cause::Empty,
        _ => Cause::Real,
    }
}

fn is_empty(document: &Document, node: NodeId) -> bool {
    match document.kind(node) {
        Kind::String => document.content(node).is_empty(),
        Kind::List | Kind::Map => document.len(node) == 0,
        _ => false,
    }
}

fn of_two(case: &Case, a: NodeId, b: NodeId) -> Cause {
    let (old, new) = (case.documents.old, case.documents.new);
    match (value::type_of(old, a), value::type_of(new, b)) {
        (ShownType::Secret, _) | (_, ShownType::Secret) if case.is_same() => return Cause::SecretMark,
        (ShownType::Asset | ShownType::Archive, ShownType::Asset | ShownType::Archive) => {
            return Cause::Asset;
        }
        _ => {}
    }
    match (Scalar::at(old, a), Scalar::at(new, b)) {
        (Some(old), Some(new)) if is_one_scalar_in_two_types(&old, &new) => Cause::Type,
        (Some(old @ Scalar::Text(_)), Some(new @ Scalar::Text(_)))
            if normalize::same(&[Equality::CaseInsensitive], &old, &new) =>
        {
            Cause::Case
        }
        _ if is_nothing(old, a) && is_nothing(new, b) => Cause::Empty,
        _ => Cause::Real,
    }
}

/// `"3"` and `3`, `true` and `"true"`: the same value, so nothing was changed but the type.
fn is_one_scalar_in_two_types(old: &Scalar, new: &Scalar) -> bool {
    let scalars = |text: &Scalar, other: &Scalar| match (text.as_text(), other) {
        (Some(text), Scalar::Number(written)) => value::same_number(text, written),
        (Some(text), Scalar::Boolean(value)) => text == if *value { "true" } else { "false" },
        _ => false,
    };
    scalars(old, new) || scalars(new, old)
}

fn is_nothing(document: &Document, node: NodeId) -> bool {
    document.kind(node) == Kind::Null || is_empty(document, node)
}

/// What a type is called in a sentence.
pub(super) fn type_name(shown: ShownType) -> &'static str {
    match shown {
        ShownType::Null => "null",
        ShownType::Boolean => "boolean",
        ShownType::Number => "number",
        ShownType::String => "string",
        ShownType::List => "list",
        ShownType::Map => "map",
        ShownType::Asset => "asset",
        ShownType::Archive => "archive",
        ShownType::Secret => "secret",
        ShownType::Unknown => "an unknown value",
        ShownType::Output => "output",
        ShownType::Reference => "resource reference",
    }
}
