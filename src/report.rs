//! The whole comparison, kept so that its report can be read piece by piece and decided again.

use crate::contract::{
    self, Action, ActionCount, Certainty, Class, Counts, Diagnostic, DiffKind, Family, Finding, Format,
    Grade, Input, Kind as ChangeKind, LimitOptions, Olds, Options, Outcome, PropertyDiff, Proposal, Proposed,
    Report, Resource, SettledBy, Settlement, Side as FindingSide, Summary, Verdict,
};
use crate::diagnose::{self, Candidate, Masks};
use crate::diff::{self, Found, Pair, Place, Side};
use crate::json::{self, Document, Kind, Limits, LineIndex, Refused, Source};
use crate::path::{Dialect as Spelling, Path, Step};
use crate::problem::{Code, Problem};
use crate::rules::{ANY_TYPE, CATALOGUE, Equality, Flag, Rule, RuleSet, Rules, Scope, Word, listed};
use crate::value;
use crate::verdict::{self, Case, Judged, Tally};
use std::rc::Rc;

/// Version of the contract.
const SCHEMA: u32 = 1;

/// Two documents, the rules in force, and everything that was decided about them.
pub struct Comparison {
    documents: Option<Documents>,
    report: Rc<Report>,
    decided: Option<Decided>,
}

/// Both documents, shared by all decisions about them.
#[derive(Clone)]
struct Documents {
    old: Rc<Document>,
    new: Rc<Document>,
    identical: bool,
}

/// What one set of rules made of the documents.
struct Decided {
    rules: Rules,
    options: Options,
    found: Found,
    /// One for each found place; none for a resource that is made or destroyed as a whole.
    decisions: Vec<Decision>,
}

/// What was decided about one place.
struct Decision {
    path: Path,
    raw: Judged,
    judged: Judged,
    effect: Action,
    candidate: Option<Candidate>,
}

impl Comparison {
    /// Compares two documents as they come: UTF-8 or UTF-16 bytes of JSON. `rules` is the JSON text of
    /// a rule set. Bad input makes a refused report with diagnostics.
    pub fn new(old: Vec<u8>, new: Vec<u8>, rules: Option<Vec<u8>>, options: Options) -> Comparison {
        let limits = limits(options.limits);
        let identical = old == new;
        let old = value::read(old, limits).map(Rc::new);
        let new = match &old {
            // One text is read once.
            Ok(old) if identical => Ok(Rc::clone(old)),
            _ => value::read(new, limits).map(Rc::new),
        };
        match (old, new) {
            (Ok(old), Ok(new)) => Comparison::decided(Documents { old, new, identical }, rules, options),
            (old, new) => Comparison::refused([(old.err(), Input::Old), (new.err(), Input::New)]),
        }
    }

    /// Decides about the same documents again, with other rules and options, without reading them again.
    #[must_use]
    pub fn decide(&self, rules: Option<Vec<u8>>, options: Options) -> Comparison {
        match &self.documents {
            Some(documents) => Comparison::decided(documents.clone(), rules, options),
            None => Comparison { documents: None, report: Rc::clone(&self.report), decided: None },
        }
    }

    /// Summary, verdicts, counts and diagnostics.
    pub fn report(&self) -> &Report {
        &self.report
    }

    fn refused(refusals: [(Option<Refused>, Input); 2]) -> Comparison {
        let diagnostics = refusals
            .into_iter()
            .filter_map(|(refused, input)| {
                let Refused { source, problem } = refused?;
                Some(diagnostic(problem, input, &LineIndex::new(&source)))
            })
            .collect();
        let report = Report {
            schema: SCHEMA,
            format: Format::Refused,
            identical: false,
            summary: Summary::default(),
            resources: Vec::new(),
            drift: Vec::new(),
            outputs: Vec::new(),
            diagnostics,
        };
        Comparison { documents: None, report: Rc::new(report), decided: None }
    }

