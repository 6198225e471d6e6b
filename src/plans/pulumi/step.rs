//! The steps of a run, as the digest of a preview and the engine's events have them (upstream: `pkg/display/json.go`,
//! `sdk/go/common/apitype/events.go`), and what they come to for each resource.

use super::said::{Inputs, Said};
use super::state::{Members, STACK, State, given, gives, members, secrets, sides, stack_outputs, unknown};
use super::urn::type_in;
use crate::contract::{Action, Dialect, DiffKind, Order, PropertyDiff, Stated};
use crate::engine::{NAMES, language};
use crate::plans::at::At;
use crate::plans::entry::{Entry, Section, Values};
use crate::plans::reading::Reading;
use crate::problem::{Code, Span};
use std::collections::HashMap;
use std::rc::Rc;

/// What a step is to its resource; the first one speaks for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// All that happens to it.
    Whole,
    /// The new one of a replacement.
    New,
    /// The old one of a replacement.
    Old,
    /// A look at it before anything is planned.
    Look,
}

/// What the engine does, what that comes to, and which part of it the step is. Without `--show-replacement-steps` a preview has
/// `replace` alone.
const OPS: [(&str, Action, Role); 15] = [
    ("same", Action::NoOp, Role::Whole),
    ("create", Action::Create, Role::Whole),
    ("update", Action::Update, Role::Whole),
    ("delete", Action::Delete, Role::Whole),
    ("replace", Action::Replace, Role::Whole),
    ("read", Action::Read, Role::Whole),
    ("import", Action::Import, Role::Whole),
    // Someone else owns it: it leaves the state only.
    ("discard", Action::Forget, Role::Whole),
    // It was destroyed in a run before: only its place in the state goes.
    ("remove-pending-replace", Action::Forget, Role::Whole),
    ("create-replacement", Action::Replace, Role::New),
    ("read-replacement", Action::Replace, Role::New),
    ("import-replacement", Action::Replace, Role::New),
    // Without a new one, these end a replacement of a run before.
    ("delete-replaced", Action::Delete, Role::Old),
    ("discard-replaced", Action::Forget, Role::Old),
    // What it finds comes in another step.
    ("refresh", Action::Read, Role::Look),
];

/// Who writes a step, and so what its members are called.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spelling {
    Preview,
    Events,
}

impl Spelling {
    /// What is called this in a preview.
    fn of(self, name: &'static str) -> &'static str {
        match self {
            Spelling::Preview => name,
            Spelling::Events => {
                NAMES.iter().find(|(preview, _)| *preview == name).map_or(name, |(_, event)| event)
            }
        }
    }
}

/// One step.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) op: String,
    pub(super) urn: String,
    r#type: String,
    old: Option<State>,
    new: Option<State>,
    said: Said,
}

