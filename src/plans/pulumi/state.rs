//! A resource on one side, as a state, a step or an event has it, and two of them side by side.

use super::urn::{provider_in, type_in};
use crate::contract::{Dialect, LinkKind};
use crate::path::{Path, Step};
use crate::plans::at::At;
use crate::plans::entry::{Entry, Section, Sides, Uses, Values};
use crate::plans::reading::Reading;
use crate::problem::Span;
use crate::value::signature::UNKNOWNS;
use std::collections::{BTreeMap, BTreeSet};

/// The type of the resource that stands for the whole.
pub(super) const STACK: &str = "pulumi:pulumi:Stack";

/// A resource on one side.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) urn: String,
    pub(super) r#type: String,
    /// Left out where they are empty.
    pub(super) inputs: Option<Span>,
    /// Left out where they are empty or not known yet.
    pub(super) outputs: Option<Span>,
    /// What the service calls it.
    pub(super) id: Option<Span>,
    /// What it uses.
    pub(super) links: Vec<Uses>,
    /// Outputs that are secret, whatever their values look like.
    pub(super) secret_outputs: Vec<String>,
    /// It is marked to be replaced.
    pub(super) is_tainted: bool,
    /// What replaces it when it changes.
    pub(super) trigger: Option<Span>,
}

/// Where the members of an object stand.
pub(super) type Members = BTreeMap<String, Span>;

impl State {
    /// Reads the state of a resource that has this URN, unless it had another one.
    pub(super) fn read(reading: &mut Reading, at: At, urn: &str) -> State {
        remember_secrets(reading, at);
        State {
            urn: at.text_of("urn").unwrap_or_else(|| urn.to_owned()),
            r#type: at.text_of("type").unwrap_or_else(|| type_in(urn)),
            inputs: at.get("inputs").map(At::span),
            outputs: at.get("outputs").map(At::span).filter(|span| reading.source.slice(*span) != "{}"),
            id: at.get("id").map(At::span),
            links: links(reading, at),
            secret_outputs: at.texts("additionalSecretOutputs"),
            is_tainted: at.says("taint"),
            trigger: at.get("replacementTrigger").map(At::span),
        }
    }
}

/// What is secret of a state, whether its values are compared or not.
fn remember_secrets(reading: &mut Reading, at: At) {
    let [inputs, outputs] = ["inputs", "outputs"].map(|name| at.get(name).map(At::span));
    for side in [inputs, outputs].into_iter().flatten() {
        reading.may_have_secrets(side);
    }
    let names = at.texts("additionalSecretOutputs");
    if !names.is_empty() {
        let outputs = members(reading, outputs);
        reading.secrets.extend(names.iter().filter_map(|name| outputs.get(name)));
    }
}

/// What a resource uses: by property where that is known, else as a whole.
fn links(reading: &mut Reading, at: At) -> Vec<Uses> {
    const WHOLE: [(&str, LinkKind); 3] = [
        ("dependencies", LinkKind::Dependency),
        ("deletedWith", LinkKind::Dependency),
        ("replaceWith", LinkKind::Trigger),
    ];
    let mut links = Vec::new();
    let by_property = at.get("propertyDependencies").and_then(|uses| reading.part(uses.span()));
    for (property, urns) in by_property.iter().flat_map(|uses| At::root(uses).members()) {
        let used = urns.elements().filter_map(At::text);
        links.extend(used.map(|address| Uses {
            property: Some(property.clone()),
            ..Uses::new(address, LinkKind::Property)
        }));
    }
    let mut seen: BTreeSet<String> = links.iter().map(|link| link.address.clone()).collect();
    for (name, kind) in WHOLE {
        for address in at.texts(name).into_iter().chain(at.text_of(name)) {
            if seen.insert(address.clone()) {
                links.push(Uses::new(address, kind));
            }
        }
    }
    let provider = at.text_of("provider").and_then(|reference| provider_in(&reference));
    links.extend(provider.map(|address| Uses::new(address, LinkKind::Provider)));
    links
}

/// Where the members of an object stand; of nothing, there are none.
pub(super) fn members(reading: &mut Reading, object: Option<Span>) -> Members {
    let outline = object.and_then(|span| reading.outline(span));
    let mut members = Members::new();
    for (name, at) in outline.iter().flat_map(|outline| At::root(outline).members()) {
        members.insert(name, at.span());
    }
    members
}

/// Both sides of a resource, by its inputs.
pub(super) fn sides(reading: &Reading, old: Option<&State>, new: Option<&State>) -> Sides {
    let inputs = |state: &State| state.inputs.unwrap_or(reading.empty);
    Sides {
        old: old.map(inputs),
        new: new.map(inputs),
        state: old.and_then(|old| old.outputs),
        ..Sides::default()
    }
}

/// Both sides by what they give out.
pub(super) fn given(reading: &Reading, old: Option<&State>, new: Option<&State>) -> Sides {
    let outputs = |state: &State| state.outputs.unwrap_or(reading.empty);
    Sides { old: old.map(outputs), new: new.map(outputs), ..Sides::default() }
}

/// What others may use of a resource as it was.
pub(super) fn gives(old: Option<&State>) -> Vec<Span> {
    old.into_iter().flat_map(|old| [old.id, old.outputs]).flatten().collect()
}

/// The outputs of a resource that are secret.
pub(super) fn secrets(old: Option<&State>, new: Option<&State>) -> Vec<Path> {
    let names = old.into_iter().chain(new).flat_map(|state| &state.secret_outputs);
    names.map(|name| Path(vec![Step::Key(name.clone())])).collect()
}

/// The members in which something is not known yet.
pub(super) fn unknown(reading: &Reading, members: &Members) -> BTreeSet<String> {
    const LENGTH: usize = UNKNOWNS[0].len();
    // All are as long, so that few quotes are looked behind.
    let is_one = |text: &str, quote: usize| {
        text.as_bytes().get(quote + LENGTH + 1) == Some(&b'"')
            && text.get(quote + 1..=quote + LENGTH).is_some_and(|content| UNKNOWNS.contains(&content))
    };
    let is_unknown = |span: Span| {
        let text = reading.source.slice(span);
        text.match_indices('"').any(|(quote, _)| is_one(text, quote))
    };
    members.iter().filter(|(_, span)| is_unknown(**span)).map(|(name, _)| name.clone()).collect()
}

/// What a stack gives out: an entry for each name.
pub(super) fn stack_outputs(reading: &mut Reading, old: Option<&State>, new: Option<&State>) -> Vec<Entry> {
    let [old, new] = [old, new].map(|side| members(reading, side.and_then(|side| side.outputs)));
    let names = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name)));
    let value = |side: &Members, name: &str| side.get(name).copied().filter(|span| !reading.is_null(*span));
    let entry = |name: &String| Entry {
        values: Values::Pair(Sides { old: value(&old, name), new: value(&new, name), ..Sides::default() }),
        dialect: Dialect::Pulumi,
        ..Entry::new(Section::Output, name.clone(), "output".to_owned())
    };
    names.map(entry).collect()
}
