//! The findings of a resource, decoded when they are read.

use super::Documents;
use super::decided::{Decided, Decision};
use crate::contract::{Family, Finding, Outcome, Proposal, SettledBy, Settlement, Side};
use crate::diagnose::{self, Candidate, Masks};
use crate::diff::Pair;
use crate::rules::{Equality, Rule, Word};
use crate::verdict::{Case, Judged};

impl Decided {
    pub(super) fn findings(&self, documents: &Documents) -> Vec<Finding> {
        let masks = Masks::new(&self.options.reveal);
        let Pair { old, new } = documents.pair();
        let (old_lines, new_lines) = (old.line_index(), new.line_index());
        let mut outcomes = self.proposed_outcomes(documents);
        let mut proposals = Proposals::default();
        let mut findings = Vec::new();
        for (decision, case) in self.cases(documents, Decision::is_finding) {
            let Judged::Finding(class, settled_by) = decision.judged else { continue };
            let masked = masks.on(&case);
            let shown_old = case.place.old.map(|node| diagnose::shown(old, &old_lines, node, masked));
            let shown_new = case.place.new.map(|node| diagnose::shown(new, &new_lines, node, masked));
            let cause = diagnose::cause(&case, class);
            findings.push(Finding {
                id: findings.len() as u32,
                path: case.path().to_string(),
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
                proposal: decision
                    .candidate
                    .map(|candidate| proposals.next(&case, candidate, outcomes.pop())),
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

/// Proposals made so far: what a later one of the same pattern must keep.
#[derive(Default)]
struct Proposals {
    /// Patterns with their words, sorted.
    made: Vec<(String, Vec<Equality>)>,
}

impl Proposals {
    /// A proposal: the rule that is in force with one more word, or a new rule.
    fn next(&mut self, case: &Case, candidate: &Candidate, outcome: Option<Outcome>) -> Proposal {
        let (pattern, in_force) = match case.resolved.equality {
            Some(rule) => (rule.pattern.to_string(), rule.equalities.as_slice()),
            None => (diagnose::pattern(&case.path()).to_string(), [].as_slice()),
        };
        let at = self.made.binary_search_by(|(made, _)| made.cmp(&pattern)).unwrap_or_else(|at| {
            self.made.insert(at, (pattern.clone(), in_force.to_vec()));
            at
        });
        let words = &mut self.made[at].1;
        if !words.contains(&candidate.word) {
            words.push(candidate.word);
        }
        Proposal {
            grade: candidate.grade,
            path: pattern,
            rule: words.iter().map(|word| Word::Equality(*word).entry().name.to_owned()).collect(),
            same_if: candidate.same_if.map(str::to_owned),
            outcome,
        }
    }
}
