//! What is proposed where there are three sides: words that make remote and new one, each tried by deciding again.

use super::changes::together;
use super::decided::Decided;
use super::findings::proposal;
use super::promised::rules_of;
use super::three_way::{Sides, ThreeWay};
use crate::contract::{Finding, Grade, Outcome};
use crate::diagnose::Suggestion;
use std::rc::Rc;

/// Proposals that come with an outcome: each is a decision about the whole resource.
const OUTCOMES: usize = 50;

/// A suggestion that settles a finding.
pub(super) struct Offer {
    /// The position of the finding.
    finding: usize,
    suggestion: Suggestion,
    /// With this one and all before it accepted.
    outcome: Option<Outcome>,
}

/// Sides, and what they come to with the suggestions accepted that reach them.
struct Trial<'s> {
    sides: &'s Sides<'s>,
    accepted: Vec<&'s Suggestion>,
    outcome: Outcome,
}

impl<'s> Trial<'s> {
    fn new(sides: &'s Sides<'s>) -> Trial<'s> {
        Trial { sides, accepted: Vec::new(), outcome: outcome_with(sides, &[]) }
    }

    /// Accepts one more suggestion, if it reaches these sides; with it `alone` they come to this, where that is known.
    fn accept(&mut self, suggestion: &'s Suggestion, alone: Option<&Outcome>) {
        if !self.sides.three.is_reached_by(suggestion) {
            return;
        }
        self.accepted.push(suggestion);
        self.outcome = match alone.filter(|_| self.accepted.len() == 1) {
            Some(alone) => alone.clone(),
            None => outcome_with(self.sides, &self.accepted),
        };
    }
}

/// A suggestion that leaves nothing to do at its path, with what its own sides come to with it alone.
struct Found<'s> {
    part: usize,
    finding: usize,
    suggestion: &'s Suggestion,
    alone: Outcome,
}

fn found<'s>(all: &'s [Sides<'s>]) -> Vec<Found<'s>> {
    let mut found = Vec::new();
    let mut first = 0;
    for (part, sides) in all.iter().enumerate() {
        for (at, path, suggestion) in sides.three.suggestions() {
            let three = accepting(sides, std::iter::once(suggestion));
            if three.leaves_alone(path) {
                let alone = three.outcome(sides.documents);
                found.push(Found { part, finding: first + at, suggestion, alone });
            }
        }
        first += sides.three.count() as usize;
    }
    found
}

/// What suggestions settle findings of these sides; `under` puts a floor under what values come to.
pub(super) fn offers<'s>(all: &'s [Sides<'s>], under: &dyn Fn(Outcome) -> Outcome) -> Vec<Offer> {
    let mut trials: Vec<Trial> = all.iter().map(Trial::new).collect();
    let mut outcome_with = |found: &Found<'s>| {
        for (part, trial) in trials.iter_mut().enumerate() {
            trial.accept(found.suggestion, (part == found.part).then_some(&found.alone));
        }
        under(together(trials.iter().map(|trial| trial.outcome.clone())))
    };
    let offer = |(number, found): (usize, Found<'s>)| Offer {
        outcome: (number < OUTCOMES).then(|| outcome_with(&found)),
        finding: found.finding,
        suggestion: found.suggestion.clone(),
    };
    found(all).into_iter().enumerate().map(offer).collect()
}

/// What the resource comes to with offers up to a grade accepted.
pub(super) fn outcome_up_to(all: &[Sides], offers: &[Offer], most: Grade) -> Outcome {
    // The last one tells, as long as it comes after all of them.
    if let Some(Offer { outcome: Some(with_all), .. }) = offers.last()
        && offers.iter().all(|offer| offer.suggestion.grade <= most)
    {
        return with_all.clone();
    }
    let accepted = offers.iter().map(|offer| &offer.suggestion).filter(|suggestion| suggestion.grade <= most);
    let of_sides = |sides: &Sides| {
        let reached = accepted.clone().filter(|suggestion| sides.three.is_reached_by(suggestion));
        outcome_with(sides, &reached.collect::<Vec<_>>())
    };
    together(all.iter().map(of_sides))
}

/// What sides come to with suggestions accepted.
fn outcome_with(sides: &Sides, accepted: &[&Suggestion]) -> Outcome {
    if accepted.is_empty() {
        return sides.three.outcome(sides.documents);
    }
    accepting(sides, accepted.iter().copied()).outcome(sides.documents)
}

/// The same sides with suggestions accepted.
fn accepting<'s>(sides: &Sides, accepted: impl Iterator<Item = &'s Suggestion>) -> ThreeWay {
    let rules = Rc::new(sides.local.settled.rules().behind(rules_of(accepted)));
    let Decided { options, background, .. } = sides.local;
    let local = Decided::new(sides.documents, rules, options.clone(), Rc::clone(background));
    sides.three.again(sides.documents, &Rc::new(local))
}

/// Puts what is offered into findings.
pub(super) fn offer(offers: &[Offer], findings: &mut [Finding]) {
    for Offer { finding, suggestion, outcome } in offers {
        if let Some(finding) = findings.get_mut(*finding) {
            finding.proposal = Some(proposal(suggestion, 0, outcome.clone()));
        }
    }
}
