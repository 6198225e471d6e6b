//! Which patterns a path matches, and where in a document patterns lead.

use crate::json::{Document, Kind, NodeId, keys};
use crate::path::{Path, Scalar as Literal, Step, is_like};
use crate::value::Scalar;
use std::cell::OnceCell;
use std::rc::Rc;

/// Patterns of paths as a trie, each with a number.
#[derive(Debug)]
pub struct Patterns {
    nodes: Vec<Node>,
}

/// Nodes of patterns that a path matches so far, most specific first.
pub type Level = Vec<u32>;

/// One step of a path, as patterns see it.
pub enum Reached<'a> {
    /// A member of a map.
    Key(&'a str),
    /// An element of a list: its position, unless it is known by its key, and whether a member of it is this.
    Element(Option<i64>, &'a dyn Fn(&str, &Literal) -> bool),
}

#[derive(Debug, Default)]
struct Node {
    keys: Keys,
    /// Parts of keys between wildcards, sorted.
    likes: Vec<(Vec<String>, u32)>,
    /// Positions, sorted.
    positions: Vec<(i64, u32)>,
    /// Members that an element has, sorted.
    matches: Vec<(Vec<(String, Literal)>, u32)>,
    any_element: Option<u32>,
    any: Option<u32>,
    /// Patterns that end here, in the order in which they were put in.
    ends: Vec<u32>,
}

const ROOT: u32 = 0;

/// No patterns.
impl Default for Patterns {
    fn default() -> Self {
        Patterns { nodes: vec![Node::default()] }
    }
}

impl Patterns {
    /// Puts a pattern in, and returns the numbers of those with the same steps that were there before.
    pub fn insert(&mut self, pattern: &Path, number: u32) -> &[u32] {
        let node = pattern.0.iter().fold(ROOT, |node, step| self.child(node, step));
        let ends = &mut self.nodes[node as usize].ends;
        ends.push(number);
        ends.split_last().map_or(&[], |(_, before)| before)
    }

    /// The number of a pattern that was put in by this alone; a new one gets the number that is offered.
    pub fn number(&mut self, pattern: &Path, offered: u32) -> u32 {
        let node = pattern.0.iter().fold(ROOT, |node, step| self.child(node, step));
        let ends = &mut self.nodes[node as usize].ends;
        if ends.is_empty() {
            ends.push(offered);
        }
        ends[0]
    }

    /// Where every path begins.
    pub fn root(&self) -> Level {
        vec![ROOT]
    }

    /// One step further: of equally long patterns the one that is first more specific comes first, step by step: a
    /// name before a pattern of names before `[*]` before `*`.
    pub fn next(&self, level: &[u32], step: &Reached) -> Level {
        let mut next = Vec::new();
        for node in level.iter().map(|node| self.node(*node)) {
            match step {
                Reached::Key(key) => {
                    next.extend(node.keys.get(key));
                    next.extend(
                        node.likes.iter().filter(|(parts, _)| is_like(parts, key)).map(|entry| entry.1),
                    );
                }
                Reached::Element(position, has) => {
                    let found = position
                        .map(|position| node.positions.binary_search_by_key(&position, |entry| entry.0));
                    next.extend(found.and_then(Result::ok).map(|at| node.positions[at].1));
                    for (members, child) in &node.matches {
                        if members.iter().all(|(key, value)| has(key, value)) {
                            next.push(*child);
                        }
                    }
                    next.extend(node.any_element);
                }
            }
            next.extend(node.any);
        }
        next
    }

    /// One step of a pattern further.
    pub fn next_step(&self, level: &[u32], step: &Step) -> Level {
        match step {
            Step::Key(key) => self.next(level, &Reached::Key(key)),
            Step::Index(position) => self.next(level, &Reached::Element(Some(*position), &|_, _| false)),
            Step::Match(members) => {
                let has =
                    |key: &str, value: &Literal| members.iter().any(|(name, is)| name == key && is == value);
                self.next(level, &Reached::Element(None, &has))
            }
            Step::AnyElement => self.next(level, &Reached::Element(None, &|_, _| false)),
            Step::Any => level.iter().filter_map(|node| self.node(*node).any).collect(),
            Step::KeyLike(_) => {
                let found = |node: &u32| {
                    let likes = self.node(*node).likes.iter();
                    likes
                        .filter(|(parts, _)| Step::KeyLike(parts.clone()) == *step)
                        .map(|entry| entry.1)
                        .next()
                };
                level.iter().flat_map(|node| found(node).into_iter().chain(self.node(*node).any)).collect()
            }
        }
    }

    /// Numbers of the patterns that end here, most specific first.
    pub fn ending_at<'s>(&'s self, level: &'s [u32]) -> impl Iterator<Item = usize> + 's {
        level.iter().flat_map(|node| self.node(*node).ends.iter().map(|number| *number as usize))
    }

    /// Whether patterns lead from here to something inside.
    pub fn lead_inside(&self, level: &[u32]) -> bool {
        level.iter().any(|node| !self.node(*node).is_last())
    }

    /// Numbers of the patterns that end here or inside, in no order.
    pub fn inside(&self, level: &[u32]) -> impl Iterator<Item = usize> {
        let mut open = level.to_vec();
        let mut ends = Vec::new();
        while let Some(node) = open.pop().map(|node| self.node(node)) {
            ends.extend(node.ends.iter().map(|number| *number as usize));
            open.extend(node.children());
        }
        ends.into_iter()
    }

    fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    fn child(&mut self, node: u32, step: &Step) -> u32 {
        let next = self.nodes.len() as u32;
        let parent = &mut self.nodes[node as usize];
        let child = match step {
            Step::AnyElement => *parent.any_element.get_or_insert(next),
            Step::Any => *parent.any.get_or_insert(next),
            Step::Key(key) => parent.keys.get_or_insert(key, next),
            Step::KeyLike(parts) => sorted_entry(&mut parent.likes, parts, next),
            Step::Index(position) => sorted_entry(&mut parent.positions, position, next),
            Step::Match(members) => sorted_entry(&mut parent.matches, members, next),
        };
        if child == next {
            self.nodes.push(Node::default());
        }
        child
    }
}

impl Node {
    /// Whether no pattern goes on from here.
    fn is_last(&self) -> bool {
        self.children().next().is_none()
    }

    fn children(&self) -> impl Iterator<Item = u32> + '_ {
        let keys = self.keys.entries.iter().map(|entry| entry.1);
        let likes = self.likes.iter().map(|entry| entry.1);
        let elements =
            self.positions.iter().map(|entry| entry.1).chain(self.matches.iter().map(|entry| entry.1));
        keys.chain(likes).chain(elements).chain(self.any_element).chain(self.any)
    }
}

