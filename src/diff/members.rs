//! Which members of two objects belong together.

use super::{At, Pair, Side};
use crate::json::{Document, Member, NodeId};

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

/// Pairs members by key, in time that is expected to be linear in their number.
pub(super) fn pair(documents: Pair, old: NodeId, new: NodeId) -> Paired {
    let old = Keyed::new(documents.old, old);
    let new = Keyed::new(documents.new, new);
    let mut paired = Paired::default();
    for (at, member) in old.members.iter().enumerate() {
        if old.is_shadowed(at) {
            paired.shadowed.push(At { side: Side::Old, node: member.key });
        } else {
            paired.pairs.push((Some(*member), new.get(documents.old, member.key)));
        }
    }
    for (at, member) in new.members.iter().enumerate() {
        if new.is_shadowed(at) {
            paired.shadowed.push(At { side: Side::New, node: member.key });
        } else if old.get(documents.new, member.key).is_none() {
            paired.pairs.push((None, Some(*member)));
        }
    }
    paired
}

fn same_key(a_document: &Document, a: NodeId, b_document: &Document, b: NodeId) -> bool {
    let (a_raw, b_raw) = (a_document.raw(a), b_document.raw(b));
    a_raw == b_raw
        || (a_document.is_escaped(a) || b_document.is_escaped(b))
            && a_document.content(a) == b_document.content(b)
}

/// Whether no key of an object stands twice. Most tools write keys sorted, and then a table is not needed.
fn are_distinct(document: &Document, map: NodeId) -> bool {
    let ascends = |a: Member, b: Member| {
        !document.is_escaped(a.key)
            && !document.is_escaped(b.key)
            && document.raw(a.key) < document.raw(b.key)
    };
    document.members(map).is_sorted_by(|a, b| ascends(*a, *b)) || !Keyed::new(document, map).has_shadowed
}

/// An object's members by key; of a repeated key the last member counts.
struct Keyed<'d> {
    document: &'d Document,
    members: Vec<Member>,
    /// Open addressing: a member's index and one, or 0; at most half full.
    slots: Vec<u32>,
    /// Whether a key stands more than once.
    has_shadowed: bool,
}

impl<'d> Keyed<'d> {
    fn new(document: &'d Document, map: NodeId) -> Self {
        let members: Vec<Member> = document.members(map).collect();
        let slots = vec![0; (members.len() * 2).next_power_of_two()];
        let mut keyed = Keyed { document, members, slots, has_shadowed: false };
        for at in 0..keyed.members.len() {
            let slot = keyed.slot(&document.content(keyed.members[at].key));
            keyed.has_shadowed |= keyed.slots[slot] != 0;
            keyed.slots[slot] = at as u32 + 1;
        }
        keyed
    }

    fn get(&self, document: &Document, key: NodeId) -> Option<Member> {
        self.index(&document.content(key)).map(|at| self.members[at])
    }

    /// Whether a later member has the same key.
    fn is_shadowed(&self, at: usize) -> bool {
        self.has_shadowed && self.index(&self.document.content(self.members[at].key)) != Some(at)
    }

    fn index(&self, key: &[u8]) -> Option<usize> {
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    /// Where the key stands or would stand.
    fn slot(&self, key: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        while let Some(at) = (self.slots[slot] as usize).checked_sub(1)
            && *self.document.content(self.members[at].key) != *key
        {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// Folds eight bytes at a time with a multiplication whose high half is mixed back in.
fn hash(key: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |state: u64, word: u64| {
        let product = u128::from(state ^ word) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let (words, rest) = key.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let state =
        words.iter().fold(key.len() as u64 ^ FACTOR, |state, word| mix(state, u64::from_le_bytes(*word)));
    mix(state, u64::from_le_bytes(last))
}
