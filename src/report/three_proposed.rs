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
        Trial { sides, accepted: Vec::new(), outcome: sides.three.outcome(sides.documents) }
    }

    /// Accepts those of some suggestions that reach these sides, too.
    fn accept(&mut self, suggestions: impl IntoIterator<Item = &'s Suggestion>) {
        let before = self.accepted.len();
        let is_for_these = |suggestion: &&Suggestion| self.sides.three.is_reached_by(suggestion);
        self.accepted.extend(suggestions.into_iter().filter(is_for_these));
        if self.accepted.len() > before {
            let three = accepting(self.sides, self.accepted.iter().copied());
            self.outcome = three.outcome(self.sides.documents);
        }
    }
}

/// What suggestions settle findings of these sides; `under` puts a floor under what values come to.
pub(super) fn offers<'s>(all: &'s [Sides<'s>], under: &dyn Fn(Outcome) -> Outcome) -> Vec<Offer> {
    let mut found: Vec<(usize, &'s Suggestion)> = Vec::new();
    let mut first = 0;
    for sides in all {
        for (at, path, suggestion) in sides.three.suggestions() {
            if accepting(sides, std::iter::once(suggestion)).leaves_alone(path) {
                found.push((first + at, suggestion));
            }
        }
        first += sides.three.count() as usize;
    }
    let mut trials: Vec<Trial> = all.iter().map(Trial::new).collect();
    let offer = |(number, (finding, suggestion)): (usize, (usize, &'s Suggestion))| {
        let outcome = || {
            for trial in &mut trials {
                trial.accept([suggestion]);
            }
            under(together(trials.iter().map(|trial| trial.outcome.clone())))
        };
        let outcome = (number < OUTCOMES).then(outcome);
        Offer { finding, suggestion: suggestion.clone(), outcome }
    };
    found.into_iter().enumerate().map(offer).collect()
}

/// What the resource comes to with offers up to a grade accepted.
pub(super) fn outcome_up_to(all: &[Sides], offers: &[Offer], most: Grade) -> Outcome {
    let accepted = offers.iter().map(|offer| &offer.suggestion).filter(|suggestion| suggestion.grade <= most);
    let of_sides = |sides| {
        let mut trial = Trial::new(sides);
        trial.accept(accepted.clone());
        trial.outcome
    };
    together(all.iter().map(of_sides))
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
