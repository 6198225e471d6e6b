//! Where two documents differ.
//!
//! This stage is syntactic: it knows what JSON calls one value and how Pulumi marks special ones,
//! and no rule. It only cuts away equal parts; what a difference means is decided later.

mod compare;
mod find;
mod members;
mod paths;

pub use compare::{compare, of_one_side};
pub use find::{Found, Place, find};
pub use paths::{PathId, Paths};

use crate::json::{Document, NodeId};

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
