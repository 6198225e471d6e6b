//! What the found places are by the words in force.
//!
//! A place is judged where it was found, unless words above it say how the containers there belong together.
//! Then these are matched, and looked into pair by pair: what is found there takes the places' place.

use super::canonical::{self, canonical_text, key_names, key_of};
use super::find::find_below;
use super::matching::Matched;
use super::paths::{Part, Values, new_key, old_key};
use super::scope::{self, Out};
use super::{At, Frame, FrameId, Frames, PathId, Paths, Place, compare, of_one_side};
use crate::contract::{Dialect, Embedded, Kind as ChangeKind, SettledBy, ShownType};
use crate::json::{Document, Kind, NodeId, keys};
use crate::normalize::{self, Applied, Lifted};
use crate::path::Scalar as Literal;
use crate::problem::Code;
use crate::rules::{Equality, Reached, Rules, Scope, State, Term, Word};
use crate::value::{self, Comparison, Opened, Scalar};
use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

/// What a place is.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Where.
    pub place: Place,
    /// What it is judged to be.
    pub ruling: Ruling,
    /// Of an element of a keyed list that goes where another one comes: among `Settled::in_place`, what
    /// the two would differ in.
    pub instead: Option<Range<usize>>,
}

/// What a place is judged to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// One value, and what says so.
    Same(SettledBy),
    /// Two values.
    Different,
    /// A side is known only after the apply, or cannot be judged.
    Unknown,
    /// A side cannot be seen.
    Masked,
    /// A difference that scope keeps out.
    Ignored,
    /// The same, and only counted: the service sets it, and the program does not.
    LeftOut,
}

impl Ruling {
    /// Whether the place may cost something.
    #[inline]
    pub fn survives(self) -> bool {
        matches!(self, Ruling::Different | Ruling::Unknown | Ruling::Masked)
    }
}

impl From<Comparison> for Ruling {
    fn from(comparison: Comparison) -> Ruling {
        match comparison {
            Comparison::Same => Ruling::Same(SettledBy::BuiltIn),
            Comparison::Different => Ruling::Different,
            Comparison::Unknown => Ruling::Unknown,
            Comparison::Masked => Ruling::Masked,
        }
    }
}

/// Places with what they are, and all that is needed to ask further.
#[derive(Debug)]
pub struct Settled {
    /// The documents that paths lead through.
    pub frames: Frames,
    /// The paths of places.
    pub paths: Paths,
    /// In the order of the old document; what only the new one has comes after the rest of its container.
    pub judgements: Vec<Judgement>,
    /// What elements differ in that go where others come.
    pub in_place: Vec<Judgement>,
    /// What is to be said about values, and where.
    pub problems: Vec<(Code, PathId)>,
    rules: Rc<Rules>,
    /// What applies at each path; none if there are no rules.
    states: Vec<State>,
    none: State,
    /// Repeated keys of objects that were looked into, in the documents that were read.
    pub shadowed: Vec<At>,
}

/// Starts from places that were found in the two documents that were read: without equality words.
pub fn settle(frames: Frames, paths: Paths, rules: Rc<Rules>) -> Settled {
    let has_rules = !rules.is_empty();
    let mut settled = Settled {
        frames,
        paths,
        judgements: Vec::new(),
        in_place: Vec::new(),
        problems: Vec::new(),
        rules,
        states: Vec::new(),
        none: State::default(),
        shadowed: Vec::new(),
    };
    if has_rules {
        settled.states.push(settled.rules.root());
        settled.resolve_since(1);
    }
    settled
}

impl Settled {
    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What applies at a path.
    #[inline]
    pub fn state(&self, path: PathId) -> &State {
        self.states.get(path.index()).unwrap_or(&self.none)
    }

