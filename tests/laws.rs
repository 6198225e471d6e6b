//! What holds for all documents and rule sets.

use proptest::prelude::*;
use serde_json::{Map, Value};
use whyreplace::contract::{Action, Certainty, Class, Dialect, Grade, Olds, Options, Outcome, Quiet};
use whyreplace::{Beside, Comparison};

#[path = "support/accept.rs"]
mod support;
use support::accept;

const SECRET: &str = "[secret]";
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (0..4_i32).prop_map(Value::from),
        4 => (0..4_i32).prop_map(|number| Value::from(number.to_string())),
        2 => prop_oneof![Just("delete"), Just("DELETE"), Just("")].prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => prop_oneof![Just("[1,2]"), Just("[2, 1]"), Just("{\"a\":1}"), Just("{\"a\":\"1\"}")].prop_map(Value::from),
        1 => prop_oneof![Just(SECRET), Just(UNKNOWN)].prop_map(Value::from),
    ]
}

/// Lists that are long enough for elements to be found elsewhere.
fn list() -> impl Strategy<Value = Value> {
    let item = (0..5_i32, 0..3_i32).prop_map(|(a, b)| serde_json::json!({ "a": a, "b": b }));
    prop_oneof![
        proptest::collection::vec((0..4_i32).prop_map(Value::from), 2..6).prop_map(Value::from),
        proptest::collection::vec(item, 2..6).prop_map(Value::from),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![4 => nested(), 1 => list(), 1 => list().prop_map(|list| Value::from(list.to_string()))]
}

fn nested() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(2, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::vec(("[a-c]", inner), 0..3)
                .prop_map(|members| Value::from(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn resource() -> impl Strategy<Value = Value> {
    proptest::collection::vec(("[a-e]", value()), 0..5)
        .prop_map(|members| Value::from(members.into_iter().collect::<Map<_, _>>()))
}

/// A rule set for all types over the paths that documents have.
fn rules(words: &'static [&'static str]) -> impl Strategy<Value = Map<String, Value>> {
    let pattern = prop_oneof![
        4 => "[a-e]",
        2 => "[a-e]\\.[a-c]",
        2 => "[a-e]\\[\\*\\]",
        2 => "[a-e]\\[\\*\\]\\.[a-c]",
        1 => Just("*".to_owned()),
        1 => Just("*.*".to_owned()),
    ];
    let list = proptest::collection::vec(proptest::sample::select(words).prop_map(Value::from), 1..3);
    proptest::collection::vec((pattern, list.prop_map(Value::from)), 0..4)
        .prop_map(|rules| rules.into_iter().collect())
}

const COSTS: &[&str] =
    &["mutable", "immutable", "increase-only", "decrease-only", "changes-id", "unique", "stable"];

/// Scope words and one of each kind of equality.
const SETTLING: &[&str] = &[
    "computed",
    "write-only",
    "ignore",
    "allow-extra",
    "integer",
    "string",
    "case-insensitive",
    "keys-case-insensitive",
    "default(1)",
    "null-is-missing",
    "empty-is-missing",
    "default-block",
    "set",
    "keyed(a)",
    "float32",
    "alias(1, 2)",
];

/// Words that patterns lead on through: with them, a pattern may match where it did not.
const OPENING: &[&str] = &["one-or-many", "json", "set", "keyed(a)", "integer"];

fn options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>()).prop_map(|(state, pulumi)| Options {
        olds: if state { Olds::State } else { Olds::Inputs },
        dialect: if pulumi { Dialect::Pulumi } else { Dialect::Json },
        ..Options::default()
    })
}

fn compare(old: &Value, new: &Value, rules: &Map<String, Value>, options: &Options) -> Comparison {
    let rules = serde_json::json!({ "*": rules }).to_string().into_bytes();
    whyreplace::compare(
        old.to_string().into_bytes(),
        new.to_string().into_bytes(),
        Some(rules),
        options.clone(),
    )
}

fn verdict(comparison: &Comparison) -> (Action, Action) {
    let verdict = &comparison.report().resources[0].verdict;
    (verdict.action, verdict.at_least)
}

fn both(outcome: &Outcome) -> (Action, Action) {
    (outcome.action, outcome.at_least)
}

fn is_no_stronger(weaker: (Action, Action), stronger: (Action, Action)) -> bool {
    weaker.0 <= stronger.0 && weaker.1 <= stronger.1
}

fn is_opaque(value: &Value) -> bool {
    let text = value.to_string();
    text.contains(SECRET) || text.contains(UNKNOWN)
}

proptest! {
    #[test]
    fn a_settling_word_never_makes_a_verdict_stronger(
        old in resource(), new in resource(), costs in rules(COSTS), more in rules(SETTLING), options in options()
    ) {
        let mut all = costs.clone();
        for (pattern, words) in more {
            let words = words.as_array().unwrap().clone();
            let own = all.entry(pattern).or_insert_with(|| Value::Array(Vec::new()));
            own.as_array_mut().unwrap().extend(words);
        }
        let (fewer, more) = (compare(&old, &new, &costs, &options), compare(&old, &new, &all, &options));
        prop_assert!(is_no_stronger(verdict(&more), verdict(&fewer)));
        prop_assert!(is_no_stronger(both(&more.report().resources[0].raw), both(&fewer.report().resources[0].raw)));
    }

    #[test]
    fn likely_is_no_stronger_than_certain_nor_certain_than_the_verdict_nor_that_than_raw(
        old in resource(), new in resource(), costs in rules(COSTS), settling in rules(SETTLING),
        opening in rules(OPENING), options in options()
    ) {
        let rules = costs.into_iter().chain(settling).chain(opening).collect();
        let comparison = compare(&old, &new, &rules, &options);
        let resource = &comparison.report().resources[0];
        let proposed = comparison.proposed(0).unwrap();
        let (certain, likely) = (both(&proposed.certain), both(&proposed.likely));
        prop_assert!(is_no_stronger(likely, certain));
        prop_assert!(is_no_stronger(certain, verdict(&comparison)));
        prop_assert!(is_no_stronger(verdict(&comparison), both(&resource.raw)));
    }

    #[test]
    fn accepted_proposals_give_what_they_promise(
        old in resource(), new in resource(), costs in rules(COSTS), settling in rules(SETTLING), options in options()
    ) {
        let mut rules = costs;
        for (pattern, words) in settling {
            rules.entry(pattern).or_insert_with(|| Value::Array(Vec::new())).as_array_mut().unwrap().extend(words.as_array().unwrap().clone());
        }
        let comparison = compare(&old, &new, &rules, &options);
        let proposed = comparison.proposed(0).unwrap();
        let proposals: Vec<_> = comparison.findings(0).into_iter().filter_map(|finding| finding.proposal).collect();
        for (most, promised) in [(Grade::Certain, proposed.certain), (Grade::Likely, proposed.likely)] {
            let mut rules = rules.clone();
            proposals.iter().filter(|proposal| proposal.grade <= most).for_each(|proposal| accept(&mut rules, proposal));
            prop_assert_eq!(verdict(&compare(&old, &new, &rules, &options)), both(&promised));
        }
        for proposal in proposals {
            let before = verdict(&compare(&old, &new, &rules, &options));
            accept(&mut rules, &proposal);
            let after = verdict(&compare(&old, &new, &rules, &options));
            prop_assert_eq!(after, both(&proposal.outcome.unwrap()));
            prop_assert!(is_no_stronger(after, before));
        }
    }

    #[test]
    fn a_value_does_not_differ_from_itself(value in resource(), rules in rules(COSTS), options in options()) {
        let comparison = compare(&value, &value, &rules, &options);
        prop_assert!(is_opaque(&value) || comparison.findings(0).is_empty());
        prop_assert!(is_opaque(&value) || verdict(&comparison) == (Action::NoOp, Action::NoOp));
        prop_assert_eq!(verdict(&comparison).1, Action::NoOp);
    }

    #[test]
    fn counts_and_certainty_agree_with_the_findings(
        old in resource(), new in resource(), costs in rules(COSTS), settling in rules(SETTLING), options in options()
    ) {
        let rules = costs.into_iter().chain(settling).collect();
        let comparison = compare(&old, &new, &rules, &options);
        let resource = &comparison.report().resources[0];
        let counts = resource.counts;
        let findings = comparison.findings(0);
        let found = |class| findings.iter().filter(|finding| finding.class == class).count() as u32;
        prop_assert_eq!(
            [Class::Real, Class::Spurious, Class::Unknown, Class::Masked].map(found),
            [counts.real, counts.spurious, counts.unknown, counts.masked]
        );
        prop_assert!(found(Class::Ignored) <= counts.ignored);
        prop_assert_eq!(resource.verdict.certainty == Certainty::Definite, resource.verdict.action == resource.verdict.at_least);
        prop_assert_eq!(resource.verdict.changes, resource.verdict.action != Action::NoOp);
        let listed = |which| comparison.keys(0, which, 0).total;
        prop_assert_eq!(listed(Quiet::Unchanged), counts.unchanged + counts.spelling);
        prop_assert_eq!(listed(Quiet::Unmanaged), counts.unmanaged);
        prop_assert_eq!(listed(Quiet::Ignored), counts.ignored - found(Class::Ignored));
    }

    #[test]
    fn deciding_again_is_comparing_again(
        old in resource(), new in resource(), first in rules(COSTS), second in rules(SETTLING), options in options()
    ) {
        let rules = serde_json::json!({ "*": &second }).to_string().into_bytes();
        let decided = compare(&old, &new, &first, &Options::default()).decide(Beside { rules: Some(rules), ..Beside::default() }, options.clone());
        let compared = compare(&old, &new, &second, &options);
        prop_assert_eq!(decided.report(), compared.report());
        prop_assert_eq!(decided.findings(0), compared.findings(0));
        prop_assert_eq!(decided.diagnostics(), compared.diagnostics());
    }

    #[test]
    fn no_secret_reaches_a_message(secret in "hunter[0-9]{4}", other in "hunter[0-9]{4}") {
        let key = "4dabf18193072939515e22adb298388d";
        let signed = |field: &str, value: &Value| serde_json::json!({ key: "1b47061264138c4ac30d75fd1eb44270", field: value });
        let embedded = |secret: &str| serde_json::json!(format!(" {{\"a\": [{{\"token\": \"{secret}\"}}]}}"));
        let pairs = [
            (serde_json::json!({ "password": secret }), serde_json::json!({ "password": other })),
            (serde_json::json!([{ "api_key": secret }]), serde_json::json!(1)),
            (embedded(&secret), embedded(&other)),
            (serde_json::json!({ "text": embedded(&secret) }), Value::Null),
            (signed("value", &secret.clone().into()), Value::from(other.clone())),
            (signed("value", &secret.clone().into()), signed("value", &other.clone().into())),
            (signed("plaintext", &format!("\"{secret}\"").into()), Value::from(secret.clone())),
            (serde_json::json!([1, [signed("value", &secret.clone().into())]]), serde_json::json!({ "other": 1 })),
        ];
        for (old, new) in pairs {
            for (old, new) in [(&old, &new), (&new, &old), (&old, &Value::Null)] {
                let (old, new) = (serde_json::json!({ "x": old }), serde_json::json!({ "x": new }));
                let comparison = compare(&old, &new, &Map::new(), &Options::default());
                let said =
                    format!("{:?} {:?} {:?}", comparison.report(), comparison.findings(0), comparison.diagnostics());
                prop_assert!(!said.contains("hunter"), "{} {} {}", old, new, said);
            }
        }
    }
}
