//! The events of the engine: one on a line, or in `{"events": [...]}` (upstream: `sdk/go/common/apitype/events.go`).

use super::documents;
use super::preview::incomplete;
use super::step::{Spelling, Step, Steps};
use crate::plans::at::At;
use crate::plans::reading::Reading;
use crate::problem::Code;

/// Reads events.
pub(in crate::plans) fn read(reading: &mut Reading, roots: &[At]) {
    let mut steps = Steps::default();
    let events = || documents(roots).into_iter().flat_map(events_in);
    for event in events() {
        if let Some(step) = step(reading, event, "resourcePreEvent") {
            steps.add(step);
        } else if let Some(step) = step(reading, event, "resOutputsEvent") {
            done(reading, &mut steps, step);
        }
    }
    incomplete(reading, events().filter(|event| is_error(*event)).count());
    // Every stream ends with this event; one that was broken off has no summary before it.
    let has = |name| events().any(|event| event.has(name));
    if has("cancelEvent") && !has("summaryEvent") {
        let message = "the run was broken off: the plan holds only what was planned before that";
        reading.say(Code::PlanIncomplete, message, None);
    }
    steps.entries(reading);
}

fn events_in(document: At) -> Vec<At> {
    if document.has("events") { document.each("events").collect() } else { vec![document] }
}

fn step(reading: &mut Reading, event: At, name: &str) -> Option<Step> {
    let said = event.get(name)?;
    let Some(metadata) = said.get("metadata") else {
        reading.say(Code::PlanEntry, "an event says nothing of its step; it is left out", said.span());
        return None;
    };
    Step::read(reading, metadata, Spelling::Events)
}

fn is_error(event: At) -> bool {
    let severity = event.get("diagnosticEvent").and_then(|said| said.text_of("severity"));
    severity.as_deref() == Some("error") || event.has("errorEvent") || event.has("resOpFailedEvent")
}

/// What a step that is done adds to the same step before it was done: outputs. After a look at a resource, it is what was found.
fn done(reading: &mut Reading, steps: &mut Steps, step: Step) {
    let begun = steps.of(&step.urn).last_mut();
    match begun {
        None => steps.add(step),
        Some(begun) if begun.op == "refresh" && matches!(&*step.op, "update" | "delete") => {
            let drift = step.drift(reading);
            reading.entries.push(drift);
        }
        Some(begun) => begun.learn(reading, step),
    }
}