    /// The value of the documents that were read in which a place stands.
    pub fn host(&self, place: Place, side: super::Side) -> NodeId {
        let value = |path| {
            let Values { old, new } = self.paths.values(path);
            if side == super::Side::Old { old } else { new }.unwrap_or(NodeId::ROOT)
        };
        let frame = self.frames.frame(self.paths.frame(place.path));
        let main = self.frames.frame(FrameId::MAIN);
        let is_own = match side {
            super::Side::Old => Rc::ptr_eq(&frame.old, &main.old),
            super::Side::New => Rc::ptr_eq(&frame.new, &main.new),
        };
        value(if is_own { place.path } else { frame.host })
    }

    /// What a place is without any equality word: what a provider without a normaliser sees.
    #[inline]
    pub fn raw(&self, place: Place) -> Ruling {
        self.kept_out(place).unwrap_or_else(|| self.compared(place).into())
    }

    /// Judges places that were found in the documents that were read.
    pub fn judge(&mut self, places: &[Place]) {
        if self.rules.have_equality() {
            self.places(places, Paths::ROOT, 1);
        } else {
            for place in places {
                self.push_raw(*place);
            }
        }
    }

    /// What a place would be with other words at its path.
    pub fn with(&mut self, place: Place, terms: &[Term]) -> Ruling {
        let lifted = (self.lifted(place, true), self.lifted(place, false));
        let (Some((old, _)), Some((new, _))) = lifted else { return self.raw(place) };
        match normalize::apply(terms, old, new) {
            Ok(Applied::Same) => Ruling::Same(SettledBy::Rule),
            Ok(Applied::Values(old, new)) => self.tried(|inside| inside.values(place, old, new, terms)),
            Err(_) => Ruling::Unknown,
        }
    }

    /// Judges places found below `base`, whose paths were made from number `first` on.
    fn places(&mut self, places: &[Place], base: PathId, first: usize) {
        let containers = Containers::new(self, base, first);
        let mut judged = None;
        for place in places {
            match containers.above(self, place.path) {
                None => self.leaf(*place),
                Some(container) if judged == Some(container) => {}
                Some(container) => {
                    judged = Some(container);
                    self.pair(Place { path: container, kind: ChangeKind::Update });
                }
            }
        }
    }

    fn leaf(&mut self, place: Place) {
        let ruling = self.raw(place);
        let state = self.state(place.path);
        let has_words = !state.resolved.equalities().is_empty() || state.leads_on();
        if ruling.survives() && has_words {
            self.pair(place);
        } else {
            self.push(place, ruling);
        }
    }

    /// Two values, or one and none, by the words of their path.
    fn pair(&mut self, place: Place) {
        if let Some(ruling) = self.kept_out(place) {
            return self.push(place, ruling);
        }
        let rule = self.state(place.path).resolved.equality.clone();
        let terms = rule.as_ref().map_or(&[][..], |rule| &rule.equalities);
        let is_element = !matches!(self.paths.part(place.path), Part::Key(_) | Part::Inside { .. });
        if place.kind != ChangeKind::Update && is_element {
            // An element that is not there is no missing value.
            return self.compare_only(place);
        }
        let (Some((old, is_old_secret)), Some((new, is_new_secret))) =
            (self.lifted(place, true), self.lifted(place, false))
        else {
            return self.compare_only(place);
        };
        match normalize::apply(terms, old, new) {
            Ok(Applied::Same) => self.push(place, Ruling::Same(SettledBy::Rule)),
            Ok(Applied::Values(old, new)) if is_old_secret || is_new_secret => {
                let ruling = self.tried(|inside| inside.values(place, old, new, terms));
                self.push(place, ruling);
            }
            Ok(Applied::Values(old, new)) => self.values(place, old, new, terms),
            Err(code) => {
                self.problems.push((code, place.path));
                self.push(place, Ruling::Unknown);
            }
        }
    }

    fn compare_only(&mut self, place: Place) {
        let comparison = self.compared(place);
        self.push(place, comparison.into());
    }

