//! The log of the calls of providers that `PULUMI_DEBUG_GRPC` asks for (upstream: `sdk/go/pulumi-internal/rpcdebug`).

use super::documents;
use super::said::{Inputs, Said};
use super::state::{members, unknown};
use super::urn::type_in;
use crate::contract::{Action, Dialect, Order, Stated};
use crate::engine::{Answer, Changes, DiffResult, language};
use crate::plans::at::At;
use crate::plans::entry::{Entry, Section, Sides, Values};
use crate::plans::reading::Reading;
use crate::problem::Code;
use std::collections::HashMap;
use std::rc::Rc;

/// The call that asks what changes.
const DIFF: &str = "/pulumirpc.ResourceProvider/Diff";

/// Reads a log: an entry for each resource about which a provider was asked.
pub(in crate::plans) fn read(reading: &mut Reading, roots: &[At]) {
    let mut calls: Vec<(String, At)> = Vec::new();
    let mut by_urn: HashMap<String, usize> = HashMap::new();
    let mut again = 0;
    for line in documents(roots).into_iter().filter(|line| line.text_of("method").as_deref() == Some(DIFF)) {
        let Some(urn) = line.get("request").and_then(|request| request.text_of("urn")) else {
            reading.say(Code::PlanEntry, "a call of Diff has no URN; it is left out", line.span());
            continue;
        };
        if !reading.is_whole(line, &format!("a call about `{urn}`")) {
            continue;
        }
        let Some(at) = by_urn.get(&urn) else {
            by_urn.insert(urn.clone(), calls.len());
            calls.push((urn, line));
            continue;
        };
        // The request of a call may have a line of its own. Of several answers, the engine goes by the last one.
        let before = &mut calls[*at].1;
        let [had, has] = [&*before, &line].map(|call| call.get("response").is_some());
        again += usize::from(had && has);
        if has || !had {
            *before = line;
        }
    }
    if calls.is_empty() {
        let message = "the log has no call of Diff: no provider was asked what changes";
        reading.say(Code::PlanIncomplete, message, None);
    }
    if again > 0 {
        let message = "providers were asked more than once about the same resource; the last answer counts";
        reading.say(Code::PlanSeveral, message, None);
    }
    for (urn, line) in calls {
        let entry = entry(reading, urn, line);
        reading.entries.push(entry);
    }
}

fn entry(reading: &mut Reading, urn: String, line: At) -> Entry {
    let member = |name| line.get("request").and_then(|request| request.get(name)).map(At::span);
    let r#type = line.get("request").and_then(|request| request.text_of("type"));
    let r#type = r#type.filter(|text| !text.is_empty()).unwrap_or_else(|| type_in(&urn));
    for side in ["oldInputs", "olds", "news"].into_iter().filter_map(member) {
        reading.may_have_secrets(side);
    }
    let answer = line.get("response").and_then(|response| answer(reading, response));
    let inputs = Inputs { old: members(reading, member("oldInputs")), new: members(reading, member("news")) };
    let said = answer.as_ref().map(said).unwrap_or_default();
    let state = member("olds");
    let is_state = state.is_some() && (language(&r#type).is_some() || said.is_about_state(reading, &inputs));
    let stated = answer.as_ref().and_then(stated);
    let is_same = stated.as_ref().is_some_and(|stated| stated.action == Action::NoOp);
    Entry {
        stated,
        forces: if is_same { Vec::new() } else { said.forces(&inputs) },
        names: said.names(&inputs).or_else(|| is_same.then(Vec::new)),
        unknown: Rc::new(unknown(reading, &inputs.new)),
        // `ignoreChanges` needs nothing more: the engine has put the old values into the new inputs before it asks.
        values: Values::Pair(Sides {
            old: Some(member("oldInputs").unwrap_or(reading.empty)),
            new: Some(member("news").unwrap_or(reading.empty)),
            state,
            is_state,
            ..Sides::default()
        }),
        dialect: Dialect::Pulumi,
        ..Entry::new(Section::Planned, urn, r#type)
    }
}

/// What the provider answered, as the engine reads it.
fn answer(reading: &mut Reading, response: At) -> Option<DiffResult> {
    let document = reading.part(response.span())?;
    let (Answer { result, .. }, problems) = Answer::read(&document);
    reading.problems.extend(problems);
    // Without the flag, the engine does not look at the detail.
    let detailed = result.detailed.filter(|_| response.says("hasDetailedDiff"));
    Some(DiffResult { detailed, ..result })
}

fn said(result: &DiffResult) -> Said {
    Said {
        replaces: result.replace_keys.clone(),
        diffs: result.changed_keys.clone(),
        detail: result.detailed.clone().unwrap_or_default(),
        by_engine: false,
    }
}

/// What the engine makes of an answer: that nothing changes comes before everything else. Where the provider leaves it to the
/// engine, the values decide.
fn stated(result: &DiffResult) -> Option<Stated> {
    let action = match result.changes {
        Changes::Unknown => return None,
        Changes::None => Action::NoOp,
        Changes::Some if result.replaces() => Action::Replace,
        Changes::Some => Action::Update,
    };
    let order = if result.delete_before_replace { Order::DeleteFirst } else { Order::CreateFirst };
    let order = (action == Action::Replace).then_some(order);
    Some(Stated { action, reasons: result.replace_keys.clone(), order })
}
