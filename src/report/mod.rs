//! The whole comparison, kept so that its report can be read piece by piece and decided again.

mod background;
mod book;
mod changes;
mod checked;
mod claims;
mod decided;
mod detail;
mod dynamic;
mod findings;
mod item;
mod names;
mod older;
mod pair;
mod placed;
mod planned;
mod promised;
mod quiet;
mod reach;
mod returned;
mod review;
mod rule_set;
mod said;
mod steady;
mod summary;
mod three_findings;
mod three_proposed;
mod three_way;
mod unseen;
mod update_body;

pub use rule_set::{RulesRead, catalogue, check_rules, read_rules};

use crate::contract::{
    Action, Affected, Detail, Detected, Diagnostic, Finding, Format, Group, Input, Keys, LimitOptions,
    Options, PropertyDiff, Proposed, Quiet, Report, Summary,
};
use crate::json::{self, Document, Kind, Limits, LineIndex, Refused};
use crate::places::Pair as Sides;
use crate::plans::{self, NoPlan};
use crate::problem::{Code, Problem};
use crate::value;
use item::Item;
use names::Names;
use pair::Pair;
use review::Review;
use std::rc::Rc;

/// Version of the contract.
const SCHEMA: u32 = 1;

/// What was compared, the rules in force, and everything that was decided about it.
pub struct Comparison {
    report: Rc<Report>,
    content: Content,
}

/// Texts beside the two documents, each JSON.
#[derive(Debug, Default)]
pub struct Beside {
    /// A rule set.
    pub rules: Option<Vec<u8>>,
    /// What the provider answered to `Diff`; checked against the values.
    pub answer: Option<Vec<u8>>,
    /// What an update returned; checked against both documents.
    pub outs: Option<Vec<u8>>,
    /// What the service reports now; null if it does not have the resource any more.
    pub remote: Option<Vec<u8>>,
}

impl Beside {
    /// What is said beside two states: of whom it speaks cannot be told.
    fn of_one_resource(&self) -> Option<Problem> {
        let is_any = self.answer.is_some() || self.outs.is_some() || self.remote.is_some();
        let message = "what comes beside two states is about one resource, and is not used: compare the values of that resource";
        is_any.then(|| Problem::new(Code::AnswerUnused, message, None))
    }
}

/// What the rest of a report is made from when it is read.
enum Content {
    Pair(Box<Pair>),
    Review(Box<Review>),
    Refused(Rc<[Diagnostic]>),
}

/// Both documents, shared by all decisions about them.
#[derive(Clone)]
struct Documents {
    old: Rc<Document>,
    new: Rc<Document>,
    identical: bool,
    /// What an update returned.
    outs: Option<Rc<Document>>,
}

impl Comparison {
    /// Compares two documents as they come: UTF-8 or UTF-16 bytes of JSON, as what comes beside them is. A
    /// document that cannot be read makes a refused report with diagnostics; of the rest, what cannot be read is
    /// said and not used. Two states of Pulumi are compared resource by resource.
    pub fn new(old: Vec<u8>, new: Vec<u8>, beside: Beside, options: Options) -> Comparison {
        let limits = limits(options.limits);
        if let Some(mut plan) = plans::exports(&old, &new, limits) {
            plan.problems.extend(beside.of_one_resource());
            return Comparison::of_plan(Review::new(Rc::new(plan), beside.rules, options));
        }
        let identical = old.len() == new.len() && json::common_prefix(&old, &new) == old.len();
        let old = value::read(old, limits).map(Rc::new);
        let new = match &old {
            // One text is read once.
            Ok(old) if identical => Ok(Rc::clone(old)),
            Ok(old) => value::read_beside(new, limits, old).map(Rc::new),
            Err(_) => value::read(new, limits).map(Rc::new),
        };
        match (old, new) {
            (Ok(old), Ok(new)) => {
                Comparison::of_pair(Documents { old, new, identical, outs: None }, beside, options)
            }
            (old, new) => Comparison::refused(&[(old.err(), Input::Old), (new.err(), Input::New)], beside),
        }
    }

    /// Reads a whole plan, of any tool that is known, as it comes: UTF-8 or UTF-16 bytes of JSON, of lines of it, or of a log
    /// that has it somewhere. A text that is no plan makes a refused report whose diagnostics say what to run.
    pub fn review(plan: Vec<u8>, rules: Option<Vec<u8>>, options: Options) -> Comparison {
        match plans::read(plan, limits(options.limits)) {
            Ok(plan) => Comparison::of_plan(Review::new(Rc::new(plan), rules, options)),
            Err(NoPlan { source, problems }) => {
                let mut diagnostics = placed::diagnostics(problems, Input::Plan, &source);
                diagnostics.extend(rules.map(check_rules).unwrap_or_default());
                Comparison::refused_with(diagnostics)
            }
        }
    }

    /// Decides about the same documents again, with other rules and options, without reading them again.
    #[must_use]
    pub fn decide(&self, beside: Beside, options: Options) -> Comparison {
        match &self.content {
            Content::Pair(pair) => Comparison::of_pair(pair.documents().clone(), beside, options),
            Content::Review(review) => Comparison::of_plan(review.decide(beside.rules, options)),
            Content::Refused(diagnostics) => Comparison {
                report: Rc::clone(&self.report),
                content: Content::Refused(Rc::clone(diagnostics)),
            },
        }
    }

