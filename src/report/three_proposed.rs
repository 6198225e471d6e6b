//! What is proposed where there are three sides: words that make remote and new one, each tried by deciding again.

use super::Documents;
use super::changes::{Changes, together};
use super::decided::Decided;
use super::findings::proposal;
use super::item::Item;
use super::promised::rules_of;
use super::three_way::ThreeWay;
use crate::contract::{Finding, Grade, Outcome, Proposed};
use crate::diagnose::Suggestion;
use std::rc::Rc;

/// Proposals that come with an outcome: each is a decision about the whole resource.
const OUTCOMES: usize = 50;

/// Three sides with what is decided about them.
#[derive(Clone, Copy)]
pub(super) struct Sides<'s> {
    pub(super) documents: &'s Documents,
    pub(super) local: &'s Decided,
    pub(super) three: &'s ThreeWay,
}

/// A suggestion that settles a finding.
pub(super) struct Offer {
    /// The position of the finding.
    finding: usize,
    suggestion: Suggestion,
    /// With this one and all before it accepted.
    outcome: Option<Outcome>,
}

impl Sides<'_> {
    /// The same sides with suggestions accepted.
    fn accepting<'s>(&self, accepted: impl Iterator<Item = &'s Suggestion>) -> ThreeWay {
        let rules = Rc::new(self.local.settled.rules().behind(rules_of(accepted)));
        let Decided { options, background, .. } = self.local;
        let local = Decided::new(self.documents, rules, options.clone(), Rc::clone(background));
        self.three.again(self.documents, &local)
    }
}

impl Item {
    /// All three-sided parts; of two sides, none.
    fn sides(&self) -> Vec<Sides<'_>> {
        let own = self.three.iter();
        let own = own.map(|three| Sides { documents: &self.documents, local: &self.decided, three });
        own.chain(self.changes.iter().flat_map(Changes::parts)).collect()
    }

    /// What suggestions settle findings, looked for when it is first asked for.
    fn offers(&self) -> &[Offer] {
        self.offers.get_or_init(|| {
            let mut offers: Vec<Offer> = Vec::new();
            let mut first = 0;
            for sides in self.sides() {
                for (at, path, suggestion) in sides.three.suggestions() {
                    if sides.accepting(std::iter::once(suggestion)).leaves_alone(path) {
                        let suggestion = suggestion.clone();
                        offers.push(Offer { finding: first + at, suggestion, outcome: None });
                    }
                }
                first += sides.three.count() as usize;
            }
            for at in 0..offers.len().min(OUTCOMES) {
                let outcome = self.outcome_accepting(&|position, _| position <= at, &offers);
                offers[at].outcome = Some(outcome);
            }
            offers
        })
    }

    /// What the resource comes to with some of the offers accepted.
    fn outcome_accepting(&self, is_accepted: &dyn Fn(usize, Grade) -> bool, offers: &[Offer]) -> Outcome {
        let of_sides = |sides: &Sides| {
            let accepted = offers.iter().enumerate();
            let accepted = accepted.filter(|(at, offer)| is_accepted(*at, offer.suggestion.grade));
            sides.accepting(accepted.map(|(_, offer)| &offer.suggestion)).outcome(sides.documents)
        };
        self.decided.under(together(self.sides().iter().map(of_sides)))
    }

    /// What three sides come to with proposals accepted.
    pub(super) fn proposed_of_three(&self) -> Proposed {
        let up_to = |most| self.outcome_accepting(&|_, grade| grade <= most, self.offers());
        Proposed { certain: up_to(Grade::Certain), likely: up_to(Grade::Likely) }
    }

    /// Puts what is proposed into the findings of three sides.
    pub(super) fn offer(&self, findings: &mut [Finding]) {
        for Offer { finding, suggestion, outcome } in self.offers() {
            if let Some(finding) = findings.get_mut(*finding) {
                finding.proposal = Some(proposal(suggestion, 0, outcome.clone()));
            }
        }
    }
}
