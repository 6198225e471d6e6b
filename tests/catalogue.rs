//! The catalogue: its examples hold, in both directions, and its words are told from one another.

use whyreplace::contract::{Action, Family, Options};

fn document(value: &str) -> Vec<u8> {
    if value.is_empty() { "{}".to_owned() } else { format!("{{\"p\":{value}}}") }.into_bytes()
}

fn is_equal(word: &str, old: &str, new: &str) -> bool {
    let rules = serde_json::json!({ "*": { "p": word } }).to_string();
    let comparison =
        whyreplace::compare(document(old), document(new), Some(rules.into_bytes()), Options::default());
    assert_eq!(comparison.diagnostics(), [], "{word} {old} {new}");
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

/// Two values that a word calls equal or does not, where another word or other arguments would say otherwise.
#[rustfmt::skip]
const TOLD_APART: &[(&str, &str, &str, bool)] = &[
    ("integer", "\"2.0\"", "2", true),
    ("integer", "\"1.5\"", "1.5", false),
    ("integer", "\"1h\"", "\"60m\"", false),
    ("integer", "\"1K\"", "1024", false),
    ("integer", "\"1 vCPU\"", "1024", false),
    ("integer", "\"1 GB\"", "1024", false),
    ("integer", "\"tcp\"", "6", false),
    ("number", "\"1h\"", "\"60m\"", false),
    ("number", "\"1K\"", "1024", false),
    ("number", "\"1 vCPU\"", "1024", false),
    ("number", "\"1 GB\"", "1024", false),
    ("boolean", "\"1\"", "1", false),
    ("boolean(01)", "\"1\"", "1", true),
    ("boolean(01)", "\"1\"", "0", false),
    ("null-is-missing", "null", "30", false),
    ("null-is-missing", "null", "[]", false),
    ("ignore-spaces", "\"West Europe\"", "\"westeurope\"", false),
    ("trailing-dot", "\"Example.com.\"", "\"example.com\"", false),
    ("json", "\"a: 1\"", "{\"a\":1}", false),
    ("json", "{\"Statement\":{\"Action\":\"a\"}}", "{\"Statement\":[{\"Action\":[\"a\"]}]}", false),
    ("json", "[\"user:a@x.com\",\"allUsers\"]", "[\"allUsers\",\"user:a@x.com\"]", false),
    ("json", "[{\"name\":\"a\",\"type\":\"INT64\"}]", "[{\"name\":\"a\",\"type\":\"INTEGER\"}]", false),
    ("json", "[{\"name\":\"c\",\"cpu\":0}]", "[{\"name\":\"c\"}]", false),
    ("gcp-iam", "[\"user:a@x.com\"]", "[\"user:b@x.com\"]", false),
    ("duration", "\"1d\"", "\"24h\"", false),
    ("duration(days)", "\"1d\"", "\"1h\"", false),
    ("duration(days)", "\"1\"", "\"1d\"", false),
    ("timestamp(minute)", "\"2024-01-02T03:04:05Z\"", "\"2024-01-02T05:04:59+02:00\"", true),
    ("timestamp(minute)", "\"2024-01-02T03:04:59Z\"", "\"2024-01-02T03:05:00Z\"", false),
    ("ip(mapped)", "\"::ffff:1.2.3.4\"", "\"1.2.3.4\"", true),
    ("ip(mapped)", "\"::ffff:1.2.3.4\"", "\"1.2.3.5\"", false),
    ("cidr", "\"10.0.0.1\"", "\"10.0.0.1/32\"", false),
    ("url", "\"example.com/a\"", "\"https://example.com/a\"", false),
    ("url(https)", "\"Example.com/a\"", "\"https://example.com:443/a\"", true),
    ("url(https)", "\"example.com/a\"", "\"http://example.com/a\"", false),
    ("email", "\"jane@example.com\"", "\"https://jane@example.com\"", false),
    ("email(local)", "\"jane@example.com\"", "\"jan@example.com\"", false),
    ("email(local)", "\"Jane\"", "\"jane\"", false),
    ("ssh-key(ignore-comment)", "\"ssh-rsa AAAA me\"", "\"ssh-rsa AAAB me\"", false),
    ("alias(\"*\", \"all\", -1)", "\"all\"", "-1", true),
    ("sql-identifier", "\"db.t\"", "\"DB.T\"", false),
    ("path-suffix", "\"compute/v1/projects/p/networks/n\"", "\"compute/beta/projects/p/networks/n\"", false),
];

#[test]
fn words_are_told_from_their_neighbours() {
    for (word, old, new, expected) in TOLD_APART {
        assert_eq!(is_equal(word, old, new), *expected, "{word} {old} {new}");
        assert_eq!(is_equal(word, new, old), *expected, "{word} {new} {old}");
    }
}

#[test]
fn a_bare_number_is_a_duration_in_the_unit_that_is_asked_for() {
    for unit in ["ms", "s", "m", "h", "d"] {
        let (word, text) = (format!("duration(unit={unit})"), format!("\"90{unit}\""));
        assert!(is_equal(&word, "90", &text) && is_equal(&word, &text, "\"90\""), "{word}");
        assert!(!is_equal(&word, "91", &text) && !is_equal("duration", "\"90\"", &text), "{word}");
    }
}
