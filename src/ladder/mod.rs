//! Old, new and remote: where the three differ, and what each difference asks for.

mod join;
mod steps;

pub use join::{Joined, Three, at, at_path, join};
pub use steps::{Answer, Step, answer};

use crate::contract::{Action, FieldAction};

/// What a field's action makes of the resource.
pub fn action_of(action: FieldAction) -> Action {
    match action {
        FieldAction::Skip => Action::NoOp,
        FieldAction::Resize | FieldAction::Update | FieldAction::UpdateId => Action::Update,
        FieldAction::Recreate => Action::Replace,
    }
}
