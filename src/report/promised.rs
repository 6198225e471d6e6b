//! What a resource comes to once proposals are accepted.

use super::Documents;
use super::decided::Decided;
use crate::contract::{Grade, Outcome, Proposed};
use crate::diagnose::{Explanation, Suggestion};
use crate::json::Document;
use crate::path::Path;
use crate::patterns::Patterns;
use crate::rules::Term;
use crate::verdict::Tally;
use std::rc::Rc;

/// Proposals that come with an outcome, and bytes that are compared again for these: where proposals have to do with one
/// another, each outcome is a decision about the whole resource.
const OUTCOMES: usize = 200;
const COMPARED: usize = 100_000_000;

/// The rules of accepted suggestions, each pattern once.
pub(super) fn rules_of<'s>(accepted: impl Iterator<Item = &'s Suggestion>) -> Vec<(Path, Vec<Term>)> {
    let mut patterns = Patterns::default();
    let mut rules: Vec<(Path, Vec<Term>)> = Vec::new();
    for line in accepted.flat_map(|suggestion| &suggestion.lines) {
        let number = patterns.number(&line.pattern, rules.len() as u32) as usize;
        if number == rules.len() {
            rules.push((line.pattern.clone(), Vec::new()));
        }
        let words = &mut rules[number].1;
        for term in &line.words {
            if !words.contains(term) {
                words.push(term.clone());
            }
        }
    }
    rules
}

/// Pairs of places and proposals that are held against each other.
const PAIRS: usize = 200_000;

impl Decided {
    /// What it comes to with proposals accepted.
    pub(super) fn proposed(&self, documents: &Documents) -> Proposed {
        let suggestions = &self.explanation().suggestions;
        let is_up_to = |at: usize, grade| suggestions[at].grade <= grade;
        let up_to = |grade| match self.settled_by() {
            Some(settled_by) => {
                let is_settled = |by: Option<usize>| by.is_some_and(|at| is_up_to(at, grade));
                self.outcome_without(documents, &settled_by, &is_settled)
            }
            None => self.outcome_with(documents, suggestions.iter().filter(|each| each.grade <= grade)),
        };
        Proposed { certain: up_to(Grade::Certain), likely: up_to(Grade::Likely) }
    }

    /// For each suggestion the outcome with it and all before it accepted, in the order in which findings have them.
    pub(super) fn proposed_outcomes(&self, documents: &Documents) -> &[Option<Outcome>] {
        self.outcomes.get_or_init(|| self.outcomes_of(documents))
    }

    fn outcomes_of(&self, documents: &Documents) -> Vec<Option<Outcome>> {
        let Explanation { suggestions, told, .. } = self.explanation();
        let mut outcomes = vec![None; suggestions.len()];
        let mut is_accepted = vec![false; suggestions.len()];
        let settled_by = self.settled_by();
        let mut accepted: Vec<&Suggestion> = Vec::new();
        let length = |document: &Document| document.raw(document.root()).len();
        let most = OUTCOMES.min(COMPARED / (length(&documents.old) + length(&documents.new)).max(1));
        for at in told.iter().filter_map(|told| told.suggestion) {
            if outcomes[at].is_none() && accepted.len() < most {
                accepted.push(&suggestions[at]);
                is_accepted[at] = true;
                outcomes[at] = Some(match &settled_by {
                    Some(settled_by) => {
                        let is_settled = |by: Option<usize>| by.is_some_and(|at| is_accepted[at]);
                        self.outcome_without(documents, settled_by, &is_settled)
                    }
                    None => self.outcome_with(documents, accepted.iter().copied()),
                });
            }
        }
        outcomes
    }

    /// For each decision the suggestion that settles it and has nothing to do with any other: then accepting one takes its
    /// places away, and changes nothing else. Nothing if that is not so for all of them.
    fn settled_by(&self) -> Option<Vec<Option<usize>>> {
        let Explanation { suggestions, told, groups } = self.explanation();
        let lines = || suggestions.iter().flat_map(|suggestion| &suggestion.lines);
        if told.len() * lines().count() > PAIRS {
            return None;
        }
        let mut settled_by = Vec::with_capacity(told.len());
        for ((decision, place), told) in self.decided().zip(told) {
            let inside = told.group.map(|group| &groups[group].inside).or(told.inside.as_ref());
            if told.suggestion.is_some() && inside.is_some_and(|inside| inside.left > 0) {
                return None;
            }
            settled_by.push(told.suggestion);
            if !decision.survives() {
                continue;
            }
            let path = self.case(place).path();
            let mut others = suggestions.iter().enumerate().filter(|(at, _)| Some(*at) != told.suggestion);
            if others.any(|(_, other)| other.lines.iter().any(|line| line.pattern.contains(&path))) {
                return None;
            }
        }
        Some(settled_by)
    }

    /// What the resource comes to without the places for which `is_settled` holds.
    fn outcome_without(
        &self,
        documents: &Documents,
        settled_by: &[Option<usize>],
        is_settled: &dyn Fn(Option<usize>) -> bool,
    ) -> Outcome {
        let mut tally = Tally::default();
        for ((decision, place), by) in self.decided().zip(settled_by) {
            if !is_settled(*by) {
                tally.add(decision.judged, decision.effect, || self.case(place).property());
            }
        }
        self.outcome(documents, &tally)
    }

    /// What the resource comes to with suggestions accepted: found by deciding again.
    fn outcome_with<'s>(
        &self,
        documents: &Documents,
        accepted: impl Iterator<Item = &'s Suggestion>,
    ) -> Outcome {
        let rules = rules_of(accepted);
        if rules.is_empty() {
            return self.verdict_outcome(documents);
        }
        let rules = Rc::new(self.settled.rules().behind(rules));
        Decided::new(documents, rules, self.options.clone(), Rc::clone(&self.background))
            .verdict_outcome(documents)
    }
}
