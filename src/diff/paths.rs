//! The paths of found places, as a tree that shares their beginnings.

use super::{At, Pair, Side};
use crate::json::NodeId;
use crate::path::{Path, Step};

/// A path in a [`Paths`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathId(u32);

/// Paths that lead through two documents. Keys are read from the documents when asked for.
#[derive(Debug)]
pub struct Paths {
    /// Parent and last step; the first entry is the root and its own parent.
    entries: Vec<(PathId, Part)>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Root,
    Key(At),
    Index(u32),
}

impl Paths {
    /// The path of the whole document.
    pub const ROOT: PathId = PathId(0);

    pub(super) fn new() -> Self {
        Paths { entries: vec![(Self::ROOT, Part::Root)] }
    }

    pub(super) fn key(&mut self, parent: PathId, side: Side, node: NodeId) -> PathId {
        self.push(parent, Part::Key(At { side, node }))
    }

    pub(super) fn index(&mut self, parent: PathId, index: u32) -> PathId {
        self.push(parent, Part::Index(index))
    }

    /// The path, spelled out.
    pub fn path(&self, documents: Pair, id: PathId) -> Path {
        let mut steps = Vec::new();
        for part in self.ancestors(id) {
            match part {
                Part::Root => {}
                Part::Key(At { side, node }) => steps.push(Step::Key(documents.side(side).text(node))),
                Part::Index(index) => steps.push(Step::Index(i64::from(index))),
            }
        }
        steps.reverse();
        Path(steps)
    }

    /// How many steps a path has.
    pub fn depth(&self, id: PathId) -> usize {
        self.ancestors(id).count() - 1
    }

    fn ancestors(&self, id: PathId) -> impl Iterator<Item = Part> + '_ {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let id = next?;
            let (parent, part) = self.entries[id.0 as usize];
            next = (id != Self::ROOT).then_some(parent);
            Some(part)
        })
    }

    fn push(&mut self, parent: PathId, part: Part) -> PathId {
        self.entries.push((parent, part));
        PathId(self.entries.len() as u32 - 1)
    }
}
