//! What Pulumi writes of a run and of a state, read as whole plans: each resource in a line.

use serde_json::{Value, json};
use whyreplace::contract::{Certainty, Format, Options, Resource};
use whyreplace::{Beside, Comparison};

const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

fn review(text: &str, rules: Option<&Value>) -> Comparison {
    Comparison::review(text.into(), rules.map(|rules| rules.to_string().into_bytes()), Options::default())
}

fn compare(old: &Value, new: &Value) -> Comparison {
    Comparison::new(old.to_string().into(), new.to_string().into(), Beside::default(), Options::default())
}

fn urn(name: &str) -> String {
    urn_of("t:m:R", name)
}

fn urn_of(r#type: &str, name: &str) -> String {
    format!("urn:pulumi:dev::app::{type}::{name}")
}

fn name(address: &str) -> String {
    address.rsplit("::").next().unwrap().to_owned()
}

/// `db: replace delete-first => replace? [size] (request); size real; < net.zone; > app`
///
/// What the plan says; the verdict, with a question mark if it is not certain, what forces it and other reasons; the findings,
/// those that cost nothing in brackets; the root of the cascade; and who else is hit.
fn line(comparison: &Comparison, resource: &Resource) -> String {
    let verdict = &resource.verdict;
    let mut words = vec![name(&resource.address) + ":"];
    if let Some(stated) = &resource.stated {
        words.push(stated.action.as_str().to_owned());
        words.extend(stated.order.map(|order| order.as_str().to_owned()));
    }
    let mark = if verdict.certainty == Certainty::Possible { "?" } else { "" };
    words.push(format!("=> {}{mark}", verdict.action.as_str()));
    for (names, [open, close]) in [(&verdict.replaces, ["[", "]"]), (&verdict.reasons, ["(", ")"])] {
        if !names.is_empty() {
            words.push(format!("{open}{}{close}", names.join(" ")));
        }
    }
    let mut parts = vec![words.join(" ")];
    for finding in comparison.findings(resource.id) {
        let told = format!("{} {}", finding.path, finding.class.as_str());
        parts.push(if finding.consequence { format!("({told})") } else { told });
    }
    if let Some(cause) = &resource.caused_by {
        let property = cause.property.as_ref().map(|property| format!(".{property}")).unwrap_or_default();
        parts.push(format!("< {}{property}", name(&cause.address)));
    }
    let affected: Vec<String> =
        comparison.affects(resource.id).iter().map(|other| name(&other.address)).collect();
    if !affected.is_empty() {
        parts.push(format!("> {}", affected.join(" ")));
    }
    parts.join("; ")
}

/// A line for each resource, then for each drift and each output.
fn lines(comparison: &Comparison) -> Vec<String> {
    let report = comparison.report();
    let of = |kind: &str, resources: &[Resource]| -> Vec<String> {
        resources.iter().map(|resource| format!("{kind}{}", line(comparison, resource))).collect()
    };
    let mut lines = of("", &report.resources);
    lines.extend(of("drift ", &report.drift));
    lines.extend(of("output ", &report.outputs));
    lines
}

fn codes(comparison: &Comparison) -> Vec<&'static str> {
    comparison.diagnostics().iter().map(|diagnostic| diagnostic.code).collect()
}

/// What is different is added to what is shown.
fn with(mut value: Value, more: &Value) -> Value {
    value.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    value
}

/// A step of a preview; a side that is null is not there.
fn step(op: &str, name: &str, old: &Value, new: &Value, more: &Value) -> Value {
    step_of("t:m:R", op, name, old, new, more)
}

