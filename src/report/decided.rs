//! What one set of rules makes of two documents: a decision for every place, and all of them together.

use super::{Documents, RESOURCE};
use crate::contract::{
    Action, Certainty, Class, Counts, DiffKind, Grade, Kind as ChangeKind, Olds, Options, Outcome,
    PropertyDiff, Proposed, Resource, SettledBy, Verdict,
};
use crate::diagnose::{self, Candidate};
use crate::diff::{self, Found, Place};
use crate::json::Kind;
use crate::path::{Dialect, Path, Step};
use crate::rules::{Flag, Resolved, Rule, Rules, Word};
use crate::verdict::{self, Case, Judged, Tally};

/// Proposals that come with an outcome: each may name every property that forces a replacement, so that all
/// of many would be quadratic.
const OUTCOMES: usize = 200;

/// Rules, options, and what was decided with them.
pub(super) struct Decided {
    pub(super) rules: Rules,
    pub(super) options: Options,
    pub(super) found: Found,
    /// One for each found place; none for a resource that is made or destroyed as a whole.
    decisions: Vec<Decision>,
}

/// What was decided about one place.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    raw: Judged,
    pub(super) judged: Judged,
    effect: Action,
    pub(super) candidate: Option<&'static Candidate>,
}

impl Decided {
    pub(super) fn new(documents: &Documents, rules: Rules, options: Options) -> Decided {
        let found = diff::find(documents.pair(), options.dialect);
        let mut decided = Decided { rules, options, found, decisions: Vec::new() };
        if documents.lifecycle().is_none() {
            let decide = |place: &Place| decision(&decided.case(documents, place));
            decided.decisions = decided.found.places.iter().map(decide).collect();
        }
        decided
    }

    fn case<'a>(&'a self, documents: &'a Documents, place: &Place) -> Case<'a> {
        let resolved = if self.rules.is_empty() {
            Resolved::default()
        } else {
            self.rules.at(&self.found.paths.path(documents.pair(), place.path))
        };
        Case {
            documents: documents.pair(),
            olds: self.options.olds,
            dialect: self.options.dialect,
            rules: &self.rules,
            resolved,
            paths: &self.found.paths,
            place: *place,
        }
    }

    /// Every place with what was decided about it.
    fn decided(&self) -> impl DoubleEndedIterator<Item = (&Decision, &Place)> {
        self.decisions.iter().zip(&self.found.places)
    }

