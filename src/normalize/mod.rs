//! What the equality words do to values: one small function each, one file per family.

mod folding;
mod numbers;
mod text;

use crate::rules::Equality;
use crate::value::Scalar;

/// Whether two scalars are the same with equality words applied from left to right to both.
pub fn same(words: &[Equality], old: &Scalar, new: &Scalar) -> bool {
    canonical(words, old.clone()) == canonical(words, new.clone())
}

/// The canonical form of a scalar. A word that does not fit a value leaves it as it is.
pub fn canonical<'d>(words: &[Equality], value: Scalar<'d>) -> Scalar<'d> {
    words.iter().fold(value, |value, word| match word {
        Equality::Integer => numbers::integer(value),
        Equality::CaseInsensitive => text::case_insensitive(value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Document, Limits, read};
    use crate::rules::{CATALOGUE, Word};
    use proptest::prelude::*;

    fn document(text: &str) -> Document {
        read(text.as_bytes().to_vec(), Limits::default()).unwrap()
    }

    fn says(word: Equality, old: &str, new: &str) -> bool {
        let (old, new) = (document(old), document(new));
        same(&[word], &Scalar::at(&old, old.root()).unwrap(), &Scalar::at(&new, new.root()).unwrap())
    }

    fn equalities() -> impl Iterator<Item = (Equality, &'static crate::rules::Entry)> {
        CATALOGUE.iter().filter_map(|entry| match entry.word {
            Word::Equality(equality) => Some((equality, entry)),
            _ => None,
        })
    }

    #[test]
    fn the_examples_of_the_catalogue_hold() {
        for (word, entry) in equalities() {
            let ((a, b), (c, d)) = (entry.equal.unwrap(), entry.different.unwrap());
            assert!(says(word, a, b), "{}", entry.name);
            assert!(!says(word, c, d), "{}", entry.name);
        }
    }

    #[test]
    fn each_word_and_its_limits() {
        let table = [
            (Equality::Integer, "\"3\"", "3", true),
            (Equality::Integer, "\"-3\"", "-3.0", true),
            (Equality::Integer, "\"2578225.0\"", "2578225", true),
            (Equality::Integer, "\"1e3\"", "1000", true),
            (Equality::Integer, "\"3.5\"", "3.5", false),
            (Equality::Integer, "2", "2.9", false),
            (Equality::Integer, "\"+3\"", "3", false),
            (Equality::Integer, "\" 3\"", "3", false),
            (Equality::Integer, "\"03\"", "3", false),
            (Equality::Integer, "\"3_000\"", "3000", false),
            (Equality::Integer, "\"3px\"", "3", false),
            (Equality::Integer, "\"\"", "0", false),
            (Equality::Integer, "null", "0", false),
            (Equality::Integer, "true", "1", false),
            (Equality::Integer, "\"9007199254740993\"", "9007199254740992", false),
            (Equality::CaseInsensitive, "\"Straße\"", "\"STRAßE\"", true),
            (Equality::CaseInsensitive, "\"Straße\"", "\"STRASSE\"", false),
            (Equality::CaseInsensitive, "\"\\u212a\"", "\"k\"", true),
            (Equality::CaseInsensitive, "\"ſ\"", "\"S\"", true),
            (Equality::CaseInsensitive, "\"Σ\"", "\"ς\"", true),
            (Equality::CaseInsensitive, "\"I\"", "\"ı\"", false),
            (Equality::CaseInsensitive, "\"İ\"", "\"i\"", false),
            (Equality::CaseInsensitive, "\"a\"", "\"á\"", false),
            (Equality::CaseInsensitive, "\"a \"", "\"a\"", false),
        ];
        for (word, old, new, expected) in table {
            assert_eq!(says(word, old, new), expected, "{word:?} {old} {new}");
        }
    }

    proptest! {
        #[test]
        fn canonical_words_are_idempotent(text in ".{0,12}", number in any::<i64>()) {
            for value in [text, number.to_string(), format!("{number}.0")] {
                for (word, _) in equalities() {
                    let once = canonical(&[word], Scalar::Text(value.as_bytes().into()));
                    prop_assert_eq!(canonical(&[word], once.clone()), once);
                }
            }
        }
    }
}
