//! What the found places are by the words in force.
//!
//! A place is judged where it was found, unless words above it say how the containers there belong together.
//! Then these are matched, and looked into pair by pair: what is found there takes the places' place.

use super::{Judgement, Ruling, Settled, scalars};
use crate::contract::{Embedded, Kind as ChangeKind, SettledBy};
use crate::json::{Decimal, Document, Kind, NodeId};
use crate::normalize::{self, Applied, Lifted};
use crate::places::{FrameId, Pair, Part, PathId, Paths, Place, Values, find_below};
use crate::rules::{Equality, Term, has_equality};
use crate::value::{self, Comparison, Scalar};
use std::rc::Rc;

impl Settled {
    /// Judges places that were found in the documents that were read, and returns what each is without equality words.
    pub fn judge(&mut self, places: &[Place]) -> Vec<Ruling> {
        let raw: Vec<Ruling> = places.iter().map(|place| self.raw(*place)).collect();
        if self.rules.is_empty() {
            for (place, ruling) in places.iter().zip(&raw) {
                self.push(*place, *ruling);
            }
        } else {
            self.places(places, Some(&raw), Paths::ROOT, 1);
        }
        raw
    }

    /// What a place would be with other words at its path, and what would be left inside it.
    pub fn with(&self, place: Place, terms: &[Term]) -> Trial {
        let lifted = (self.lifted(place, true), self.lifted(place, false));
        let (Some((old, is_old_secret)), Some((new, is_new_secret))) = lifted else {
            return Trial { ruling: self.raw(place), inside: None };
        };
        match normalize::apply(terms, old, new) {
            Ok(Applied::Same) => Trial { ruling: Ruling::Same(SettledBy::Rule), inside: None },
            Ok(Applied::Values(old, new)) => {
                if let Some(ruling) = self.whole(place, &old, &new) {
                    // Most trials end here.
                    return Trial { ruling, inside: None };
                }
                let mut inside = self.trial(place);
                inside.values(Place { path: Paths::ROOT, kind: place.kind }, old, new, terms);
                let ruling = summed(&inside.judgements);
                Trial { ruling, inside: (!is_old_secret && !is_new_secret).then_some(inside) }
            }
            Err(_) => Trial { ruling: Ruling::Unknown, inside: None },
        }
    }

    /// What words make of both sides of a place, as JSON: a side that does not have it, or that cannot be seen, is none.
    pub fn canonical(&self, place: Place, terms: &[Term]) -> [Option<String>; 2] {
        [true, false].map(|is_old| {
            let (lifted, _) = self.lifted(place, is_old)?;
            Some(match normalize::canonical(terms, lifted).ok()? {
                Lifted::Missing => return None,
                Lifted::Scalar(Scalar::Text(content)) => {
                    normalize::quoted(&String::from_utf8_lossy(&content))
                }
                Lifted::Scalar(Scalar::Null) => "null".to_owned(),
                Lifted::Scalar(Scalar::Boolean(value)) => value.to_string(),
                Lifted::Scalar(Scalar::Number(written)) => {
                    let plain = Decimal::parse(&written).and_then(|number| number.plain());
                    plain.unwrap_or_else(|| written.into_owned())
                }
                Lifted::Container(document, node) => normalize::one_layout(&document, node),
            })
        })
    }

    /// Judges places found below `base`, whose paths were made from number `first` on.
    pub(super) fn places(&mut self, places: &[Place], raw: Option<&[Ruling]>, base: PathId, first: usize) {
        let containers = Containers::new(self, base, first);
        let mut judged = None;
        for (at, place) in places.iter().enumerate() {
            match containers.above(self, place.path) {
                None => {
                    let ruling = raw.map_or_else(|| self.raw(*place), |raw| raw[at]);
                    self.ruled(*place, ruling);
                }
                Some(container) if judged == Some(container) => {}
                Some(container) => {
                    judged = Some(container);
                    self.pair(Place { path: container, kind: ChangeKind::Update });
                }
            }
        }
    }

    pub(super) fn leaf(&mut self, place: Place) {
        self.ruled(place, self.raw(place));
    }

    /// A place of which it is known what it is without equality words.
    fn ruled(&mut self, place: Place, ruling: Ruling) {
        let state = self.state(place.path);
        // Words for what is inside matter where a secret is opened.
        let has_words_inside = state.leads_on() || state.resolved.scope.is_some();
        let leads_into_special = has_words_inside && !self.is_plain(place);
        let has_words = !state.resolved.equalities().is_empty() || leads_into_special;
        if ruling.survives() && has_words {
            self.pair(place);
        } else {
            self.push(place, ruling);
        }
    }

