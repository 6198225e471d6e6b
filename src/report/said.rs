//! What is to be said about the inputs of a comparison, beside its findings.

use super::Documents;
use super::decided::{Decided, Decision};
use super::dynamic::{self, Language};
use crate::contract::{Diagnostic, Dialect, Input, Kind as ChangeKind, Olds};
use crate::diagnose;
use crate::diff::compare;
use crate::engine::{Form, Malformed, Property, ignore_changes};
use crate::json::{Document, Kind, LineIndex, NodeId, Source};
use crate::places::{Pair, Side};
use crate::problem::{Code, Problem};
use crate::rules::Rule;
use crate::value::{Comparison, Scalar, signature};
use crate::verdict::Case;
use std::rc::Rc;

/// Problems of one kind are listed one by one up to this many; the rest is counted.
const LISTED: usize = 20;

impl Decided {
    pub(super) fn diagnostics(
        &self,
        documents: &Documents,
        computed_and_set: &[Rc<Rule>],
    ) -> Vec<Diagnostic> {
        let Pair { old, new } = documents.pair();
        let mut said = [old.problems().to_vec(), new.problems().to_vec()];
        self.repeated_keys(documents, &mut said);
        said[1].extend(self.unread.iter().cloned());
        for (_, case) in self.cases(Decision::is_real).filter(|(_, case)| case.misses_a_number()) {
            let path = case.path();
            let message = format!(
                "`{path}` is a number that may go one way only, and one side is no number: every change of it replaces the resource"
            );
            let (input, side) = if case.new.is_some() { (1, Side::New) } else { (0, Side::Old) };
            let span = documents.pair().side(side).span(self.settled.host(case.place, side));
            said[input].push(Problem::new(Code::NotANumber, message, span));
        }
        for (code, path) in &self.settled.problems {
            let at = self.settled.paths.path(&self.settled.frames, *path);
            said[1].push(Problem::new(*code, format!("`{at}` {}", about_value(*code)), None));
        }
        for name in self.stables(documents)[1].drain(..) {
            let message = format!(
                "`{name}` is declared stable and changes: whatever uses it was planned with a stale value"
            );
            said[1].push(Problem::new(Code::StableChanged, message, None));
        }
        said[1].extend(
            self.language().map(|language| dynamic::about_values(language, self)).unwrap_or_default(),
        );
        said[1].extend(self.resets_in_part(documents));
        if self.options.olds == Olds::State {
            said[0].extend(self.renamed());
        }
        for (at, side) in [Side::Old, Side::New].into_iter().enumerate() {
            said[at].extend(malformed(documents.pair().side(side)));
        }
        for rule in computed_and_set {
            let path = &rule.pattern;
            let message =
                format!("`{path}` is computed by the service, and the program sets it too: it is compared");
            said[1].push(Problem::new(Code::ComputedIsSet, message, None));
        }
        let [old_said, new_said] = said;
        let mut all = diagnostics(old_said, Input::Old, old.source());
        all.extend(diagnostics(new_said, Input::New, new.source()));
        all
    }

    /// Paths of `ignoreChanges` that would add an element or take one out, or make a parent.
    fn resets_in_part(&self, documents: &Documents) -> Vec<Problem> {
        let paths = &self.options.ignore_changes;
        if paths.is_empty() {
            return Vec::new();
        }
        let members = |document: &Document| match Property::read(document, document.root(), Form::State) {
            Ok(Property::Map(members)) => Some(members),
            _ => None,
        };
        let Some((old, new)) = members(&documents.old).zip(members(&documents.new)) else {
            return Vec::new();
        };
        let problem = |path: String| {
            let message = format!(
                "`{path}` in ignoreChanges cannot be reset everywhere: elements of a list were added or removed, or what it is in is missing on one side"
            );
            Problem::new(Code::ResetInPart, message, None)
        };
        ignore_changes(&old, &new, paths).1.into_iter().map(problem).collect()
    }

    /// Properties that only the state has beside ones that only the program has, with one value: a newer version of the tool
    /// may write them under another name.
    fn renamed(&self) -> Vec<Problem> {
        let of_kind = |kind| -> Vec<Case> {
            let places = self.decided().map(|(_, place)| place).filter(|place| place.kind == kind);
            let of_top = places.filter(|place| self.settled.paths.depth(place.path) == 1);
            of_top.take(MANY).map(|place| self.case(place)).collect()
        };
        let (gone, added) = (of_kind(ChangeKind::Delete), of_kind(ChangeKind::Add));
        let mut problems = Vec::new();
        for gone in &gone {
            let mut same = added.iter().filter(|added| is_one_value(gone, added));
            if let (Some(added), None) = (same.next(), same.next()) {
                let message = format!(
                    "`{}` of the state has the value of `{}` in the program, and each side has only the one: the state may have been written when it had another name",
                    gone.path(),
                    added.path()
                );
                problems.push(Problem::new(Code::StateRenamed, message, None));
            }
        }
        problems
    }

