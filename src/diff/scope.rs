//! What scope words and `ignoreChanges` keep out of a comparison.

use crate::contract::Kind as ChangeKind;
use crate::path::Scalar as Literal;
use crate::places::{Frames, Paths, Place, Side};
use crate::rules::{Resolved, Scope, Term, Word};
use crate::value::Scalar;

/// How a place is kept out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Out {
    /// Only counted: the service sets it, and the program does not.
    Counted,
    /// A finding that does not count.
    Shown,
}

/// Whether the scope words in force keep a place out.
#[inline]
pub(super) fn keeps_out(frames: &Frames, paths: &Paths, place: Place, resolved: &Resolved) -> Option<Out> {
    let (rule, is_own) = resolved.scope.as_ref()?;
    let mut out = None;
    for term in &rule.words {
        let Word::Scope(scope) = term.word else { continue };
        let is_left_out = place.kind == ChangeKind::Delete;
        let extra_key = || if is_left_out && !is_own { paths.last_key(frames, place.path) } else { None };
        match scope {
            Scope::Computed if is_left_out => return Some(Out::Counted),
            Scope::WriteOnly if place.kind == ChangeKind::Add => out = Some(Out::Shown),
            Scope::BackendDefault if is_left_out && is_one_of(frames, paths, place, term) => {
                out = Some(Out::Shown);
            }
            Scope::Ignore | Scope::IgnoreLocal => out = Some(Out::Shown),
            Scope::AllowExtra if extra_key().is_some() => out = Some(Out::Shown),
            Scope::IgnoreKeys if extra_key().is_some_and(|key| matches_any(term, &key)) => {
                out = Some(Out::Shown);
            }
            Scope::Asset if !is_own && has_hash_beside(frames, paths, place) => out = Some(Out::Shown),
            _ => {}
        }
    }
    out
}

/// Whether the old value is one of those in the brackets; with none there, any is.
fn is_one_of(frames: &Frames, paths: &Paths, place: Place, term: &Term) -> bool {
    let pair = frames.pair(paths.frame(place.path));
    let old = paths.values(place.path).old.and_then(|old| Scalar::at(pair.old, old));
    let is = |argument: &Literal| old.as_ref().is_some_and(|old| *old == Scalar::of(argument));
    term.arguments.is_empty() || term.arguments.iter().any(is)
}

/// Whether a key is named by a text in the brackets, in which `*` stands for any characters.
fn matches_any(term: &Term, key: &str) -> bool {
    term.arguments.iter().any(|argument| matches!(argument, Literal::Text(glob) if is_match(glob, key)))
}

fn is_match(glob: &str, text: &str) -> bool {
    let mut parts = glob.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

/// Whether a place is a member of objects that both have a content hash, and is not the hash.
fn has_hash_beside(frames: &Frames, paths: &Paths, place: Place) -> bool {
    const HASH: &str = "hash";
    let parent = paths.parent(place.path);
    let pair = frames.pair(paths.frame(parent));
    let values = paths.values(parent);
    let has_hash = |side: Side, node: Option<_>| {
        let document = pair.side(side);
        node.is_some_and(|node| crate::value::content_hash(document, node).is_some())
    };
    paths.last_key(frames, place.path).is_some_and(|key| key != HASH)
        && has_hash(Side::Old, values.old)
        && has_hash(Side::New, values.new)
}

#[cfg(test)]
mod tests {
    use super::is_match;

    #[test]
    fn globs() {
        let table = [
            ("aws:*", "aws:x", true),
            ("aws:*", "aws:", true),
            ("aws:*", "awsx", false),
            ("*", "", true),
            ("a*b*c", "a-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("a*a", "a", false),
            ("a", "a", true),
            ("a", "ab", false),
            ("*.io/x", "k8s.io/x", true),
        ];
        for (glob, text, expected) in table {
            assert_eq!(is_match(glob, text), expected, "{glob} {text}");
        }
    }
}
