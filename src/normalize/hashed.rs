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
        || is_of_json(old, new)
        || is_of_json(new, old)
}

/// Whether one is the hash of the other as a JSON text: earlier states were written so.
fn is_of_json(hash: &Scalar, content: &Scalar) -> bool {
    let (Some(hash), Some(content)) = (hash.as_text(), content.as_text()) else { return false };
    is_hash(hash) && !is_hash(content) && hash == written(go_json(content).as_bytes())
}

/// A text as Go's `encoding/json` writes it.
fn go_json(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                let _ = write!(json, "\\u{:04x}", character as u32);
            }
            _ => json.push(character),
        }
    }
    json.push('"');
    json
}

/// A text as `sha256:` and the hash of its bytes; one that is such a hash already, as it is.
pub fn hash_form(value: &Scalar) -> Option<String> {
    let Scalar::Text(content) = value else { return None };
    if let Some(text) = value.as_text().filter(|text| is_hash(text)) {
        return Some(text.to_owned());
    }
    Some(written(content))
}

fn written(content: &[u8]) -> String {
    let mut form = PREFIX.to_owned();
    for byte in Sha256::digest(content) {
        let _ = write!(form, "{byte:02x}");
    }
    form
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
    use super::{go_json, is_same_hash, is_sha1_of, is_sha256_of};
    use crate::value::Scalar;

    #[test]
    fn texts_as_go_writes_them() {
        let table = [
            ("abc", "\"abc\""),
            ("<a>&\"\\", r#""\u003ca\u003e\u0026\"\\""#),
            ("\n\u{1}\u{2028}é", "\"\\n\\u0001\\u2028é\""),
        ];
        for (text, expected) in table {
            assert_eq!(go_json(text), expected);
        }
        let of = |text: &str| Scalar::Text(text.as_bytes().to_vec().into());
        let json = of(&super::written(br#""{\"a\":1}""#));
        for (hash, content, expected) in [(&json, "{\"a\":1}", true), (&json, "{\"a\": 1}", false)] {
            assert_eq!(is_same_hash(hash, &of(content)), expected, "{content}");
            assert_eq!(is_same_hash(&of(content), hash), expected, "{content}");
        }
    }

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
