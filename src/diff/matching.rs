//! Which elements of two lists belong together when position does not say so.

use crate::json::keys;
use std::borrow::Cow;

/// Elements that are matched one to one.
#[derive(Debug)]
pub(super) struct Matched {
    /// For each old element its new one.
    pub(super) of_old: Vec<Option<u32>>,
    /// For each new element its old one.
    pub(super) of_new: Vec<Option<u32>>,
}

/// Elements without a partner that are tried with one another; more would take too long.
const TRIED: usize = 1000;

impl Matched {
    /// Matches elements of equal texts, those at one position first. Elements without a text match nothing.
    pub(super) fn by_text(old: &[Option<Vec<u8>>], new: &[Option<Vec<u8>>]) -> Matched {
        let mut matched = Matched { of_old: vec![None; old.len()], of_new: vec![None; new.len()] };
        for (at, (a, b)) in old.iter().zip(new).enumerate() {
            if a.is_some() && a == b {
                matched.pair(at as u32, at as u32);
            }
        }
        let (old_indices, old_texts) = unmatched(old, &matched.of_old);
        let (new_indices, new_texts) = unmatched(new, &matched.of_new);
        keys::groups(&old_texts, &new_texts, &mut |olds, news| {
            for (old, new) in olds.iter().zip(news) {
                matched.pair(old_indices[*old as usize], new_indices[*new as usize]);
            }
        });
        matched
    }

    /// Matches elements by keys; none if a key stands twice on a side.
    pub(super) fn by_key(old: &[Option<Vec<u8>>], new: &[Option<Vec<u8>>]) -> Option<Matched> {
        let mut matched = Matched { of_old: vec![None; old.len()], of_new: vec![None; new.len()] };
        let (old_indices, old_keys) = unmatched(old, &matched.of_old);
        let (new_indices, new_keys) = unmatched(new, &matched.of_new);
        let mut is_unique = true;
        keys::groups(&old_keys, &new_keys, &mut |olds, news| {
            is_unique &= olds.len() <= 1 && news.len() <= 1;
            if let ([old], [new]) = (olds, news) {
                matched.pair(old_indices[*old as usize], new_indices[*new as usize]);
            }
        });
        is_unique.then_some(matched)
    }

    /// Matches as many of the others as are related, one to one; those that are matched stay so. Says whether all
    /// were tried.
    pub(super) fn by_relation(&mut self, is_related: &mut dyn FnMut(u32, u32) -> bool) -> bool {
        let free = |partners: &[Option<u32>]| -> Vec<u32> {
            (0..).zip(partners).filter(|(_, partner)| partner.is_none()).map(|(at, _)| at).collect()
        };
        let (olds, news) = (free(&self.of_old), free(&self.of_new));
        if olds.len().max(news.len()) > TRIED {
            return false;
        }
        if let ([_], [_]) = (olds.as_slice(), news.as_slice()) {
            // They go together in any case. Trying them first would double the time at every level of sets in sets.
            return true;
        }
        let related: Vec<Vec<u32>> = olds
            .iter()
            .map(|old| news.iter().copied().filter(|new| is_related(*old, *new)).collect())
            .collect();
        for (old, news) in olds.iter().zip(&related).filter(|(old, news)| news.binary_search(old).is_ok()) {
            debug_assert!(news.is_sorted());
            self.pair(*old, *old);
        }
        for (at, old) in olds.iter().enumerate() {
            if self.of_old[*old as usize].is_none() {
                self.augment(at, &olds, &related);
            }
        }
        true
    }

