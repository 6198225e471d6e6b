//! The rule language: which words apply at which path of which resource type.
//!
//! A rule set is a JSON object: resource type → path pattern → word or list of words. For each
//! family of words separately the most specific pattern wins.

mod catalogue;
mod check;
mod read;
mod resolve;
mod term;
mod word;

pub use catalogue::{About, CATALOGUE, Entry, Example, Takes};
pub use check::check;
pub use read::{Rule, RuleSet, STEPS, TypeRules, listed};
pub use resolve::{Resolved, Rules, State};
pub use term::{Fault, Term, equalities, has_equality};
pub use word::{Cost, Equality, Flag, Scope, Word};

/// The type that stands for every type.
pub const ANY_TYPE: &str = "*";
