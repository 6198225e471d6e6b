//! Plans of other tools: what a text is, and what it says of each resource.

mod at;
mod configuration;
mod databricks;
mod diff_log;
mod entry;
mod instances;
mod pairs;
mod passed;
mod pulumi;
mod python;
mod reading;
mod recognise;
mod terraform;
mod wild;

pub use entry::{Entry, Section, Sides, StatedChange, Uses, Values};
pub use instances::{Wanted, are_meant, instances};
pub use pulumi::exports::exports;
pub use recognise::Hint;

use crate::contract::{Confidence, Detected, Format};
use crate::json::{Document, Kind, Limits, NodeId, Source};
use crate::problem::{Code, Problem, Span};
use at::At;
use reading::Reading;
use recognise::Shape;
use std::collections::BTreeSet;
use wild::Found;

/// A plan, read in outline: what it says of each resource, and where the values stand.
#[derive(Debug)]
pub struct Plan {
    /// Its text.
    pub source: Source,
    /// Where a text stands that marks a value as unknown.
    pub mark: Span,
    /// What it is.
    pub format: Format,
    /// Its resources, in the order of the text.
    pub entries: Vec<Entry>,
    /// Values beside those of its resources that are secret.
    pub secrets: Vec<Span>,
    /// Values beside those of its resources that may have marks of secrets in them.
    pub marked: Vec<Span>,
    /// What is to be said of it.
    pub problems: Vec<Problem>,
}

/// A text that is no plan.
#[derive(Debug)]
pub struct NoPlan {
    /// The text.
    pub source: Source,
    /// What is to be said of it: the last one says what to do.
    pub problems: Vec<Problem>,
}

/// Reads a plan.
///
/// # Errors
/// Why the text is none.
pub fn read(bytes: Vec<u8>, limits: Limits) -> Result<Plan, NoPlan> {
    let text = decoded(bytes, limits)?;
    let found = wild::find(text, limits);
    let Found { source, mark, documents, cuts, problems } = found;
    let mut reading = Reading::new(&source, mark, limits);
    reading.cuts = cuts;
    reading.problems = problems;
    let roots: Vec<At> = documents.iter().map(At::root).collect();
    let mut format = None;
    let (mut of_format, mut repeated): (Vec<At>, u32) = (Vec::new(), 0);
    let mut hint = None;
    for root in roots {
        for at in plans(root) {
            match recognise::shape(at) {
                Some(Shape::Read(of_document)) if format.is_none_or(|format| format == of_document) => {
                    format = Some(of_document);
                    // A build log tells what it ran and what came out: the same plan again. Inside one document each is its own.
                    let is_again = |other: &At| source.slice(other.span()) == source.slice(at.span());
                    let may_be_echo = of_document == Format::TerraformPlan && at.span() == root.span();
                    if may_be_echo && of_format.iter().any(is_again) {
                        repeated += 1;
                    } else {
                        of_format.push(at);
                    }
                }
                Some(Shape::Read(other)) => {
                    let message = format!(
                        "a document of another kind ({}) stands beside the plan; it is not read",
                        other.as_str()
                    );
                    reading.say(Code::PlanAround, message, at.span());
                }
                Some(Shape::Hint(of_document)) => hint = hint.or(Some((of_document, at.span()))),
                None => {}
            }
        }
    }
    let Some(format) = format else {
        if let (None, Some(log)) = (hint, diff_log::find(source.text())) {
            return Ok(of_log(log));
        }
        let Reading { mut problems, .. } = reading;
        problems.push(match hint {
            Some((hint, span)) => refused(hint, Some(span)),
            None => no_plan(source.text()),
        });
        return Err(NoPlan { source, problems });
    };
    read_as(&mut reading, format, &of_format);
    if format == Format::Pairs {
        let all = documents.iter().map(At::root).flat_map(At::elements);
        for no_pair in all.filter(|at| recognise::shape(*at) != Some(Shape::Read(Format::Pairs))) {
            reading.say(Code::PlanEntry, "an element has no `old` and `new`; it is left out", no_pair.span());
        }
    }
    for document in &documents {
        repeated_keys(&mut reading, document);
    }
    let Reading { entries, secrets, marked, mut problems, .. } = reading;
    if of_format.len() > 1 && format == Format::TerraformPlan {
        let message = format!("the text holds {} plans; all of them are read", of_format.len());
        problems.push(Problem::new(Code::PlanSeveral, message, None));
    }
    if repeated > 0 {
        let message = format!("the same plan stands in the text {} times; it is read once", repeated + 1);
        problems.push(Problem::new(Code::PlanSeveral, message, None));
    }
    Ok(Plan { source, mark, format, entries, secrets, marked, problems })
}

/// Repeated keys are said one by one up to this many.
const LISTED: usize = 20;

/// Says where a key of a plan itself stands more than once in an object. Those of values are found when these are compared.
fn repeated_keys(reading: &mut Reading, document: &Document) {
    let maps = document.descendants(document.root()).filter(|node| document.kind(*node) == Kind::Map);
    let mut repeated = Vec::new();
    for map in maps {
        let mut keys: Vec<NodeId> = document.members(map).map(|member| member.key).collect();
        keys.reverse();
        let mut seen = BTreeSet::new();
        repeated.extend(keys.into_iter().filter(|key| !seen.insert(document.text(*key))));
    }
    repeated.sort_unstable();
    for key in repeated.iter().take(LISTED) {
        let message = "this key stands again later in the same object; the last one counts";
        reading.say(Code::DuplicateKey, message, document.span(*key));
    }
    if let (Some(last), more @ 1..) = (reading.problems.last_mut(), repeated.len().saturating_sub(LISTED)) {
        last.notes.push(format!("{more} more repeated keys follow."));
    }
}

