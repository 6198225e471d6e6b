//! Pairs that real services and tools call equal, and pairs that they must not, by `tests/vectors/normalizers.json`.
//!
//! Each rule applies to the property that holds the value, or to the members that it names. The values are taken
//! as they are written there.

use serde_json::{Map, Value, json};
use std::fs;
use whyreplace::contract::{Action, Options};
use whyreplace::json::{Document, Limits, NodeId, read};

/// The rule set that applies `rule` to the property `p`.
fn rules(rule: &Value) -> Value {
    let mut patterns = Map::new();
    match rule {
        Value::Object(members) => {
            for (member, words) in members {
                patterns.insert(format!("p{member}"), words.clone());
            }
        }
        words => {
            patterns.insert("p".to_owned(), words.clone());
        }
    }
    json!({ "*": patterns })
}

#[test]
fn every_vector() {
    let file = read(fs::read("tests/vectors/normalizers.json").unwrap(), Limits::default()).unwrap();
    let (mut passed, mut failures) = (0, Vec::new());
    for vector in file.elements(file.root()) {
        let member = |name| file.raw(file.member(vector, name).unwrap());
        let rules = rules(&serde_json::from_str(member("rule")).unwrap()).to_string();
        assert_eq!(whyreplace::check_rules(rules.clone().into_bytes()), [], "{rules}");
        let [old, new] = ["old", "new"].map(|name| property(&file, file.member(vector, name).unwrap()));
        let comparison = whyreplace::compare(old, new, Some(rules.into_bytes()), Options::default());
        let verdict = &comparison.report().resources[0].verdict;
        let is_equal = verdict.action == Action::NoOp;
        if is_equal == (member("equal") == "true") {
            passed += 1;
        } else {
            failures.push(format!(
                "{} {} {}: {}",
                member("rule"),
                member("old"),
                member("new"),
                verdict.action.as_str()
            ));
        }
    }
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(passed, 346);
}

fn property(file: &Document, value: NodeId) -> Vec<u8> {
    format!("{{\"p\":{}}}", file.raw(value)).into_bytes()
}
