//! What the equality words do to values: one small function each, one file per family.

mod folding;
mod numbers;
mod text;

use crate::rules::Equality;
use crate::value::{Comparison, Value};

/// Compares two values with equality words applied from left to right to both.
pub fn compare(words: impl IntoIterator<Item = Equality> + Clone, old: Value, new: Value) -> Comparison {
    canonical(words.clone(), old).compare(&canonical(words, new))
}

/// The canonical form of a value. A word that does not fit a value leaves it as it is.
pub fn canonical<'d>(words: impl IntoIterator<Item = Equality>, value: Value<'d>) -> Value<'d> {
    words.into_iter().fold(value, apply)
}

fn apply(value: Value<'_>, word: Equality) -> Value<'_> {
    if let Value::Secret(Some(inner)) = value {
        return Value::Secret(Some(Box::new(apply(*inner, word))));
    }
    match word {
        Equality::Integer => numbers::integer(value),
        Equality::CaseInsensitive => text::case_insensitive(value),
    }
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

    fn says(word: Equality, old: &str, new: &str) -> Comparison {
        let (old, new) = (document(old), document(new));
        compare([word], Value::lift(&old, old.root()).unwrap(), Value::lift(&new, new.root()).unwrap())
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
            assert_eq!(says(word, a, b), Comparison::Same, "{}", entry.name);
            assert_eq!(says(word, c, d), Comparison::Different, "{}", entry.name);
        }
    }

    #[test]
    fn each_word_and_its_limits() {
        use Comparison::{Different, Same};
        let table = [
            (Equality::Integer, "\"3\"", "3", Same),
            (Equality::Integer, "\"-3\"", "-3.0", Same),
            (Equality::Integer, "\"2578225.0\"", "2578225", Same),
            (Equality::Integer, "\"1e3\"", "1000", Same),
            (Equality::Integer, "\"3.5\"", "3.5", Different),
            (Equality::Integer, "2", "2.9", Different),
            (Equality::Integer, "\"+3\"", "3", Different),
            (Equality::Integer, "\" 3\"", "3", Different),
            (Equality::Integer, "\"03\"", "3", Different),
            (Equality::Integer, "\"3_000\"", "3000", Different),
            (Equality::Integer, "\"3px\"", "3", Different),
            (Equality::Integer, "\"\"", "0", Different),
            (Equality::Integer, "null", "0", Different),
            (Equality::Integer, "true", "1", Different),
            (Equality::Integer, "\"9007199254740993\"", "9007199254740992", Different),
            (Equality::Integer, "[\"3\"]", "[3]", Different),
            (Equality::CaseInsensitive, "\"Straße\"", "\"STRAßE\"", Same),
            (Equality::CaseInsensitive, "\"Straße\"", "\"STRASSE\"", Different),
            (Equality::CaseInsensitive, "\"\\u212a\"", "\"k\"", Same),
            (Equality::CaseInsensitive, "\"ſ\"", "\"S\"", Same),
            (Equality::CaseInsensitive, "\"Σ\"", "\"ς\"", Same),
            (Equality::CaseInsensitive, "\"I\"", "\"ı\"", Different),
            (Equality::CaseInsensitive, "\"İ\"", "\"i\"", Different),
            (Equality::CaseInsensitive, "\"a\"", "\"á\"", Different),
            (Equality::CaseInsensitive, "\"a \"", "\"a\"", Different),
            (Equality::CaseInsensitive, "[\"A\"]", "[\"a\"]", Different),
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
                    let once = canonical([word], Value::Text(value.as_bytes().into()));
                    prop_assert_eq!(canonical([word], once.clone()), once);
                }
            }
        }
    }
}