impl Step {
    /// Reads a step; one without a URN is said.
    pub(super) fn read(reading: &mut Reading, at: At, spelling: Spelling) -> Option<Step> {
        let Some(urn) = at.text_of("urn") else {
            reading.say(Code::PlanEntry, "a step has no URN; it is left out", at.span());
            return None;
        };
        if !reading.is_whole(at, &format!("a step of `{urn}`")) {
            return None;
        }
        let [old, new] = ["oldState", "newState"].map(|name| {
            let outline = at.get(spelling.of(name)).and_then(|state| reading.outline(state.span()))?;
            Some(State::read(reading, At::root(&outline), &urn))
        });
        let of_state = new.as_ref().or(old.as_ref()).map(|state| state.r#type.clone());
        Some(Step {
            op: at.text_of("op").unwrap_or_default(),
            r#type: of_state.unwrap_or_else(|| type_in(&urn)),
            urn,
            old,
            new,
            said: Said {
                replaces: at.texts(spelling.of("replaceReasons")),
                diffs: at.texts(spelling.of("diffReasons")),
                detail: detail(reading, at.get("detailedDiff").map(At::span), spelling),
                by_engine: true,
            },
        })
    }

    /// Takes what was not there before the step was done: outputs.
    pub(super) fn learn(&mut self, reading: &Reading, done: Step) {
        for (side, done) in [(&mut self.old, done.old), (&mut self.new, done.new)] {
            match (side, done) {
                (Some(side), Some(done)) => {
                    side.outputs = done.outputs.or(side.outputs).or(Some(reading.empty));
                }
                (side, done) => *side = side.take().or(done),
            }
        }
    }

    /// Whether it says which property uses what.
    fn shows_uses(&self) -> bool {
        let state = self.new.as_ref().or(self.old.as_ref());
        state.is_some_and(|state| state.links.iter().any(|link| link.property.is_some()))
    }

    fn known(&self) -> Option<(Action, Role)> {
        OPS.iter().find(|(op, ..)| *op == self.op).map(|(_, action, role)| (*action, *role))
    }

    fn role(&self) -> Role {
        self.known().map_or(Role::Whole, |(_, role)| role)
    }

    /// What a refresh found: it is compared as it was returned.
    pub(super) fn drift(self, reading: &mut Reading) -> Entry {
        let (old, new) = (self.old.as_ref(), self.new.as_ref());
        let action = self.known().map(|(action, _)| action);
        let new = new.filter(|_| action != Some(Action::Delete));
        let inputs = Inputs { old: Members::new(), new: Members::new() };
        Entry {
            stated: action.map(|action| Stated { action, reasons: Vec::new(), order: None }),
            values: Values::Pair(given(reading, old, new)),
            names: self.said.names(&inputs),
            secrets: secrets(old, new),
            dialect: Dialect::Pulumi,
            ..Entry::new(Section::Drift, self.urn, self.r#type)
        }
    }
}

/// `{path: {kind, inputDiff}}`. A kind that is not known is an update, as for the engine.
fn detail(reading: &mut Reading, span: Option<Span>, spelling: Spelling) -> Vec<PropertyDiff> {
    let detail = span.and_then(|span| reading.part(span));
    let entry = |(path, entry): (String, At)| {
        let kind = entry.text_of(spelling.of("kind"));
        let kind = DiffKind::ALL.iter().find(|known| Some(known.as_str()) == kind.as_deref());
        PropertyDiff {
            path,
            kind: kind.copied().unwrap_or(DiffKind::Update),
            input_diff: entry.says("inputDiff"),
        }
    };
    detail.iter().flat_map(|detail| At::root(detail).members()).map(entry).collect()
}

/// Steps by resource, both in the order of the text.
#[derive(Default)]
pub(super) struct Steps {
    resources: Vec<Vec<Step>>,
    by_urn: HashMap<String, usize>,
}

impl Steps {
    pub(super) fn add(&mut self, step: Step) {
        let at = *self.by_urn.entry(step.urn.clone()).or_insert(self.resources.len());
        if at == self.resources.len() {
            self.resources.push(Vec::new());
        }
        self.resources[at].push(step);
    }

    /// The steps of a resource so far.
    pub(super) fn of(&mut self, urn: &str) -> &mut [Step] {
        self.by_urn.get(urn).map_or(&mut [], |at| &mut self.resources[*at])
    }

    /// An entry for each resource, and for each output of the whole.
    pub(super) fn entries(self, reading: &mut Reading) {
        for steps in self.resources {
            let order = order(&steps);
            let Some(step) = together(reading, steps) else { continue };
            // What the whole will give out may not be known yet.
            if step.r#type == STACK && step.new.as_ref().is_none_or(|new| new.outputs.is_some()) {
                let outputs = stack_outputs(reading, step.old.as_ref(), step.new.as_ref());
                reading.entries.extend(outputs);
            }
            let entry = entry(reading, &step, order);
            reading.entries.push(entry);
        }
    }
}

/// The order of a replacement, as far as the steps show it: the old one goes before the new one is made, or after it.
fn order(steps: &[Step]) -> Option<Order> {
    let mut parts = steps.iter().map(Step::role).filter(|role| matches!(role, Role::New | Role::Old));
    parts.next().map(|first| if first == Role::Old { Order::DeleteFirst } else { Order::CreateFirst })
}

/// The step that speaks for a resource, with what only the others have.
fn together(reading: &mut Reading, mut steps: Vec<Step>) -> Option<Step> {
    let speaker = (0..steps.len()).min_by_key(|at| steps[*at].role())?;
    let mut first = steps.remove(speaker);
    for step in steps {
        if step.role() == Role::Whole && step.op != first.op {
            let message = format!("`{}` has more than one step; the first one counts", first.urn);
            reading.say(Code::PlanSeveral, message, None);
        }
        // A resource that was destroyed for another one has its own reason at the new one; where it shows what it uses, that is it.
        if step.role() == Role::New && first.said.is_empty() && !first.shows_uses() {
            first.said.replaces = step.said.replaces;
        }
        first.old = first.old.or(step.old);
        first.new = first.new.or(step.new);
    }
    Some(first)
}

fn entry(reading: &mut Reading, step: &Step, order: Option<Order>) -> Entry {
    let (old, new) = (step.old.as_ref(), step.new.as_ref());
    let action = step.known().map(|(action, _)| action);
    if action.is_none() {
        let message = format!("`{}` has an op that is not known; its values decide", step.urn);
        reading.say(Code::PlanEntry, message, None);
    }
    let inputs = Inputs {
        old: members(reading, old.and_then(|old| old.inputs)),
        new: members(reading, new.and_then(|new| new.inputs)),
    };
    let is_update_of_stack = step.r#type == STACK && action == Some(Action::Update);
    let mut values = sides(reading, old, new);
    values.is_state = values.state.is_some()
        && (language(&step.r#type).is_some() || step.said.is_about_state(reading, &inputs));
    if is_update_of_stack && new.is_some_and(|new| new.outputs.is_some()) {
        // It has no provider and nothing but outputs.
        values = given(reading, old, new);
    }
    let is_state = values.is_state;
    let is_replaced = action == Some(Action::Replace);
    let stated = action.map(|action| Stated {
        action,
        reasons: step.said.replaces.clone(),
        order: order.filter(|_| is_replaced),
    });
    let names = step.said.names(&inputs);
    Entry {
        previous_address: old.map(|old| old.urn.clone()).filter(|before| *before != step.urn),
        stated,
        grounds: grounds(reading, step, &inputs).into_iter().filter(|_| is_replaced).collect(),
        forces: step.said.forces(&inputs),
        has_open_reason: is_replaced && step.said.is_ambiguous(&inputs),
        // Where nothing changes, nothing is named, and what is masked is what it was.
        names: names.or_else(|| (action == Some(Action::NoOp)).then(Vec::new)),
        secrets: if is_state { secrets(old, new) } else { Vec::new() },
        unknown: Rc::new(unknown(reading, &inputs.new)),
        links: new.or(old).map(|state| state.links.clone()).unwrap_or_default(),
        gives: gives(old),
        values: Values::Pair(values),
        dialect: Dialect::Pulumi,
        ..Entry::new(Section::Planned, step.urn.clone(), step.r#type.clone())
    }
}

/// Why a resource is replaced, where that is no property.
fn grounds(reading: &Reading, step: &Step, inputs: &Inputs) -> Vec<&'static str> {
    let mut grounds = step.said.grounds(inputs);
    if step.old.as_ref().is_some_and(|old| old.is_tainted) {
        for ground in grounds.iter_mut().filter(|ground| **ground == "request") {
            *ground = "taint";
        }
    }
    // A trigger that changes is no reason in words; without one on a side it asks for nothing.
    let [old, new] = [&step.old, &step.new]
        .map(|side| side.as_ref().and_then(|state| state.trigger).map(|span| reading.source.slice(span)));
    if step.said.is_empty() && old.zip(new).is_some_and(|(old, new)| old != new) {
        grounds.push("trigger");
    }
    grounds
}
