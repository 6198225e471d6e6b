//! Two states of a stack, as `pulumi stack export` and checkpoints have them (upstream: `sdk/go/common/apitype/core.go`).

use super::state::{STACK, State, given, secrets, sides, stack_outputs};
use crate::contract::{Dialect, Format};
use crate::json::{self, Document, Limits, Source};
use crate::plans::Plan;
use crate::plans::at::At;
use crate::plans::entry::{Entry, Section, Sides, Values};
use crate::plans::passed::is_passed;
use crate::plans::reading::Reading;
use crate::plans::recognise::deployment;
use crate::plans::wild::with_marks;
use crate::problem::{Code, Span};
use std::collections::HashMap;

/// Bytes at the start of a text in which an export shows that it is one: only its version and a few words stand before that.
const HEAD: usize = 2_000;

/// Versions of exports that are read.
const VERSIONS: [&str; 2] = ["3", "4"];

/// Two states of a stack, resource by resource; nothing if the texts are anything else, or damaged.
pub fn exports(old: &[u8], new: &[u8], limits: Limits) -> Option<Plan> {
    let is_like_one = |text: &[u8]| may_be_export(text) && text.len() <= limits.bytes as usize;
    if !is_like_one(old) || !is_like_one(new) {
        return None;
    }
    let [old, new] = [old, new].map(|text| Source::read(text.to_vec()).ok());
    let (source, of_old, mark) = with_marks(new?, &old?);
    let of_new = Span { start: 0, end: of_old.start };
    let [old, new] = [of_old, of_new].map(|span| whole(&source, span, limits));
    let (old, new) = (old?, new?);
    let (old, new) = (At::root(&old), At::root(&new));
    let mut reading = Reading::new(&source, mark, limits);
    for export in [old, new] {
        version(&mut reading, export);
    }
    let [old, new] = [deployment(old)?, deployment(new)?].map(|state| resources(&mut reading, state));
    for (old, new) in joined(old, new) {
        entries(&mut reading, old.as_ref(), new.as_ref());
    }
    let Reading { entries, secrets, marked, problems, .. } = reading;
    Some(Plan { source, mark, format: Format::PulumiExport, entries, secrets, marked, problems })
}

/// Whether the start of a text, in whatever encoding, has the word that an export has there.
fn may_be_export(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 2] = [b"\"deployment\"", b"\"checkpoint\""];
    let head: Vec<u8> = text.iter().take(HEAD).copied().filter(|byte| *byte != 0).collect();
    WORDS.iter().any(|word| head.windows(word.len()).any(|part| part == *word))
}

/// The document that a stretch is, if it is one and nothing else.
fn whole(source: &Source, span: Span, limits: Limits) -> Option<Document> {
    let text = source.slice(span);
    let start = span.start + (text.len() - text.trim_start_matches('\u{feff}').len()) as u32;
    let skimmed = json::skim(source, Span { start, ..span }, limits, is_passed);
    let rest = source.slice(Span { start: skimmed.end, ..span });
    skimmed.document.filter(|_| skimmed.problem.is_none() && rest.trim().is_empty())
}

fn version(reading: &mut Reading, export: At) {
    let version = export.get("version").and_then(At::written);
    if let Some(version) = version.filter(|version| !VERSIONS.contains(&version.as_str())) {
        let message =
            format!("the state has version {version}; it is read as version 4, and what is new in it is not");
        reading.say(Code::PlanVersion, message, None);
    }
}

/// A resource in a state.
struct Held {
    state: State,
    /// URNs that it had.
    aliases: Vec<String>,
    /// The id of one that was replaced, and waits to be destroyed: it shares its URN.
    leaving: Option<String>,
}

impl Held {
    /// What tells it from the others of its state, if it had this URN.
    fn key(&self, urn: &str) -> String {
        self.leaving.as_ref().map_or_else(|| urn.to_owned(), |id| format!("{urn}\n{id}"))
    }
}

fn resources(reading: &mut Reading, deployment: At) -> Vec<Held> {
    reading.must_be_list(deployment, "resources");
    let mut held = Vec::new();
    for resource in deployment.each("resources") {
        let Some(urn) = resource.text_of("urn") else {
            reading.say(Code::PlanEntry, "a resource has no URN; it is left out", None);
            continue;
        };
        let state = State::read(reading, resource, &urn);
        let leaving = resource.says("delete").then(|| resource.text_of("id").unwrap_or_default());
        held.push(Held { state, aliases: resource.texts("aliases"), leaving });
    }
    held
}

/// The same resources of both states: by URN, else by a URN that the new one had before. In the order of the new state, then
/// those that are gone.
fn joined(old: Vec<Held>, new: Vec<Held>) -> Vec<(Option<Held>, Option<Held>)> {
    let mut at: HashMap<String, usize> = HashMap::new();
    for (number, held) in old.iter().enumerate() {
        at.insert(held.key(&held.state.urn), number);
    }
    let mut old: Vec<Option<Held>> = old.into_iter().map(Some).collect();
    let mut take = |key: &str| old.get_mut(*at.get(key)?)?.take();
    let by_urn: Vec<Option<Held>> = new.iter().map(|held| take(&held.key(&held.state.urn))).collect();
    let mut pairs = Vec::new();
    for (found, held) in by_urn.into_iter().zip(new) {
        let found = found.or_else(|| held.aliases.iter().find_map(|alias| take(&held.key(alias))));
        pairs.push((found, Some(held)));
    }
    pairs.extend(old.into_iter().flatten().map(|held| (Some(held), None)));
    pairs
}

fn entries(reading: &mut Reading, old: Option<&Held>, new: Option<&Held>) {
    let Some(held) = new.or(old) else { return };
    let [old, new] = [old, new].map(|side| side.map(|held| &held.state));
    let State { urn, r#type, .. } = &held.state;
    let entry = |section, values| Entry {
        previous_address: old.map(|old| old.urn.clone()).filter(|before| before != urn),
        deposed: held.leaving.clone(),
        values: Values::Pair(values),
        links: held.state.links.clone(),
        dialect: Dialect::Pulumi,
        ..Entry::new(section, urn.clone(), r#type.clone())
    };
    let outputs = given(reading, old, new);
    let inputs = sides(reading, old, new);
    let differ = |sides: &Sides| {
        let [old, new] = [sides.old, sides.new].map(|span| span.map(|span| reading.source.slice(span)));
        old.zip(new).is_some_and(|(old, new)| old != new)
    };
    // What the service changed by itself. What a stack gives out is listed by name.
    let is_drift = r#type != STACK && !differ(&inputs) && differ(&outputs);
    let drift = is_drift.then(|| Entry { secrets: secrets(old, new), ..entry(Section::Drift, outputs) });
    let planned = entry(Section::Planned, inputs);
    reading.entries.push(planned);
    reading.entries.extend(drift);
    if r#type == STACK {
        let outputs = stack_outputs(reading, old, new);
        reading.entries.extend(outputs);
    }
}
