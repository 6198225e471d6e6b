//! A place in a plan's outline, for readers that go from member to member.

use crate::json::{self, Document, Kind, NodeId};
use crate::problem::Span;

/// A value of a document that was read in outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'d> {
    document: &'d Document,
    node: NodeId,
}

impl<'d> At<'d> {
    /// The whole document.
    pub(super) fn root(document: &'d Document) -> At<'d> {
        At { document, node: document.root() }
    }

    fn here(self, node: NodeId) -> At<'d> {
        At { node, ..self }
    }

    /// What it is.
    pub(super) fn kind(self) -> Kind {
        self.document.kind(self.node)
    }

    /// Where it stands in the text.
    pub(super) fn span(self) -> Span {
        self.document.span(self.node)
    }

    /// Whether it is an object.
    pub(super) fn is_map(self) -> bool {
        self.kind() == Kind::Map
    }

    /// A member of it that is something: null counts as none.
    pub(super) fn get(self, name: &str) -> Option<At<'d>> {
        let member = if self.is_map() { self.document.member(self.node, name) } else { None };
        member.map(|node| self.here(node)).filter(|member| member.kind() != Kind::Null)
    }

    /// Whether it has a member, null or not.
    pub(super) fn has(self, name: &str) -> bool {
        self.is_map() && self.document.member(self.node, name).is_some()
    }

    /// Where a member stands, null or not.
    pub(super) fn span_of(self, name: &str) -> Option<Span> {
        let member = if self.is_map() { self.document.member(self.node, name) } else { None };
        member.map(|node| self.document.span(node))
    }

    /// Its text, if it is one.
    pub(super) fn text(self) -> Option<String> {
        (self.kind() == Kind::String).then(|| self.document.text(self.node))
    }

    /// The text of a member.
    pub(super) fn text_of(self, name: &str) -> Option<String> {
        self.get(name)?.text()
    }

    /// A scalar as it is shown in an address: a text as it is, a number as written.
    pub(super) fn written(self) -> Option<String> {
        match self.kind() {
            Kind::List | Kind::Map | Kind::Null => None,
            Kind::String => self.text(),
            _ => Some(self.document.raw(self.node).to_owned()),
        }
    }

    /// Whether it is true.
    pub(super) fn is_true(self) -> bool {
        self.kind() == Kind::True
    }

    /// Whether it is true, or holds something that is.
    pub(super) fn holds_true(self) -> bool {
        json::holds_true(self.document, self.node)
    }

    /// Whether a member is true.
    pub(super) fn says(self, name: &str) -> bool {
        self.get(name).is_some_and(At::is_true)
    }

    /// The elements of a list; of anything else, none.
    pub(super) fn elements(self) -> impl Iterator<Item = At<'d>> {
        let is_list = self.kind() == Kind::List;
        let elements = is_list.then(|| self.document.elements(self.node));
        elements.into_iter().flatten().map(move |node| self.here(node))
    }

    /// The elements of a member that is a list.
    pub(super) fn each(self, name: &str) -> impl Iterator<Item = At<'d>> {
        self.get(name).into_iter().flat_map(At::elements)
    }

    /// Whether there is something where a list should be, and it is none.
    pub(super) fn is_no_list(self, name: &str) -> bool {
        self.get(name).is_some_and(|at| at.kind() != Kind::List)
    }

    /// The texts of a member that is a list of them.
    pub(super) fn texts(self, name: &str) -> Vec<String> {
        self.each(name).filter_map(At::text).collect()
    }

    /// The members of an object; of anything else, none.
    pub(super) fn members(self) -> impl Iterator<Item = (String, At<'d>)> {
        let members = self.is_map().then(|| self.document.members(self.node));
        let members = members.into_iter().flatten();
        members.map(move |member| (self.document.text(member.key), self.here(member.value)))
    }
}
