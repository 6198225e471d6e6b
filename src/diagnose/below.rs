//! Which judgements lie below paths.

use crate::contract::Kind as ChangeKind;
use crate::diff::Settled;
use crate::places::PathId;

/// Which judgements that count lie below paths. They stand in the order of the documents, so that those below one path
/// stand together.
pub(super) struct Below {
    /// Those that count.
    counting: Vec<usize>,
    /// For each path the first of them.
    first: Vec<Option<usize>>,
    /// For each path the number after the last one.
    end: Vec<usize>,
    /// For each path whether members right below it are missing on the new side, and on the old one.
    lacks: Vec<[bool; 2]>,
}

impl Below {
    /// Of the judgements that count.
    pub(super) fn new(settled: &Settled, counts: impl Fn(usize) -> bool) -> Below {
        let paths = settled.paths.count();
        let mut below = Below {
            counting: (0..settled.judgements.len()).filter(|at| counts(*at)).collect(),
            first: vec![None; paths],
            end: vec![0; paths],
            lacks: vec![[false; 2]; paths],
        };
        let place = |at: usize| settled.judgements[at].place;
        for (number, at) in below.counting.iter().enumerate() {
            settled.paths.up(place(*at).path, |path| {
                let first = &mut below.first[path.index()];
                first.is_none() && first.replace(number).is_none()
            });
            let lacks = &mut below.lacks[settled.paths.parent(place(*at).path).index()];
            lacks[0] |= place(*at).kind == ChangeKind::Delete;
            lacks[1] |= place(*at).kind == ChangeKind::Add;
        }
        for (number, at) in below.counting.iter().enumerate().rev() {
            settled.paths.up(place(*at).path, |path| {
                let end = &mut below.end[path.index()];
                *end == 0 && std::mem::replace(end, number + 1) == 0
            });
        }
        below
    }

    /// Those below a path.
    pub(super) fn members(&self, path: PathId) -> &[usize] {
        self.first[path.index()].map_or(&[], |first| &self.counting[first..self.end[path.index()]])
    }

    /// Whether each side has something right below a path that the other one does not have.
    pub(super) fn is_exchanged(&self, path: PathId) -> bool {
        self.lacks[path.index()] == [true; 2]
    }
}
