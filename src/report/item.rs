//! One resource with everything that was decided about it, read piece by piece.

use super::Documents;
use super::changes::Changes;
use super::decided::Decided;
use super::three_proposed::{Offer, offer, offers, outcome_up_to};
use super::three_way::{Sides, ThreeWay};
use super::unseen;
use crate::contract::{
    Action, Detail, FieldAction, Finding, Grade, Group, Keys, Outcome, PropertyDiff, Proposed, Quiet,
    Resource, Verdict,
};
use std::cell::OnceCell;

/// What was compared, and what was decided about it.
pub(super) struct Item {
    pub(super) documents: Documents,
    pub(super) decided: Decided,
    pub(super) three: Option<ThreeWay>,
    /// Of a plan that has nothing but changes with three sides.
    pub(super) changes: Option<Changes>,
    /// The id of its first finding.
    pub(super) first: u32,
    /// Of three sides, what is proposed.
    pub(super) offers: OnceCell<Vec<Offer>>,
}

impl Item {
    /// The resource, as far as values tell.
    pub(super) fn resource(&self) -> Resource {
        let resource = self.decided.resource(&self.documents);
        let Some(changes) = &self.changes else { return resource };
        let Outcome { action, at_least, certainty, replaces } = self.decided.under(changes.outcome());
        Resource {
            raw: self.decided.under(changes.raw()),
            counts: changes.counts(),
            verdict: Verdict {
                action,
                at_least,
                certainty,
                replaces,
                changes: action != Action::NoOp,
                changes_id: action == Action::Update && changes.most() == Some(FieldAction::UpdateId),
                ..resource.verdict
            },
            ..resource
        }
    }

    /// What it comes to with proposals accepted.
    pub(super) fn proposed(&self) -> Proposed {
        if !self.has_three_sides() {
            return self.decided.proposed(&self.documents);
        }
        let up_to = |most| self.decided.under(outcome_up_to(&self.sides(), self.offers(), most));
        Proposed { certain: up_to(Grade::Certain), likely: up_to(Grade::Likely) }
    }

    /// How many findings it has.
    pub(super) fn count(&self) -> u32 {
        match (&self.three, &self.changes) {
            (Some(three), _) => three.count(),
            (_, Some(changes)) => changes.count(),
            _ => self.decided.finding_count() + unseen::count(&self.decided),
        }
    }

    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut findings = match (&self.three, &self.changes) {
            (Some(three), _) => three.findings(&self.decided),
            (_, Some(changes)) => changes.findings(),
            _ => self.decided.findings(&self.documents),
        };
        if self.has_three_sides() {
            offer(self.offers(), &mut findings);
        } else {
            findings.extend(unseen::findings(&self.decided, &self.documents, findings.len() as u32));
        }
        for finding in &mut findings {
            finding.id += self.first;
        }
        findings
    }

    /// All parts with three sides.
    fn sides(&self) -> Vec<Sides<'_>> {
        let own = self.three.iter();
        let own = own.map(|three| Sides { documents: &self.documents, local: &self.decided, three });
        own.chain(self.changes.iter().flat_map(Changes::parts)).collect()
    }

    /// Of three sides, what is proposed.
    fn offers(&self) -> &[Offer] {
        self.offers.get_or_init(|| offers(&self.sides(), &|outcome| self.decided.under(outcome)))
    }

    fn has_three_sides(&self) -> bool {
        self.three.is_some() || self.changes.is_some()
    }

    /// The lists and maps in which many findings are one difference.
    pub(super) fn groups(&self) -> Vec<Group> {
        if self.has_three_sides() {
            return Vec::new();
        }
        let mut groups = self.decided.groups(&self.documents);
        for id in groups.iter_mut().flat_map(|group| &mut group.findings) {
            *id += self.first;
        }
        groups
    }

    /// Keys that are counted and are no findings.
    pub(super) fn keys(&self, which: Quiet, from: u32) -> Keys {
        if self.has_three_sides() { Keys::default() } else { self.decided.keys(&self.documents, which, from) }
    }

    /// The expensive views of a finding.
    pub(super) fn detail(&self, finding: u32) -> Option<Detail> {
        let own = finding.checked_sub(self.first)?;
        if self.has_three_sides() {
            return None;
        }
        self.decided.detail(&self.documents, own)
    }

    pub(super) fn detailed_diff(&self) -> Vec<PropertyDiff> {
        self.decided.detailed_diff()
    }
}
