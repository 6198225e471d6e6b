//! One resource of a plan: its values, the rules for it, and what the plan says beside them.

use super::background::{Background, Cascade};
use super::changes::Changes;
use super::decided::Decided;
use super::item::Item;
use super::{Documents, limits};
use crate::contract::{Format, Options};
use crate::diagnose::{Called, SecretTexts};
use crate::json::{self, Document, Limits, NodeId, Refused, Source};
use crate::path::{Path, Step};
use crate::patterns::PatternSet;
use crate::plans::{Entry, Plan, Section, Sides, Values};
use crate::problem::{Problem, Span};
use crate::rules::Rules;
use crate::value;
use std::cell::OnceCell;
use std::rc::Rc;

/// What other resources mean for this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Surroundings {
    /// Top-level properties that are unknown only because of a change that does not happen.
    pub(super) calm: Vec<String>,
    /// What has become of the replacement that this one follows.
    pub(super) cascade: Option<Cascade>,
    /// Nothing says where what is unknown comes from, and other resources change.
    pub(super) unknowns_are_open: bool,
}

/// Decides about a resource; what of it cannot be read is a problem.
pub(super) fn decide(
    plan: &Plan,
    entry: &Entry,
    rules: Rc<Rules>,
    options: &Options,
    around: &Surroundings,
    secret_texts: &Rc<SecretTexts>,
) -> Result<Item, Problem> {
    let options = Options {
        r#type: Some(entry.r#type.clone()),
        olds: entry.olds(),
        dialect: entry.dialect,
        ..options.clone()
    };
    let (documents, flips_secret) = documents(plan, entry, limits(options.limits))?;
    // What such a plan says of a resource is the sum of what it says of its changes.
    let is_sum =
        matches!(&entry.values, Values::Changes(changes) if !changes.is_empty()) && !entry.has_open_reason;
    let background = Background {
        stated: entry.stated.as_ref().map(|stated| stated.action).filter(|_| !is_sum),
        grounds: entry.grounds.clone(),
        forces: entry.forces.iter().cloned().collect(),
        names: entry.names.as_ref().map(|names| names.iter().cloned().collect()),
        secrets: entry.secrets.iter().cloned().collect(),
        secret_texts: Rc::clone(secret_texts),
        called: called(plan.format, entry.section),
        consequences: consequences(&documents, entry),
        calm: around.calm.iter().map(|property| Path(vec![Step::Key(property.clone())])).collect(),
        flips_secret,
        cascade: around.cascade,
        unknowns_are_open: around.unknowns_are_open,
        has_open_reason: entry.has_open_reason,
    };
    let background = Rc::new(background);
    let changes = match &entry.values {
        Values::Changes(changes) => {
            let limits = limits(options.limits);
            Some(Changes::new(plan, changes, &rules, &options, &Rc::new(for_changes(&background)), limits)?)
        }
        _ => None,
    };
    let decided = Decided::new(&documents, rules, options, background);
    Ok(Item { documents, decided, three: None, changes, first: 0, offers: OnceCell::new() })
}

/// What holds for each change by itself: not what the plan says of the resource.
fn for_changes(background: &Background) -> Background {
    let Background { secrets, secret_texts, called, calm, .. } = background.clone();
    Background { secrets, secret_texts, called, calm, ..Background::default() }
}

/// What the sides of an entry are called.
fn called(format: Format, section: Section) -> Called {
    let whole = if section == Section::Output { "It" } else { Called::default().whole };
    let (old, new) = match (format, section) {
        (Format::TerraformPlan, Section::Planned) => ("in state", "in your program"),
        (Format::TerraformPlan, Section::Drift) => ("in state", "at the service"),
        (Format::PulumiExport, _) => ("in the old state", "in the new state"),
        (_, Section::Output) => ("before", "after"),
        _ => (Called::default().old, Called::default().new),
    };
    Called { old, new, whole }
}

pub(super) fn documents(plan: &Plan, entry: &Entry, limits: Limits) -> Result<(Documents, bool), Problem> {
    let none = || Rc::new(nothing());
    let part = |span: Option<Span>, beside: Option<&Document>| -> Result<Option<Document>, Problem> {
        let read = span.map(|span| value::read_part(&plan.source, span, limits, beside));
        read.transpose().map_err(|Refused { problem, .. }| problem)
    };
    let Values::Pair(sides) = &entry.values else {
        return Ok((Documents { old: none(), new: none(), identical: false, outs: None }, false));
    };
    let Sides { old, new, unknown, state, is_state } = sides;
    let old = part(if *is_state { *state } else { *old }, None)?;
    let new = part(*new, old.as_ref())?;
    let unknown = part(*unknown, None)?;
    let new = match unknown {
        Some(unknown) if json::holds_true(&unknown, unknown.root()) => {
            Some(json::with_unknowns(new.as_ref(), &unknown, plan.mark))
        }
        _ => new,
    };
    let [old, new] = [old, new].map(|side| side.map_or_else(none, Rc::new));
    Ok((Documents { old, new, identical: false, outs: None }, entry.flips_secret))
}

/// A document that is null.
fn nothing() -> Document {
    let source = Source::from("null".to_owned());
    let whole = Span { start: 0, end: 4 };
    value::read_part(&source, whole, Limits::default(), None).unwrap_or_else(|_| unreachable!("null is JSON"))
}

/// Top-level properties of the new side that are unknown only because something else changes the resource: the program does not
/// set them to anything that may be unknown.
fn consequences(documents: &Documents, entry: &Entry) -> PatternSet {
    let new = &documents.new;
    if new.kind(new.root()) != json::Kind::Map || new.marks_within(new.root()).is_empty() {
        return PatternSet::default();
    }
    let is_unknown = |node: NodeId| new.descendants(node).any(|inner| value::is_unknown(new, inner));
    let is_set = |key: &str| match &entry.set {
        Some(set) => set.contains(key),
        // Nothing is known of the program: what only the service sets is unknown after every change.
        None => !entry.unknown_is_computed,
    };
    let members = new.members(new.root()).filter(|member| is_unknown(member.value));
    let keys = members.map(|member| new.text(member.key)).filter(|key| !is_set(key));
    keys.map(|key| Path(vec![Step::Key(key)])).collect()
}
