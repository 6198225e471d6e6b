//! Unicode's composed form, NFC: one spelling of texts that are canonically equivalent.
//!
//! Every character is taken apart, marks are put in the order of their classes, and what composes is put
//! together again. Ready-made tables for this would cost the module 62 KB, half of what it may have; these
//! cost 7 KB, as each character and its parts stand in them once, for both ways.
//!
//! The tables have Unicode 18.0. A new version of the development dependency `unicode-normalization` brings
//! a new one: the tests then fail until the tables are written again, by
//! `cargo test --lib composition -- --ignored`.

mod tables;

use tables::{CLASSES, LEADS, MARKS, RUNS, STEPS, TRAILS};

/// The first byte of U+0300, the first character that may be out of place or compose with one before it. In
/// UTF-8 no character before it has this byte or a higher one.
const FIRST_MARK: u8 = 0xcc;

/// Instead of a trail: one character in place of one in plane 2, where the rarest ideographs are.
const PLANE_2: u8 = 0xfe;
/// Instead of a trail: one character in place of one in plane 0.
const PLANE_0: u8 = 0xff;

/// A text in its composed form.
pub(super) fn composed(text: &str) -> String {
    if text.bytes().all(|byte| byte < FIRST_MARK) {
        return text.to_owned();
    }
    let mut composer = Composer { text: String::with_capacity(text.len()), ..Composer::default() };
    for character in text.chars() {
        composer.take_apart(character);
    }
    composer.write();
    composer.text
}

/// A text on its way into the composed form.
#[derive(Default)]
struct Composer {
    /// What no character that follows can change.
    text: String,
    /// The last character of class 0, which those after it may compose with.
    starter: Option<char>,
    /// The marks after it and their classes.
    marks: Vec<(u8, char)>,
    /// Those that turned out not to compose with it.
    kept: String,
}

impl Composer {
    /// Appends the parts of a character that have none themselves.
    fn take_apart(&mut self, character: char) {
        if let Some(parts) = syllable::parts(character) {
            for part in parts.into_iter().flatten() {
                self.append(part);
            }
        } else if let Some((lead, trail)) = parts(character) {
            // A lead may have parts, and theirs may, three deep at most; a trail has none.
            self.take_apart(lead);
            if let Some(trail) = trail {
                self.append(trail);
            }
        } else {
            self.append(character);
        }
    }

    fn append(&mut self, character: char) {
        match class(character) {
            0 => self.start(character),
            class => self.marks.push((class, character)),
        }
    }

    /// Goes on with a character of class 0.
    fn start(&mut self, character: char) {
        self.compose_marks();
        let neighbour = self.starter.filter(|_| self.kept.is_empty());
        if let Some(whole) = neighbour.and_then(|starter| whole(starter, character)) {
            self.starter = Some(whole);
        } else {
            self.write();
            self.starter = Some(character);
        }
    }

    fn write(&mut self) {
        self.compose_marks();
        self.text.extend(self.starter.take());
        self.text.push_str(&self.kept);
        self.kept.clear();
    }

    /// Composes the marks with the starter, in the order of their classes. Those of one class keep theirs, and
    /// the first of them that does not compose is in the way of the others.
    ///
    /// There are few classes, so a walk for each takes linear time, however many marks a text piles up.
    fn compose_marks(&mut self) {
        let mut class = 0;
        while let Some(next) = self.marks.iter().map(|(next, _)| *next).filter(|next| *next > class).min() {
            class = next;
            let mut starter = self.starter;
            for (_, mark) in self.marks.iter().filter(|(class, _)| *class == next) {
                starter = starter.and_then(|starter| whole(starter, *mark));
                match starter {
                    Some(_) => self.starter = starter,
                    None => self.kept.push(*mark),
                }
            }
        }
        self.marks.clear();
    }
}

/// The canonical combining class of a character.
fn class(character: char) -> u8 {
    let (plane, code) = plane_and_code(character);
    let ranges = CLASSES.get(plane as usize).copied().unwrap_or_default();
    let after = ranges.partition_point(|(first, ..)| *first <= code);
    match after.checked_sub(1).and_then(|at| ranges.get(at)) {
        Some((first, more, class)) if code - first <= u16::from(*more) => *class,
        _ => 0,
    }
}