    /// Overrides where there are no three sides.
    pub(super) fn overrides_in_vain(&self) -> Vec<Problem> {
        let message = "overrides are for a comparison with a remote side; without one they are not used";
        let is_any = !self.options.overrides.is_empty();
        is_any.then(|| Problem::new(Code::OverrideUnused, message, None)).into_iter().collect()
    }

    /// The language of the provider, if it is a dynamic one.
    pub(super) fn language(&self) -> Option<Language> {
        self.options.r#type.as_deref().and_then(dynamic::language)
    }

    fn repeated_keys(&self, documents: &Documents, said: &mut [Vec<Problem>; 2]) {
        for (at, side) in [Side::Old, Side::New].into_iter().enumerate() {
            let document = documents.pair().side(side);
            let mut repeated = 0;
            let of_side = self.settled.shadowed.iter().filter(|at| at.side == side);
            let mut keys: Vec<_> = of_side.map(|at| at.node).collect();
            // Containers that words match are looked into again.
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                repeated += 1;
                if repeated <= LISTED {
                    let message = "this key stands again later in the same object; the last one counts";
                    said[at].push(Problem::new(Code::DuplicateKey, message, document.span(key)));
                }
            }
            if let (Some(last), more @ 1..) = (said[at].last_mut(), repeated.saturating_sub(LISTED)) {
                last.notes.push(format!("{more} more repeated keys follow."));
            }
        }
    }
}

/// Properties that are held against one another for a new name; a state has few at its top.
const MANY: usize = 200;

/// The shortest text of a value by which a property can be told, in bytes: many properties are true, or 0.
const TELLING: usize = 5;

/// Whether a property that is gone and one that came have one value that few others have.
fn is_one_value(gone: &Case, added: &Case) -> bool {
    let (Some(old), Some(new)) = (gone.old, added.new) else { return false };
    let is_telling =
        gone.documents.old.raw(old).len() >= TELLING && gone.documents.old.kind(old) != Kind::False;
    let same = |a: &Scalar, b: &Scalar| a == b;
    is_telling && compare(gone.documents, old, new, Dialect::Json, &same) == Comparison::Same
}

/// Special values that are not what their signatures say; the engine would stop at the first of them.
fn malformed(document: &Document) -> Vec<Problem> {
    if document.marks_within(document.root()).is_empty() {
        return Vec::new();
    }
    let is_signed = |node: &NodeId| {
        document.kind(*node) == Kind::Map
            && !document.marks_within(*node).is_empty()
            && document.member(*node, signature::KEY).is_some()
    };
    let problem = |node| {
        let Malformed { what, at } = Property::read(document, node, Form::Wire).err()?;
        Some(Problem::new(Code::MalformedValue, what, document.span(at)))
    };
    let mut problems: Vec<Problem> =
        document.descendants(document.root()).filter(is_signed).filter_map(problem).collect();
    // What is wrong inside something is wrong with that too.
    problems.dedup();
    let more = problems.len().saturating_sub(LISTED);
    problems.truncate(LISTED);
    if let (Some(last), 1..) = (problems.last_mut(), more) {
        last.notes.push(format!("{more} more such values follow."));
    }
    problems
}

/// What is to be said about a value that words could not judge.
fn about_value(code: Code) -> &'static str {
    match code {
        Code::KeyNotUnique => "has two elements with one key, so its elements are compared by position",
        Code::EmbeddedDuplicateKey => {
            "holds a document in which a key stands more than once; readers disagree about it, so it is not judged"
        }
        Code::EmbeddedTooLarge => {
            "holds a document whose aliases make it many times longer than it is written, so it is not judged"
        }
        Code::EmbeddedEntities => {
            "holds an XML document that declares entities; they are not expanded, so it is not judged"
        }
        Code::TooManyToMatch => {
            "has too many elements to be matched with one another; those left over are compared by position"
        }
        _ => "cannot be judged",
    }
}

/// Problems with their places in UTF-16.
pub(super) fn diagnostics(problems: Vec<Problem>, input: Input, source: &Source) -> Vec<Diagnostic> {
    if problems.is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::new(source);
    problems.into_iter().map(|problem| diagnostic(problem, input, &lines)).collect()
}

pub(super) fn diagnostic(problem: Problem, document: Input, lines: &LineIndex) -> Diagnostic {
    let Problem { code, message, span, notes } = problem;
    Diagnostic {
        code: code.as_str(),
        severity: code.severity(),
        message,
        document,
        range: span.map(|span| diagnose::range(lines, span)),
        notes,
    }
}
