//! Reading a text beside another one that is already read.
//!
//! What stands in both at corresponding places is not read again: its nodes are copied. Two states of a resource
//! are mostly equal, so this is nearly twice as fast. The document that comes out is the same.

use super::document::Node;
use super::{Document, Kind, NodeId, Span};

/// Where the other document corresponds to the place that is read.
pub(super) struct Beside<'b> {
    document: &'b Document,
    /// The value or key that would stand here if nothing had changed.
    next: Option<NodeId>,
    run: Run,
}

/// A stretch that was compared, so that no byte is compared at every level of containers around it.
#[derive(Clone, Copy, Default)]
struct Run {
    /// What to subtract from an offset of the text that is read for the offset in the other one.
    shift: usize,
    /// Offsets in the text that is read; equal up to `end`.
    start: usize,
    end: usize,
    /// Whether the texts differ at `end`.
    differs: bool,
}

impl<'b> Beside<'b> {
    /// Nothing of a document with problems is taken over: they would have to be found again.
    pub(super) fn new(document: &'b Document) -> Option<Beside<'b>> {
        let next = Some(document.root());
        document.problems().is_empty().then_some(Beside { document, next, run: Run::default() })
    }

    /// The value or key that corresponds to the place `at`, if it stands there byte for byte. Either way the next
    /// place corresponds to the one after it.
    #[inline]
    pub(super) fn equal(&mut self, bytes: &[u8], at: usize) -> Option<NodeId> {
        let node = self.next?;
        let (start, length) = (self.document.span(node).start as usize, self.length(node));
        let is_equal = self.is_equal(bytes, at, start, length)
            && (self.document.kind(node) != Kind::Number || !continues_number(bytes.get(at + length)));
        is_equal.then_some(node)
    }

    /// Bytes of a value or key.
    #[inline]
    pub(super) fn length(&self, node: NodeId) -> usize {
        let Span { start, end } = self.document.span(node);
        (end - start) as usize
    }

    /// The value or key that corresponds to the place.
    #[inline]
    pub(super) fn here(&self) -> Option<NodeId> {
        self.next
    }

    /// Moves on: to what comes after a value or key, or into a container.
    #[inline]
    pub(super) fn go_to(&mut self, next: Option<NodeId>) {
        self.next = next;
    }

    /// What follows a value or key, in the container whose end is `end`.
    #[inline]
    pub(super) fn after(&self, node: Option<NodeId>, end: u32) -> Option<NodeId> {
        let next = self.document.next(node?);
        (next.0 < end).then_some(next)
    }

    /// The end of the container `node` and its first child, if it is one of this kind.
    pub(super) fn inside(&self, node: Option<NodeId>, kind: Kind) -> (u32, Option<NodeId>) {
        match node.filter(|node| self.document.kind(*node) == kind) {
            Some(container) => {
                let end = self.document.next(container).0;
                (end, Some(NodeId(container.0 + 1)).filter(|first| first.0 < end))
            }
            None => (0, None),
        }
    }

    /// The nodes of a value and of what is inside it, as they are at `at` in a document that has `nodes` before them.
    pub(super) fn copies(
        &self,
        node: NodeId,
        at: usize,
        nodes: usize,
    ) -> impl ExactSizeIterator<Item = Node> + '_ {
        let by = (at as u32).wrapping_sub(self.document.span(node).start);
        let further = (nodes as u32).wrapping_sub(node.0);
        self.document.subtree(node).iter().map(move |node| Node {
            span: Span { start: node.span.start.wrapping_add(by), end: node.span.end.wrapping_add(by) },
            next: node.next.wrapping_add(further),
            ..*node
        })
    }

    /// The marks in it, moved in the same way.
    pub(super) fn marks(&self, node: NodeId, nodes: usize) -> impl Iterator<Item = NodeId> + '_ {
        let further = (nodes as u32).wrapping_sub(node.0);
        self.document.marks_within(node).iter().map(move |mark| NodeId(mark.0.wrapping_add(further)))
    }

    #[inline]
    fn is_equal(&mut self, bytes: &[u8], at: usize, start: usize, length: usize) -> bool {
        let shift = at.wrapping_sub(start);
        let run = &mut self.run;
        if run.shift != shift || at < run.start || at > run.end || run.differs && at == run.end {
            *run = Run { shift, start: at, end: at, differs: false };
        }
        if !run.differs && run.end < at + length {
            let other = self.document.source().bytes();
            let ours = bytes.get(run.end..(at + length).min(bytes.len())).unwrap_or_default();
            let theirs = other.get(run.end.wrapping_sub(shift)..start + length).unwrap_or_default();
            let common = common_prefix(ours, theirs);
            run.end += common;
            run.differs = run.end < at + length;
        }
        run.end >= at + length
    }
}

fn continues_number(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'))
}

/// Bytes that are compared at once.
const BLOCK: usize = 64;

/// How many bytes two texts have in common from their start.
#[inline]
pub fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)).take_while(|(a, b)| a == b).count();
    let from = blocks * BLOCK;
    from + a[from..].iter().zip(&b[from..]).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use crate::json::{Document, Limits, read, read_beside};
    use proptest::prelude::*;

    fn alone(text: &str) -> Document {
        read(text.as_bytes().to_vec(), Limits::default()).unwrap()
    }

    fn beside(other: &str, text: &str) -> String {
        let read = read_beside(
            text.as_bytes().to_vec(),
            Limits::default(),
            crate::json::NO_MARKS,
            Some(&alone(other)),
        );
        format!("{:?}", read.unwrap())
    }

    #[test]
    fn the_document_is_the_one_that_would_be_read_alone() {
        let table = [
            ("{\"a\":[1,2,{\"b\":3}],\"c\":4}", "{\"a\":[1,2,{\"b\":3}],\"c\":5}"),
            ("[1,2,3]", "[12,3]"),
            ("[1]", "[1.5]"),
            ("[1]", "[1e5]"),
            ("[1,[2,[3]]]", "[1,[2,[3],4]]"),
            ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"),
            ("{\"a\":1}", "{\"x\":{\"a\":1}}"),
            ("[[],[],[]]", "[{},[]]"),
            ("[\"ab\",true]", "[ \"ab\" , true ]"),
            ("\"abc\"", "\"abcd\""),
            ("[\"x\"]", "[\"x\\u0041\"]"),
            ("[]", "[[[]]]"),
        ];
        for (other, text) in table {
            assert_eq!(beside(other, text), format!("{:?}", alone(text)), "{other} {text}");
            assert_eq!(beside(text, other), format!("{:?}", alone(other)), "{text} {other}");
        }
    }

    fn json() -> impl Strategy<Value = serde_json::Value> {
        use serde_json::Value;
        let leaf = prop_oneof![(0..30_u8).prop_map(Value::from), "[ab]{0,2}".prop_map(Value::from)];
        leaf.prop_recursive(4, 30, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::vec(("[a-c]", inner), 0..4)
                    .prop_map(|members| members.into_iter().collect::<Value>()),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_two_texts(other in json(), text in json(), pretty in any::<bool>()) {
            let text = if pretty { serde_json::to_string_pretty(&text) } else { serde_json::to_string(&text) }.unwrap();
            prop_assert_eq!(beside(&other.to_string(), &text), format!("{:?}", alone(&text)));
        }
    }
}
