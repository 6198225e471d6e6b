//! The plans that were generated for this project with Terraform 1.11.4: every replacement of one has a cause of its own, and the
//! other one has every kind of change.

use std::fs;
use whyreplace::contract::Cause::{
    self, Case, Empty, Encoding, EndMark, Identity, Layout, LineEnd, Network, NullMissing, OneOrMany, Order,
    Precision, Quantity, Real, RealInNoise, Type,
};
use whyreplace::contract::{Action, Certainty, Options, Resource};
use whyreplace::{Beside, Comparison};

fn plan(name: &str, rules: Option<&str>) -> Comparison {
    let file = |name: &str| fs::read(format!("tests/plans/generated/{name}.json")).unwrap();
    Comparison::review(file(name), rules.map(file), Options::default())
}

fn named<'c>(comparison: &'c Comparison, address: &str) -> &'c Resource {
    let mut resources = comparison.report().resources.iter();
    resources.find(|resource| resource.address == address).unwrap_or_else(|| panic!("no {address}"))
}

/// Which case has which cause, and whether proposals alone settle it: the certain ones, the likely ones, or none.
const CASES: [(&str, Cause, Option<Action>); 35] = [
    ("arn", Identity, Some(Action::NoOp)),
    ("b64", Encoding, Some(Action::NoOp)),
    ("big", Precision, None),
    ("bool_num", Type, Some(Action::NoOp)),
    ("bool_str", Type, Some(Action::NoOp)),
    ("case", Case, Some(Action::NoOp)),
    ("cidr", Network, Some(Action::NoOp)),
    ("crlf", LineEnd, Some(Action::NoOp)),
    ("dns", EndMark, Some(Action::NoOp)),
    ("dur", Quantity, Some(Action::NoOp)),
    ("exp", Type, Some(Action::NoOp)),
    ("hexlike", Real, None),
    ("image", Identity, Some(Action::NoOp)),
    ("ipv6", Network, Some(Action::NoOp)),
    ("json_html", Layout, Some(Action::NoOp)),
    ("json_list_order", Layout, Some(Action::NoOp)),
    ("json_num", Layout, Some(Action::NoOp)),
    ("json_order", Layout, Some(Action::NoOp)),
    ("list_reorder", Order, Some(Action::NoOp)),
    ("list_vs_scalar", OneOrMany, Some(Action::NoOp)),
    ("multiset", Real, None),
    ("nested", RealInNoise, None),
    ("null_empty", Empty, Some(Action::NoOp)),
    ("null_false", Cause::Default, Some(Action::NoOp)),
    ("null_list", Empty, Some(Action::NoOp)),
    ("null_obj", Empty, Some(Action::NoOp)),
    ("null_zero", Cause::Default, Some(Action::NoOp)),
    ("num_str", Type, Some(Action::NoOp)),
    ("obj_extra", NullMissing, Some(Action::NoOp)),
    ("quantity", Quantity, Some(Action::NoOp)),
    ("real_change", Real, None),
    ("tags", Case, Some(Action::NoOp)),
    ("trail", LineEnd, Some(Action::NoOp)),
    ("ts", Quantity, Some(Action::NoOp)),
    ("url", EndMark, Some(Action::NoOp)),
];

/// Those that no rule may settle.
const REAL: [&str; 5] = ["big", "bool_num", "hexlike", "multiset", "real_change"];

#[test]
fn every_replacement_has_its_cause() {
    let comparison = plan("spurious-replaces", None);
    let mut settled = [0, 0];
    for (name, cause, likely) in CASES {
        let resource = named(&comparison, &format!("terraform_data.case[\"{name}\"]"));
        assert_eq!(resource.verdict.action, Action::Replace, "{name}");
        assert_eq!(resource.verdict.replaces, ["triggers_replace"], "{name}");
        let findings = comparison.findings(resource.id);
        let causes: Vec<Cause> =
            findings.iter().filter(|finding| finding.forces_replace).map(|finding| finding.cause).collect();
        assert!(!causes.is_empty() && causes.iter().all(|other| *other == cause), "{name}: {causes:?}");
        let proposed = comparison.proposed(resource.id).unwrap();
        assert_eq!(proposed.likely.action, likely.unwrap_or(Action::Replace), "{name}");
        settled[0] += usize::from(proposed.certain.action == Action::NoOp);
        settled[1] += usize::from(proposed.likely.action == Action::NoOp);
    }
    eprintln!(
        "of 35 replacements, certain proposals alone settle {}, with the likely ones {}",
        settled[0], settled[1]
    );
}

