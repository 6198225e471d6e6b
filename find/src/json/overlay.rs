//! A document with values that another one says are unknown: `true` there, at the same place or at one that the first lacks.

use super::document::Node;
use super::{Document, Kind, NodeId, Span};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Levels that are merged one by one; an unknown value further down makes the whole value there unknown.
const DEPTH: u32 = 200;

/// The members of both documents, with `mark` (a string of their text) for every value that is `true` in `unknown`. A value
/// that is known in no document is left out. Both are parts of one text.
pub fn with_unknowns(known: Option<&Document>, unknown: &Document, mark: Span) -> Document {
    let mut overlay = Overlay { known, unknown, mark, nodes: Vec::new(), marks: Vec::new() };
    overlay.value(known.map(Document::root), Some(unknown.root()), DEPTH);
    let Overlay { mut nodes, mut marks, .. } = overlay;
    if nodes.is_empty() {
        // Nothing is known, and nothing unknown.
        nodes.push(leaf(mark, Kind::String, 0));
        marks.push(NodeId::ROOT);
    }
    let problems = known.map(|known| known.problems().to_vec()).unwrap_or_default();
    Document::new(unknown.source().clone(), nodes, marks, problems)
}

/// Whether a value is `true`, or holds one that is.
pub fn holds_true(document: &Document, node: NodeId) -> bool {
    document.descendants(node).any(|node| document.kind(node) == Kind::True)
}

struct Overlay<'d> {
    known: Option<&'d Document>,
    unknown: &'d Document,
    mark: Span,
    nodes: Vec<Node>,
    marks: Vec<NodeId>,
}

impl<'d> Overlay<'d> {
    /// Writes what is known of a value, and what is unknown of it; nothing where it is neither.
    fn value(&mut self, known: Option<NodeId>, unknown: Option<NodeId>, depth: u32) {
        let about = unknown.filter(|unknown| holds_true(self.unknown, *unknown));
        let of_known = known.zip(self.known).map(|(node, document)| (document, node));
        let Some(about) = about else {
            if let Some((document, node)) = of_known {
                self.copy(document, node);
            }
            return;
        };
        let kind = self.unknown.kind(about);
        let is_like = of_known
            .is_none_or(|(document, node)| document.kind(node) == kind || document.kind(node) == Kind::Null);
        match depth.checked_sub(1).filter(|_| is_like) {
            Some(depth) if kind == Kind::Map => self.members(of_known, about, depth),
            Some(depth) if kind == Kind::List => self.elements(of_known, about, depth),
            _ => {
                self.marks.push(NodeId(self.nodes.len() as u32));
                let node = leaf(self.mark, Kind::String, self.nodes.len());
                self.nodes.push(node);
            }
        }
    }

