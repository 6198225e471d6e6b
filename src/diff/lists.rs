//! Lists and maps whose elements and members belong together otherwise than by position and key.

use super::canonical::{self, canonical_text, key_names, key_of};
use super::matching::Matched;
use super::{Judgement, Settled};
use crate::contract::{Dialect, Kind as ChangeKind, ShownType};
use crate::json::{Document, Kind, Member, NodeId, keys};
use crate::normalize;
use crate::path::{Scalar as Literal, Step};
use crate::patterns::Reached;
use crate::places::{Frame, Part, PathId, Place, Values, new_key, old_key};
use crate::problem::Code;
use crate::rules::{Equality, Scope, Term, Word, has_equality};
use crate::value;
use std::borrow::Cow;
use std::rc::Rc;

impl Settled {
    /// Looks into two lists; whether elements that belong together stand elsewhere.
    pub(super) fn lists(&mut self, base: PathId, terms: &[Term], olds: &[NodeId], news: &[NodeId]) -> bool {
        let goes_by_position = self.is_named_inside(base);
        if has_equality(terms, Equality::Set) && !goes_by_position {
            return self.set(base, olds, news);
        }
        if let Some(names) = key_names(terms).filter(|_| !goes_by_position)
            && let Some(is_moved) = self.keyed(base, &names, olds, news)
        {
            return is_moved;
        }
        for index in 0..olds.len().max(news.len()) {
            let values = Values { old: olds.get(index).copied(), new: news.get(index).copied() };
            self.element(base, Part::Index(index as u32), values);
        }
        false
    }

    fn set(&mut self, base: PathId, olds: &[NodeId], news: &[NodeId]) -> bool {
        let frame = self.frames.frame(self.paths.frame(base)).clone();
        let state = self.state(base).clone();
        let rules = Rc::clone(&self.rules);
        let text = |document: &Rc<Document>, element: &NodeId| {
            let state = canonical::element_state(&rules, &state, None, document, *element);
            canonical_text(&rules, frame.dialect, document, *element, &state)
        };
        let old_texts: Vec<_> = olds.iter().map(|element| text(&frame.old, element)).collect();
        let new_texts: Vec<_> = news.iter().map(|element| text(&frame.new, element)).collect();
        let mut matched = Matched::by_text(&old_texts, &new_texts);
        let inherited = state.resolved.scope.as_ref();
        let has_scope = inherited.is_some_and(|(rule, _)| rule.words.iter().any(|term| is_scope(term.word)));
        if has_scope || self.rules.have_below(state.level(), needs_both_sides) {
            let mut is_related = |old: u32, new: u32| {
                let values = Values::both(olds[old as usize], news[new as usize]);
                let ruling = self.tried(|inside| inside.element(base, Part::Index(new), values));
                !ruling.survives()
            };
            if !matched.by_relation(&mut is_related) {
                self.problems.push((Code::TooManyToMatch, base));
            }
        }
        let differs = |(old, new): (usize, &Option<u32>)| {
            new.is_some_and(|new| {
                old != new as usize || frame.old.raw(olds[old]) != frame.new.raw(news[new as usize])
            })
        };
        let is_moved = matched.of_old.iter().enumerate().any(differs);
        self.unmatched(&matched, |inside, left| {
            let (index, values) = match left {
                Left::Both(old, new) => (new, Values::both(olds[old as usize], news[new as usize])),
                Left::Old(old) => (old, Values { old: Some(olds[old as usize]), new: None }),
                Left::New(new) => (new, Values { old: None, new: Some(news[new as usize]) }),
            };
            inside.element(base, Part::Index(index), values);
        });
        is_moved
    }

