//! What is proposed where a user has said only what a change costs: the bug reports without their equality words.
//!
//! A certain proposal must never change what is expected of a report in which something really changes or cannot be
//! known. How far the likely ones get is printed: `cargo test --test proposals -- --nocapture`.

use serde_json::{Value, json};
use std::fs;
use whyreplace::contract::{Family, Options};
use whyreplace::json::{Document, Limits, NodeId, read};

/// A rule set with the words of cost only.
fn costs(rules: &Value) -> Value {
    let is_cost = |word: &Value| {
        let written = word.as_str().unwrap();
        whyreplace::catalogue().any(|word| word.name == written && word.family == Family::Cost)
    };
    let of_pattern = |words: &Value| match words {
        Value::Array(words) => words.iter().filter(|word| is_cost(word)).cloned().collect(),
        word if is_cost(word) => vec![word.clone()],
        _ => Vec::new(),
    };
    let patterns = rules["*"].as_object().unwrap();
    json!({ "*": patterns.iter().map(|(pattern, words)| (pattern.clone(), Value::Array(of_pattern(words)))).collect::<serde_json::Map<_, _>>() })
}

fn document(file: &Document, case: NodeId, name: &str) -> Option<Vec<u8>> {
    match file.member(case, &format!("{name}Text")) {
        Some(text) => Some(file.text(text).into_bytes()),
        None => file.member(case, name).map(|value| file.raw(value).as_bytes().to_vec()),
    }
}

#[test]
fn certain_proposals_hide_nothing_real() {
    let file = read(fs::read("tests/cases/bug-reports.json").unwrap(), Limits::default()).unwrap();
    let cases = file.member(file.root(), "cases").unwrap();
    let (mut real, mut spurious, mut settled, mut hidden, mut failures) = (0, 0, 0, 0, Vec::new());
    for case in file.elements(cases) {
        let text = |name: &str| file.text(file.member(case, name).unwrap());
        let member = |name| file.raw(file.member(case, name).unwrap());
        let expected: Value = serde_json::from_str(member("expect")).unwrap();
        if file.member(case, "fails").is_some() {
            continue;
        }
        let rules = document(&file, case, "rules")
            .map_or(json!({ "*": {} }), |rules| serde_json::from_slice(&rules).unwrap());
        let [old, new] = ["old", "new"].map(|name| document(&file, case, name).unwrap());
        let rules = costs(&rules).to_string().into_bytes();
        let comparison = whyreplace::compare(old, new, Some(rules), Options::default());
        let proposed = comparison.proposed(0).unwrap();
        let action = |action: whyreplace::contract::Action| json!(action) == expected["action"];
        if text("about").starts_with("spurious") {
            spurious += 1;
            settled += usize::from(action(proposed.likely.action));
        } else {
            real += 1;
            hidden += usize::from(!action(proposed.likely.action));
            if !action(proposed.certain.action) {
                failures.push(format!("{}: {}", text("name"), proposed.certain.action.as_str()));
            }
        }
    }
    eprintln!(
        "likely proposals settle {settled} of {spurious} spurious reports, and would hide {hidden} of {real} real ones"
    );
    assert!(real > 40 && spurious > 70, "{real} real, {spurious} spurious");
    assert_eq!(failures, Vec::<String>::new());
}
