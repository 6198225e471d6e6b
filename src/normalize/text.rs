//! The family of text.

use super::composition::composed;
use super::folding::folded;
use crate::value::Scalar;
use std::borrow::Cow;

/// A text with its content mapped; anything else, and half characters, stay.
pub(super) fn mapped(value: Scalar, map: fn(&str) -> String) -> Scalar {
    match value.as_text() {
        Some(text) => Scalar::Text(Cow::Owned(map(text).into_bytes())),
        None => value,
    }
}

/// Simple case folding, as Go's `strings.EqualFold` compares.
pub(super) fn case_insensitive(text: &str) -> String {
    text.chars().map(folded).collect()
}

/// Without spaces. Other blanks stay.
pub(super) fn ignore_spaces(text: &str) -> String {
    text.replace(' ', "")
}

/// With underscores for spaces.
pub(super) fn space_is_underscore(text: &str) -> String {
    text.replace(' ', "_")
}

/// With one space for each run of blanks.
pub(super) fn collapse_spaces(text: &str) -> String {
    let mut collapsed = String::new();
    let mut is_blank = false;
    for character in text.chars() {
        let was_blank = std::mem::replace(&mut is_blank, character.is_whitespace());
        match (was_blank, is_blank) {
            (_, false) => collapsed.push(character),
            (false, true) => collapsed.push(' '),
            (true, true) => {}
        }
    }
    collapsed
}

/// Without blanks at either end, as Go's `strings.TrimSpace`.
pub(super) fn trim(text: &str) -> String {
    text.trim().to_owned()
}

/// Without blanks at the end.
pub(super) fn trim_end(text: &str) -> String {
    text.trim_end().to_owned()
}

/// Lines that all end with a line feed, the last one too; without byte order marks at the start.
pub(super) fn line_endings(text: &str) -> String {
    let mut lines = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    if !lines.is_empty() && !lines.ends_with('\n') {
        lines.push('\n');
    }
    lines
}

/// Without the slash at the end, if it is a single one and not all there is.
pub(super) fn trailing_slash(text: &str) -> String {
    without_single(text, '/')
}

/// Without any slashes at the end.
pub(super) fn trailing_slashes(text: &str) -> String {
    text.trim_end_matches('/').to_owned()
}

/// Without the dot at the end, if it is a single one and not all there is.
pub(super) fn trailing_dot(text: &str) -> String {
    without_single(text, '.')
}

fn without_single(text: &str, mark: char) -> String {
    match text.strip_suffix(mark) {
        Some(rest) if !rest.is_empty() && !rest.ends_with(mark) => rest.to_owned(),
        _ => text.to_owned(),
    }
}

/// Unicode's composed form, of canonical equivalents only.
pub(super) fn nfc(text: &str) -> String {
    composed(text)
}
