//! A whole plan: a decision for each of its resources, and what they mean for one another.

use super::book::Book;
use super::item::Item;
use super::names::Names;
use super::placed::diagnostics;
use super::planned::{self, Surroundings};
use super::reach::{Decisions, Graph};
use super::{empty, limits, summary};
use crate::contract::{
    Action, Affected, Certainty, Counts, Diagnostic, Format, Input, Options, Outcome, Proposed, Report,
    Resource, Verdict,
};
use crate::diagnose::SecretTexts;
use crate::json::Limits;
use crate::path::Path;
use crate::patterns::PatternSet;
use crate::plans::{Entry, Plan, Section};
use crate::problem::{Code, Problem, Span};
use crate::value;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Times that a resource is decided about again because of others.
const ROUNDS: usize = 50;

/// A plan with everything that was decided about it. Of each resource the outcome is kept; the rest is found again when it is read.
pub(super) struct Review {
    plan: Rc<Plan>,
    book: Book,
    options: Options,
    /// Contents of the secret values of all resources.
    secret_texts: Rc<SecretTexts>,
    graph: Rc<Graph>,
    /// One for each entry of the plan, as the others below.
    resources: Vec<Resource>,
    around: Vec<Surroundings>,
    /// The id of the first finding of each.
    firsts: Vec<u32>,
    problems: Vec<Problem>,
    /// Those whose values cannot be read.
    unread: BTreeSet<u32>,
    /// The resource that was read last.
    last: RefCell<Option<(u32, Rc<Item>)>>,
}

impl Review {
    pub(super) fn new(plan: Rc<Plan>, rules: Option<Vec<u8>>, options: Options) -> Review {
        let graph = Rc::new(Graph::new(&plan.entries));
        Review::with(plan, graph, rules, options)
    }

    /// Decides about the same plan again.
    pub(super) fn decide(&self, rules: Option<Vec<u8>>, options: Options) -> Review {
        Review::with(Rc::clone(&self.plan), Rc::clone(&self.graph), rules, options)
    }

    fn with(plan: Rc<Plan>, graph: Rc<Graph>, rules: Option<Vec<u8>>, options: Options) -> Review {
        let count = plan.entries.len();
        let mut review = Review {
            book: Book::new(rules),
            secret_texts: Rc::default(),
            options,
            graph,
            resources: Vec::with_capacity(count),
            around: vec![Surroundings::default(); count],
            firsts: Vec::new(),
            problems: Vec::new(),
            unread: BTreeSet::new(),
            last: RefCell::default(),
            plan,
        };
        let mut counts = Vec::with_capacity(count);
        let mut secret_texts = secrets_beside(&review.plan, limits(review.options.limits));
        for at in 0..count {
            let (resource, findings) = review.decided(at, Some(&mut secret_texts));
            review.resources.push(resource);
            counts.push(findings);
        }
        review.secret_texts = Rc::new(secret_texts.sorted());
        review.settle(&mut counts);
        review.open_unknowns(&mut counts);
        review.settle(&mut counts);
        let mut first = 0;
        for findings in counts {
            review.firsts.push(first);
            first += findings;
        }
        let causes = review.graph.causes(&review.decisions());
        for (resource, cause) in review.resources.iter_mut().zip(causes) {
            resource.caused_by = cause;
        }
        review
    }

