//! What is to be said about the inputs of a comparison, beside its findings.

use super::Documents;
use super::decided::{Decided, Decision};
use super::dynamic;
use super::older::about_state;
use super::placed::diagnostics;
use super::three_way::ThreeWay;
use crate::contract::{Diagnostic, Input};
use crate::engine::{self, Form, Language, Malformed, Property, ignore_changes};
use crate::json::{Document, Kind, NodeId};
use crate::places::{Pair, Side};
use crate::problem::{Code, Problem};
use crate::rules::Rule;
use crate::value::signature;
use std::rc::Rc;

/// Problems of one kind are listed one by one up to this many; the rest is counted.
const LISTED: usize = 20;

impl Decided {
    pub(super) fn diagnostics(
        &self,
        documents: &Documents,
        three: Option<&ThreeWay>,
        computed_and_set: &[Rc<Rule>],
    ) -> Vec<Diagnostic> {
        let Pair { old, new } = documents.pair();
        let mut said = [Side::Old, Side::New].map(|side| self.about_document(documents, side));
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
        said[0].extend(about_state(self, three));
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

    /// Overrides where there are no three sides.
    pub(super) fn overrides_in_vain(&self) -> Vec<Problem> {
        let message = "overrides are for a comparison with a remote side; without one they are not used";
        let is_any = !self.options.overrides.is_empty();
        is_any.then(|| Problem::new(Code::OverrideUnused, message, None)).into_iter().collect()
    }

    /// The language of the provider, if it is a dynamic one.
    pub(super) fn language(&self) -> Option<Language> {
        self.options.r#type.as_deref().and_then(engine::language)
    }

    /// What is to be said of one side by itself.
    pub(super) fn about_document(&self, documents: &Documents, side: Side) -> Vec<Problem> {
        let document = documents.pair().side(side);
        let mut said = document.problems().to_vec();
        said.extend(self.repeated_keys(document, side));
        said.extend(malformed(document));
        said
    }

    fn repeated_keys(&self, document: &Document, side: Side) -> Vec<Problem> {
        let of_side = self.settled.shadowed.iter().filter(|at| at.side == side);
        let mut keys: Vec<_> = of_side.map(|at| at.node).collect();
        // Containers that words match are looked into again.
        keys.sort_unstable();
        keys.dedup();
        let message = "this key stands again later in the same object; the last one counts";
        let problem = |key: &NodeId| Problem::new(Code::DuplicateKey, message, document.span(*key));
        let mut problems: Vec<Problem> = keys.iter().take(LISTED).map(problem).collect();
        if let (Some(last), more @ 1..) = (problems.last_mut(), keys.len().saturating_sub(LISTED)) {
            last.notes.push(format!("{more} more repeated keys follow."));
        }
        problems
    }
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
