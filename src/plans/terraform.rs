//! The plan of Terraform and `OpenTofu`, as `show -json` writes it (upstream: `internal/command/jsonplan`).

use super::at::At;
use super::configuration::Configuration;
use super::entry::{Entry, Section, Sides, Values};
use super::instances::without_instances;
use super::reading::Reading;
use crate::contract::{Action, Order, Stated};
use crate::json::{Document, Kind};
use crate::path::{Path, Step};
use crate::problem::{Code, Span};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a list of actions comes to, and the order where it is a replacement.
const ACTIONS: [(&[&str], Action, Option<Order>); 9] = [
    (&["no-op"], Action::NoOp, None),
    (&["create"], Action::Create, None),
    (&["read"], Action::Read, None),
    (&["update"], Action::Update, None),
    (&["delete"], Action::Delete, None),
    (&["forget"], Action::Forget, None),
    (&["delete", "create"], Action::Replace, Some(Order::DeleteFirst)),
    (&["create", "delete"], Action::Replace, Some(Order::CreateFirst)),
    // The old one stays in the world.
    (&["create", "forget"], Action::Replace, Some(Order::CreateFirst)),
];

/// Reasons of a replacement that are no property, and what they are called in a verdict.
const GROUNDS: [(&str, &str); 3] = [
    ("replace_because_tainted", "taint"),
    ("replace_by_request", "request"),
    ("replace_by_triggers", "trigger"),
];

/// The reason of one that is: its paths stand in `replace_paths`.
const CANNOT_UPDATE: &str = "replace_because_cannot_update";

/// Reads a plan; `top` is the object that has `resource_changes`.
pub(super) fn read(reading: &mut Reading, top: At) {
    version(reading, top);
    let configuration = top.span_of("configuration").and_then(|span| reading.part(span));
    secret_variables(reading, top, configuration.as_ref());
    let configuration = configuration.as_ref().map(Configuration::new).unwrap_or_default();
    for name in ["resource_changes", "deferred_changes", "resource_drift"] {
        reading.must_be_list(top, name);
    }
    for change in top.each("resource_changes") {
        let entry = resource(reading, change, Section::Planned);
        reading.entries.extend(entry.map(|entry| configuration.told(entry)));
    }
    for deferred in top.each("deferred_changes") {
        let Some(change) = deferred.get("resource_change") else {
            reading.say(Code::PlanEntry, "what was put off has no resource; it is left out", deferred.span());
            continue;
        };
        let entry = resource(reading, change, Section::Planned);
        let deferred = Some(deferred.text_of("reason").unwrap_or_else(|| "unknown".to_owned()));
        reading.entries.extend(entry.map(|entry| Entry { deferred, ..configuration.told(entry) }));
    }
    for change in top.each("resource_drift") {
        let entry = resource(reading, change, Section::Drift);
        reading.entries.extend(entry);
    }
    let outputs = top.span_of("output_changes").and_then(|span| reading.part(span));
    if let Some(no_map) =
        outputs.as_ref().map(At::root).filter(|outputs| !outputs.is_map() && outputs.kind() != Kind::Null)
    {
        reading.say(Code::PlanEntry, "`output_changes` is no object; it is left out", no_map.span());
    }
    for (name, change) in outputs.iter().flat_map(|outputs| At::root(outputs).members()) {
        let entry = Entry::new(Section::Output, name, "output".to_owned());
        let entry = values(reading, entry, change);
        reading.entries.push(entry);
    }
}

/// What the plan says of itself.
fn version(reading: &mut Reading, top: At) {
    let version = top.text_of("format_version").or_else(|| top.text_of("plan_format_version"));
    let is_known = |version: &str| version.starts_with("0.") || version.starts_with("1.");
    if let Some(version) = version.filter(|version| !is_known(version)) {
        let message = format!(
            "the plan has format version {version}; it is read as version 1, and what is new in it is not"
        );
        reading.say(Code::PlanVersion, message, top.span_of("format_version"));
    }
    if top.says("errored") {
        let message = "planning failed: the plan holds only what was planned before that";
        reading.say(Code::PlanIncomplete, message, top.span_of("errored"));
    }
    let is_false = |name| top.get(name).is_some_and(|flag| flag.kind() == Kind::False);
    if is_false("complete") && !top.says("errored") {
        let message = "the plan is not complete: another run is needed for what was put off or left out";
        reading.say(Code::PlanIncomplete, message, top.span_of("complete"));
    }
}

