//! Rule files of other tools: the rule sets that come out, and what these decide.

use serde_json::{Value, json};
use std::fs;
use whyreplace::contract::FieldAction::{self, Recreate, Skip, Update, UpdateId};
use whyreplace::contract::{Action, Olds, Options};
use whyreplace::{Beside, Comparison, RulesRead, read_rules};

fn file(name: &str) -> Vec<u8> {
    fs::read(format!("tests/rule-files/{name}")).unwrap()
}

/// The rule set of files, and the codes and messages of what no rule says.
fn read(names: &[&str], format: Option<&str>) -> (Value, Vec<String>, Vec<u8>) {
    let RulesRead { rules, diagnostics } = read_rules(names.iter().map(|name| file(name)).collect(), format);
    let said = diagnostics.iter().map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message));
    let faults = whyreplace::check_rules(rules.clone().into_bytes()).into_iter();
    let faults: Vec<String> = faults.map(|fault| format!("{}: {}", fault.code, fault.message)).collect();
    assert!(faults.iter().all(|fault| fault.starts_with("hashed-is-compared")), "{faults:?}");
    (serde_json::from_str(&rules).unwrap(), said.collect(), rules.into_bytes())
}

#[test]
fn databricks_resources() {
    let (rules, said, _) = read(&["resources.yml", "generated.yml"], None);
    assert_eq!(
        rules,
        json!({
            "jobs": {
                "creator": "ignore-remote(\"output_only\")",
                "settings.stats": "ignore-remote(\"managed\")",
                "run_as": "ignore-local(\"managed\")",
                "kind": ["immutable(\"immutable\")", "immutable(\"spec:immutable\", generated)"],
                "timeout": "backend-default(0, 3600)",
                "tasks.*.run_if": "backend-default(\"ALL_SUCCESS\")",
                "labels.team": "backend-default",
                "url": "trailing-slash(all, \"uc_strips_trailing_slash\")",
                "token": "secret",
                "settings": "ignore-remote(\"spec:output_only\", generated)",
            },
            "volumes": {
                "name": "immutable(local, \"id_field\")",
                "owner": "case-insensitive(\"uc_case\")",
                "text": "hashed",
            },
            "schemas": {
                "name": "changes-id(local, \"id_changes\")",
                "full_name": "changes-id(\"id_changes\")",
            },
            "odd": { "properties[\"a.*.b\"]": "backend-default" },
            "frozen": { "*": "immutable(\"no_update_api\")" },
        })
    );
    assert_eq!(
        said,
        [
            "rule-file-key: `something_else` of `odd` is not known; it is not used",
            "rule-file-part: an item of `backend_defaults` of `odd` names no field: it matches nothing",
            "rule-file-part: a value of `backend_defaults` of `odd` at `deep` is a list or an object; it is not used",
        ]
    );
}

#[test]
fn the_rules_of_one_resource_are_for_every_type() {
    let text = b"ignore_remote_changes:\n  - field: a\n    reason: managed\n".to_vec();
    let read = read_rules(vec![text], None);
    assert_eq!(
        serde_json::from_str::<Value>(&read.rules).unwrap(),
        json!({"*": {"a": "ignore-remote(\"managed\")"}})
    );
}

