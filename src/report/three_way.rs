//! A comparison with a third side: what the service reports now. Both differences, old against new and remote against new, are
//! decided as any other, joined by path, and judged by a ladder.

use super::Documents;
use super::decided::Decided;
use super::placed::diagnostics;
use crate::contract::{
    Action, Certainty, Class, Counts, Diagnostic, FieldAction, Input, Kind as ChangeKind, Ladder, Olds,
    Outcome, Override, Verdict,
};
use crate::diagnose::{Explanation, Suggestion};
use crate::diff::Ruling;
use crate::json::{Document, Kind, NodeId};
use crate::ladder::{self, Answer, Joined, Step, action_of};
use crate::path::{Dialect, Path};
use crate::patterns::PatternSet;
use crate::places::{PathId, Place, Side as PairSide, Values};
use crate::problem::{Code, Problem};
use crate::rules::Rules;
use crate::value::Scalar;
use crate::verdict::{Case, insert_sorted};
use std::rc::Rc;

/// What the three sides come to.
pub(super) struct ThreeWay {
    pub(super) remote: Rc<Document>,
    /// Remote against new; nothing if the service does not have the resource any more.
    pub(super) drift: Option<Rc<Decided>>,
    pub(super) fields: Vec<Field>,
    /// Top-level keys of old or remote that the program does not set, where these are states.
    unmanaged: u32,
    /// What is wrong with options for three sides.
    pub(super) unread: Vec<Problem>,
    /// The change of a plan that it is about.
    change: Option<(Path, Said)>,
}

/// Three sides with what is decided about them.
#[derive(Clone, Copy)]
pub(super) struct Sides<'s> {
    pub(super) documents: &'s Documents,
    pub(super) local: &'s Decided,
    pub(super) three: &'s ThreeWay,
}

/// A path at which the three are not one.
pub(super) struct Field {
    pub(super) joined: Joined,
    pub(super) answer: Answer,
    /// What it would be without equality words.
    raw: FieldAction,
    pub(super) class: Class,
}

/// What a plan says of one change.
#[derive(Clone)]
pub(super) struct Said {
    /// What is done about it, where the ladder has no answer.
    pub(super) stated: Option<Answer>,
    /// What it is whatever its values say.
    pub(super) decided: Option<(Answer, Class)>,
}

impl Field {
    fn new(joined: Joined, answer: Answer, ladder: Ladder, stated: Option<&Answer>) -> Field {
        let class = class(&joined, &answer);
        let raw = match answer.step {
            Step::SameByWords => ladder::answer(&joined.without_words(), ladder, None, stated),
            _ => None,
        };
        let raw = raw.map_or(answer.action, |answer| answer.action);
        Field { joined, answer, raw, class }
    }
}

impl ThreeWay {
    pub(super) fn new(documents: &Documents, local: &Decided, remote: Rc<Document>) -> ThreeWay {
        let options = &local.options;
        let (overrides, unread) = overrides(&options.overrides);
        let is_gone = remote.kind(remote.root()) == Kind::Null;
        let drift = (!is_gone && documents.lifecycle().is_none()).then(|| {
            let rules: &Rc<Rules> = local.settled.rules();
            let sides = against_new(&remote, documents);
            Rc::new(Decided::new(&sides, Rc::clone(rules), options.clone(), Rc::default()))
        });
        let joined = if documents.lifecycle().is_none() {
            ladder::join(&local.settled, drift.as_ref().map(|drift| &drift.settled))
        } else {
            Vec::new()
        };
        let mut three = ThreeWay { remote, drift, fields: Vec::new(), unmanaged: 0, unread, change: None };
        for joined in joined {
            if is_unmanaged(&joined, options.olds) {
                three.unmanaged += 1;
                continue;
            }
            let by_user =
                overrides.iter().find(|(path, _)| path.contains(&joined.path)).map(|(_, by_user)| *by_user);
            let Some(answer) = ladder::answer(&joined, options.ladder, by_user, None) else { continue };
            three.fields.push(Field::new(joined, answer, options.ladder, None));
        }
        three
    }

    /// One change of a plan, in documents that hold nothing else: what the ladder has no answer for is as the plan says.
    pub(super) fn of_change(
        documents: &Documents,
        local: &Rc<Decided>,
        remote: Rc<Document>,
        path: Path,
        said: Said,
    ) -> ThreeWay {
        let ladder = local.options.ladder;
        let drift = if Rc::ptr_eq(&remote, &documents.old) {
            // The service has what is recorded: both comparisons are one.
            Rc::clone(local)
        } else {
            let sides = against_new(&remote, documents);
            let rules = Rc::clone(local.settled.rules());
            Rc::new(Decided::new(&sides, rules, local.options.clone(), Rc::clone(&local.background)))
        };
        let joined = ladder::at_path(&local.settled, Some(&drift.settled), path.clone());
        let stated = said.stated.as_ref();
        let field = match &said.decided {
            Some((answer, class)) => {
                let raw = stated.unwrap_or(answer).action;
                Some(Field { joined, answer: answer.clone(), raw, class: *class })
            }
            None => ladder::answer(&joined, ladder, None, stated)
                .map(|answer| Field::new(joined, answer, ladder, stated)),
        };
        let fields = field.into_iter().collect();
        let change = Some((path, said));
        ThreeWay { remote, drift: Some(drift), fields, unmanaged: 0, unread: Vec::new(), change }
    }

