//! The findings of three sides, decoded when they are read.

use super::decided::Decided;
use super::three_way::{Field, ThreeWay};
use crate::contract::{
    self, Cause, Class, FieldAction, Finding, Kind as ChangeKind, Masked, Range, SettledBy, Settlement,
    Shown, Side,
};
use crate::diagnose;
use crate::diff::compare;
use crate::json::{Document, LineIndex, NodeId};
use crate::ladder::{self, Answer, Joined, Step, Three};
use crate::path::Path;
use crate::places::Pair;
use crate::value::{self, Comparison as Same, Scalar};
use crate::verdict::Case;

impl ThreeWay {
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
