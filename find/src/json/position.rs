//! From byte offsets to the positions that people and JavaScript count: lines, columns, UTF-16 code units.

use super::Source;

/// A place in the pasted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// UTF-16 code units before it, a byte order mark included, so that `text.slice(offset)` works.
    pub offset: u32,
    /// Line, from 1. Lines end with CR, LF or CRLF.
    pub line: u32,
    /// UTF-16 code units since the start of the line, from 1; a byte order mark does not count.
    pub column: u32,
}

/// Bytes between two checkpoints, or up to three more or less: a lookup reads hardly more than this.
const STRIDE: usize = 64;

/// Checkpoints over a text, so that a lookup does not read from the start.
pub struct LineIndex<'s> {
    text: &'s str,
    checkpoints: &'s [Cursor],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    byte: usize,
    units: u32,
    line: u32,
    /// UTF-16 offset at which the current line's first column stands.
    line_start: u32,
}

impl<'s> LineIndex<'s> {
    /// Reads the whole text once, the first time.
    pub fn new(source: &'s Source) -> Self {
        LineIndex { text: source.text(), checkpoints: source.checkpoints(Self::count) }
    }

    fn count(source: &Source) -> Vec<Cursor> {
        let text = source.text();
        let mut cursor = Cursor { byte: 0, units: 0, line: 1, line_start: u32::from(source.bom() > 0) };
        let mut checkpoints = vec![cursor];
        for next in (STRIDE..=text.len()).step_by(STRIDE) {
            cursor = advance(text, cursor, text.floor_char_boundary(next));
            checkpoints.push(cursor);
        }
        checkpoints
    }

    /// The position of a byte offset; one beyond the end is the end.
    pub fn position(&self, byte: u32) -> Position {
        let byte = self.text.floor_char_boundary(byte as usize);
        let at = advance(self.text, self.checkpoints[byte / STRIDE], byte);
        Position {
            offset: at.units,
            line: at.line,
            column: (at.units + 1).saturating_sub(at.line_start).max(1),
        }
    }
}

fn advance(text: &str, from: Cursor, to: usize) -> Cursor {
    let bytes = text.as_bytes();
    let mut at = Cursor { byte: to, ..from };
    if is_one_line_of_ascii(&bytes[from.byte..to]) {
        at.units += (to - from.byte) as u32;
        return at;
    }
    for (byte, next) in (from.byte..to).map(|byte| (bytes[byte], bytes.get(byte + 1))) {
        let continues = (0x80..0xc0).contains(&byte);
        let is_pair = byte >= 0xf0;
        at.units += u32::from(!continues) + u32::from(is_pair);
        if byte == b'\n' || (byte == b'\r' && next != Some(&b'\n')) {
            at.line += 1;
            at.line_start = at.units;
        }
    }
    at
}

/// Most stretches are: then bytes are units. A tab counts as a line end: it is rare, and the slow way knows better.
///
/// Eight bytes at a time, for WebAssembly has no vectors here: a byte is neither beyond ASCII nor below 0x10, as line
/// ends are, if its highest bit is clear and adding 0x70 to the next three sets it.
fn is_one_line_of_ascii(bytes: &[u8]) -> bool {
    const NEXT: u64 = u64::from_ne_bytes([0x70; 8]);
    const HIGHEST: u64 = u64::from_ne_bytes([0x80; 8]);
    let (words, rest) = bytes.as_chunks::<8>();
    let all = words
        .iter()
        .map(|word| u64::from_ne_bytes(*word))
        .fold(HIGHEST, |all, word| all & ((word & NEXT) + NEXT) & !word);
    all == HIGHEST && rest.iter().all(|byte| (0x10..0x80).contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str, byte: usize) -> (u32, u32, u32) {
        let source = Source::decode(text.as_bytes().to_vec()).unwrap();
        let at = LineIndex::new(&source).position(byte as u32);
        (at.offset, at.line, at.column)
    }

    #[test]
    fn counts_lines_columns_and_utf16() {
        let table = [
            ("start", "ab", 0, (0, 1, 1)),
            ("end", "ab", 2, (2, 1, 3)),
            ("beyond the end", "ab", 9, (2, 1, 3)),
            ("after LF", "a\nb", 2, (2, 2, 1)),
            ("after CRLF", "a\r\nb", 3, (3, 2, 1)),
            ("between CR and LF", "a\r\nb", 2, (2, 1, 3)),
            ("after CR", "a\rb", 2, (2, 2, 1)),
            ("two bytes are one unit", "é1", 2, (1, 1, 2)),
            ("four bytes are two units", "😀1", 4, (2, 1, 3)),
            ("after a byte order mark", "\u{feff}1", 3, (1, 1, 1)),
            ("second line after a mark", "\u{feff}\n1", 4, (2, 2, 1)),
        ];
        for (name, text, byte, expected) in table {
            assert_eq!(position(text, byte), expected, "{name}");
        }
    }

    #[test]
    fn agrees_with_a_plain_count_across_checkpoints() {
        let text = "é😀a\r\nb\r".repeat(700);
        let source = Source::decode(text.clone().into_bytes()).unwrap();
        let index = LineIndex::new(&source);
        for byte in (0..text.len()).filter(|byte| text.is_char_boundary(*byte)) {
            let before = &text[..byte];
            assert_eq!(index.position(byte as u32).offset as usize, before.encode_utf16().count());
            let ended = before.ends_with('\r') && text[byte..].starts_with('\n');
            let lines =
                before.replace("\r\n", "\n").replace('\r', "\n").matches('\n').count() - usize::from(ended);
            assert_eq!(index.position(byte as u32).line as usize, lines + 1);
        }
    }
}
