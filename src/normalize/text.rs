//! The family of text.

use super::folding::folded;
use crate::value::Scalar;
use std::borrow::Cow;

/// A text with simple case folding, as Go's `strings.EqualFold` compares.
pub(super) fn case_insensitive(value: Scalar) -> Scalar {
    match value.as_text() {
        Some(text) => Scalar::Text(Cow::Owned(text.chars().map(folded).collect::<String>().into_bytes())),
        None => value,
    }
}