    /// Summary, verdicts and counts.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What is to be said of the documents, the rules and the options, found now: this walks where patterns lead.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        match &self.content {
            Content::Pair(pair) => pair.diagnostics(self.report.resources.first()),
            Content::Review(review) => self.without_secrets(review.diagnostics()),
            Content::Refused(diagnostics) => diagnostics.to_vec(),
        }
    }

    /// What a resource comes to with proposals accepted, looked for now. A resource that the report does not have has none.
    pub fn proposed(&self, resource: u32) -> Option<Proposed> {
        let proposed = match &self.content {
            Content::Review(review) => review.proposed(resource),
            _ => self.item(resource).map(|item| item.proposed()),
        };
        proposed.map(|proposed| self.without_secrets(proposed))
    }

    /// The findings of a resource, decoded now. A resource that the report does not have has none.
    pub fn findings(&self, resource: u32) -> Vec<Finding> {
        self.item(resource).map_or_else(Vec::new, |item| self.without_secrets(item.findings()))
    }

    /// The lists and maps in which many findings of a resource are one difference.
    pub fn groups(&self, resource: u32) -> Vec<Group> {
        self.item(resource).map_or_else(Vec::new, |item| self.without_secrets(item.groups()))
    }

    /// Keys of a resource that are counted and are no findings, from a number on: at most 500 at a time. Of three sides there are
    /// none but findings.
    pub fn keys(&self, resource: u32, which: Quiet, from: u32) -> Keys {
        self.item(resource).map_or_else(Keys::default, |item| item.keys(which, from))
    }

    /// The expensive views of a finding, made now. A finding that the report does not have has none.
    pub fn detail(&self, finding: u32) -> Option<Detail> {
        let resource = match &self.content {
            Content::Review(review) => review.resource_of(finding),
            _ => 0,
        };
        self.item(resource)?.detail(finding).map(|detail| self.without_secrets(detail))
    }

    /// The detailed diff of a resource's verdict: an entry for every changed place, at engine paths.
    pub fn detailed_diff(&self, resource: u32) -> Vec<PropertyDiff> {
        self.item(resource).map_or_else(Vec::new, |item| self.without_secrets(item.detailed_diff()))
    }

    /// Who else is hit because of a resource, looked for now.
    pub fn affects(&self, resource: u32) -> Vec<Affected> {
        match &self.content {
            Content::Review(review) => self.without_secrets(review.affects(resource)),
            _ => Vec::new(),
        }
    }

    /// Names, paths and sentences in which no secret of a plan stands.
    fn without_secrets<T: Names>(&self, all: T) -> T {
        match &self.content {
            Content::Review(review) => review.without_secrets(all),
            _ => all,
        }
    }

    fn item(&self, resource: u32) -> Option<Rc<Item>> {
        match &self.content {
            Content::Pair(pair) if resource == 0 => Some(pair.item()),
            Content::Review(review) => review.item(resource),
            _ => None,
        }
    }

    fn refused(refusals: &[(Option<Refused>, Input)], beside: Beside) -> Comparison {
        let mut diagnostics = Vec::new();
        for (refused, input) in refusals {
            if let Some(Refused { source, problem }) = refused {
                diagnostics.push(placed::diagnostic(problem.clone(), *input, &LineIndex::new(source)));
            }
        }
        diagnostics.extend(beside.rules.map(check_rules).unwrap_or_default());
        Comparison::refused_with(diagnostics)
    }

    fn refused_with(diagnostics: Vec<Diagnostic>) -> Comparison {
        let report = Report { format: Format::Refused, ..empty() };
        Comparison { report: Rc::new(report), content: Content::Refused(diagnostics.into()) }
    }

    fn of_pair(documents: Documents, beside: Beside, options: Options) -> Comparison {
        let remote = match beside.remote.map(|remote| value::read(remote, limits(options.limits))) {
            Some(Err(refused)) => {
                let rest = Beside { rules: beside.rules, ..Beside::default() };
                return Comparison::refused(&[(Some(refused), Input::Remote)], rest);
            }
            Some(Ok(remote)) => Some(Rc::new(remote)),
            None => None,
        };
        let beside = Beside { remote: None, ..beside };
        let (pair, resource) = Pair::new(documents, beside, remote, options);
        let report = Report {
            identical: pair.documents().identical,
            summary: summary::of(std::slice::from_ref(&resource)),
            resources: vec![resource],
            ..empty()
        };
        Comparison { report: Rc::new(report), content: Content::Pair(Box::new(pair)) }
    }

    fn of_plan(review: Review) -> Comparison {
        let report = review.report();
        Comparison { report: Rc::new(report), content: Content::Review(Box::new(review)) }
    }
}

/// What a text is: a plan, two sides in one document, or something of which one is to be made.
pub fn detect(text: Vec<u8>) -> Detected {
    plans::detect(text)
}

/// A report of a pair with nothing in it.
fn empty() -> Report {
    Report {
        schema: SCHEMA,
        format: Format::Pair,
        identical: false,
        summary: Summary::default(),
        resources: Vec::new(),
        drift: Vec::new(),
        outputs: Vec::new(),
    }
}

impl Documents {
    fn pair(&self) -> Sides<'_> {
        Sides { old: &self.old, new: &self.new }
    }

    /// Whether the resource is made or destroyed as a whole: null stands for one that does not exist.
    fn lifecycle(&self) -> Option<(Action, &Document)> {
        match (self.old.kind(self.old.root()), self.new.kind(self.new.root())) {
            (Kind::Null, Kind::Map) => Some((Action::Create, &self.new)),
            (Kind::Map, Kind::Null) => Some((Action::Delete, &self.old)),
            _ => None,
        }
    }
}

fn limits(options: LimitOptions) -> Limits {
    let default = Limits::default();
    Limits { depth: options.depth.unwrap_or(default.depth), bytes: options.bytes.unwrap_or(default.bytes) }
}
