//! Places with what they are, and what is known about each.

use super::named::Named;
use super::scope::{self, Out};
use super::{compare, of_one_side, reach};
use crate::contract::{Dialect, Embedded, Kind as ChangeKind, SettledBy, ShownType};
use crate::json::{Document, Kind, NodeId};
use crate::normalize::{self, Lifted};
use crate::path::Scalar as Literal;
use crate::patterns::{Reached, has_member};
use crate::places::{At, Frame, FrameId, Frames, Pair, Part, PathId, Paths, Place, Side, Values};
use crate::problem::Code;
use crate::rules::{Rules, Scope, State};
use crate::value::{self, Comparison, Opened, Scalar};
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
    /// A difference that scope or an option keeps out.
    Ignored(SettledBy),
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
    pub(super) rules: Rc<Rules>,
    pub(super) named: Rc<Named>,
    /// The documents are those that were read, and not what words found in them.
    pub(super) is_of_read: bool,
    /// What applies at paths; none if there are no rules. Below a place from which no pattern leads on, it is the same
    /// everywhere.
    pub(super) states: Vec<State>,
    /// For each path which of them it is.
    pub(super) state_of: Vec<u32>,
    pub(super) none: State,
    /// Repeated keys of objects that were looked into, in the documents that were read.
    pub shadowed: Vec<At>,
}

/// Starts from places that were found in the two documents that were read: without equality words.
pub fn settle(frames: Frames, paths: Paths, rules: Rc<Rules>, named: Rc<Named>) -> Settled {
    let has_rules = !rules.is_empty();
    let mut settled = Settled {
        frames,
        paths,
        judgements: Vec::new(),
        in_place: Vec::new(),
        problems: Vec::new(),
        rules,
        named,
        is_of_read: true,
        states: Vec::new(),
        state_of: Vec::new(),
        none: State::default(),
        shadowed: Vec::new(),
    };
    if has_rules {
        settled.states.push(settled.rules.root());
        settled.state_of.push(0);
        settled.resolve_since(1);
    }
    settled
}

