//! From bytes to UTF-8 text: byte order marks, and the UTF-16 that Windows shells write.

use super::Span;
use crate::problem::{Code, Problem};

/// A decoded text. A byte order mark is kept, so that offsets count what was pasted.
#[derive(Debug, Clone, Default)]
pub struct Source {
    text: String,
}

const BOM: &str = "\u{feff}";

impl Source {
    /// Decodes UTF-8 (taken over without a copy) or UTF-16 of either byte order, with or without a byte order mark.
    ///
    /// # Errors
    /// The text up to the first damaged place, and what is wrong there.
    pub(super) fn decode(bytes: Vec<u8>) -> Result<Self, (Self, Problem)> {
        match bytes.as_slice() {
            [0xff, 0xfe, ..] | [1..=0xff, 0, ..] => decode_utf16(&bytes, u16::from_le_bytes),
            [0xfe, 0xff, ..] | [0, 1..=0xff, ..] => decode_utf16(&bytes, u16::from_be_bytes),
            _ => decode_utf8(bytes),
        }
    }

    /// The whole text, byte order mark included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// One stretch of the text; nothing if it does not lie in the text at the borders of characters.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Bytes of the byte order mark at the start: 3 or 0.
    pub(super) fn bom(&self) -> usize {
        if self.text.starts_with(BOM) { BOM.len() } else { 0 }
    }
}

fn decode_utf8(bytes: Vec<u8>) -> Result<Source, (Source, Problem)> {
    String::from_utf8(bytes).map(|text| Source { text }).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let mut bytes = error.into_bytes();
        bytes.truncate(valid);
        refuse(String::from_utf8(bytes).unwrap_or_default(), "this is not UTF-8 text")
    })
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Source, (Source, Problem)> {
    let mut text = String::with_capacity(bytes.len() / 2);
    let (pairs, rest) = bytes.as_chunks::<2>();
    for character in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        match character {
            Ok(character) => text.push(character),
            Err(_) => {
                return Err(refuse(text, "this is half a UTF-16 character (a lone surrogate)"));
            }
        }
    }
    if rest.is_empty() {
        Ok(Source { text })
    } else {
        Err(refuse(text, "the UTF-16 text ends in the middle of a character"))
    }
}

fn refuse(text: String, message: &str) -> (Source, Problem) {
    let end = text.len() as u32;
    let problem = Problem::new(Code::Encoding, message, Span { start: end, end })
        .with_note("Save the file as UTF-8 or UTF-16 and try again.");
    (Source { text }, problem)
}

#[cfg(test)]
mod tests {
    use super::Source;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn reads_every_encoding_that_shells_write() {
        let text = "{\"a\": \"é😀\"}";
        let with_bom = format!("\u{feff}{text}");
        let table = [
            ("UTF-8", text.as_bytes().to_vec(), text),
            ("UTF-8 with mark", with_bom.as_bytes().to_vec(), &with_bom),
            ("UTF-16LE with mark", utf16(&with_bom, u16::to_le_bytes), &with_bom),
            ("UTF-16BE with mark", utf16(&with_bom, u16::to_be_bytes), &with_bom),
            ("UTF-16LE", utf16(text, u16::to_le_bytes), text),
            ("UTF-16BE", utf16(text, u16::to_be_bytes), text),
        ];
        for (name, bytes, expected) in table {
            assert_eq!(Source::decode(bytes).unwrap().text(), expected, "{name}");
        }
    }

    #[test]
    fn names_the_place_of_damage() {
        let table: [(&str, Vec<u8>, u32); 4] = [
            ("UTF-8", b"[\"\xff\"]".to_vec(), 2),
            ("cut UTF-8", b"[\"\xc3".to_vec(), 2),
            ("UTF-16 surrogate", vec![0xff, 0xfe, b'[', 0, 0x00, 0xd8, b']', 0], 4),
            ("UTF-16 cut", vec![0xff, 0xfe, b'[', 0, b']'], 4),
        ];
        for (name, bytes, at) in table {
            let (_, problem) = Source::decode(bytes).unwrap_err();
            assert_eq!(problem.span.unwrap().start, at, "{name}");
        }
    }
}