    fn members(&mut self, known: Option<(&'d Document, NodeId)>, about: NodeId, depth: u32) {
        let known = known.filter(|(document, node)| document.kind(*node) == Kind::Map);
        let unknown = self.unknown;
        let mut left: BTreeMap<Cow<[u8]>, (NodeId, NodeId)> = BTreeMap::new();
        for member in unknown.members(about) {
            left.insert(unknown.content(member.key), (member.key, member.value));
        }
        let base = self.begin(known, about, Kind::Map);
        let mut len = 0;
        if let Some((document, map)) = known {
            for member in document.members(map) {
                let at_key = left.remove(&document.content(member.key));
                self.copy(document, member.key);
                self.value(Some(member.value), at_key.map(|(_, value)| value), depth);
                len += 1;
            }
        }
        for (_, (key, value)) in left {
            if holds_true(unknown, value) {
                self.copy(unknown, key);
                self.value(None, Some(value), depth);
                len += 1;
            }
        }
        self.end(base, len);
    }

    fn elements(&mut self, known: Option<(&'d Document, NodeId)>, about: NodeId, depth: u32) {
        let known = known.filter(|(document, node)| document.kind(*node) == Kind::List);
        let base = self.begin(known, about, Kind::List);
        let of_known: Vec<NodeId> =
            known.map(|(document, list)| document.elements(list).collect()).unwrap_or_default();
        let of_unknown: Vec<NodeId> = self.unknown.elements(about).collect();
        let mut len = 0;
        for at in 0..of_known.len().max(of_unknown.len()) {
            let before = self.nodes.len();
            self.value(of_known.get(at).copied(), of_unknown.get(at).copied(), depth);
            len += u32::from(self.nodes.len() > before);
        }
        self.end(base, len);
    }

    fn begin(&mut self, known: Option<(&Document, NodeId)>, about: NodeId, kind: Kind) -> usize {
        let span = known.map_or_else(|| self.unknown.span(about), |(document, node)| document.span(node));
        let base = self.nodes.len();
        self.nodes.push(leaf(span, kind, base));
        base
    }

    fn end(&mut self, base: usize, len: u32) {
        let next = self.nodes.len() as u32;
        (self.nodes[base].next, self.nodes[base].len) = (next, len);
    }

    /// A value as it is, with the marks in it.
    fn copy(&mut self, document: &Document, node: NodeId) {
        let further = (self.nodes.len() as u32).wrapping_sub(node.0);
        let moved = |node: &Node| Node { next: node.next.wrapping_add(further), ..*node };
        self.nodes.extend(document.subtree(node).iter().map(moved));
        let marks = document.marks_within(node).iter();
        self.marks.extend(marks.map(|mark| NodeId(mark.0.wrapping_add(further))));
    }
}

fn leaf(span: Span, kind: Kind, at: usize) -> Node {
    Node { span, kind, escaped: false, next: at as u32 + 1, len: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, NO_MARKS, Source, read_part};

    fn compact(document: &Document, id: NodeId) -> String {
        match document.kind(id) {
            Kind::List => {
                let items: Vec<String> = document.elements(id).map(|item| compact(document, item)).collect();
                format!("[{}]", items.join(","))
            }
            Kind::Map => {
                let member = |key, value| format!("{}:{}", document.raw(key), compact(document, value));
                let members: Vec<String> =
                    document.members(id).map(|each| member(each.key, each.value)).collect();
                format!("{{{}}}", members.join(","))
            }
            _ => document.raw(id).to_owned(),
        }
    }

    #[test]
    fn unknown_values_stand_where_they_will_be() {
        let table = [
            (Some(r#"{"a":1}"#), "{}", r#"{"a":1}"#),
            (Some(r#"{"a":1}"#), r#"{"id":true}"#, r#"{"a":1,"id":"?"}"#),
            (Some(r#"{"a":null}"#), r#"{"a":true}"#, r#"{"a":"?"}"#),
            (Some(r#"{"a":[1,null]}"#), r#"{"a":[false,true]}"#, r#"{"a":[1,"?"]}"#),
            (Some(r#"{"a":[1,2]}"#), r#"{"a":[false,false]}"#, r#"{"a":[1,2]}"#),
            (Some(r#"{"a":{"x":1}}"#), r#"{"a":{"y":true,"z":false}}"#, r#"{"a":{"x":1,"y":"?"}}"#),
            (Some(r#"{"a":null}"#), r#"{"a":{"y":true}}"#, r#"{"a":{"y":"?"}}"#),
            (Some(r#"{"a":1}"#), r#"{"a":{"y":true}}"#, r#"{"a":"?"}"#),
            (Some("{}"), r#"{"b":[{"c":true},{}]}"#, r#"{"b":[{"c":"?"}]}"#),
            (None, "true", "\"?\""),
            (None, "false", "\"?\""),
            (Some("1"), "false", "1"),
            (
                Some(r#"{"a":{"b":{"c":1,"d":2}}}"#),
                r#"{"a":{"b":{"c":true}}}"#,
                r#"{"a":{"b":{"c":"?","d":2}}}"#,
            ),
        ];
        for (known, unknown, expected) in table {
            let text = format!("{} {unknown}", known.unwrap_or_default());
            let (source, mark) = Source::with_tail(text.clone(), "\"?\"");
            let part = |start: usize, end: usize| {
                let span = Span { start: start as u32, end: end as u32 };
                read_part(&source, span, Limits::default(), NO_MARKS, None).unwrap()
            };
            let middle = known.unwrap_or_default().len();
            let known = known.map(|_| part(0, middle));
            let merged = with_unknowns(known.as_ref(), &part(middle + 1, text.len()), mark);
            assert_eq!(compact(&merged, merged.root()), expected, "{text}");
            let unknowns = merged.descendants(merged.root()).filter(|node| !source.has(merged.span(*node)));
            assert_eq!(unknowns.count(), expected.matches('?').count());
        }
    }

    #[test]
    fn deep_trees_end_somewhere() {
        let text = format!("{}true{}", "{\"a\":".repeat(5_000), "}".repeat(5_000));
        let (source, mark) = Source::with_tail(text.clone(), "\"?\"");
        let span = Span { start: 0, end: text.len() as u32 };
        let unknown = read_part(&source, span, Limits::default(), NO_MARKS, None).unwrap();
        let merged = with_unknowns(None, &unknown, mark);
        assert_eq!(merged.descendants(merged.root()).count(), DEPTH as usize + 1);
    }
}
