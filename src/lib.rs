//! Why does my preview want to replace this?
//!
//! whyreplace compares the old and the new JSON of an infrastructure resource, decides what an engine
//! would do about the differences, and says of each whether it is real or spurious, and why.
//!
//! ```
//! use whyreplace::contract::{Action, Options};
//!
//! let old = br#"{"partitions": "6", "retention_ms": "604800000"}"#.to_vec();
//! let new = br#"{"partitions": 6, "retention_ms": 604800000}"#.to_vec();
//! let rules = br#"{"*": {"partitions": ["integer", "immutable"], "retention_ms": "integer"}}"#.to_vec();
//!
//! let comparison = whyreplace::compare(old, new, Some(rules), Options::default());
//! let resource = &comparison.report().resources[0];
//! assert_eq!(resource.raw.action, Action::Replace);
//! assert_eq!(resource.verdict.action, Action::NoOp);
//! assert_eq!(comparison.findings(resource.id)[0].settled_by.as_ref().unwrap().text, "partitions: integer");
//! ```
//!
//! The modules are the stages, from the text to the report; each uses only those before it in the
//! table of ARCHITECTURE.md.

pub mod diagnose;
pub mod diff;
pub mod engine;
pub mod ladder;
pub mod normalize;
pub mod plans;
pub mod readers;
mod report;
pub mod rules;
pub mod verdict;
#[cfg(target_family = "wasm")]
pub mod wasm;

pub use whyreplace_find::{contract, json, path, patterns, places, problem, value};

pub use report::{Beside, Comparison, RulesRead, catalogue, check_rules, detect, read_rules};

/// Compares two resources or property dictionaries. See [`Comparison::new`].
pub fn compare(old: Vec<u8>, new: Vec<u8>, rules: Option<Vec<u8>>, options: contract::Options) -> Comparison {
    Comparison::new(old, new, Beside { rules, ..Beside::default() }, options)
}
