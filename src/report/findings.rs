//! The findings of a resource, decoded when they are read.

use super::Documents;
use super::decided::{Decided, Decision};
use crate::contract::{Family, Finding, Outcome, Proposal, SettledBy, Settlement, Side};
use crate::diagnose::{self, Candidate, Masks};
use crate::diff::Pair;
use crate::rules::{Rule, Word};
use crate::verdict::{Case, Judged};

impl Decided {
    pub(super) fn findings(&self, documents: &Documents) -> Vec<Finding> {
        let masks = Masks::new(&self.options.reveal);
        let Pair { old, new } = documents.pair();
        let (old_lines, new_lines) = (old.line_index(), new.line_index());
        let mut outcomes = self.proposed_outcomes(documents);
        let mut findings = Vec::new();
        for (decision, case) in self.cases(documents, Decision::is_finding) {
            let Judged::Finding(class, settled_by) = decision.judged else { continue };
            let path = &case.path();
            let proposed = decision.candidate.zip(decision.candidate.and_then(|_| outcomes.pop()));
            let shown_old = case.place.old.map(|node| diagnose::shown(&masks, path, old, &old_lines, node));
            let shown_new = case.place.new.map(|node| diagnose::shown(&masks, path, new, &new_lines, node));
            let cause = diagnose::cause(&case, class);
            findings.push(Finding {
                id: findings.len() as u32,
                path: path.to_string(),
                kind: case.place.kind,
                side: Side::Local,
                class,
                cause,
                action: None,
                reason: None,
                forces_replace: decision.forces_replace(),
                consequence: false,
                settled_by: settled_by.map(|kind| settlement(kind, case.resolved.equality)),
                embedded: None,
                moved: None,
                message: diagnose::sentence(&case, class, cause, shown_old.as_ref(), shown_new.as_ref()),
                proposal: proposed.map(|(candidate, outcome)| proposal(&case, candidate, outcome)),
                old: shown_old,
                new: shown_new,
                remote: None,
            });
        }
        findings
    }
}

fn settlement(kind: SettledBy, rule: Option<&Rule>) -> Settlement {
    let text = match (kind, rule) {
        (SettledBy::Rule, Some(rule)) => rule_text(rule, Family::Equality),
        _ => "equal without any rule".to_owned(),
    };
    Settlement { kind, text }
}

/// A rule as `PATTERN: WORDS`, of one family.
fn rule_text(rule: &Rule, family: Family) -> String {
    let mut text = rule.pattern.to_string();
    for (at, word) in rule.of(family).enumerate() {
        text.push_str(if at == 0 { ": " } else { ", " });
        text.push_str(word.entry().name);
    }
    text
}

fn proposal(case: &Case, candidate: &Candidate, outcome: Outcome) -> Proposal {
    let in_force = case.resolved.equalities().iter();
    Proposal {
        grade: candidate.grade,
        path: diagnose::pattern(&case.path()).to_string(),
        rule: in_force
            .chain([&candidate.word])
            .map(|word| Word::Equality(*word).entry().name.to_owned())
            .collect(),
        same_if: candidate.same_if.map(str::to_owned),
        outcome,
    }
}
