//! Keys that are counted and are no findings, listed when they are asked for.

use super::Documents;
use super::decided::Decided;
use crate::contract::{Key, Keys, Quiet};
use crate::json::{Document, NodeId};
use crate::places::{self, Frames, PathId, Paths, Values};
use crate::value;
use crate::verdict::Judged;
use std::rc::Rc;

/// Keys that are listed at a time.
const STEP: usize = 500;

impl Decided {
    /// The keys of one kind, from a number on.
    pub(super) fn keys(&self, documents: &Documents, which: Quiet, from: u32) -> Keys {
        if documents.lifecycle().is_some() {
            return Keys::default();
        }
        let judged = match which {
            Quiet::Unchanged => Judged::Unchanged,
            Quiet::Unmanaged => Judged::Unmanaged,
            Quiet::Ignored => Judged::Ignored,
        };
        let told = self.decided().filter(|(decision, _)| decision.judged == judged);
        let told: Vec<PathId> = told.map(|(_, place)| place.path).collect();
        let settled = &self.settled;
        if which != Quiet::Unchanged {
            return listed(&told, &settled.paths, &settled.frames, from);
        }
        let (same, paths) = places::find_same(documents.pair(), self.options.dialect);
        let frames = Frames::new(Rc::clone(&documents.old), Rc::clone(&documents.new), self.options.dialect);
        let first = listed(&same, &paths, &frames, from);
        // Behind them what is masked and not named by the plan.
        let rest = listed(&told, &settled.paths, &settled.frames, from.saturating_sub(same.len() as u32));
        let total = first.total + rest.total;
        Keys { total, keys: first.keys.into_iter().chain(rest.keys).take(STEP).collect() }
    }
}

fn listed(all: &[PathId], paths: &Paths, frames: &Frames, from: u32) -> Keys {
    let key = |path: &PathId| {
        let pair = frames.pair(paths.frame(*path));
        let Values { old, new } = paths.values(*path);
        let what = |document: &Document, node: Option<NodeId>| {
            node.and_then(|node| value::opened(document, node, value::type_of))
        };
        Key {
            path: paths.path(frames, *path).to_string(),
            old: what(pair.old, old),
            new: what(pair.new, new),
        }
    };
    Keys { total: all.len() as u32, keys: all.iter().skip(from as usize).take(STEP).map(key).collect() }
}