    /// None if a key stands twice: then elements belong together by position.
    fn keyed(&mut self, base: PathId, names: &[String], olds: &[NodeId], news: &[NodeId]) -> Option<bool> {
        let frame = self.frames.frame(self.paths.frame(base)).clone();
        let state = self.state(base).clone();
        let rules = Rc::clone(&self.rules);
        let key = |document: &Rc<Document>, element: &NodeId| {
            let state = canonical::element_state(&rules, &state, None, document, *element);
            key_of(&rules, document, *element, names, &state)
        };
        let old_keys: Vec<_> = olds.iter().map(|element| key(&frame.old, element)).collect();
        let new_keys: Vec<_> = news.iter().map(|element| key(&frame.new, element)).collect();
        let Some(matched) = Matched::by_key(&old_keys, &new_keys) else {
            self.problems.push((Code::KeyNotUnique, base));
            return None;
        };
        let is_moved = (0..).zip(&matched.of_old).any(|(old, new)| new.is_some_and(|new| new != old));
        // Paths are shown: what is or may be secret is not written into one.
        let above = self.paths.path(&self.frames, base);
        let is_named = |step: &Step| matches!(step, Step::Key(key) if value::is_secret_name(key));
        let is_guessed = above.0.iter().any(is_named) || names.iter().any(|name| value::is_secret_name(name));
        let is_declared = |document: &Document, node: NodeId| {
            let element = canonical::element_state(&rules, &state, None, document, node);
            let hides = |name| {
                let member = rules.below(&element, &Reached::Key(name)).resolved;
                member.is_secret || member.scope(Scope::Hashed).is_some()
            };
            value::is_special(document, node) || names.iter().any(|name| hides(name))
        };
        let part = |inside: &mut Self, index: u32, values: Values| {
            let sides = [(&frame.new, values.new), (&frame.old, values.old)];
            let mut sides = sides.into_iter().filter_map(|(document, node)| Some((document, node?)));
            let is_secret = is_guessed || sides.clone().any(|(document, node)| is_declared(document, node));
            let members = match sides.next() {
                Some((document, node)) if !is_secret => members_of(document, node, names),
                _ => None,
            };
            inside.element_path(base, index, members, values)
        };
        for (old, new) in matched.of_old.iter().enumerate() {
            let Some(new) = *new else { continue };
            let (old_node, new_node) = (olds[old], news[new as usize]);
            if frame.old.raw(old_node) != frame.new.raw(new_node) || value::has_opaque(&frame.old, old_node) {
                let path = part(self, new, Values::both(old_node, new_node));
                self.look(path);
            }
        }
        self.unmatched(&matched, |inside, left| match left {
            Left::Both(old, new) if old_keys[old as usize].is_none() || new_keys[new as usize].is_none() => {
                // Nothing says that they are two: a key is not known, say.
                let path = part(inside, new, Values::both(olds[old as usize], news[new as usize]));
                inside.look(path);
            }
            Left::Both(old, new) => {
                inside.gone(&part, (old, olds[old as usize]), (new, news[new as usize]));
            }
            Left::Old(old) => {
                let path = part(inside, old, Values { old: Some(olds[old as usize]), new: None });
                inside.push_raw(Place { path, kind: ChangeKind::Delete });
            }
            Left::New(new) => {
                let path = part(inside, new, Values { old: None, new: Some(news[new as usize]) });
                inside.push_raw(Place { path, kind: ChangeKind::Add });
            }
        });
        Some(is_moved)
    }

    /// An element of a keyed list that is not in the new one, and the element that comes in its place. To have
    /// one go and the other come costs what changing the one into the other would.
    fn gone(
        &mut self,
        part: &dyn Fn(&mut Self, u32, Values) -> PathId,
        (old, old_node): (u32, NodeId),
        (new, new_node): (u32, NodeId),
    ) {
        let before = self.judgements.len();
        let path = part(self, new, Values::both(old_node, new_node));
        self.look(path);
        if !self.judgements[before..].iter().any(|judgement| judgement.ruling.survives()) {
            // Words say that what tells them apart does not count.
            return;
        }
        let first = self.in_place.len();
        self.in_place.extend(self.judgements.drain(before..));
        let instead = Some(first..self.in_place.len());
        let changes = [
            (ChangeKind::Delete, old, Values { old: Some(old_node), new: None }),
            (ChangeKind::Add, new, Values { old: None, new: Some(new_node) }),
        ];
        for (kind, index, values) in changes {
            let place = Place { path: part(self, index, values), kind };
            self.judgements.push(Judgement { place, ruling: self.raw(place), instead: instead.clone() });
        }
    }

    /// Elements without a partner, each with the one that comes in its place if there is one.
    fn unmatched(&mut self, matched: &Matched, mut visit: impl FnMut(&mut Self, Left)) {
        let mut is_successor = vec![false; matched.of_new.len()];
        for (old, _) in (0..).zip(&matched.of_old).filter(|(_, new)| new.is_none()) {
            match matched.successor(old) {
                Some(new) => {
                    is_successor[new as usize] = true;
                    visit(self, Left::Both(old, new));
                }
                None => visit(self, Left::Old(old)),
            }
        }
        for (new, old) in matched.of_new.iter().enumerate() {
            if old.is_none() && !is_successor[new] {
                visit(self, Left::New(new as u32));
            }
        }
    }