    /// What is left of two values after the words of their path.
    fn values(&mut self, place: Place, old: Lifted, new: Lifted, terms: &[Term]) {
        match (old, new) {
            (Lifted::Missing, Lifted::Missing) => self.push(place, Ruling::Same(SettledBy::Rule)),
            (Lifted::Missing, _) | (_, Lifted::Missing) => self.compare_only(place),
            (Lifted::Scalar(old), Lifted::Scalar(new)) => {
                let is_same = old == new;
                self.push(place, if is_same { Ruling::Same(SettledBy::Rule) } else { Ruling::Different });
            }
            (Lifted::Container(old, a), Lifted::Container(new, b)) if old.kind(a) == new.kind(b) => {
                self.containers(place, terms, (old, a), (new, b));
            }
            (old, new) if is_filled_list(&old) || is_filled_list(&new) => {
                match (self.elements(place, old, terms, true), self.elements(place, new, terms, false)) {
                    (Some((old, a)), Some((new, b))) => {
                        let frame = self.frame_of(place, old, new, None);
                        let base = self.inside(place, true, frame, self.paths.values(place.path));
                        let before = self.judgements.len();
                        self.lists(base, terms, &a, &b);
                        self.close(place, before, false);
                    }
                    _ => self.compare_only(place),
                }
            }
            _ => self.compare_only(place),
        }
    }

    /// The elements of a list, or of a single value that `one-or-many` makes one.
    fn elements(
        &self,
        place: Place,
        value: Lifted,
        terms: &[Term],
        is_old: bool,
    ) -> Option<(Rc<Document>, Vec<NodeId>)> {
        let single = |document: &Rc<Document>, node| {
            let is_one = has(terms, Equality::OneOrMany) && !normalize::is_empty(document, node);
            is_one.then(|| (Rc::clone(document), vec![node]))
        };
        match value {
            Lifted::Container(document, node) if document.kind(node) == Kind::List => {
                let elements = document.elements(node).collect();
                Some((document, elements))
            }
            Lifted::Container(document, node) => single(&document, node),
            Lifted::Scalar(_) => {
                let frame = self.frames.frame(self.paths.frame(place.path));
                let Values { old, new } = self.paths.values(place.path);
                if is_old { single(&frame.old, old?) } else { single(&frame.new, new?) }
            }
            Lifted::Missing => None,
        }
    }

    /// Two lists or two maps.
    fn containers(
        &mut self,
        place: Place,
        terms: &[Term],
        (old, a): (Rc<Document>, NodeId),
        (new, b): (Rc<Document>, NodeId),
    ) {
        let embedded = notation(terms);
        let frame = self.frame_of(place, Rc::clone(&old), Rc::clone(&new), embedded);
        let is_opaque = frame != self.paths.frame(place.path);
        let base = self.inside(place, is_opaque, frame, Values::both(a, b));
        let before = self.judgements.len();
        let is_moved = if old.kind(a) == Kind::List {
            let elements = |document: &Document, list| document.elements(list).collect::<Vec<_>>();
            self.lists(base, terms, &elements(&old, a), &elements(&new, b))
        } else if has(terms, Equality::KeysCaseInsensitive) {
            self.folded(base, a, b)
        } else {
            self.look(base);
            false
        };
        self.close(place, before, is_moved);
    }

    /// Says that a container was settled, if nothing else was said of it or something in it moved.
    fn close(&mut self, place: Place, before: usize, is_moved: bool) {
        if is_moved || self.judgements.len() == before {
            let ruling = Ruling::Same(SettledBy::Rule);
            self.judgements.insert(before, Judgement { place, ruling, instead: None });
        }
    }

