//! The content of JSON strings.

use std::borrow::Cow;

/// Resolves the escapes of a string's inner text, which must have passed the parser.
///
/// The result is WTF-8: UTF-8 in which a lone surrogate keeps its own three bytes, so that two
/// different texts never become one.
pub fn unescape(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = bytes.iter().position(|byte| *byte == b'\\') else {
        return Cow::Borrowed(bytes);
    };
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(&bytes[..first]);
    let mut at = first;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let plain = rest.iter().position(|byte| *byte == b'\\').unwrap_or(rest.len());
        if plain > 0 {
            out.extend_from_slice(&rest[..plain]);
            at += plain;
            continue;
        }
        match bytes[at + 1] {
            b'u' => {
                let (code, after) = code_point(bytes, at);
                push_wtf8(&mut out, code);
                at = after;
            }
            short => {
                out.push(match short {
                    b'b' => 0x08,
                    b'f' => 0x0c,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    itself => itself,
                });
                at += 2;
            }
        }
    }
    Cow::Owned(out)
}

/// The code point of the `\uXXXX` at `at`, two of them where they are a surrogate pair, and the offset after it.
fn code_point(bytes: &[u8], at: usize) -> (u32, usize) {
    let high = unit(bytes, at).unwrap_or(0xfffd);
    if (0xd800..0xdc00).contains(&high)
        && let Some(low @ 0xdc00..0xe000) = unit(bytes, at + 6)
    {
        return (0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), at + 12);
    }
    (high, at + 6)
}

/// The value of the `\uXXXX` at `at`, if one is there.
pub(super) fn unit(bytes: &[u8], at: usize) -> Option<u32> {
    let [b'\\', b'u', digits @ ..] = bytes.get(at..at + 6)? else {
        return None;
    };
    digits.iter().try_fold(0, |value, digit| Some(value << 4 | char::from(*digit).to_digit(16)?))
}

fn push_wtf8(out: &mut Vec<u8>, code: u32) {
    if let Some(character) = char::from_u32(code) {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        out.extend([0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8]);
    }
}

/// WTF-8 as UTF-8: each lone surrogate becomes U+FFFD.
pub(super) fn lossy(mut wtf8: Vec<u8>) -> String {
    for at in 0..wtf8.len().saturating_sub(2) {
        if wtf8[at] == 0xed && wtf8[at + 1] >= 0xa0 {
            wtf8[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
        }
    }
    String::from_utf8(wtf8).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_escapes() {
        let table: [(&str, &[u8]); 8] = [
            ("plain", b"plain"),
            (r#"a\"b\\c\/d"#, b"a\"b\\c/d"),
            (r"\b\f\n\r\t", b"\x08\x0c\n\r\t"),
            (r"\u0041\u00e9", "Aé".as_bytes()),
            (r"\uD83D\uDE00!", "😀!".as_bytes()),
            (r"\ud800", b"\xed\xa0\x80"),
            (r"\ud800\ud800", b"\xed\xa0\x80\xed\xa0\x80"),
            (r"\ud800A", b"\xed\xa0\x80A"),
        ];
        for (inner, expected) in table {
            assert_eq!(&*unescape(inner.as_bytes()), expected, "{inner}");
        }
    }

    #[test]
    fn half_characters_are_replaced() {
        let table = [
            ("é😀", "é😀"),
            (r"a\ud800b\udfff", "a\u{fffd}b\u{fffd}"),
            ("\u{d7ff}\u{e000}", "\u{d7ff}\u{e000}"),
        ];
        for (inner, expected) in table {
            assert_eq!(lossy(unescape(inner.as_bytes()).into_owned()), expected);
        }
    }
}
