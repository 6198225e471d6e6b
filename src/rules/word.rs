//! The words of the rule language: closed enums, and one table row each.

use crate::contract::{EqualityKind, Family};

/// One word of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// What a surviving difference costs.
    Cost(Cost),
    /// What is compared at all.
    Scope(Scope),
    /// A mark of the property.
    Flag(Flag),
    /// What counts as the same value.
    Equality(Equality),
}

/// What a surviving difference costs, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// An update in place.
    #[default]
    Mutable,
    /// An update where the number grows, else a replacement.
    IncreaseOnly,
    /// A replacement.
    Immutable,
}

/// What is compared at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The service sets it.
    Computed,
}

/// Marks of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// If it forces a replacement, the old resource is deleted first.
    Unique,
    /// Known during preview although an update is pending.
    Stable,
}

/// What counts as the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// A whole number, whether written as a number or as a text.
    Integer,
    /// Texts whatever their letter case.
    CaseInsensitive,
}

impl Word {
    /// The family, for which the most specific pattern is found separately.
    pub fn family(self) -> Family {
        match self {
            Word::Cost(_) => Family::Cost,
            Word::Scope(_) => Family::Scope,
            Word::Flag(_) => Family::Flag,
            Word::Equality(_) => Family::Equality,
        }
    }

    /// The cost, where it is one.
    pub fn cost(self) -> Option<Cost> {
        if let Word::Cost(cost) = self { Some(cost) } else { None }
    }

    /// The equality, where it is one.
    pub fn equality(self) -> Option<Equality> {
        if let Word::Equality(equality) = self { Some(equality) } else { None }
    }

    /// The word's row in the catalogue.
    pub fn entry(self) -> &'static Entry {
        // The test below proves that every word has a row.
        CATALOGUE.iter().find(|entry| entry.word == self).unwrap_or(&CATALOGUE[0])
    }
}

impl Equality {
    /// Canonical words map one value; relations compare two.
    pub fn kind(self) -> EqualityKind {
        match self {
            Equality::Integer | Equality::CaseInsensitive => EqualityKind::Canonical,
        }
    }
}

/// A row of the catalogue. Examples are JSON.
#[derive(Debug)]
pub struct Entry {
    /// The word.
    pub word: Word,
    /// As it is written.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// When it is safe.
    pub safe: &'static str,
    /// When it is not.
    pub unsafe_when: &'static str,
    /// Two values that it calls equal, for equality words.
    pub equal: Option<(&'static str, &'static str)>,
    /// Two values that it does not.
    pub different: Option<(&'static str, &'static str)>,
}

/// Every word, in the order in which pickers show them.
pub const CATALOGUE: &[Entry] = &[
    Entry {
        word: Word::Cost(Cost::Mutable),
        name: "mutable",
        meaning: "A change is an update in place; this is the default.",
        safe: "The service changes the property of the live resource.",
        unsafe_when: "The service refuses the change, and the update fails halfway.",
        equal: None,
        different: None,
    },
    Entry {
        word: Word::Cost(Cost::Immutable),
        name: "immutable",
        meaning: "A change replaces the resource.",
        safe: "The service fixes the property at creation.",
        unsafe_when: "The service could change it in place: a replacement would destroy data for nothing.",
        equal: None,
        different: None,
    },
    Entry {
        word: Word::Cost(Cost::IncreaseOnly),
        name: "increase-only",
        meaning: "A larger number is an update in place, a smaller one replaces the resource.",
        safe: "The service can grow the property online and never shrinks it, as with partitions or disks.",
        unsafe_when: "The value is no number: then every change is a replacement, and a diagnostic says so.",
        equal: None,
        different: None,
    },
    Entry {
        word: Word::Scope(Scope::Computed),
        name: "computed",
        meaning: "The service sets it: ignored when the program does not.",
        safe: "The program never sets the property, or means the value that it sets.",
        unsafe_when: "Leaving it out is meant to clear it: then the removal would go unnoticed.",
        equal: None,
        different: None,
    },
    Entry {
        word: Word::Flag(Flag::Unique),
        name: "unique",
        meaning: "If it forces a replacement, the old resource is deleted before the new one is made.",
        safe: "The service refuses a second resource with the same value, as with a name unique in the account.",
        unsafe_when: "Both could exist side by side: deleting first is an outage for nothing.",
        equal: None,
        different: None,
    },
    Entry {
        word: Word::Flag(Flag::Stable),
        name: "stable",
        meaning: "Its value is known during preview although an update is pending.",
        safe: "No update ever changes the property.",
        unsafe_when: "An update may move it: then whatever uses it is planned with a stale value.",
        equal: None,
        different: None,
    },
    Entry {
        word: Word::Equality(Equality::Integer),
        name: "integer",
        meaning: "A whole number is the same as a number and as a text.",
        safe: "The property is a count, a size or a duration, and the service returns it as a text.",
        unsafe_when: "The text is an identifier that only looks like a number; one with a leading zero is never converted.",
        equal: Some(("\"604800000\"", "604800000")),
        different: Some(("\"007\"", "7")),
    },
    Entry {
        word: Word::Equality(Equality::CaseInsensitive),
        name: "case-insensitive",
        meaning: "Texts that differ only in letter case are the same.",
        safe: "The service folds case, as with many enumerations, host names and Azure resource ids.",
        unsafe_when: "The value is a password, a hash, a path or a name that keeps its case.",
        equal: Some(("\"DELETE\"", "\"delete\"")),
        different: Some(("\"delete\"", "\"deleted\"")),
    },
];

/// The word with this name.
pub(super) fn find(name: &str) -> Option<Word> {
    CATALOGUE.iter().find(|entry| entry.name == name).map(|entry| entry.word)
}

/// The names in the catalogue that are most like a name that is not there: beginnings first, then typing errors.
pub(super) fn nearest(name: &str) -> Vec<&'static str> {
    let mut least = None;
    let mut names = Vec::new();
    for entry in CATALOGUE {
        let distance = (!entry.name.starts_with(name), edit_distance(entry.name, name));
        if least.is_none_or(|least| distance < least) {
            least = Some(distance);
            names.clear();
        }
        if least == Some(distance) {
            names.push(entry.name);
        }
    }
    names
}

/// How many characters must be put in, taken out or changed to turn one text into the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, to) in b.iter().enumerate() {
            let kept = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = kept.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_one_row_of_its_own() {
        for entry in CATALOGUE {
            assert_eq!(find(entry.name), Some(entry.word));
            assert_eq!(entry.word.entry().name, entry.name);
            assert_eq!(entry.equal.is_some(), entry.word.family() == Family::Equality, "{}", entry.name);
            for sentence in [entry.meaning, entry.safe, entry.unsafe_when] {
                assert!(sentence.ends_with('.'), "{}: {sentence}", entry.name);
            }
        }
    }

    #[test]
    fn names_the_nearest_word() {
        let table: [(&str, &[&str]); 5] = [
            ("imutable", &["mutable", "immutable"]),
            ("int", &["integer"]),
            ("Integer", &["integer"]),
            ("case_insensitive", &["case-insensitive"]),
            ("increaseonly", &["increase-only"]),
        ];
        for (typo, expected) in table {
            assert_eq!(nearest(typo), expected, "{typo}");
        }
    }
}
