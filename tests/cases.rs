//! The corpus under `tests/cases/`, run on the core. `tests/package.test.ts` runs it through the package.
//!
//! Documents are taken from the case files as written, so that no number is rounded on the way. Only
//! what a case expects is compared. A case with a member `fails` is an expected failure, with the reason;
//! when it passes, that member has to go.

#[path = "support/told.rs"]
mod told;

use serde_json::{Value, json};
use std::{fs, path::Path};
use told::{loose, mismatch, told, told_inside, told_proposal};
use whyreplace::contract::{
    Cause, Class, Dialect, FieldAction, Finding, Group, Ladder, LimitOptions, Olds, Options, Override,
};
use whyreplace::json::{Document, Kind, Limits, NodeId, read};
use whyreplace::{Beside, Comparison};

/// A member of a case, or else of the file's defaults.
fn member(file: &Document, case: NodeId, name: &str) -> Option<NodeId> {
    let defaults = file.member(file.root(), "defaults");
    file.member(case, name).or_else(|| defaults.and_then(|defaults| file.member(defaults, name)))
}

/// A document of a case: `name` as written, or the content of the text `nameText`.
fn document(file: &Document, case: NodeId, name: &str) -> Option<Vec<u8>> {
    match file.member(case, &format!("{name}Text")) {
        Some(text) => Some(file.text(text).into_bytes()),
        None => member(file, case, name).map(|value| file.raw(value).as_bytes().to_vec()),
    }
}

fn options(value: &Value) -> Options {
    let known = [
        "type",
        "olds",
        "dialect",
        "ignoreChanges",
        "replaceOnChanges",
        "deleteBeforeReplace",
        "reveal",
        "limits",
        "ladder",
        "updateMask",
        "neverSent",
        "overrides",
    ];
    for name in value.as_object().into_iter().flatten().map(|(name, _)| name) {
        assert!(known.contains(&name.as_str()), "the runner does not know the option {name}");
    }
    let limit = |name: &str| value["limits"][name].as_u64().map(|limit| u32::try_from(limit).unwrap());
    Options {
        r#type: value["type"].as_str().map(str::to_owned),
        olds: if value["olds"] == "state" { Olds::State } else { Olds::Inputs },
        dialect: if value["dialect"] == "pulumi" { Dialect::Pulumi } else { Dialect::Json },
        ignore_changes: texts(&value["ignoreChanges"]),
        replace_on_changes: texts(&value["replaceOnChanges"]),
        delete_before_replace: value["deleteBeforeReplace"].as_bool(),
        ladder: if value["ladder"] == "earlier" { Ladder::Earlier } else { Ladder::Latest },
        overrides: value["overrides"].as_array().into_iter().flatten().map(by_user).collect(),
        update_mask: match &value["updateMask"] {
            Value::Null => None,
            Value::String(all) => Some(vec![all.clone()]),
            list => Some(texts(list)),
        },
        never_sent: texts(&value["neverSent"]),
        reveal: texts(&value["reveal"]),
        limits: LimitOptions { depth: limit("depth"), bytes: limit("bytes") },
    }
}

