//! Reading JSON: text or bytes become a [`Document`] whose values stay as they were written.
//!
//! Nothing is converted while reading. A document keeps its text and, for every value, the byte
//! span at which it stands; numbers, escapes, duplicate keys and the order of members survive.
//! Bad input is a [`Refused`] with one [`Problem`](crate::problem::Problem), never a panic and never half a document.

mod beside;
mod document;
mod encoding;
mod fault;
mod float;
pub mod keys;
mod number;
mod overlay;
mod parser;
mod position;
mod text;

pub use crate::problem::Span;
pub use beside::common_prefix;
pub use document::{Document, Kind, Member, NodeId};
pub use encoding::Source;
pub use float::Float;
pub use number::Decimal;
pub use overlay::{holds_true, with_unknowns};
pub use parser::{Marks, NO_MARKS, Refused, Skimmed, read, read_beside, read_part, skim};
pub use position::{LineIndex, Position};
pub use text::unescape;

/// Grows or cuts a text on its way in to `length` bytes; what is new is zero. False if there is no memory for it.
pub fn resize(text: &mut Vec<u8>, length: usize) -> bool {
    let more = length.saturating_sub(text.len());
    let is_possible = text.try_reserve_exact(more).is_ok();
    if is_possible {
        text.resize(length, 0);
    }
    is_possible
}

/// What a document may cost at most; more is refused with a problem that names the limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Containers inside one another.
    pub depth: u32,
    /// Bytes of input, before decoding.
    pub bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 10_000, bytes: 512 * 1024 * 1024 }
    }
}
