//! Where in a document the patterns of rules lead, embedded documents included.

use crate::json::{Document, Kind, NodeId};
use crate::normalize::{self, Lifted};
use crate::rules::{Equality, Reached, Rules, State};
use crate::value::{self, Opened, Scalar};
use std::rc::Rc;

/// Visits a value and all places inside it to which patterns lead, with what applies there; goes nowhere else.
pub fn reach(
    rules: &Rules,
    document: &Rc<Document>,
    value: NodeId,
    state: State,
    visit: &mut dyn FnMut(&Document, NodeId, &State),
) {
    visit(document, value, &state);
    reach_inside(rules, document, value, state, visit);
}

/// Visits the places inside a value, and not the value itself.
pub fn reach_inside(
    rules: &Rules,
    document: &Rc<Document>,
    value: NodeId,
    state: State,
    visit: &mut dyn FnMut(&Document, NodeId, &State),
) {
    let mut open = vec![(Rc::clone(document), value, state)];
    while let Some((document, value, state)) = open.pop() {
        let Some((document, value)) = looked_into(document, value, &state) else { continue };
        for_each_child(&document, value, &state, |step, child| {
            let Some(below) = rules.below_led(&state, &step) else { return };
            visit(&document, child, &below);
            if rules.lead_inside(&below) {
                open.push((Rc::clone(&document), child, below));
            }
        });
    }
}

/// The value whose children a path goes on to: what is in a secret, or in the document that a text holds.
fn looked_into(document: Rc<Document>, node: NodeId, state: &State) -> Option<(Rc<Document>, NodeId)> {
    if value::is_special(&document, node) {
        return match value::open(&document, node)? {
            Opened::Here(inner) => Some((document, inner)),
            Opened::Text(inner) => Some((Rc::new(inner), NodeId::ROOT)),
        };
    }
    if document.kind(node) != Kind::String {
        return Some((document, node));
    }
    let text = Scalar::at(&document, node)?;
    match normalize::as_written(state.resolved.equalities(), Lifted::Scalar(text)) {
        Ok(Lifted::Container(inner, node)) => Some((inner, node)),
        _ => None,
    }
}

/// What is directly inside a value, with the step that leads there.
fn for_each_child(document: &Document, value: NodeId, state: &State, mut visit: impl FnMut(Reached, NodeId)) {
    let is_one = state.resolved.has_equality(Equality::OneOrMany);
    match document.kind(value) {
        Kind::Map => {
            for member in document.members(value) {
                visit(Reached::Key(&document.str(member.key)), member.value);
            }
        }
        Kind::List => {
            for (index, element) in (0..).zip(document.elements(value)) {
                let has = |key: &str, value: &_| super::canonical::has_member(document, element, key, value);
                visit(Reached::Element(Some(index), &has), element);
            }
        }
        _ => {}
    }
    if is_one && document.kind(value) != Kind::List {
        visit(Reached::Element(Some(0), &|_, _| false), value);
    }
}