    /// Looks into two lists; whether elements that belong together stand elsewhere.
    fn lists(&mut self, base: PathId, terms: &[Term], olds: &[NodeId], news: &[NodeId]) -> bool {
        if has(terms, Equality::Set) {
            return self.set(base, olds, news);
        }
        if let Some(names) = key_names(terms)
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
        if self.rules.have_below(&state, needs_both_sides) {
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
        let part = |inside: &mut Self, index: u32, values: Values| {
            let members = match values {
                Values { new: Some(new), .. } => members_of(&frame.new, new, names),
                Values { old, .. } => old.and_then(|old| members_of(&frame.old, old, names)),
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
            Left::Both(old, new) => inside.gone(&part, (old, olds[old as usize]), (new, news[new as usize])),
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
        let is_other =
            self.judgements[before..].iter().any(|judgement| judgement.ruling == Ruling::Different);
        if !is_other {
            // Nothing says that they are two: a key that is not known, say.
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
    fn folded(&mut self, base: PathId, a: NodeId, b: NodeId) -> bool {
        let Frame { old, new, .. } = self.frames.frame(self.paths.frame(base)).clone();
        let folded = |document: &Document, map| -> Vec<Cow<[u8]>> {
            document.keys(map).iter().map(|key| Cow::Owned(normalize::folded_key(key))).collect()
        };
        let (olds, news): (Vec<_>, Vec<_>) = (old.members(a).collect(), new.members(b).collect());
        let mut partners = vec![None; olds.len()];
        let mut is_paired = vec![false; news.len()];
        keys::groups(&folded(&old, a), &folded(&new, b), |group, others| {
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
        for (member, partner) in olds.iter().zip(partners) {
            if let Some(partner) = partner.map(|at| news[at]) {
                is_moved |= old.content(member.key) != new.content(partner.key);
                self.element(base, new_key(partner.key), Values::both(member.value, partner.value));
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
    fn element(&mut self, base: PathId, part: Part, values: Values) {
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

    /// Finds what differs between the two values at a path, and judges it.
    fn look(&mut self, base: PathId) {
        let Values { old: Some(old), new: Some(new) } = self.paths.values(base) else { return };
        let first = self.paths.len();
        let frame = self.frames.frame(self.paths.frame(base)).clone();
        let pair = super::Pair { old: &frame.old, new: &frame.new };
        let found = find_below(pair, frame.dialect, &mut self.paths, base, old, new);
        self.resolve_since(first);
        if self.paths.frame(base) == FrameId::MAIN {
            self.shadowed.extend(found.shadowed);
        }
        self.places(&found.places, base, first);
    }

    /// Runs something for what it comes to, and forgets what it said.
    fn tried(&mut self, run: impl FnOnce(&mut Self)) -> Ruling {
        let before = (self.judgements.len(), self.in_place.len(), self.problems.len());
        let (paths, states, frames) = (self.paths.len(), self.states.len(), self.frames.0.len());
        run(self);
        let mut all = Ruling::Same(SettledBy::Rule);
        for judgement in self.judgements.drain(before.0..) {
            match judgement.ruling {
                Ruling::Different => all = Ruling::Different,
                open @ (Ruling::Unknown | Ruling::Masked) if all != Ruling::Different => all = open,
                _ => {}
            }
        }
        self.in_place.truncate(before.1);
        self.problems.truncate(before.2);
        self.paths.truncate(paths);
        self.states.truncate(states);
        self.frames.0.truncate(frames);
        all
    }

    #[inline]
    fn push(&mut self, place: Place, ruling: Ruling) {
        self.judgements.push(Judgement { place, ruling, instead: None });
    }

    fn push_raw(&mut self, place: Place) {
        self.push(place, self.raw(place));
    }

    #[inline]
    fn kept_out(&self, place: Place) -> Option<Ruling> {
        let resolved = &self.state(place.path).resolved;
        scope::keeps_out(&self.frames, &self.paths, place, resolved).map(|out| match out {
            Out::Counted => Ruling::LeftOut,
            Out::Shown => Ruling::Ignored,
        })
    }

    /// The two values without equality words.
    #[inline]
    fn compared(&self, place: Place) -> Comparison {
        let frame = self.frames.frame(self.paths.frame(place.path));
        let pair = super::Pair { old: &frame.old, new: &frame.new };
        let is_hashed = self.state(place.path).resolved.scope(Scope::Hashed).is_some();
        let same = |old: &Scalar, new: &Scalar| old == new || is_hashed && normalize::is_same_hash(old, new);
        let Values { old, new } = self.paths.values(place.path);
        let is_plain = |document: &Document, node: Option<NodeId>| {
            node.is_none_or(|node| document.marks_within(node).is_empty())
        };
        if !is_hashed && is_plain(pair.old, old) && is_plain(pair.new, new) && !self.are_containers(place) {
            // What was found to differ does, unless it is something special.
            return Comparison::Different;
        }
        match (place.kind, old, new) {
            (ChangeKind::Update | ChangeKind::Move, Some(a), Some(b)) => {
                compare(pair, a, b, frame.dialect, &same)
            }
            (ChangeKind::Add, _, Some(added)) => of_one_side(pair.new, added),
            (ChangeKind::Delete, Some(deleted), _) => of_one_side(pair.old, deleted),
            _ => Comparison::Different,
        }
    }

    /// Whether two values are looked into rather than compared.
    #[inline]
    fn are_containers(&self, place: Place) -> bool {
        let pair = self.frames.pair(self.paths.frame(place.path));
        let Values { old: Some(old), new: Some(new) } = self.paths.values(place.path) else { return false };
        matches!((pair.old.kind(old), pair.new.kind(new)), (Kind::List, Kind::List) | (Kind::Map, Kind::Map))
    }

    /// A value lifted out of its document and out of secrets, and whether it was in one. None if it is
    /// something that no word looks into.
    fn lifted(&self, place: Place, is_old: bool) -> Option<(Lifted<'static>, bool)> {
        let values = self.paths.values(place.path);
        let frame = self.frames.frame(self.paths.frame(place.path));
        let (document, node, lacking) = if is_old {
            (&frame.old, values.old, ChangeKind::Add)
        } else {
            (&frame.new, values.new, ChangeKind::Delete)
        };
        let Some(mut node) = node.filter(|_| place.kind != lacking) else {
            return Some((Lifted::Missing, false));
        };
        let mut document = Rc::clone(document);
        let mut is_secret = false;
        loop {
            match value::type_of(&document, node) {
                ShownType::Secret => {
                    is_secret = true;
                    match value::open(&document, node)? {
                        Opened::Here(inner) => node = inner,
                        Opened::Text(inner) => (document, node) = (Rc::new(inner), NodeId::ROOT),
                    }
                }
                ShownType::List | ShownType::Map => {
                    return Some((Lifted::Container(document, node), is_secret));
                }
                _ => {
                    let scalar =
                        Scalar::at(&document, node).filter(|_| !value::is_unknown(&document, node))?;
                    return Some((Lifted::Scalar(scalar.into_owned()), is_secret));
                }
            }
        }
    }

    /// The frame for documents that words or secrets led to; that of the place if they are its own.
    fn frame_of(
        &mut self,
        place: Place,
        old: Rc<Document>,
        new: Rc<Document>,
        embedded: Option<Embedded>,
    ) -> FrameId {
        let id = self.paths.frame(place.path);
        let frame = self.frames.frame(id);
        if Rc::ptr_eq(&frame.old, &old) && Rc::ptr_eq(&frame.new, &new) {
            return id;
        }
        let host = if id == FrameId::MAIN { place.path } else { frame.host };
        let dialect = if embedded.is_some() { Dialect::Json } else { frame.dialect };
        let embedded = embedded.or(frame.embedded);
        self.frames.push(Frame { old, new, dialect, embedded, host })
    }

    /// A path for what words made of a value: the same place, with its equality words used.
    fn inside(&mut self, place: Place, is_opaque: bool, frame: FrameId, values: Values) -> PathId {
        let path = self.paths.inside(place.path, is_opaque, frame, values);
        self.resolve_since(path.index());
        path
    }

    /// Resolves the rules for paths made from number `first` on.
    fn resolve_since(&mut self, first: usize) {
        if self.states.is_empty() {
            return;
        }
        for path in self.paths.since(first.max(self.states.len())) {
            let state = self.resolved(path);
            self.states.push(state);
        }
    }

    fn resolved(&self, path: PathId) -> State {
        let above = &self.states[self.paths.parent(path).index()];
        let pair = self.frames.pair(self.paths.frame(path));
        let values = self.paths.values(path);
        let has = |key: &str, value: &Literal| {
            let in_one = |document: &Document, node: Option<NodeId>| {
                node.is_some_and(|node| canonical::has_member(document, node, key, value))
            };
            in_one(pair.old, values.old) || in_one(pair.new, values.new)
        };
        match self.paths.part(path) {
            Part::Key(At { side, node }) if above.leads_on() => {
                self.rules.below(above, &Reached::Key(&pair.side(side).text(node)))
            }
            Part::Key(_) => self.rules.below(above, &Reached::Key("")),
            Part::Index(index) => self.rules.below(above, &Reached::Element(Some(i64::from(index)), &has)),
            Part::Keyed { .. } => self.rules.below(above, &Reached::Element(None, &has)),
            Part::Inside { .. } => above.without_equality(),
        }
    }
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
        Word::Scope(scope) => !matches!(scope, Scope::Secret),
        Word::Cost(_) | Word::Flag(_) => false,
    }
}

/// A list with elements: beside an empty one, a single value is no list.
fn is_filled_list(value: &Lifted) -> bool {
    matches!(value, Lifted::Container(document, node) if document.kind(*node) == Kind::List && document.len(*node) > 0)
}

fn has(terms: &[Term], word: Equality) -> bool {
    terms.iter().any(|term| term.word == Word::Equality(word))
}

/// The notation of the texts in which words find documents: the outermost one.
fn notation(terms: &[Term]) -> Option<Embedded> {
    terms.iter().find_map(|term| match term.word.equality()? {
        word if word.reads_json() => Some(Embedded::Json),
        Equality::Yaml => Some(Embedded::Yaml),
        Equality::Base64 => Some(Embedded::Base64),
        Equality::UrlEncoded => Some(Embedded::Url),
        _ => None,
    })
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

/// For paths below `base`, the outermost container above or at each whose words match its content.
struct Containers {
    base: PathId,
    first: usize,
    /// One for each path from number `first` on that was asked for.
    above: Vec<Option<PathId>>,
}

impl Containers {
    fn new(settled: &Settled, base: PathId, first: usize) -> Containers {
        let mut containers = Containers { base, first, above: Vec::new() };
        let of_base = Containers::own(settled, base);
        for path in settled.paths.since(first) {
            let parent = settled.paths.parent(path);
            let inherited = if parent == base { of_base } else { containers.above[parent.index() - first] };
            containers.above.push(inherited.or_else(|| Containers::own(settled, path)));
        }
        containers
    }

    fn above(&self, settled: &Settled, path: PathId) -> Option<PathId> {
        // The base itself is a place only if it is no pair of containers.
        if path == self.base { Containers::own(settled, path) } else { self.above[path.index() - self.first] }
    }

    fn own(settled: &Settled, path: PathId) -> Option<PathId> {
        let terms = settled.state(path).resolved.equalities();
        let matches =
            terms.iter().any(|term| matches!(term.word, Word::Equality(word) if word.is_of_containers()));
        let pair = settled.frames.pair(settled.paths.frame(path));
        let Values { old: Some(old), new: Some(new) } = settled.paths.values(path) else { return None };
        let is_pair = || {
            let kind = pair.old.kind(old);
            kind == pair.new.kind(new)
                && matches!(kind, Kind::List | Kind::Map)
                && !value::is_special(pair.old, old)
        };
        (matches && is_pair()).then_some(path)
    }
}