    /// The decisions for which `is_wanted` holds, each with its case.
    pub(super) fn cases<'a>(
        &'a self,
        documents: &'a Documents,
        is_wanted: fn(&Decision) -> bool,
    ) -> impl Iterator<Item = (&'a Decision, Case<'a>)> {
        let wanted = self.decided().filter(move |(decision, _)| is_wanted(decision));
        wanted.map(|(decision, place)| (decision, self.case(documents, place)))
    }

    pub(super) fn resource(&self, documents: &Documents) -> Resource {
        Resource {
            id: RESOURCE,
            address: String::new(),
            r#type: self.options.r#type.clone().unwrap_or_default(),
            previous_address: None,
            deposed: None,
            deferred: None,
            stated: None,
            raw: self.outcome(documents, |decision| decision.raw),
            verdict: self.verdict(documents),
            proposed: Proposed {
                certain: self.outcome(documents, |decision| decision.with(Grade::Certain)),
                likely: self.outcome(documents, |decision| decision.with(Grade::Likely)),
            },
            counts: self.counts(documents),
            affects: Vec::new(),
            caused_by: None,
            update_body: None,
        }
    }

    fn verdict(&self, documents: &Documents) -> Verdict {
        let Outcome { action, at_least, certainty, replaces } =
            self.outcome(documents, |decision| decision.judged);
        let mut forcing = self.cases(documents, Decision::forces_replace);
        let [stables, _] = self.stables(documents);
        Verdict {
            action,
            at_least,
            certainty,
            replaces,
            changes: action != Action::NoOp,
            delete_before_replace: forcing.any(|(_, case)| case.resolved.has_flag(Flag::Unique)),
            stables,
            reasons: Vec::new(),
            changes_id: false,
        }
    }

    pub(super) fn detailed_diff(&self, documents: &Documents) -> Vec<PropertyDiff> {
        let mut entries = Vec::new();
        for (decision, place) in self.decided().filter(|(decision, _)| decision.survives()) {
            entries.push(PropertyDiff {
                path: self.found.paths.path(documents.pair(), place.path).spelled(Dialect::Engine),
                kind: diff_kind(place.kind, decision.forces_replace()),
                input_diff: self.options.olds == Olds::Inputs,
            });
        }
        entries
    }

    /// Top-level properties of the old side that are declared stable, sorted: those that stay, and
    /// those that change all the same.
    pub(super) fn stables(&self, documents: &Documents) -> [Vec<String>; 2] {
        let mut stables = [Vec::new(), Vec::new()];
        let old = &documents.old;
        let declares = |rule: &Rule| rule.words.contains(&Word::Flag(Flag::Stable));
        let is_update = old.kind(old.root()) == Kind::Map && documents.lifecycle().is_none();
        if !is_update || !self.rules.rules().iter().any(declares) {
            return stables;
        }
        let mut changed = Vec::new();
        for (_, place) in self.decided().filter(|(decision, _)| decision.survives()) {
            verdict::insert_sorted(&mut changed, self.property(documents, place));
        }
        for name in old.members(old.root()).map(|member| old.text(member.key)) {
            let resolved = self.rules.at(&Path(vec![Step::Key(name.clone())]));
            if resolved.has_flag(Flag::Stable) {
                let changes = changed.binary_search(&name).is_ok();
                verdict::insert_sorted(&mut stables[usize::from(changes)], name);
            }
        }
        stables
    }

    fn counts(&self, documents: &Documents) -> Counts {
        if let Some((_, document)) = documents.lifecycle() {
            return Counts { real: document.len(document.root()), ..Counts::default() };
        }
        let mut counts =
            Counts { unchanged: self.found.unchanged, spelling: self.found.spelling, ..Counts::default() };
        for decision in &self.decisions {
            *match decision.judged {
                Judged::Ignored | Judged::Finding(Class::Ignored, _) => &mut counts.ignored,
                Judged::Unmanaged => &mut counts.unmanaged,
                Judged::Finding(Class::Real, _) => &mut counts.real,
                Judged::Finding(Class::Spurious, _) => &mut counts.spurious,
                Judged::Finding(Class::Unknown, _) => &mut counts.unknown,
                Judged::Finding(Class::Masked, _) => &mut counts.masked,
            } += 1;
        }
        counts
    }

    /// For each of the first candidates, the last of them first, the outcome with it and all before it
    /// accepted: of what is not proposed, and of the candidates after it.
    pub(super) fn proposed_outcomes(&self, documents: &Documents) -> Vec<Outcome> {
        let is_proposed = |(decision, _): &(&Decision, &Place)| decision.candidate.is_some();
        let property = |place: &Place| self.property(documents, place);
        let mut rest = Tally::default();
        for (decision, place) in self.decided().filter(|decided| !is_proposed(decided)) {
            rest.add(decision.judged, decision.effect, || property(place));
        }
        let mut outcomes = Vec::new();
        let mut proposed = self.decided().filter(is_proposed).count();
        for (decision, place) in self.decided().rev().filter(is_proposed) {
            if proposed <= OUTCOMES {
                outcomes.push(rest.outcome());
            }
            proposed -= 1;
            rest.add(decision.judged, decision.effect, || property(place));
        }
        outcomes
    }

    fn outcome(&self, documents: &Documents, judge: impl Fn(&Decision) -> Judged) -> Outcome {
        if let Some((action, _)) = documents.lifecycle() {
            return Outcome {
                action,
                at_least: action,
                certainty: Certainty::Definite,
                replaces: Vec::new(),
            };
        }
        let mut tally = Tally::default();
        for (decision, place) in self.decided() {
            tally.add(judge(decision), decision.effect, || self.property(documents, place));
        }
        tally.outcome()
    }

    /// The top-level property that a place is in.
    fn property(&self, documents: &Documents, place: &Place) -> String {
        verdict::top_level(&self.found.paths.path(documents.pair(), place.path))
    }
}

fn decision(case: &Case) -> Decision {
    let words = case.resolved.equalities();
    let judged = case.judge(words);
    let raw = if words.is_empty() { judged } else { case.judge(&[]) };
    let is_real = matches!(judged, Judged::Finding(Class::Real, _));
    let candidate = if is_real { diagnose::candidate(case) } else { None };
    Decision { raw, judged, effect: case.effect(), candidate }
}

impl Decision {
    pub(super) fn is_real(&self) -> bool {
        matches!(self.judged, Judged::Finding(Class::Real, _))
    }

    pub(super) fn is_finding(&self) -> bool {
        matches!(self.judged, Judged::Finding(..))
    }

    pub(super) fn survives(&self) -> bool {
        matches!(self.judged, Judged::Finding(Class::Real | Class::Unknown | Class::Masked, _))
    }

    pub(super) fn forces_replace(&self) -> bool {
        self.survives() && self.effect == Action::Replace
    }

    /// The judgement with proposals up to a grade accepted.
    fn with(&self, grade: Grade) -> Judged {
        match &self.candidate {
            Some(candidate) if candidate.grade <= grade => {
                Judged::Finding(Class::Spurious, Some(SettledBy::Rule))
            }
            _ => self.judged,
        }
    }
}

fn diff_kind(kind: ChangeKind, forces_replace: bool) -> DiffKind {
    match (kind, forces_replace) {
        (ChangeKind::Add, false) => DiffKind::Add,
        (ChangeKind::Add, true) => DiffKind::AddReplace,
        (ChangeKind::Delete, false) => DiffKind::Delete,
        (ChangeKind::Delete, true) => DiffKind::DeleteReplace,
        (ChangeKind::Update | ChangeKind::Move, false) => DiffKind::Update,
        (ChangeKind::Update | ChangeKind::Move, true) => DiffKind::UpdateReplace,
    }
}
