//! The family of text.

use crate::value::Value;
use std::borrow::Cow;

/// A text with simple case folding, as Go's `strings.EqualFold` compares.
pub(super) fn case_insensitive(value: Value) -> Value {
    match value.as_text() {
        Some(text) => Value::Text(Cow::Owned(text.chars().map(folded).collect::<String>().into_bytes())),
        None => value,
    }
}

/// Characters that fold to another than their lower case (Unicode's `CaseFolding.txt`, status C and S).
const FOLDS: [(char, char); 25] = [
    ('µ', 'μ'),
    ('ſ', 's'),
    ('\u{345}', 'ι'),
    ('ς', 'σ'),
    ('ϐ', 'β'),
    ('ϑ', 'θ'),
    ('ϕ', 'φ'),
    ('ϖ', 'π'),
    ('ϰ', 'κ'),
    ('ϱ', 'ρ'),
    ('ϵ', 'ε'),
    ('ẛ', 'ṡ'),
    ('\u{1fbe}', 'ι'),
    ('ᲀ', 'в'),
    ('ᲁ', 'д'),
    ('ᲂ', 'о'),
    ('ᲃ', 'с'),
    ('ᲄ', 'т'),
    ('ᲅ', 'т'),
    ('ᲆ', 'ъ'),
    ('ᲇ', 'ѣ'),
    ('ᲈ', 'ꙋ'),
    ('İ', 'İ'),
    ('\u{1fd3}', '\u{390}'),
    ('\u{1fe3}', '\u{3b0}'),
];

/// The one character that stands for all that fold together. Characters whose folding is several
/// characters long, or holds in Turkish only, fold with nothing.
fn folded(character: char) -> char {
    if character.is_ascii() {
        return character.to_ascii_lowercase();
    }
    if let Some((_, folded)) = FOLDS.iter().find(|(from, _)| *from == character) {
        return *folded;
    }
    let mut lower = character.to_lowercase();
    lower.next().unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::folded;

    /// The same classes by way of upper case, whose table would cost the module 5 KB.
    fn by_upper_case(character: char) -> char {
        let single = |mut characters: Box<dyn Iterator<Item = char>>| {
            let first = characters.next();
            if characters.next().is_some() { None } else { first }
        };
        if character == 'ı' {
            return character;
        }
        let upper = single(Box::new(character.to_uppercase())).unwrap_or(character);
        single(Box::new(upper.to_lowercase())).unwrap_or(upper)
    }

    #[test]
    fn folds_every_character_as_its_upper_case_does() {
        let differing: Vec<char> =
            ('\0'..=char::MAX).filter(|character| folded(*character) != by_upper_case(*character)).collect();
        // Equal only in newer Unicode: pairs that have the same decomposition.
        assert_eq!(differing, ['\u{1fd3}', '\u{1fe3}']);
    }
}
