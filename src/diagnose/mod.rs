//! Why a place differs, in one sentence, and the weakest rule that settles it.

mod cause;
mod proposal;
mod sentence;
mod shown;

pub use cause::cause;
pub use proposal::{Candidate, Proposed};
pub use sentence::sentence;
pub(crate) use shown::range;
pub use shown::{Masks, shown};
