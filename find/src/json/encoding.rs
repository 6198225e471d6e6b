//! From bytes to UTF-8 text: byte order marks, and the UTF-16 that Windows shells write.

use super::Span;
use super::position::Cursor;
use crate::problem::{Code, Problem};
use std::cell::OnceCell;
use std::rc::Rc;

/// A decoded text, shared by all documents that are read from it. A byte order mark is kept, so that offsets count what was
/// pasted.
#[derive(Debug, Clone, Default)]
pub struct Source(Rc<Text>);

#[derive(Debug, Default)]
struct Text {
    /// What was pasted, and behind it what was not.
    whole: String,
    /// The bytes of what was pasted.
    length: usize,
    /// Where positions are counted from.
    checkpoints: OnceCell<Vec<Cursor>>,
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

    /// A text that is decoded, with another one behind it that was not pasted: values may stand there, and have no position.
    pub fn with_tail(mut text: String, tail: &str) -> (Self, Span) {
        let length = text.len();
        // A long text does not grow to twice its length for a few bytes.
        text.reserve_exact(tail.len());
        text.push_str(tail);
        let span = Span { start: length as u32, end: text.len() as u32 };
        (Source(Rc::new(Text { whole: text, length, checkpoints: OnceCell::new() })), span)
    }

    /// The whole text, byte order mark included.
    pub fn text(&self) -> &str {
        self.0.whole.get(..self.0.length).unwrap_or_default()
    }

    /// The whole text and what stands behind it.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        self.0.whole.as_bytes()
    }

    /// Whether a stretch is of what was pasted.
    pub fn has(&self, span: Span) -> bool {
        span.end as usize <= self.0.length
    }

    pub(super) fn checkpoints(&self, count: impl FnOnce(&Self) -> Vec<Cursor>) -> &[Cursor] {
        self.0.checkpoints.get_or_init(|| count(self))
    }

    /// Decodes bytes as a document is decoded.
    ///
    /// # Errors
    /// The text up to the first damaged place, and what is wrong there.
    pub fn read(bytes: Vec<u8>) -> Result<String, (Source, Problem)> {
        Source::decode(bytes).map(|source| {
            Rc::try_unwrap(source.0).map_or_else(|shared| shared.whole.clone(), |text| text.whole)
        })
    }

    /// One stretch of the text; nothing if it does not lie in the text at the borders of characters.
    pub fn slice(&self, span: Span) -> &str {
        self.0.whole.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Bytes of the byte order mark at the start: 3 or 0.
    pub(super) fn bom(&self) -> usize {
        if self.0.whole.starts_with(BOM) { BOM.len() } else { 0 }
    }
}

impl From<String> for Source {
    fn from(text: String) -> Source {
        Source(Rc::new(Text { length: text.len(), whole: text, checkpoints: OnceCell::new() }))
    }
}

fn decode_utf8(bytes: Vec<u8>) -> Result<Source, (Source, Problem)> {
    String::from_utf8(bytes).map(Source::from).map_err(|error| {
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
        Ok(text.into())
    } else {
        Err(refuse(text, "the UTF-16 text ends in the middle of a character"))
    }
}

fn refuse(text: String, message: &str) -> (Source, Problem) {
    let end = text.len() as u32;
    let problem = Problem::new(Code::Encoding, message, Span { start: end, end })
        .with_note("Save the file as UTF-8 or UTF-16 and try again.");
    (text.into(), problem)
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
