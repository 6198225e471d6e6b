//! Characters that cannot be seen, made visible.

/// What differs between two texts that differ only in blanks, line ends or marks at the end, counted and shown.
pub(super) fn difference(old: &str, new: &str) -> String {
    let count = |text: &str, part: &str| text.matches(part).count();
    let (crlf_old, crlf_new) = (count(old, "\r\n"), count(new, "\r\n"));
    let lines_of = [old, new].map(|text| text.replace("\r\n", "\n"));
    let [bare_old, bare_new] = [lines_of[0].trim_end(), lines_of[1].trim_end()];
    if crlf_old != crlf_new && bare_old == bare_new {
        let lines = crlf_old.abs_diff(crlf_new);
        let (with, without) =
            if crlf_old > crlf_new { ("the old", "the new") } else { ("the new", "the old") };
        let what = if lines == 1 { "one line end" } else { &format!("{lines} line ends") };
        let ends = [&lines_of[0][bare_old.len()..], &lines_of[1][bare_new.len()..]];
        let rest = if ends[0] == ends[1] {
            String::new()
        } else {
            format!("; at the end {} → {}", shown_end(ends[0]), shown_end(ends[1]))
        };
        return format!("{what}: ␍␊ in {with} text where {without} one has ␊{rest}");
    }
    let (a, b) = (old.trim_end(), new.trim_end());
    if a == b {
        let [old_end, new_end] = [&old[a.len()..], &new[b.len()..]].map(shown_end);
        return format!("blanks at the end: {old_end} → {new_end}");
    }
    for (mark, name) in [('/', "slash"), ('.', "dot")] {
        let with_mark = |text: &str, other: &str| text.strip_suffix(mark) == Some(other);
        if with_mark(old, new) || with_mark(new, old) {
            let which = if old.len() > new.len() { "old" } else { "new" };
            return format!("a {name} at the end, which only the {which} text has");
        }
    }
    let (old, new) = around(old, new);
    format!("blanks: {old} → {new}")
}

/// What differs between two texts that look alike: characters that have no shape of their own, or that of another one.
pub(super) fn invisible(old: &str, new: &str) -> Option<String> {
    fn visible(text: &str) -> impl Iterator<Item = char> {
        let marks = text.chars().filter(|mark| !is_shapeless(*mark));
        marks.map(|mark| if is_blank(mark) { ' ' } else { mark })
    }
    if old == new || !visible(old).eq(visible(new)) {
        return None;
    }
    characters(old, new)
}

/// The first characters in which two texts differ, by their numbers.
pub(super) fn characters(old: &str, new: &str) -> Option<String> {
    let start = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count();
    let name = |text: &str| {
        let numbers: Vec<String> = text.chars().skip(start).take(2).map(number).collect();
        if numbers.is_empty() { "nothing".to_owned() } else { numbers.join(" ") }
    };
    (old != new).then(|| format!("character {}: {} → {}", start + 1, name(old), name(new)))
}

/// A character by its number.
fn number(mark: char) -> String {
    format!("U+{:04X}", u32::from(mark))
}

/// Whether a character takes no room.
fn is_shapeless(mark: char) -> bool {
    matches!(mark, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
        || mark.is_control() && !is_blank(mark)
}

fn is_blank(mark: char) -> bool {
    mark.is_whitespace()
}

/// The blanks at the end of a text as marks.
fn shown_end(end: &str) -> String {
    if end.is_empty() { "none".to_owned() } else { marked(end) }
}

/// Characters before and after the first difference that are shown.
const AROUND: usize = 8;

/// Both texts around the first place in which they differ.
fn around(old: &str, new: &str) -> (String, String) {
    let start = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count().saturating_sub(AROUND);
    let part = |text: &str| {
        let cut: String = text.chars().skip(start).take(AROUND * 3).collect();
        format!("\"{}\"", marked(&cut))
    };
    (part(old), part(new))
}

/// A text with a mark for each blank; many of one kind are counted.
fn marked(text: &str) -> String {
    let mut out = String::new();
    for mark in text.chars().take(AROUND * 4) {
        match mark {
            ' ' => out.push('·'),
            '\t' => out.push('→'),
            '\n' => out.push('␊'),
            '\r' => out.push('␍'),
            mark if is_shapeless(mark) || is_blank(mark) => out.push_str(&number(mark)),
            mark => out.push(mark),
        }
    }
    if text.chars().count() > AROUND * 4 {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown() {
        let table = [
            ("a\r\nb\r\n", "a\nb\n", "2 line ends: ␍␊ in the old text where the new one has ␊"),
            ("a\n", "a\r\n", "one line end: ␍␊ in the new text where the old one has ␊"),
            (
                "a\r\nb\r\n",
                "a\nb",
                "2 line ends: ␍␊ in the old text where the new one has ␊; at the end ␊ → none",
            ),
            ("a \n", "a", "blanks at the end: ·␊ → none"),
            ("a/", "a", "a slash at the end, which only the old text has"),
            ("a", "a.", "a dot at the end, which only the new text has"),
            ("a\tb", "a b", "blanks: \"a→b\" → \"a·b\""),
        ];
        for (old, new, expected) in table {
            assert_eq!(difference(old, new), expected, "{old:?} {new:?}");
        }
    }

    #[test]
    fn texts_that_look_alike_are_told_apart_by_numbers() {
        let table = [
            ("a\u{200b}b", "ab", Some("character 2: U+200B U+0062 → U+0062")),
            ("a\u{a0}b", "a b", Some("character 2: U+00A0 U+0062 → U+0020 U+0062")),
            ("ab", "ac", None),
            ("ab", "ab", None),
        ];
        for (old, new, expected) in table {
            assert_eq!(invisible(old, new).as_deref(), expected, "{old:?} {new:?}");
        }
    }
}
