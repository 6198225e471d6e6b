//! The catalogue: its examples hold, in both directions, and the files made from it are fresh.

use whyreplace::contract::{Action, Family, Options};

fn document(value: &str) -> Vec<u8> {
    if value.is_empty() { "{}".to_owned() } else { format!("{{\"p\":{value}}}") }.into_bytes()
}

fn is_equal(word: &str, old: &str, new: &str) -> bool {
    let rules = serde_json::json!({ "*": { "p": word } }).to_string();
    let comparison =
        whyreplace::compare(document(old), document(new), Some(rules.into_bytes()), Options::default());
    assert_eq!(comparison.report().diagnostics, [], "{word} {old} {new}");
    comparison.report().resources[0].verdict.action == Action::NoOp
}

#[test]
fn the_examples_hold() {
    let mut tried = 0;
    for word in whyreplace::catalogue().filter(|word| word.family == Family::Equality) {
        let ((a, b), (c, d)) = (word.equal.unwrap(), word.different.unwrap());
        // This one says which side is which.
        let has_sides = word.name == "version-prefix";
        assert!(is_equal(word.written, a, b), "{} {a} {b}", word.written);
        assert_ne!(is_equal(word.written, b, a), has_sides, "{} {b} {a}", word.written);
        assert!(!is_equal(word.written, c, d) && !is_equal(word.written, d, c), "{} {c} {d}", word.written);
        tried += 1;
    }
    assert!(tried > 20);
}