    /// The same sides, decided about with other rules.
    pub(super) fn again(&self, documents: &Documents, local: &Rc<Decided>) -> ThreeWay {
        let remote = Rc::clone(&self.remote);
        match &self.change {
            Some((path, said)) => ThreeWay::of_change(documents, local, remote, path.clone(), said.clone()),
            None => ThreeWay::new(documents, local, remote),
        }
    }

    /// For each difference that something is to be done about, the suggestion that would make remote and new one there.
    pub(super) fn suggestions(&self) -> impl Iterator<Item = (usize, &Path, &Suggestion)> {
        let wanted = self.fields.iter().enumerate();
        let wanted = wanted.filter(|(_, field)| field.answer.action != FieldAction::Skip);
        wanted.filter_map(|(at, field)| {
            let drift = self.drift.as_ref()?;
            let (id, _) = field.joined.found[1]?;
            let Explanation { told, suggestions, .. } = drift.explanation();
            let is_there = |path: PathId| {
                let mut is_below = false;
                drift.settled.paths.up(path, |above| {
                    is_below |= above == id;
                    !is_below
                });
                is_below
            };
            let judged = drift.settled.judgements.iter().zip(told);
            let mut there = judged.filter(|(judgement, _)| is_there(judgement.place.path));
            let suggestion = there.find_map(|(_, told)| told.suggestion)?;
            Some((at, &field.joined.path, &suggestions[suggestion]))
        })
    }

    /// Whether nothing is to be done about a path, or about anything in it.
    pub(super) fn leaves_alone(&self, path: &Path) -> bool {
        let mut at_path = self.fields.iter().filter(|field| path.contains(&field.joined.path));
        at_path.all(|field| field.answer.action == FieldAction::Skip)
    }

    /// Whether rules of a suggestion may lead to something of these sides.
    pub(super) fn is_reached_by(&self, suggestion: &Suggestion) -> bool {
        let meets = |pattern: &Path, path: &Path| PatternSet::from_iter([pattern.clone()]).meet(path);
        let Some((path, _)) = &self.change else { return true };
        suggestion.lines.iter().any(|line| meets(&line.pattern, path))
    }

    /// Remote against new.
    pub(super) fn drift(&self) -> Option<&Decided> {
        self.drift.as_deref()
    }

    /// What is to be said of the remote side by itself.
    pub(super) fn about_remote(&self, documents: &Documents) -> Vec<Diagnostic> {
        let sides = against_new(&self.remote, documents);
        let said = self.drift.as_ref().map(|drift| drift.about_document(&sides, PairSide::Old));
        diagnostics(said.unwrap_or_default(), Input::Remote, self.remote.source())
    }

    /// What the program asks for and the service has, and the state does not have like that.
    pub(super) fn recorded_otherwise<'d>(&'d self, local: &'d Decided) -> Vec<Case<'d>> {
        let wanted = self.fields.iter().filter(|field| field.answer.step == Step::AlreadySet);
        wanted.filter_map(|field| self.cases(local, &field.joined)[0]).collect()
    }

    pub(super) fn is_gone(&self) -> bool {
        self.remote.kind(self.remote.root()) == Kind::Null
    }

