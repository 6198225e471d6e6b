//! What a provider and the engine say of a difference, wherever that is written: what changes, and what forces a replacement.

use super::state::Members;
use crate::contract::PropertyDiff;
use crate::engine::is_replace;
use crate::path::{Dialect, Path, Step};
use crate::plans::reading::Reading;
use crate::value::MASK;
use std::collections::BTreeSet;

/// Reasons of a replacement that are no property, unless a property has that name, and what they are called in a verdict.
const GROUNDS: [(&str, &str); 5] = [
    // The user asked for it; a resource that is tainted has this too.
    ("id", "request"),
    ("provider", "provider"),
    ("replaceWith", "replaceWith"),
    ("deletedWith", "deletedWith"),
    ("#initerror", "#initerror"),
];

/// What is said of a difference.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    /// What forces a replacement: names of top-level properties, and words for what is none.
    pub(super) replaces: Vec<String>,
    /// What changes: names of top-level properties.
    pub(super) diffs: Vec<String>,
    /// The same path by path, where that is known.
    pub(super) detail: Vec<PropertyDiff>,
    /// The engine says it, with its words for what is no property; a provider has only names.
    pub(super) by_engine: bool,
}

/// The inputs of both sides.
pub(super) struct Inputs {
    pub(super) old: Members,
    pub(super) new: Members,
}

impl Inputs {
    fn has(&self, name: &str) -> bool {
        self.old.contains_key(name) || self.new.contains_key(name)
    }

    /// The path that a name of a top-level property stands for; some providers write paths there.
    fn path(&self, name: &str) -> Path {
        if self.has(name) { Path(vec![Step::Key(name.to_owned())]) } else { path(name) }
    }

    /// Whether both sides surely ask for the same there.
    fn agree(&self, reading: &Reading, name: &str) -> bool {
        let [old, new] =
            [&self.old, &self.new].map(|side| side.get(name).map(|span| reading.source.slice(*span)));
        old == new && old.is_none_or(|text| !text.contains(MASK))
    }
}

impl Said {
    pub(super) fn is_empty(&self) -> bool {
        self.replaces.is_empty() && self.detail.is_empty()
    }

    /// What changes; nothing if nothing is named. What the detail leaves out is named by its property.
    pub(super) fn names(&self, inputs: &Inputs) -> Option<Vec<Path>> {
        let mut names: Vec<Path> = self.detail.iter().map(|entry| path(&entry.path)).collect();
        let detailed: BTreeSet<String> = names.iter().map(Path::first_name).collect();
        let others = self.diffs.iter().map(|name| inputs.path(name));
        names.extend(others.filter(|path| !detailed.contains(&path.first_name())));
        (!names.is_empty()).then_some(names)
    }

    /// What forces the replacement, of properties.
    pub(super) fn forces(&self, inputs: &Inputs) -> Vec<Path> {
        let named = self.replaces.iter().filter(|name| self.ground(name, inputs).is_none());
        let named = named.map(|name| inputs.path(name));
        let replacing = self.detail.iter().filter(|entry| is_replace(entry.kind));
        let mut forces = BTreeSet::new();
        forces.extend(named.chain(replacing.map(|entry| path(&entry.path))));
        forces.into_iter().collect()
    }

    /// What forces the replacement and is no property.
    pub(super) fn grounds(&self, inputs: &Inputs) -> Vec<&'static str> {
        self.replaces.iter().filter_map(|name| self.ground(name, inputs)).collect()
    }

    /// Whether a reason may be a property or no property: it has the name of both, and nothing else is said.
    pub(super) fn is_ambiguous(&self, inputs: &Inputs) -> bool {
        let is_all = self.by_engine && self.detail.is_empty() && self.diffs.is_empty();
        let is_word = |name: &String| GROUNDS.iter().any(|(word, _)| word == name);
        is_all && self.replaces.iter().any(|name| is_word(name) && inputs.has(name))
    }

    /// Whether the provider compared the new inputs with its state: it says so of all that it names, and both inputs ask for the
    /// same there.
    pub(super) fn is_about_state(&self, reading: &Reading, inputs: &Inputs) -> bool {
        let names: Vec<String> = self.detail.iter().map(|entry| path(&entry.path).first_name()).collect();
        self.detail.iter().all(|entry| !entry.input_diff)
            && names.iter().any(|name| inputs.has(name))
            && names.iter().all(|name| inputs.agree(reading, name))
    }

    fn ground(&self, name: &str, inputs: &Inputs) -> Option<&'static str> {
        let mut known = GROUNDS.iter().filter(|_| self.by_engine && !inputs.has(name));
        known.find(|(word, _)| *word == name).map(|(_, ground)| *ground)
    }
}

/// A path as the engine writes it; what is none is a key, as for the engine.
fn path(text: &str) -> Path {
    Path::parse(text, Dialect::Engine).unwrap_or_else(|_| Path(vec![Step::Key(text.to_owned())]))
}