    /// Looks into two maps whose keys belong together whatever their letter case; whether some are spelled
    /// otherwise.
    pub(super) fn folded(&mut self, base: PathId, a: NodeId, b: NodeId) -> bool {
        let Frame { old, new, dialect, .. } = self.frames.frame(self.paths.frame(base)).clone();
        let (olds, news) = (counting_members(&old, a, dialect), counting_members(&new, b, dialect));
        let folded = |document: &Document, members: &[Member]| -> Vec<Cow<'static, [u8]>> {
            let key = |member: &Member| Cow::Owned(normalize::folded_key(&document.content(member.key)));
            members.iter().map(key).collect()
        };
        let texts = (folded(&old, &olds), folded(&new, &news));
        let mut partners = vec![None; olds.len()];
        let mut is_paired = vec![false; news.len()];
        keys::groups(&texts.0, &texts.1, &mut |group, others| {
            // Keys of one map that differ only in case are told apart.
            let same_spelling = |at: &u32, other: &u32| {
                old.content(olds[*at as usize].key) == new.content(news[*other as usize].key)
            };
            for at in group {
                let partner = match (group, others) {
                    ([_], [other]) => Some(other),
                    _ => others.iter().find(|other| same_spelling(at, other)),
                };
                if let Some(other) = partner {
                    partners[*at as usize] = Some(*other as usize);
                    is_paired[*other as usize] = true;
                }
            }
        });
        let mut is_moved = false;
        let state = self.state(base).clone();
        for (member, partner) in olds.iter().zip(partners) {
            if let Some(partner) = partner.map(|at| news[at]) {
                is_moved |= old.content(member.key) != new.content(partner.key);
                // Rules may be written for either spelling.
                let names = |document: &Document, key| {
                    self.rules.below(&state, &Reached::Key(&document.str(key))).level().len()
                };
                let is_old_named = names(&old, member.key) > names(&new, partner.key);
                let key = if is_old_named { old_key(member.key) } else { new_key(partner.key) };
                self.element(base, key, Values::both(member.value, partner.value));
            } else {
                self.element(base, old_key(member.key), Values { old: Some(member.value), new: None });
            }
        }
        for (member, _) in news.iter().zip(is_paired).filter(|(_, is_paired)| !is_paired) {
            self.element(base, new_key(member.key), Values { old: None, new: Some(member.value) });
        }
        is_moved
    }

    /// One step further: two values to be looked into, or one that the other side does not have.
    pub(super) fn element(&mut self, base: PathId, part: Part, values: Values) {
        let path = self.paths.below(base, part, values);
        self.resolve_since(path.index());
        self.either(path, values);
    }

    fn either(&mut self, path: PathId, values: Values) {
        match values {
            Values { old: Some(_), new: Some(_) } => self.look(path),
            Values { old: Some(_), new: None } => self.leaf(Place { path, kind: ChangeKind::Delete }),
            Values { .. } => self.leaf(Place { path, kind: ChangeKind::Add }),
        }
    }

    fn element_path(
        &mut self,
        base: PathId,
        index: u32,
        members: Option<Vec<(String, Literal)>>,
        values: Values,
    ) -> PathId {
        let path = match members {
            Some(members) => self.paths.keyed(base, index, members, values),
            None => self.paths.below(base, Part::Index(index), values),
        };
        self.resolve_since(path.index());
        path
    }
}

/// Members that are one: of a repeated key the last one and, in the Pulumi dialect, none that is null.
fn counting_members(document: &Document, map: NodeId, dialect: Dialect) -> Vec<Member> {
    let members: Vec<Member> = document.members(map).collect();
    let mut counts = vec![false; members.len()];
    keys::groups(&document.keys(map), &[], &mut |group, _| {
        if let Some(last) = group.last() {
            counts[*last as usize] = true;
        }
    });
    let is_value = |member: &Member| dialect == Dialect::Json || document.kind(member.value) != Kind::Null;
    members
        .into_iter()
        .zip(counts)
        .filter(|(member, counts)| *counts && is_value(member))
        .map(|(member, _)| member)
        .collect()
}

/// Elements without a partner.
enum Left {
    Both(u32, u32),
    Old(u32),
    New(u32),
}

/// Whether a word needs both sides to say that elements are the same, so that no canonical form will do.
fn needs_both_sides(word: Word) -> bool {
    match word {
        Word::Equality(equality) => equality == Equality::Default || !equality.is_canonical(),
        word => is_scope(word),
    }
}

/// Whether a word keeps something out of the comparison.
fn is_scope(word: Word) -> bool {
    matches!(word, Word::Scope(scope) if scope != Scope::Secret)
}

/// What an element of a keyed list is known by, as it is written in paths. None if a member is no scalar.
fn members_of(document: &Document, element: NodeId, names: &[String]) -> Option<Vec<(String, Literal)>> {
    let member = |name: &String| {
        let node =
            if document.kind(element) == Kind::Map { document.member(element, name)? } else { return None };
        let value = match document.kind(node) {
            Kind::String if value::type_of(document, node) == ShownType::String => {
                Literal::Text(document.text(node))
            }
            Kind::String | Kind::List | Kind::Map => return None,
            _ => Literal::Bare(document.raw(node).to_owned()),
        };
        Some((name.clone(), value))
    };
    names.iter().map(member).collect()
}