    fn decided(documents: Documents, rules: Option<Vec<u8>>, options: Options) -> Comparison {
        let (rules, mut diagnostics) = applicable_rules(rules, options.r#type.as_deref(), &documents);
        let decided = Decided::new(&documents, rules, options);
        let resource = decided.resource(&documents);
        diagnostics.extend(decided.diagnostics(&documents));
        let report = Report {
            schema: SCHEMA,
            format: Format::Pair,
            identical: documents.identical,
            summary: summary(&resource),
            resources: vec![resource],
            drift: Vec::new(),
            outputs: Vec::new(),
            diagnostics,
        };
        Comparison { documents: Some(documents), report: Rc::new(report), decided: Some(decided) }
    }

    /// The findings of a resource, decoded now. A resource that the report does not have has none.
    pub fn findings(&self, resource: u32) -> Vec<Finding> {
        match (&self.documents, &self.decided) {
            (Some(documents), Some(decided)) if resource == RESOURCE => decided.findings(documents),
            _ => Vec::new(),
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

impl Decided {
    fn new(documents: &Documents, rules: Rules, options: Options) -> Decided {
        let found = diff::find(documents.pair(), options.dialect);
        let mut decided = Decided { rules, options, found, decisions: Vec::new() };
        if documents.lifecycle().is_none() {
            decided.decisions =
                decided.found.places.iter().map(|place| decided.decide(documents, place)).collect();
        }
        decided
    }

    fn decide(&self, documents: &Documents, place: &Place) -> Decision {
        let path = self.found.paths.path(documents.pair(), place.path);
        let case = self.case(documents, place, &path);
        let words: Vec<Equality> = case.resolved.equalities().collect();
        let judged = case.judge(&words);
        let is_real = matches!(judged, Judged::Finding(Class::Real, _));
        let candidate = if is_real { diagnose::candidate(&case) } else { None };
        Decision { raw: case.judge(&[]), judged, effect: case.effect(), candidate, path }
    }

    fn case<'a>(&'a self, documents: &'a Documents, place: &Place, path: &'a Path) -> Case<'a> {
        Case {
            documents: documents.pair(),
            olds: self.options.olds,
            dialect: self.options.dialect,
            rules: &self.rules,
            resolved: self.rules.at(path),
            path,
            place: *place,
        }
    }

    /// Every place with what was decided about it.
    fn cases<'a>(&'a self, documents: &'a Documents) -> impl Iterator<Item = (&'a Decision, Case<'a>)> {
        self.decisions
            .iter()
            .zip(&self.found.places)
            .map(|(decision, place)| (decision, self.case(documents, place, &decision.path)))
    }

    fn resource(&self, documents: &Documents) -> Resource {
        let verdict = self.verdict(documents);
        let outcome = |judge: fn(&Decision) -> Judged| match documents.lifecycle() {
            Some((action, _)) => whole(action),
            None => tally(&self.decisions, judge).outcome(),
        };
        Resource {
            id: RESOURCE,
            address: String::new(),
            r#type: self.options.r#type.clone().unwrap_or_default(),
            previous_address: None,
            deposed: None,
            deferred: None,
            stated: None,
            raw: outcome(|decision| decision.raw),
            verdict,
            proposed: Proposed {
                certain: outcome(|decision| decision.with(Grade::Certain)),
                likely: outcome(|decision| decision.with(Grade::Likely)),
            },
            counts: self.counts(documents),
            affects: Vec::new(),
            caused_by: None,
            update_body: None,
        }
    }

    fn verdict(&self, documents: &Documents) -> Verdict {
        let outcome = match documents.lifecycle() {
            Some((action, _)) => whole(action),
            None => tally(&self.decisions, |decision| decision.judged).outcome(),
        };
        let [stables, _] = self.stables(documents);
        let forcing = |(decision, case): (&Decision, Case)| {
            decision.forces_replace() && case.resolved.has_flag(Flag::Unique)
        };
        Verdict {
            changes: outcome.action != Action::NoOp,
            delete_before_replace: self.cases(documents).any(forcing),
            stables,
            reasons: Vec::new(),
            changes_id: false,
            detailed_diff: self.detailed_diff(),
            action: outcome.action,
            at_least: outcome.at_least,
            certainty: outcome.certainty,
            replaces: outcome.replaces,
        }
    }

    fn detailed_diff(&self) -> Vec<PropertyDiff> {
        let surviving =
            self.decisions.iter().zip(&self.found.places).filter(|(decision, _)| decision.survives());
        surviving
            .map(|(decision, place)| PropertyDiff {
                path: decision.path.spelled(Spelling::Engine),
                kind: diff_kind(place.kind, decision.forces_replace()),
                input_diff: self.options.olds == Olds::Inputs,
            })
            .collect()
    }

    /// Top-level properties of the old side that are declared stable, sorted: those that stay, and
    /// those that change all the same.
    fn stables(&self, documents: &Documents) -> [Vec<String>; 2] {
        let mut stables = [Vec::new(), Vec::new()];
        let old = &documents.old;
        let declares = |rule: &Rule| rule.words.contains(&Word::Flag(Flag::Stable));
        if old.kind(old.root()) != Kind::Map || !self.rules.rules().iter().any(declares) {
            return stables;
        }
        for member in old.members(old.root()) {
            let path = Path(vec![Step::Key(old.text(member.key))]);
            if self.rules.at(&path).has_flag(Flag::Stable) {
                let changes = self
                    .decisions
                    .iter()
                    .any(|decision| decision.survives() && path.contains(&decision.path));
                verdict::insert_sorted(&mut stables[usize::from(changes)], verdict::top_level(&path));
            }
        }
        stables
    }

    fn counts(&self, documents: &Documents) -> Counts {
        if let Some((_, document)) = documents.lifecycle() {
            return Counts { real: document.len(document.root()), ..Counts::default() };
        }
        let mut counts =
            Counts { unchanged: self.found.unchanged, spelling: self.found.spelling, ..Counts::default() };
        for decision in &self.decisions {
            *match decision.judged {
                Judged::Ignored | Judged::Finding(Class::Ignored, _) => &mut counts.ignored,
                Judged::Unmanaged => &mut counts.unmanaged,
                Judged::Finding(Class::Real, _) => &mut counts.real,
                Judged::Finding(Class::Spurious, _) => &mut counts.spurious,
                Judged::Finding(Class::Unknown, _) => &mut counts.unknown,
                Judged::Finding(Class::Masked, _) => &mut counts.masked,
            } += 1;
        }
        counts
    }

    fn diagnostics(&self, documents: &Documents) -> Vec<Diagnostic> {
        let Pair { old, new } = documents.pair();
        let mut said = [old.problems().to_vec(), new.problems().to_vec()];
        self.repeated_keys(documents, &mut said);
        for (decision, case) in self.cases(documents) {
            if decision.survives() && case.misses_a_number() {
                let message = format!(
                    "`{}` may only grow, and one side is no number: every change of it replaces the resource",
                    decision.path
                );
                let at = case.place.new.map(|node| (1, new.span(node)));
                let (input, span) = at.or(case.place.old.map(|node| (0, old.span(node)))).unzip();
                said[input.unwrap_or(1)].push(Problem::new(Code::NotANumber, message, span));
            }
        }
        for name in self.stables(documents)[1].drain(..) {
            let message = format!(
                "`{name}` is declared stable and changes: whatever uses it was planned with a stale value"
            );
            said[1].push(Problem::new(Code::StableChanged, message, None));
        }
        for path in self.computed_and_set(documents) {
            let message =
                format!("`{path}` is computed by the service, and the program sets it too: it is compared");
            said[1].push(Problem::new(Code::ComputedIsSet, message, None));
        }
        let [old_said, new_said] = said;
        [(old_said, Input::Old, old), (new_said, Input::New, new)]
            .into_iter()
            .flat_map(|(problems, input, document)| diagnostics(problems, input, document.source()))
            .collect()
    }

    fn repeated_keys(&self, documents: &Documents, said: &mut [Vec<Problem>; 2]) {
        for (at, side) in [Side::Old, Side::New].into_iter().enumerate() {
            let document = documents.pair().side(side);
            let keys: Vec<_> = self.found.shadowed.iter().filter(|at| at.side == side).collect();
            for key in keys.iter().take(REPEATED_KEYS_LISTED) {
                let message = "this key stands again later in the same object; the last one counts";
                said[at].push(Problem::new(Code::DuplicateKey, message, document.span(key.node)));
            }
            if let (Some(last), more @ 1..) =
                (said[at].last_mut(), keys.len().saturating_sub(REPEATED_KEYS_LISTED))
            {
                last.notes.push(format!("{more} more repeated keys follow."));
            }
        }
    }

    /// Properties named by a rule as computed that the new side has a value for.
    fn computed_and_set<'a>(&'a self, documents: &'a Documents) -> impl Iterator<Item = &'a Path> {
        let new = &documents.new;
        let is_computed = |rule: &&Rule| rule.words.contains(&Word::Scope(Scope::Computed));
        let is_set = |path: &&Path| path.find(new).is_some_and(|node| new.kind(node) != Kind::Null);
        self.rules.rules().iter().filter(is_computed).map(|rule| &rule.pattern).filter(is_set)
    }

    fn findings(&self, documents: &Documents) -> Vec<Finding> {
        let masks = Masks::new(&self.options.reveal);
        let Pair { old, new } = documents.pair();
        let (old_lines, new_lines) = (old.line_index(), new.line_index());
        let mut outcomes = self.proposed_outcomes();
        let mut findings = Vec::new();
        for (decision, case) in self.cases(documents) {
            let proposed =
                decision.candidate.as_ref().and_then(|candidate| Some(proposal(candidate, outcomes.pop()?)));
            let Judged::Finding(class, settled_by) = decision.judged else { continue };
            let path = &decision.path;
            let shown_old = case.place.old.map(|node| diagnose::shown(&masks, path, old, &old_lines, node));
            let shown_new = case.place.new.map(|node| diagnose::shown(&masks, path, new, &new_lines, node));
            let cause = diagnose::cause(&case, class);
            findings.push(Finding {
                id: findings.len() as u32,
                path: path.to_string(),
                kind: case.place.kind,
                side: FindingSide::Local,
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
                proposal: proposed,
                old: shown_old,
                new: shown_new,
                remote: None,
            });
        }
        findings
    }

    /// For each candidate, last first, the outcome with it and all before it accepted: of what is not
    /// proposed, and of the candidates after it.
    fn proposed_outcomes(&self) -> Vec<Outcome> {
        let is_proposed = |decision: &&Decision| decision.candidate.is_some();
        let mut rest = tally(self.decisions.iter().filter(|decision| !is_proposed(decision)), |decision| {
            decision.judged
        });
        let mut outcomes = Vec::new();
        for decision in self.decisions.iter().rev().filter(is_proposed) {
            outcomes.push(rest.outcome());
            rest.add(decision.judged, decision.effect, &decision.path);
        }
        outcomes
    }
}

/// Repeated keys are listed one by one up to this many; the rest is counted.
const REPEATED_KEYS_LISTED: usize = 20;

impl Decision {
    fn survives(&self) -> bool {
        matches!(self.judged, Judged::Finding(Class::Real | Class::Unknown | Class::Masked, _))
    }

