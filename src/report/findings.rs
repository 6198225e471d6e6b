//! The findings of a resource and the lists and maps that explain them, decoded when they are read.

use super::Documents;
use super::decided::{Decided, Decision};
use crate::contract::{
    Action, Cause, Class, Family, Finding, Group, InnerRule, Moved, Olds, Outcome, Proposal, Range,
    SettledBy, Settlement, Shown, Side,
};
use crate::diagnose::{self, Consequence, Explanation, Line, Parts, Suggestion, Told};
use crate::diff::Settled;
use crate::json::{Document, LineIndex};
use crate::places::{self, Pair};
use crate::rules::{Resolved, Rule, Scope};
use crate::verdict::{Case, Judged};
use std::cell::OnceCell;

/// What is needed to decode findings.
pub(super) struct Reading<'d> {
    decided: &'d Decided,
    /// The places, and what explains them: those of the resource, or of something inside one.
    settled: &'d Settled,
    explanation: &'d Explanation,
    /// What an update returned.
    outs: Option<&'d Document>,
    ranges: Ranges<'d>,
    /// For each suggestion what it leads to; none inside of something.
    outcomes: &'d [Option<Outcome>],
    /// The one property that forces the replacement, and what would happen without it.
    forcing: Option<(String, Action)>,
}

/// Where values stand in the texts that were read.
enum Ranges<'d> {
    Own(Pair<'d>, [OnceCell<LineIndex<'d>>; 2]),
    /// All in one place.
    Host([Option<Range>; 2]),
}

impl Decided {
    pub(super) fn findings(&self, documents: &Documents) -> Vec<Finding> {
        if !self.has_findings() {
            // Nothing needs positions.
            return Vec::new();
        }
        self.reading(documents).findings(self.decisions())
    }

    pub(super) fn finding_count(&self) -> u32 {
        self.decisions().iter().filter(|decision| decision.is_finding()).count() as u32
    }

    /// The lists and maps in which many findings are one difference.
    pub(super) fn groups(&self, documents: &Documents) -> Vec<Group> {
        let explanation = self.explanation();
        if explanation.groups.is_empty() {
            return Vec::new();
        }
        let reading = self.reading(documents);
        // The ids of findings by their decisions.
        let mut ids = Vec::new();
        let mut next = 0;
        for (decision, _) in self.decided() {
            ids.push(next);
            next += u32::from(decision.is_finding());
        }
        (0..).zip(&explanation.groups).map(|(id, group)| reading.group(id, group, &ids)).collect()
    }

    /// Where both sides of a place stand in the texts that were read.
    pub(super) fn ranges(&self, documents: &Documents, case: &Case) -> [Option<Range>; 2] {
        let reading = self.reading(documents);
        [places::Side::Old, places::Side::New].map(|side| reading.range(case, side))
    }

    fn reading<'d>(&'d self, documents: &'d Documents) -> Reading<'d> {
        Reading {
            decided: self,
            settled: &self.settled,
            explanation: self.explanation(),
            outs: documents.outs.as_deref(),
            ranges: Ranges::Own(documents.pair(), Default::default()),
            outcomes: self.proposed_outcomes(documents),
            forcing: self.forcing(documents),
        }
    }
}

