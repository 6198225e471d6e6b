//! The plans under `tests/plans/`, read whole. A plan is taken from its file as written (`plan`) or as a text (`text`); only what
//! a case expects is compared, resource by resource in the order of the plan.

#[path = "support/told.rs"]
mod told;

use serde_json::{Map, Value, json};
use std::fs;
use told::{mismatch, told};
use whyreplace::contract::{ActionCount, Affected, Options, Resource};
use whyreplace::json::{Document, Limits, NodeId, read};
use whyreplace::{Beside, Comparison};

fn document(file: &Document, case: NodeId, name: &str) -> Option<Vec<u8>> {
    file.member(case, name).map(|value| file.raw(value).as_bytes().to_vec())
}

fn counts(counts: &[ActionCount]) -> Value {
    let entry = |each: &ActionCount| (each.action.as_str().to_owned(), json!(each.count));
    Value::Object(counts.iter().map(entry).collect::<Map<_, _>>())
}

fn resource(comparison: &Comparison, resource: &Resource) -> Value {
    let verdict = &resource.verdict;
    let stated = resource.stated.as_ref();
    let affected = comparison.affects(resource.id).into_iter().map(|Affected { address, .. }| address);
    let mut findings: Vec<Value> = comparison.findings(resource.id).iter().map(told).collect();
    for (value, finding) in findings.iter_mut().zip(comparison.findings(resource.id)) {
        value["forcesReplace"] = json!(finding.forces_replace);
    }
    json!({
        "address": resource.address,
        "type": resource.r#type,
        "previousAddress": resource.previous_address,
        "deposed": resource.deposed,
        "deferred": resource.deferred,
        "stated": stated.map(|stated| stated.action),
        "statedReasons": stated.map(|stated| &stated.reasons),
        "order": stated.map(|stated| stated.order),
        "raw": resource.raw.action,
        "verdict": verdict.action,
        "atLeast": verdict.at_least,
        "certainty": verdict.certainty,
        "replaces": verdict.replaces,
        "reasons": verdict.reasons,
        "deleteBeforeReplace": verdict.delete_before_replace,
        "counts": resource.counts,
        "causedBy": resource.caused_by,
        "affects": affected.collect::<Vec<_>>(),
        "findings": findings,
        "likely": comparison.proposed(resource.id).map(|proposed| proposed.likely.action),
    })
}

fn outcome(comparison: &Comparison) -> Value {
    let report = comparison.report();
    let diagnostics = comparison.diagnostics();
    let all = |resources: &[Resource]| -> Vec<Value> {
        resources.iter().map(|each| resource(comparison, each)).collect()
    };
    let notes: Vec<&String> = diagnostics.iter().flat_map(|diagnostic| &diagnostic.notes).collect();
    json!({
        "format": report.format,
        "stated": counts(&report.summary.stated),
        "decided": counts(&report.summary.decided),
        "spurious": [report.summary.spurious_replaces, report.summary.spurious_updates],
        "diagnostics": diagnostics.iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>(),
        "said": diagnostics.iter().map(|diagnostic| &diagnostic.message).collect::<Vec<_>>(),
        "notes": notes,
        "resources": all(&report.resources),
        "drift": all(&report.drift),
        "outputs": all(&report.outputs),
    })
}

/// Whether a note has what a case expects in one: the command to run.
fn missing_note(expected: &mut Value, outcome: &Value) -> Option<String> {
    let part = expected.as_object_mut()?.remove("notes")?;
    let has = outcome["notes"].to_string().contains(part.as_str()?);
    (!has).then(|| format!("no note has {part}: {}", outcome["notes"]))
}

/// The first of the secrets of a case that something says: the report, or a view of a finding.
fn told_secret(file: &Document, case: NodeId, comparison: &Comparison, outcome: &Value) -> Option<String> {
    let secrets = file.member(case, "secrets")?;
    let report = comparison.report();
    let all = [&report.resources, &report.drift, &report.outputs].into_iter().flatten();
    let told = all.map(|resource| {
        let findings = comparison.findings(resource.id);
        let details = findings.iter().map(|finding| comparison.detail(finding.id)).collect::<Vec<_>>();
        let others = (comparison.groups(resource.id), comparison.detailed_diff(resource.id));
        let more = (comparison.affects(resource.id), comparison.proposed(resource.id));
        format!("{resource:?} {findings:?} {details:?} {others:?} {more:?}")
    });
    let said: String = told.chain([outcome.to_string()]).collect();
    let at = file.elements(secrets).find_map(|secret| said.find(&file.text(secret)))?;
    let around = said.char_indices().filter(|(index, _)| index.abs_diff(at) < 100).map(|(_, mark)| mark);
    Some(format!("a secret is told: {}", around.collect::<String>()))
}

/// What is wrong with a case.
fn fault(file: &Document, case: NodeId) -> Option<String> {
    let text = file.member(case, "text").map(|text| file.text(text).into_bytes());
    let plan = text.or_else(|| document(file, case, "plan")).expect("a case has a plan or a text");
    let mut comparison = Comparison::review(plan, document(file, case, "rules"), Options::default());
    let mut expectations = vec![(None, case)];
    expectations.extend(file.member(case, "decide").map(|again| (document(file, again, "rules"), again)));
    expectations.into_iter().enumerate().find_map(|(at, (rules, expectation))| {
        if at > 0 {
            comparison = comparison.decide(Beside { rules, ..Beside::default() }, Options::default());
        }
        let mut expected =
            serde_json::from_str(file.raw(file.member(expectation, "expect").unwrap())).unwrap();
        let outcome = outcome(&comparison);
        let note = missing_note(&mut expected, &outcome);
        let note = note.or_else(|| told_secret(file, case, &comparison, &outcome));
        note.or_else(|| mismatch(&expected, &outcome, if at > 0 { "decide" } else { "" }))
    })
}

#[test]
fn every_plan() {
    let (mut count, mut failures) = (0, Vec::new());
    let mut files: Vec<_> = fs::read_dir("tests/plans").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        let file = read(fs::read(path).unwrap(), Limits::default()).unwrap();
        for case in file.elements(file.member(file.root(), "cases").unwrap()) {
            count += 1;
            let name = file.text(file.member(case, "name").unwrap());
            failures.extend(fault(&file, case).map(|what| format!("{}: {name}: {what}", path.display())));
        }
    }
    assert!(count > 20, "only {count} plans were found");
    assert!(failures.is_empty(), "{} of {count} plans fail:\n{}", failures.len(), failures.join("\n"));
}