/// What a character is canonically equivalent to: one other, or a lead and a trail.
fn parts(character: char) -> Option<(char, Option<char>)> {
    let at = place(character)?;
    let (lead, trail) = (*LEADS.get(at)?, *TRAILS.get(at)?);
    let plane = match trail {
        PLANE_0 => 0,
        PLANE_2 => 2,
        _ => plane_and_code(character).0,
    };
    let lead = char::from_u32(plane << 16 | u32::from(lead))?;
    Some((lead, MARKS.get(usize::from(trail)).map(|(mark, _)| *mark)))
}

/// The one character that a lead and a trail compose to.
fn whole(lead: char, trail: char) -> Option<char> {
    if let Some(syllable) = syllable::whole(lead, trail) {
        return Some(syllable);
    }
    let (plane, code) = plane_and_code(lead);
    let places = steps(trail).iter().scan(0, |place, step| {
        *place += usize::from(*step);
        Some(*place)
    });
    places
        .filter(|place| LEADS.get(*place) == Some(&code))
        .filter_map(at_place)
        .find(|whole| plane_and_code(*whole).0 == plane)
}

/// The steps through the tables of leads and trails, from their start, to what has a trail and is put together
/// again. A few wholes are not: they are in no step.
fn steps(trail: char) -> &'static [u16] {
    let Ok(at) = MARKS.binary_search_by_key(&trail, |(mark, _)| *mark) else { return &[] };
    let start = |at| MARKS.get(at).map_or(STEPS.len(), |(_, start)| usize::from(*start));
    STEPS.get(start(at)..start(at + 1)).unwrap_or_default()
}

/// Where in the tables of leads and trails a character stands, if it has parts.
fn place(character: char) -> Option<usize> {
    let code = u32::from(character);
    let after = RUNS.partition_point(|(first, _)| *first <= code);
    let (first, at) = RUNS.get(after.checked_sub(1)?)?;
    let end = RUNS.get(after).map_or(LEADS.len(), |(_, next)| usize::from(*next));
    Some(usize::from(*at) + (code - first) as usize).filter(|place| *place < end)
}

/// The character at a place of these tables.
fn at_place(place: usize) -> Option<char> {
    let after = RUNS.partition_point(|(_, at)| usize::from(*at) <= place);
    let (first, at) = RUNS.get(after.checked_sub(1)?)?;
    char::from_u32(first + (place - usize::from(*at)) as u32)
}

fn plane_and_code(character: char) -> (u32, u16) {
    (u32::from(character) >> 16, u32::from(character) as u16)
}

/// The syllables of Hangul, whose parts follow from their numbers.
mod syllable {
    const SYLLABLES: u32 = 0xac00;
    const LEADS: u32 = 0x1100;
    const VOWELS: u32 = 0x1161;
    /// One before the first trail: a syllable may have none.
    const TRAILS: u32 = 0x11a7;
    const LEAD_COUNT: u32 = 19;
    const VOWEL_COUNT: u32 = 21;
    const TRAIL_COUNT: u32 = 28;

    /// The lead, the vowel and the trail.
    pub(super) fn parts(character: char) -> Option<[Option<char>; 3]> {
        let number = index(character, SYLLABLES, LEAD_COUNT * VOWEL_COUNT * TRAIL_COUNT)?;
        let (both, trail) = (number / TRAIL_COUNT, number % TRAIL_COUNT);
        Some([
            char::from_u32(LEADS + both / VOWEL_COUNT),
            char::from_u32(VOWELS + both % VOWEL_COUNT),
            char::from_u32(TRAILS + trail).filter(|_| trail > 0),
        ])
    }

    /// The syllable of a lead and a vowel, or of a syllable without a trail and a trail.
    pub(super) fn whole(first: char, second: char) -> Option<char> {
        let number = if let Some(vowel) = index(second, VOWELS, VOWEL_COUNT) {
            (index(first, LEADS, LEAD_COUNT)? * VOWEL_COUNT + vowel) * TRAIL_COUNT
        } else {
            let trail = index(second, TRAILS, TRAIL_COUNT).filter(|trail| *trail > 0)?;
            let open = index(first, SYLLABLES, LEAD_COUNT * VOWEL_COUNT * TRAIL_COUNT)?;
            Some(open + trail).filter(|_| open % TRAIL_COUNT == 0)?
        };
        char::from_u32(SYLLABLES + number)
    }