    fn forces_replace(&self) -> bool {
        self.survives() && self.effect == Action::Replace
    }

    /// The judgement with proposals up to a grade accepted.
    fn with(&self, grade: Grade) -> Judged {
        match &self.candidate {
            Some(candidate) if candidate.grade <= grade => {
                Judged::Finding(Class::Spurious, Some(SettledBy::Rule))
            }
            _ => self.judged,
        }
    }
}

fn tally<'a>(
    decisions: impl IntoIterator<Item = &'a Decision>,
    judge: impl Fn(&Decision) -> Judged,
) -> Tally {
    let mut tally = Tally::default();
    for decision in decisions {
        tally.add(judge(decision), decision.effect, &decision.path);
    }
    tally
}

/// The outcome of a resource that is made or destroyed as a whole.
fn whole(action: Action) -> Outcome {
    Outcome { action, at_least: action, certainty: Certainty::Definite, replaces: Vec::new() }
}

fn diff_kind(kind: ChangeKind, forces_replace: bool) -> DiffKind {
    match (kind, forces_replace) {
        (ChangeKind::Add, false) => DiffKind::Add,
        (ChangeKind::Add, true) => DiffKind::AddReplace,
        (ChangeKind::Delete, false) => DiffKind::Delete,
        (ChangeKind::Delete, true) => DiffKind::DeleteReplace,
        (ChangeKind::Update | ChangeKind::Move, false) => DiffKind::Update,
        (ChangeKind::Update | ChangeKind::Move, true) => DiffKind::UpdateReplace,
    }
}

