//! The family of types: one scalar, whether written as a number or as a text.

use crate::json::Decimal;
use crate::value::Scalar;
use std::borrow::Cow;

/// A text that is a whole number by JSON's grammar becomes that number. Nothing is truncated, and
/// a text that is anything more than a number stays a text.
pub(super) fn integer(value: Scalar) -> Scalar {
    match value.as_text() {
        Some(text) if Decimal::parse(text).is_some_and(|decimal| decimal.is_integer()) => {
            Scalar::Number(Cow::Owned(text.to_owned()))
        }
        _ => value,
    }
}
