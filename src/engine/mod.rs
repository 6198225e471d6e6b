//! What Pulumi's engine is told and does.

mod answer;
mod kind;

pub use answer::{Answer, Changes, Name};
pub use kind::{as_replace, diff_kind, inverted, is_replace};
