//! The answer to `Diff` as the engine goes on with it (upstream: `plugin.DiffResult`).

use super::changes::{self, Reading, changes};
use super::kind::{as_replace, is_replace};
use super::property::Members;
use super::reset::ignore_changes;
use crate::contract::{DiffKind, PropertyDiff};
use crate::path::{Dialect, Path, PathError};

/// Whether anything changed; as the engine counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Changes {
    /// The provider does not say: the engine compares the inputs itself.
    #[default]
    Unknown,
    /// Nothing.
    None,
    /// Something.
    Some,
}

/// What is different, and what that asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiffResult {
    /// Whether anything changed.
    pub changes: Changes,
    /// Names that force a replacement: of top-level inputs, as a rule.
    pub replace_keys: Vec<String>,
    /// What stays the same through an update.
    pub stable_keys: Vec<String>,
    /// What changed.
    pub changed_keys: Vec<String>,
    /// Path by path, where that is known.
    pub detailed: Option<Vec<PropertyDiff>>,
    /// The old resource is to be destroyed first.
    pub delete_before_replace: bool,
}

/// Behaviour of the engine that depends on its version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// 3.250 to 3.259: a value in a secret is another value than without it, and `deletedWith` replaces nothing.
    Before3260,
    /// From 3.260 on.
    #[default]
    Latest,
}

/// The key that stands for errors of the resource's initialization.
const INIT_ERROR: &str = "#initerror";

impl DiffResult {
    /// Some change, and what it forces a replacement by.
    pub fn replacing(key: &str) -> DiffResult {
        DiffResult { changes: Changes::Some, replace_keys: vec![key.to_owned()], ..DiffResult::default() }
    }

    /// Some change or none, and no more.
    pub fn only(changes: Changes) -> DiffResult {
        DiffResult { changes, ..DiffResult::default() }
    }

    /// Whether it asks for a replacement (upstream: `Replace`).
    pub fn replaces(&self) -> bool {
        !self.replace_keys.is_empty() || self.detailed.iter().flatten().any(|entry| is_replace(entry.kind))
    }

    /// What the engine finds out by itself where a provider did not say whether anything changed: `replace_keys` stay, and
    /// no kind becomes a replacing one.
    #[must_use]
    pub fn settled(self, old: &Members, new: &Members, ignored: &[String], version: Version) -> DiffResult {
        if self.changes != Changes::Unknown {
            return self;
        }
        let reading = match version {
            Version::Before3260 => Reading::AsIs,
            Version::Latest => Reading::Unwrapped,
        };
        let (new, _) = ignore_changes(old, new, ignored);
        let found = changes(old, &new, reading);
        if found.is_empty() {
            return DiffResult { changes: Changes::None, ..self };
        }
        DiffResult {
            changes: Changes::Some,
            changed_keys: changes::changed_keys(&found),
            detailed: Some(changes::detailed_diff(&found, true)),
            ..self
        }
    }

    /// With the option `replaceOnChanges`, and errors of the initialization taken for a change.
    ///
    /// # Errors
    /// A path of the option or of the detailed diff that is none: the engine fails the resource.
    pub fn replacing_on(mut self, paths: &[String], has_init_errors: bool) -> Result<DiffResult, PathError> {
        if self.changes != Changes::Some && !has_init_errors {
            return Ok(self);
        }
        let parse = |text: &str| Path::parse(text, Dialect::Engine);
        let paths: Vec<Path> = paths.iter().map(|path| parse(path)).collect::<Result<_, _>>()?;
        let is_covered = |path: &Path| paths.iter().any(|covering| covering.contains(path));
        for entry in self.detailed.iter_mut().flatten() {
            if is_covered(&parse(&entry.path)?) {
                entry.kind = as_replace(entry.kind);
            }
        }
        let covered = self.changed_keys.iter().filter(|key| parse(key).is_ok_and(|path| is_covered(&path)));
        self.replace_keys.extend(covered.cloned());
        if has_init_errors && parse(INIT_ERROR).is_ok_and(|path| is_covered(&path)) {
            self.changes = Changes::Some;
            self.replace_keys.push(INIT_ERROR.to_owned());
            if let Some(detailed) = &mut self.detailed {
                detailed.retain(|entry| entry.path != INIT_ERROR);
                let (path, kind) = (INIT_ERROR.to_owned(), DiffKind::UpdateReplace);
                detailed.push(PropertyDiff { path, kind, input_diff: false });
            }
        }
        self.replace_keys.sort_unstable();
        self.replace_keys.dedup();
        Ok(self)
    }
}
