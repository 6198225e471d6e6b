//! What Pulumi writes of a run and of a state: the digest of a preview, the engine's events, the log of the calls of providers,
//! and exports of a state.

pub(super) mod events;
pub(super) mod exports;
pub(super) mod grpc;
pub(super) mod preview;
mod said;
mod state;
mod step;
mod urn;

use super::at::At;

/// The documents of a text: those that stand in a list, and those that stand by themselves.
fn documents<'d>(roots: &[At<'d>]) -> Vec<At<'d>> {
    let is_list = |at: &At| at.kind() == crate::json::Kind::List;
    let of = |at: &At<'d>| if is_list(at) { at.elements().collect() } else { vec![*at] };
    roots.iter().flat_map(of).collect()
}
