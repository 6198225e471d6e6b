//! Which members of two objects belong together.

use super::{At, Pair, Side};
use crate::json::{Document, Member, NodeId, keys};

/// A member of both sides or of one.
pub(super) type Paired = (Option<Member>, Option<Member>);

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

/// Pairs members by key, in time that is linear in their number, and calls `visit` with those that the old side has in
/// its order, then with the others in theirs. Keys that a later member of the same object repeats do not count
/// and go to `shadowed`.
pub(super) fn pair(
    documents: Pair,
    old: NodeId,
    new: NodeId,
    Scratch { olds, news }: &mut Scratch,
    shadowed: &mut Vec<At>,
    mut visit: impl FnMut(Paired),
) {
    fill(olds, documents.old, old);
    fill(news, documents.new, new);
    if olds.len().max(news.len()) <= FEW {
        pair_few(documents, olds, news);
    } else {
        pair_many(documents, (olds, old), (news, new));
    }
    for Keyed { member, state, .. } in olds.iter() {
        match state {
            State::Alone => visit((Some(*member), None)),
            State::With(partner) => visit((Some(*member), Some(news[*partner as usize].member))),
            State::Shadowed => shadowed.push(At { side: Side::Old, node: member.key }),
        }
    }
    for Keyed { member, state, .. } in news.iter() {
        match state {
            State::Alone => visit((None, Some(*member))),
            State::With(_) => {}
            State::Shadowed => shadowed.push(At { side: Side::New, node: member.key }),
        }
    }
}

/// Room for members, used again for every two objects.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    olds: Vec<Keyed>,
    news: Vec<Keyed>,
}

fn fill(keyed: &mut Vec<Keyed>, document: &Document, map: NodeId) {
    keyed.clear();
    keyed.extend(document.members(map).map(|member| Keyed::new(document, member)));
}

/// A member on the way to its partner.
#[derive(Clone, Copy, Debug)]
struct Keyed {
    member: Member,
    /// Different for most keys that differ.
    print: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Alone,
    With(u32),
    Shadowed,
}

impl Keyed {
    #[inline]
    fn new(document: &Document, member: Member) -> Keyed {
        Keyed { member, print: print(&document.content(member.key)), state: State::Alone }
    }

    #[inline]
    fn is(&self, document: &Document, other: &Keyed, other_document: &Document) -> bool {
        self.print == other.print && same_key(document, self.member.key, other_document, other.member.key)
    }
}

/// The length of a key, and its first and last bytes.
#[inline]
fn print(key: &[u8]) -> u64 {
    let four = |bytes: Option<&[u8; 4]>| u64::from(bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes)));
    let ends = match key {
        [] => 0,
        [first, rest @ ..] if key.len() < 4 => {
            u64::from(*first) | rest.iter().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte)) << 8
        }
        _ => four(key.first_chunk()) | four(key.last_chunk()) << 32,
    };
    ends ^ (key.len() as u64) << 56
}

fn pair_many(documents: Pair, (olds, old): (&mut [Keyed], NodeId), (news, new): (&mut [Keyed], NodeId)) {
    keys::groups(&documents.old.keys(old), &documents.new.keys(new), &mut |old_group, new_group| {
        let partners = (old_group.split_last(), new_group.split_last());
        for shadowed in partners.0.map_or(&[][..], |(_, shadowed)| shadowed) {
            olds[*shadowed as usize].state = State::Shadowed;
        }
        for shadowed in partners.1.map_or(&[][..], |(_, shadowed)| shadowed) {
            news[*shadowed as usize].state = State::Shadowed;
        }
        if let (Some((old, _)), Some((new, _))) = partners {
            olds[*old as usize].state = State::With(*new);
            news[*new as usize].state = State::With(*old);
        }
    });
}

/// The same by looking at all members, from the one after the last match on.
fn pair_few(Pair { old, new }: Pair, olds: &mut [Keyed], news: &mut [Keyed]) {
    mark_shadowed(old, olds);
    mark_shadowed(new, news);
    let mut next = 0;
    for (at, member) in olds.iter_mut().enumerate().filter(|(_, member)| member.state == State::Alone) {
        let is_partner =
            |other: &usize| news[*other].state == State::Alone && member.is(old, &news[*other], new);
        if let Some(partner) = (next..news.len()).chain(0..next).find(is_partner) {
            member.state = State::With(partner as u32);
            news[partner].state = State::With(at as u32);
            next = partner + 1;
        }
    }
}

fn mark_shadowed(document: &Document, members: &mut [Keyed]) {
    for at in 0..members.len() {
        let member = members[at];
        if members[at + 1..].iter().any(|later| member.is(document, later, document)) {
            members[at].state = State::Shadowed;
        }
    }
}

fn same_key(a_document: &Document, a: NodeId, b_document: &Document, b: NodeId) -> bool {
    a_document.bytes(a) == b_document.bytes(b)
        || (a_document.is_escaped(a) || b_document.is_escaped(b))
            && a_document.content(a) == b_document.content(b)
}

/// Whether no key of an object stands twice.
fn are_distinct(document: &Document, map: NodeId) -> bool {
    !keys::has_repeated(&document.keys(map))
}
