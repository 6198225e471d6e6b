//! Which members of two objects belong together.

use super::{At, Pair, Side};
use crate::json::{Document, Member, NodeId, keys};

/// The members of two objects, paired by key.
#[derive(Debug, Default)]
pub(super) struct Paired {
    /// Members of both sides or of one: those that the old side has in its order, then the others in theirs.
    pub(super) pairs: Vec<(Option<Member>, Option<Member>)>,
    /// Keys that a later member of the same object repeats; the later one counts.
    pub(super) shadowed: Vec<At>,
}

/// Whether two objects have the same keys in the same order, each once: then members pair by position.
pub(super) fn are_in_step(documents: Pair, old: NodeId, new: NodeId) -> bool {
    let Pair { old: old_document, new: new_document } = documents;
    let mut pairs = old_document.members(old).zip(new_document.members(new));
    old_document.len(old) == new_document.len(new)
        && pairs.all(|(old, new)| same_key(old_document, old.key, new_document, new.key))
        && are_distinct(old_document, old)
}

/// Objects for which looking through all members is cheaper than grouping them.
const FEW: usize = 24;

/// Pairs members by key, in time that is linear in their number.
pub(super) fn pair(documents: Pair, old: NodeId, new: NodeId) -> Paired {
    let olds: Vec<Member> = documents.old.members(old).collect();
    let news: Vec<Member> = documents.new.members(new).collect();
    let Partners { of_old, is_old_shadowed, is_new_taken } = if olds.len().max(news.len()) <= FEW {
        few_partners(documents, &olds, &news)
    } else {
        partners(&documents.old.keys(old), &documents.new.keys(new))
    };
    let mut paired = Paired::default();
    for (at, member) in olds.iter().enumerate() {
        if is_old_shadowed[at] {
            paired.shadowed.push(At { side: Side::Old, node: member.key });
        } else {
            let partner = of_old[at].map(|partner| news[partner as usize]);
            paired.pairs.push((Some(*member), partner));
        }
    }
    for (at, member) in news.iter().enumerate() {
        match is_new_taken[at] {
            Taken::Free => paired.pairs.push((None, Some(*member))),
            Taken::Paired => {}
            Taken::Shadowed => paired.shadowed.push(At { side: Side::New, node: member.key }),
        }
    }
    paired
}

struct Partners {
    /// For each old member the new one with its key.
    of_old: Vec<Option<u32>>,
    is_old_shadowed: Vec<bool>,
    is_new_taken: Vec<Taken>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Free,
    Paired,
    Shadowed,
}

impl Partners {
    fn none(olds: usize, news: usize) -> Partners {
        Partners {
            of_old: vec![None; olds],
            is_old_shadowed: vec![false; olds],
            is_new_taken: vec![Taken::Free; news],
        }
    }
}

fn partners(old: &keys::Texts, new: &keys::Texts) -> Partners {
    let mut partners = Partners::none(old.len(), new.len());
    keys::groups(old, new, |olds, news| {
        let (old, new) = (olds.split_last(), news.split_last());
        for shadowed in old.map_or(&[][..], |(_, shadowed)| shadowed) {
            partners.is_old_shadowed[*shadowed as usize] = true;
        }
        for shadowed in new.map_or(&[][..], |(_, shadowed)| shadowed) {
            partners.is_new_taken[*shadowed as usize] = Taken::Shadowed;
        }
        if let (Some((old, _)), Some((new, _))) = (old, new) {
            partners.of_old[*old as usize] = Some(*new);
            partners.is_new_taken[*new as usize] = Taken::Paired;
        }
    });
    partners
}

/// The same by looking at all members, from the one after the last match on.
fn few_partners(documents: Pair, olds: &[Member], news: &[Member]) -> Partners {
    let Pair { old, new } = documents;
    let mut partners = Partners::none(olds.len(), news.len());
    for (at, member) in news.iter().enumerate() {
        let is_repeated = |later: &Member| same_key(new, member.key, new, later.key);
        if news[at + 1..].iter().any(is_repeated) {
            partners.is_new_taken[at] = Taken::Shadowed;
        }
    }
    let mut next = 0;
    for (at, member) in olds.iter().enumerate() {
        if olds[at + 1..].iter().any(|later| same_key(old, member.key, old, later.key)) {
            partners.is_old_shadowed[at] = true;
            continue;
        }
        let order = (next..news.len()).chain(0..next);
        let is_partner = |other: &usize| {
            partners.is_new_taken[*other] == Taken::Free && same_key(old, member.key, new, news[*other].key)
        };
        if let Some(partner) = order.into_iter().find(is_partner) {
            partners.of_old[at] = Some(partner as u32);
            partners.is_new_taken[partner] = Taken::Paired;
            next = partner + 1;
        }
    }
    partners
}

fn same_key(a_document: &Document, a: NodeId, b_document: &Document, b: NodeId) -> bool {
    let (a_raw, b_raw) = (a_document.raw(a), b_document.raw(b));
    a_raw == b_raw
        || (a_document.is_escaped(a) || b_document.is_escaped(b))
            && a_document.content(a) == b_document.content(b)
}

/// Whether no key of an object stands twice.
fn are_distinct(document: &Document, map: NodeId) -> bool {
    !keys::has_repeated(&document.keys(map))
}
