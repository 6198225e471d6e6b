//! One resource with everything that was decided about it, read piece by piece.

use super::Documents;
use super::decided::Decided;
use super::three_way::ThreeWay;
use super::unseen;
use crate::contract::{Detail, Finding, Group, PropertyDiff, Proposed};

/// What was compared, and what was decided about it.
pub(super) struct Item {
    pub(super) documents: Documents,
    pub(super) decided: Decided,
    pub(super) three: Option<ThreeWay>,
    /// The id of its first finding.
    pub(super) first: u32,
}

impl Item {
    /// What it comes to with proposals accepted.
    pub(super) fn proposed(&self) -> Proposed {
        match &self.three {
            // Words would have to be tried on both differences: none is proposed.
            Some(three) => {
                let outcome = three.outcome(&self.documents);
                Proposed { certain: outcome.clone(), likely: outcome }
            }
            None => self.decided.proposed(&self.documents),
        }
    }

    /// How many findings it has.
    pub(super) fn count(&self) -> u32 {
        match &self.three {
            Some(three) => three.count(),
            None => self.decided.finding_count() + unseen::count(&self.decided),
        }
    }

    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut findings = match &self.three {
            Some(three) => three.findings(&self.decided),
            None => {
                let mut findings = self.decided.findings(&self.documents);
                findings.extend(unseen::findings(&self.decided, &self.documents, findings.len() as u32));
                findings
            }
        };
        for finding in &mut findings {
            finding.id += self.first;
        }
        findings
    }

    /// The lists and maps in which many findings are one difference.
    pub(super) fn groups(&self) -> Vec<Group> {
        if self.three.is_some() {
            return Vec::new();
        }
        let mut groups = self.decided.groups(&self.documents);
        for id in groups.iter_mut().flat_map(|group| &mut group.findings) {
            *id += self.first;
        }
        groups
    }

    /// The expensive views of a finding.
    pub(super) fn detail(&self, finding: u32) -> Option<Detail> {
        let own = finding.checked_sub(self.first)?;
        if self.three.is_some() {
            return None;
        }
        self.decided.detail(&self.documents, own)
    }

    pub(super) fn detailed_diff(&self) -> Vec<PropertyDiff> {
        self.decided.detailed_diff()
    }
}