    /// Gives one more old element a partner, by an alternating path that is looked for breadth first.
    fn augment(&mut self, start: usize, olds: &[u32], related: &[Vec<u32>]) {
        let mut reached_by = vec![None; self.of_new.len()];
        let mut open = std::collections::VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for new in &related[at] {
                if reached_by[*new as usize].is_some() {
                    continue;
                }
                reached_by[*new as usize] = Some(at);
                let Some(rival) = self.of_new[*new as usize] else {
                    let mut next = Some(*new);
                    while let Some(new) = next {
                        let Some(at) = reached_by[new as usize] else { break };
                        next = self.of_old[olds[at] as usize];
                        self.pair(olds[at], new);
                    }
                    return;
                };
                open.extend(olds.binary_search(&rival));
            }
        }
    }

    /// The new element that an old one without a partner goes to: the one at its position or, where that has
    /// come from elsewhere, the one where that came from, and so on. What differs between the two differs
    /// somewhere on the way, so that a match never makes more of a difference than positions do.
    pub(super) fn successor(&self, old: u32) -> Option<u32> {
        let mut at = old;
        while let Some(before) = *self.of_new.get(at as usize)? {
            at = before;
        }
        Some(at)
    }

    fn pair(&mut self, old: u32, new: u32) {
        self.of_old[old as usize] = Some(new);
        self.of_new[new as usize] = Some(old);
    }
}

/// The texts of elements without a partner, and which elements those are.
fn unmatched<'t>(texts: &'t [Option<Vec<u8>>], partners: &[Option<u32>]) -> (Vec<u32>, Vec<Cow<'t, [u8]>>) {
    let mut indices = Vec::new();
    let mut unmatched = Vec::new();
    for (at, (text, partner)) in texts.iter().zip(partners).enumerate() {
        if let (Some(text), None) = (text, partner) {
            indices.push(at as u32);
            unmatched.push(Cow::Borrowed(text.as_slice()));
        }
    }
    (indices, unmatched)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &str) -> Vec<Option<Vec<u8>>> {
        list.bytes().map(|byte| (byte != b'?').then(|| vec![byte])).collect()
    }

    #[test]
    fn texts_match_one_to_one_and_the_rest_goes_where_its_place_went() {
        type Others<'t> = &'t [Option<u32>];
        // old, new, partner of each old element, where the others go
        let table: [(&str, &str, Others, Others); 8] = [
            ("ab", "ba", &[Some(1), Some(0)], &[None, None]),
            ("aab", "abb", &[Some(0), None, Some(2)], &[None, Some(1), None]),
            ("ab", "bc", &[None, Some(0)], &[Some(1), None]),
            ("abc", "bcd", &[None, Some(0), Some(1)], &[Some(2), None, None]),
            ("abc", "bc", &[None, Some(0), Some(1)], &[None, None, None]),
            ("a", "ba", &[Some(1)], &[None]),
            ("?a", "a?", &[None, Some(0)], &[Some(1), None]),
            ("", "a", &[], &[]),
        ];
        for (old, new, partners, successors) in table {
            let matched = Matched::by_text(&texts(old), &texts(new));
            assert_eq!(matched.of_old, partners, "{old} {new}");
            let free = |at: &u32| matched.of_old[*at as usize].is_none();
            let others: Vec<_> = (0..old.len() as u32)
                .map(|at| Some(at).filter(free).and_then(|at| matched.successor(at)))
                .collect();
            assert_eq!(others, successors, "{old} {new}");
        }
    }

    #[test]
    fn keys_that_stand_twice_match_nothing() {
        assert!(Matched::by_key(&texts("ab"), &texts("ca")).is_some());
        assert!(Matched::by_key(&texts("aab"), &texts("b")).is_none());
        assert!(Matched::by_key(&texts("b"), &texts("bb")).is_none());
        assert!(Matched::by_key(&texts("??"), &texts("??")).is_some());
    }

    #[test]
    fn relations_match_as_many_as_possible() {
        // A letter is related to itself and to the one after it: taking the first for each would leave one out.
        let (old, new) = (b"ab", b"ba");
        let mut matched = Matched::by_text(&vec![None; 2], &vec![None; 2]);
        assert!(matched.by_relation(&mut |a, b| {
            let (a, b) = (old[a as usize], new[b as usize]);
            b == a || b == a + 1
        }));
        assert_eq!(matched.of_old, [Some(1), Some(0)]);
        let many = vec![None; TRIED + 1];
        assert!(!Matched::by_text(&many, &many).by_relation(&mut |_, _| true));
    }
}
