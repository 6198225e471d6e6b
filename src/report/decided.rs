//! What one set of rules makes of two documents: a decision for every place, and all of them together.

use super::Documents;
use super::background::{Background, Floor, Seen};
use crate::contract::{
    Action, Certainty, Class, Counts, Kind as ChangeKind, Olds, Options, Outcome, PropertyDiff, Resource,
    Verdict,
};
use crate::diagnose::{Explainer, Explanation, Masks};
use crate::diff::{self, Judgement, Named, Ruling, Settled};
use crate::engine::{self, diff_kind};
use crate::json::{Document, Kind, keys};
use crate::path::{Dialect, Path, Step};
use crate::patterns::{PatternSet, Reached};
use crate::places::{self, FrameId, Frames, Place};
use crate::problem::{Code, Problem};
use crate::rules::{Flag, Rules, Word};
use crate::verdict::{self, Case, Effect, Judged, Tally};
use std::borrow::Cow;
use std::cell::{LazyCell, OnceCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Rules, options, and what was decided with them.
pub(super) struct Decided {
    pub(super) options: Options,
    /// What is wrong with the paths of options.
    pub(super) unread: Vec<Problem>,
    pub(super) settled: Settled,
    /// What is the same on both sides, and in which spelling; never a place of its own.
    unchanged: u32,
    spelling: u32,
    /// What is known beside the values.
    pub(super) background: Rc<Background>,
    /// What of that was found in the values.
    pub(super) seen: Seen,
    /// What holds whatever the values say.
    floor: Floor,
    /// Without equality words.
    raw: Tally,
    /// One for each judgement; none for a resource that is made or destroyed as a whole.
    decisions: Vec<Decision>,
    /// Which values may be shown.
    pub(super) masks: Masks,
    /// Whether something surely forces a replacement, found out when it is first asked for.
    is_replaced: OnceCell<bool>,
    /// What explains the decisions, looked for when it is first asked for.
    explanation: OnceCell<Explanation>,
    /// For each suggestion what it leads to, found out when it is first asked for.
    pub(super) outcomes: OnceCell<Vec<Option<Outcome>>>,
}

/// What was decided about one place.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    pub(super) judged: Judged,
    pub(super) effect: Effect,
    /// It is unknown only because something else changes the resource, and costs nothing.
    pub(super) is_consequence: bool,
}

impl Decided {
    pub(super) fn new(
        documents: &Documents,
        rules: Rc<Rules>,
        options: Options,
        background: Rc<Background>,
    ) -> Decided {
        let frames = Frames::new(Rc::clone(&documents.old), Rc::clone(&documents.new), options.dialect);
        let (found, paths) = places::find(documents.pair(), options.dialect);
        let has_equality = rules.have_equality();
        let mut unread = Vec::new();
        let named = Named {
            resets: named(&options.ignore_changes, "ignoreChanges", &mut unread),
            replaces: named(&options.replace_on_changes, "replaceOnChanges", &mut unread),
        };
        let mut settled = diff::settle(frames, paths, rules, Rc::new(named));
        settled.shadowed = found.shadowed;
        let mut decided = Decided {
            masks: Masks::new(
                &options.reveal,
                secret_paths(documents, &options, &background),
                Rc::clone(&background.secret_texts),
            ),
            options,
            unread,
            settled,
            unchanged: found.unchanged,
            spelling: found.spelling,
            background,
            seen: Seen::default(),
            floor: Floor::default(),
            raw: Tally::default(),
            decisions: Vec::new(),
            is_replaced: OnceCell::new(),
            explanation: OnceCell::new(),
            outcomes: OnceCell::new(),
        };
        if documents.lifecycle().is_none() {
            let raw = decided.settled.judge(&found.places);
            decided.decisions = decided.decisions_of(&decided.settled);
            decided.leave_consequences();
            decided.raw = if has_equality {
                decided.raw_tally(&found.places, &raw)
            } else {
                decided.tally(|decision| decision.judged)
            };
        }
        if decided.background.is_of_plan() {
            decided.seen = decided.what_is_seen(documents);
            decided.floor = decided.background.floor(&decided.seen);
        }
        decided
    }

