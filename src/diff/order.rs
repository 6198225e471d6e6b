//! How the elements of two lists belong together if positions are not all that counts: by whole values, or by members
//! that tell them apart. No word says so; this is what a person would see.

use super::Settled;
use super::canonical::{self, canonical_text, key_of};
use super::matching::Matched;
use crate::json::{Document, Kind, NodeId, keys};
use crate::places::{PathId, Side, Values};
use crate::value::{self, Scalar};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

/// How the elements of two lists belong together.
#[derive(Debug)]
pub struct Order {
    /// For each old element its new one.
    pub of_old: Vec<Option<u32>>,
    /// For each new element its old one.
    pub of_new: Vec<Option<u32>>,
    /// Members by which elements may be told apart, the best first. If there are some, the first made the pairs; else
    /// whole values did.
    pub keys: Vec<Vec<String>>,
}

/// Names of members that tell elements apart in most interfaces; others that end so come next.
const KEYS: [&str; 3] = ["name", "id", "key"];

/// Members of the first element that are tried as keys.
const TRIED: usize = 12;

impl Order {
    /// Elements that only the new list has.
    pub fn added(&self) -> usize {
        self.of_new.iter().filter(|old| old.is_none()).count()
    }

    /// Elements that only the old list has.
    pub fn removed(&self) -> usize {
        self.of_old.iter().filter(|new| new.is_none()).count()
    }

    /// Elements that belong together.
    pub fn matched(&self) -> usize {
        self.of_old.len() - self.removed()
    }

    /// Elements that would have to be moved for the old order to become the new one: the fewest. Others only shift
    /// because of what is added or removed before them.
    pub fn moved(&self) -> Vec<(u32, u32)> {
        let pairs: Vec<(u32, u32)> =
            (0..).zip(&self.of_old).filter_map(|(old, new)| Some((old, (*new)?))).collect();
        // The longest rising run stays: for each length of a run the least last element, and who comes before whom.
        let (mut lasts, mut before) = (Vec::<usize>::new(), vec![None; pairs.len()]);
        for (at, pair) in pairs.iter().enumerate() {
            let length = lasts.partition_point(|last| pairs[*last].1 < pair.1);
            before[at] = length.checked_sub(1).map(|shorter| lasts[shorter]);
            if length == lasts.len() {
                lasts.push(at);
            } else {
                lasts[length] = at;
            }
        }
        let mut stays = vec![false; pairs.len()];
        let mut next = lasts.last().copied();
        while let Some(at) = next {
            stays[at] = true;
            next = before[at];
        }
        pairs.into_iter().zip(stays).filter(|(_, stays)| !stays).map(|(pair, _)| pair).collect()
    }
}

/// Two lists with the elements that do not stand at one position in both.
struct Lists<'s> {
    settled: &'s Settled,
    path: PathId,
    old: Elements,
    new: Elements,
    /// For each position whether both sides have the same there.
    is_same: Vec<bool>,
}

/// The elements of one side.
struct Elements {
    document: Rc<Document>,
    nodes: Vec<NodeId>,
    /// Their canonical forms, made when they are asked for; nothing of what is not known.
    texts: Vec<OnceCell<Option<Vec<u8>>>>,
}

impl Elements {
    fn new(document: &Rc<Document>, list: NodeId) -> Elements {
        let nodes: Vec<NodeId> = document.elements(list).collect();
        Elements { document: Rc::clone(document), texts: vec![OnceCell::new(); nodes.len()], nodes }
    }
}

impl Settled {
    /// How the elements of the lists at a path belong together, where that is another way than by position and leaves
    /// less to be explained. Nothing where there are no two lists.
    pub fn order(&self, path: PathId) -> Option<Order> {
        if self.is_named_inside(path) {
            return None;
        }
        let frame = self.frames.frame(self.paths.frame(path));
        let Values { old: Some(old), new: Some(new) } = self.paths.values(path) else { return None };
        if frame.old.kind(old) != Kind::List || frame.new.kind(new) != Kind::List {
            return None;
        }
        let (old, new) = (Elements::new(&frame.old, old), Elements::new(&frame.new, new));
        let pairs = old.nodes.iter().zip(&new.nodes);
        let is_same = pairs.map(|(a, b)| old.document.raw(*a) == new.document.raw(*b)).collect();
        Lists { settled: self, path, old, new, is_same }.order()
    }
}