    /// The cases that a path comes from: of old against new, and of remote against new.
    pub(super) fn cases<'d>(&'d self, local: &'d Decided, joined: &Joined) -> [Option<Case<'d>>; 2] {
        let case = |decided: &'d Decided, (path, _): (PathId, Ruling)| {
            decided.case(Place { path, kind: kind_of(decided.settled.paths.values(path)) })
        };
        let [of_program, of_service] = joined.found;
        [
            of_program.map(|at| case(local, at)),
            of_service.zip(self.drift.as_ref()).map(|(at, drift)| case(drift, at)),
        ]
    }

    /// What the differences come to.
    pub(super) fn outcome(&self, documents: &Documents) -> Outcome {
        self.outcome_of(documents, |field| field.answer.action)
    }

    /// The same without equality words.
    pub(super) fn raw(&self, documents: &Documents) -> Outcome {
        self.outcome_of(documents, |field| field.raw)
    }

    fn outcome_of(&self, documents: &Documents, action: impl Fn(&Field) -> FieldAction) -> Outcome {
        let whole = documents.lifecycle().map(|(action, _)| action);
        let is_asked_for = documents.new.kind(documents.new.root()) != Kind::Null;
        if let Some(action) = whole.or((self.is_gone() && is_asked_for).then_some(Action::Create)) {
            return Outcome { action, at_least: action, ..Outcome::default() };
        }
        self.of_fields_by(action)
    }

    /// What the differences come to of a resource that is there.
    pub(super) fn of_fields(&self) -> Outcome {
        self.of_fields_by(|field| field.answer.action)
    }

    /// The same without equality words.
    pub(super) fn of_raw_fields(&self) -> Outcome {
        self.of_fields_by(|field| field.raw)
    }

    /// The strongest of what the differences ask for.
    pub(super) fn most(&self) -> Option<FieldAction> {
        self.fields.iter().map(|field| field.answer.action).max()
    }

    fn of_fields_by(&self, action: impl Fn(&Field) -> FieldAction) -> Outcome {
        let mut outcome = Outcome::default();
        for field in &self.fields {
            let action = action_of(action(field));
            outcome.action = outcome.action.max(action);
            if !matches!(field.class, Class::Unknown | Class::Masked) {
                outcome.at_least = outcome.at_least.max(action);
            }
            if action == Action::Replace {
                insert_sorted(&mut outcome.replaces, field.joined.path.first_name());
            }
        }
        if outcome.action != outcome.at_least {
            outcome.certainty = Certainty::Possible;
        }
        outcome
    }

    /// The verdict of the program's own changes, with what the ladder makes of all.
    pub(super) fn verdict(&self, documents: &Documents, local: Verdict) -> Verdict {
        let Outcome { action, at_least, certainty, replaces } = self.outcome(documents);
        let most = self.most();
        Verdict {
            changes: action != Action::NoOp,
            changes_id: action == Action::Update && most == Some(FieldAction::UpdateId),
            delete_before_replace: action == Action::Replace && local.delete_before_replace,
            action,
            at_least,
            certainty,
            replaces,
            ..local
        }
    }

    /// The paths that are to be changed.
    pub(super) fn changed(&self) -> Vec<Path> {
        let changed = self.fields.iter().filter(|field| field.answer.action != FieldAction::Skip);
        changed.map(|field| field.joined.path.clone()).collect()
    }

    pub(super) fn counts(&self, documents: &Documents, local: Counts) -> Counts {
        if documents.lifecycle().is_some() {
            return local;
        }
        let Counts { unchanged, spelling, .. } = local;
        Counts { unmanaged: self.unmanaged, unchanged, spelling, ..self.classes() }
    }

    /// How many differences of each class.
    pub(super) fn classes(&self) -> Counts {
        let of = |class| self.fields.iter().filter(|field| field.class == class).count() as u32;
        Counts {
            real: of(Class::Real),
            spurious: of(Class::Spurious),
            unknown: of(Class::Unknown),
            masked: of(Class::Masked),
            ignored: of(Class::Ignored),
            ..Counts::default()
        }
    }

    pub(super) fn count(&self) -> u32 {
        self.fields.len() as u32
    }
}

/// The remote side held against the new one.
fn against_new(remote: &Rc<Document>, documents: &Documents) -> Documents {
    Documents { old: Rc::clone(remote), new: Rc::clone(&documents.new), identical: false, outs: None }
}

fn class(joined: &Joined, answer: &Answer) -> Class {
    match answer.step {
        Step::AlreadySet | Step::Empty | Step::SameByWords => return Class::Spurious,
        _ if answer.action == FieldAction::Skip => return Class::Ignored,
        _ => {}
    }
    let [of_program, of_service] = joined.found;
    match of_program.or(of_service).map(|(_, ruling)| ruling) {
        Some(Ruling::Masked) => Class::Masked,
        Some(Ruling::Unknown) => Class::Unknown,
        _ if has_open_reference(&joined.new, joined.values.new) => Class::Unknown,
        _ => Class::Real,
    }
}

/// Overrides that can be used, and what is wrong with the others.
fn overrides(all: &[Override]) -> (Vec<(Path, &Override)>, Vec<Problem>) {
    let (mut used, mut problems) = (Vec::new(), Vec::new());
    for by_user in all {
        let path = &by_user.path;
        match Path::parse(path, Dialect::Own) {
            _ if by_user.reason.trim().is_empty() => {
                let message = format!("the override of `{path}` gives no reason; it is not used");
                problems.push(Problem::new(Code::OverrideReason, message, None));
            }
            Ok(pattern) => used.push((pattern, by_user)),
            Err(error) => {
                let message = format!(
                    "`{path}` in overrides is not a property path: {} at byte {}; it is not used",
                    error.message, error.at
                );
                problems.push(Problem::new(Code::PathSyntax, message, None));
            }
        }
    }
    (used, problems)
}

/// A text with a reference that is still open: it may turn out to be what is recorded.
fn has_open_reference(document: &Document, node: Option<NodeId>) -> bool {
    let text = node.and_then(|node| Scalar::at(document, node));
    text.as_ref().and_then(Scalar::as_text).is_some_and(|text| text.contains("${"))
}

/// Whether a path is a top-level key of a state that the program does not set: it is not managed.
fn is_unmanaged(joined: &Joined, olds: Olds) -> bool {
    olds == Olds::State && joined.path.0.len() == 1 && joined.values.new.is_none()
}

fn kind_of(values: Values) -> ChangeKind {
    match (values.old, values.new) {
        (None, Some(_)) => ChangeKind::Add,
        (Some(_), None) => ChangeKind::Delete,
        _ => ChangeKind::Update,
    }
}