/// What stands at a name in a sorted list; put there if it is not.
fn sorted_entry<N: Ord + Clone>(entries: &mut Vec<(N, u32)>, name: &N, value: u32) -> u32 {
    match entries.binary_search_by(|(other, _)| other.cmp(name)) {
        Ok(at) => entries[at].1,
        Err(at) => {
            entries.insert(at, (name.clone(), value));
            value
        }
    }
}

/// Keys with the nodes that they lead to, by hash: most keys of a document are in no pattern, and that is seen
/// without looking at any.
#[derive(Debug, Default)]
struct Keys {
    entries: Vec<(String, u32)>,
    /// Open addressing: an entry's index and one, or 0; at most half full.
    slots: Vec<u32>,
}

impl Keys {
    fn get(&self, key: &str) -> Option<u32> {
        let at = self.slots.get(self.slot(key)?).copied().filter(|at| *at > 0)?;
        Some(self.entries[at as usize - 1].1)
    }

    fn get_or_insert(&mut self, key: &str, value: u32) -> u32 {
        if let Some(value) = self.get(key) {
            return value;
        }
        self.entries.push((key.to_owned(), value));
        if self.entries.len() * 2 > self.slots.len() {
            self.slots = vec![0; (self.entries.len() * 4).next_power_of_two()];
            for at in 0..self.entries.len() {
                self.place(at);
            }
        } else {
            self.place(self.entries.len() - 1);
        }
        value
    }

    fn place(&mut self, at: usize) {
        if let Some(slot) = self.slot(&self.entries[at].0) {
            self.slots[slot] = at as u32 + 1;
        }
    }

    /// Where a key stands or would stand.
    fn slot(&self, key: &str) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = keys::hash(key.as_bytes()) as usize & mask;
        while self.slots[slot] > 0 && self.entries[self.slots[slot] as usize - 1].0 != key {
            slot = (slot + 1) & mask;
        }
        Some(slot)
    }
}

/// Patterns as a list and, once a path is held against them, as a trie: each asks all of them at once.
#[derive(Clone, Debug, Default)]
pub struct PatternSet {
    list: Vec<Path>,
    trie: OnceCell<Rc<Patterns>>,
}

impl FromIterator<Path> for PatternSet {
    fn from_iter<T: IntoIterator<Item = Path>>(paths: T) -> PatternSet {
        PatternSet { list: paths.into_iter().collect(), trie: OnceCell::new() }
    }
}

