//! Which of the found differences are none by the words of the rules.
//!
//! `settle` thinks about what `places` found: it applies the words in force and looks again inside what they match.
//! What a difference costs is decided later.

mod canonical;
mod compare;
mod lists;
mod matching;
mod named;
mod order;
mod reach;
mod scope;
mod settle;
mod settled;

pub use compare::{compare, is_one_double, of_one_side, scalars};
pub use named::Named;
pub use order::Order;
pub use reach::reach;
pub use settle::Trial;
pub use settled::{Judgement, Ruling, Settled, settle};
