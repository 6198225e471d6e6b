//! Words proposed so far, by the patterns of their rules.

use crate::contract::{Grade, Kind as ChangeKind};
use crate::json::Kind;
use crate::path::{Path, Step};
use crate::patterns::Patterns;
use crate::rules::Term;
use crate::verdict::Case;

/// Words proposed so far. What is proposed at one place is in force at the next one that the rule is for.
#[derive(Default)]
pub(super) struct Proposed {
    patterns: Patterns,
    entries: Vec<Entry>,
    /// Which entries got a word, in order.
    log: Vec<usize>,
}

#[derive(Default)]
struct Entry {
    /// Each with how sure it is.
    words: Vec<(Term, Grade)>,
    /// Which suggestion was the last one for the pattern.
    last: Option<usize>,
}

impl Proposed {
    /// The number of a pattern.
    pub(super) fn number(&mut self, pattern: &Path) -> usize {
        let number = self.patterns.number(pattern, self.entries.len() as u32) as usize;
        if number == self.entries.len() {
            self.entries.push(Entry::default());
        }
        number
    }

    /// The words for a pattern that are as sure as this, or surer.
    pub(super) fn words(&self, number: usize, grade: Grade) -> impl Iterator<Item = &Term> {
        let words = self.entries[number].words.iter();
        words.filter(move |(_, of_word)| *of_word <= grade).map(|(term, _)| term)
    }

    /// Which suggestion was the last one for a pattern.
    pub(super) fn last(&mut self, number: usize) -> &mut Option<usize> {
        &mut self.entries[number].last
    }

    pub(super) fn add(&mut self, number: usize, terms: &[Term], grade: Grade) {
        let words = &mut self.entries[number].words;
        for term in terms {
            if !words.iter().any(|(word, _)| word == term) {
                words.push((term.clone(), grade));
                self.log.push(number);
            }
        }
    }

    /// How many words there are.
    pub(super) fn count(&self) -> usize {
        self.log.len()
    }

    /// Takes back the words that came after the first ones.
    pub(super) fn forget(&mut self, kept: usize) {
        for entry in self.log.drain(kept..) {
            self.entries[entry].words.pop();
        }
    }
}

/// Where a rule for a place would stand: elements of lists are left open, for a rule for one is one for all, unless the
/// place is an element that one side does not have. Where a rule is in force that names an element, it is that rule's.
pub(super) fn pattern(case: &Case) -> Path {
    let names_element =
        |path: &Path| path.0.iter().any(|step| matches!(step, Step::Index(_) | Step::Match(_)));
    let in_force = case.resolved().equality.as_ref().map(|rule| &rule.pattern);
    if let Some(pattern) = in_force.filter(|pattern| names_element(pattern)) {
        return pattern.clone();
    }
    let is_opened = [(case.documents.old, case.old), (case.documents.new, case.new)]
        .iter()
        .any(|(document, node)| node.is_some_and(|node| document.kind(node) == Kind::String));
    if is_opened && case.settled.state(case.place.path).leads_on() {
        // Other texts that a rule would open are judged by what patterns say of what is in them: only this one was tried.
        return case.path();
    }
    let Path(mut steps) = case.path();
    let open = steps.len() - usize::from(case.place.kind != ChangeKind::Update && !steps.is_empty());
    for step in &mut steps[..open] {
        if matches!(step, Step::Index(_) | Step::Match(_)) {
            *step = Step::AnyElement;
        }
    }
    Path(steps)
}