fn by_user(value: &Value) -> Override {
    let text = |name: &str| value[name].as_str().unwrap().to_owned();
    let action = FieldAction::ALL.iter().find(|action| value["action"] == action.as_str());
    Override { path: text("path"), action: *action.unwrap(), reason: text("reason") }
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn told_group(group: &Group) -> Value {
    json!({
        "path": group.path,
        "cause": group.cause,
        "message": group.message,
        "keys": group.keys,
        "moved": group.moved,
        "proposal": group.proposal.as_ref().map(told_proposal),
        "sameIf": group.proposal.as_ref().map(|proposal| &proposal.same_if),
        "inside": group.proposal.as_ref().map(told_inside),
        "outcome": group.proposal.as_ref().map(|proposal| proposal.outcome.as_ref().map(|outcome| outcome.action)),
    })
}

/// All that a case may expect.
fn outcome(file: &Document, case: NodeId) -> Value {
    let [old, new] = ["old", "new"].map(|name| document(file, case, name).unwrap());
    let options_text = member(file, case, "options").map_or("{}", |options| file.raw(options));
    let options = options(&serde_json::from_str(options_text).unwrap());
    let [rules, answer, outs, remote] =
        ["rules", "answer", "outs", "remote"].map(|name| document(file, case, name));
    let comparison = match document(file, case, "plan") {
        Some(plan) => Comparison::review(plan, rules, options),
        None => Comparison::new(old, new, Beside { rules, answer, outs, remote }, options),
    };
    let report = comparison.report();
    let diagnostics = comparison.diagnostics();
    let codes: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    let first = diagnostics.first().and_then(|diagnostic| diagnostic.range);
    let mut outcome = json!({
        "format": report.format,
        "identical": report.identical,
        "spuriousReplaces": report.summary.spurious_replaces,
        "spuriousUpdates": report.summary.spurious_updates,
        "diagnostics": codes,
        "said": diagnostics.iter().map(|diagnostic| &diagnostic.message).collect::<Vec<_>>(),
        "at": first.map(|range| format!("{}:{}", range.start.line, range.start.column)),
    });
    if let Some(resource) = report.resources.first() {
        let verdict = serde_json::to_value(&resource.verdict).unwrap();
        outcome.as_object_mut().unwrap().extend(verdict.as_object().unwrap().clone());
        outcome["detailedDiff"] = json!(comparison.detailed_diff(resource.id));
        outcome["raw"] = json!(resource.raw.action);
        outcome["stated"] = json!(resource.stated);
        outcome["updateBody"] = json!(resource.update_body);
        let proposed = comparison.proposed(resource.id).unwrap();
        outcome["certain"] = json!(proposed.certain.action);
        outcome["likely"] = json!(proposed.likely.action);
        outcome["counts"] = json!(resource.counts);
        let open = comparison.findings(resource.id).into_iter().filter(is_open);
        outcome["changed"] = open.map(|finding| loose(&finding.path)).collect();
        outcome["findings"] = comparison.findings(resource.id).iter().map(told).collect();
        outcome["groups"] = comparison.groups(resource.id).iter().map(told_group).collect();
        outcome["detail"] = json!(comparison.detail(0));
    }
    outcome
}

/// Whether nothing settled a finding.
fn is_open(finding: &Finding) -> bool {
    matches!(finding.class, Class::Real | Class::Unknown | Class::Masked) && !finding.consequence
}

#[test]
fn every_case_of_the_corpus() {
    let mut files: Vec<_> =
        fs::read_dir(Path::new("tests/cases")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut cases, mut failures, mut expected_failures) = (0, Vec::new(), Vec::new());
    for path in files {
        let file = read(fs::read(&path).unwrap(), Limits::default()).unwrap();
        let list = file.member(file.root(), "cases").unwrap();
        assert_eq!(file.kind(list), Kind::List);
        for case in file.elements(list) {
            let name = file.text(file.member(case, "name").unwrap());
            let expected = serde_json::from_str(file.raw(file.member(case, "expect").unwrap())).unwrap();
            let mismatch = mismatch(&expected, &outcome(&file, case), "");
            cases += 1;
            match (file.member(case, "fails"), mismatch) {
                (None, None) => {}
                (None, Some(what)) => failures.push(format!("{name}: {what}")),
                (Some(_), None) => failures.push(format!("{name} passes now: take its `fails` away")),
                (Some(reason), Some(_)) => expected_failures.push(format!("{name}: {}", file.text(reason))),
            }
        }
    }
    eprintln!("{cases} cases, of which {} are expected failures:", expected_failures.len());
    eprintln!("{}", expected_failures.join("\n"));
    assert!(cases > 60, "only {cases} cases were found");
    assert!(failures.is_empty(), "{} of {cases} cases fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_cause_has_a_sentence_in_the_corpus() {
    let file: Value =
        serde_json::from_str(&fs::read_to_string("tests/cases/diagnoses.json").unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let told = |case: &Value| [case["expect"]["findings"].clone(), case["expect"]["groups"].clone()];
    let shown: Vec<Value> =
        cases.iter().flat_map(told).flat_map(|list| list.as_array().cloned().unwrap_or_default()).collect();
    for cause in Cause::ALL {
        let has = |told: &Value| told["cause"] == cause.as_str() && told["message"].is_string();
        assert!(shown.iter().any(has), "no case of diagnoses.json shows the cause {}", cause.as_str());
    }
}
