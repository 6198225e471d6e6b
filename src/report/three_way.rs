//! A comparison with a third side: what the service reports now. Both differences, old against new and remote against new, are
//! decided as any other, joined by path, and judged by a ladder.

use super::Documents;
use super::decided::Decided;
use super::said::diagnostics;
use crate::contract::{
    self, Action, Cause, Certainty, Class, Counts, Diagnostic, FieldAction, Finding, Input,
    Kind as ChangeKind, Ladder, Masked, Olds, Outcome, Override, Range, SettledBy, Settlement, Shown, Side,
    Verdict,
};
use crate::diagnose;
use crate::diff::{Ruling, compare};
use crate::json::{Document, Kind, LineIndex, NodeId};
use crate::ladder::{self, Answer, Joined, Step, Three, action_of};
use crate::path::{Dialect, Path};
use crate::places::{Pair, PathId, Place, Side as PairSide, Values};
use crate::problem::{Code, Problem};
use crate::rules::Rules;
use crate::value::{self, Comparison as Same, Scalar};
use crate::verdict::{Case, insert_sorted};
use std::rc::Rc;

/// What the three sides come to.
pub(super) struct ThreeWay {
    remote: Rc<Document>,
    /// Remote against new; nothing if the service does not have the resource any more.
    drift: Option<Rc<Decided>>,
    fields: Vec<Field>,
    /// Top-level keys of old or remote that the program does not set, where these are states.
    unmanaged: u32,
    /// What is wrong with options for three sides.
    pub(super) unread: Vec<Problem>,
}

/// A path at which the three are not one.
struct Field {
    joined: Joined,
    answer: Answer,
    /// What it would be without equality words.
    raw: FieldAction,
    class: Class,
}

