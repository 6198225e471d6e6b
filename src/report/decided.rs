//! What one set of rules makes of two documents: a decision for every place, and all of them together.

use super::{Documents, RESOURCE};
use crate::contract::{
    Action, Certainty, Class, Counts, DiffKind, Grade, Kind as ChangeKind, Olds, Options, Outcome,
    PropertyDiff, Proposed, Resource, Verdict,
};
use crate::diagnose::{self, Candidate};
use crate::diff::{self, Judgement, Ruling, Settled};
use crate::json::{Kind, keys};
use crate::path::{Dialect, Path};
use crate::patterns::Reached;
use crate::places::{self, FrameId, Frames, Place};
use crate::problem::{Code, Problem};
use crate::rules::{Flag, Rules, Word};
use crate::verdict::{self, Case, Effect, Judged, Tally};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

/// Proposals that come with an outcome: each may name every property that forces a replacement, so that all
/// of many would be quadratic.
const OUTCOMES: usize = 200;

/// Rules, options, and what was decided with them.
pub(super) struct Decided {
    pub(super) options: Options,
    /// What is wrong with the paths of `ignoreChanges`.
    pub(super) unread: Vec<Problem>,
    pub(super) settled: Settled,
    /// What is the same on both sides, and in which spelling; never a place of its own.
    unchanged: u32,
    spelling: u32,
    /// Without equality words.
    raw: Tally,
    /// One for each judgement; none for a resource that is made or destroyed as a whole.
    decisions: Vec<Decision>,
    /// For each decision the word that would settle it, looked for when it is first asked for.
    candidates: OnceCell<Vec<Option<&'static Candidate>>>,
}

/// What was decided about one place.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    pub(super) judged: Judged,
    pub(super) effect: Effect,
}

impl Decided {
    pub(super) fn new(documents: &Documents, rules: Rules, options: Options) -> Decided {
        let frames = Frames::new(Rc::clone(&documents.old), Rc::clone(&documents.new), options.dialect);
        let (found, paths) = places::find(documents.pair(), options.dialect);
        let has_equality = rules.have_equality();
        let (resets, unread) = resets(&options.ignore_changes);
        let mut settled = diff::settle(frames, paths, Rc::new(rules), resets);
        settled.shadowed = found.shadowed;
        let mut decided = Decided {
            options,
            unread,
            settled,
            unchanged: found.unchanged,
            spelling: found.spelling,
            raw: Tally::default(),
            decisions: Vec::new(),
            candidates: OnceCell::new(),
        };
        if documents.lifecycle().is_none() {
            let raw = decided.settled.judge(&found.places);
            decided.decide();
            decided.raw = if has_equality {
                decided.raw_tally(&found.places, &raw)
            } else {
                decided.tally(|decision| decision.judged)
            };
        }
        decided
    }

    /// What the found places come to without equality words.
    fn raw_tally(&self, places: &[Place], raw: &[Ruling]) -> Tally {
        let mut tally = Tally::default();
        for (place, ruling) in places.iter().zip(raw) {
            let case = self.case(*place);
            let judged = case.judged(*ruling);
            if survives(judged) {
                tally.add(judged, case.effect(), || case.property());
            }
        }
        tally
    }

    fn decide(&mut self) {
        for at in 0..self.settled.judgements.len() {
            let Judgement { place, ruling, instead } = self.settled.judgements[at].clone();
            let judged = self.case(place).judged(ruling);
            let effect = match instead {
                _ if !survives(judged) => Effect::NONE,
                None => self.case(place).effect(),
                Some(range) => self.effect_in_place(&self.settled.in_place[range]),
            };
            self.decisions.push(Decision { judged, effect });
        }
    }

    /// What it costs that one element of a keyed list goes and another comes in its place.
    fn effect_in_place(&self, differences: &[Judgement]) -> Effect {
        let mut effect = Effect::NONE;
        for Judgement { place, ruling, .. } in
            differences.iter().filter(|judgement| judgement.ruling.survives())
        {
            let own = self.case(*place).effect();
            let least = if *ruling == Ruling::Different { own.least } else { Action::NoOp };
            effect = effect.and(Effect { least, ..own });
        }
        effect
    }

