//! The findings of a resource, decoded when they are read.

use super::Documents;
use super::decided::Decided;
use crate::contract::{Family, Finding, Outcome, Proposal, SettledBy, Settlement, Side};
use crate::diagnose::{self, Candidate, Masks, Proposed};
use crate::json::NodeId;
use crate::places::{self, Pair};
use crate::rules::{Resolved, Rule, Scope};
use crate::verdict::{Case, Judged};

impl Decided {
    pub(super) fn findings(&self, documents: &Documents) -> Vec<Finding> {
        if !self.has_findings() {
            // Nothing needs positions.
            return Vec::new();
        }
        let masks = Masks::new(&self.options.reveal);
        let Pair { old, new } = documents.pair();
        let (old_lines, new_lines) = (old.line_index(), new.line_index());
        let range = |case: &Case, side: places::Side| {
            let (document, lines) = match side {
                places::Side::Old => (old, &old_lines),
                places::Side::New => (new, &new_lines),
            };
            diagnose::range(lines, document.span(self.settled.host(case.place, side)))
        };
        let mut outcomes = self.proposed_outcomes();
        let mut proposed = Proposed::default();
        let mut findings = Vec::new();
        for ((decision, place), candidate) in self.decided().zip(self.candidates()) {
            let case = self.case(place);
            let Judged::Finding(class, settled_by) = decision.judged else { continue };
            let masked = masks.on(&case);
            let is_hashed = case.resolved().scope(Scope::Hashed).is_some();
            let shown = |side, node: Option<NodeId>| {
                let document = case.documents.side(side);
                node.map(|node| diagnose::shown(document, node, is_hashed, masked, range(&case, side)))
            };
            let (shown_old, shown_new) =
                (shown(places::Side::Old, case.old), shown(places::Side::New, case.new));
            let cause = diagnose::cause(&case, class, *candidate);
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
                settled_by: settled_by.map(|kind| settlement(kind, case.resolved())),
                embedded: self.settled.frames.frame(self.settled.paths.frame(case.place.path)).embedded,
                moved: None,
                message: diagnose::sentence(
                    &case,
                    class,
                    cause,
                    [shown_old.as_ref(), shown_new.as_ref()],
                    decision.effect.most,
                    *candidate,
                ),
                proposal: candidate
                    .map(|candidate| proposal(&mut proposed, &case, candidate, outcomes.pop())),
                old: shown_old,
                new: shown_new,
                remote: None,
            });
        }
        findings
    }
}

fn settlement(kind: SettledBy, resolved: &Resolved) -> Settlement {
    let text = match (kind, &resolved.equality, &resolved.scope) {
        (SettledBy::Rule, Some(rule), _) => rule_text(rule, Family::Equality),
        (SettledBy::Scope, _, Some((rule, _))) => rule_text(rule, Family::Scope),
        (SettledBy::Option, ..) => "ignoreChanges".to_owned(),
        (SettledBy::BuiltIn, ..) => "equal without any rule".to_owned(),
        _ => "the rules for what is inside".to_owned(),
    };
    Settlement { kind, text }
}

/// A rule as `PATTERN: WORDS`, of one family.
fn rule_text(rule: &Rule, family: Family) -> String {
    let mut text = rule.pattern.to_string();
    for (at, term) in rule.of(family).enumerate() {
        text.push_str(if at == 0 { ": " } else { ", " });
        text.push_str(&term.to_string());
    }
    text
}

/// A proposal: the rule that is in force at the place with one more word, or a new rule.
fn proposal(
    proposed: &mut Proposed,
    case: &Case,
    candidate: &Candidate,
    outcome: Option<Outcome>,
) -> Proposal {
    let (path, words) = proposed.rule(case, candidate);
    Proposal {
        grade: candidate.grade,
        path,
        rule: words.iter().map(ToString::to_string).collect(),
        same_if: candidate.same_if.map(str::to_owned),
        outcome,
    }
}
