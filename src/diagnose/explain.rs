//! What explains the differences: the weakest words that settle each, and the lists and maps in which many are one.

use super::explanation::{Explanation, Suggestion, Told};
use super::proposed::Proposed;
use super::shown::Masks;
use crate::contract::{Class, Kind as ChangeKind, Olds};
use crate::diff::Settled;
use crate::places::{PathId, Place};
use crate::rules::Term;
use crate::verdict::{Case, Judged};

/// Documents and lists inside one another that are looked into.
const DEPTH: u32 = 6;

/// Looks for what explains places.
pub struct Explainer<'m> {
    pub(super) masks: &'m Masks,
    olds: Olds,
    pub(super) proposed: Proposed,
    /// Levels that are still looked into.
    pub(super) depth: u32,
}

impl<'m> Explainer<'m> {
    /// Nothing is proposed yet.
    pub fn new(masks: &'m Masks, olds: Olds) -> Explainer<'m> {
        Explainer { masks, olds, proposed: Proposed::default(), depth: DEPTH }
    }

    /// Explains every place that nothing settled.
    pub fn explain(&mut self, settled: &Settled) -> Explanation {
        self.explain_inside(settled, &[])
    }

    /// The same where words for the whole have been used already.
    pub fn explain_inside(&mut self, settled: &Settled, used: &[Term]) -> Explanation {
        let mut explanation =
            Explanation { told: vec![Told::default(); settled.judgements.len()], ..Explanation::default() };
        self.gather(settled, used, &mut explanation);
        for at in 0..settled.judgements.len() {
            if explanation.told[at].group.is_some() {
                continue;
            }
            let case = self.case(settled, at);
            let found = match case.judged(settled.judgements[at].ruling) {
                Judged::Finding(Class::Real, _) => self.place(&case),
                Judged::Finding(Class::Unknown, _) => self.unknown(&case),
                _ => continue,
            };
            let suggestion = found.suggestion.map(|found| self.suggest(&mut explanation.suggestions, found));
            explanation.told[at] = Told { suggestion, group: None, inside: found.inside };
        }
        explanation
    }

    pub(super) fn case<'s>(&self, settled: &'s Settled, at: usize) -> Case<'s> {
        Case::new(settled, self.olds, settled.judgements[at].place)
    }

    /// The values at a path as one place.
    pub(super) fn case_at<'s>(&self, settled: &'s Settled, path: PathId) -> Case<'s> {
        Case::new(settled, self.olds, Place { path, kind: ChangeKind::Update })
    }

    pub(super) fn is_real(&self, settled: &Settled, at: usize) -> bool {
        let judged = self.case(settled, at).judged(settled.judgements[at].ruling);
        matches!(judged, Judged::Finding(Class::Real, _))
    }

    /// Adds a suggestion; one that was the last one for its pattern is not made twice.
    pub(super) fn suggest(&mut self, suggestions: &mut Vec<Suggestion>, suggestion: Suggestion) -> usize {
        let number = self.proposed.number(&suggestion.lines[0].pattern);
        let last = self.proposed.last(number);
        let is_again = |at: &usize| suggestions.get(*at) == Some(&suggestion);
        if let Some(at) = last.filter(is_again) {
            return at;
        }
        suggestions.push(suggestion);
        *last = Some(suggestions.len() - 1);
        suggestions.len() - 1
    }
}
