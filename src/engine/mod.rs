//! What Pulumi's engine is told and does, to the letter: property values, the answer to `Diff`, the steps that it leads to, and
//! who else is replaced.

mod answer;
mod cascade;
mod changes;
mod diff_result;
mod display;
mod dynamic;
mod kind;
mod names;
mod property;
mod replacement;
mod reset;
pub mod schema;
mod secrets;
mod stack_reference;
mod steps;

pub use answer::{Answer, Name};
pub use cascade::{Dependent, Node, affected, cascaded, dependent_replacements};
pub use changes::{Change, Reading, changed_keys, changes, detailed_diff, values, without_internal};
pub use diff_result::{Changes, DiffResult, Version};
pub use display::{Hidden, Tree, inverted_entries, notation, translate};
pub use dynamic::{Language, language};
pub use kind::{as_replace, diff_kind, inverted, is_replace};
pub use names::NAMES;
pub use property::{
    Content, Element, Form, Malformed, Members, Output, Property, Reference, Source, Special, Unknowns,
};
pub use replacement::{Done, Replacement, Stop};
pub use reset::{ignore_changes, reset};
pub use secrets::with_secrets_of;
pub use stack_reference::{STACK_REFERENCE, secret_outputs};
pub use steps::{Decision, Goal, OldState, Op, Provider, Run, Step, decide};