impl<'d> Reading<'d> {
    /// What is inside something: `host` is where that stands.
    pub(super) fn inside(
        decided: &'d Decided,
        settled: &'d Settled,
        explanation: &'d Explanation,
        host: [Option<Range>; 2],
    ) -> Reading<'d> {
        let ranges = Ranges::Host(host);
        Reading { decided, settled, explanation, outs: None, ranges, outcomes: &[], forcing: None }
    }

    /// The findings among decisions, in order.
    pub(super) fn findings(&self, decisions: &[Decision]) -> Vec<Finding> {
        // Of a long list this walks all elements, and each of them may be a finding.
        let of_group = |group| diagnose::within(group, &self.path_of(group));
        let withins: Vec<String> = self.explanation.groups.iter().map(of_group).collect();
        let mut findings = Vec::new();
        for (at, decision) in decisions.iter().enumerate() {
            findings.extend(self.finding(findings.len() as u32, at, *decision, &withins));
        }
        findings
    }

    fn finding(&self, id: u32, at: usize, decision: Decision, withins: &[String]) -> Option<Finding> {
        let Judged::Finding(class, settled_by) = decision.judged else { return None };
        let Reading { decided, settled, explanation, .. } = *self;
        let case = &decided.case_of(settled, settled.judgements[at].place);
        let Told { suggestion, group, inside } = &explanation.told[at];
        let suggested = suggestion.map(|at| &explanation.suggestions[at]);
        let group_of = group.map(|at| &explanation.groups[at]);
        let [old, new] = self.shown(case);
        let cause = match group_of {
            Some(group) => group.cause,
            None if class == Class::Real && self.is_never_returned(case) => Cause::Contract,
            None => diagnose::cause(case, class, suggested),
        };
        let consequence = decided.consequence(case, decision);
        let path = case.path().to_string();
        let told = diagnose::Sentence {
            case: *case,
            path: &path,
            class,
            cause,
            shown: [old.as_ref(), new.as_ref()],
            most: decision.effect.most,
            consequence,
            called: decided.background.called,
            settled_by,
            without: self.without(case),
            is_stated: !decided.background.forces.is_empty() && decided.background.forces.meet(&case.path()),
            suggestion: suggested,
            inside: inside.as_ref(),
            within: group.map(|at| withins[at].as_str()),
        };
        let message = diagnose::sentence(&told);
        Some(Finding {
            id,
            path,
            kind: case.place.kind,
            side: Side::Local,
            class,
            cause,
            action: None,
            reason: None,
            forces_replace: decision.forces_replace(),
            consequence: consequence.is_some(),
            settled_by: settled_by.map(|kind| settlement(kind, case.resolved())),
            embedded: settled.frames.frame(settled.paths.frame(case.place.path)).embedded,
            moved: None,
            message,
            group: group.map(|at| at as u32),
            proposal: suggestion
                .filter(|_| !decision.is_consequence)
                .map(|at| self.proposal(at, inside.as_ref().map_or(0, |inside| inside.left))),
            old,
            new,
            remote: None,
        })
    }

    fn group(&self, id: u32, group: &diagnose::Group, ids: &[u32]) -> Group {
        let decided = self.decided;
        let path = self.path_of(group);
        let forcing = group.members.iter().find(|at| decided.decisions()[**at].forces_replace());
        let price = forcing.map(|at| decided.case(decided.settled.judgements[*at].place));
        let price = price.map(|case| {
            let at = self.settled.paths.path(&self.settled.frames, group.path);
            let is_stated = decided.background.forces.meet(&case.path());
            diagnose::group_price(&case, &at, is_stated, self.without(&case))
        });
        let moved = match &group.parts {
            Parts::Elements(order) => match order.moved()[..] {
                [(old, new)] => {
                    let place = |position| format!("{path}[{position}]");
                    let matched_by = order.keys.first().cloned().unwrap_or_default();
                    Some(Moved { from: place(old), to: place(new), matched_by })
                }
                _ => None,
            },
            Parts::Keys => None,
        };
        Group {
            id,
            cause: group.cause,
            message: diagnose::of_group(group, &path, &price.unwrap_or_default()),
            findings: group.members.iter().map(|at| ids[*at]).collect(),
            forces_replace: forcing.is_some(),
            moved,
            keys: match &group.parts {
                Parts::Elements(order) => order.keys.clone(),
                Parts::Keys => Vec::new(),
            },
            proposal: group.suggestion.map(|at| self.proposal(at, group.inside.left)),
            path,
        }
    }

    fn path_of(&self, group: &diagnose::Group) -> String {
        self.settled.paths.path(&self.settled.frames, group.path).to_string()
    }

    /// What is shown of both sides, with their places in the texts that were read.
    fn shown(&self, case: &Case) -> [Option<Shown>; 2] {
        let [old, new] = diagnose::values(case, self.decided.masks.on(case));
        let placed = |shown: Option<Shown>, side: places::Side| {
            shown.map(|shown| Shown { range: self.range(case, side), ..shown })
        };
        [placed(old, places::Side::Old), placed(new, places::Side::New)]
    }

    fn range(&self, case: &Case, side: places::Side) -> Option<Range> {
        let index = usize::from(side == places::Side::New);
        match &self.ranges {
            Ranges::Own(documents, lines) => {
                let document = documents.side(side);
                let lines = lines[index].get_or_init(|| document.line_index());
                let span = document.span(self.settled.host(case.place, side));
                document.source().has(span).then(|| diagnose::range(lines, span))
            }
            Ranges::Host(host) => host[index],
        }
    }

    /// Whether the state and what the update returned lack what the program sets.
    fn is_never_returned(&self, case: &Case) -> bool {
        let lacks = |outs: &Document| outs.member(outs.root(), &case.property()).is_none();
        case.olds == Olds::State && case.is_set_only() && self.outs.is_some_and(lacks)
    }

    /// What would happen without a place's property, if that alone forces the replacement.
    fn without(&self, case: &Case) -> Option<Action> {
        let (property, action) = self.forcing.as_ref()?;
        (case.property() == *property).then_some(*action)
    }

    /// A suggestion as it is proposed; `left` is what it leaves at its place.
    fn proposal(&self, at: usize, left: usize) -> Proposal {
        let outcome = self.outcomes.get(at).cloned().flatten();
        proposal(&self.explanation.suggestions[at], left, outcome)
    }
}

