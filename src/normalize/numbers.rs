//! The family of types: one scalar, whether written as a number, a boolean or a text.

use super::Lifted;
use crate::json::{Decimal, Float};
use crate::value::Scalar;
use std::borrow::Cow;

/// A text that is a whole number by JSON's grammar becomes that number. Nothing is truncated, and
/// a text that is anything more than a number stays a text.
pub(super) fn integer(value: Scalar) -> Scalar {
    numeric(value, Decimal::is_integer)
}

/// A text that is a number by JSON's grammar becomes that number.
pub(super) fn number(value: Scalar) -> Scalar {
    numeric(value, |_| true)
}

fn numeric(value: Scalar, is_wanted: fn(&Decimal) -> bool) -> Scalar {
    match value.as_text() {
        Some(text) if Decimal::parse(text).is_some_and(|decimal| is_wanted(&decimal)) => {
            Scalar::Number(Cow::Owned(text.to_owned()))
        }
        _ => value,
    }
}

/// The texts `true` and `false` become booleans; on request the texts and numbers 1 and 0 too.
pub(super) fn boolean(value: Scalar, with_digits: bool) -> Scalar {
    let digit = match &value {
        Scalar::Number(written) => Some(written.as_ref()),
        other => other.as_text(),
    };
    match (value.as_text(), digit.filter(|_| with_digits)) {
        (Some("true"), _) | (_, Some("1")) => Scalar::Boolean(true),
        (Some("false"), _) | (_, Some("0")) => Scalar::Boolean(false),
        _ => value,
    }
}

/// A number becomes the text of its plain decimal, a boolean its word. A number whose plain decimal would
/// be endless stays.
pub(super) fn string(value: Scalar) -> Scalar {
    let text = match &value {
        Scalar::Boolean(true) => Some("true".to_owned()),
        Scalar::Boolean(false) => Some("false".to_owned()),
        Scalar::Number(written) => Decimal::parse(written).and_then(|decimal| decimal.plain()),
        Scalar::Null | Scalar::Text(_) => None,
    };
    text.map_or(value, |text| Scalar::Text(Cow::Owned(text.into_bytes())))
}

/// A number becomes the exact value of the double that it rounds to; what no double holds stays.
pub(super) fn float64(value: Scalar) -> Scalar {
    let Scalar::Number(written) = &value else { return value };
    match Decimal::parse(written).and_then(|decimal| decimal.rounded(Float::DOUBLE)) {
        Some(double) => Scalar::Number(Cow::Owned(double.normal())),
        None => value,
    }
}

/// Whether two numbers, or texts of numbers, round to one single-precision float.
pub(super) fn is_same_float32(old: &Lifted, new: &Lifted) -> bool {
    let float = |value: &Lifted| match value {
        Lifted::Scalar(scalar) => scalar.numeric()?.rounded(Float::SINGLE),
        _ => None,
    };
    float(old).is_some_and(|old| Some(old) == float(new))
}
