//! Why a place differs, in one sentence, and the weakest rule that settles it.

mod asked;
mod below;
mod candidates;
mod cause;
mod explain;
mod explanation;
mod groups;
mod layout;
mod left;
mod marks;
mod proposed;
mod secret_texts;
mod sentence;
mod shown;
mod text;
mod tried;

pub use cause::cause;
pub use explain::Explainer;
pub use explanation::{Explanation, Group, Inside, Left, Line, Parts, Suggestion, Told};
pub use secret_texts::SecretTexts;
pub use sentence::{
    Called, Consequence, Sentence, described, of_group, price as group_price, sentence, within,
};
pub(crate) use shown::range;
pub use shown::{Masks, holds_secret, value, values};

use crate::contract::{ShownType, TextPart};
use crate::value::{self, Scalar};
use crate::verdict::Case;

/// What became of a text, where both sides are one. The caller asks only where it may be shown.
pub fn text(case: &Case) -> Option<Vec<TextPart>> {
    let [old, new] =
        [(case.documents.old, case.old), (case.documents.new, case.new)].map(|(document, node)| {
            let node = node.filter(|node| value::type_of(document, *node) == ShownType::String)?;
            Scalar::text_at(document, node)
        });
    Some(text::difference(&old?, &new?))
}