    /// What is unknown only because of something else costs nothing, as long as there is something else.
    fn leave_consequences(&mut self) {
        let background = Rc::clone(&self.background);
        if background.consequences.is_empty() && background.calm.is_empty() {
            return;
        }
        let is_consequence = |decision: &Decision, place: Place| {
            matches!(decision.judged, Judged::Finding(Class::Unknown, _))
                && background.is_consequence(&self.case(place).path())
        };
        let consequences: Vec<bool> =
            self.decided().map(|(decision, place)| is_consequence(decision, place)).collect();
        let mut others = self.decisions.iter().zip(&consequences);
        let counts = |decision: &Decision| {
            if background.unknowns_are_open { decision.survives() } else { decision.is_finding() }
        };
        let has_other = others.any(|(decision, is_consequence)| counts(decision) && !is_consequence);
        let has_ground = !background.grounds.is_empty() || background.cascade.is_some();
        if has_other || has_ground {
            for (decision, is_consequence) in self.decisions.iter_mut().zip(consequences) {
                if is_consequence {
                    decision.effect = Effect::NONE;
                    decision.is_consequence = true;
                }
            }
        }
    }

    /// What was found of what the plan names.
    fn what_is_seen(&self, documents: &Documents) -> Seen {
        let Background { forces, names, .. } = &*self.background;
        let found: Vec<(&Decision, Place)> =
            self.decided().filter(|(decision, _)| decision.is_difference()).collect();
        let differs = found.iter().any(|(decision, _)| !decision.is_consequence);
        let places = || found.iter().map(|(_, place)| *place);
        let unseen_forces: Vec<Path> = self.unseen(forces, places()).cloned().collect();
        let Some(names) = names else { return Seen { differs, unseen_forces, unseen_names: Vec::new() } };
        // What is on no side is set by the service alone: it changes because something else does.
        let inputs = LazyCell::new(|| top_level_names(documents));
        let unseen = self.unseen(names, places()).filter(|path| !forces.end_at(path));
        let unseen_names = unseen.filter(|path| inputs.contains(&path.first_name())).cloned().collect();
        Seen { differs, unseen_forces, unseen_names }
    }