/// What a text is.
pub fn detect(bytes: Vec<u8>) -> Detected {
    if let Some(hint) = recognise::of_bytes(&bytes) {
        return hinted(Confidence::Certain, hint);
    }
    let nothing =
        || Detected { format: Format::Refused, confidence: Confidence::None, hint: NOT_KNOWN.to_owned() };
    let Ok(text) = Source::read(bytes) else { return nothing() };
    let found = wild::find(text, Limits::default());
    let roots = found.documents.iter().map(At::root);
    let shapes = roots.flat_map(plans).filter_map(recognise::shape);
    match shapes.min_by_key(|shape| matches!(shape, Shape::Hint(_))) {
        Some(Shape::Read(format)) => {
            Detected { format, confidence: Confidence::Certain, hint: String::new() }
        }
        Some(Shape::Hint(hint)) => hinted(Confidence::Certain, hint),
        None if diff_log::find(found.source.text()).is_some() => {
            Detected { format: Format::DiffLog, confidence: Confidence::Likely, hint: String::new() }
        }
        None => recognise::of_text(found.source.text())
            .map_or_else(nothing, |hint| hinted(Confidence::Likely, hint)),
    }
}

fn hinted(confidence: Confidence, Hint { what, todo }: Hint) -> Detected {
    Detected { format: Format::Refused, confidence, hint: format!("This is {what}. {todo}") }
}

fn decoded(bytes: Vec<u8>, limits: Limits) -> Result<String, NoPlan> {
    let no_plan = |source: Source, problem: Problem| NoPlan { source, problems: vec![problem] };
    if let Some(binary) = recognise::of_bytes(&bytes) {
        return Err(no_plan(Source::default(), refused(binary, None)));
    }
    if bytes.len() > limits.bytes as usize {
        let message = format!("the text has {} bytes; the limit is {}", bytes.len(), limits.bytes);
        return Err(no_plan(Source::default(), Problem::new(Code::TooLarge, message, None)));
    }
    Source::read(bytes).map_err(|(source, problem)| no_plan(source, problem))
}

/// Why a text without any plan is none.
fn no_plan(text: &str) -> Problem {
    match recognise::of_text(text) {
        Some(hint) => refused(hint, None),
        None if text.trim().is_empty() => {
            Problem::new(Code::Empty, "there is no plan here: the text is empty", None).with_note(NOT_KNOWN)
        }
        None => unknown(),
    }
}

/// What somebody printed of one resource.
fn of_log(found: diff_log::Found) -> Plan {
    let diff_log::Found { source, entry, unread } = found;
    let message = |unread: usize| {
        let lines = if unread == 1 { "one line".to_owned() } else { format!("{unread} lines") };
        Problem::new(Code::PlanEntry, format!("the values in {lines} cannot be read"), None)
    };
    let problems = Some(unread).filter(|unread| *unread > 0).map(message).into_iter().collect();
    Plan {
        source,
        mark: Span::default(),
        format: Format::DiffLog,
        entries: vec![entry],
        secrets: Vec::new(),
        marked: Vec::new(),
        problems,
    }
}

/// The plans of a document: itself, or what it wraps.
fn plans(root: At<'_>) -> Vec<At<'_>> {
    if root.kind() == Kind::List {
        return root.elements().filter(|at| at.is_map()).flat_map(plans).collect();
    }
    if recognise::shape(root).is_some() {
        return vec![root];
    }
    recognise::wrapped(root)
}

/// Reads all documents of the format of a text: what one says of a resource may go on in the next.
fn read_as(reading: &mut Reading, format: Format, documents: &[At]) {
    match format {
        Format::TerraformPlan => documents.iter().for_each(|plan| terraform::read(reading, *plan)),
        Format::DatabricksPlan => documents.iter().for_each(|plan| databricks::read(reading, *plan)),
        Format::Pairs => documents.iter().for_each(|pair| pairs::read(reading, *pair)),
        Format::PulumiPreview => pulumi::preview::read(reading, documents),
        Format::PulumiEvents => pulumi::events::read(reading, documents),
        Format::PulumiGrpcLog => pulumi::grpc::read(reading, documents),
        _ => {}
    }
}

fn refused(Hint { what, todo }: Hint, span: Option<Span>) -> Problem {
    Problem::new(Code::PlanOther, format!("this is {what}"), span).with_note(todo)
}

/// Which plans are read.
const NOT_KNOWN: &str = "Plans that are read: terraform or tofu show -json, pulumi preview --json, engine events and provider logs of Pulumi, databricks bundle plan -o json, and a list of {\"old\", \"new\"}. Two documents of one resource are compared as old and new.";

fn unknown() -> Problem {
    Problem::new(Code::PlanUnknown, "this is no plan that can be read", None).with_note(NOT_KNOWN)
}
