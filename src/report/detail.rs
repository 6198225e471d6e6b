//! The expensive views of one finding, made when they are asked for.

use super::Documents;
use super::decided::Decided;
use super::findings::Reading;
use crate::contract::{Aligned, Canonical, Class, Detail, Finding, Kind as ChangeKind};
use crate::diagnose::{self, Explainer, Parts, Told};
use crate::diff::Order;
use crate::places::Place;
use crate::rules::{Term, equalities};
use crate::verdict::Case;

impl Decided {
    /// The views of a finding; none if there is no such finding.
    pub(super) fn detail(&self, documents: &Documents, id: u32) -> Option<Detail> {
        let (at, (_, place)) =
            self.decided().enumerate().filter(|(_, (decision, _))| decision.is_finding()).nth(id as usize)?;
        let Told { suggestion, group, inside } = &self.explanation().told[at];
        let case = self.case(place);
        let is_masked = self.masks.on(&case).is_some();
        let suggested = suggestion.map(|at| &self.explanation().suggestions[at]);
        let group = group.map(|at| &self.explanation().groups[at]);
        let own = suggested.filter(|_| group.is_none()).and_then(|suggested| suggested.lines.first());
        let words = own.map_or_else(|| case.resolved().equalities(), |line| &line.words);
        let canonical =
            (!is_masked && !words.is_empty()).then(|| self.settled.canonical(place, &equalities(words)));
        let list = group.map_or(place, |group| Place { path: group.path, kind: ChangeKind::Update });
        let led = group.map(|group| &group.inside.words).or(inside.as_ref().map(|inside| &inside.words));
        let order = match group.map(|group| &group.parts) {
            Some(Parts::Elements(order)) => Some(aligned(order)),
            Some(Parts::Keys) => None,
            None => self.settled.order(place.path).map(|order| aligned(&order)),
        };
        Some(Detail {
            canonical: canonical.map(|[old, new]| Canonical { old, new }),
            text: if is_masked { None } else { diagnose::text(&case) },
            inner: led.map_or_else(Vec::new, |words| self.inner(documents, &self.case(list), words)),
            alignment: order,
        })
    }

    /// What differs inside a place with words that open it.
    fn inner(&self, documents: &Documents, case: &Case, words: &[Term]) -> Vec<Finding> {
        let Some(opened) = case.settled.with(case.place, &equalities(words)).inside else {
            return Vec::new();
        };
        let explanation = Explainer::new(&self.masks, self.options.olds).explain_inside(&opened, words);
        let host = self.ranges(documents, case);
        let mut findings =
            Reading::inside(self, &opened, &explanation, host).findings(&self.decisions_of(&opened));
        // That the place itself is settled is no part of what is inside it.
        let own = case.path().to_string();
        findings.retain(|finding| finding.path != own || finding.class != Class::Spurious);
        findings
    }
}

fn aligned(order: &Order) -> Vec<Aligned> {
    let matched_by = order.keys.first().cloned().unwrap_or_default();
    let of_old = (0..).zip(&order.of_old).map(|(old, new)| (Some(old), *new));
    let of_new = (0..).zip(&order.of_new).filter(|(_, old)| old.is_none()).map(|(new, _)| (None, Some(new)));
    let pair = |(old, new): (Option<u32>, Option<u32>)| {
        let is_pair = old.is_some() && new.is_some();
        Aligned { old, new, matched_by: if is_pair { matched_by.clone() } else { Vec::new() } }
    };
    of_old.chain(of_new).map(pair).collect()
}
