//! Places that options name, by the paths of the engine: by position, whatever words match elements.

use super::Settled;
use crate::contract::Kind as ChangeKind;
use crate::path::{Path, Step};
use crate::places::{FrameId, PathId, Place};

/// Engine paths that options name.
#[derive(Debug, Default)]
pub struct Named {
    /// Where new counts as old (`ignoreChanges`).
    pub resets: Vec<Path>,
    /// Where a change replaces the resource (`replaceOnChanges`).
    pub replaces: Vec<Path>,
}

impl Settled {
    /// Whether an option says that a change of this place replaces the resource.
    #[inline]
    pub fn is_replaced_for(&self, place: Place) -> bool {
        !self.named.replaces.is_empty() && {
            let path = self.paths.positional(&self.frames, place.path);
            self.named.replaces.iter().any(|named| named.contains(&path))
        }
    }

    /// Whether an option resets the new value to the old one. That adds no element to a list and removes none. What words find
    /// in a text is not reset.
    pub(super) fn is_reset(&self, place: Place) -> bool {
        if self.named.resets.is_empty() || !self.is_of_read {
            return false;
        }
        let path = self.paths.positional(&self.frames, place.path);
        let is_whole_element =
            place.kind != ChangeKind::Update && matches!(path.0.last(), Some(Step::Index(_)));
        let covers =
            |reset: &Path| reset.contains(&path) && !(is_whole_element && reset.0.len() == path.0.len());
        self.named.resets.iter().any(covers)
    }

    /// Whether an option names something inside a container of the documents that were read by its position, or resets
    /// something there, so that matching elements otherwise would mean other ones.
    pub(super) fn is_named_inside(&self, container: PathId) -> bool {
        let Named { resets, replaces } = &*self.named;
        if resets.is_empty() && replaces.is_empty() || self.paths.frame(container) != FrameId::MAIN {
            return false;
        }
        let path = self.paths.positional(&self.frames, container);
        let leads_inside = |named: &Path| {
            named.0.len() > path.0.len() && Path(named.0[..path.0.len()].to_vec()).contains(&path)
        };
        let is_position = |named: &&Path| matches!(named.0.get(path.0.len()), Some(Step::Index(_)));
        resets.iter().any(leads_inside) && self.is_of_read
            || replaces.iter().filter(is_position).any(leads_inside)
    }
}