impl Lists<'_> {
    fn order(&self) -> Option<Order> {
        let [mut olds, mut news] = [Side::Old, Side::New].map(|side| self.differing(side).map(|(at, _)| at));
        let (first, other) = (olds.next()?, news.next()?);
        if first == other && olds.next().is_none() && news.next().is_none() {
            // Nothing can be elsewhere.
            return None;
        }
        let keyed = self.keyed();
        let is_settled = keyed.iter().any(|keyed| keyed.is_usual() && !keyed.pairs.is_empty());
        if is_settled && keyed.iter().flat_map(|keyed| &keyed.pairs).all(|(old, new)| old == new) {
            // Whichever of them tells the elements apart best.
            return None;
        }
        let differing = self.is_same.iter().filter(|is_same| !**is_same).count()
            + self.old.nodes.len().abs_diff(self.new.nodes.len());
        let order = match self.best(keyed) {
            Some(keyed) => keyed,
            None => self.whole(self.by_text(), Vec::new()),
        };
        let is_elsewhere = (0..).zip(&order.of_old).any(|(old, new)| new.is_some_and(|new| new != old));
        // What is matched by keys may differ all the same.
        let left = order.added().max(order.removed());
        (is_elsewhere && (left < differing || !order.keys.is_empty())).then_some(order)
    }

    /// The matches of the elements that differ by position, with those that do not.
    fn whole(&self, matched: Matched, keys: Vec<Vec<String>>) -> Order {
        let Matched { mut of_old, mut of_new } = matched;
        for (at, _) in self.is_same.iter().enumerate().filter(|(_, is_same)| **is_same) {
            of_old[at] = Some(at as u32);
            of_new[at] = Some(at as u32);
        }
        Order { of_old, of_new, keys }
    }

    fn side(&self, side: Side) -> &Elements {
        if side == Side::Old { &self.old } else { &self.new }
    }

    /// Elements of one side that differ by position, each with its place.
    fn differing(&self, side: Side) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        let elements = self.side(side).nodes.iter().copied().enumerate();
        elements.filter(|(at, _)| self.is_same.get(*at) != Some(&true))
    }

    /// Matches elements that differ by position by their whole values.
    fn by_text(&self) -> Matched {
        let [olds, news] = [Side::Old, Side::New].map(|side| {
            let mut texts = vec![None; self.side(side).nodes.len()];
            for (at, _) in self.differing(side) {
                texts[at] = self.text(side, at).map(<[u8]>::to_vec);
            }
            texts
        });
        Matched::by_text(&olds, &news)
    }

    /// The canonical form of an element; nothing of what is not known.
    fn text(&self, side: Side, at: usize) -> Option<&[u8]> {
        let Elements { document, nodes, texts } = self.side(side);
        let Settled { rules, frames, paths, .. } = self.settled;
        let text = || {
            let dialect = frames.frame(paths.frame(self.path)).dialect;
            let state = self.settled.state(self.path);
            let state = canonical::element_state(rules, state, None, document, nodes[at]);
            canonical_text(rules, dialect, document, nodes[at], &state)
        };
        texts[at].get_or_init(text).as_deref()
    }

    /// Whether an old and a new element are known to be one value.
    fn are_one(&self, old: usize, new: usize) -> bool {
        let [a, b] = [(&self.old, old), (&self.new, new)].map(|(side, at)| (&side.document, side.nodes[at]));
        let is_plain = || a.0.marks_within(a.1).is_empty() && !self.settled.rules.have_equality();
        if a.0.raw(a.1) == b.0.raw(b.1) && is_plain() {
            // Without words what is written alike is one value: most elements only shift.
            return true;
        }
        let text = self.text(Side::Old, old);
        text.is_some() && text == self.text(Side::New, new)
    }

    /// Elements matched by the members that tell them apart best.
    fn best(&self, keyed: Vec<Keyed>) -> Option<Order> {
        let mut found = Vec::new();
        for keyed in keyed {
            let same = keyed.pairs.iter().filter(|(old, new)| self.are_one(*old, *new)).count();
            let matches = keyed.pairs.len();
            if matches > 0 && (keyed.is_usual() || same * 2 >= matches) {
                found.push(((usize::MAX - same, rank(&keyed.names), usize::MAX - matches), keyed));
            }
        }
        found.sort_by_key(|(rank, _)| *rank);
        let keys = found.iter().map(|(_, keyed)| keyed.names.clone()).collect();
        let (_, keyed) = found.into_iter().next()?;
        Some(self.whole(keyed.matched, keys))
    }

    /// What may tell the elements apart: single members of theirs or, if none alone does, two of them.
    fn keyed(&self) -> Vec<Keyed> {
        let Some((_, first)) = self.differing(Side::Old).next() else { return Vec::new() };
        let document = &self.old.document;
        if document.kind(first) != Kind::Map || value::is_special(document, first) {
            return Vec::new();
        }
        let is_key =
            |value| !matches!(Scalar::at(document, value), None | Some(Scalar::Null | Scalar::Boolean(_)));
        let members = document.members(first).filter(|member| is_key(member.value));
        let names =
            members.map(|member| document.text(member.key)).filter(|name| !value::is_secret_name(name));
        let names: Vec<String> = names.take(TRIED).collect();
        let keyed = |names: Vec<String>| {
            let matched = Matched::by_key(&self.keys(Side::Old, &names)?, &self.keys(Side::New, &names)?)?;
            let pairs = (0..).zip(&matched.of_old).filter_map(|(old, new)| Some((old, (*new)? as usize)));
            Some(Keyed { names, pairs: pairs.collect(), matched })
        };
        let single: Vec<_> = names.iter().filter_map(|name| keyed(vec![name.clone()])).collect();
        if !single.is_empty() {
            return single;
        }
        let pairs = names
            .iter()
            .enumerate()
            .flat_map(|(at, a)| names[at + 1..].iter().map(move |b| vec![a.clone(), b.clone()]));
        pairs.filter_map(keyed).collect()
    }

    /// The keys of the elements that differ by position; none if an element has no key, or two have one.
    fn keys(&self, side: Side, names: &[String]) -> Option<Vec<Option<Vec<u8>>>> {
        let Elements { document, nodes, .. } = self.side(side);
        let rules = &self.settled.rules;
        let state = self.settled.state(self.path);
        let mut all = Vec::with_capacity(nodes.len());
        for element in nodes {
            let state = canonical::element_state(rules, state, None, document, *element);
            all.push(key_of(rules, document, *element, names, &state)?);
        }
        let texts: Vec<Cow<[u8]>> = all.iter().map(|key| Cow::Borrowed(key.as_slice())).collect();
        if keys::has_repeated(&texts) {
            return None;
        }
        let is_same = |at: usize| self.is_same.get(at) == Some(&true);
        Some(all.into_iter().enumerate().map(|(at, key)| (!is_same(at)).then_some(key)).collect())
    }
}

