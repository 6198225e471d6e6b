//! The family of documents: JSON whose kind says what in it means nothing.
//!
//! Each kind has a reading: the JSON text that all documents which mean the same have in common.

mod bigquery_schema;
mod ecs_containers;
mod form;
mod gcp_iam;
mod iam_policy;

use super::Lifted;
use crate::json::{Document, Kind, Limits, NodeId, keys};
use crate::rules::{Equality, Word};
use crate::value;
use std::rc::Rc;

pub use form::quoted;
pub(super) use gcp_iam::member as gcp_member;

/// The JSON text of what a document means. None if it is no document of the kind.
type Reading = fn(&Document, NodeId) -> Option<String>;

/// How documents of a kind are read. Where there are several ways, documents mean the same if they do in one of
/// them, and the first is the usual one.
fn readings(word: Word) -> &'static [Reading] {
    match word {
        Word::Equality(Equality::IamPolicy) => {
            &[iam_policy::in_aws, iam_policy::in_china, iam_policy::in_us_government]
        }
        Word::Equality(Equality::GcpIam) => &[gcp_iam::canonical],
        Word::Equality(Equality::BigquerySchema) => &[bigquery_schema::canonical],
        Word::Equality(Equality::EcsContainers) => &[ecs_containers::canonical],
        _ => &[],
    }
}

/// Whether two values are documents of the word's kind that mean the same.
pub(super) fn are_one(word: Word, old: &Lifted, new: &Lifted) -> bool {
    let (Lifted::Container(old, a), Lifted::Container(new, b)) = (old, new) else { return false };
    let is_one = |reading: &Reading| {
        let meaning = reading(old, *a);
        meaning.is_some() && meaning == reading(new, *b)
    };
    let readings = readings(word);
    !readings.is_empty() && is_readable(old, *a) && is_readable(new, *b) && readings.iter().any(is_one)
}

/// A document that says nothing but what a document of the word's kind means; any other value as it is.
pub(super) fn canonical(word: Word, value: Lifted) -> Lifted {
    let Lifted::Container(document, node) = &value else { return value };
    let text = match readings(word).first() {
        Some(reading) if is_readable(document, *node) => reading(document, *node),
        _ => None,
    };
    match text.map(|text| value::read(text.into_bytes(), Limits::default())) {
        Some(Ok(document)) => Lifted::Container(Rc::new(document), NodeId::ROOT),
        _ => value,
    }
}

/// A list or map as JSON in one layout: keys in order, no blanks, numbers in plain digits. One that nothing reads, because
/// a key repeats in it or it is too deep, as it is written.
pub fn one_layout(document: &Document, node: NodeId) -> String {
    if is_readable(document, node) { form::exact(document, node) } else { document.raw(node).to_owned() }
}

/// Levels of a document that are read; real ones have a dozen. What is deeper is compared as any other value.
const DEPTH: u32 = 64;

/// Whether nothing speaks against a reading: a value that is unknown or masked, a repeated key, too many levels.
fn is_readable(document: &Document, node: NodeId) -> bool {
    let mut open = vec![(node, DEPTH)];
    while let Some((node, depth)) = open.pop() {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match document.kind(node) {
            Kind::List => open.extend(document.elements(node).map(|element| (element, depth))),
            Kind::Map if keys::has_repeated(&document.keys(node)) => return false,
            Kind::Map => open.extend(document.members(node).map(|member| (member.value, depth))),
            _ => {}
        }
    }
    !value::has_opaque(document, node)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the value of a JSON text is a document that means the same as another, which must say the same of
    /// canonical forms.
    #[track_caller]
    pub(super) fn are_same(word: Equality, old: &str, new: &str) -> bool {
        let lifted = |text: &str| {
            let document = value::read(text.as_bytes().to_vec(), Limits::default()).unwrap();
            Lifted::Container(Rc::new(document), NodeId::ROOT)
        };
        let word = Word::Equality(word);
        let raw = |value: &Lifted| match value {
            Lifted::Container(document, node) => document.raw(*node).to_owned(),
            _ => String::new(),
        };
        let once = canonical(word, lifted(old));
        assert_eq!(raw(&once), raw(&canonical(word, once.clone())), "{old}");
        assert_eq!(are_one(word, &lifted(old), &lifted(new)), are_one(word, &lifted(new), &lifted(old)));
        are_one(word, &lifted(old), &lifted(new))
    }

    #[test]
    fn what_cannot_be_read_is_no_document() {
        let deep = format!("[{{\"name\":{}1{}}}]", "[".repeat(100), "]".repeat(100));
        let table = [
            "[{\"name\":\"a\",\"name\":\"a\"}]",
            "[{\"name\":\"[secret]\"}]",
            "[{\"name\":\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"}]",
            "[{\"name\":[\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"]}]",
            deep.as_str(),
        ];
        for document in table {
            assert!(!are_same(Equality::BigquerySchema, document, document), "{document}");
        }
    }
}