    /// Two values, or one and none, by the words of their path.
    pub(super) fn pair(&mut self, place: Place) {
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

    pub(super) fn compare_only(&mut self, place: Place) {
        let comparison = self.compared(place);
        self.push(place, comparison.into());
    }

    /// What is left of two values after the words of their path.
    pub(super) fn values(&mut self, place: Place, old: Lifted, new: Lifted, terms: &[Term]) {
        if let Some(ruling) = self.whole(place, &old, &new) {
            return self.push(place, ruling);
        }
        match (old, new) {
            (Lifted::Container(old, a), Lifted::Container(new, b)) if old.kind(a) == new.kind(b) => {
                self.containers(place, terms, (old, a), (new, b));
            }
            (old, new) => {
                match (self.elements(place, old, terms, true), self.elements(place, new, terms, false)) {
                    (Some((old, a)), Some((new, b))) => {
                        let frame = self.frame_of(place, old, new, None);
                        // The path stands for no value of the frame: at least one side is not written as a list.
                        let base = self.inside(place, true, frame, Values::default());
                        let before = self.judgements.len();
                        self.lists(base, terms, &a, &b);
                        self.close(place, before, false);
                    }
                    _ => self.compare_only(place),
                }
            }
        }
    }

    /// What two values are that words left, where nothing is to be looked for inside them.
    fn whole(&self, place: Place, old: &Lifted, new: &Lifted) -> Option<Ruling> {
        match (old, new) {
            (Lifted::Missing, Lifted::Missing) => Some(Ruling::Same(SettledBy::Rule)),
            (Lifted::Missing, _) | (_, Lifted::Missing) => Some(self.compared(place).into()),
            (Lifted::Scalar(old), Lifted::Scalar(new)) => {
                let dialect = self.frames.frame(self.paths.frame(place.path)).dialect;
                Some(match scalars(dialect, old, new) {
                    Comparison::Same => Ruling::Same(SettledBy::Rule),
                    open => open.into(),
                })
            }
            (Lifted::Container(old, a), Lifted::Container(new, b)) if old.kind(*a) == new.kind(*b) => None,
            (old, new) if is_filled_list(old) || is_filled_list(new) => None,
            _ => Some(self.compared(place).into()),
        }
    }

    /// The elements of a list, or of a single value that `one-or-many` makes one.
    pub(super) fn elements(
        &self,
        place: Place,
        value: Lifted,
        terms: &[Term],
        is_old: bool,
    ) -> Option<(Rc<Document>, Vec<NodeId>)> {
        let single = |document: &Rc<Document>, node| {
            let is_one = has_equality(terms, Equality::OneOrMany) && !normalize::is_empty(document, node);
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
    pub(super) fn containers(
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
        } else if has_equality(terms, Equality::KeysCaseInsensitive) {
            self.folded(base, a, b)
        } else {
            self.look(base);
            false
        };
        self.close(place, before, is_moved);
    }

    /// Says that a container was settled, if nothing else was said of it or something in it moved.
    pub(super) fn close(&mut self, place: Place, before: usize, is_moved: bool) {
        if is_moved || self.judgements.len() == before {
            let ruling = Ruling::Same(SettledBy::Rule);
            self.judgements.insert(before, Judgement { place, ruling, instead: None });
        }
    }

    /// Finds what differs between the two values at a path, and judges it.
    pub(super) fn look(&mut self, base: PathId) {
        let Values { old: Some(old), new: Some(new) } = self.paths.values(base) else { return };
        let first = self.paths.count();
        let frame = self.frames.frame(self.paths.frame(base)).clone();
        let pair = Pair { old: &frame.old, new: &frame.new };
        let found = find_below(pair, frame.dialect, &mut self.paths, base, old, new);
        self.resolve_since(first);
        if self.paths.frame(base) == FrameId::MAIN {
            self.shadowed.extend(found.shadowed);
        }
        self.places(&found.places, None, base, first);
    }

    /// Runs something for what it comes to, and forgets what it said.
    pub(super) fn tried(&mut self, run: impl FnOnce(&mut Self)) -> Ruling {
        let before = (self.judgements.len(), self.in_place.len(), self.problems.len());
        let (paths, states, frames) = (self.paths.count(), self.states.len(), self.frames.count());
        let (resolved, shadowed) = (self.state_of.len(), self.shadowed.len());
        run(self);
        let all = summed(&self.judgements[before.0..]);
        self.judgements.truncate(before.0);
        self.in_place.truncate(before.1);
        self.problems.truncate(before.2);
        self.shadowed.truncate(shadowed);
        self.paths.truncate(paths);
        self.states.truncate(states);
        self.state_of.truncate(resolved);
        self.frames.truncate(frames);
        all
    }
}

/// What a place would be with other words.
pub struct Trial {
    /// All in all.
    pub ruling: Ruling,
    /// What is found inside with them; nothing where they answer at once, and of secrets.
    pub inside: Option<Settled>,
}

/// What judgements come to together: one difference decides, else one that is open.
fn summed(judgements: &[Judgement]) -> Ruling {
    let mut all = Ruling::Same(SettledBy::Rule);
    for judgement in judgements {
        match judgement.ruling {
            Ruling::Different => return Ruling::Different,
            open @ (Ruling::Unknown | Ruling::Masked) => all = open,
            _ => {}
        }
    }
    all
}

/// A list with elements: beside an empty one, a single value is no list.
fn is_filled_list(value: &Lifted) -> bool {
    matches!(value, Lifted::Container(document, node) if document.kind(*node) == Kind::List && document.len(*node) > 0)
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
        let matches = terms.iter().any(Term::is_of_containers);
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