impl Settled {
    /// One place by itself, so that something can be tried there.
    pub(super) fn trial(&self, place: Place) -> Settled {
        let frame = self.frames.frame(self.paths.frame(place.path));
        let frames = Frames::new(Rc::clone(&frame.old), Rc::clone(&frame.new), frame.dialect);
        let base =
            [self.paths.path(&self.frames, place.path), self.paths.positional(&self.frames, place.path)];
        let paths = Paths::below_base(base, self.paths.values(place.path));
        let mut trial = settle(frames, paths, Rc::clone(&self.rules), Rc::clone(&self.named));
        trial.is_of_read = self.is_of_read && self.paths.frame(place.path) == FrameId::MAIN;
        if trial.states.is_empty() {
            return trial;
        }
        trial.states = vec![self.state(place.path).clone()];
        trial
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rc<Rules> {
        &self.rules
    }

    /// What applies at a path.
    #[inline]
    pub fn state(&self, path: PathId) -> &State {
        self.state_of.get(path.index()).map_or(&self.none, |state| &self.states[*state as usize])
    }

    /// The value of the documents that were read in which a place stands.
    pub fn host(&self, place: Place, side: Side) -> NodeId {
        let value = |path| {
            let Values { old, new } = self.paths.values(path);
            if side == Side::Old { old } else { new }.unwrap_or(NodeId::ROOT)
        };
        let frame = self.frames.frame(self.paths.frame(place.path));
        let main = self.frames.frame(FrameId::MAIN);
        let is_own = match side {
            Side::Old => Rc::ptr_eq(&frame.old, &main.old),
            Side::New => Rc::ptr_eq(&frame.new, &main.new),
        };
        value(if is_own { place.path } else { frame.host })
    }

    /// Visits where patterns lead in the old document and not, by the same steps, in the new one.
    pub fn reach_old(&self, visit: &mut dyn FnMut(&[u32])) {
        for path in self.paths.since(1).filter(|path| self.state(*path).leads_on()) {
            let level = self.state(path).level();
            visit(level);
            if !self.rules.patterns().lead_inside(level) {
                continue;
            }
            let frame = self.frames.frame(self.paths.frame(path));
            if let Some(old) = self.paths.values(path).old.filter(|_| !self.are_containers(path)) {
                reach(&self.rules, &frame.old, old, level.to_vec(), &mut |_, _, level| visit(level));
            }
        }
    }

    /// What a place is without any equality word: what a provider without a normaliser sees.
    #[inline]
    pub fn raw(&self, place: Place) -> Ruling {
        self.kept_out(place).unwrap_or_else(|| self.compared(place).into())
    }

    #[inline]
    pub(super) fn push(&mut self, place: Place, ruling: Ruling) {
        self.judgements.push(Judgement { place, ruling, instead: None });
    }

    pub(super) fn push_raw(&mut self, place: Place) {
        self.push(place, self.raw(place));
    }

    #[inline]
    pub(super) fn kept_out(&self, place: Place) -> Option<Ruling> {
        if self.is_reset(place) {
            return Some(Ruling::Ignored(SettledBy::Option));
        }
        let resolved = &self.state(place.path).resolved;
        scope::keeps_out(&self.frames, &self.paths, place, resolved).map(|out| match out {
            Out::Counted => Ruling::LeftOut,
            Out::Shown => Ruling::Ignored(SettledBy::Scope),
        })
    }

    /// The two values without equality words.
    #[inline]
    pub(super) fn compared(&self, place: Place) -> Comparison {
        let frame = self.frames.frame(self.paths.frame(place.path));
        let pair = Pair { old: &frame.old, new: &frame.new };
        let is_hashed = self.state(place.path).resolved.scope(Scope::Hashed).is_some();
        let same = |old: &Scalar, new: &Scalar| old == new || is_hashed && normalize::is_same_hash(old, new);
        let Values { old, new } = self.paths.values(place.path);
        let is_number = |document: &Document, node: Option<NodeId>| {
            node.is_some_and(|node| document.kind(node) == Kind::Number)
        };
        let are_doubles =
            frame.dialect == Dialect::Pulumi && is_number(pair.old, old) && is_number(pair.new, new);
        if !is_hashed && !are_doubles && self.is_plain(place) && !self.are_containers(place.path) {
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

    /// Whether nothing in a place is special: secret, unknown or an asset.
    #[inline]
    pub(super) fn is_plain(&self, place: Place) -> bool {
        let pair = self.frames.pair(self.paths.frame(place.path));
        let Values { old, new } = self.paths.values(place.path);
        old.is_none_or(|old| pair.old.marks_within(old).is_empty())
            && new.is_none_or(|new| pair.new.marks_within(new).is_empty())
    }

    /// Whether two values are looked into rather than compared.
    #[inline]
    pub fn are_containers(&self, path: PathId) -> bool {
        let pair = self.frames.pair(self.paths.frame(path));
        let Values { old: Some(old), new: Some(new) } = self.paths.values(path) else { return false };
        matches!((pair.old.kind(old), pair.new.kind(new)), (Kind::List, Kind::List) | (Kind::Map, Kind::Map))
    }

    /// A value lifted out of its document and out of secrets, and whether it was in one. None if it is
    /// something that no word looks into.
    pub(super) fn lifted(&self, place: Place, is_old: bool) -> Option<(Lifted<'static>, bool)> {
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
    pub(super) fn frame_of(
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
    pub(super) fn inside(&mut self, place: Place, is_opaque: bool, frame: FrameId, values: Values) -> PathId {
        let path = self.paths.inside(place.path, is_opaque, frame, values);
        self.resolve_since(path.index());
        path
    }

    /// Resolves the rules for paths made from number `first` on.
    pub(super) fn resolve_since(&mut self, first: usize) {
        if self.states.is_empty() {
            return;
        }
        for path in self.paths.since(first.max(self.state_of.len())) {
            let above = self.state_of[self.paths.parent(path).index()];
            let state = if self.states[above as usize].is_same_inside() {
                above
            } else {
                self.states.push(self.resolved(path));
                self.states.len() as u32 - 1
            };
            self.state_of.push(state);
        }
    }

    pub(super) fn resolved(&self, path: PathId) -> State {
        let above = self.state(self.paths.parent(path));
        let pair = self.frames.pair(self.paths.frame(path));
        let values = self.paths.values(path);
        let has = |key: &str, value: &Literal| {
            let in_one = |document: &Document, node: Option<NodeId>| {
                node.is_some_and(|node| has_member(document, node, key, value))
            };
            in_one(pair.old, values.old) || in_one(pair.new, values.new)
        };
        match self.paths.part(path) {
            Part::Key(At { side, node }) if above.leads_on() => {
                self.rules.below(above, &Reached::Key(&pair.side(side).str(node)))
            }
            Part::Key(_) => self.rules.below(above, &Reached::Key("")),
            Part::Index(index) => self.rules.below(above, &Reached::Element(Some(i64::from(index)), &has)),
            Part::Keyed { .. } => self.rules.below(above, &Reached::Element(None, &has)),
            Part::Inside { .. } => above.without_equality(),
        }
    }
}
