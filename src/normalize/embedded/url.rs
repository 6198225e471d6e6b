//! Percent-encoding (RFC 3986, section 2).

/// The bytes that a text stands for. All that is no escape stands for itself, a plus sign too; a percent sign
/// without two hexadecimal digits is an error.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.as_bytes().split_at_checked(2)?;
        let [high, low] = [digits[0], digits[1]].map(|digit| char::from(digit).to_digit(16));
        bytes.push((high? << 4 | low?) as u8);
        bytes.extend_from_slice(rest);
    }
    Some(bytes)
}

/// Bytes with an escape for each that is not unreserved.
pub(super) fn encoded(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            text.push(char::from(*byte));
        } else {
            text.push('%');
            text.extend([byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)])));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{decoded, encoded};

    #[test]
    fn gives_one_spelling_or_none() {
        let table = [
            ("", Some("")),
            ("a-b._~", Some("a-b._~")),
            ("%61", Some("a")),
            ("%7b%7D", Some("%7B%7D")),
            ("{}", Some("%7B%7D")),
            ("a b", Some("a%20b")),
            ("a+b", Some("a%2Bb")),
            ("é", Some("%C3%A9")),
            ("%C3%A9", Some("%C3%A9")),
            ("%ff", Some("%FF")),
            ("%2541", Some("%2541")),
            ("100%", None),
            ("%", None),
            ("%4", None),
            ("%4é", None),
            ("%é", None),
            ("%+1", None),
            ("%g0", None),
            ("%%41", None),
            ("%u0041", None),
        ];
        for (text, expected) in table {
            let spelled = decoded(text).map(|bytes| encoded(&bytes));
            assert_eq!(spelled.as_deref(), expected, "{text}");
        }
    }
}
