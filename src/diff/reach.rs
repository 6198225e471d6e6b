//! Where in a document the patterns of rules lead, embedded documents included.

use crate::json::{Document, Kind, NodeId};
use crate::normalize::{self, Lifted};
use crate::patterns::{self, Inside, Level};
use crate::rules::{Equality, Rules, Term, has_equality};
use crate::value::{self, Opened, Scalar};
use std::rc::Rc;

/// Visits the places inside a value to which patterns lead; `level` is where they stand at the value itself.
pub fn reach(
    rules: &Rules,
    document: &Rc<Document>,
    value: NodeId,
    level: Level,
    visit: &mut dyn FnMut(&Document, NodeId, &[u32]),
) {
    let look_into = |document: &Rc<Document>, node: NodeId, level: &[u32]| {
        looked_into(document, node, rules.equalities_at(level))
    };
    patterns::reach(rules.patterns(), document, value, level, &look_into, visit);
}

/// What a path goes on into: what is in a secret, or in the document that a text holds, or the value itself.
fn looked_into(document: &Rc<Document>, node: NodeId, terms: &[Term]) -> Option<Inside> {
    let is_one = has_equality(terms, Equality::OneOrMany);
    let (document, node) = if value::is_special(document, node) {
        match value::open(document, node)? {
            Opened::Here(inner) => (Rc::clone(document), inner),
            Opened::Text(inner) => (Rc::new(inner), NodeId::ROOT),
        }
    } else if document.kind(node) == Kind::String && !terms.is_empty() {
        let text = Scalar::at(document, node)?;
        match normalize::as_written(terms, Lifted::Scalar(text)) {
            Ok(Lifted::Container(inner, node)) => (inner, node),
            _ => return None,
        }
    } else {
        (Rc::clone(document), node)
    };
    Some(Inside { document, node, is_one })
}
