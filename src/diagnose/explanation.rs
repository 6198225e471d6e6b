//! All that explains the places of one comparison, as data.

use super::layout::Layout;
use crate::contract::{Cause, Grade};
use crate::diff::Order;
use crate::path::Path;
use crate::places::PathId;
use crate::rules::Term;
use crate::verdict::Effect;

/// All that explains the places of one comparison.
#[derive(Default)]
pub struct Explanation {
    /// Rules that settle places, in the order of these.
    pub suggestions: Vec<Suggestion>,
    /// For each judgement what explains it.
    pub told: Vec<Told>,
    /// Lists and maps in which many places are one difference.
    pub groups: Vec<Group>,
}

/// What explains one judgement.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Which of the suggestions settles it.
    pub suggestion: Option<usize>,
    /// Which of the groups it is in.
    pub group: Option<usize>,
    /// What differs in the document that it holds.
    pub inside: Option<Inside>,
}

/// Rules that settle a place, or all of a list or document but what really differs in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// How sure it is that nothing real is hidden.
    pub grade: Grade,
    /// The rules: that of the place itself, and those for what is inside it.
    pub lines: Vec<Line>,
    /// What the words stand for.
    pub cause: Cause,
    /// Whether nothing is left.
    pub is_whole: bool,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it stands.
    pub pattern: Path,
    /// The words in force there, and those that are proposed.
    pub words: Vec<Term>,
    /// What the user must know.
    pub same_if: Option<String>,
}

/// A list or map in which many places are one difference.
#[derive(Debug)]
pub struct Group {
    /// Where it is.
    pub path: PathId,
    /// How its parts belong together.
    pub parts: Parts,
    /// Why they differ.
    pub cause: Cause,
    /// Which of the suggestions settles it.
    pub suggestion: Option<usize>,
    /// What is left with that.
    pub inside: Inside,
    /// Its judgements.
    pub members: Vec<usize>,
}

/// How the parts of a container belong together.
#[derive(Debug)]
pub enum Parts {
    /// Elements of two lists.
    Elements(Order),
    /// Keys that differ in letter case only.
    Keys,
}

/// What differs inside something, once words are accepted.
#[derive(Clone, Debug, Default)]
pub struct Inside {
    /// Differences that they settle.
    pub noise: usize,
    /// How many are left.
    pub left: usize,
    /// The first of those that are left.
    pub first: Vec<Left>,
    /// How the document that holds them is written differently.
    pub layout: Layout,
    /// The words that led inside.
    pub words: Vec<Term>,
    /// What is left costs this.
    pub effect: Effect,
}

/// A difference that is left.
#[derive(Clone, Debug)]
pub struct Left {
    /// Where.
    pub path: Path,
    /// The old value as a sentence names it; none if there is none.
    pub old: Option<String>,
    /// The new one.
    pub new: Option<String>,
}

/// Differences that a sentence lists.
const LISTED: usize = 3;

impl Inside {
    /// Adds what differs in a part.
    pub(super) fn add(&mut self, other: &Inside) {
        self.effect = self.effect.and(other.effect);
        self.noise += other.noise;
        self.left += other.left;
        self.first.extend(other.first.iter().take(LISTED.saturating_sub(self.first.len())).cloned());
    }

    /// Counts one that is left; only the first are described.
    pub(super) fn push(&mut self, effect: Effect, left: impl FnOnce() -> Left) {
        self.effect = self.effect.and(effect);
        self.left += 1;
        if self.first.len() < LISTED {
            self.first.push(left());
        }
    }
}
