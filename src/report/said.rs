//! What is to be said about the inputs of a comparison, beside its findings.

use super::Documents;
use super::decided::{Decided, Decision};
use crate::contract::{Diagnostic, Input};
use crate::diagnose;
use crate::json::{LineIndex, Source};
use crate::places::{Pair, Side};
use crate::problem::{Code, Problem};
use crate::rules::Rule;
use std::rc::Rc;

/// Repeated keys are listed one by one up to this many; the rest is counted.
const REPEATED_KEYS_LISTED: usize = 20;

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
                if repeated <= REPEATED_KEYS_LISTED {
                    let message = "this key stands again later in the same object; the last one counts";
                    said[at].push(Problem::new(Code::DuplicateKey, message, document.span(key)));
                }
            }
            if let (Some(last), more @ 1..) =
                (said[at].last_mut(), repeated.saturating_sub(REPEATED_KEYS_LISTED))
            {
                last.notes.push(format!("{more} more repeated keys follow."));
            }
        }
    }
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