    /// Those of these paths at which no place is, nor in them or around them.
    fn unseen<'p>(
        &self,
        named: &'p PatternSet,
        places: impl Iterator<Item = Place>,
    ) -> impl Iterator<Item = &'p Path> {
        let (paths, frames) = (&self.settled.paths, &self.settled.frames);
        let first = |path: &'p Path| match path.0.first() {
            Some(Step::Key(key)) => key.as_str(),
            _ => "",
        };
        let names: BTreeSet<&str> = named.list().iter().map(first).collect();
        let has_whole = named.list().iter().any(|path| path.0.is_empty());
        let mut is_seen = vec![false; named.list().len()];
        for place in places {
            // Most places are in properties that are not named.
            let is_near = || paths.first_key(frames, place.path).is_none_or(|key| names.contains(&*key));
            if has_whole || !named.is_empty() && is_near() {
                for at in named.meeting(&paths.positional(frames, place.path)) {
                    is_seen[at] = true;
                }
            }
        }
        named.list().iter().zip(is_seen).filter(|(_, is_seen)| !is_seen).map(|(path, _)| path)
    }

    /// What the found places come to without equality words.
    fn raw_tally(&self, places: &[Place], raw: &[Ruling]) -> Tally {
        let mut tally = Tally::default();
        for (place, ruling) in places.iter().zip(raw) {
            let case = self.case(*place);
            let judged = case.judged(*ruling);
            if judged.survives() {
                tally.add(judged, case.effect(), || case.property());
            }
        }
        tally
    }

    /// Decides about each judgement.
    pub(super) fn decisions_of(&self, settled: &Settled) -> Vec<Decision> {
        let decision = |Judgement { place, ruling, instead }: &Judgement| {
            let case = self.case_of(settled, *place);
            let judged = match case.judged(*ruling) {
                Judged::Finding(Class::Masked, _) if !self.background.may_have_changed(&case.path()) => {
                    Judged::Unchanged
                }
                judged => judged,
            };
            let effect = match instead {
                _ if !judged.survives() => Effect::NONE,
                None => case.effect(),
                Some(range) => self.effect_in_place(settled, &settled.in_place[range.clone()]),
            };
            Decision { judged, effect, is_consequence: false }
        };
        settled.judgements.iter().map(decision).collect()
    }

    /// What it costs that one element of a keyed list goes and another comes in its place.
    fn effect_in_place(&self, settled: &Settled, differences: &[Judgement]) -> Effect {
        let mut effect = Effect::NONE;
        for Judgement { place, ruling, .. } in
            differences.iter().filter(|judgement| judgement.ruling.survives())
        {
            effect = effect.and(self.case_of(settled, *place).effect_of(*ruling));
        }
        effect
    }

    pub(super) fn case(&self, place: Place) -> Case<'_> {
        self.case_of(&self.settled, place)
    }

    /// A place of these documents, or inside something of theirs.
    pub(super) fn case_of<'s>(&self, settled: &'s Settled, place: Place) -> Case<'s> {
        Case::new(settled, self.options.olds, place)
    }

    /// Every place with what was decided about it.
    pub(super) fn decided(&self) -> impl Iterator<Item = (&Decision, Place)> {
        self.decisions.iter().zip(self.settled.judgements.iter().map(|judgement| judgement.place))
    }

    pub(super) fn has_findings(&self) -> bool {
        self.decisions.iter().any(|decision| decision.is_finding())
    }

    /// Whether something surely forces a replacement.
    pub(super) fn is_replaced(&self) -> bool {
        *self.is_replaced.get_or_init(|| self.cases(Decision::forces_replace_for_sure).next().is_some())
    }

    /// The decisions for which `is_wanted` holds, each with its case.
    pub(super) fn cases(
        &self,
        is_wanted: fn(Decision) -> bool,
    ) -> impl Iterator<Item = (&Decision, Case<'_>)> {
        let wanted = self.decided().filter(move |(decision, _)| is_wanted(**decision));
        wanted.map(|(decision, place)| (decision, self.case(place)))
    }

    /// What was decided about each judgement.
    pub(super) fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// What the places come to.
    pub(super) fn verdict_outcome(&self, documents: &Documents) -> Outcome {
        self.outcome(documents, &self.tally(|decision| decision.judged))
    }

    pub(super) fn resource(&self, documents: &Documents) -> Resource {
        Resource {
            id: 0,
            address: String::new(),
            r#type: self.options.r#type.clone().unwrap_or_default(),
            previous_address: None,
            deposed: None,
            deferred: None,
            stated: None,
            raw: self.outcome(documents, &self.raw),
            verdict: self.verdict(documents),
            counts: self.counts(documents),
            caused_by: None,
            update_body: None,
        }
    }

    fn verdict(&self, documents: &Documents) -> Verdict {
        let Outcome { action, at_least, certainty, replaces } = self.verdict_outcome(documents);
        let mut forcing = self.cases(Decision::forces_replace);
        let mut surviving = self.decisions.iter().filter(|decision| decision.survives());
        let [stables, _] = self.stables(documents);
        Verdict {
            action,
            at_least,
            certainty,
            replaces,
            changes: action != Action::NoOp,
            delete_before_replace: action == Action::Replace
                && self
                    .options
                    .delete_before_replace
                    .unwrap_or_else(|| forcing.any(|(_, case)| case.resolved().has_flag(Flag::Unique))),
            stables,
            reasons: self.reasons(),
            changes_id: action == Action::Update && surviving.any(|decision| decision.effect.changes_id),
        }
    }

    /// Why it changes, where that is no property.
    fn reasons(&self) -> Vec<String> {
        let Background { grounds, flips_secret, .. } = &*self.background;
        let of_secret = flips_secret.then_some("sensitivity");
        grounds.iter().copied().chain(of_secret).map(str::to_owned).collect()
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
        keys::groups(&paths, &[], &mut |group, _| {
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
        let changed = self.properties(Decision::survives);
        for name in old.members(old.root()).map(|member| old.text(member.key)) {
            let state = rules.below(&rules.root(), &Reached::Key(&name));
            if state.resolved.has_flag(Flag::Stable) {
                let changes = changed.binary_search(&name).is_ok();
                verdict::insert_sorted(&mut stables[usize::from(changes)], name);
            }
        }
        stables
    }

    /// The top-level properties of the decisions for which `is_wanted` holds, sorted.
    pub(super) fn properties(&self, is_wanted: fn(Decision) -> bool) -> Vec<String> {
        let mut properties: Vec<String> = self.cases(is_wanted).map(|(_, case)| case.property()).collect();
        properties.sort_unstable();
        properties.dedup();
        properties
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
                Judged::Unchanged => &mut counts.unchanged,
                Judged::Finding(Class::Real, _) => &mut counts.real,
                Judged::Finding(Class::Spurious, _) => &mut counts.spurious,
                Judged::Finding(Class::Unknown, _) => &mut counts.unknown,
                Judged::Finding(Class::Masked, _) => &mut counts.masked,
            } += 1;
        }
        counts
    }

    /// What explains the decisions.
    pub(super) fn explanation(&self) -> &Explanation {
        self.explanation.get_or_init(|| Explainer::new(&self.masks, self.options.olds).explain(&self.settled))
    }

    /// What places come to; a resource that is made or destroyed as a whole is just that.
    pub(super) fn outcome(&self, documents: &Documents, tally: &Tally) -> Outcome {
        let values = match documents.lifecycle() {
            Some((action, _)) => {
                Outcome { action, at_least: action, certainty: Certainty::Definite, replaces: Vec::new() }
            }
            None => tally.outcome(),
        };
        self.under(values)
    }

    /// What values come to, with what holds whatever they say.
    pub(super) fn under(&self, values: Outcome) -> Outcome {
        self.floor.under(values)
    }

    fn tally(&self, judge: impl Fn(&Decision) -> Judged) -> Tally {
        let mut tally = Tally::default();
        for (decision, place) in self.decided() {
            tally.add(judge(decision), decision.effect, || self.case(place).property());
        }
        tally
    }
}

