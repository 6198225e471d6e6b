//! What the engine finds different between two sets of properties (upstream: `PropertyMap.Diff`), and its detailed diff.
//!
//! The walk is that of every comparison, `places::find`; only what stands at the places it finds is asked for here in the
//! engine's way.

use super::kind::diff_kind;
use super::property::{Form, Members, Property, Unknowns};
use crate::contract::{Dialect, DiffKind, Kind, PropertyDiff};
use crate::json::{Document, Limits};
use crate::path::{self, Path, Step};
use crate::places::{self, Frames, Values};
use crate::value;
use std::rc::Rc;

/// One difference between two sets of properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where, by positions.
    pub path: Path,
    /// Which side has it. An element of a list that is null is there.
    pub kind: Kind,
    /// The old value.
    pub old: Option<Property>,
    /// The new one.
    pub new: Option<Property>,
}

/// How two sets of properties are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Secrets and outputs are values of their own, and unknown values differ from known ones (`Diff`).
    AsIs,
    /// The values in secrets and outputs, as the engine looks at inputs since 3.260.
    Unwrapped,
    /// Unknown values are equal to everything (`DiffIncludeUnknowns`).
    IncludeUnknowns,
}

/// What differs, in the order of the old properties; what only the new ones have comes last.
pub fn changes(old: &Members, new: &Members, reading: Reading) -> Vec<Change> {
    values(Property::Map(old.clone()), Property::Map(new.clone()), reading)
}

/// The same of two values.
pub fn values(old: Property, new: Property, reading: Reading) -> Vec<Change> {
    let prepared = |value: Property| match reading {
        Reading::Unwrapped => value.unwrapped(),
        Reading::AsIs | Reading::IncludeUnknowns => value,
    };
    let (Some(old), Some(new)) = (document(&prepared(old)), document(&prepared(new))) else {
        return Vec::new();
    };
    let frames = Frames::new(Rc::new(old), Rc::new(new), Dialect::Pulumi);
    let pair = frames.pair(places::FrameId::MAIN);
    let (found, paths) = places::find(pair, Dialect::Pulumi);
    let change = |place: &places::Place| {
        let Values { old, new } = paths.values(place.path);
        let read = |document: &Document, node| Property::read(document, node, Form::Wire).ok();
        let old = old.and_then(|node| read(pair.old, node));
        let new = new.and_then(|node| read(pair.new, node));
        let unknowns = match reading {
            Reading::IncludeUnknowns => Unknowns::EqualAll,
            Reading::AsIs | Reading::Unwrapped => Unknowns::EqualThemselves,
        };
        let is_same = match (&old, &new) {
            (Some(old), Some(new)) if place.kind == Kind::Update => old.equals(new, unknowns),
            (Some(old), _) if place.kind == Kind::Delete => {
                unknowns == Unknowns::EqualAll && old.is_computed()
            }
            _ => false,
        };
        let path = paths.positional(&frames, place.path);
        (!is_same).then_some(Change { path, kind: place.kind, old, new })
    };
    found.places.iter().filter_map(change).collect()
}

fn document(value: &Property) -> Option<Document> {
    value::read(value.to_json().into_bytes(), Limits::default()).ok()
}

/// Changes outside the engine's own records: keys that begin with two underscores.
pub fn without_internal(changes: Vec<Change>) -> Vec<Change> {
    let is_internal = |step: &Step| matches!(step, Step::Key(key) if key.starts_with("__"));
    changes.into_iter().filter(|change| !change.path.0.iter().any(is_internal)).collect()
}

/// The top-level properties in which something changes, sorted (upstream: `ChangedKeys`).
pub fn changed_keys(changes: &[Change]) -> Vec<String> {
    let key = |change: &Change| match change.path.0.first() {
        Some(Step::Key(key)) => Some(key.clone()),
        _ => None,
    };
    let mut keys: Vec<String> = changes.iter().filter_map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// An entry for each change (upstream: `NewDetailedDiffFromObjectDiff`): a null is none, in lists too.
pub fn detailed_diff(changes: &[Change], input_diff: bool) -> Vec<PropertyDiff> {
    let entry = |change: &Change| {
        let is_null = |side: &Option<Property>| side.as_ref().is_none_or(|value| !value.has_value());
        let kind = match (change.kind, is_null(&change.old), is_null(&change.new)) {
            (Kind::Update, true, _) => DiffKind::Add,
            (Kind::Update, _, true) => DiffKind::Delete,
            (kind, ..) => diff_kind(kind, false),
        };
        PropertyDiff { path: change.path.spelled(path::Dialect::Engine), kind, input_diff }
    };
    changes.iter().map(entry).collect()
}