/// Remembers what variables are given that the program declares sensitive.
fn secret_variables(reading: &mut Reading, top: At, configuration: Option<&Document>) {
    let declared = configuration.and_then(|document| At::root(document).get("root_module")?.get("variables"));
    let secret =
        declared.into_iter().flat_map(At::members).filter(|(_, variable)| variable.says("sensitive"));
    let names: BTreeSet<String> = secret.map(|(name, _)| name).collect();
    let values = top.span_of("variables").filter(|_| !names.is_empty()).and_then(|span| reading.part(span));
    let given = values.iter().flat_map(|values| At::root(values).members());
    let given = given.filter(|(name, _)| names.contains(name));
    reading.secrets.extend(given.filter_map(|(_, given)| given.span_of("value")));
}

fn resource(reading: &mut Reading, resource: At, section: Section) -> Option<Entry> {
    let address = resource.text_of("address");
    let Some(address) = address else {
        reading.say(Code::PlanEntry, "a resource has no address; it is left out", resource.span());
        return None;
    };
    if !reading.is_whole(resource, &format!("`{address}`")) {
        return None;
    }
    let r#type = resource.text_of("type").unwrap_or_else(|| type_in(&address));
    let has_actions = |change: &At| change.each("actions").next().is_some();
    let Some(change) = resource.get("change").filter(has_actions) else {
        let message = format!("`{address}` has no change that says what is done; it is left out");
        reading.say(Code::PlanEntry, message, resource.span());
        return None;
    };
    let entry = Entry {
        previous_address: resource.text_of("previous_address").filter(|before| *before != address),
        deposed: resource.text_of("deposed"),
        name: without_instances(&address),
        ..Entry::new(section, address, r#type)
    };
    let mut entry = values(reading, entry, change);
    let reason = resource.text_of("action_reason");
    entry.grounds = GROUNDS
        .iter()
        .filter(|(name, _)| reason.as_deref() == Some(*name))
        .map(|(_, ground)| *ground)
        .collect();
    if let Some(stated) = &mut entry.stated {
        let is_known = |reason: &str| reason == CANNOT_UPDATE || !entry.grounds.is_empty();
        entry.has_open_reason |= reason.as_deref().is_some_and(|reason| !is_known(reason));
        stated.reasons.splice(0..0, reason);
    }
    Some(entry)
}

/// `module.a.aws_instance.b["c"]` → `aws_instance`
fn type_in(address: &str) -> String {
    let plain = address.split('[').next().unwrap_or_default();
    plain.rsplit('.').nth(1).unwrap_or(plain).to_owned()
}

/// What a change says.
fn values(reading: &mut Reading, entry: Entry, change: At) -> Entry {
    let actions = change.texts("actions");
    let known = ACTIONS.iter().find(|(names, ..)| *names == actions);
    let known = known.filter(|_| change.each("actions").count() == actions.len());
    let mut reasons = Vec::new();
    if known.is_none() {
        let message = format!("`{}` has actions that are not known; its values decide", entry.address);
        reading.say(Code::PlanEntry, message, change.span());
    }
    if actions == ["create", "forget"] {
        reasons.push("forget".to_owned());
    }
    let is_imported = change.get("importing").is_some();
    let stated = known.map(|(_, action, order)| {
        let action = if is_imported && *action == Action::NoOp { Action::Import } else { *action };
        if is_imported && action != Action::Import {
            reasons.push("importing".to_owned());
        }
        Stated { action, reasons, order: *order }
    });
    let secrets =
        ["before_sensitive", "after_sensitive"].map(|name| sensitive(reading, change.span_of(name)));
    let paths: Vec<Option<Path>> = change.each("replace_paths").map(path).collect();
    let has_open_reason = paths.contains(&None) || change.is_no_list("replace_paths");
    if has_open_reason {
        let message =
            format!("what forces the replacement of `{}` cannot be read: a path is no list", entry.address);
        reading.say(Code::PlanEntry, message, change.span_of("replace_paths"));
    }
    let is_update = stated.as_ref().is_some_and(|stated| stated.action == Action::Update);
    Entry {
        stated,
        flips_secret: is_update && secrets[0] != secrets[1],
        secrets: secrets.into_iter().flatten().collect(),
        unknown_is_computed: true,
        unknown: Rc::new(unknown(reading, change.span_of("after_unknown"))),
        forces: paths.into_iter().flatten().collect(),
        has_open_reason,
        values: Values::Pair(Sides {
            old: change.span_of("before").filter(|span| !reading.is_null(*span)),
            new: change.span_of("after").filter(|span| !reading.is_null(*span)),
            unknown: change.span_of("after_unknown").filter(|span| reading.holds_true(*span)),
            ..Sides::default()
        }),
        ..entry
    }
}

/// A path as a list of steps: a text is a key, a number a position. Nothing if it is none.
fn path(steps: At) -> Option<Path> {
    let step = |step: At| match step.kind() {
        Kind::String => step.text().map(Step::Key),
        Kind::Number => step.written()?.parse().ok().map(Step::Index),
        _ => None,
    };
    let steps = (steps.kind() == Kind::List).then(|| steps.elements().map(step).collect::<Option<_>>())??;
    Some(Path(steps))
}

/// The top-level properties in which something is unknown.
fn unknown(reading: &mut Reading, tree: Option<Span>) -> BTreeSet<String> {
    let tree = tree.filter(|span| reading.holds_true(*span)).and_then(|span| reading.part(span));
    let members = tree.iter().flat_map(|tree| At::root(tree).members());
    members.filter(|(_, member)| member.holds_true()).map(|(name, _)| name).collect()
}

/// The paths at which a tree is true. An element stands for all of its list: lists are matched in other orders than this.
fn sensitive(reading: &mut Reading, tree: Option<Span>) -> BTreeSet<Path> {
    let Some(span) = tree.filter(|span| reading.holds_true(*span)) else { return BTreeSet::new() };
    // Where it cannot be read, everything may be sensitive.
    let Some(tree) = reading.part(span) else { return BTreeSet::from([Path::default()]) };
    let mut paths = BTreeSet::new();
    let mut open: Vec<(At, Path)> = vec![(At::root(&tree), Path::default())];
    while let Some((at, path)) = open.pop() {
        let below = |step| Path(path.0.iter().cloned().chain([step]).collect());
        match at.kind() {
            Kind::Map => open.extend(at.members().map(|(key, member)| (member, below(Step::Key(key))))),
            Kind::List => open.extend(at.elements().map(|element| (element, below(Step::AnyElement)))),
            Kind::True => {
                paths.insert(path);
            }
            _ => {}
        }
    }
    paths
}

/// What the configuration says that a resource uses.
impl Configuration {
    fn told(&self, entry: Entry) -> Entry {
        let Some(resource) = self.of(&entry.address) else { return entry };
        Entry {
            set: Some(Rc::clone(&resource.set)),
            open: Rc::clone(&resource.open),
            links: resource.uses.clone(),
            ..entry
        }
    }
}

/// Where a plan stands that is wrapped in something else.
pub(super) fn is_plan(at: At) -> bool {
    let has_version = at.has("format_version") || at.has("plan_format_version");
    at.has("resource_changes") || has_version && (at.has("planned_values") || at.has("output_changes"))
}

#[cfg(test)]
mod tests {
    use super::type_in;

    #[test]
    fn types_in_addresses() {
        let table = [
            ("aws_instance.a", "aws_instance"),
            ("module.m.aws_instance.a[0]", "aws_instance"),
            ("aws_instance.a[\"x.y\"]", "aws_instance"),
            ("data.aws_ami.a", "aws_ami"),
            ("odd", "odd"),
        ];
        for (address, expected) in table {
            assert_eq!(type_in(address), expected, "{address}");
        }
    }
}