    fn decisions(&self) -> Decisions<'_> {
        Decisions { plan: &self.plan, limits: limits(self.options.limits), resources: &self.resources }
    }

    /// Decides again about each resource for which others mean something else now, until none is left.
    fn settle(&mut self, counts: &mut [u32]) {
        let mut open: Vec<usize> = (0..counts.len()).rev().collect();
        let mut is_open = vec![true; counts.len()];
        // What others mean only ever gets less, so that circles end; the limit is for the day on which that does not hold.
        let mut rounds = vec![0; counts.len()];
        while let Some(at) = open.pop() {
            is_open[at] = false;
            let around = self.graph.around(at, &self.decisions());
            let around = Surroundings { unknowns_are_open: self.around[at].unknowns_are_open, ..around };
            if self.around[at] == around || rounds[at] == ROUNDS {
                continue;
            }
            rounds[at] += 1;
            let before = self.resources[at].verdict.clone();
            self.decide_again(at, around, counts);
            if self.resources[at].verdict != before {
                for user in self.graph.users(at) {
                    if !std::mem::replace(&mut is_open[user], true) {
                        open.push(user);
                    }
                }
            }
        }
    }

    fn decide_again(&mut self, at: usize, around: Surroundings, counts: &mut [u32]) {
        self.around[at] = around;
        (self.resources[at], counts[at]) = self.decided(at, None);
    }

    /// Decides again about what is unknown where nothing says what it comes from: from anything that changes, perhaps.
    fn open_unknowns(&mut self, counts: &mut [u32]) {
        let all = self.decisions();
        let restless: Vec<bool> = (0..counts.len()).map(|at| all.is_restless(at)).collect();
        let total = restless.iter().filter(|is_restless| **is_restless).count();
        for (at, is_restless) in restless.into_iter().enumerate() {
            let entry = &self.plan.entries[at];
            let is_open = entry.set.is_none() && entry.unknown_is_computed && !entry.unknown.is_empty();
            if is_open && entry.section == Section::Planned && total > usize::from(is_restless) {
                let around = Surroundings { unknowns_are_open: true, ..self.around[at].clone() };
                self.decide_again(at, around, counts);
            }
        }
    }

    /// A resource, and how many findings it has. Contents of its secret values are remembered.
    fn decided(&mut self, at: usize, secret_texts: Option<&mut SecretTexts>) -> (Resource, u32) {
        let entry = &self.plan.entries[at];
        match self.decide_about(at) {
            Ok(item) => {
                if let Some(texts) = secret_texts {
                    for document in [&item.documents.old, &item.documents.new] {
                        texts.add(document, &item.decided.background.secrets);
                        texts.add_declared(document);
                    }
                    if !item.decided.settled.shadowed.is_empty() {
                        let message = format!(
                            "the values of `{}` have a key that stands more than once in an object; the last one counts",
                            entry.address
                        );
                        self.problems.push(Problem::new(Code::DuplicateKey, message, None));
                    }
                }
                let resource = item.resource();
                (described(entry, at, resource), item.count())
            }
            Err(problem) => {
                let message =
                    format!("the values of `{}` cannot be read: {}", entry.address, problem.message);
                if self.unread.insert(at as u32) {
                    self.problems.push(Problem { message, ..problem });
                }
                (described(entry, at, unread(entry)), 0)
            }
        }
    }

    fn decide_about(&self, at: usize) -> Result<Item, Problem> {
        let entry = &self.plan.entries[at];
        let rules = self.book.rules(&entry.address, &entry.r#type, &entry.forces);
        planned::decide(&self.plan, entry, rules, &self.options, &self.around[at], &self.secret_texts)
    }

    /// Everything that was decided about a resource, found again.
    pub(super) fn item(&self, resource: u32) -> Option<Rc<Item>> {
        if let Some((last, item)) = &*self.last.borrow()
            && *last == resource
        {
            return Some(Rc::clone(item));
        }
        let first = *self.firsts.get(resource as usize)?;
        let item = Rc::new(Item { first, ..self.decide_about(resource as usize).ok()? });
        self.last.replace(Some((resource, Rc::clone(&item))));
        Some(item)
    }

    /// What a resource comes to with proposals accepted. Where values cannot be read, there are none.
    pub(super) fn proposed(&self, resource: u32) -> Option<Proposed> {
        let as_it_is = || {
            let Verdict { action, at_least, certainty, .. } = self.resources.get(resource as usize)?.verdict;
            let outcome = Outcome { action, at_least, certainty, replaces: Vec::new() };
            Some(Proposed { certain: outcome.clone(), likely: outcome })
        };
        self.item(resource).map(|item| item.proposed()).or_else(as_it_is)
    }

    /// The resource that has a finding.
    pub(super) fn resource_of(&self, finding: u32) -> u32 {
        // Of resources without findings the last one begins at the same id.
        (self.firsts.partition_point(|first| *first <= finding) as u32).saturating_sub(1)
    }

    pub(super) fn affects(&self, resource: u32) -> Vec<Affected> {
        let at = resource as usize;
        if at < self.resources.len() { self.graph.affects(at, &self.decisions()) } else { Vec::new() }
    }

    /// Names, paths and sentences in which no secret stands.
    pub(super) fn without_secrets<T: Names>(&self, mut all: T) -> T {
        all.each_name(&|name| {
            if let Cow::Owned(hidden) = self.secret_texts.hidden(name) {
                *name = hidden;
            }
        });
        all
    }

    pub(super) fn report(&self) -> Report {
        let of = |section| -> Vec<Resource> {
            let both = self.plan.entries.iter().zip(&self.resources);
            let of_section = both.filter(|(entry, _)| entry.section == section);
            self.without_secrets(of_section.map(|(_, resource)| resource.clone()).collect())
        };
        let resources = of(Section::Planned);
        Report {
            format: self.plan.format,
            summary: summary::of(&resources),
            resources,
            drift: of(Section::Drift),
            outputs: of(Section::Output),
            ..empty()
        }
    }

    /// What is to be said of the plan, its values and the rules.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let names: BTreeSet<&str> =
            self.plan.entries.iter().flat_map(|entry| [entry.address.as_str(), &entry.r#type]).collect();
        let mut all = self.book.said(&names);
        let mut problems = self.plan.problems.clone();
        problems.extend(self.problems.iter().cloned());
        let both = self.plan.entries.iter().zip(&self.resources);
        let read = both.filter(|(_, resource)| !self.unread.contains(&resource.id));
        problems
            .extend(read.filter_map(|(entry, resource)| contradiction(entry, resource, self.plan.format)));
        all.extend(diagnostics(problems, Input::Plan, &self.plan.source));
        all
    }
}

/// The secrets of a plan that stand elsewhere than in the values that are compared.
fn secrets_beside(plan: &Plan, limits: Limits) -> SecretTexts {
    let read = |span: &Span| value::read_part(&plan.source, *span, limits, None).ok();
    let mut texts = SecretTexts::default();
    for document in plan.secrets.iter().filter_map(read) {
        texts.add(&Rc::new(document), &PatternSet::from_iter([Path::default()]));
    }
    for document in plan.marked.iter().filter_map(read) {
        texts.add_declared(&document);
    }
    texts
}

/// A resource with what its entry says of it.
fn described(entry: &Entry, at: usize, resource: Resource) -> Resource {
    let replaces = resource.verdict.action == Action::Replace;
    let order = entry.stated.as_ref().and_then(|stated| stated.order);
    let delete_first = order == Some(crate::contract::Order::DeleteFirst);
    Resource {
        id: at as u32,
        address: entry.address.clone(),
        r#type: entry.r#type.clone(),
        previous_address: entry.previous_address.clone(),
        deposed: entry.deposed.clone(),
        deferred: entry.deferred.clone(),
        stated: entry.stated.clone(),
        verdict: Verdict {
            delete_before_replace: replaces && (resource.verdict.delete_before_replace || delete_first),
            ..resource.verdict
        },
        ..resource
    }
}

/// What is known of a resource whose values cannot be read.
fn unread(entry: &Entry) -> Resource {
    let action = entry.stated.as_ref().map_or(Action::NoOp, |stated| stated.action);
    let at_least = if action <= Action::Update || action == Action::Replace { Action::NoOp } else { action };
    let certainty = if action == at_least { Certainty::Definite } else { Certainty::Possible };
    let raw = Outcome { action, at_least, certainty, replaces: Vec::new() };
    Resource {
        id: 0,
        address: String::new(),
        r#type: String::new(),
        previous_address: None,
        deposed: None,
        deferred: None,
        stated: None,
        verdict: Verdict {
            action,
            at_least,
            certainty,
            replaces: Vec::new(),
            changes: action != Action::NoOp,
            delete_before_replace: false,
            stables: Vec::new(),
            reasons: Vec::new(),
            changes_id: false,
        },
        raw,
        counts: Counts::default(),
        caused_by: None,
        update_body: None,
    }
}

/// What a plan says that its own values contradict.
fn contradiction(entry: &Entry, resource: &Resource, format: Format) -> Option<Problem> {
    let stated = entry.stated.as_ref()?.action;
    let (code, message) = match (stated, resource.verdict.action) {
        (Action::NoOp, action) if action > stated => (
            Code::StatedIsLess,
            format!(
                "the plan says that nothing happens to `{}`, and its values differ: that makes {}",
                entry.address,
                named(action)
            ),
        ),
        (Action::Update, Action::Replace) => (
            Code::StatedIsLess,
            format!(
                "the plan says that `{}` is updated in place; by the rules what changes replaces it",
                entry.address
            ),
        ),
        (Action::Update, Action::Update) if resource.counts.is_empty() && format == Format::TerraformPlan => {
            (
                Code::PlanNoDifference,
                if resource.verdict.reasons.is_empty() {
                    format!("the plan says that `{}` is updated, and no value of it differs", entry.address)
                } else {
                    format!("`{}` is updated for nothing but which of its values are secret", entry.address)
                },
            )
        }
        _ => return None,
    };
    Some(Problem::new(code, message, None))
}

fn named(action: Action) -> &'static str {
    match action {
        Action::Update => "an update",
        Action::Replace => "a replacement",
        _ => "a change",
    }
}
