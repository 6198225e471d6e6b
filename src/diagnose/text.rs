//! What became of a text, part by part.

use crate::contract::{TextOp, TextPart};

/// Parts that are held against one another: longer texts are cut into lines, and not into words; if even these are more,
/// all between the first difference and the last counts as exchanged.
const MOST: usize = 2_000;

/// The old text's parts in order, with those that were taken out of it and put into it.
pub(super) fn difference<'t>(old: &'t str, new: &'t str) -> Vec<TextPart> {
    let (mut olds, mut news) = (parts(old, false), parts(new, false));
    if olds.len().max(news.len()) > MOST {
        (olds, news) = (parts(old, true), parts(new, true));
    }
    let start = olds.iter().zip(&news).take_while(|(old, new)| old == new).count();
    let rest = olds.len().min(news.len()) - start;
    let end = olds.iter().rev().zip(news.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let (a, b) = (&olds[start..olds.len() - end], &news[start..news.len() - end]);
    let mut all: Vec<TextPart> = Vec::new();
    let mut push = |op, text: &str| match all.last_mut() {
        Some(last) if last.op == op => last.text.push_str(text),
        _ => all.push(TextPart { op, text: text.to_owned() }),
    };
    let of = |op, parts: &[&'t str]| parts.iter().map(|part| (op, *part)).collect::<Vec<_>>();
    let exchanged = || [of(TextOp::Delete, a), of(TextOp::Insert, b)].concat();
    let middle = script(a, b).unwrap_or_else(exchanged);
    for (op, part) in
        [of(TextOp::Same, &olds[..start]), middle, of(TextOp::Same, &olds[olds.len() - end..])].concat()
    {
        push(op, part);
    }
    all
}

/// Lines with their ends, or words and what is between them.
fn parts(text: &str, is_lines: bool) -> Vec<&str> {
    if is_lines {
        return text.split_inclusive('\n').collect();
    }
    let mut parts = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, mark) in text.char_indices() {
        let kind = if mark.is_alphanumeric() { Some(true) } else { mark.is_whitespace().then_some(false) };
        // Marks stand alone.
        if at > start && (kind.is_none() || last != Some(kind)) {
            parts.extend(text.get(start..at));
            start = at;
        }
        last = Some(kind);
    }
    parts.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    parts
}

/// The parts of both texts in order, as many as possible of them as the same. Nothing where there are too many.
fn script<'t>(old: &[&'t str], new: &[&'t str]) -> Option<Vec<(TextOp, &'t str)>> {
    if old.len().max(new.len()) > MOST {
        return None;
    }
    // For the rests of both texts from two places on, how many parts they have in common in order.
    let width = new.len() + 1;
    let mut common = vec![0_u16; (old.len() + 1) * width];
    for (x, y) in (0..old.len()).rev().flat_map(|x| (0..new.len()).rev().map(move |y| (x, y))) {
        common[x * width + y] = if old[x] == new[y] {
            common[(x + 1) * width + y + 1] + 1
        } else {
            common[(x + 1) * width + y].max(common[x * width + y + 1])
        };
    }
    let (mut x, mut y) = (0, 0);
    let mut script = Vec::new();
    while x < old.len() || y < new.len() {
        if x < old.len() && y < new.len() && old[x] == new[y] {
            script.push((TextOp::Same, old[x]));
            (x, y) = (x + 1, y + 1);
        } else if y == new.len() || x < old.len() && common[(x + 1) * width + y] >= common[x * width + y + 1]
        {
            script.push((TextOp::Delete, old[x]));
            x += 1;
        } else {
            script.push((TextOp::Insert, new[y]));
            y += 1;
        }
    }
    Some(script)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(old: &str, new: &str) -> String {
        let mark = |part: &TextPart| match part.op {
            TextOp::Same => part.text.clone(),
            TextOp::Delete => format!("[-{}]", part.text),
            TextOp::Insert => format!("[+{}]", part.text),
        };
        difference(old, new).iter().map(mark).collect()
    }

    #[test]
    fn parts_in_order() {
        let table = [
            ("", "", ""),
            ("a", "", "[-a]"),
            ("", "a", "[+a]"),
            ("a b c", "a x c", "a [-b][+x] c"),
            ("run\nmake lint\n", "run\n  make lint\n", "run[-\n][+\n  ]make lint\n"),
            ("app:1.2", "app:1.3", "app:1.[-2][+3]"),
            ("a-b", "a_b", "a[--][+_]b"),
        ];
        for (old, new, expected) in table {
            assert_eq!(told(old, new), expected, "{old:?} {new:?}");
        }
    }

    proptest! {
        #[test]
        fn both_texts_are_in_it(old in "[ab \\n-]{0,40}", new in "[ab \\n-]{0,40}") {
            let parts = difference(&old, &new);
            let side = |other| -> String {
                parts.iter().filter(|part| part.op != other).map(|part| part.text.as_str()).collect()
            };
            prop_assert_eq!(side(TextOp::Insert), old);
            prop_assert_eq!(side(TextOp::Delete), new);
        }
    }
}