fn summary(resource: &Resource) -> Summary {
    let is_less = |stated: Action| resource.raw.action == stated && resource.verdict.action < stated;
    Summary {
        resources: 1,
        stated: Vec::new(),
        decided: vec![ActionCount { action: resource.verdict.action, count: 1 }],
        spurious_replaces: u32::from(is_less(Action::Replace)),
        spurious_updates: u32::from(is_less(Action::Update)),
        omitted: 0,
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

fn proposal(candidate: &Candidate, outcome: Outcome) -> Proposal {
    Proposal {
        grade: candidate.grade,
        path: candidate.pattern.to_string(),
        rule: candidate.words.iter().map(|word| Word::Equality(*word).entry().name.to_owned()).collect(),
        same_if: candidate.same_if.map(str::to_owned),
        outcome,
    }
}

fn limits(options: LimitOptions) -> Limits {
    let default = Limits::default();
    Limits { depth: options.depth.unwrap_or(default.depth), bytes: options.bytes.unwrap_or(default.bytes) }
}

/// The rules of one type out of a rule set's text, and what is to be said about them.
fn applicable_rules(
    text: Option<Vec<u8>>,
    type_name: Option<&str>,
    documents: &Documents,
) -> (Rules, Vec<Diagnostic>) {
    let (set, source, mut problems) = match text {
        Some(text) => read_rules(text),
        None => Default::default(),
    };
    let type_name = match (type_name, named_types(&set).as_slice()) {
        (Some(name), types) => {
            if !types.is_empty()
                && !types.iter().any(|other| other == name)
                && !set.types().contains(&ANY_TYPE)
            {
                let message = format!(
                    "there are no rules for the type `{name}`; the rule set has rules for {}",
                    listed(types.iter().map(String::as_str), ", ")
                );
                problems.push(Problem::new(Code::TypeWithoutRules, message, None));
            }
            name.to_owned()
        }
        (None, [only]) => {
            let message =
                format!("no type was given; the rules for `{only}`, the only type that has some, are used");
            problems.push(Problem::new(Code::TypeAssumed, message, None));
            only.clone()
        }
        (None, []) => ANY_TYPE.to_owned(),
        (None, types) => {
            let message = format!(
                "no type was given, so the rules for {} are not used; name one with the option `type`",
                listed(types.iter().map(String::as_str), ", ")
            );
            problems.push(Problem::new(Code::TypeWithoutRules, message, None));
            ANY_TYPE.to_owned()
        }
    };
    let (rules, conflicts) = Rules::new(&set, &type_name);
    problems.extend(conflicts);
    problems.extend(rules.unused(&[&documents.old, &documents.new]).into_iter().map(|rule| {
        let message = format!("`{}` matches nothing in the two documents", rule.pattern);
        Problem::new(Code::RuleUnused, message, rule.span)
    }));
    (rules, diagnostics(problems, Input::Rules, &source))
}

fn named_types(set: &RuleSet) -> Vec<String> {
    let mut named = Vec::new();
    for name in set.types().into_iter().filter(|name| *name != ANY_TYPE) {
        verdict::insert_sorted(&mut named, name.to_owned());
    }
    named
}

fn read_rules(text: Vec<u8>) -> (RuleSet, Source, Vec<Problem>) {
    match json::read(text, Limits::default()) {
        Ok(document) => {
            let (set, problems) = RuleSet::read(&document);
            (set, document.source().clone(), problems)
        }
        Err(Refused { source, problem }) => (RuleSet::default(), source, vec![problem]),
    }
}

/// What is wrong in a rule set, whatever it is used for.
pub fn check_rules(text: Vec<u8>) -> Vec<Diagnostic> {
    let (set, source, mut problems) = read_rules(text);
    for type_name in set.types() {
        problems.extend(Rules::new(&set, type_name).1);
    }
    problems.dedup();
    diagnostics(problems, Input::Rules, &source)
}

/// Every word of the rule language.
pub fn catalogue() -> impl Iterator<Item = contract::Word> {
    CATALOGUE.iter().map(|entry| contract::Word {
        name: entry.name,
        family: entry.word.family(),
        kind: if let Word::Equality(equality) = entry.word { Some(equality.kind()) } else { None },
        arguments: "",
        meaning: entry.meaning,
        safe: entry.safe,
        unsafe_when: entry.unsafe_when,
        equal: entry.equal,
        different: entry.different,
    })
}

fn diagnostics(problems: Vec<Problem>, input: Input, source: &Source) -> Vec<Diagnostic> {
    if problems.is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::new(source);
    problems.into_iter().map(|problem| diagnostic(problem, input, &lines)).collect()
}

fn diagnostic(problem: Problem, document: Input, lines: &LineIndex) -> Diagnostic {
    let Problem { code, message, span, notes } = problem;
    Diagnostic {
        code: code.as_str(),
        severity: code.severity(),
        message,
        document,
        range: span.map(|span| diagnose::range(lines, span)),
        notes,
    }
}
