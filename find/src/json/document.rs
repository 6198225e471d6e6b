//! A parsed document: a flat array of nodes over the text.

use super::{LineIndex, Source, Span, keys, text};
use crate::problem::Problem;
use std::borrow::Cow;

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number, as written.
    Number,
    /// A text, as written.
    String,
    /// `[...]`
    List,
    /// `{...}`
    Map,
}

/// A value of a [`Document`], as an index into its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The value that a whole text is.
    pub const ROOT: NodeId = NodeId(0);
}

/// A member of an object: two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key, a string node.
    pub key: NodeId,
    /// The value.
    pub value: NodeId,
}

/// One value or key. Nodes stand in document order, so a container's first child follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) span: Span,
    pub(super) kind: Kind,
    /// A string with a backslash in it, or a container that was passed over.
    pub(super) escaped: bool,
    /// The first node after this value and all that is inside it.
    pub(super) next: u32,
    /// How many elements or members a container has.
    pub(super) len: u32,
}

/// JSON text with the place of every value in it.
#[derive(Debug)]
pub struct Document {
    source: Source,
    nodes: Vec<Node>,
    marks: Vec<NodeId>,
    problems: Vec<Problem>,
}

impl Document {
    pub(super) fn new(source: Source, nodes: Vec<Node>, marks: Vec<NodeId>, problems: Vec<Problem>) -> Self {
        Document { source, nodes, marks, problems }
    }

    /// The value that the whole text is.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The text that was read, as UTF-8.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Warnings from reading.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What this value is.
    #[inline]
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// Where this value stands, in bytes of the text.
    #[inline]
    pub fn span(&self, id: NodeId) -> Span {
        self.node(id).span
    }

    /// The value as written, quotes and brackets included.
    #[inline]
    pub fn raw(&self, id: NodeId) -> &str {
        self.source.slice(self.span(id))
    }

    /// How many elements or members a container has; duplicate keys count each.
    #[inline]
    pub fn len(&self, id: NodeId) -> u32 {
        self.node(id).len
    }

    /// Whether a string is written with escapes.
    #[inline]
    pub fn is_escaped(&self, id: NodeId) -> bool {
        self.node(id).escaped
    }

    /// A string's or key's content with its escapes resolved, as WTF-8: a lone surrogate keeps its own three bytes.
    #[inline]
    pub fn content(&self, id: NodeId) -> Cow<'_, [u8]> {
        let quoted = self.bytes(id);
        let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        if self.is_escaped(id) { text::unescape(inner) } else { Cow::Borrowed(inner) }
    }

    /// A string's or key's content as text, borrowed where it is written without escapes.
    pub fn str(&self, id: NodeId) -> Cow<'_, str> {
        if self.is_escaped(id) {
            return Cow::Owned(self.text(id));
        }
        let Span { start, end } = self.span(id);
        Cow::Borrowed(self.source.slice(Span { start: start + 1, end: end - 1 }))
    }

    /// A string's or key's content as text; half a character becomes U+FFFD, and reading has reported it.
    pub fn text(&self, id: NodeId) -> String {
        if self.is_escaped(id) {
            text::lossy(self.content(id).into_owned())
        } else {
            self.str(id).into_owned()
        }
    }

    /// The value that a key is the key of.
    #[inline]
    pub fn value_of(&self, key: NodeId) -> NodeId {
        NodeId(key.0 + 1)
    }

    /// Whether a string's content is exactly `text`.
    pub fn is(&self, id: NodeId, text: &str) -> bool {
        let Span { start, end } = self.span(id);
        let is_as_long = || (end - start) as usize == text.len() + 2;
        (self.is_escaped(id) || is_as_long()) && *self.content(id) == *text.as_bytes()
    }

    /// The first node after a value or key and all that is inside it.
    pub(super) fn next(&self, id: NodeId) -> NodeId {
        NodeId(self.node(id).next)
    }

    /// The nodes of a value and of all that is inside it.
    pub(super) fn subtree(&self, id: NodeId) -> &[Node] {
        self.nodes.get(id.0 as usize..self.node(id).next as usize).unwrap_or_default()
    }

    /// The value as written, as bytes.
    #[inline]
    pub fn bytes(&self, id: NodeId) -> &[u8] {
        let Span { start, end } = self.span(id);
        self.source.bytes().get(start as usize..end as usize).unwrap_or_default()
    }

    /// The elements of a list, in order.
    #[inline]
    pub fn elements(&self, list: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut child = list.0 + 1;
        let end = self.node(list).next;
        std::iter::from_fn(move || {
            (child < end).then(|| {
                let id = NodeId(child);
                child = self.node(id).next;
                id
            })
        })
    }

    /// The members of an object, in order, duplicates included.
    #[inline]
    pub fn members(&self, map: NodeId) -> impl Iterator<Item = Member> + '_ {
        let mut children = self.elements(map);
        std::iter::from_fn(move || Some(Member { key: children.next()?, value: children.next()? }))
    }

    /// The value of the last member with this key.
    pub fn member(&self, map: NodeId, key: &str) -> Option<NodeId> {
        self.members(map).filter(|member| self.is(member.key, key)).last().map(|member| member.value)
    }

    /// A value and all that is inside it, in no order; keys are not among them.
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut open = vec![id];
        std::iter::from_fn(move || {
            let id = open.pop()?;
            match self.kind(id) {
                Kind::List => open.extend(self.elements(id)),
                Kind::Map => open.extend(self.members(id).map(|member| member.value)),
                _ => {}
            }
            Some(id)
        })
    }

    /// The contents of an object's keys, in order.
    pub fn keys(&self, map: NodeId) -> Vec<Cow<'_, [u8]>> {
        self.members(map).map(|member| self.content(member.key)).collect()
    }

    /// Whether a key stands more than once in any one object.
    pub fn has_repeated_key(&self) -> bool {
        let mut maps = self.descendants(self.root()).filter(|node| self.kind(*node) == Kind::Map);
        maps.any(|map| keys::has_repeated(&self.keys(map)))
    }

    /// The marks that reading remembered, inside `id` or `id` itself.
    #[inline]
    pub fn marks_within(&self, id: NodeId) -> &[NodeId] {
        if self.marks.is_empty() {
            return &[];
        }
        let from = self.marks.partition_point(|mark| *mark < id);
        let to = self.marks.partition_point(|mark| mark.0 < self.node(id).next);
        &self.marks[from..to]
    }

    /// Whether a container was only passed over: what is in it is not known.
    pub fn is_unread(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::List | Kind::Map) && self.is_escaped(id)
    }

    /// Positions in UTF-16 code units. The first one reads the whole text once.
    pub fn line_index(&self) -> LineIndex<'_> {
        LineIndex::new(&self.source)
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}