impl PatternSet {
    /// All of them, in their order.
    pub fn list(&self) -> &[Path] {
        &self.list
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether one of them leads to a path itself.
    pub fn end_at(&self, path: &Path) -> bool {
        let (_, level) = self.along(path);
        self.trie().ending_at(&level).next().is_some()
    }

    /// Whether one of them leads to a path or to something around it.
    pub fn cover(&self, path: &Path) -> bool {
        let (around, level) = self.along(path);
        !around.is_empty() || self.trie().ending_at(&level).next().is_some()
    }

    /// Whether one of them leads to a path, to something around it, or into it.
    pub fn meet(&self, path: &Path) -> bool {
        let (around, level) = self.along(path);
        // From every node of the trie something leads on.
        !self.is_empty() && (!around.is_empty() || !level.is_empty())
    }

    /// The numbers of those that do, in no order.
    pub fn meeting(&self, path: &Path) -> Vec<usize> {
        let (mut all, level) = self.along(path);
        all.extend(self.trie().inside(&level));
        all
    }

    /// The numbers of those that lead to something around a path, and where the others stand at it.
    fn along(&self, path: &Path) -> (Vec<usize>, Level) {
        let trie = self.trie();
        let (mut around, mut level) = (Vec::new(), trie.root());
        for step in &path.0 {
            around.extend(trie.ending_at(&level));
            level = trie.next_step(&level, step);
        }
        (around, level)
    }

    /// The same as a trie.
    pub fn trie(&self) -> &Patterns {
        self.trie.get_or_init(|| {
            let mut trie = Patterns::default();
            for (number, path) in (0..).zip(&self.list) {
                trie.insert(path, number);
            }
            Rc::new(trie)
        })
    }
}

/// What a path goes on into at some value.
pub struct Inside {
    /// The document that has it.
    pub document: Rc<Document>,
    /// The value whose elements or members come next.
    pub node: NodeId,
    /// A single value stands for a list of it.
    pub is_one: bool,
}

/// Says what a path goes on into at a value, by the patterns that lead there.
pub type LookInto<'a> = &'a dyn Fn(&Rc<Document>, NodeId, &[u32]) -> Option<Inside>;

/// Visits the places inside a value to which patterns lead, and goes nowhere else; the value itself is not visited.
/// `look_into` says what a path goes on into: other than the value itself for secrets and embedded documents.
pub fn reach(
    patterns: &Patterns,
    document: &Rc<Document>,
    value: NodeId,
    level: Level,
    look_into: LookInto,
    visit: &mut dyn FnMut(&Document, NodeId, &[u32]),
) {
    let mut open = vec![(Rc::clone(document), value, level)];
    while let Some((document, value, level)) = open.pop() {
        if !patterns.lead_inside(&level) {
            continue;
        }
        let Some(Inside { document, node, is_one }) = look_into(&document, value, &level) else { continue };
        for_each_child(&document, node, is_one, |step, child| {
            let below = patterns.next(&level, &step);
            if !below.is_empty() {
                visit(&document, child, &below);
                open.push((Rc::clone(&document), child, below));
            }
        });
    }
}

/// What is directly inside a value, with the step that leads there.
fn for_each_child(document: &Document, value: NodeId, is_one: bool, mut visit: impl FnMut(Reached, NodeId)) {
    match document.kind(value) {
        Kind::Map => {
            for member in document.members(value) {
                visit(Reached::Key(&document.str(member.key)), member.value);
            }
        }
        Kind::List => {
            for (index, element) in (0..).zip(document.elements(value)) {
                let has = |key: &str, value: &Literal| has_member(document, element, key, value);
                visit(Reached::Element(Some(index), &has), element);
            }
        }
        _ => {}
    }
    if is_one && document.kind(value) != Kind::List {
        visit(Reached::Element(Some(0), &|_, _| false), value);
    }
}

/// Whether a member of an element is this.
pub fn has_member(document: &Document, element: NodeId, key: &str, value: &Literal) -> bool {
    let member = if document.kind(element) == Kind::Map { document.member(element, key) } else { None };
    member.and_then(|member| Scalar::at(document, member)).is_some_and(|member| member == Scalar::of(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Dialect;

    #[test]
    fn patterns_around_a_path_at_it_and_in_it() {
        // patterns, path, one leads to it or around it, one meets it, one leads to it, numbers of those that meet it
        type Row<'t> = (&'t [&'t str], &'t str, bool, bool, bool, &'t [usize]);
        let table: [Row; 8] = [
            (&[], "", false, false, false, &[]),
            (&[], "a", false, false, false, &[]),
            (&["a.b"], "a.b", true, true, true, &[0]),
            (&["a.b"], "a.b.c", true, true, false, &[0]),
            (&["a.b"], "a", false, true, false, &[0]),
            (&["a.b", "b", ""], "a", true, true, false, &[0, 2]),
            (&["list[*].pw", "x"], "list[0]", false, true, false, &[0]),
            (&["list[*].pw", "list[1]"], "list[1].pw.in", true, true, false, &[0, 1]),
        ];
        for (patterns, path, covers, meets, ends, numbers) in table {
            let parsed = |text: &str| Path::parse(text, Dialect::Own).unwrap();
            let set: PatternSet = patterns.iter().map(|text| parsed(text)).collect();
            let at = parsed(path);
            let mut meeting = set.meeting(&at);
            meeting.sort_unstable();
            assert_eq!(
                (set.cover(&at), set.meet(&at), set.end_at(&at), meeting.as_slice()),
                (covers, meets, ends, numbers),
                "{patterns:?} {path}"
            );
        }
    }
}