#[test]
fn thirty_are_settled_by_rules_and_five_stay() {
    let comparison = plan("spurious-replaces", Some("spurious-replaces.rules"));
    let summary = &comparison.report().summary;
    assert_eq!((summary.spurious_replaces, summary.spurious_updates), (30, 0));
    for (name, ..) in CASES {
        let verdict = &named(&comparison, &format!("terraform_data.case[\"{name}\"]")).verdict;
        let expected = if REAL.contains(&name) { Action::Replace } else { Action::NoOp };
        assert_eq!((verdict.action, verdict.certainty), (expected, Certainty::Definite), "{name}");
    }
    assert!(comparison.diagnostics().is_empty(), "{:?}", comparison.diagnostics());
}

#[test]
fn accepting_every_rule_again_changes_nothing() {
    let comparison = plan("spurious-replaces", None);
    let rules = fs::read("tests/plans/generated/spurious-replaces.rules.json").unwrap();
    let decided = comparison.decide(Beside { rules: Some(rules), ..Beside::default() }, Options::default());
    assert_eq!(decided.report(), plan("spurious-replaces", Some("spurious-replaces.rules")).report());
}

#[test]
fn every_kind_of_change_is_told_apart() {
    let comparison = plan("features", None);
    let table: [(&str, Action, Action, &[&str]); 19] = [
        ("terraform_data.by_count[0]", Action::NoOp, Action::NoOp, &[]),
        ("terraform_data.by_count[1]", Action::NoOp, Action::NoOp, &[]),
        ("terraform_data.by_count[2]", Action::Delete, Action::Delete, &[]),
        ("terraform_data.by_key[\"a\"]", Action::NoOp, Action::NoOp, &[]),
        ("terraform_data.by_key[\"b\"]", Action::Delete, Action::Delete, &[]),
        ("terraform_data.cbd", Action::Replace, Action::Replace, &[]),
        ("terraform_data.forgotten", Action::Forget, Action::Forget, &[]),
        ("terraform_data.gone", Action::Delete, Action::Delete, &[]),
        ("terraform_data.imported", Action::Update, Action::Update, &[]),
        ("terraform_data.new_name", Action::Update, Action::Update, &[]),
        ("terraform_data.requested", Action::Replace, Action::Replace, &["request"]),
        ("terraform_data.sens", Action::Update, Action::Update, &[]),
        ("terraform_data.sens_change", Action::Update, Action::Update, &["sensitivity"]),
        ("terraform_data.tainted", Action::Replace, Action::Replace, &["taint"]),
        ("terraform_data.trigger", Action::Update, Action::Update, &[]),
        ("terraform_data.triggered", Action::Replace, Action::Replace, &["trigger"]),
        ("terraform_data.was_single", Action::Delete, Action::Delete, &[]),
        ("terraform_data.was_single[\"k\"]", Action::Create, Action::Create, &[]),
        ("module.m.terraform_data.in_mod", Action::Delete, Action::Delete, &[]),
    ];
    for (address, stated, decided, reasons) in table {
        let resource = named(&comparison, address);
        assert_eq!(resource.stated.as_ref().unwrap().action, stated, "{address}");
        assert_eq!(
            (resource.verdict.action, resource.verdict.certainty),
            (decided, Certainty::Definite),
            "{address}"
        );
        assert_eq!(resource.verdict.reasons, reasons, "{address}");
    }
    let summary = &comparison.report().summary;
    assert_eq!((summary.spurious_replaces, summary.spurious_updates), (0, 0));
    let whole = format!("{:?} {:?}", comparison.report(), comparison.diagnostics());
    let resources = comparison.report().resources.iter();
    let findings: Vec<_> = resources.map(|resource| comparison.findings(resource.id)).collect();
    assert!(!format!("{whole} {findings:?}").contains("s3cret"), "a secret value is in the report");
}