/// What a plan says of one change.
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
        let mut three = ThreeWay { remote, drift, fields: Vec::new(), unmanaged: 0, unread };
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
        said: &Said,
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
        let joined = ladder::at_path(&local.settled, Some(&drift.settled), path);
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
        ThreeWay { remote, drift: Some(drift), fields, unmanaged: 0, unread: Vec::new() }
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

    fn is_gone(&self) -> bool {
        self.remote.kind(self.remote.root()) == Kind::Null
    }

    /// The cases that a path comes from: of old against new, and of remote against new.
    fn cases<'d>(&'d self, local: &'d Decided, joined: &Joined) -> [Option<Case<'d>>; 2] {
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

    pub(super) fn findings(&self, local: &Decided) -> Vec<Finding> {
        let lines = Lines::default();
        (0..).zip(&self.fields).map(|(id, field)| self.finding(id, field, local, &lines)).collect()
    }

    fn finding<'d>(&'d self, id: u32, field: &'d Field, local: &Decided, lines: &Lines<'d>) -> Finding {
        let Field { joined, answer, class, .. } = field;
        let cases = self.cases(local, joined);
        let masked = self.masked(local, joined, &cases);
        let [old, new, remote] = lines.shown(joined, &self.remote, masked, &cases);
        let side = side(joined);
        let case = cases[usize::from(cases[0].is_none())];
        let is_skip = answer.action == FieldAction::Skip;
        Finding {
            id,
            path: joined.path.to_string(),
            kind: kind(joined),
            side,
            class: *class,
            cause: cause(answer, case.as_ref(), cases[1].as_ref(), *class),
            action: Some(answer.action),
            reason: answer.reason.clone(),
            forces_replace: answer.action == FieldAction::Recreate && !self.is_gone(),
            consequence: false,
            settled_by: is_skip.then(|| settlement(answer)),
            embedded: None,
            moved: None,
            message: sentence(joined, answer, *class, side, [old.as_ref(), new.as_ref(), remote.as_ref()]),
            group: None,
            proposal: None,
            old,
            new,
            remote,
        }
    }

    /// Why the values must not be shown. What one side declares holds for all: another one may be the same value in plain.
    fn masked(&self, local: &Decided, joined: &Joined, cases: &[Option<Case>; 2]) -> Option<Masked> {
        let documents: [&Document; 3] = [&joined.old, &joined.new, &self.remote];
        let is_marked = |document: &Document| !document.marks_within(document.root()).is_empty();
        let is_revealed = cases
            .iter()
            .flatten()
            .any(|case| local.masks.on(case).is_none() && local.masks.always(case).is_some());
        if !is_revealed
            && documents
                .into_iter()
                .any(|document| is_marked(document) && is_declared(document, &joined.path))
        {
            return Some(Masked::Declared);
        }
        let [of_program, of_service] = cases;
        let by_program = of_program.as_ref().and_then(|case| local.masks.on(case));
        let masks = self.drift.as_ref().map(|drift| &drift.masks);
        by_program.or_else(|| masks?.on(of_service.as_ref()?))
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

/// Whether a document marks a value as secret at a path, on the way to it or inside it.
fn is_declared(document: &Document, path: &Path) -> bool {
    (0..=path.0.len()).any(|length| {
        let node = ladder::at(document, &Path(path.0[..length].to_vec()));
        let is_end = length == path.0.len();
        node.is_some_and(|node| {
            value::is_declared_secret(document, node) || is_end && diagnose::holds_secret(document, node)
        })
    })
}

/// Which sides of the change of the resource have it: what is there now, and what is asked for.
fn kind(joined: &Joined) -> ChangeKind {
    let Three { old, new, remote } = joined.values;
    let now = if joined.is_local { old } else { remote };
    match (now, new) {
        (None, Some(_)) => ChangeKind::Add,
        (Some(_), None) => ChangeKind::Delete,
        _ => ChangeKind::Update,
    }
}

/// Who changed it.
fn side(joined: &Joined) -> Side {
    let Three { old, remote, .. } = joined.values;
    let is_unchanged = || match (&joined.remote, old, remote) {
        (_, None, None) => true,
        (Some(document), Some(old), Some(remote)) => {
            let sides = Pair { old: &joined.old, new: document };
            let same = |a: &Scalar, b: &Scalar| a == b;
            compare(sides, old, remote, contract::Dialect::Json, &same) == Same::Same
        }
        _ => false,
    };
    match (joined.is_local, joined.is_drift) {
        (true, true) if is_unchanged() => Side::Local,
        (true, true) => Side::Both,
        (true, false) => Side::Local,
        (false, _) => Side::Remote,
    }
}

/// Reasons that a plan gives for leaving something alone, and why that differs.
const STATED: [(&str, Cause); 3] = [
    ("backend_default", Cause::BackendFilled),
    ("missing_in_remote", Cause::WriteOnly),
    ("empty", Cause::Empty),
];

fn cause(answer: &Answer, case: Option<&Case>, of_service: Option<&Case>, class: Class) -> Cause {
    match answer.step {
        Step::BackendDefault => Cause::BackendFilled,
        Step::MissingInRemote => Cause::WriteOnly,
        Step::Empty => Cause::Empty,
        Step::SameByWords => {
            of_service.map_or(Cause::Real, |case| diagnose::cause(case, Class::Spurious, None))
        }
        Step::Stated if answer.action == FieldAction::Skip => {
            let reason = answer.reason.as_deref();
            let known = STATED.iter().find(|(name, _)| reason == Some(*name));
            known.map_or(Cause::Real, |(_, cause)| *cause)
        }
        Step::Stated | Step::Change | Step::Cost => {
            case.map_or(Cause::Real, |case| diagnose::cause(case, class, None))
        }
        Step::AlreadySet | Step::Ignored | Step::OwnId | Step::Override | Step::Reset => Cause::Real,
    }
}

fn settlement(answer: &Answer) -> Settlement {
    let kind = match answer.step {
        Step::AlreadySet | Step::Empty => SettledBy::BuiltIn,
        Step::SameByWords => SettledBy::Rule,
        Step::Override | Step::Reset => SettledBy::Option,
        _ => SettledBy::Scope,
    };
    Settlement { kind, text: answer.reason.clone().unwrap_or_default() }
}

fn sentence(
    joined: &Joined,
    answer: &Answer,
    class: Class,
    side: Side,
    shown: [Option<&Shown>; 3],
) -> String {
    let [old, new, remote] = shown.map(|shown| diagnose::described([shown, None])[0].take());
    let value = |text: Option<String>| text.unwrap_or_else(|| "missing".to_owned());
    let reason = answer.reason.as_deref().unwrap_or_default();
    let meaning = match (answer.step, answer.action) {
        (Step::AlreadySet, _) => "; the service has it already".to_owned(),
        (Step::Empty, _) => "; nothing is set on any side".to_owned(),
        (Step::BackendDefault, _) => "; the service filled it in".to_owned(),
        (Step::MissingInRemote, _) => "; the service never returns it".to_owned(),
        (Step::SameByWords, _) => format!("; by `{reason}` the last two are one"),
        (Step::Override, action) => format!("; an override makes it {}: {reason}", action.as_str()),
        (_, FieldAction::Skip) => format!("; a rule keeps that out: {reason}"),
        (_, FieldAction::Recreate) => format!(". That replaces the resource: {reason}"),
        (_, FieldAction::UpdateId) => format!(". That gives the resource another id: {reason}"),
        _ if class == Class::Masked => "; what is masked cannot be compared here".to_owned(),
        _ if class == Class::Unknown => "; what is not known yet may turn out the same".to_owned(),
        _ => match side {
            Side::Local => ". The program changed it".to_owned(),
            Side::Remote => ". It was changed there, and the program sets it back".to_owned(),
            Side::Both => ". Both the program and the service changed it".to_owned(),
        },
    };
    let path = joined.path.to_string();
    let whole = if path.is_empty() { "The whole document".to_owned() } else { format!("`{path}`") };
    format!(
        "{whole} is {} in the state, {} in your program and {} at the service{meaning}.",
        value(old),
        value(new),
        value(remote)
    )
}

/// The lines of three texts, each counted when it is first asked for.
#[derive(Default)]
struct Lines<'d> {
    of: [std::cell::OnceCell<LineIndex<'d>>; 3],
}

impl<'d> Lines<'d> {
    /// What is shown of the three sides, with their places. What stands in a text that words look into is shown without one.
    fn shown(
        &self,
        joined: &'d Joined,
        remote: &'d Document,
        masked: Option<Masked>,
        [of_program, of_service]: &[Option<Case>; 2],
    ) -> [Option<Shown>; 3] {
        let Three { old, new, remote: at_remote } = joined.values;
        let inside = |case: &Option<Case>, is_old: bool| {
            let case = case.as_ref()?;
            let [old, new] = diagnose::values(case, masked);
            if is_old { old } else { new }
        };
        let sides: [(&'d Document, Option<NodeId>); 3] =
            [(&joined.old, old), (&joined.new, new), (remote, at_remote)];
        let mut shown = [0, 1, 2].map(|side| {
            let (document, node) = sides[side];
            let lines = || self.of[side].get_or_init(|| document.line_index());
            let range = |node| -> Range { diagnose::range(lines(), document.span(node)) };
            node.map(|node| Shown { range: Some(range(node)), ..diagnose::value(document, node, masked) })
        });
        if shown.iter().all(Option::is_none) {
            shown = [
                inside(of_program, true),
                inside(of_program, false).or_else(|| inside(of_service, false)),
                inside(of_service, true),
            ];
        }
        shown
    }
}
