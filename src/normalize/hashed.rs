//! Texts that are kept as their hash.

use super::embedded::base64_decoded;
use crate::value::Scalar;
use sha1::Sha1;
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

/// Whether a text is the SHA-256 hash of a content, in hexadecimal digits or base64.
pub(super) fn is_sha256_of(text: &str, content: &[u8]) -> bool {
    is_hash_of::<Sha256>(text, content)
}

/// The same of SHA-1.
pub(super) fn is_sha1_of(text: &str, content: &[u8]) -> bool {
    is_hash_of::<Sha1>(text, content)
}

fn is_hash_of<H: Digest>(text: &str, content: &[u8]) -> bool {
    let length = <H as Digest>::output_size();
    let hash = if text.len() == 2 * length { hex_decoded(text) } else { base64_decoded(text) };
    hash.is_some_and(|hash| hash.len() == length && *hash == *H::digest(content))
}

fn hex_decoded(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
    Some(digits?.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | *digit as u8)).collect())
}

#[cfg(test)]
mod tests {
    use super::{is_sha1_of, is_sha256_of};

    #[test]
    fn knows_the_hash_of_a_content() {
        const HEX: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        const BASE64: &str = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
        const SHA1: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";
        let upper = HEX.to_uppercase();
        let url_safe = BASE64.replace('+', "-").replace('/', "_").replace('=', "");
        let table = [
            (HEX, "abc", [true, false]),
            (&upper, "abc", [true, false]),
            (BASE64, "abc", [true, false]),
            (&url_safe, "abc", [true, false]),
            (SHA1, "abc", [false, true]),
            ("qZk+NkcGgWq6PiVxeFDCbJzQ2J0=", "abc", [false, true]),
            ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "", [true, false]),
            (HEX, "abd", [false, false]),
            (HEX, "abc\n", [false, false]),
            (HEX, HEX, [false, false]),
            (&HEX[1..], "abc", [false, false]),
            (&HEX.replace('b', "g"), "abc", [false, false]),
            (&[" ", HEX].concat(), "abc", [false, false]),
            (&["sha256:", HEX].concat(), "abc", [false, false]),
            (&"é".repeat(32), "abc", [false, false]),
            ("", "", [false, false]),
            ("abc", HEX, [false, false]),
        ];
        for (text, content, expected) in table {
            let content = content.as_bytes();
            assert_eq!([is_sha256_of(text, content), is_sha1_of(text, content)], expected, "{text}");
        }
    }
}
