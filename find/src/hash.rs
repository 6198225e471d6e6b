//! Hashes of files and archives whose content is at hand: all that Pulumi's engine compares of them (upstream:
//! `asset/asset.go`, `archive/archive.go`).

use sha2::{Digest, Sha256};

/// The SHA-256 of a content, in hexadecimal digits.
pub fn sha256(content: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = |byte: u8| [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)]));
    Sha256::digest(content).iter().flat_map(|byte| digits(*byte)).collect()
}

/// What a block of an archive holds, in bytes.
const BLOCK: usize = 512;

/// The longest name that a header holds by itself, in bytes.
const LONGEST_NAME: usize = 100;

/// Packs files into an archive of the ustar format, without owner and time, as the engine does to hash them.
#[derive(Debug, Default)]
pub struct Archive {
    packed: Vec<u8>,
    names: Vec<String>,
}

impl Archive {
    /// Adds a file; a name that was added before is passed over. None if the name is longer than 100 bytes or beyond ASCII:
    /// such files are packed in other ways, which are not known here.
    pub fn add(&mut self, name: String, content: &[u8]) -> Option<()> {
        if self.names.contains(&name) {
            return Some(());
        }
        self.packed.extend_from_slice(&header(&name, content.len())?);
        self.packed.extend_from_slice(content);
        self.packed.resize(self.packed.len().next_multiple_of(BLOCK), 0);
        self.names.push(name);
        Some(())
    }

    /// The hash of the whole.
    pub fn sha256(mut self) -> String {
        self.packed.resize(self.packed.len() + 2 * BLOCK, 0);
        sha256(&self.packed)
    }
}

fn header(name: &str, length: usize) -> Option<[u8; BLOCK]> {
    if name.len() > LONGEST_NAME || !name.is_ascii() {
        return None;
    }
    let size = octal(length, 11);
    let fields: [(usize, &[u8]); 11] = [
        (0, name.as_bytes()),
        (100, b"0000600"),
        (108, b"0000000"),
        (116, b"0000000"),
        (124, &size),
        (136, b"00000000000"),
        // The sum is made with blanks in its own place.
        (148, b"        "),
        (156, b"0"),
        (257, b"ustar\x0000"),
        (329, b"0000000"),
        (337, b"0000000"),
    ];
    let mut header = [0; BLOCK];
    for (at, field) in fields {
        header[at..at + field.len()].copy_from_slice(field);
    }
    let sum: usize = header.iter().map(|byte: &u8| usize::from(*byte)).sum();
    header[148..154].copy_from_slice(&octal(sum, 6));
    header[154] = 0;
    Some(header)
}

/// A number in as many octal digits.
fn octal(number: usize, digits: usize) -> Vec<u8> {
    (0..digits).rev().map(|digit| b'0' + (number >> (3 * digit) & 7) as u8).collect()
}