/// What is secret by other words than marks at the values: what the plan says, and the outputs of a stack reference by its list
/// of their names.
fn secret_paths(documents: &Documents, options: &Options, background: &Background) -> PatternSet {
    if options.r#type.as_deref() != Some(engine::STACK_REFERENCE) {
        return background.secrets.clone();
    }
    let sides = [&documents.old, &documents.new];
    let of_reference = sides.iter().flat_map(|document| engine::secret_outputs(document));
    background.secrets.list().iter().cloned().chain(of_reference).collect()
}

/// The names of the top-level properties of both sides.
fn top_level_names(documents: &Documents) -> BTreeSet<String> {
    let of = |document: &Document| -> Vec<String> {
        let root = document.root();
        let keys =
            (document.kind(root) == Kind::Map).then(|| document.members(root).map(|member| member.key));
        keys.into_iter().flatten().map(|key| document.text(key)).collect()
    };
    of(&documents.old).into_iter().chain(of(&documents.new)).collect()
}

/// The paths of an option; what is wrong with others is a problem.
fn named(texts: &[String], option: &str, problems: &mut Vec<Problem>) -> Vec<Path> {
    let mut paths = Vec::new();
    for text in texts {
        match Path::parse(text, Dialect::Engine) {
            Ok(path) => paths.push(path),
            Err(error) => {
                let message = format!(
                    "`{text}` in {option} is not a property path: {} at byte {}; it is not used",
                    error.message, error.at
                );
                problems.push(Problem::new(Code::PathSyntax, message, None));
            }
        }
    }
    paths
}

impl Decision {
    fn forces_replace_for_sure(self) -> bool {
        self.is_real() && self.effect.least == Action::Replace
    }

    pub(super) fn is_real(self) -> bool {
        matches!(self.judged, Judged::Finding(Class::Real, _))
    }

    pub(super) fn is_finding(self) -> bool {
        matches!(self.judged, Judged::Finding(..))
    }

    /// Whether something differs, though it may be left out.
    fn is_difference(self) -> bool {
        self.is_finding() || self.judged == Judged::Ignored
    }

    pub(super) fn survives(self) -> bool {
        self.judged.survives()
    }

    pub(super) fn forces_replace(self) -> bool {
        self.survives() && self.effect.most == Action::Replace
    }
}
