//! From settled places to a decision: what a surviving difference costs, and what all of them together
//! make of the resource.

use crate::contract::{Action, Certainty, Class, Kind as ChangeKind, Olds, Outcome, SettledBy};
use crate::diff::{Ruling, Settled, reach};
use crate::json::{Decimal, Document, Kind, NodeId};
use crate::path::{Path, Step};
use crate::places::{Pair, Place};
use crate::rules::{Cost, Resolved};
use crate::value::{self, Scalar};

/// A place with all that decides about it.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// All places, with their documents and paths.
    pub settled: &'a Settled,
    /// What `old` is.
    pub olds: Olds,
    /// This place.
    pub place: Place,
    /// Its documents.
    pub documents: Pair<'a>,
    /// The old value.
    pub old: Option<NodeId>,
    /// The new value.
    pub new: Option<NodeId>,
}

/// What a place is judged to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Not a finding: the service sets it, and the program does not.
    Ignored,
    /// Not a finding: the state has it, and the program does not manage it.
    Unmanaged,
    /// Not a finding: it cannot be seen, and the plan, which names what changes, does not name it.
    Unchanged,
    /// A finding, and what settled it.
    Finding(Class, Option<SettledBy>),
}

impl Judged {
    /// Whether the place may cost something.
    pub fn survives(self) -> bool {
        matches!(self, Judged::Finding(Class::Real | Class::Unknown | Class::Masked, _))
    }
}

/// What a difference costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// If what is unknown or masked inside it turns out to be the same.
    pub least: Action,
    /// If it does not.
    pub most: Action,
    /// The resource has another id afterwards.
    pub changes_id: bool,
}

impl Default for Effect {
    fn default() -> Self {
        Effect::NONE
    }
}

impl Effect {
    /// Nothing.
    pub const NONE: Effect = Effect { least: Action::NoOp, most: Action::NoOp, changes_id: false };

    /// The effect of both together.
    #[must_use]
    pub fn and(self, other: Effect) -> Effect {
        Effect {
            least: self.least.max(other.least),
            most: self.most.max(other.most),
            changes_id: self.changes_id || other.changes_id,
        }
    }
}

impl<'a> Case<'a> {
    /// A place that was found.
    #[inline]
    pub fn new(settled: &'a Settled, olds: Olds, place: Place) -> Case<'a> {
        let documents = settled.frames.pair(settled.paths.frame(place.path));
        let values = settled.paths.values(place.path);
        Case { settled, olds, place, documents, old: values.old, new: values.new }
    }

    /// Where, spelled out.
    pub fn path(&self) -> Path {
        self.settled.paths.path(&self.settled.frames, self.place.path)
    }

    /// Whether a key on the way to it is like this.
    pub fn has_key(&self, is_wanted: &dyn Fn(&str) -> bool) -> bool {
        self.settled.paths.any_key(&self.settled.frames, self.place.path, is_wanted)
    }

    /// The top-level property that it is in; of the whole document, nothing.
    pub fn property(&self) -> String {
        match self.first_step() {
            Some(Step::Key(key)) => key,
            step => Path(step.into_iter().collect()).to_string(),
        }
    }

    /// What of the rules applies here.
    #[inline]
    pub fn resolved(&self) -> &'a Resolved {
        &self.settled.state(self.place.path).resolved
    }

    /// What the place is to the resource.
    #[inline]
    pub fn judged(&self, ruling: Ruling) -> Judged {
        let is_left_out = self.place.kind == ChangeKind::Delete;
        match ruling {
            Ruling::LeftOut => Judged::Ignored,
            _ if is_left_out && self.olds == Olds::State && self.is_property() => Judged::Unmanaged,
            Ruling::Same(by) => Judged::Finding(Class::Spurious, Some(by)),
            Ruling::Different => Judged::Finding(Class::Real, None),
            Ruling::Unknown => Judged::Finding(Class::Unknown, None),
            Ruling::Masked => Judged::Finding(Class::Masked, None),
            Ruling::Ignored(by) => Judged::Finding(Class::Ignored, Some(by)),
        }
    }

    /// What the difference costs if it is real.
    #[inline]
    pub fn effect(&self) -> Effect {
        let cost = self.resolved().cost();
        let is_replace = match cost {
            Cost::Mutable | Cost::ChangesId => false,
            Cost::Immutable => true,
            Cost::IncreaseOnly | Cost::DecreaseOnly => !self.goes_its_way(cost),
        } || self.settled.is_replaced_for(self.place);
        let action = |is_replace| if is_replace { Action::Replace } else { Action::Update };
        let own = Effect {
            least: action(is_replace),
            most: action(is_replace),
            changes_id: cost == Cost::ChangesId,
        };
        own.and(self.effect_inside())
    }

    /// What the difference costs by what it was judged to be: one that is open may turn out to be none.
    pub fn effect_of(&self, ruling: Ruling) -> Effect {
        let effect = self.effect();
        if ruling == Ruling::Different { effect } else { Effect { least: Action::NoOp, ..effect } }
    }

