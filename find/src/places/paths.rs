//! The paths of found places, as a tree that shares their beginnings.

use super::{At, FrameId, Frames, Side};
use crate::json::NodeId;
use crate::path::{Path, Scalar, Step};
use std::borrow::Cow;

/// A path in a [`Paths`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PathId(u32);

impl PathId {
    /// Its place in the order in which paths were made: a path comes after those that it begins with.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands at a path on either side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// The old value.
    pub old: Option<NodeId>,
    /// The new value.
    pub new: Option<NodeId>,
}

impl Values {
    /// Of both sides.
    pub fn both(old: NodeId, new: NodeId) -> Values {
        Values { old: Some(old), new: Some(new) }
    }
}

/// Paths that lead through documents. Keys are read from the documents when asked for.
#[derive(Debug)]
pub struct Paths {
    /// Where the root itself stands, as it is shown and as an engine sees it.
    base: [Path; 2],
    /// The first is the root and its own parent.
    entries: Vec<Entry>,
    /// What identifies elements of keyed lists.
    members: Vec<Vec<(String, Scalar)>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    parent: PathId,
    part: Part,
    frame: FrameId,
    values: Values,
}

/// The last step of a path.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A key, in the documents of the frame.
    Key(At),
    /// A position.
    Index(u32),
    /// An element of a keyed list: its position, and which of `members` it is known by.
    Keyed {
        /// Its position.
        index: u32,
        /// Which of the members that paths know.
        members: u32,
    },
    /// No step: the value that words made of the one above. For an engine the path ends there if it is
    /// `opaque`, as a text that holds a document is.
    Inside {
        /// An engine does not look into it.
        opaque: bool,
    },
}

impl Paths {
    /// The path of the whole document.
    pub const ROOT: PathId = PathId(0);

    /// The path of two whole documents.
    pub fn new(values: Values) -> Self {
        Self::below_base([Path::default(), Path::default()], values)
    }

    /// The path of two values that stand somewhere: `base` is where, as it is shown and as an engine sees it.
    pub fn below_base(base: [Path; 2], values: Values) -> Self {
        let root =
            Entry { parent: Self::ROOT, part: Part::Inside { opaque: false }, frame: FrameId::MAIN, values };
        Paths { base, entries: vec![root], members: Vec::new() }
    }

    /// A path one step further in the same documents.
    #[inline]
    pub fn below(&mut self, parent: PathId, part: Part, values: Values) -> PathId {
        self.push(parent, part, self.frame(parent), values)
    }

    /// The path of what words made of a value.
    pub fn inside(&mut self, parent: PathId, opaque: bool, frame: FrameId, values: Values) -> PathId {
        self.push(parent, Part::Inside { opaque }, frame, values)
    }

    /// The path of an element of a keyed list.
    pub fn keyed(
        &mut self,
        parent: PathId,
        index: u32,
        members: Vec<(String, Scalar)>,
        values: Values,
    ) -> PathId {
        self.members.push(members);
        let members = self.members.len() as u32 - 1;
        self.below(parent, Part::Keyed { index, members }, values)
    }

    /// The documents that a path ends in.
    #[inline]
    pub fn frame(&self, id: PathId) -> FrameId {
        self.entries[id.index()].frame
    }

    /// What stands there.
    #[inline]
    pub fn values(&self, id: PathId) -> Values {
        self.entries[id.index()].values
    }

    /// The path above; the root's is itself.
    #[inline]
    pub fn parent(&self, id: PathId) -> PathId {
        self.entries[id.index()].parent
    }

    /// Its last step.
    pub fn part(&self, id: PathId) -> Part {
        self.entries[id.index()].part
    }

