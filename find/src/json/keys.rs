//! Which byte strings of two lists are equal, found in linear time and without random access to them.

use std::borrow::Cow;

/// Byte strings: keys, or whole values in canonical form.
pub type Texts<'t> = [Cow<'t, [u8]>];

/// Calls `visit` for each group of equal texts with the indices of those in `old` and of those in `new`, each in
/// ascending order. The order of the groups means nothing.
pub fn groups(old: &Texts, new: &Texts, visit: &mut dyn FnMut(&[u32], &[u32])) {
    let text = |entry: &Entry| (*entry).text(old, new);
    let by_hash_and_text = |entries: &mut [Entry]| {
        entries.sort_unstable_by(|a, b| {
            a.hash.cmp(&b.hash).then_with(|| text(a).cmp(text(b))).then(a.index.cmp(&b.index))
        });
    };
    let sides = [(old, Entry::OLD), (new, Entry::NEW)];
    let mut entries = Vec::with_capacity(old.len() + new.len());
    for (texts, side) in sides {
        entries.extend((0..).zip(texts).map(|(index, text)| Entry { hash: hash(text), index: index | side }));
    }
    let is_long = entries.len() >= SHORT;
    if is_long {
        sort_by_hash(&mut entries);
    } else {
        by_hash_and_text(&mut entries);
    }
    let (mut olds, mut news) = (Vec::new(), Vec::new());
    // One of each side by hash. They are compared afterwards, in the order of the list: reading texts in the order of
    // their hashes would miss the cache each time.
    let mut partners = vec![NONE; if is_long { old.len() } else { 0 }];
    for run in entries.chunk_by_mut(|a, b| a.hash == b.hash) {
        if let ([a, b], true) = (&*run, is_long)
            && a.index & Entry::NEW != b.index & Entry::NEW
        {
            let (a, b) = if a.index & Entry::NEW == 0 { (a, b) } else { (b, a) };
            partners[a.index as usize] = b.index & !Entry::NEW;
            continue;
        }
        if run.iter().skip(1).any(|entry| text(entry) != text(&run[0])) {
            // Different texts with one hash.
            by_hash_and_text(run);
        }
        for group in run.chunk_by(|a, b| text(a) == text(b)) {
            olds.clear();
            news.clear();
            for entry in group {
                if entry.index & Entry::NEW == 0 { &mut olds } else { &mut news }
                    .push(entry.index & !Entry::NEW);
            }
            visit(&olds, &news);
        }
    }
    for (at, partner) in (0..).zip(partners).filter(|(_, partner)| *partner != NONE) {
        if old[at as usize] == new[partner as usize] {
            visit(&[at], &[partner]);
        } else {
            visit(&[at], &[]);
            visit(&[], &[partner]);
        }
    }
}

/// No partner.
const NONE: u32 = u32::MAX;

/// Whether a text stands more than once in a list.
pub fn has_repeated(texts: &Texts) -> bool {
    let mut is_repeated = false;
    if !texts.is_sorted_by(|a, b| a < b) {
        groups(texts, &[], &mut |olds, _| is_repeated |= olds.len() > 1);
    }
    is_repeated
}

/// One text of either side by its hash.
#[derive(Clone, Copy, Default)]
struct Entry {
    hash: u32,
    /// Index in its list, and the side in the highest bit.
    index: u32,
}

impl Entry {
    const OLD: u32 = 0;
    const NEW: u32 = 1 << 31;

    fn text<'t>(self, old: &'t Texts, new: &'t Texts) -> &'t [u8] {
        let texts = if self.index & Entry::NEW == 0 { old } else { new };
        &texts[(self.index & !Entry::NEW) as usize]
    }
}

/// Bits of a hash that one pass sorts by.
const DIGIT: u32 = 11;

/// Lists that are not worth counting digits for.
const SHORT: usize = 2048;

/// Sorts by hash, from the lowest digit to the highest; what is equal keeps its order.
fn sort_by_hash(entries: &mut Vec<Entry>) {
    let mut sorted = vec![Entry::default(); entries.len()];
    for shift in (0..u32::BITS).step_by(DIGIT as usize) {
        let digit = |entry: &Entry| (entry.hash >> shift & ((1 << DIGIT) - 1)) as usize;
        let mut places = [0_u32; 1 << DIGIT];
        for entry in entries.iter() {
            places[digit(entry)] += 1;
        }
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for entry in entries.iter() {
            let place = &mut places[digit(entry)];
            sorted[*place as usize] = *entry;
            *place += 1;
        }
        std::mem::swap(entries, &mut sorted);
    }
}

/// Folds eight bytes at a time with a multiplication whose high bits are mixed back in. (A product of 128 bits would
/// mix better, and is a slow call in WebAssembly.)
#[inline]
pub fn hash(text: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |state: u64, word: u64| {
        let product = (state ^ word).wrapping_mul(FACTOR);
        product ^ product >> 32
    };
    let (words, rest) = text.as_chunks::<8>();
    let mut last = 0;
    for byte in rest {
        last = last << 8 | u64::from(*byte);
    }
    let state =
        words.iter().fold(text.len() as u64 ^ FACTOR, |state, word| mix(state, u64::from_le_bytes(*word)));
    let hash = mix(mix(state, last), 0);
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    type Groups = BTreeMap<Vec<u8>, (Vec<u32>, Vec<u32>)>;

    fn texts(list: &[String]) -> Vec<Cow<'_, [u8]>> {
        list.iter().map(|text| Cow::Borrowed(text.as_bytes())).collect()
    }

    fn found(old: &[String], new: &[String]) -> Groups {
        let mut found = Groups::new();
        groups(&texts(old), &texts(new), &mut |olds, news| {
            let first = olds.first().map_or_else(|| &new[news[0] as usize], |at| &old[*at as usize]);
            let before = found.insert(first.clone().into_bytes(), (olds.to_vec(), news.to_vec()));
            assert_eq!(before, None, "{first} is in two groups");
        });
        found
    }

    fn naive(old: &[String], new: &[String]) -> Groups {
        let mut groups = Groups::new();
        for (index, text) in (0..).zip(old) {
            groups.entry(text.clone().into_bytes()).or_default().0.push(index);
        }
        for (index, text) in (0..).zip(new) {
            groups.entry(text.clone().into_bytes()).or_default().1.push(index);
        }
        groups
    }

    proptest! {
        #[test]
        fn equal_texts_are_one_group(old in proptest::collection::vec("[ab]{0,3}", 0..9), new in proptest::collection::vec("[ab]{0,3}", 0..9)) {
            prop_assert_eq!(found(&old, &new), naive(&old, &new));
            prop_assert_eq!(has_repeated(&texts(&old)), naive(&old, &[]).values().any(|(olds, _)| olds.len() > 1));
        }
    }

    #[test]
    fn long_lists_are_grouped_too() {
        let old: Vec<String> = (0..5_000).map(|at| format!("key {}", at % 4_000)).collect();
        let new: Vec<String> = (2_000..7_000).rev().map(|at| format!("key {at}")).collect();
        assert_eq!(found(&old, &new), naive(&old, &new));
    }
}
