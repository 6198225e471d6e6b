//! What is proposed where there are three sides: words that make remote and new one, each tried by deciding again.

use super::changes::together;
use super::decided::Decided;
use super::findings::proposal;
use super::promised::rules_of;
use super::three_way::{Sides, ThreeWay};
use crate::contract::{Finding, Grade, Outcome};
use crate::diagnose::Suggestion;
use std::borrow::Borrow;
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

/// What suggestions settle findings of these sides; `under` puts a floor under what values come to.
pub(super) fn offers(all: &[Sides], under: &dyn Fn(Outcome) -> Outcome) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    let mut first = 0;
    for sides in all {
        for (at, path, suggestion) in sides.three.suggestions() {
            if accepting(sides, std::iter::once(suggestion)).leaves_alone(path) {
                let suggestion = suggestion.clone();
                offers.push(Offer { finding: first + at, suggestion, outcome: None });
            }
        }
        first += sides.three.count() as usize;
    }
    for at in 0..offers.len().min(OUTCOMES) {
        let outcome = under(outcome_with(all, &offers[..=at]));
        offers[at].outcome = Some(outcome);
    }
    offers
}

/// What the resource comes to with offers up to a grade accepted.
pub(super) fn outcome_up_to(all: &[Sides], offers: &[Offer], most: Grade) -> Outcome {
    let accepted: Vec<&Offer> = offers.iter().filter(|offer| offer.suggestion.grade <= most).collect();
    outcome_with(all, &accepted)
}

/// What the resource comes to with these offers accepted.
fn outcome_with<O: Borrow<Offer>>(all: &[Sides], accepted: &[O]) -> Outcome {
    let of_sides = |sides: &Sides| {
        let suggestions = accepted.iter().map(|offer| &offer.borrow().suggestion);
        accepting(sides, suggestions).outcome(sides.documents)
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
