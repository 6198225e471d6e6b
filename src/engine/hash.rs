//! Hashes of files and archives, which are all that the engine compares of them (upstream: `asset/asset.go`,
//! `archive/archive.go`).

use super::property::{Content, Members, Property, Source};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// The hash of a file whose text is at hand.
pub fn asset_hash(asset: &Content) -> Option<String> {
    match &asset.from {
        Some(Source::Text(text)) => Some(hexadecimal(text.as_bytes())),
        _ => None,
    }
}

/// The hash of an archive whose files are all at hand: of the archive that the engine would pack them into. Names longer than
/// 100 bytes or beyond ASCII would be packed in other ways, and are not known here.
pub fn archive_hash(archive: &Content) -> Option<String> {
    let Some(Source::Assets(assets)) = &archive.from else { return None };
    let mut files = Vec::new();
    collect(assets, "", &mut files)?;
    let mut packed = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for (name, text) in &files {
        // A name that stands twice is packed once.
        if !names.contains(&name.as_str()) {
            names.push(name);
            pack(name, text.as_bytes(), &mut packed)?;
        }
    }
    packed.resize(packed.len() + 2 * BLOCK, 0);
    Some(hexadecimal(&packed))
}

/// What a block of an archive holds, in bytes.
const BLOCK: usize = 512;

/// The longest name that a header holds by itself, in bytes.
const LONGEST_NAME: usize = 100;

/// The files of an archive with their names, those of archives in it under its name.
fn collect(assets: &Members, parent: &str, files: &mut Vec<(String, String)>) -> Option<()> {
    for (name, file) in assets.iter() {
        let name = if parent.is_empty() { name.to_owned() } else { format!("{parent}/{name}") };
        match file {
            Property::Asset(Content { from: Some(Source::Text(text)), .. }) => {
                files.push((name, text.clone()));
            }
            Property::Archive(Content { from: Some(Source::Assets(inner)), .. }) => {
                collect(inner, &name, files)?;
            }
            _ => return None,
        }
    }
    Some(())
}

/// Adds a file with its header, in the ustar format, without owner and time.
fn pack(name: &str, content: &[u8], packed: &mut Vec<u8>) -> Option<()> {
    if name.len() > LONGEST_NAME || !name.is_ascii() {
        return None;
    }
    let mut header = [0; BLOCK];
    let size = format!("{:011o}\0", content.len());
    let fields: [(usize, &[u8]); 11] = [
        (0, name.as_bytes()),
        (100, b"0000600\0"),
        (108, b"0000000\0"),
        (116, b"0000000\0"),
        (124, size.as_bytes()),
        (136, b"00000000000\0"),
        // The sum is made with blanks in its own place.
        (148, b"        "),
        (156, b"0"),
        (257, b"ustar\x0000"),
        (329, b"0000000\0"),
        (337, b"0000000\0"),
    ];
    for (at, field) in fields {
        header[at..at + field.len()].copy_from_slice(field);
    }
    let sum: u32 = header.iter().map(|byte: &u8| u32::from(*byte)).sum();
    let field = format!("{sum:06o}\0 ");
    header[148..156].copy_from_slice(field.as_bytes());
    packed.extend_from_slice(&header);
    packed.extend_from_slice(content);
    packed.resize(packed.len().next_multiple_of(BLOCK), 0);
    Some(())
}

fn hexadecimal(content: &[u8]) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(content) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}
