//! A list of resources, each with its old and its new side.

use super::at::At;
use super::entry::{Entry, Section, Sides, Values};
use super::reading::Reading;

/// Members that name a resource, the best first.
const NAMES: [&str; 4] = ["address", "urn", "name", "id"];

/// Reads one resource.
pub(super) fn read(reading: &mut Reading, pair: At) {
    if !reading.is_whole(pair, "an element") {
        return;
    }
    let number = reading.entries.len() + 1;
    let named = NAMES.iter().find_map(|name| pair.get(name)?.written());
    let side = |reading: &Reading, name| pair.span_of(name).filter(|span| !reading.is_null(*span));
    let sides = Sides { old: side(reading, "old"), new: side(reading, "new"), ..Sides::default() };
    let entry = Entry {
        values: Values::Pair(sides),
        ..Entry::new(
            Section::Planned,
            named.unwrap_or_else(|| format!("#{number}")),
            pair.text_of("type").unwrap_or_default(),
        )
    };
    reading.entries.push(entry);
}
