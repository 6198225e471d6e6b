//! Where two documents differ, found syntactically.
//!
//! This knows what JSON calls one value and how Pulumi marks special ones, and no rule: it only cuts away
//! equal parts.

mod find;
mod members;
mod paths;

pub use find::{Found, Place, find, find_below, find_inside, find_same};
pub use paths::{Part, PathId, Paths, Values, new_key, old_key};

use crate::contract::{Dialect, Embedded};
use crate::json::{Document, NodeId};
use std::rc::Rc;

/// The two documents of a comparison.
#[derive(Clone, Copy)]
pub struct Pair<'d> {
    /// What is recorded.
    pub old: &'d Document,
    /// What is asked for.
    pub new: &'d Document,
}

/// A side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What is recorded.
    Old,
    /// What is asked for.
    New,
}

impl<'d> Pair<'d> {
    /// The document of one side.
    pub fn side(&self, side: Side) -> &'d Document {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }
}

/// A value of one side or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// Which side.
    pub side: Side,
    /// Which value.
    pub node: NodeId,
}

/// Two documents that are compared: those that were read, or what words found inside them.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What is recorded.
    pub old: Rc<Document>,
    /// What is asked for.
    pub new: Rc<Document>,
    /// What equal means inside them without rules.
    pub dialect: Dialect,
    /// The notation of the text that a document was found in.
    pub embedded: Option<Embedded>,
    /// The path of the value that it was found in.
    pub host: PathId,
}

/// A frame in a list of them; the first is that of the documents that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameId(u32);

impl FrameId {
    /// The documents that were read.
    pub const MAIN: FrameId = FrameId(0);
}

/// All documents of a comparison.
#[derive(Clone, Debug)]
pub struct Frames(Vec<Frame>);

impl Frames {
    /// Two documents that were read.
    pub fn new(old: Rc<Document>, new: Rc<Document>, dialect: Dialect) -> Frames {
        Frames(vec![Frame { old, new, dialect, embedded: None, host: Paths::ROOT }])
    }

    /// One of them.
    pub fn frame(&self, id: FrameId) -> &Frame {
        &self.0[id.0 as usize]
    }

    /// Its documents.
    pub fn pair(&self, id: FrameId) -> Pair<'_> {
        let Frame { old, new, .. } = self.frame(id);
        Pair { old, new }
    }

    /// Adds one.
    pub fn push(&mut self, frame: Frame) -> FrameId {
        self.0.push(frame);
        FrameId(self.0.len() as u32 - 1)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Forgets all but the first ones.
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }
}