    /// Whether a number may go one way only, and a side is none; then every change replaces.
    pub fn misses_a_number(&self) -> bool {
        let cost = self.resolved().cost();
        matches!(cost, Cost::IncreaseOnly | Cost::DecreaseOnly)
            && self.numbers().is_none()
            && !self.goes_its_way(cost)
    }

    /// Whether the two sides are one value without any rule.
    pub fn is_same(&self) -> bool {
        matches!(self.settled.raw(self.place), Ruling::Same(_))
    }

    /// Whether only the program has the property.
    pub fn is_set_only(&self) -> bool {
        self.place.kind == ChangeKind::Add && self.is_property()
    }

    /// Whether there are rules for the resource's type and none of them names the property.
    pub fn is_undeclared(&self) -> bool {
        let rules = self.settled.rules();
        rules.are_of_type() && self.first_step().is_some_and(|property| rules.leave_out(property))
    }

    fn first_step(&self) -> Option<Step> {
        self.settled.paths.first(&self.settled.frames, self.place.path)
    }

    /// Whether the place is a top-level property.
    fn is_property(&self) -> bool {
        let old = self.documents.old;
        old.kind(old.root()) == Kind::Map && self.settled.paths.depth(self.place.path) == 1
    }

    /// Whether the number goes the only way that it may. One that is added grows from nothing, and one that is
    /// removed shrinks to it.
    fn goes_its_way(&self, cost: Cost) -> bool {
        match (self.place.kind, cost) {
            (ChangeKind::Add, Cost::IncreaseOnly) => self.number_of_new().is_some(),
            (ChangeKind::Delete, Cost::DecreaseOnly) => self.number_of_old().is_some(),
            (ChangeKind::Add | ChangeKind::Delete, _) => false,
            (_, Cost::DecreaseOnly) => self.numbers().is_some_and(|(old, new)| new <= old),
            _ => self.numbers().is_some_and(|(old, new)| new >= old),
        }
    }

    /// The numeric reading of both sides.
    fn numbers(&self) -> Option<(Decimal, Decimal)> {
        Some((self.number_of_old()?, self.number_of_new()?))
    }

    fn number_of_old(&self) -> Option<Decimal> {
        number(self.documents.old, self.old?)
    }

    fn number_of_new(&self) -> Option<Decimal> {
        number(self.documents.new, self.new?)
    }

    /// Of a value that is compared as one, what is written for places inside it.
    fn effect_inside(&self) -> Effect {
        let mut effect = Effect::NONE;
        let state = self.settled.state(self.place.path);
        if !state.leads_on() {
            return effect;
        }
        let frame = self.settled.frames.frame(self.settled.paths.frame(self.place.path));
        let kind = self.place.kind;
        let replaces = |cost| match cost {
            Cost::Mutable | Cost::ChangesId => false,
            // What is added whole grows from nothing, and what is removed shrinks to it.
            Cost::IncreaseOnly => kind != ChangeKind::Add,
            Cost::DecreaseOnly => kind != ChangeKind::Delete,
            Cost::Immutable => true,
        };
        for (document, node) in [(&frame.old, self.old), (&frame.new, self.new)] {
            let Some(node) = node else { continue };
            let rules = self.settled.rules();
            reach(rules, document, node, state.level().to_vec(), &mut |document, inner, level| {
                let Some(cost) = rules.cost_at(level) else { return };
                let is_known = |document: &Document, inner| !value::is_unknown(document, inner);
                if replaces(cost) {
                    effect.most = Action::Replace;
                    if value::opened(document, inner, is_known) == Some(true) {
                        effect.least = Action::Replace;
                    }
                }
                effect.changes_id |= cost == Cost::ChangesId;
            });
        }
        effect
    }
}

/// The numeric reading of a value, through a secret.
fn number(document: &Document, node: NodeId) -> Option<Decimal> {
    value::opened(document, node, |document, node| Scalar::at(document, node)?.numeric()).flatten()
}

/// Adds up judged places to an outcome. The order in which they are added does not matter.
#[derive(Clone, Debug)]
pub struct Tally {
    action: Action,
    at_least: Action,
    replaces: Vec<String>,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { action: Action::NoOp, at_least: Action::NoOp, replaces: Vec::new() }
    }
}

impl Tally {
    /// Adds one place: what it is, what it costs if real, and the property that it is in.
    pub fn add(&mut self, judged: Judged, effect: Effect, property: impl FnOnce() -> String) {
        if !judged.survives() {
            return;
        }
        self.action = self.action.max(effect.most);
        if matches!(judged, Judged::Finding(Class::Real, _)) {
            self.at_least = self.at_least.max(effect.least);
        }
        if effect.most == Action::Replace {
            insert_sorted(&mut self.replaces, property());
        }
    }

    /// What it comes to.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            action: self.action,
            at_least: self.at_least,
            certainty: if self.action == self.at_least { Certainty::Definite } else { Certainty::Possible },
            replaces: self.replaces.clone(),
        }
    }
}

/// Puts a name into a sorted list unless it is there.
pub fn insert_sorted(names: &mut Vec<String>, name: String) {
    if let Err(at) = names.binary_search(&name) {
        names.insert(at, name);
    }
}
