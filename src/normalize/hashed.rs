//! Texts that are kept as their hash.

use crate::value::Scalar;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

const PREFIX: &str = "sha256:";

/// Hexadecimal digits of a hash.
const DIGITS: usize = 64;

/// Whether one side is the hash of the other, or both have one hash.
pub fn is_same_hash(old: &Scalar, new: &Scalar) -> bool {
    hash_form(old).is_some_and(|old| Some(old) == hash_form(new))
}

/// A text as `sha256:` and the hash of its bytes; one that is such a hash already, as it is.
pub fn hash_form(value: &Scalar) -> Option<String> {
    let Scalar::Text(content) = value else { return None };
    if let Some(text) = value.as_text().filter(|text| is_hash(text)) {
        return Some(text.to_owned());
    }
    let mut form = PREFIX.to_owned();
    for byte in Sha256::digest(content) {
        let _ = write!(form, "{byte:02x}");
    }
    Some(form)
}

fn is_hash(text: &str) -> bool {
    let digits = text.strip_prefix(PREFIX).unwrap_or_default();
    digits.len() == DIGITS && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
