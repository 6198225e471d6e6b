//! `databricks bundle plan -o json` (its behaviour only).

use super::at::At;
use super::entry::{Entry, Section, Sides, StatedChange, Uses, Values};
use super::reading::Reading;
use crate::contract::{Action, LinkKind, Stated};
use crate::json::Kind;
use crate::problem::{Code, Span};
use crate::readers::databricks_path;
use std::rc::Rc;

/// What an entry says is done, and what that is here.
const ACTIONS: [(&str, Action); 9] = [
    ("", Action::NoOp),
    ("skip", Action::NoOp),
    ("resize", Action::Update),
    ("update", Action::Update),
    ("update_id", Action::Update),
    ("create", Action::Create),
    ("recreate", Action::Replace),
    ("delete", Action::Delete),
    ("read", Action::Read),
];

/// The version that is known.
const VERSION: &str = "2";

/// Reads a plan; `top` is the object that has `plan`.
pub(super) fn read(reading: &mut Reading, top: At) {
    if let Some(version) = top.get("plan_version").and_then(At::written).filter(|version| version != VERSION)
    {
        let message = format!("the plan has version {version}; it is read as version {VERSION}");
        reading.say(Code::PlanVersion, message, top.span_of("plan_version"));
    }
    for (key, entry) in top.get("plan").into_iter().flat_map(At::members) {
        if !entry.is_map() {
            let message = format!("`{key}` says nothing of what is done; it is left out");
            reading.say(Code::PlanEntry, message, entry.span());
            continue;
        }
        if !reading.is_whole(entry, &format!("`{key}`")) {
            continue;
        }
        let entry = self::entry(reading, &key, entry);
        reading.entries.push(entry);
    }
}

fn entry(reading: &mut Reading, key: &str, at: At) -> Entry {
    let action = at.text_of("action").unwrap_or_default();
    let known = ACTIONS.iter().find(|(name, _)| *name == action);
    if known.is_none() {
        let message = format!("`{key}` has an action that is not known; its changes decide");
        reading.say(Code::PlanEntry, message, at.span());
    }
    let stated = known.map(|(_, action)| {
        let reasons = if at.says("gone") { vec!["gone".to_owned()] } else { Vec::new() };
        Stated { action: *action, reasons, order: None }
    });
    let state = at.span_of("new_state").and_then(|span| reading.part(span));
    let new = state.as_ref().and_then(|state| At::root(state).span_of("value"));
    let remote = at.span_of("remote_state");
    let (changes, has_open_reason) = changes(reading, key, at.span_of("changes"));
    let mut links: Vec<Uses> = at
        .each("depends_on")
        .filter_map(|link| link.text_of("node"))
        .map(|address| Uses::new(address, LinkKind::Dependency))
        .collect();
    let vars = state.as_ref().and_then(|state| At::root(state).get("vars"));
    for (path, reference) in vars.into_iter().flat_map(At::members) {
        let property = databricks_path(&path).ok().map(|path| path.first_name());
        let text = reference.text().unwrap_or_default();
        links.extend(
            referred(&text).map(|address| Uses {
                property: property.clone(),
                ..Uses::new(address, LinkKind::Reference)
            }),
        );
    }
    let open = links.iter().filter_map(|link| link.property.clone()).collect();
    let whole = stated.as_ref().map(|stated| stated.action);
    let values = match whole {
        Some(Action::Create) => Values::Pair(Sides { new, ..Sides::default() }),
        Some(Action::Delete) => Values::Pair(Sides { old: remote, ..Sides::default() }),
        _ => Values::Changes(changes),
    };
    Entry {
        stated,
        values,
        links,
        has_open_reason,
        unknown: Rc::new(open),
        gives: at.span_of("id").into_iter().collect(),
        ..Entry::new(Section::Planned, key.to_owned(), r#type(key))
    }
}

/// `resources.jobs.a` → `jobs`; `resources.jobs.a.permissions` → `jobs.permissions`.
fn r#type(key: &str) -> String {
    let mut steps = key.strip_prefix("resources.").unwrap_or(key).split('.');
    let kind = steps.next().unwrap_or_default();
    match steps.nth(1) {
        Some(inner) => format!("{kind}.{inner}"),
        None => kind.to_owned(),
    }
}

/// The changes, and whether some cannot be read.
fn changes(reading: &mut Reading, key: &str, span: Option<Span>) -> (Vec<StatedChange>, bool) {
    let Some(document) = span.and_then(|span| reading.part(span)) else {
        return (Vec::new(), span.is_some());
    };
    let root = At::root(&document);
    let mut is_open = !root.is_map();
    if is_open {
        reading.say(
            Code::PlanEntry,
            format!("the changes of `{key}` are no object; they are left out"),
            span,
        );
    }
    let mut changes = Vec::new();
    for (text, change) in root.members() {
        let path = databricks_path(&text).ok().filter(|_| change.is_map());
        let Some(path) = path else {
            let message = format!("what `{key}` says of `{text}` is no change of a path; it is left out");
            reading.say(Code::PlanEntry, message, change.span());
            is_open = true;
            continue;
        };
        changes.push(StatedChange {
            path,
            action: change.text_of("action"),
            reason: change.text_of("reason"),
            old: change.span_of("old"),
            new: change.span_of("new"),
            remote: change.span_of("remote"),
        });
    }
    (changes, is_open)
}

/// The resources in the references of a text: `${resources.jobs.a.id}`.
fn referred(text: &str) -> impl Iterator<Item = String> {
    let inner = text.split("${").skip(1).filter_map(|part| part.split_once('}')).map(|(inner, _)| inner);
    inner.filter(|inner| inner.starts_with("resources.")).map(|inner| {
        let steps: Vec<&str> = inner.split('.').take(3).collect();
        steps.join(".")
    })
}

/// Whether a document is such a plan.
pub(super) fn is_plan(at: At) -> bool {
    let Some(plan) = at.get("plan").filter(|plan| plan.kind() == Kind::Map) else { return false };
    let is_entry = |(key, entry): (String, At)| key.starts_with("resources.") && entry.has("action");
    at.has("plan_version") || plan.members().any(is_entry)
}

#[cfg(test)]
mod tests {
    use super::{referred, r#type};

    #[test]
    fn types_and_references() {
        let table = [
            ("resources.jobs.a", "jobs"),
            ("resources.secret_scopes.a.permissions", "secret_scopes.permissions"),
            ("odd", "odd"),
        ];
        for (key, expected) in table {
            assert_eq!(r#type(key), expected);
        }
        let found: Vec<String> =
            referred("on ${resources.jobs.a.id} and ${var.x} and ${resources.b.c.d.e}").collect();
        assert_eq!(found, ["resources.jobs.a", "resources.b.c"]);
    }
}