    /// Paths made from number `first` on, in order.
    pub fn since(&self, first: usize) -> impl Iterator<Item = PathId> + use<> {
        (first as u32..self.entries.len() as u32).map(PathId)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// Forgets all but the first ones.
    pub fn truncate(&mut self, length: usize) {
        self.entries.truncate(length);
    }

    /// The path, spelled out.
    pub fn path(&self, frames: &Frames, id: PathId) -> Path {
        self.based(0, self.ancestors(id).filter_map(|entry| self.step(frames, entry)).collect())
    }

    /// Its first step, if it has one.
    pub fn first(&self, frames: &Frames, id: PathId) -> Option<Step> {
        let own = || self.ancestors(id).filter(|entry| !matches!(entry.part, Part::Inside { .. })).last();
        self.base[0].0.first().cloned().or_else(|| self.step(frames, own()?))
    }

    /// The key that a path of the documents that were read begins with, if it is one.
    pub fn first_key<'f>(&self, frames: &'f Frames, id: PathId) -> Option<Cow<'f, str>> {
        let first = self.ancestors(id).filter(|entry| !matches!(entry.part, Part::Inside { .. })).last()?;
        match first.part {
            Part::Key(At { side, node }) => Some(frames.pair(first.frame).side(side).str(node)),
            _ => None,
        }
    }

    /// Whether a key on the path is like this.
    pub fn any_key(&self, frames: &Frames, id: PathId, is_wanted: &dyn Fn(&str) -> bool) -> bool {
        let mut base = self.base[0].0.iter();
        base.any(|step| matches!(step, Step::Key(key) if is_wanted(key)))
            || self.ancestors(id).any(|entry| match entry.part {
                Part::Key(At { side, node }) => is_wanted(&frames.pair(entry.frame).side(side).str(node)),
                _ => false,
            })
    }

    /// The same as an engine sees it: by positions, and not into texts.
    pub fn positional(&self, frames: &Frames, id: PathId) -> Path {
        let mut steps = Vec::new();
        for entry in self.ancestors(id) {
            match entry.part {
                Part::Inside { opaque: true } => steps.clear(),
                Part::Keyed { index, .. } => steps.push(Step::Index(i64::from(index))),
                part => steps.extend(step(frames, entry.frame, part)),
            }
        }
        self.based(1, steps)
    }

    /// Steps, the last one first, behind those of the base.
    fn based(&self, spelling: usize, steps: Vec<Step>) -> Path {
        Path(self.base[spelling].0.iter().cloned().chain(steps.into_iter().rev()).collect())
    }

    /// How many steps a path has.
    pub fn depth(&self, id: PathId) -> usize {
        let own = self.ancestors(id).filter(|entry| !matches!(entry.part, Part::Inside { .. })).count();
        self.base[0].0.len() + own
    }

    /// Visits a path and those above it, as long as the visitor wants.
    pub fn up(&self, id: PathId, mut goes_on: impl FnMut(PathId) -> bool) {
        let mut next = id;
        while goes_on(next) && next != Self::ROOT {
            next = self.parent(next);
        }
    }

    /// Whether a path has no step: it is the root, or what words made of it.
    pub fn is_whole(&self, id: PathId) -> bool {
        self.ancestors(id).all(|entry| matches!(entry.part, Part::Inside { .. }))
    }

    /// Whether a path ends with a key.
    pub fn ends_with_key(&self, id: PathId) -> bool {
        matches!(self.part(id), Part::Key(_))
    }

    /// The last key of a path, if it ends with one.
    pub fn last_key(&self, frames: &Frames, id: PathId) -> Option<String> {
        let Entry { part: Part::Key(At { side, node }), frame, .. } = self.entries[id.index()] else {
            return None;
        };
        Some(frames.pair(frame).side(side).text(node))
    }

    /// The entries of a path, the last one first.
    fn ancestors(&self, id: PathId) -> impl Iterator<Item = Entry> + '_ {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let id = next?;
            let entry = self.entries[id.index()];
            next = (id != Self::ROOT).then_some(entry.parent);
            Some(entry)
        })
    }

    /// The last step of a path, as it is shown.
    fn step(&self, frames: &Frames, entry: Entry) -> Option<Step> {
        match entry.part {
            Part::Keyed { members, .. } => Some(Step::Match(self.members[members as usize].clone())),
            part => step(frames, entry.frame, part),
        }
    }

    #[inline]
    fn push(&mut self, parent: PathId, part: Part, frame: FrameId, values: Values) -> PathId {
        self.entries.push(Entry { parent, part, frame, values });
        PathId(self.entries.len() as u32 - 1)
    }
}

fn step(frames: &Frames, frame: FrameId, part: Part) -> Option<Step> {
    match part {
        Part::Key(At { side, node }) => Some(Step::Key(frames.pair(frame).side(side).text(node))),
        Part::Index(index) | Part::Keyed { index, .. } => Some(Step::Index(i64::from(index))),
        Part::Inside { .. } => None,
    }
}

/// A key of the new document.
pub fn new_key(node: NodeId) -> Part {
    Part::Key(At { side: Side::New, node })
}

/// A key of the old document.
pub fn old_key(node: NodeId) -> Part {
    Part::Key(At { side: Side::Old, node })
}
