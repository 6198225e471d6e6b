//! JSON.

use super::document;
use crate::normalize::Lifted;
use crate::problem::Code;
use crate::value::Scalar;

/// A text that is a JSON list or object becomes it.
///
/// # Errors
/// As [`document`].
pub(in crate::normalize) fn json(value: Scalar) -> Result<Lifted, Code> {
    let Scalar::Text(content) = &value else { return Ok(Lifted::Scalar(value)) };
    Ok(document(content.to_vec())?.unwrap_or(Lifted::Scalar(value)))
}
