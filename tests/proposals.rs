//! What is proposed where a user has said only what a change costs: the bug reports without their equality words.
//!
//! A certain proposal must never change what is expected of a report in which something really changes or cannot be
//! known. Of the spurious ones, at least 95 of 100 must be settled: by what is likely, or by what is asked for where only
//! outside knowledge can tell. `cargo test --test proposals -- --nocapture` prints the rest.

use serde_json::{Map, Value, json};
use std::fs;
use whyreplace::Comparison;
use whyreplace::contract::{Action, Family, Finding, Grade, Options};
use whyreplace::json::{Document, Limits, NodeId, read};

#[path = "support/accept.rs"]
mod support;
use support::accept;

/// Words that only someone who knows the service can say are right.
const ASKED: [&str; 7] = ["alias", "autoname", "ignore", "write-only", "float64", "nfc", "default"];

/// Patterns with their words.
type Rules = Map<String, Value>;

fn family(written: &str) -> Option<Family> {
    let name = written.split('(').next().unwrap();
    whyreplace::catalogue().find(|word| word.name == name).map(|word| word.family)
}

fn listed(words: &Value) -> Vec<String> {
    match words {
        Value::Array(words) => words.iter().map(|word| word.as_str().unwrap().to_owned()).collect(),
        word => vec![word.as_str().unwrap().to_owned()],
    }
}

/// The words of cost only.
fn costs(rules: &Rules) -> Rules {
    let is_cost = |word: &String| family(word) == Some(Family::Cost);
    rules
        .iter()
        .map(|(pattern, words)| (pattern.clone(), listed(words).into_iter().filter(is_cost).collect()))
        .collect()
}

fn document(file: &Document, case: NodeId, name: &str) -> Option<Vec<u8>> {
    match file.member(case, &format!("{name}Text")) {
        Some(text) => Some(file.text(text).into_bytes()),
        None => file.member(case, name).map(|value| file.raw(value).as_bytes().to_vec()),
    }
}

/// What a case is about: a plan, where that has two sides of everything, else two documents.
struct Input {
    old: Vec<u8>,
    new: Vec<u8>,
    plan: Option<Vec<u8>>,
}

impl Input {
    fn of(file: &Document, case: NodeId) -> Input {
        let [old, new] = ["old", "new"].map(|name| document(file, case, name).unwrap());
        let has_two_sides = |plan: &Vec<u8>| String::from_utf8_lossy(plan).contains("resource_changes");
        Input { old, new, plan: document(file, case, "plan").filter(has_two_sides) }
    }

    fn compared(&self, rules: &Rules) -> Comparison {
        let rules = Some(json!({ "*": rules }).to_string().into_bytes());
        match &self.plan {
            Some(plan) => Comparison::review(plan.clone(), rules, Options::default()),
            None => whyreplace::compare(self.old.clone(), self.new.clone(), rules, Options::default()),
        }
    }
}

/// The rules with everything that findings propose written into them.
fn accepted(rules: &Rules, findings: &[Finding]) -> Rules {
    let mut rules = rules.clone();
    findings
        .iter()
        .filter_map(|finding| finding.proposal.as_ref())
        .for_each(|proposal| accept(&mut rules, proposal));
    rules
}

/// What cannot show noise without rules: another secret mark, or one file.
const QUIET: [&str; 2] = ["secret_wrapper", "asset_archive"];

/// Whether two documents are one but for the order of keys and the spelling of numbers.
fn are_spelled(old: &[u8], new: &[u8]) -> bool {
    fn plain(value: Value) -> Value {
        match value {
            Value::Number(number) => json!(number.as_f64()),
            Value::Array(list) => list.into_iter().map(plain).collect(),
            Value::Object(map) => map.into_iter().map(|(key, value)| (key, plain(value))).collect(),
            other => other,
        }
    }
    let [old, new] = [old, new].map(|text| plain(serde_json::from_slice(text).unwrap()));
    old == new
}

#[test]
fn proposals_for_bug_reports() {
    let file = read(fs::read("tests/cases/bug-reports.json").unwrap(), Limits::default()).unwrap();
    let cases = file.member(file.root(), "cases").unwrap();
    let (mut real, mut spurious, mut likely, mut asked) = (0, 0, 0, 0);
    let (mut stronger, mut hidden, mut open, mut silent) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for case in file.elements(cases).filter(|case| file.member(*case, "fails").is_none()) {
        let text = |name: &str| file.text(file.member(case, name).unwrap());
        let expected: Value = serde_json::from_str(file.raw(file.member(case, "expect").unwrap())).unwrap();
        let rules: Rules = document(&file, case, "rules").map_or_else(Map::new, |rules| {
            serde_json::from_slice::<Value>(&rules).unwrap()["*"].as_object().unwrap().clone()
        });
        let input = Input::of(&file, case);
        let costs = costs(&rules);
        let comparison = input.compared(&costs);
        let proposed = comparison.proposed(0).unwrap();
        let is_expected = |action: Action| json!(action) == expected["action"];
        let (name, about) = (text("name"), text("about"));
        if !about.starts_with("spurious") {
            real += 1;
            if !is_expected(proposed.certain.action) {
                stronger.push(format!("{name}: {}", proposed.certain.action.as_str()));
            }
            if !is_expected(proposed.likely.action) {
                hidden.push(format!("{name} {about}: {}", told(&comparison)));
            }
            continue;
        }
        spurious += 1;
        let is_quiet =
            || QUIET.iter().any(|kind| about.contains(kind)) || are_spelled(&input.old, &input.new);
        if comparison.report().resources[0].raw.action == Action::NoOp && !is_quiet() {
            silent.push(name.clone());
        }
        let needs_to_ask =
            rules.values().flat_map(listed).any(|word| ASKED.contains(&word.split('(').next().unwrap()));
        let findings = comparison.findings(0);
        let with_all = input.compared(&accepted(&costs, &findings));
        let asks = findings
            .iter()
            .any(|finding| finding.proposal.as_ref().is_some_and(|proposal| proposal.grade == Grade::Ask));
        if is_expected(proposed.likely.action) {
            likely += 1;
        } else if needs_to_ask && asks && is_expected(with_all.report().resources[0].verdict.action) {
            asked += 1;
        } else {
            open.push(format!("{name} {about}: {}", told(&comparison)));
        }
    }
    eprintln!(
        "of {spurious} spurious reports, {likely} are settled by what is likely and {asked} by what is asked for; open:"
    );
    eprintln!(
        "{}\nof {real} real ones, likely would hide {}:\n{}",
        open.join("\n"),
        hidden.len(),
        hidden.join("\n")
    );
    assert!(real > 40 && spurious > 70, "{real} real, {spurious} spurious");
    assert_eq!(stronger, Vec::<String>::new());
    assert_eq!(silent, Vec::<String>::new());
    assert!((likely + asked) * 100 >= spurious * 95, "only {likely} and {asked} of {spurious}");
}

/// What is proposed, in one line.
fn told(comparison: &Comparison) -> String {
    let findings = comparison.findings(0);
    let rules = findings.iter().filter_map(|finding| finding.proposal.as_ref()).map(|proposal| {
        let inside: Vec<String> = proposal
            .inside
            .iter()
            .map(|inner| format!("{}: {}", inner.path, inner.rule.join(", ")))
            .collect();
        format!(
            "{} {}: {} [{}]",
            proposal.grade.as_str(),
            proposal.path,
            proposal.rule.join(", "),
            inside.join("; ")
        )
    });
    let mut rules: Vec<String> = rules.collect();
    rules.dedup();
    rules.join(" | ")
}
