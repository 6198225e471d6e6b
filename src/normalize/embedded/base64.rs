//! Base64 (RFC 4648), read strictly: one alphabet, padding right or left out, no unused bit set.

/// The bytes that a text stands for. Line breaks are passed over.
pub fn decoded(text: &str) -> Option<Vec<u8>> {
    let symbols: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    let data = symbols.strip_suffix(b"==").or_else(|| symbols.strip_suffix(b"=")).unwrap_or(&symbols);
    let is_padded = data.len() < symbols.len();
    let has = |either: [u8; 2]| data.iter().any(|symbol| either.contains(symbol));
    // Line breaks alone stand for nothing, not even for no bytes.
    let is_nothing = data.is_empty() && !text.is_empty();
    if is_nothing || is_padded && !symbols.len().is_multiple_of(4) || has(*b"+/") && has(*b"-_") {
        return None;
    }
    let mut bytes = Vec::with_capacity(data.len() / 4 * 3 + 2);
    for group in data.chunks(4) {
        let mut bits = 0;
        for at in 0..4 {
            bits = bits << 6 | group.get(at).map_or(Some(0), |symbol| sextet(*symbol))?;
        }
        let [_, decoded @ ..] = bits.to_be_bytes();
        let (whole, unused) = decoded.split_at(group.len() - 1);
        if whole.is_empty() || unused.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(whole);
    }
    Some(bytes)
}

/// The six bits that a symbol stands for, in either alphabet.
fn sextet(symbol: u8) -> Option<u32> {
    let value = match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

/// Bytes in the standard alphabet, padded, on one line.
pub fn encoded(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| group.get(at).map_or(0, |byte| usize::from(*byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let symbol = char::from(ALPHABET[bits >> (18 - 6 * at) & 63]);
            text.push(if at > group.len() { '=' } else { symbol });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{decoded, encoded};

    #[test]
    fn reads_bytes_and_writes_them_in_one_way() {
        let table: [(&str, Option<&[u8]>); 24] = [
            ("", Some(b"")),
            ("QQ==", Some(b"A")),
            ("QQ", Some(b"A")),
            ("QUI=", Some(b"AB")),
            ("QUI", Some(b"AB")),
            ("QUJD", Some(b"ABC")),
            ("QU\r\nJD\n", Some(b"ABC")),
            ("QUI\n=\n", Some(b"AB")),
            ("+/+/", Some(&[0xfb, 0xff, 0xbf])),
            ("-_-_", Some(&[0xfb, 0xff, 0xbf])),
            ("+_+_", None),
            ("\n", None),
            ("=", None),
            ("==", None),
            ("Q", None),
            ("Q===", None),
            ("QQ=", None),
            ("QUJD=", None),
            ("QUJD====", None),
            ("QR==", None),
            ("QUJ=", None),
            ("QU JD", None),
            ("QUJD!", None),
            ("QQ==QQ==", None),
        ];
        for (text, expected) in table {
            assert_eq!(decoded(text).as_deref(), expected, "{text}");
        }
        for bytes in [&b""[..], b"A", b"AB", b"ABC", b"ABCD", &[0xfb, 0xff, 0xbf, 0]] {
            let text = encoded(bytes);
            assert_eq!((text.len() % 4, decoded(&text).as_deref()), (0, Some(bytes)));
        }
    }
}