    pub(super) fn case(&self, place: Place) -> Case<'_> {
        Case::new(&self.settled, self.options.olds, place)
    }

    /// Every place with what was decided about it.
    pub(super) fn decided(&self) -> impl Iterator<Item = (&Decision, Place)> {
        self.decisions.iter().zip(self.settled.judgements.iter().map(|judgement| judgement.place))
    }

    pub(super) fn has_findings(&self) -> bool {
        self.decisions.iter().any(|decision| decision.is_finding())
    }

    /// The decisions for which `is_wanted` holds, each with its case.
    pub(super) fn cases(
        &self,
        is_wanted: fn(Decision) -> bool,
    ) -> impl Iterator<Item = (&Decision, Case<'_>)> {
        let wanted = self.decided().filter(move |(decision, _)| is_wanted(**decision));
        wanted.map(|(decision, place)| (decision, self.case(place)))
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
            raw: outcome(documents, &self.raw),
            verdict: self.verdict(documents),
            counts: self.counts(documents),
            affects: Vec::new(),
            caused_by: None,
            update_body: None,
        }
    }

    fn verdict(&self, documents: &Documents) -> Verdict {
        let Outcome { action, at_least, certainty, replaces } =
            outcome(documents, &self.tally(|decision| decision.judged));
        let mut forcing = self.cases(Decision::forces_replace);
        let mut surviving = self.decisions.iter().filter(|decision| survives(decision.judged));
        let [stables, _] = self.stables(documents);
        Verdict {
            action,
            at_least,
            certainty,
            replaces,
            changes: action != Action::NoOp,
            delete_before_replace: forcing.any(|(_, case)| case.resolved().has_flag(Flag::Unique)),
            stables,
            reasons: Vec::new(),
            changes_id: action == Action::Update && surviving.any(|decision| decision.effect.changes_id),
        }
    }

    /// One entry for each engine path: what an engine sees of several places in one text, or of an element that
    /// goes and one that comes at its position, is one.
    pub(super) fn detailed_diff(&self) -> Vec<PropertyDiff> {
        let mut paths: Vec<Cow<[u8]>> = Vec::new();
        let mut entries = Vec::new();
        for (decision, place) in self.decided().filter(|(decision, _)| decision.survives()) {
            let path = self.settled.paths.positional(&self.settled.frames, place.path);
            // An engine does not look into a text, nor into what is a list to words only.
            let is_inside = self.settled.paths.frame(place.path) != FrameId::MAIN
                || path.0.len() < self.settled.paths.depth(place.path);
            let kind = if is_inside { ChangeKind::Update } else { place.kind };
            paths.push(Cow::Owned(path.spelled(Dialect::Engine).into_bytes()));
            entries.push((kind, decision.forces_replace()));
        }
        let input_diff = self.options.olds == Olds::Inputs;
        let mut merged: Vec<Option<PropertyDiff>> = vec![None; entries.len()];
        keys::groups(&paths, &[], |group, _| {
            let entry = |at: &u32| entries[*at as usize];
            let Some((first, others)) = group.split_first() else { return };
            let is_one_kind = others.iter().all(|at| entry(at).0 == entry(first).0);
            let kind = if is_one_kind { entry(first).0 } else { ChangeKind::Update };
            let path = String::from_utf8_lossy(&paths[*first as usize]).into_owned();
            let kind = diff_kind(kind, group.iter().any(|at| entry(at).1));
            merged[*first as usize] = Some(PropertyDiff { path, kind, input_diff });
        });
        merged.into_iter().flatten().collect()
    }

    /// Top-level properties of the old side that are declared stable, sorted: those that stay, and
    /// those that change all the same.
    pub(super) fn stables(&self, documents: &Documents) -> [Vec<String>; 2] {
        let mut stables = [Vec::new(), Vec::new()];
        let old = &documents.old;
        let rules = self.settled.rules();
        let is_update = old.kind(old.root()) == Kind::Map && documents.lifecycle().is_none();
        if !is_update || !rules.rules().iter().any(|rule| rule.has(Word::Flag(Flag::Stable))) {
            return stables;
        }
        let mut changed = Vec::new();
        for (_, place) in self.decided().filter(|(decision, _)| decision.survives()) {
            verdict::insert_sorted(&mut changed, self.case(place).property());
        }
        for name in old.members(old.root()).map(|member| old.text(member.key)) {
            let state = rules.below(&rules.root(), &Reached::Key(&name));
            if state.resolved.has_flag(Flag::Stable) {
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
        let mut counts = Counts { unchanged: self.unchanged, spelling: self.spelling, ..Counts::default() };
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

    /// What it comes to with proposals accepted.
    pub(super) fn proposed(&self, documents: &Documents) -> Proposed {
        let up_to = |grade| {
            let mut tally = Tally::default();
            for ((decision, place), candidate) in self.decided().zip(self.candidates()) {
                let is_accepted = candidate.is_some_and(|candidate| candidate.grade <= grade);
                if !is_accepted {
                    tally.add(decision.judged, decision.effect, || self.case(place).property());
                }
            }
            outcome(documents, &tally)
        };
        Proposed { certain: up_to(Grade::Certain), likely: up_to(Grade::Likely) }
    }

    /// For each decision the word that would settle it.
    pub(super) fn candidates(&self) -> &[Option<&'static Candidate>] {
        self.candidates.get_or_init(|| {
            let mut proposed = diagnose::Proposed::default();
            let candidate = |(decision, place): (&Decision, Place)| {
                if decision.is_real() { proposed.candidate(&self.case(place)) } else { None }
            };
            self.decided().map(candidate).collect()
        })
    }

    /// For each of the first candidates, the last of them first, the outcome with it and all before it
    /// accepted: of what is not proposed, and of the candidates after it.
    pub(super) fn proposed_outcomes(&self) -> Vec<Outcome> {
        let (mut rest, mut proposed) = (Tally::default(), Vec::new());
        for ((decision, place), candidate) in self.decided().zip(self.candidates()) {
            if candidate.is_some() {
                proposed.push((decision, place));
            } else {
                rest.add(decision.judged, decision.effect, || self.case(place).property());
            }
        }
        let mut outcomes = Vec::new();
        for (at, (decision, place)) in proposed.into_iter().enumerate().rev() {
            if at < OUTCOMES {
                outcomes.push(rest.outcome());
            }
            rest.add(decision.judged, decision.effect, || self.case(place).property());
        }
        outcomes
    }

    fn tally(&self, judge: impl Fn(&Decision) -> Judged) -> Tally {
        let mut tally = Tally::default();
        for (decision, place) in self.decided() {
            tally.add(judge(decision), decision.effect, || self.case(place).property());
        }
        tally
    }
}

/// The paths of `ignoreChanges`, and what is wrong with others.
fn resets(texts: &[String]) -> (Vec<Path>, Vec<Problem>) {
    let (mut paths, mut problems) = (Vec::new(), Vec::new());
    for text in texts {
        match Path::parse(text, Dialect::Engine) {
            Ok(path) => paths.push(path),
            Err(error) => {
                let message = format!(
                    "`{text}` in ignoreChanges is not a property path: {} at byte {}; it is not used",
                    error.message, error.at
                );
                problems.push(Problem::new(Code::PathSyntax, message, None));
            }
        }
    }
    (paths, problems)
}

/// What places come to; a resource that is made or destroyed as a whole is just that.
fn outcome(documents: &Documents, tally: &Tally) -> Outcome {
    match documents.lifecycle() {
        Some((action, _)) => {
            Outcome { action, at_least: action, certainty: Certainty::Definite, replaces: Vec::new() }
        }
        None => tally.outcome(),
    }
}

fn survives(judged: Judged) -> bool {
    matches!(judged, Judged::Finding(Class::Real | Class::Unknown | Class::Masked, _))
}

impl Decision {
    pub(super) fn is_real(self) -> bool {
        matches!(self.judged, Judged::Finding(Class::Real, _))
    }

    pub(super) fn is_finding(self) -> bool {
        matches!(self.judged, Judged::Finding(..))
    }

    pub(super) fn survives(self) -> bool {
        survives(self.judged)
    }

    pub(super) fn forces_replace(self) -> bool {
        self.survives() && self.effect.most == Action::Replace
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