fn step_of(r#type: &str, op: &str, name: &str, old: &Value, new: &Value, more: &Value) -> Value {
    let mut step = json!({"op": op, "urn": urn_of(r#type, name), "detailedDiff": null});
    for (side, state) in [("oldState", old), ("newState", new)] {
        if !state.is_null() {
            step[side] = with(json!({"urn": urn_of(r#type, name), "type": r#type}), state);
        }
    }
    with(step, more)
}

fn preview(steps: &[Value]) -> String {
    json!({"steps": steps, "duration": 1, "changeSummary": {"same": 1}}).to_string()
}

/// Documents as a stream has them.
fn by_line(documents: &[Value]) -> String {
    let lines: Vec<String> = documents.iter().map(Value::to_string).collect();
    lines.join("\n")
}

fn inputs(inputs: &Value) -> Value {
    json!({"inputs": inputs})
}

#[test]
fn what_each_step_comes_to() {
    let table = [
        ("same", true, true, "r: no-op => no-op"),
        ("create", false, true, "r: create => create"),
        ("update", true, true, "r: update => update?"),
        ("delete", true, false, "r: delete => delete"),
        ("replace", true, true, "r: replace => replace?"),
        ("read", false, true, "r: read => read"),
        ("import", false, true, "r: import => import"),
        ("discard", true, false, "r: forget => forget"),
        ("remove-pending-replace", true, false, "r: forget => forget"),
        ("refresh", true, true, "r: read => read"),
        // The rest of a replacement of a run before.
        ("delete-replaced", true, false, "r: delete => delete"),
        // What a filter left of a replacement.
        ("create-replacement", false, true, "r: replace create-first => replace?"),
        ("something-new", true, true, "r: => no-op"),
    ];
    for (op, has_old, has_new, expected) in table {
        let side = |has: bool| if has { inputs(&json!({"a": 1})) } else { Value::Null };
        let comparison = review(&preview(&[step(op, "r", &side(has_old), &side(has_new), &json!({}))]), None);
        assert_eq!(lines(&comparison), [expected], "{op}");
        assert_eq!(codes(&comparison).contains(&"plan-entry"), op == "something-new", "{op}");
    }
}

/// What a preview says of one resource, and nothing else.
fn says(about: &str, old: &Value, new: &Value, more: &Value, expected: &str) {
    let comparison = review(&preview(&[step("", "r", old, new, more)]), None);
    assert_eq!(comparison.report().format, Format::PulumiPreview, "{about}");
    assert_eq!(lines(&comparison), [expected], "{about}");
    assert_eq!(codes(&comparison), [""; 0], "{about}");
}

#[test]
fn why_a_resource_is_replaced() {
    let table = [
        (
            "reasons that are properties",
            inputs(&json!({"size": 1, "tag": "x"})),
            inputs(&json!({"size": 2, "tag": "y"})),
            json!({"op": "replace", "replaceReasons": ["size"], "diffReasons": ["size", "tag"]}),
            "r: replace => replace [size]; size real; tag real",
        ),
        (
            "a kind that replaces, without a reason",
            inputs(&json!({"a": [{"b": 1, "c": 1}]})),
            inputs(&json!({"a": [{"b": 2, "c": 2}]})),
            json!({"op": "replace", "detailedDiff": {"a[0].b": {"kind": "update-replace", "inputDiff": true}, "a[0].c": {"kind": "update", "inputDiff": true}}}),
            "r: replace => replace [a]; a[0].b real; a[0].c real",
        ),
        (
            "a key with dots is one key",
            inputs(&json!({"x.io/y": 1, "x": {"io/y": 1}})),
            inputs(&json!({"x.io/y": 2, "x": {"io/y": 2}})),
            json!({"op": "replace", "replaceReasons": ["x.io/y"]}),
            "r: replace => replace [x.io/y]; x[\"io/y\"] real; [\"x.io/y\"] real",
        ),
        (
            "a request",
            inputs(&json!({"a": 1})),
            inputs(&json!({"a": 1})),
            json!({"op": "replace", "replaceReasons": ["id"]}),
            "r: replace => replace (request)",
        ),
        (
            "a taint",
            json!({"inputs": {"a": 1}, "taint": true}),
            inputs(&json!({"a": 1})),
            json!({"op": "replace", "replaceReasons": ["id"]}),
            "r: replace => replace (taint)",
        ),
        (
            "another provider",
            inputs(&json!({"a": 1})),
            inputs(&json!({"a": 2})),
            json!({"op": "replace", "replaceReasons": ["provider"]}),
            "r: replace => replace (provider); a real",
        ),
        (
            "an initialization that failed",
            inputs(&json!({"a": 1})),
            inputs(&json!({"a": 1})),
            json!({"op": "replace", "replaceReasons": ["#initerror"]}),
            "r: replace => replace (#initerror)",
        ),
        (
            "a property that is called as such a word",
            inputs(&json!({"id": "x"})),
            inputs(&json!({"id": "y"})),
            json!({"op": "replace", "replaceReasons": ["id"]}),
            "r: replace => replace [id]; id real",
        ),
        (
            "a trigger",
            json!({"inputs": {"a": 1}, "replacementTrigger": "x"}),
            json!({"inputs": {"a": 1}, "replacementTrigger": "y"}),
            json!({"op": "replace"}),
            "r: replace => replace (trigger)",
        ),
        (
            "a trigger that is new asks for nothing",
            inputs(&json!({"a": 1})),
            json!({"inputs": {"a": 1}, "replacementTrigger": "y"}),
            json!({"op": "replace"}),
            "r: replace => replace?",
        ),
    ];
    for (about, old, new, more, expected) in table {
        says(about, &old, &new, &more, expected);
    }
}

#[test]
fn what_changes_and_what_does_not() {
    let table = [
        (
            "of two masked values, the one that is named",
            inputs(&json!({"password": "[secret]", "other": "[secret]"})),
            inputs(&json!({"password": "[secret]", "other": "[secret]"})),
            json!({"op": "update", "diffReasons": ["password"], "detailedDiff": {"password": {"kind": "update", "inputDiff": false}}}),
            "r: update => update?; password masked",
        ),
        (
            "where nothing changes, what is masked does not either",
            inputs(&json!({"password": "[secret]"})),
            inputs(&json!({"password": "[secret]"})),
            json!({"op": "same"}),
            "r: no-op => no-op",
        ),
        (
            "what changes and differs nowhere",
            inputs(&json!({"a": 1, "b": 1})),
            inputs(&json!({"a": 1, "b": 2})),
            json!({"op": "update", "diffReasons": ["a", "b"], "detailedDiff": {"a": {"kind": "update", "inputDiff": true}, "b": {"kind": "update", "inputDiff": true}}}),
            "r: update => update; b real; a unknown",
        ),
        (
            "what is not known yet",
            inputs(&json!({"a": "x"})),
            inputs(&json!({"a": UNKNOWN})),
            json!({"op": "update", "diffReasons": ["a"]}),
            "r: update => update?; a unknown",
        ),
        (
            "null is missing",
            inputs(&json!({"a": null, "b": 1})),
            inputs(&json!({"b": 2})),
            json!({"op": "update", "diffReasons": ["b"]}),
            "r: update => update; b real",
        ),
        (
            "inputs are left out where there are none",
            json!({}),
            inputs(&json!({"a": 1})),
            json!({"op": "update", "diffReasons": ["a"]}),
            "r: update => update; a real",
        ),
        (
            "a difference from the state that the inputs do not show",
            json!({"inputs": {"a": 1, "b": 1}, "outputs": {"a": 2, "b": 3, "arn": "x"}}),
            inputs(&json!({"a": 1, "b": 1})),
            json!({"op": "update", "diffReasons": ["a", "b"], "detailedDiff": {"a": {"kind": "update", "inputDiff": false}, "b": {"kind": "update", "inputDiff": false}}}),
            "r: update => update; a real; b real",
        ),
    ];
    for (about, old, new, more, expected) in table {
        says(about, &old, &new, &more, expected);
    }
}

#[test]
fn inputs_are_compared_where_the_provider_says_so_or_they_differ() {
    let old = json!({"inputs": {"a": 1, "s": "[secret]"}, "outputs": {"a": 5, "s": "x"}});
    let entry = |path: &str, is_input: bool| json!({path: {"kind": "update", "inputDiff": is_input}});
    let table = [
        (
            "a difference of inputs",
            json!({"a": 2, "s": "[secret]"}),
            entry("a", false),
            "r: update => update; a real",
        ),
        (
            "said to be one",
            json!({"a": 1, "s": "[secret]"}),
            entry("a", true),
            "r: update => update?; a unknown",
        ),
        (
            "masked, so nobody knows",
            json!({"a": 1, "s": "[secret]"}),
            entry("s", false),
            "r: update => update?; s masked",
        ),
    ];
    for (about, new, detail, expected) in table {
        let step = step("update", "r", &old, &inputs(&new), &json!({"detailedDiff": detail}));
        assert_eq!(lines(&review(&preview(&[step]), None)), [expected], "{about}");
    }
}

#[test]
fn a_dynamic_provider_compares_with_what_it_returned() {
    let old = json!({"inputs": {"port": 80, "name": "x"}, "outputs": {"port": "80", "name": "x", "url": "http"}, "additionalSecretOutputs": ["name"]});
    let new = inputs(&json!({"port": 80, "name": "y"}));
    for (r#type, expected) in [
        ("pulumi-python:dynamic:Resource", "r: update => update; name real; port real"),
        ("pulumi-nodejs:dynamic/pkg:Resource", "r: update => update; name real; port real"),
        ("pulumi-nodejs:dynamicity:Resource", "r: update => update; name real"),
    ] {
        let comparison = review(&preview(&[step_of(r#type, "update", "r", &old, &new, &json!({}))]), None);
        assert_eq!(lines(&comparison), [expected], "{type}");
        let is_shown = comparison.findings(0).iter().any(|finding| {
            finding.path == "name" && finding.old.as_ref().is_some_and(|old| old.masked.is_none())
        });
        assert_eq!(is_shown, r#type.contains("dynamicity"), "{type}: the name is a secret output");
    }
}

#[test]
fn parts_of_a_replacement_are_no_resources_and_show_its_order() {
    let old = inputs(&json!({"a": 1}));
    let new = inputs(&json!({"a": 2}));
    let reasons = json!({"replaceReasons": ["a"]});
    let whole = step("replace", "r", &old, &new, &reasons);
    let made = step("create-replacement", "r", &Value::Null, &new, &reasons);
    let gone = step("delete-replaced", "r", &old, &Value::Null, &json!({}));
    let table: [(&[&Value], &str); 6] = [
        (&[&whole], "r: replace => replace [a]; a real"),
        (&[&made, &whole, &gone], "r: replace create-first => replace [a]; a real"),
        (&[&gone, &whole, &made], "r: replace delete-first => replace [a]; a real"),
        (&[&made, &whole], "r: replace create-first => replace [a]; a real"),
        (&[&gone, &whole], "r: replace delete-first => replace [a]; a real"),
        (&[&gone, &made], "r: replace delete-first => replace [a]; a real"),
    ];
    for (steps, expected) in table {
        let steps: Vec<Value> = steps.iter().copied().cloned().collect();
        let comparison = review(&preview(&steps), None);
        assert_eq!(lines(&comparison), [expected]);
        let is_first = expected.contains("delete-first");
        assert_eq!(comparison.report().resources[0].verdict.delete_before_replace, is_first, "{expected}");
    }
}

#[test]
fn a_cascade_has_a_cause_and_is_gone_with_it() {
    let uses =
        |name: &str| json!({"dependencies": [urn(name)], "propertyDependencies": {"net": [urn(name)]}});
    let steps = |net: &str| {
        [
            step(
                "replace",
                "net",
                &with(inputs(&json!({"size": "10"})), &json!({"id": "n-1"})),
                &inputs(&json!({"size": 10})),
                &json!({"replaceReasons": ["size"], "diffReasons": ["size"]}),
            ),
            step(
                "replace",
                "db",
                &with(inputs(&json!({"net": net})), &json!({"id": "d-1"})),
                &with(inputs(&json!({"net": UNKNOWN})), &uses("net")),
                &json!({}),
            ),
            step(
                "update",
                "app",
                &inputs(&json!({"net": "d-1"})),
                &with(inputs(&json!({"net": UNKNOWN})), &uses("db")),
                &json!({"diffReasons": ["net"]}),
            ),
            step(
                "same",
                "log",
                &inputs(&json!({"a": 1})),
                &json!({"inputs": {"a": 1}, "dependencies": [urn("net")]}),
                &json!({}),
            ),
        ]
    };
    let rules = json!({"t:m:R": {"size": "integer"}});
    let table: [(&str, Option<&Value>, [&str; 4]); 3] = [
        (
            "n-1",
            None,
            [
                "net: replace => replace [size]; size real; > db app",
                "db: replace => replace; net unknown; < net.size; > app",
                "app: update => update?; net unknown; < net.size",
                "log: no-op => no-op",
            ],
        ),
        (
            "n-1",
            Some(&rules),
            [
                "net: replace => no-op; size spurious",
                "db: replace => no-op; (net unknown); < net.size",
                "app: update => no-op; (net unknown); < net.size",
                "log: no-op => no-op",
            ],
        ),
        // The program refers to another one than before.
        (
            "n-9",
            Some(&rules),
            [
                "net: replace => no-op; size spurious",
                "db: replace => replace?; net unknown; < net.size; > app",
                "app: update => update?; net unknown; < net.size",
                "log: no-op => no-op",
            ],
        ),
    ];
    for (net, rules, expected) in table {
        assert_eq!(lines(&review(&preview(&steps(net)), rules)), expected, "{net} {rules:?}");
    }
}

#[test]
fn a_provider_that_is_replaced_replaces_what_it_made() {
    let provider = urn_of("pulumi:providers:t", "main");
    let steps = [
        step_of(
            "pulumi:providers:t",
            "replace",
            "main",
            &inputs(&json!({"region": "a"})),
            &inputs(&json!({"region": "b"})),
            &json!({"replaceReasons": ["region"]}),
        ),
        step(
            "replace",
            "r",
            &inputs(&json!({"a": 1})),
            &json!({"inputs": {"a": 1}, "provider": format!("{provider}::{UNKNOWN}")}),
            &json!({}),
        ),
    ];
    let expected =
        ["main: replace => replace [region]; region real; > r", "r: replace => replace; < main.region"];
    assert_eq!(lines(&review(&preview(&steps), None)), expected);
}

#[test]
fn what_a_stack_gives_out() {
    let old = json!({"outputs": {"a": 1, "gone": "x", "same": [1]}});
    let new = json!({"outputs": {"a": 2, "made": "y", "same": [1]}});
    let outputs = [
        "output a: => update;  real",
        "output gone: => update;  real",
        "output same: => no-op",
        "output made: => update;  real",
    ];
    let table: [(&str, Value, Vec<&str>); 2] = [
        ("known", new, [&["s: no-op => no-op"][..], &outputs].concat()),
        ("not known yet", json!({}), vec!["s: no-op => no-op"]),
    ];
    for (about, new, expected) in table {
        let stack = step_of("pulumi:pulumi:Stack", "same", "s", &old, &new, &json!({}));
        assert_eq!(lines(&review(&preview(&[stack]), None)), expected, "{about}");
    }
}

#[test]
fn errors_of_a_run_are_counted_and_never_shown() {
    let said = |severity: &str| json!({"severity": severity, "message": "hunter2"});
    for (severities, expected) in [
        (vec!["warning", "info"], None),
        (vec!["error"], Some("the run reported an error: the plan holds only what was planned all the same")),
        (
            vec!["error", "info", "error"],
            Some("the run reported 2 errors: the plan holds only what was planned all the same"),
        ),
    ] {
        let said: Vec<Value> = severities.iter().map(|severity| said(severity)).collect();
        let digest = json!({"steps": [], "diagnostics": said});
        let events: Vec<Value> =
            said.iter().map(|said| json!({"timestamp": 1, "diagnosticEvent": said})).collect();
        for text in [digest.to_string(), json!({"events": events}).to_string()] {
            let diagnostics = review(&text, None).diagnostics();
            let told = diagnostics.iter().find(|said| said.code == "plan-incomplete");
            assert_eq!(told.map(|said| said.message.as_str()), expected);
            assert!(diagnostics.iter().all(|said| !said.message.contains("hunter2")));
        }
    }
}

/// What an event says of a step.
fn metadata(op: &str, name: &str, old: &Value, new: &Value, more: &Value) -> Value {
    let side = |state: &Value| {
        if state.is_null() { Value::Null } else { with(json!({"urn": urn(name), "type": "t:m:R"}), state) }
    };
    let step = json!({"op": op, "urn": urn(name), "type": "t:m:R", "old": side(old), "new": side(new), "detailedDiff": null});
    json!({"metadata": with(step, more)})
}

fn event(kind: &str, content: &Value) -> Value {
    json!({"sequence": 1, "timestamp": 1, kind: content})
}

#[test]
fn events_by_the_line_and_in_a_list() {
    let old = json!({"inputs": {"a": 1, "s": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "[secret]"}}, "outputs": {}});
    let new = json!({"inputs": {"a": 2, "s": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "[secret]"}}, "outputs": {}});
    let detail = |path: &str| json!({"diffs": [path], "detailedDiff": {path: {"diffKind": "update", "inputDiff": true}}});
    let reason =
        json!({"keys": ["a"], "detailedDiff": {"a": {"diffKind": "update-replace", "inputDiff": true}}});
    let before = |op: &str, name: &str, old: &Value, new: &Value, more: &Value| {
        event("resourcePreEvent", &metadata(op, name, old, new, more))
    };
    let events = [
        event("preludeEvent", &json!({"config": {}})),
        before("delete-replaced", "dbr", &old, &Value::Null, &json!({})),
        before("replace", "dbr", &old, &new, &reason),
        before("create-replacement", "dbr", &Value::Null, &new, &reason),
        before("update", "named", &old, &old, &detail("s")),
        before("update", "other", &old, &new, &detail("a")),
        event("resOutputsEvent", &metadata("create", "late", &Value::Null, &new, &json!({}))),
        event("summaryEvent", &json!({"resourceChanges": {}})),
        // Every stream ends with it.
        event("cancelEvent", &json!({})),
    ];
    let expected = [
        "dbr: replace delete-first => replace [a]; a real",
        "named: update => update?; s masked",
        "other: update => update; a real",
        "late: create => create",
    ];
    for text in [by_line(&events), json!({"events": events}).to_string(), json!(events).to_string()] {
        let comparison = review(&text, None);
        assert_eq!(comparison.report().format, Format::PulumiEvents);
        assert_eq!(lines(&comparison), expected);
        assert_eq!(codes(&comparison), [""; 0]);
    }
}

#[test]
fn a_stream_that_is_broken_off() {
    let text = json!({"events": [event("preludeEvent", &json!({})), event("cancelEvent", &json!({}))]});
    assert_eq!(codes(&review(&text.to_string(), None)), ["plan-incomplete"]);
}

#[test]
fn what_a_refresh_finds_is_drift() {
    let [held, found] =
        [1, 2].map(|size| json!({"inputs": {"size": 1}, "outputs": {"size": size, "id": "x"}}));
    let detail = json!({"detailedDiff": {"size": {"diffKind": "update", "inputDiff": false}}});
    let look = |name: &str| event("resourcePreEvent", &metadata("refresh", name, &held, &held, &json!({})));
    let seen = |op: &str, name: &str, new: &Value, more: &Value| {
        event("resOutputsEvent", &metadata(op, name, &held, new, more))
    };
    let events = [
        look("changed"),
        seen("update", "changed", &found, &detail),
        look("gone"),
        seen("delete", "gone", &Value::Null, &json!({})),
        look("same"),
        seen("same", "same", &held, &json!({})),
        event("resourcePreEvent", &metadata("update", "changed", &found, &held, &detail)),
    ];
    let expected = [
        "changed: update => update; size real",
        "gone: read => read",
        "same: read => read",
        "drift changed: update => update; size real",
        "drift gone: delete => delete",
    ];
    assert_eq!(lines(&review(&json!({"events": events}).to_string(), None)), expected);
}

#[test]
fn a_resource_destroyed_for_another_one_has_its_reason_at_the_new_one() {
    let [old, new] = [1, 2].map(|a| inputs(&json!({"a": a})));
    let events = [
        metadata("delete-replaced", "r", &old, &Value::Null, &json!({})),
        metadata("replace", "r", &old, &new, &json!({})),
        metadata("create-replacement", "r", &Value::Null, &new, &json!({"keys": ["a"]})),
    ];
    let events: Vec<Value> = events.iter().map(|step| event("resourcePreEvent", step)).collect();
    let comparison = review(&json!({"events": events}).to_string(), None);
    assert_eq!(lines(&comparison), ["r: replace delete-first => replace [a]; a real"]);
}

/// A call of `Diff`; without an answer the line of its request.
fn call(r#type: &str, old: &Value, new: &Value, answer: &Value) -> Value {
    let request = json!({"id": "i", "urn": urn_of(r#type, "r"), "olds": {"a": 9, "out": 1}, "oldInputs": old, "news": new});
    let mut line = json!({"method": "/pulumirpc.ResourceProvider/Diff", "request": request});
    if !answer.is_null() {
        line["response"] = answer.clone();
    }
    line
}

#[test]
fn answers_of_providers() {
    let (one, two) = (json!({"a": 1}), json!({"a": 2}));
    let some = |more: Value| with(json!({"changes": "DIFF_SOME"}), &more);
    let table: [(&str, &str, &Value, Value, &str); 10] = [
        ("nothing changes", "t:m:R", &one, json!({"changes": "DIFF_NONE"}), "r: no-op => no-op"),
        (
            "that counts before everything else",
            "t:m:R",
            &one,
            json!({"changes": "DIFF_NONE", "replaces": ["a"]}),
            "r: no-op => no-op",
        ),
        ("something does", "t:m:R", &two, some(json!({"diffs": ["a"]})), "r: update => update; a real"),
        (
            "and replaces",
            "t:m:R",
            &two,
            some(json!({"replaces": ["a"]})),
            "r: replace create-first => replace [a]; a real",
        ),
        (
            "words of the engine are names to a provider",
            "t:m:R",
            &two,
            some(json!({"replaces": ["id"]})),
            "r: replace create-first => replace? [id]; a real; id unknown",
        ),
        (
            "the old one first",
            "t:m:R",
            &two,
            some(json!({"replaces": ["a"], "deleteBeforeReplace": true})),
            "r: replace delete-first => replace [a]; a real",
        ),
        (
            "by its kind",
            "t:m:R",
            &two,
            some(
                json!({"hasDetailedDiff": true, "detailedDiff": {"a": {"kind": "UPDATE_REPLACE", "inputDiff": true}}}),
            ),
            "r: replace create-first => replace [a]; a real",
        ),
        (
            "a detail without its flag is not looked at",
            "t:m:R",
            &two,
            some(json!({"detailedDiff": {"a": {"kind": "UPDATE_REPLACE"}}})),
            "r: update => update; a real",
        ),
        ("the engine compares", "t:m:R", &two, json!({}), "r: => update; a real"),
        (
            "a dynamic provider looks at the state",
            "pulumi-python:dynamic:Resource",
            &one,
            some(json!({"replaces": ["a"]})),
            "r: replace create-first => replace [a]; a real",
        ),
    ];
    for (about, r#type, new, answer, expected) in table {
        let lines_of = |calls: &[Value]| {
            let comparison = review(&by_line(calls), None);
            assert_eq!(comparison.report().format, Format::PulumiGrpcLog, "{about}");
            (lines(&comparison), codes(&comparison))
        };
        let request = call(r#type, &one, new, &Value::Null);
        let answered = call(r#type, &one, new, &answer);
        let before = call(r#type, &one, new, &json!({"changes": "DIFF_UNKNOWN"}));
        let said = |codes: &[&'static str]| (vec![expected.to_owned()], codes.to_vec());
        assert_eq!(lines_of(std::slice::from_ref(&answered)), said(&[]), "{about}");
        assert_eq!(lines_of(&[request.clone(), answered.clone()]), said(&[]), "{about}");
        assert_eq!(lines_of(&[answered.clone(), request]), said(&[]), "{about}");
        assert_eq!(lines_of(&[before, answered]), said(&["plan-several"]), "{about}");
    }
}

#[test]
fn a_log_in_which_nobody_was_asked() {
    let line =
        json!({"method": "/pulumirpc.ResourceProvider/Check", "request": {"urn": urn("r")}, "response": {}});
    assert_eq!(codes(&review(&line.to_string(), None)), ["plan-incomplete"]);
}

fn held(name: &str, more: &Value) -> Value {
    with(json!({"urn": urn(name), "custom": true, "type": "t:m:R", "id": "i"}), more)
}

fn export(resources: &[Value]) -> Value {
    json!({"version": 3, "deployment": {"manifest": {}, "resources": resources}})
}

fn checkpoint(resources: &[Value]) -> Value {
    json!({"version": 4, "features": ["taint"], "checkpoint": {"stack": "s", "latest": {"resources": resources}}})
}

#[test]
fn two_states_are_compared_resource_by_resource() {
    let stack = |outputs: &Value| json!({"urn": urn_of("pulumi:pulumi:Stack", "s"), "type": "pulumi:pulumi:Stack", "outputs": outputs});
    let old = [
        stack(&json!({"url": "a"})),
        held("same", &json!({"inputs": {"a": 1}, "outputs": {"b": 1}})),
        held("gone", &json!({"inputs": {"a": 1}})),
        held("before", &json!({"inputs": {"a": 1}})),
        held(
            "drifted",
            &json!({"inputs": {"a": 1}, "outputs": {"b": 1, "c": "x"}, "additionalSecretOutputs": ["c"]}),
        ),
        held("both", &json!({"inputs": {"a": 1}, "outputs": {"b": 1}})),
        held("both", &json!({"inputs": {"a": 0}, "delete": true, "id": "j"})),
        held("empty", &json!({})),
    ];
    let new = [
        stack(&json!({"url": "b"})),
        held("same", &json!({"inputs": {"a": 1}, "outputs": {"b": 1}})),
        held("made", &json!({})),
        held("after", &json!({"inputs": {"a": 1}, "aliases": [urn("before")]})),
        held("drifted", &json!({"inputs": {"a": 1}, "outputs": {"b": 2, "c": "y"}})),
        held("both", &json!({"inputs": {"a": 2}, "outputs": {"b": 2}})),
        held("empty", &json!({"inputs": {"a": 1}})),
    ];
    let expected = [
        "s: => no-op",
        "same: => no-op",
        "made: => create",
        "after: => no-op",
        "drifted: => no-op",
        "both: => update; a real",
        "empty: => update; a real",
        "gone: => delete",
        "both: => delete",
        "drift drifted: => update; b real; c real",
        "output url: => update;  real",
    ];
    for (old, new) in [(export(&old), export(&new)), (checkpoint(&old), export(&new))] {
        let comparison = compare(&old, &new);
        let report = comparison.report();
        assert_eq!(report.format, Format::PulumiExport);
        assert_eq!(lines(&comparison), expected);
        let of = |at: usize| &report.resources[at];
        assert_eq!(of(3).previous_address.as_deref(), Some(&*urn("before")));
        assert_eq!((of(5).deposed.as_deref(), of(8).deposed.as_deref()), (None, Some("j")));
        let secret = comparison.findings(report.drift[0].id).pop().unwrap();
        assert!(secret.old.unwrap().masked.is_some(), "a secret output is not shown");
        let again = comparison.decide(Beside::default(), Options::default());
        assert_eq!(lines(&again), expected);
    }
}

#[test]
fn what_is_a_pair_of_states() {
    let state = export(&[held("r", &json!({"inputs": {"a": 1}}))]).to_string();
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let other = r#"{"deployment": {"replicas": 1}, "checkpoint": {}}"#;
    let late = format!(r#"{{"a": "{}", "deployment": {{"manifest": {{}}}}}}"#, "x".repeat(5_000));
    let cut = &state[..state.len() - 2];
    let table: [(&str, Vec<u8>, Vec<u8>, Format); 7] = [
        ("two", state.clone().into(), state.clone().into(), Format::PulumiExport),
        ("in UTF-16", wide(&state), state.clone().into(), Format::PulumiExport),
        (
            "with a byte order mark",
            format!("\u{feff}{state}").into(),
            state.clone().into(),
            Format::PulumiExport,
        ),
        ("of one", state.clone().into(), other.into(), Format::Pair),
        ("of none", other.into(), other.into(), Format::Pair),
        ("with the word too late", late.clone().into(), late.into(), Format::Pair),
        ("damaged", state.clone().into(), cut.into(), Format::Refused),
    ];
    for (about, old, new, expected) in table {
        let comparison = Comparison::new(old, new, Beside::default(), Options::default());
        assert_eq!(comparison.report().format, expected, "{about}");
    }
    let beside = Beside { answer: Some(b"{}".to_vec()), ..Beside::default() };
    let comparison = Comparison::new(state.clone().into(), state.into(), beside, Options::default());
    assert_eq!(codes(&comparison), ["answer-unused"]);
}

#[test]
fn one_state_is_no_plan() {
    for state in [export(&[]), checkpoint(&[])] {
        let comparison = review(&state.to_string(), None);
        assert_eq!(comparison.report().format, Format::Refused);
        let said = &comparison.diagnostics()[0];
        assert_eq!(said.code, "plan-other");
        assert!(said.notes[0].contains("pulumi preview --json") && said.notes[0].contains("a second time"));
        let detected = whyreplace::detect(state.to_string().into_bytes());
        assert_eq!(detected.format, Format::Refused);
        assert!(detected.hint.contains("a state of Pulumi"));
    }
}

#[test]
fn resources_that_are_replaced_or_deleted_with_another_one() {
    let [old, new] = [1, 2].map(|a| inputs(&json!({"a": a})));
    let with_root = |name: &str, reason: &str, at: Value| {
        step("replace", name, &old, &with(at, &old), &json!({"replaceReasons": [reason]}))
    };
    let steps = [
        step("replace", "root", &old, &new, &json!({"replaceReasons": ["a"]})),
        with_root("one", "replaceWith", json!({"replaceWith": [urn("root")]})),
        with_root("two", "deletedWith", json!({"deletedWith": urn("root")})),
    ];
    let expected = [
        "root: replace => replace [a]; a real; > one two",
        "one: replace => replace (replaceWith); < root.a",
        "two: replace => replace (deletedWith); < root.a",
    ];
    let comparison = review(&preview(&steps), None);
    assert_eq!(lines(&comparison), expected);
    let kinds: Vec<&str> = comparison.affects(0).iter().map(|other| other.via[0].kind.as_str()).collect();
    assert_eq!(kinds, ["trigger", "dependency"]);
    // Without the root's replacement nobody follows it.
    let settled = review(&preview(&steps), Some(&json!({"*": {"a": "ignore"}})));
    let actions: Vec<_> = settled.report().resources.iter().map(|resource| resource.verdict.action).collect();
    assert_eq!(actions, [whyreplace::contract::Action::NoOp; 3]);
}

#[test]
fn a_resource_that_had_another_name() {
    let old = json!({"urn": urn("before"), "inputs": {"a": 1}});
    let comparison =
        review(&preview(&[step("same", "r", &old, &inputs(&json!({"a": 1})), &json!({}))]), None);
    assert_eq!(comparison.report().resources[0].previous_address.as_deref(), Some(&*urn("before")));
}

#[test]
fn what_is_odd_is_said() {
    let state = inputs(&json!({"a": 1}));
    let nameless = |mut value: Value| {
        value.as_object_mut().unwrap().remove("urn");
        value
    };
    let create = step("create", "r", &Value::Null, &state, &json!({}));
    let delete = step("delete", "r", &state, &Value::Null, &json!({}));
    let mut call = call("t:m:R", &json!({}), &json!({}), &json!({}));
    call["request"] = nameless(call["request"].take());
    let table: [(&str, String, &str); 3] = [
        ("two things happen to one resource", preview(&[delete, create.clone()]), "plan-several"),
        ("a step of nothing", preview(&[nameless(create)]), "plan-entry"),
        ("a call about nothing", call.to_string(), "plan-entry"),
    ];
    for (about, text, expected) in table {
        assert!(codes(&review(&text, None)).contains(&expected), "{about}");
    }
}

/// Everything that a report says.
fn everything(comparison: &Comparison) -> String {
    let report = comparison.report();
    let all = [&report.resources, &report.drift, &report.outputs].into_iter().flatten();
    let told = all.map(|resource| {
        let findings = comparison.findings(resource.id);
        let details: Vec<_> = findings.iter().map(|finding| comparison.detail(finding.id)).collect();
        let affects = comparison.affects(resource.id);
        format!(
            "{resource:?} {findings:?} {details:?} {affects:?} {:?}",
            comparison.detailed_diff(resource.id)
        )
    });
    told.chain([format!("{:?}", comparison.diagnostics())]).collect()
}

#[test]
fn a_secret_of_one_resource_is_hidden_in_all() {
    const OLD: &str = "hunter2-old";
    const NEW: &str = "hunter2-new";
    let marked = |more: Value| {
        with(json!({"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270"}), &more)
    };
    let sides = |of: &dyn Fn(&str) -> Value| [OLD, NEW].map(|text| json!({"inputs": {"s": of(text)}}));
    let table = [
        ("by its value", sides(&|text| marked(json!({"value": text})))),
        ("as a text", sides(&|text| marked(json!({"plaintext": format!("\"{text}\"")})))),
        ("inside a text", sides(&|text| marked(json!({"plaintext": json!({"a": [text]}).to_string()})))),
        (
            "by name, in outputs that are not compared",
            [OLD, NEW]
                .map(|text| json!({"inputs": {}, "outputs": {"s": text}, "additionalSecretOutputs": ["s"]})),
        ),
        (
            "in outputs that are not compared",
            [OLD, NEW].map(|text| json!({"inputs": {}, "outputs": {"s": marked(json!({"value": text}))}})),
        ),
    ];
    for (about, [old, new]) in table {
        let plain = |text: &str| {
            inputs(
                &json!({"v": text, "json": json!({"x": text}).to_string(), "m": {text: text.len()}, "l": ["a ".to_owned() + text]}),
            )
        };
        let steps = [
            step("update", "a", &old, &new, &json!({})),
            step("update", "b", &plain(OLD), &plain(NEW), &json!({"diffReasons": ["v"]})),
            step("delete", NEW, &plain(OLD), &Value::Null, &json!({})),
            step_of(
                "pulumi:pulumi:Stack",
                "same",
                "s",
                &json!({"outputs": {"o": OLD, NEW: 1}}),
                &json!({"outputs": {"o": NEW, NEW: 2}}),
                &json!({}),
            ),
        ];
        let comparison = review(&preview(&steps), None);
        assert_eq!(comparison.report().resources.len(), 4, "{about}");
        let said = everything(&comparison);
        let around = said.find("hunter2").map(|at| said[at.saturating_sub(200)..].chars().take(300));
        assert_eq!(around.map(String::from_iter), None, "{about}");
        assert!(said.contains("(secret)"), "{about}: the name is masked");
    }
}

#[test]
fn a_reason_that_may_be_more_than_a_property_settles_nothing() {
    let rules = json!({"*": {"id": "integer", "provider": "integer", "a": "integer"}});
    let sides = |name: &str| [json!("1"), json!(1)].map(|value| inputs(&json!({name: value})));
    let detail = json!({"detailedDiff": {"id": {"kind": "update-replace", "inputDiff": true}}});
    let table = [
        ("id", json!({"replaceReasons": ["id"]}), "r: replace => replace?; id spurious"),
        ("provider", json!({"replaceReasons": ["provider"]}), "r: replace => replace?; provider spurious"),
        ("id", json!({"replaceReasons": ["id"], "diffReasons": ["id"]}), "r: replace => no-op; id spurious"),
        ("id", with(json!({"replaceReasons": ["id"]}), &detail), "r: replace => no-op; id spurious"),
        ("a", json!({"replaceReasons": ["id"]}), "r: replace => replace (request); a spurious"),
    ];
    for (name, more, expected) in table {
        let [old, new] = sides(name);
        let comparison = review(&preview(&[step("replace", "r", &old, &new, &more)]), Some(&rules));
        assert_eq!(lines(&comparison), [expected], "{more}");
    }
}

#[test]
fn what_a_detail_leaves_out_changes_all_the_same() {
    let side = |b: Value| inputs(&json!({"a": "[secret]", "b": b}));
    let detail = json!({"b": {"kind": "update", "inputDiff": true}});
    let rules = json!({"*": {"b": "integer"}});
    let table = [
        (json!(["b"]), "r: update => no-op; b spurious"),
        (json!(["b", "a"]), "r: update => update?; a masked; b spurious"),
    ];
    for (names, expected) in table {
        let more = json!({"diffReasons": names, "detailedDiff": detail});
        let steps = [step("update", "r", &side(json!("1")), &side(json!(1)), &more)];
        assert_eq!(lines(&review(&preview(&steps), Some(&rules))), [expected], "{names}");
    }
}

#[test]
fn events_that_say_nothing_or_that_something_failed() {
    let side = |value: i32| inputs(&json!({"a": value}));
    let begun = event("resourcePreEvent", &metadata("update", "r", &side(1), &side(2), &json!({})));
    let table = [
        (json!({"timestamp": 1, "resourcePreEvent": {}}), "plan-entry"),
        (json!({"timestamp": 1, "resOpFailedEvent": {"metadata": {"urn": urn("r")}}}), "plan-incomplete"),
        (json!({"timestamp": 1, "errorEvent": {"error": "hunter2"}}), "plan-incomplete"),
    ];
    for (odd, expected) in table {
        let comparison = review(&by_line(&[begun.clone(), odd.clone()]), None);
        assert_eq!(codes(&comparison), [expected], "{odd}");
    }
}
