//! From found places to a decision: what settles a place, what a surviving difference costs, and
//! what all of them together make of the resource.

use crate::contract::{Action, Certainty, Class, Dialect, Kind as ChangeKind, Olds, Outcome, SettledBy};
use crate::diff::{self, Pair, Paths, Place};
use crate::json::{Decimal, Document, Kind, NodeId};
use crate::normalize;
use crate::path::{Path, Step};
use crate::rules::{Cost, Equality, Resolved, Rules, Scope};
use crate::value::{self, Comparison, Scalar};

/// A place with all that decides about it.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// Both documents.
    pub documents: Pair<'a>,
    /// What `old` is.
    pub olds: Olds,
    /// What equal means without rules.
    pub dialect: Dialect,
    /// The rules of the resource's type.
    pub rules: &'a Rules,
    /// What of them applies here.
    pub resolved: Resolved<'a>,
    /// Where the paths of places are kept.
    pub paths: &'a Paths,
    /// What was found.
    pub place: Place,
}

/// What a place is judged to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Not a finding: the service sets it, and the program does not.
    Ignored,
    /// Not a finding: the state has it, and the program does not manage it.
    Unmanaged,
    /// A finding, and what settled it.
    Finding(Class, Option<SettledBy>),
}

impl Case<'_> {
    /// Where, spelled out.
    pub fn path(&self) -> Path {
        self.paths.path(self.documents, self.place.path)
    }

    /// Judges the place with these equality words. With none it is what a provider without a normaliser sees.
    pub fn judge(&self, words: &[Equality]) -> Judged {
        let is_left_out = self.place.kind == ChangeKind::Delete;
        if is_left_out && self.resolved.has_scope(Scope::Computed) {
            return Judged::Ignored;
        }
        if is_left_out && self.olds == Olds::State && self.is_property() {
            return Judged::Unmanaged;
        }
        let settled_by = if words.is_empty() { SettledBy::BuiltIn } else { SettledBy::Rule };
        match self.compare(words) {
            // Words may stand by and not be what makes the values equal.
            Comparison::Same if !words.is_empty() && self.is_same() => {
                Judged::Finding(Class::Spurious, Some(SettledBy::BuiltIn))
            }
            Comparison::Same => Judged::Finding(Class::Spurious, Some(settled_by)),
            Comparison::Different => Judged::Finding(Class::Real, None),
            Comparison::Unknown => Judged::Finding(Class::Unknown, None),
            Comparison::Masked => Judged::Finding(Class::Masked, None),
        }
    }

    /// What the difference costs if it is real: an update or a replacement.
    pub fn effect(&self) -> Action {
        let is_replace = match self.resolved.cost() {
            Cost::Mutable => false,
            Cost::Immutable => true,
            Cost::IncreaseOnly => !self.grows(),
        };
        let is_replace_inside = || match self.cost_inside() {
            None | Some(Cost::Mutable) => false,
            Some(Cost::Immutable) => true,
            // What is added whole grows from nothing.
            Some(Cost::IncreaseOnly) => self.place.kind != ChangeKind::Add,
        };
        if is_replace || is_replace_inside() { Action::Replace } else { Action::Update }
    }

    /// Whether `increase-only` meets a value that is no number; then every change replaces.
    pub fn misses_a_number(&self) -> bool {
        self.resolved.cost() == Cost::IncreaseOnly && self.numbers().is_none() && !self.is_new_number()
    }

    /// Whether the two sides are one value without any rule.
    pub fn is_same(&self) -> bool {
        self.compare(&[]) == Comparison::Same
    }

    fn compare(&self, words: &[Equality]) -> Comparison {
        let Pair { old, new } = self.documents;
        match (self.place.kind, self.place.old, self.place.new) {
            (ChangeKind::Update | ChangeKind::Move, Some(a), Some(b)) => {
                let same = |old: &Scalar, new: &Scalar| normalize::same(words, old, new);
                diff::compare(self.documents, a, b, self.dialect, &same)
            }
            (ChangeKind::Add, _, Some(added)) => diff::of_one_side(new, added),
            (ChangeKind::Delete, Some(deleted), _) => diff::of_one_side(old, deleted),
            _ => Comparison::Different,
        }
    }

    /// Whether the place is a top-level property.
    fn is_property(&self) -> bool {
        let old = self.documents.old;
        old.kind(old.root()) == Kind::Map && self.paths.depth(self.place.path) == 1
    }

    /// The numeric reading of both sides.
    fn numbers(&self) -> Option<(Decimal, Decimal)> {
        let Pair { old, new } = self.documents;
        Some((number(old, self.place.old?)?, number(new, self.place.new?)?))
    }

    /// Whether the difference does not shrink. An added number grows from nothing.
    fn grows(&self) -> bool {
        self.numbers().map_or_else(|| self.is_new_number(), |(old, new)| new >= old)
    }

    fn is_new_number(&self) -> bool {
        let added = self.place.new.filter(|_| self.place.kind == ChangeKind::Add);
        added.is_some_and(|added| number(self.documents.new, added).is_some())
    }

    /// Of a value that is compared as one, the strongest cost written inside it.
    fn cost_inside(&self) -> Option<Cost> {
        let Pair { old, new } = self.documents;
        let is_container =
            |document: &Document, node: NodeId| matches!(document.kind(node), Kind::List | Kind::Map);
        let containers =
            [(old, self.place.old), (new, self.place.new)].into_iter().filter_map(|(document, node)| {
                Some((document, node.filter(|node| is_container(document, *node))?))
            });
        if self.rules.is_empty() {
            return None;
        }
        containers.filter_map(|(document, node)| self.rules.cost_inside(&self.path(), document, node)).max()
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
    pub fn add(&mut self, judged: Judged, effect: Action, property: impl FnOnce() -> String) {
        let Judged::Finding(class, _) = judged else { return };
        if matches!(class, Class::Spurious | Class::Ignored) {
            return;
        }
        self.action = self.action.max(effect);
        if class == Class::Real {
            self.at_least = self.at_least.max(effect);
        }
        if effect == Action::Replace {
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

/// The name of the property that a path is in; of the whole document, nothing.
pub fn top_level(path: &Path) -> String {
    match path.0.first() {
        Some(Step::Key(key)) => key.clone(),
        Some(_) => Path(path.0[..1].to_vec()).to_string(),
        None => String::new(),
    }
}
