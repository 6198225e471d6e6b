//! A detailed diff as it is shown: each entry with the values that it speaks of (upstream: `TranslateDetailedDiff`).

use super::changes::{Change, Reading, values};
use super::kind::inverted;
use super::property::{Element, Members, Property};
use crate::contract::{DiffKind, Embedded, Kind, PropertyDiff};
use crate::normalize::{self, Lifted};
use crate::path::{Dialect, Path, Step};
use crate::rules::Term;
use crate::value::Scalar;

/// The values that entries speak of.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'s> {
    /// The inputs of the state.
    pub old_inputs: &'s Members,
    /// What create, update or read returned.
    pub old_outputs: &'s Members,
    /// The inputs of the program.
    pub new_inputs: &'s Members,
    /// Of a refresh, what was read; entries that do not compare inputs speak of it.
    pub new_outputs: Option<&'s Members>,
}

/// Paths of `hideDiffs` that hid an entry, sorted.
pub type Hidden = Vec<Path>;

/// What entries show, and the paths that hid others. Where one side of a list or map is not there at all, the whole of it is
/// shown as added or removed, whatever the entry says.
///
/// An entry that says `update` shows what differs inside it, or itself where nothing does. What is named and not there is
/// unknown in an addition or removal, and null in an update. Each change comes with the kind of its
/// entry, which says whether it forces the replacement; the CLI does not show that.
pub fn translate(
    entries: &[PropertyDiff],
    tree: Tree,
    hide_diffs: &[Path],
) -> (Vec<(Change, DiffKind)>, Hidden) {
    let (mut shown, mut hidden) = (Vec::new(), Hidden::new());
    for entry in entries {
        let path = Path::parse(&entry.path, Dialect::Engine)
            .unwrap_or_else(|_| Path(vec![Step::Key(entry.path.clone())]));
        if let Some(hiding) = hide_diffs.iter().find(|hiding| hiding.contains(&path)) {
            hidden.push(hiding.clone());
            continue;
        }
        let old = if entry.input_diff { tree.old_inputs } else { tree.old_outputs };
        let new = tree.new_outputs.filter(|_| !entry.input_diff).unwrap_or(tree.new_inputs);
        let mut changes = Vec::new();
        show(entry.kind, &path, Property::Map(old.clone()), Property::Map(new.clone()), &mut changes);
        shown.extend(changes.into_iter().map(|change| (change, entry.kind)));
    }
    hidden.sort_by_key(|path| path.spelled(Dialect::Engine));
    hidden.dedup();
    (shown, hidden)
}

/// The entries of a refresh, which compares what was read with the program.
pub fn inverted_entries(entries: &[PropertyDiff]) -> Vec<PropertyDiff> {
    let inverted = |entry: &PropertyDiff| PropertyDiff { kind: inverted(entry.kind), ..entry.clone() };
    entries.iter().map(inverted).collect()
}

fn show(kind: DiffKind, path: &Path, mut old: Property, mut new: Property, shown: &mut Vec<Change>) {
    for (at, step) in path.0.iter().enumerate() {
        let (old_child, new_child) = (child(&old, step), child(&new, step));
        let here = || Path(path.0[..=at].to_vec());
        if at + 1 == path.0.len() {
            return shown.extend(leaf(kind, here(), old_child, new_child));
        }
        (old, new) = (old_child.unwrap_or(Property::Null), new_child.unwrap_or(Property::Null));
        match (old.has_value(), new.has_value()) {
            (false, true) => {
                let change = Change { path: here(), kind: Kind::Add, old: None, new: Some(new) };
                return shown.push(change);
            }
            (true, false) => {
                let change = Change { path: here(), kind: Kind::Delete, old: Some(old), new: None };
                return shown.push(change);
            }
            _ => {}
        }
    }
}

/// What stands one step further; of what cannot be looked into, itself.
fn child(value: &Property, step: &Step) -> Option<Property> {
    match (value, step) {
        (Property::List(items), Step::Index(index)) => items.get(usize::try_from(*index).ok()?).cloned(),
        (Property::Map(members), Step::Key(key)) => members.get(key).cloned(),
        (Property::Map(members), Step::Any | Step::AnyElement) => members.get("*").cloned(),
        (Property::Computed(_) | Property::Output(_) | Property::Secret(_) | Property::Sealed(_), _) => {
            Some(value.clone())
        }
        _ => None,
    }
}

fn leaf(kind: DiffKind, path: Path, old: Option<Property>, new: Option<Property>) -> Vec<Change> {
    let unknown = || Some(Property::Computed(Element::Text));
    match kind {
        DiffKind::Add | DiffKind::AddReplace => {
            vec![Change { path, kind: Kind::Add, old: None, new: new.or_else(unknown) }]
        }
        DiffKind::Delete | DiffKind::DeleteReplace => {
            vec![Change { path, kind: Kind::Delete, old: old.or_else(unknown), new: None }]
        }
        DiffKind::Update | DiffKind::UpdateReplace => {
            let value = |side: Option<Property>| side.unwrap_or(Property::Null);
            let (old, new) = (value(old), value(new));
            let inside = values(old.clone(), new.clone(), Reading::AsIs);
            if inside.is_empty() {
                return vec![Change { path, kind: Kind::Update, old: Some(old), new: Some(new) }];
            }
            let below = |change: Change| {
                let steps = path.0.iter().cloned().chain(change.path.0);
                Change { path: Path(steps.collect()), ..change }
            };
            inside.into_iter().map(below).collect()
        }
    }
}

/// The notation of a text that is shown as the list or map it holds: JSON, or YAML on several lines (upstream:
/// `decodeValue`).
pub fn notation(text: &str) -> Option<Embedded> {
    let text = text.trim();
    let holds = |word: &str| {
        let term = Term::parse(word).ok()?;
        let value = Lifted::Scalar(Scalar::Text(text.as_bytes().to_vec().into()));
        let read = normalize::canonical(&[term], value).ok()?;
        matches!(read, Lifted::Container(..)).then_some(())
    };
    let has_lines = || text.contains(['\r', '\n']);
    let json = holds("json").map(|()| Embedded::Json);
    json.or_else(|| has_lines().then(|| holds("yaml")).flatten().map(|()| Embedded::Yaml))
}
