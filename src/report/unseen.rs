//! What a plan says that changes, while nothing differs there as far as can be seen.

use super::Documents;
use super::background::Seen;
use super::decided::Decided;
use crate::contract::{Cause, Class, Finding, Kind as ChangeKind, Masked, Shown, ShownType, Side};
use crate::diagnose;
use crate::json::{Document, Kind, LineIndex, NodeId};
use crate::ladder;
use crate::path::Path;
use crate::value;
use std::rc::Rc;

/// How many such findings there are.
pub(super) fn count(decided: &Decided) -> u32 {
    (decided.seen.unseen_forces.len() + decided.seen.unseen_names.len()) as u32
}

/// A finding for each, with ids from `first` on.
pub(super) fn findings(decided: &Decided, documents: &Documents, first: u32) -> Vec<Finding> {
    let Seen { unseen_forces, unseen_names, .. } = &decided.seen;
    let forces = unseen_forces.iter().map(|path| (path, true));
    let numbered = (first..).zip(forces.chain(unseen_names.iter().map(|path| (path, false))));
    numbered.map(|(id, (path, forces))| finding(decided, documents, id, path, forces)).collect()
}

fn finding(decided: &Decided, documents: &Documents, id: u32, path: &Path, forces: bool) -> Finding {
    let is_secret = decided.background.secrets.meet(path);
    let sides = [&documents.old, &documents.new].map(|document| (document, ladder::at(document, path)));
    let is_masked = is_secret
        || sides
            .iter()
            .any(|(document, node)| node.is_some_and(|node| diagnose::holds_secret(document, node)));
    let masked = is_masked.then_some(Masked::Declared).or_else(|| {
        let has_name = value::is_secret_name(&path.first_name());
        has_name.then_some(Masked::Guessed)
    });
    let (class, cause) = if sides.iter().all(|(document, node)| is_none(document, *node)) {
        (if is_secret { Class::Masked } else { Class::Unknown }, Cause::WriteOnly)
    } else if is_masked {
        (Class::Masked, Cause::Masked)
    } else {
        (Class::Unknown, Cause::Contract)
    };
    let shown =
        |(document, node): (&Rc<Document>, Option<NodeId>)| node.map(|node| shown(document, node, masked));
    let [old, new] = sides.map(shown);
    let name = path.to_string();
    let price = if forces { ", and that it forces the replacement" } else { "" };
    let message = match cause {
        Cause::WriteOnly => format!(
            "The plan says that `{name}` changes{price}; it has no value on either side: what is only written is not in the plan."
        ),
        Cause::Masked => format!(
            "The plan says that `{name}` changes{price}; it is masked on both sides, so the difference cannot be seen."
        ),
        _ => format!(
            "The plan says that `{name}` changes{price}, and it is the same on both sides: the tool compares something that is not in the plan."
        ),
    };
    Finding {
        id,
        path: name,
        kind: ChangeKind::Update,
        old,
        new,
        remote: None,
        side: Side::Local,
        class,
        cause,
        action: None,
        reason: None,
        forces_replace: forces,
        consequence: false,
        settled_by: None,
        embedded: None,
        moved: None,
        message,
        group: None,
        proposal: None,
    }
}

fn is_none(document: &Document, node: Option<NodeId>) -> bool {
    node.is_none_or(|node| document.kind(node) == Kind::Null)
}

fn shown(document: &Document, node: NodeId, masked: Option<Masked>) -> Shown {
    let shown = diagnose::value(document, node, masked);
    let is_null = shown.r#type == ShownType::Null;
    let span = document.span(node);
    let range =
        document.source().has(span).then(|| diagnose::range(&LineIndex::new(document.source()), span));
    Shown { range, masked: shown.masked.filter(|_| !is_null), ..shown }
}