    /// The number of a character among so many from a first one on.
    fn index(character: char, first: u32, count: u32) -> Option<u32> {
        u32::from(character).checked_sub(first).filter(|index| *index < count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::fmt::Write;
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};

    fn characters() -> impl Iterator<Item = char> {
        '\0'..=char::MAX
    }

    fn assert_composed(text: &str) {
        let expected: String = text.nfc().collect();
        assert_eq!(composed(text), expected, "{}", text.escape_unicode());
    }

    fn marks() -> Vec<char> {
        MARKS.iter().map(|(mark, _)| *mark).collect()
    }

    /// Every character of a class other than 0, every one that may come second in another one, and every jamo.
    fn movable() -> Vec<char> {
        characters()
            .filter(|character| {
                canonical_combining_class(*character) > 0
                    || marks().contains(character)
                    || ('\u{1100}'..='\u{11ff}').contains(character)
            })
            .collect()
    }

    /// Every character with parts but most syllables, and every one of which one is a part.
    fn composing() -> Vec<char> {
        let wholes = characters()
            .filter(|whole| parts_of_all(*whole) != [*whole])
            .filter(|whole| !('\u{ac40}'..='\u{d760}').contains(whole));
        wholes
            .flat_map(|whole| parts_of_all(whole).into_iter().chain([whole]))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    /// The parts of a character that have none themselves.
    fn parts_of_all(character: char) -> Vec<char> {
        let mut parts = Vec::new();
        decompose_canonical(character, |part| parts.push(part));
        parts
    }

    #[test]
    fn classes_and_single_characters_are_those_of_the_oracle() {
        for character in characters() {
            assert_eq!(class(character), canonical_combining_class(character), "{character:?}");
            assert_composed(character.encode_utf8(&mut [0; 4]));
        }
    }

    #[test]
    fn every_character_composes_with_some_marks_as_the_oracle_says() {
        // Nothing from plane 3 on has parts or is one.
        for character in '\0'..='\u{2ffff}' {
            for mark in ['\u{301}', '\u{323}', '\u{345}', '\u{3099}', '\u{11a8}'] {
                assert_composed(&String::from_iter([character, mark]));
            }
        }
    }

    #[test]
    fn every_pair_that_may_compose_does_as_the_oracle_says() {
        let seconds: Vec<char> =
            marks().into_iter().chain('\u{1160}'..='\u{1178}').chain('\u{11a6}'..='\u{11c4}').collect();
        for lead in composing() {
            for second in &seconds {
                assert_eq!(whole(lead, *second), compose(lead, *second), "{lead:?} {second:?}");
            }
        }
    }

    #[test]
    fn marks_without_end_take_linear_time() {
        assert_composed(&format!("a{}", "\u{301}\u{323}\u{315}".repeat(100_000)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn any_text_is_composed_as_by_the_oracle(
            text in prop::collection::vec(
                prop_oneof![
                    2 => prop::sample::select(vec!['a', 'A', 'e', 'o', 'ω', 'ι', 'わ', 'x', 'ー']),
                    4 => prop::sample::select(movable()),
                    3 => prop::sample::select(composing()),
                    2 => prop::sample::select(marks()),
                    1 => prop::char::range('\u{1100}', '\u{11ff}'),
                    1 => prop::char::range('\u{ac00}', '\u{d7a3}'),
                    1 => any::<char>(),
                ],
                0..12,
            ),
        ) {
            let text: String = text.into_iter().collect();
            assert_composed(&text);
            prop_assert_eq!(composed(&composed(&text)), composed(&text));
        }
    }

    #[test]
    #[ignore = "writes the tables"]
    fn write_the_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/normalize/composition/tables.rs");
        std::fs::write(path, tables_of_the_oracle()).unwrap();
    }

    fn tables_of_the_oracle() -> String {
        let entries = entries();
        let marks: BTreeSet<char> = entries.values().filter_map(|entry| entry.trail).collect();
        let runs = entries.keys().enumerate().filter(|(at, character)| {
            *at == 0
                || entries
                    .keys()
                    .nth(at - 1)
                    .is_none_or(|before| u32::from(*before) + 1 != u32::from(**character))
        });
        let trails = entries.values().map(|entry| match entry.trail {
            None if u32::from(entry.lead) > 0xffff => PLANE_2,
            None => PLANE_0,
            Some(trail) => marks.iter().position(|mark| *mark == trail).unwrap() as u8,
        });
        let (mut steps, mut starts) = (Vec::new(), Vec::new());
        for mark in &marks {
            starts.push((*mark, steps.len()));
            let wholes = entries.values().enumerate();
            let places = wholes.filter(|(_, entry)| entry.trail == Some(*mark) && !entry.is_excluded);
            let mut last = 0;
            for (place, _) in places {
                steps.push(place - std::mem::replace(&mut last, place));
            }
        }
        let classes = [0, 1].map(|plane| format!("&[\n{}    ]", rows(8, classes(plane))));
        let mut file = "//! Written by the test of the module above: see there.\n".to_owned();
        for (docs, name, kind, items) in [
            (
                "By plane: the first character of a range, how many follow, and the canonical combining class of all.",
                "CLASSES",
                "&[&[(u16, u8, u8)]]",
                format!("    {}\n", classes.map(|plane| format!("{plane},")).join("\n    ")),
            ),
            (
                "The first of some adjacent characters with parts, and its place in the tables of leads and trails.",
                "RUNS",
                "&[(u32, u16)]",
                rows(4, runs.map(|(at, first)| format!("(0x{:04x}, {at})", u32::from(*first)))),
            ),
            (
                "The first part of each, in the plane of the whole unless its trail says another one.",
                "LEADS",
                "&[u16]",
                rows(4, entries.values().map(|entry| format!("0x{:04x}", u32::from(entry.lead) as u16))),
            ),
            (
                "Where in the table of marks the second part of each stands, or that there is none: see `PLANE_0`.",
                "TRAILS",
                "&[u8]",
                rows(4, trails.map(|trail| trail.to_string())),
            ),
            (
                "All second parts, and where in the table of steps those to what composes with each start.",
                "MARKS",
                "&[(char, u16)]",
                rows(4, starts.iter().map(|(mark, start)| format!("('{}', {start})", mark.escape_unicode()))),
            ),
            (
                "From the start or the last one to the next place in the tables of leads and trails.",
                "STEPS",
                "&[u16]",
                rows(4, steps.iter().map(usize::to_string)),
            ),
        ] {
            write!(file, "\n/// {docs}\n#[rustfmt::skip]\npub(super) const {name}: {kind} = &[\n{items}];\n")
                .unwrap();
        }
        file
    }

    struct Entry {
        lead: char,
        trail: Option<char>,
        is_excluded: bool,
    }

    /// What each character is equivalent to, but for syllables.
    fn entries() -> BTreeMap<char, Entry> {
        let all: BTreeMap<char, Vec<char>> = characters()
            .filter(|whole| !('\u{ac00}'..='\u{d7a3}').contains(whole))
            .map(|whole| (whole, parts_of_all(whole)))
            .filter(|(whole, parts)| *parts != [*whole])
            .collect();
        let entry = |(whole, parts): (&char, &Vec<char>)| {
            let entry = match parts.as_slice() {
                [lead] => Entry { lead: *lead, trail: None, is_excluded: true },
                [rest @ .., trail] => {
                    let lead = match rest {
                        [lead] => *lead,
                        rest => *all.iter().find(|(_, parts)| *parts == rest).unwrap().0,
                    };
                    Entry { lead, trail: Some(*trail), is_excluded: compose(lead, *trail) != Some(*whole) }
                }
                [] => unreachable!("every character has a part"),
            };
            (*whole, entry)
        };
        all.iter().map(entry).collect()
    }

    /// The ranges of characters of one class in a plane.
    fn classes(plane: u32) -> impl Iterator<Item = String> {
        let classes = |code| char::from_u32(plane << 16 | code).map_or(0, canonical_combining_class);
        let mut ranges: Vec<(u32, u32, u8)> = Vec::new();
        for code in (0..=0xffff).filter(|code| classes(*code) > 0) {
            match ranges.last_mut() {
                Some((first, more, class)) if *first + *more + 1 == code && *class == classes(code) => {
                    *more += 1;
                }
                _ => ranges.push((code, 0, classes(code))),
            }
        }
        ranges.into_iter().map(|(first, more, class)| format!("(0x{first:04x}, {more}, {class})"))
    }

    /// Items in rows of the width of this project.
    fn rows(indent: usize, items: impl Iterator<Item = String>) -> String {
        let (mut rows, mut row) = (String::new(), String::new());
        for item in items.map(|item| item + ",").chain([String::new()]) {
            if item.is_empty() || indent + row.len() + item.len() > 110 {
                writeln!(rows, "{:indent$}{}", "", row.trim_end()).unwrap();
                row.clear();
            }
            row += &item;
            row.push(' ');
        }
        rows
    }
}
