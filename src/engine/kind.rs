//! The kinds of a detailed diff (upstream: `plugin.DiffKind`); their numbers on the wire are their order.

use crate::contract::{DiffKind, Kind};

/// Which kind a change is.
pub fn diff_kind(kind: Kind, forces_replace: bool) -> DiffKind {
    let kind = match kind {
        Kind::Add => DiffKind::Add,
        Kind::Delete => DiffKind::Delete,
        Kind::Update | Kind::Move => DiffKind::Update,
    };
    if forces_replace { as_replace(kind) } else { kind }
}

/// The same change, which forces a replacement.
pub fn as_replace(kind: DiffKind) -> DiffKind {
    match kind {
        DiffKind::Add | DiffKind::AddReplace => DiffKind::AddReplace,
        DiffKind::Delete | DiffKind::DeleteReplace => DiffKind::DeleteReplace,
        DiffKind::Update | DiffKind::UpdateReplace => DiffKind::UpdateReplace,
    }
}

/// Whether the change forces a replacement.
pub fn is_replace(kind: DiffKind) -> bool {
    as_replace(kind) == kind
}

/// The change with its sides exchanged, as a refresh sees it.
pub fn inverted(kind: DiffKind) -> DiffKind {
    match kind {
        DiffKind::Add => DiffKind::Delete,
        DiffKind::AddReplace => DiffKind::DeleteReplace,
        DiffKind::Delete => DiffKind::Add,
        DiffKind::DeleteReplace => DiffKind::AddReplace,
        DiffKind::Update | DiffKind::UpdateReplace => kind,
    }
}