/// Elements matched by members that tell them apart.
struct Keyed {
    names: Vec<String>,
    matched: Matched,
    /// The same as a list.
    pairs: Vec<(usize, usize)>,
}

impl Keyed {
    /// Whether it is usual to tell elements apart by each of the names. Others must show that they do.
    fn is_usual(&self) -> bool {
        self.names.iter().all(|name| rank(std::slice::from_ref(name)) < 2)
    }
}

/// How usual it is to tell elements apart by a name.
fn rank(names: &[String]) -> usize {
    let of_one = |name: &String| {
        let lower = name.to_ascii_lowercase();
        if KEYS.contains(&lower.as_str()) {
            0
        } else {
            usize::from(!KEYS.iter().any(|key| lower.ends_with(key))) + 1
        }
    };
    names.iter().map(of_one).max().unwrap_or_default() + (names.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(of_old: &[Option<u32>], new: usize) -> Order {
        let mut of_new = vec![None; new];
        for (old, new) in (0..).zip(of_old).filter_map(|(old, new)| Some((old, (*new)?))) {
            of_new[new as usize] = Some(old);
        }
        Order { of_old: of_old.to_vec(), of_new, keys: Vec::new() }
    }

    #[test]
    fn the_fewest_elements_move() {
        type Moved<'t> = &'t [(u32, u32)];
        let table: [(&[Option<u32>], usize, Moved); 5] = [
            (&[Some(1), Some(2), Some(0)], 3, &[(2, 0)]),
            (&[Some(1), Some(0)], 2, &[(0, 1)]),
            (&[Some(1), Some(2)], 3, &[]),
            (&[None, Some(0), Some(1)], 2, &[]),
            (&[Some(3), Some(2), Some(1), Some(0)], 4, &[(0, 3), (1, 2), (2, 1)]),
        ];
        for (of_old, new, moved) in table {
            assert_eq!(order(of_old, new).moved(), moved, "{of_old:?}");
        }
    }
}
