//! The content of JSON strings.

use std::borrow::Cow;

/// Resolves the escapes of a string's inner text, which must have passed the parser.
///
/// The result is WTF-8: UTF-8 in which a lone surrogate keeps its own three bytes, so that two
/// different texts never become one.
pub fn unescape(inner: &str) -> Cow<'_, [u8]> {
    let bytes = inner.as_bytes();
    let Some(first) = bytes.iter().position(|byte| *byte == b'\\') else {
        return Cow::Borrowed(bytes);
    };
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(&bytes[..first]);
    let mut at = first;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            out.push(bytes[at]);
            at += 1;
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

/// `text` as a JSON string, quotes included.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                out.push_str("\\u00");
                out.extend(
                    [16, 1].map(|place| char::from_digit(control as u32 / place % 16, 16).unwrap_or('0')),
                );
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
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
            assert_eq!(&*unescape(inner), expected, "{inner}");
        }
    }

    #[test]
    fn quotes_what_it_must() {
        assert_eq!(quoted("a\"b\\\n\u{1}\u{1f}é"), "\"a\\\"b\\\\\\n\\u0001\\u001fé\"");
    }
}