#[test]
fn what_a_file_says_is_what_its_rules_decide() {
    let (_, _, rules) = read(&["resources.yml", "generated.yml"], None);
    let decide = |r#type: &str, [old, new, remote]: [Value; 3]| {
        let beside = Beside {
            rules: Some(rules.clone()),
            remote: Some(remote.to_string().into_bytes()),
            ..Beside::default()
        };
        let options = Options { r#type: Some(r#type.to_owned()), ..Options::default() };
        let [old, new] = [old, new].map(|side| side.to_string().into_bytes());
        let comparison = Comparison::new(old, new, beside, options);
        let finding = comparison.findings(0).pop().unwrap();
        (finding.action.unwrap(), finding.reason)
    };
    let same = |value: Value, remote: Value| [value.clone(), value, remote];
    let table: [(&str, [Value; 3], FieldAction, Option<&str>); 16] = [
        ("jobs", same(json!({"creator": "a"}), json!({"creator": "b"})), Skip, Some("output_only")),
        ("jobs", [json!({"creator": "a"}), json!({"creator": "b"}), json!({"creator": "a"})], Update, None),
        (
            "jobs",
            same(json!({"settings": {"stats": 1}}), json!({"settings": {"stats": 2}})),
            Skip,
            Some("managed"),
        ),
        (
            "jobs",
            same(json!({"settings": {"x": 1}}), json!({"settings": {"x": 2}})),
            Skip,
            Some("spec:output_only"),
        ),
        (
            "jobs",
            [json!({"run_as": "a"}), json!({"run_as": "b"}), json!({"run_as": "a"})],
            Skip,
            Some("managed"),
        ),
        (
            "jobs",
            [json!({"kind": "a"}), json!({"kind": "b"}), json!({"kind": "a"})],
            Recreate,
            Some("immutable"),
        ),
        ("jobs", same(json!({}), json!({"timeout": 3600})), Skip, Some("backend_default")),
        ("jobs", same(json!({}), json!({"timeout": 5})), Update, None),
        ("jobs", same(json!({}), json!({"labels": {"team": "x"}})), Skip, Some("backend_default")),
        ("jobs", same(json!({"url": "a"}), json!({"url": "a//"})), Skip, Some("uc_strips_trailing_slash")),
        ("volumes", same(json!({"name": "a"}), json!({"name": "A"})), Skip, Some("id_field")),
        ("volumes", same(json!({"owner": "a"}), json!({"owner": "A"})), Skip, Some("uc_case")),
        (
            "odd",
            same(json!({}), json!({"properties": {"a.x.b": 1, "a.y.b": 2}})),
            Skip,
            Some("backend_default"),
        ),
        ("odd", same(json!({}), json!({"properties": {"a.x.b": 1, "a.x.y.b": 2}})), Update, None),
        (
            "schemas",
            [json!({"name": "a"}), json!({"name": "b"}), json!({"name": "a"})],
            UpdateId,
            Some("id_changes"),
        ),
        (
            "frozen",
            [json!({"x": [1]}), json!({"x": [2]}), json!({"x": [1]})],
            Recreate,
            Some("no_update_api"),
        ),
    ];
    for (r#type, sides, action, reason) in table {
        let expected = (action, reason.map(str::to_owned));
        assert_eq!(decide(r#type, sides.clone()), expected, "{type} {sides:?}");
    }
}

#[test]
fn pulumi_schema() {
    let (rules, said, text) = read(&["pulumi-schema.json"], None);
    assert_eq!(
        rules,
        json!({"topics:index:Topic": {
            "acls[*].principal": ["immutable(\"replaceOnChanges\")", "secret"],
            "quotas.*.unit": "immutable(\"replaceOnChanges\")",
            "zone": "immutable(\"replaceOnChanges\")",
            "name": "immutable(\"willReplaceOnChanges\")",
            "password": "secret",
        }})
    );
    assert_eq!(
        said,
        [
            "rule-file-part: `const` of 1 input of `topics:index:Topic` is no rule: the SDK writes it into the values that are compared",
            "rule-file-part: `default` of 1 input of `topics:index:Topic` is no rule: the SDK writes it into the values that are compared",
            "rule-file-part: `topics:index:Topic` has types that hold themselves, or too many inside one another; that part of them is left out"
        ]
    );
    let table = [
        (json!({"name": "a"}), json!({"name": "b"}), Action::Replace),
        (json!({"partitions": 1}), json!({"partitions": 2}), Action::Update),
        (json!({"acls": [{"principal": "a"}]}), json!({"acls": [{"principal": "b"}]}), Action::Replace),
        (json!({"quotas": {"x": {"unit": "a"}}}), json!({"quotas": {"x": {"unit": "b"}}}), Action::Replace),
    ];
    for (old, new, expected) in table {
        assert_eq!(verdict(&text, &old, &new, Olds::Inputs), expected, "{old} {new}");
    }
}

fn verdict(rules: &[u8], old: &Value, new: &Value, olds: Olds) -> Action {
    let [old, new] = [old, new].map(|side| side.to_string().into_bytes());
    let comparison =
        whyreplace::compare(old, new, Some(rules.to_vec()), Options { olds, ..Options::default() });
    comparison.report().resources[0].verdict.action
}

#[test]
fn terraform_schema() {
    let (rules, said, text) = read(&["terraform-schema.json"], None);
    assert_eq!(
        rules,
        json!({"topic": {
            "id": "computed",
            "zones": "set",
            "password": ["secret", "write-only"],
            "region": "computed",
            "owner.mail": "secret",
            "rule": "set",
            "rule[*].hash": "computed",
            "timeouts.create": "computed",
        }})
    );
    assert_eq!(said, [""; 0]);
    let table = [
        (json!({"id": "x", "zones": ["a", "b"]}), json!({"zones": ["b", "a"]}), Action::NoOp),
        (json!({"region": "r1"}), json!({}), Action::NoOp),
        (json!({"region": "r1"}), json!({"region": "r2"}), Action::Update),
        (
            json!({"rule": [{"port": 1}, {"port": 2}]}),
            json!({"rule": [{"port": 2}, {"port": 1}]}),
            Action::NoOp,
        ),
    ];
    for (old, new, expected) in table {
        assert_eq!(verdict(&text, &old, &new, Olds::Inputs), expected, "{old} {new}");
    }
}

#[test]
fn texts_that_are_no_rule_file() {
    for (text, code) in [
        ("{\"a\": 1}", "rule-file-unknown"),
        ("{", "unexpected-end"),
        ("", "empty"),
        ("[]", "rule-file-unknown"),
        ("a: !Ref b", "rule-file-unknown"),
    ] {
        let read = read_rules(vec![text.as_bytes().to_vec()], None);
        assert_eq!((read.rules.as_str(), read.diagnostics[0].code), ("{}\n", code), "{text}");
    }
}

#[test]
fn schemas_that_refer_to_themselves_in_many_ways_end() {
    let both = |next: usize| json!({"a": {"$ref": format!("#/types/t{next}")}, "b": {"$ref": format!("#/types/t{next}")}});
    let chain: serde_json::Map<String, Value> =
        (0..40).map(|at| (format!("t{at}"), json!({"properties": both(at + 1)}))).collect();
    let cycle = json!({
        "t0": {"properties": {"a": {"$ref": "#/types/t0"}, "b": {"$ref": "#/types/t1"}, "c": {"replaceOnChanges": true}}},
        "t1": {"properties": {"a": {"$ref": "#/types/t0"}, "b": {"$ref": "#/types/t1"}}},
    });
    for types in [Value::Object(chain), cycle] {
        let resource = json!({"properties": {"x": {"$ref": "#/types/t0"}}});
        let schema = json!({"name": "p", "resources": {"r": resource}, "types": types}).to_string();
        let read = read_rules(vec![schema.into_bytes()], None);
        assert_eq!(read.diagnostics[0].code, "rule-file-part");
    }
    let deep = format!("{}1{}", "{\"type\":\"array\",\"items\":".repeat(5000), "}".repeat(5000));
    let schema = format!("{{\"name\":\"p\",\"resources\":{{\"r\":{{\"properties\":{{\"x\":{deep}}}}}}}}}");
    assert_eq!(read_rules(vec![schema.into_bytes()], None).diagnostics[0].code, "rule-file-part");
}