/// A suggestion as it is proposed.
pub(super) fn proposal(suggestion: &Suggestion, left: usize, outcome: Option<Outcome>) -> Proposal {
    let Suggestion { grade, lines, is_whole, .. } = suggestion;
    let words = |line: &Line| line.words.iter().map(ToString::to_string).collect();
    let (own, inside) = lines.split_first().map_or((None, &[][..]), |(own, inside)| (Some(own), inside));
    Proposal {
        grade: *grade,
        path: own.map_or_else(String::new, |line| line.pattern.to_string()),
        rule: own.map_or_else(Vec::new, words),
        same_if: own.and_then(|line| line.same_if.clone()),
        inside: inside
            .iter()
            .map(|line| InnerRule {
                path: line.pattern.to_string(),
                rule: words(line),
                same_if: line.same_if.clone(),
            })
            .collect(),
        left: if *is_whole { 0 } else { left as u32 },
        outcome,
    }
}

impl Decided {
    /// The one property that forces the replacement, and what the others come to.
    fn forcing(&self, documents: &Documents) -> Option<(String, Action)> {
        let outcome = self.verdict_outcome(documents);
        let [property] = outcome.replaces.as_slice() else { return None };
        let others = self.decided().filter(|(decision, _)| decision.survives());
        let others = others.filter(|(decision, place)| {
            let case = self.case(*place);
            case.property() != *property && self.consequence(&case, **decision).is_none()
        });
        let most = others.map(|(decision, _)| decision.effect.most).max();
        Some((property.clone(), most.unwrap_or(Action::NoOp)))
    }

    /// Why a value is unknown that is no cause: the service sets it, and something else forces the replacement, or the plan says
    /// as much.
    fn consequence(&self, case: &Case, decision: Decision) -> Option<Consequence> {
        if decision.is_consequence {
            return Some(if self.is_replaced() { Consequence::OfReplacement } else { Consequence::OfChange });
        }
        let is_computed = case.resolved().scope(Scope::Computed).is_some();
        let is_open = matches!(decision.judged, Judged::Finding(Class::Unknown, _));
        let is_one = is_computed && is_open && !decision.forces_replace() && self.is_replaced();
        is_one.then_some(Consequence::OfReplacement)
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
