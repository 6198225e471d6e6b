//! The whole comparison, kept so that its report can be read piece by piece and decided again.

mod claims;
mod decided;
mod detail;
mod dynamic;
mod findings;
mod older;
mod rule_set;
mod said;
mod three_way;
mod update_body;

use rule_set::{Applicable, Uses};
pub use rule_set::{RulesRead, catalogue, check_rules, read_rules};

use crate::contract::{
    Action, ActionCount, Detail, Diagnostic, Finding, Format, Group, Input, LimitOptions, Options,
    PropertyDiff, Proposed, Report, Resource, Summary,
};
use crate::json::{self, Document, Kind, Limits, LineIndex, Refused};
use crate::path::Path;
use crate::places::Pair;
use crate::value;
use claims::Claims;
use decided::Decided;
use std::rc::Rc;
use three_way::ThreeWay;

/// Version of the contract.
const SCHEMA: u32 = 1;

/// Two documents, the rules in force, and everything that was decided about them.
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

/// What the rest of a report is made from when it is read.
enum Content {
    Decided(Box<Given>, Box<Decided>),
    Refused(Rc<[Diagnostic]>),
}

/// What was compared, and what came beside it.
struct Given {
    documents: Documents,
    applicable: Applicable,
    claims: Claims,
    three: Option<ThreeWay>,
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
    /// said and not used.
    pub fn new(old: Vec<u8>, new: Vec<u8>, beside: Beside, options: Options) -> Comparison {
        let limits = limits(options.limits);
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
                Comparison::decided(Documents { old, new, identical, outs: None }, beside, options)
            }
            (old, new) => Comparison::refused(&[(old.err(), Input::Old), (new.err(), Input::New)], beside),
        }
    }

    /// Decides about the same documents again, with other rules and options, without reading them again.
    #[must_use]
    pub fn decide(&self, beside: Beside, options: Options) -> Comparison {
        match &self.content {
            Content::Decided(given, _) => Comparison::decided(given.documents.clone(), beside, options),
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
            Content::Decided(given, decided) => {
                let Given { documents, applicable, claims, three } = &**given;
                let mut uses = Uses::new(&decided.settled, &documents.new);
                if let Some(drift) = three.as_ref().and_then(ThreeWay::drift) {
                    let of_service = Uses::new(&drift.settled, &documents.new);
                    let is_unused =
                        |rule: &Rc<_>| of_service.unused.iter().any(|other| Rc::ptr_eq(other, rule));
                    uses.unused.retain(is_unused);
                }
                let mut diagnostics = applicable.said(decided.settled.rules(), &uses.unused);
                diagnostics.extend(decided.diagnostics(documents, three.as_ref(), &uses.computed_and_set));
                diagnostics.extend(claims.diagnostics(documents, decided));
                let of_pair = || decided.overrides_in_vain();
                let unread = three.as_ref().map_or_else(of_pair, |three| three.unread.clone());
                diagnostics.extend(said::diagnostics(unread, Input::Remote, documents.new.source()));
                diagnostics.extend(three.iter().flat_map(|three| three.about_remote(documents)));
                let body = self.report.resources.first().and_then(|resource| resource.update_body.as_ref());
                diagnostics.extend(update_body::diagnostic(body));
                diagnostics
            }
            Content::Refused(diagnostics) => diagnostics.to_vec(),
        }
    }

    /// What a resource comes to with proposals accepted, looked for now. A resource that the report does not have has none.
    pub fn proposed(&self, resource: u32) -> Option<Proposed> {
        let (given, decided) = self.of(resource)?;
        Some(match &given.three {
            // Words would have to be tried on both differences: none is proposed.
            Some(three) => {
                let outcome = three.outcome(&given.documents);
                Proposed { certain: outcome.clone(), likely: outcome }
            }
            None => decided.proposed(&given.documents),
        })
    }

    /// The findings of a resource, decoded now. A resource that the report does not have has none.
    pub fn findings(&self, resource: u32) -> Vec<Finding> {
        self.of(resource).map_or_else(Vec::new, |(given, decided)| match &given.three {
            Some(three) => three.findings(decided),
            None => decided.findings(&given.documents),
        })
    }

    /// The lists and maps in which many findings of a resource are one difference.
    pub fn groups(&self, resource: u32) -> Vec<Group> {
        let two_sided = self.of(resource).filter(|(given, _)| given.three.is_none());
        two_sided.map_or_else(Vec::new, |(given, decided)| decided.groups(&given.documents))
    }

    /// The expensive views of a finding, made now. A finding that the resource does not have has none.
    pub fn detail(&self, resource: u32, finding: u32) -> Option<Detail> {
        let two_sided = self.of(resource).filter(|(given, _)| given.three.is_none());
        two_sided.and_then(|(given, decided)| decided.detail(&given.documents, finding))
    }

    /// The detailed diff of a resource's verdict: an entry for every changed place, at engine paths.
    pub fn detailed_diff(&self, resource: u32) -> Vec<PropertyDiff> {
        self.of(resource).map_or_else(Vec::new, |(_, decided)| decided.detailed_diff())
    }

    fn of(&self, resource: u32) -> Option<(&Given, &Decided)> {
        match &self.content {
            Content::Decided(given, decided) if resource == RESOURCE => Some((given, decided)),
            _ => None,
        }
    }

    fn refused(refusals: &[(Option<Refused>, Input)], beside: Beside) -> Comparison {
        let mut diagnostics = Vec::new();
        for (refused, input) in refusals {
            if let Some(Refused { source, problem }) = refused {
                diagnostics.push(said::diagnostic(problem.clone(), *input, &LineIndex::new(source)));
            }
        }
        diagnostics.extend(beside.rules.map(check_rules).unwrap_or_default());
        let report = Report {
            schema: SCHEMA,
            format: Format::Refused,
            identical: false,
            summary: Summary::default(),
            resources: Vec::new(),
            drift: Vec::new(),
            outputs: Vec::new(),
        };
        Comparison { report: Rc::new(report), content: Content::Refused(diagnostics.into()) }
    }

    fn decided(documents: Documents, beside: Beside, options: Options) -> Comparison {
        let remote = match beside.remote.map(|remote| value::read(remote, limits(options.limits))) {
            Some(Err(refused)) => {
                let rest = Beside { rules: beside.rules, ..Beside::default() };
                return Comparison::refused(&[(Some(refused), Input::Remote)], rest);
            }
            Some(Ok(remote)) => Some(Rc::new(remote)),
            None => None,
        };
        let (claims, outs) = Claims::read(beside.answer, beside.outs, limits(options.limits));
        let documents = Documents { outs, ..documents };
        let mut applicable = Applicable::new(beside.rules, options.r#type.as_deref());
        let decided = Decided::new(&documents, Rc::new(std::mem::take(&mut applicable.rules)), options);
        let stated = claims.stated(&documents, &decided);
        let mut resource = Resource { stated, ..decided.resource(&documents) };
        let three = remote.map(|remote| ThreeWay::new(&documents, &decided, remote));
        if let Some(three) = &three {
            resource.raw = three.raw(&documents);
            resource.counts = three.counts(&documents, resource.counts);
            resource.verdict = three.verdict(&documents, resource.verdict);
        }
        if resource.verdict.action == Action::Update {
            let of_pair =
                || decided.cases(decided::Decision::survives).map(|(_, case)| case.path()).collect();
            let changed: Vec<Path> = three.as_ref().map_or_else(of_pair, ThreeWay::changed);
            resource.update_body = Some(update_body::update_body(&changed, &documents.new, &decided.options));
        }
        let report = Report {
            schema: SCHEMA,
            format: Format::Pair,
            identical: documents.identical,
            summary: summary(&resource),
            resources: vec![resource],
            drift: Vec::new(),
            outputs: Vec::new(),
        };
        Comparison {
            report: Rc::new(report),
            content: Content::Decided(
                Box::new(Given { documents, applicable, claims, three }),
                Box::new(decided),
            ),
        }
    }
}

/// The id of a pair's one resource.
const RESOURCE: u32 = 0;

impl Documents {
    fn pair(&self) -> Pair<'_> {
        Pair { old: &self.old, new: &self.new }
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

fn summary(resource: &Resource) -> Summary {
    let stated = resource.stated.as_ref().map(|stated| stated.action);
    let is_less =
        |action: Action| stated.unwrap_or(resource.raw.action) == action && resource.verdict.action < action;
    Summary {
        resources: 1,
        stated: stated.map(|action| ActionCount { action, count: 1 }).into_iter().collect(),
        decided: vec![ActionCount { action: resource.verdict.action, count: 1 }],
        spurious_replaces: u32::from(is_less(Action::Replace)),
        spurious_updates: u32::from(is_less(Action::Update)),
        omitted: 0,
    }
}

fn limits(options: LimitOptions) -> Limits {
    let default = Limits::default();
    Limits { depth: options.depth.unwrap_or(default.depth), bytes: options.bytes.unwrap_or(default.bytes) }
}
