//! Pulumi's engine, by the vectors of `tests/vectors/pulumi.json`: values and what becomes of them. The paths are in
//! `tests/vectors.rs`.

#[path = "support/pulumi.rs"]
mod pulumi;

use proptest::prelude::*;
use pulumi::{group, path};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use whyreplace::contract::{Dialect, DiffKind, Embedded, Kind, Options, PropertyDiff};
use whyreplace::engine::schema::{self, Shape, replace_on_changes};
use whyreplace::engine::{
    self, Change, Changes, Content, DiffResult, Element, Form, Goal, Members, NAMES, Node, OldState, Op,
    Output, Property, Provider, Reading, Reference, Replacement, Run, Source, Special, Stop, Tree, Unknowns,
    Version,
};
use whyreplace::json::Limits;
use whyreplace::path::{self, Path, Step};
use whyreplace::value;

/// A value of the vectors: JSON in which one member with a `$` tags what JSON does not have.
fn property(tagged: &Value) -> Property {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    match tagged {
        Value::Null => Property::Null,
        Value::Bool(value) => Property::Boolean(*value),
        Value::Number(number) => Property::Number(number.to_string()),
        Value::String(text) => Property::Text(text.clone()),
        Value::Array(items) => Property::List(items.iter().map(property).collect()),
        Value::Object(members) => match members.iter().next().map(|(tag, value)| (tag.as_str(), value)) {
            Some(("$secret", inner)) => Property::Secret(Box::new(property(inner))),
            Some(("$secretOpaque", ciphertext)) => Property::Sealed(text(ciphertext)),
            Some(("$unknown", kind)) => Property::Computed(element(kind.as_str().unwrap())),
            Some(("$output", output)) => Property::Output(Box::new(Output {
                value: (output["known"] != false).then(|| property(&output["value"])),
                secret: output["secret"] == true,
                dependencies: output["deps"].as_array().into_iter().flatten().map(text).collect(),
            })),
            Some(("$asset", content)) => Property::Asset(self::content(content)),
            Some(("$archive", content)) => Property::Archive(self::content(content)),
            Some(("$ref", reference)) => Property::Reference(Box::new(Reference {
                urn: text(&reference["urn"]),
                id: property(&reference["id"]),
                package_version: reference["packageVersion"].as_str().unwrap_or_default().to_owned(),
            })),
            Some(("$bytes", digits)) => Property::Bytes(
                digits
                    .as_str()
                    .unwrap()
                    .as_bytes()
                    .chunks(2)
                    .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
                    .collect(),
            ),
            Some(("$float", name)) => Property::Special(match name.as_str().unwrap() {
                "NaN" => Special::NotANumber,
                "+Inf" => Special::Infinite,
                "-Inf" => Special::NegativeInfinite,
                other => panic!("{other}"),
            }),
            _ => Property::Map(map(tagged)),
        },
    }
}

fn map(tagged: &Value) -> Members {
    tagged.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), property(value))).collect()
}

fn element(kind: &str) -> Element {
    match kind {
        "bool" => Element::Boolean,
        "number" => Element::Number,
        "string" => Element::Text,
        "array" => Element::List,
        "asset" => Element::Asset,
        "archive" => Element::Archive,
        "object" => Element::Map,
        other => panic!("{other}"),
    }
}

fn content(tagged: &Value) -> Content {
    let text = |name: &str| tagged[name].as_str().map(str::to_owned);
    let assets = tagged.get("assets").map(|assets| Source::Assets(map(assets)));
    let from = assets.or_else(|| text("text").map(Source::Text)).or_else(|| text("path").map(Source::Path));
    Content { hash: text("hash"), from: from.or_else(|| text("uri").map(Source::Uri)) }
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Changes as the vectors have them: a tree of adds, deletes, sames and updates.
fn tree(old: &Property, new: &Property, changes: &[Change], reading: Reading) -> Value {
    let none = Property::Null;
    let child = |value: &Property, step: &Step| match (value, step) {
        (Property::Map(members), Step::Key(key)) => members.get(key).cloned(),
        (Property::List(items), Step::Index(index)) => items.get(usize::try_from(*index).unwrap()).cloned(),
        _ => None,
    };
    let steps: Vec<Step> = match (old, new) {
        (Property::Map(old), Property::Map(new)) => {
            old.iter().chain(new.iter()).map(|(key, _)| Step::Key(key.to_owned())).collect()
        }
        (Property::List(old), Property::List(new)) => {
            (0..old.len().max(new.len()) as i64).map(Step::Index).collect()
        }
        _ => Vec::new(),
    };
    let mut out = json!({"adds": {}, "deletes": {}, "sames": {}, "updates": {}});
    for step in steps {
        let name = match &step {
            Step::Key(key) => key.clone(),
            Step::Index(index) => index.to_string(),
            other => panic!("{other:?}"),
        };
        let (a, b) = (child(old, &step), child(new, &step));
        let below: Vec<Change> = changes
            .iter()
            .filter(|change| change.path.0.first() == Some(&step))
            .map(|change| Change { path: Path(change.path.0[1..].to_vec()), ..change.clone() })
            .collect();
        match below.first() {
            None => {
                // A null against nothing is neither; an unknown one counts as the new value.
                if let (Some(a), Some(b)) = (&a, &b) {
                    out["sames"][name] = untagged(if reading == Reading::IncludeUnknowns { b } else { a });
                }
            }
            Some(change) if change.path.0.is_empty() => match change.kind {
                Kind::Add => out["adds"][name] = untagged(b.as_ref().unwrap_or(&none)),
                Kind::Delete => out["deletes"][name] = untagged(a.as_ref().unwrap_or(&none)),
                _ => {
                    out["updates"][name] =
                        json!({"old": untagged(a.as_ref().unwrap()), "new": untagged(b.as_ref().unwrap())});
                }
            },
            Some(_) => {
                let (a, b) = (a.unwrap(), b.unwrap());
                let kind = if matches!(a, Property::List(_)) { "array" } else { "object" };
                out["updates"][name] =
                    json!({"old": untagged(&a), "new": untagged(&b), kind: tree(&a, &b, &below, reading)});
            }
        }
    }
    out
}

/// The tree of two sets of properties; without changes, null.
fn diff_tree(old: Members, new: Members, changes: &[Change], reading: Reading) -> Value {
    let (old, new) = (Property::Map(old), Property::Map(new));
    if changes.is_empty() { Value::Null } else { tree(&old, &new, changes, reading) }
}

/// A value with the tags of the vectors.
fn untagged(property: &Property) -> Value {
    let content = |content: &Content| {
        let mut tagged = Map::new();
        if let Some(hash) = &content.hash {
            tagged.insert("hash".to_owned(), json!(hash));
        }
        match &content.from {
            Some(Source::Text(text)) => drop(tagged.insert("text".to_owned(), json!(text))),
            Some(Source::Path(path)) => drop(tagged.insert("path".to_owned(), json!(path))),
            Some(Source::Uri(uri)) => drop(tagged.insert("uri".to_owned(), json!(uri))),
            Some(Source::Assets(assets)) => {
                tagged.insert("assets".to_owned(), untagged(&Property::Map(assets.clone())));
            }
            None => {}
        }
        Value::Object(tagged)
    };
    match property {
        Property::Null => Value::Null,
        Property::Boolean(value) => json!(value),
        Property::Number(written) => serde_json::from_str(written).unwrap(),
        Property::Text(text) => json!(text),
        Property::List(items) => items.iter().map(untagged).collect(),
        Property::Map(members) => {
            members.iter().map(|(key, value)| (key.to_owned(), untagged(value))).collect::<Map<_, _>>().into()
        }
        Property::Secret(inner) => json!({"$secret": untagged(inner)}),
        Property::Computed(kind) => {
            json!({"$unknown": KINDS.iter().find(|name| element(name) == *kind).unwrap()})
        }
        Property::Asset(asset) => json!({"$asset": content(asset)}),
        Property::Archive(archive) => json!({"$archive": content(archive)}),
        other => panic!("{other:?}"),
    }
}

const KINDS: [&str; 7] = ["bool", "number", "string", "array", "asset", "archive", "object"];

/// Numbers are compared by value: the vectors are read through doubles.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[track_caller]
fn assert_same(ours: &Value, expected: &Value, vector: &Value) {
    assert!(same(ours, expected), "{}\nours     {ours}\nexpected {expected}", vector["id"]);
}

#[test]
fn wire_value() {
    for vector in group("wire_value", 20) {
        let text = vector["wire"].to_string();
        let document = value::read(text.clone().into_bytes(), Limits::default()).unwrap();
        match Property::read(&document, document.root(), Form::Wire) {
            Ok(read) => {
                assert_eq!(read, property(&vector["expect"]), "{}", vector["id"]);
                let written = value::read(read.to_json().into_bytes(), Limits::default()).unwrap();
                assert_eq!(
                    Property::read(&written, written.root(), Form::Wire),
                    Ok(read),
                    "{text} written and read"
                );
            }
            Err(malformed) => {
                let said = vector["expect"]["$error"]
                    .as_str()
                    .unwrap_or_else(|| panic!("{text}: {}", malformed.what));
                assert!(malformed.what.contains(said), "{text}: {} is not {said}", malformed.what);
            }
        }
    }
}

#[test]
fn unknown_texts_of_state_are_one() {
    for (at, text) in value::signature::UNKNOWNS.iter().enumerate() {
        let document = value::read(format!("\"{text}\"").into_bytes(), Limits::default()).unwrap();
        let is_unknown = |form| Property::read(&document, document.root(), form).unwrap().is_computed();
        assert_eq!([is_unknown(Form::Wire), is_unknown(Form::State)], [true, at == 2], "{text}");
    }
}

#[test]
fn object_diff() {
    for vector in group("object_diff", 24) {
        let (old, new) = (map(&vector["old"]), map(&vector["new"]));
        let all = engine::changes(&old, &new, Reading::AsIs);
        let is_ignoring = vector["ignoreInternalKeys"] == true;
        let changes = if is_ignoring { engine::without_internal(all) } else { all };
        let ours = diff_tree(old, new, &changes, Reading::AsIs);
        assert_same(&ours, &vector["expect"], &vector);
    }
}

#[test]
fn diff_include_unknowns() {
    for vector in group("diff_include_unknowns", 4) {
        let (old, new) = (map(&vector["old"]), map(&vector["new"]));
        let reading = Reading::IncludeUnknowns;
        let changes = engine::changes(&old, &new, reading);
        let ours = diff_tree(old, new, &changes, reading);
        assert_same(&ours, &vector["expect"], &vector);
    }
}

#[test]
fn deep_equals() {
    for vector in group("deep_equals", 12) {
        let (a, b) = (property(&vector["a"]), property(&vector["b"]));
        assert_eq!(a.equals(&b, Unknowns::EqualThemselves), vector["expect"] == true, "{vector}");
        assert_eq!(a.equals(&b, Unknowns::EqualAll), vector["expectIncludeUnknowns"] == true, "{vector}");
    }
}

#[test]
fn path_reset() {
    for vector in group("path_reset", 42) {
        let (old, mut new) = (map(&vector["old"]), map(&vector["new"]));
        let done = engine::reset(&path(&vector["path"]), &old, &mut new);
        assert_eq!(done, vector["ok"] == true, "{vector}");
        if done {
            assert_eq!(new, map(&vector["expect"]), "{vector}");
        }
    }
}

#[test]
fn ignore_changes() {
    for vector in group("ignore_changes", 8) {
        let (old, new) = (map(&vector["oldInputs"]), map(&vector["newInputs"]));
        let (reset, invalid) = engine::ignore_changes(&old, &new, &texts(&vector["ignoreChanges"]));
        assert_eq!(reset, map(&vector["expect"]), "{vector}");
        assert_eq!(invalid, texts(&vector["expectInvalidPaths"]), "{vector}");
    }
}

/// Entries of a detailed diff by their paths.
fn by_path(entries: &[PropertyDiff]) -> Value {
    let entry = |entry: &PropertyDiff| {
        (entry.path.clone(), json!({"kind": entry.kind.as_str(), "inputDiff": entry.input_diff}))
    };
    entries.iter().map(entry).collect::<Map<_, _>>().into()
}

fn entries(by_path: &Value) -> Option<Vec<PropertyDiff>> {
    let entry = |(path, entry): (&String, &Value)| PropertyDiff {
        path: path.clone(),
        kind: *DiffKind::ALL.iter().find(|kind| entry["kind"] == kind.as_str()).unwrap(),
        input_diff: entry["inputDiff"] == true,
    };
    Some(by_path.as_object()?.iter().map(entry).collect())
}

#[test]
fn engine_event() {
    for vector in group("engine_event", 34) {
        let (old, new) = (map(&vector["oldInputs"]), map(&vector["newInputs"]));
        let expected = &vector["expect"];
        let diff = DiffResult::default().settled(&old, &new, &[], Version::Latest);
        assert_eq!(diff.changed_keys, texts(&expected["changedKeys"]), "{vector}");
        // What replaces, the provider or an option said: the entries follow from the option alone.
        let covered: Vec<String> = entries(&expected["detailedDiff"])
            .unwrap()
            .into_iter()
            .filter(|entry| engine::is_replace(entry.kind))
            .map(|entry| entry.path)
            .collect();
        let diff = DiffResult { replace_keys: texts(&expected["replaceKeys"]), ..diff };
        let diff = diff.replacing_on(&covered, false).unwrap();
        assert_eq!(by_path(&diff.detailed.unwrap()), expected["detailedDiff"], "{vector}");
        assert_eq!(diff.replace_keys, texts(&expected["replaceKeys"]), "{vector}");
    }
}

/// A `DiffResult` as the vectors have it: what is empty is left out.
fn diff_result(vector: &Value) -> DiffResult {
    DiffResult {
        changes: match vector["changes"].as_str() {
            Some("some") => Changes::Some,
            Some("none") => Changes::None,
            _ => Changes::Unknown,
        },
        replace_keys: texts(&vector["replaceKeys"]),
        stable_keys: texts(&vector["stableKeys"]),
        changed_keys: texts(&vector["changedKeys"]),
        detailed: entries(&vector["detailedDiff"]),
        delete_before_replace: vector["deleteBeforeReplace"] == true,
    }
}

fn told(diff: &DiffResult) -> Value {
    let mut told = Map::new();
    match diff.changes {
        Changes::Some => drop(told.insert("changes".to_owned(), json!("some"))),
        Changes::None => drop(told.insert("changes".to_owned(), json!("none"))),
        Changes::Unknown => {}
    }
    for (name, list) in [("replaceKeys", &diff.replace_keys), ("changedKeys", &diff.changed_keys)] {
        if !list.is_empty() {
            told.insert(name.to_owned(), json!(list));
        }
    }
    if let Some(detailed) = &diff.detailed {
        told.insert("detailedDiff".to_owned(), by_path(detailed));
    }
    Value::Object(told)
}

#[test]
fn diff_unknown_fallback() {
    for vector in group("diff_unknown_fallback", 11) {
        let (old, new) = (map(&vector["oldInputs"]), map(&vector["newInputs"]));
        let ignored = texts(&vector["ignoreChanges"]);
        for (version, expected) in [(Version::Latest, "expect"), (Version::Before3260, "expectBefore3_260")] {
            let diff = DiffResult::default().settled(&old, &new, &ignored, version);
            assert_same(&told(&diff), &vector[expected], &vector);
        }
    }
}

#[test]
fn apply_replace_on_changes() {
    for vector in group("apply_replace_on_changes", 10) {
        let has_init_errors = vector["hasInitErrors"] == true;
        let diff =
            diff_result(&vector["diff"]).replacing_on(&texts(&vector["replaceOnChanges"]), has_init_errors);
        match vector["expect"].get("error") {
            Some(_) => assert!(diff.is_err(), "{vector}"),
            None => assert_same(&told(&diff.unwrap()), &vector["expect"], &vector),
        }
    }
}

/// What is shown, as the tree that upstream makes of it: what is above a change is an update that has no values.
fn shown_tree(changes: &[Change]) -> Value {
    let mut out = json!({"adds": {}, "deletes": {}, "sames": {}, "updates": {}});
    let mut below: BTreeMap<String, (bool, Vec<Change>)> = BTreeMap::new();
    for change in changes {
        let name = match &change.path.0[0] {
            Step::Key(key) => key.clone(),
            Step::Index(index) => index.to_string(),
            Step::Any | Step::AnyElement => "*".to_owned(),
            Step::Match(_) | Step::KeyLike(_) => panic!("no engine path"),
        };
        let value = |side: &Option<Property>| side.as_ref().map_or(Value::Null, untagged);
        match (change.path.0.len(), change.kind) {
            (1, Kind::Add) => out["adds"][name] = value(&change.new),
            (1, Kind::Delete) => out["deletes"][name] = value(&change.old),
            (1, _) => out["updates"][name] = json!({"old": value(&change.old), "new": value(&change.new)}),
            _ => {
                let inner = Change { path: Path(change.path.0[1..].to_vec()), ..change.clone() };
                let is_index_inside = matches!(inner.path.0[0], Step::Index(_));
                below.entry(name).or_insert((is_index_inside, Vec::new())).1.push(inner);
            }
        }
    }
    for (name, (is_array, inner)) in below {
        let kind = if is_array { "array" } else { "object" };
        out["updates"][name] = json!({"old": null, "new": null, kind: shown_tree(&inner)});
    }
    out
}

/// A tree without what upstream adds to updates of whole containers: their values, and what is the same in them.
fn bare(tree: &Value) -> Value {
    let Some(updates) = tree["updates"].as_object() else { return tree.clone() };
    let update = |(name, update): (&String, &Value)| {
        let kind = ["object", "array"].into_iter().find(|kind| update.get(kind).is_some());
        let bare =
            kind.map_or(update.clone(), |kind| json!({"old": null, "new": null, kind: bare(&update[kind])}));
        (name.clone(), bare)
    };
    let updates: Map<_, _> = updates.iter().map(update).collect();
    json!({"adds": tree["adds"], "deletes": tree["deletes"], "sames": {}, "updates": updates})
}

#[test]
fn translate_detailed_diff() {
    for vector in group("translate_detailed_diff", 20) {
        let [old_inputs, old_outputs, new_inputs, new_outputs] =
            ["oldInputs", "oldOutputs", "newInputs", "newOutputs"].map(|name| map(&vector[name]));
        let tree = Tree {
            old_inputs: &old_inputs,
            old_outputs: &old_outputs,
            new_inputs: &new_inputs,
            new_outputs: (vector["refresh"] == true).then_some(&new_outputs),
        };
        let hide: Vec<Path> = vector["hideDiffs"].as_array().unwrap().iter().map(path).collect();
        let (shown, mut hidden) = engine::translate(&entries(&vector["detailedDiff"]).unwrap(), tree, &hide);
        let shown: Vec<Change> = shown.into_iter().map(|(change, _)| change).collect();
        assert_same(&shown_tree(&shown), &bare(&vector["expect"]), &vector);
        let mut expected: Vec<Path> = vector["expectHidden"].as_array().unwrap().iter().map(path).collect();
        hidden.sort_by_key(ToString::to_string);
        expected.sort_by_key(ToString::to_string);
        assert_eq!(hidden, expected, "{vector}");
    }
}

#[test]
fn verdict() {
    for vector in group("verdict", 27) {
        let input = &vector["input"];
        let options = &input["options"];
        let has_old = *input != json!("old=null");
        let trigger = |name: &str| input.get(name).map(property);
        let old = OldState {
            inputs: map(&input["oldInputs"]),
            external: input["old"]["external"] == true,
            pending_deletion: input["old"]["delete"] == true,
            pending_replacement: input["old"]["pendingReplacement"] == true,
            has_init_errors: input["old"]["initErrors"].is_array(),
            protect: input["old"]["protect"] == true,
            taint: input["old"]["taint"] == true,
            trigger: trigger("oldTrigger"),
        };
        let goal = Goal {
            inputs: map(&input["newInputs"]),
            ignore_changes: texts(&options["ignoreChanges"]),
            replace_on_changes: texts(&options["replaceOnChanges"]),
            delete_before_replace: options["deleteBeforeReplace"].as_bool(),
            protect: options["protect"] == true,
            trigger: trigger("newTrigger"),
            replace_with: texts(&options["replaceWith"]),
            deleted_with: options["deletedWith"].as_str().map(str::to_owned),
        };
        let run = Run {
            replaced: texts(&input["replacedInThisRun"]),
            recreating: (input["recreating"] == true).then(|| texts(&input["dependentReplaceKeys"])),
            targeted_replace: input["targetedReplace"] == true,
            provider_changed: input["providerChanged"] == true,
            legacy_diff: input["legacyDiff"] == true || options["legacyDiff"] == true,
            ignore_protect: false,
            version: Version::Latest,
        };
        let provider = if input["component"] == true {
            Provider::None
        } else if input["diffUnavailable"] == true {
            Provider::Unavailable
        } else {
            Provider::Answers(diff_result(&input["diff"]))
        };
        let is_registered = input["notRegistered"] != true;
        let decision =
            engine::decide(has_old.then_some(&old), is_registered.then_some(&goal), provider, &run).unwrap();
        let expected = vector["expectSteps"].as_array().unwrap();
        assert_eq!(decision.steps.len(), expected.len(), "{vector}: {:?}", decision.steps);
        for (step, expected) in decision.steps.iter().zip(expected) {
            assert_eq!(step.op.as_str(), expected["op"], "{vector}");
            if expected.get("keys").is_some() {
                assert_eq!(step.keys, texts(&expected["keys"]), "{vector}");
            }
            if let Some(logical) = expected["logical"].as_bool() {
                assert_eq!(step.op.is_logical(), logical, "{vector}");
            }
            assert_eq!(step.last, expected.get("when").is_some(), "{vector}");
        }
        if let Some(detailed) = vector.get("expectDetailedDiff") {
            assert_eq!(by_path(&decision.diff.unwrap().detailed.unwrap()), *detailed, "{vector}");
        }
    }
}

#[test]
fn dependent_replacements() {
    for vector in group("dependent_replacements", 4) {
        let nodes: Vec<Node> = vector["resources"].as_array().unwrap().iter().map(node).collect();
        let root = vector["root"].as_str().unwrap();
        let property = vector["replaceProperty"].as_str();
        let diff = |_: &Node, inputs: &Members| {
            if inputs.iter().next().is_none() {
                return DiffResult::only(Changes::None);
            }
            let is_affected = |key: &&str| inputs.get(key).is_some_and(Property::is_computed);
            property.filter(is_affected).map_or(DiffResult::only(Changes::Some), DiffResult::replacing)
        };
        let dependents = engine::dependent_replacements(&nodes, root, &[], Version::Latest, &diff).unwrap();
        let mut replaced = vec![root.to_owned()];
        replaced.extend(dependents.into_iter().map(|dependent| dependent.urn));
        let expected = texts(&vector["expectReplaced"]);
        assert_eq!(replaced, expected, "{vector}");
        // Those that depend on others go first.
        let order: Vec<String> = replaced.iter().rev().cloned().collect();
        assert_eq!(order, texts(&vector["expectDeleteOrder"]), "{vector}");
        let replacement =
            Replacement { resources: &nodes, root, keys: &[], version: Version::Latest, diff: &diff };
        let all = replacement.delete_first().unwrap();
        let (deleted, others) = all.split_at(order.len());
        assert!(deleted.iter().map(|done| &done.urn).eq(&order), "{vector}");
        let steps: Vec<String> =
            others.iter().map(|done| format!("{} {}", done.step.op.as_str(), done.urn)).collect();
        if let Some(expected) = vector.get("expectRegistrationOrderSteps") {
            assert_eq!(steps, texts(expected), "{vector}");
        }
        // Whoever goes first, the same resources are replaced.
        let first = replacement.create_first().unwrap();
        let made: Vec<&String> =
            first.iter().filter(|done| done.step.op == Op::Replace).map(|done| &done.urn).collect();
        assert!(made.into_iter().eq(&replaced), "{vector}");
    }
}

fn node(vector: &Value) -> Node {
    let by_property = vector["propertyDependencies"].as_object();
    let name = vector["n"].as_str().unwrap().to_owned();
    Node {
        urn: name,
        custom: vector["custom"] != false,
        external: vector["external"] == true,
        protect: false,
        pending_deletion: false,
        provider: vector["providerOf"].as_str().map(|urn| format!("{urn}::id")),
        parent: None,
        dependencies: texts(&vector["dependencies"]),
        property_dependencies: by_property
            .into_iter()
            .flatten()
            .map(|(key, urns)| (key.clone(), texts(urns)))
            .collect(),
        deleted_with: vector["deletedWith"].as_str().map(str::to_owned),
        replace_with: texts(&vector["replaceWith"]),
        inputs: by_property
            .into_iter()
            .flatten()
            .map(|(key, _)| (key.clone(), Property::Text("x".to_owned())))
            .collect(),
        replace_on_changes: Vec::new(),
    }
}

#[test]
fn a_protected_dependent_stops_the_replacement() {
    let root = Node { urn: "a".to_owned(), custom: true, ..Node::default() };
    let follows = |name: &str| Node {
        urn: name.to_owned(),
        custom: true,
        deleted_with: Some("a".to_owned()),
        ..Node::default()
    };
    let first = |dependent: Node| {
        let resources = [root.clone(), dependent];
        let diff = |_: &Node, _: &Members| DiffResult::only(Changes::None);
        let version = Version::Latest;
        let replacement = Replacement { resources: &resources, root: "a", keys: &[], version, diff: &diff };
        replacement.delete_first().map(|done| done[0].step.op)
    };
    assert_eq!(first(follows("b")), Ok(Op::DeleteReplaced));
    assert_eq!(first(Node { pending_deletion: true, ..follows("b") }), Ok(Op::Delete));
    assert_eq!(first(Node { protect: true, ..follows("b") }), Err(Stop::Protected("b".to_owned())));
}

#[test]
fn a_targeted_update_reaches_what_depends_on_its_targets() {
    let node = |urn: &str| Node { urn: urn.to_owned(), custom: true, ..Node::default() };
    let on = |urn: &str| vec![urn.to_owned()];
    let resources = [
        node("p"),
        Node { provider: Some("p::id".to_owned()), ..node("a") },
        Node { property_dependencies: vec![("x".to_owned(), on("a"))], ..node("b") },
        Node { parent: Some("b".to_owned()), ..node("c") },
        Node { dependencies: on("c"), ..node("d") },
        node("e"),
    ];
    let table: [(&str, bool, &[&str]); 4] = [
        ("a", false, &["a"]),
        ("a", true, &["a", "b", "c", "d"]),
        ("p", true, &["p", "a", "b", "c", "d"]),
        ("e", true, &["e"]),
    ];
    for (target, with_dependents, expected) in table {
        assert_eq!(engine::affected(&resources, &on(target), with_dependents), expected, "{target}");
    }
}

#[test]
fn secrets_of_inputs_are_secrets_of_what_is_made_of_them() {
    let table = [
        (json!({"a": {"$secret": 1}}), json!({"a": 1, "b": 2}), json!({"a": {"$secret": 1}, "b": 2})),
        (
            json!({"a": {"x": {"$secret": 1}}}),
            json!({"a": {"x": 2, "y": 3}}),
            json!({"a": {"x": {"$secret": 2}, "y": 3}}),
        ),
        (json!({"a": [{"$secret": 1}, 2]}), json!({"a": [1, 2]}), json!({"a": {"$secret": [1, 2]}})),
        (json!({"a": {"$secret": 1}}), json!({"a": {"$secret": 2}}), json!({"a": {"$secret": 2}})),
        (
            json!({"a": {"$output": {"value": 1, "known": true, "secret": true}}}),
            json!({"a": 1}),
            json!({"a": {"$secret": 1}}),
        ),
        (json!({"a": 1}), json!({"a": 1, "c": [1]}), json!({"a": 1, "c": [1]})),
    ];
    for (inputs, outputs, expected) in table {
        assert_eq!(
            engine::with_secrets_of(&map(&outputs), &map(&inputs)),
            map(&expected),
            "{inputs} {outputs}"
        );
    }
}

#[test]
fn asset_hash() {
    for vector in group("asset_hash", 5) {
        let content = untagged_content(&vector["input"]);
        let is_asset = vector["kind"] == "asset";
        let file = if is_asset { Property::Asset(content) } else { Property::Archive(content) };
        let document = value::read(file.to_json().into_bytes(), Limits::default()).unwrap();
        let hash = value::content_hash(&document, document.root());
        let hash = hash.map(|hash| String::from_utf8_lossy(&hash).into_owned());
        assert_eq!(hash.as_deref(), vector["sha256"].as_str(), "{vector}");
    }
}

/// Content whose files are written without tags: those with `assets` in them are archives.
fn untagged_content(input: &Value) -> Content {
    let file = |(name, file): (&String, &Value)| {
        let content = untagged_content(file);
        let file =
            if file.get("assets").is_some() { Property::Archive(content) } else { Property::Asset(content) };
        (name.clone(), file)
    };
    match input.get("assets") {
        Some(assets) => {
            let files = assets.as_object().unwrap().iter().map(file).collect();
            Content { hash: None, from: Some(Source::Assets(files)) }
        }
        None => content(input),
    }
}

#[test]
fn schema_replace_on_changes() {
    for vector in group("schema_replace_on_changes", 3) {
        assert_eq!(
            replace_on_changes(&properties(&vector["resource"])),
            texts(&vector["expect"]),
            "{vector}"
        );
        assert_eq!(vector["expectErrors"], json!([]));
    }
}

fn properties(vector: &Value) -> Vec<schema::Property> {
    let property = |(name, property): (&String, &Value)| schema::Property {
        name: name.clone(),
        replaces: property["replaceOnChanges"] == true,
        shape: shape(property),
    };
    vector.as_object().unwrap().iter().map(property).collect()
}

fn shape(vector: &Value) -> Shape {
    if let Some(object) = vector.get("object") {
        return Shape::Object(properties(object));
    }
    match vector["type"].as_str() {
        Some("array") => Shape::List(Box::new(shape(&vector["items"]))),
        Some("map") => Shape::Map(Box::new(shape(&vector["additionalProperties"]))),
        _ => Shape::Scalar,
    }
}

#[test]
fn decode_text() {
    for vector in group("decode_text", 15) {
        let kind = engine::notation(vector["text"].as_str().unwrap()).map(Embedded::as_str);
        assert_eq!(kind, vector["expectKind"].as_str(), "{vector}");
    }
}

#[test]
fn naming() {
    for vector in group("naming", 6) {
        let bare = |name: &str| vector[name].as_str().unwrap().split(' ').next().unwrap().to_owned();
        assert!(NAMES.contains(&(&bare("digest"), &bare("event"))), "{vector}");
    }
}

#[test]
fn diff_kind() {
    for vector in group("diff_kind", 5) {
        let number = usize::try_from(vector["protoNumber"].as_u64().unwrap()).unwrap();
        let kind = DiffKind::ALL[number];
        assert_eq!(kind.as_str(), vector["kind"], "{vector}");
        assert_eq!(engine::as_replace(kind).as_str(), vector["asReplace"], "{vector}");
        assert_eq!(engine::inverted(kind).as_str(), vector["invert"], "{vector}");
        assert_eq!(engine::is_replace(kind), vector["isReplace"] == true, "{vector}");
    }
}

fn values() -> impl Strategy<Value = Property> {
    let leaf = prop_oneof![
        Just(Property::Null),
        any::<bool>().prop_map(Property::Boolean),
        (0..3_u8).prop_map(|number| Property::Number(number.to_string())),
        "[ab]{0,2}".prop_map(Property::Text),
        Just(Property::Computed(Element::Text)),
        Just(Property::Special(Special::NotANumber)),
        "[ab]".prop_map(|hash| Property::Asset(Content { hash: Some(hash), from: None })),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Property::List),
            members(inner.clone()).prop_map(Property::Map),
            inner.clone().prop_map(|inner| Property::Secret(Box::new(inner))),
            (inner, any::<bool>()).prop_map(|(value, secret)| {
                Property::Output(Box::new(Output { value: Some(value), secret, dependencies: Vec::new() }))
            }),
        ]
    })
}

fn members(value: impl Strategy<Value = Property>) -> impl Strategy<Value = Members> {
    prop::collection::vec(("[abc]", value), 0..3).prop_map(|members| members.into_iter().collect())
}

fn paths() -> impl Strategy<Value = Path> {
    let step = prop_oneof![
        3 => "[abc]".prop_map(Step::Key),
        1 => (0..3_i64).prop_map(Step::Index),
        1 => Just(Step::Any),
    ];
    prop::collection::vec(step, 1..4).prop_map(Path)
}

/// Resources that depend on any others, in circles too.
fn graphs() -> impl Strategy<Value = Vec<Node>> {
    let edges = prop::collection::vec((0..6_usize, 0..4_u8), 0..4);
    prop::collection::vec(edges, 1..6).prop_map(|all| {
        let urn = |at: usize| format!("n{at}");
        let node = |(at, edges): (usize, &Vec<(usize, u8)>)| {
            let mut node = Node { urn: urn(at), custom: true, ..Node::default() };
            for (other, kind) in edges {
                match kind {
                    0 => node.dependencies.push(urn(*other)),
                    1 => node.deleted_with = Some(urn(*other)),
                    2 => node.provider = Some(format!("{}::id", urn(*other))),
                    _ => {
                        node.property_dependencies.push(("p".to_owned(), vec![urn(*other)]));
                        node.inputs.insert("p".to_owned(), Property::Null);
                    }
                }
            }
            node
        };
        all.iter().enumerate().map(node).collect()
    })
}

/// The URNs that are replaced with the first resource if all whose inputs become unknown, and `may` says so, are.
fn replaced_with_first(nodes: &[Node], may: impl Fn(&str) -> bool) -> Vec<String> {
    let diff = |node: &Node, _: &Members| {
        if may(&node.urn) { DiffResult::replacing("p") } else { DiffResult::only(Changes::Some) }
    };
    let dependents = engine::dependent_replacements(nodes, "n0", &[], Version::Latest, &diff).unwrap();
    dependents.into_iter().map(|dependent| dependent.urn).collect()
}

proptest! {
    #[test]
    fn equal_is_without_changes(old in members(values()), new in members(values())) {
        let are_equal = Property::Map(old.clone()).equals(&Property::Map(new.clone()), Unknowns::EqualThemselves);
        prop_assert_eq!(engine::changes(&old, &new, Reading::AsIs).is_empty(), are_equal);
    }

    #[test]
    fn values_are_read_as_they_are_written(value in values()) {
        let document = value::read(value.to_json().into_bytes(), Limits::default()).unwrap();
        prop_assert_eq!(Property::read(&document, document.root(), Form::Wire), Ok(value));
    }

    #[test]
    fn what_is_reset_does_not_differ(old in members(values()), new in members(values()), path in paths()) {
        let mut reset = new.clone();
        if engine::reset(&path, &old, &mut reset) {
            for reading in [Reading::AsIs, Reading::IncludeUnknowns] {
                let changes = engine::changes(&old, &reset, reading);
                let touched = changes.into_iter().find(|change| path.contains(&change.path));
                // What equals nothing differs from itself.
                let is_odd = touched.as_ref().is_some_and(|change| has_not_a_number(change.old.as_ref()));
                prop_assert!(touched.is_none() || is_odd, "{touched:?}");
            }
        }
    }

    #[test]
    fn exchanged_sides_are_inverted_kinds(old in members(values()), new in members(values())) {
        let there = engine::detailed_diff(&engine::changes(&old, &new, Reading::AsIs), true);
        let back = engine::detailed_diff(&engine::changes(&new, &old, Reading::AsIs), true);
        prop_assert_eq!(by_path(&engine::inverted_entries(&there)), by_path(&back));
        prop_assert_eq!(engine::inverted_entries(&engine::inverted_entries(&there)), there);
    }

    #[test]
    fn more_resources_that_may_be_replaced_never_replace_fewer(nodes in graphs(), few in prop::collection::vec(0..6_u8, 0..4), more in 0..6_u8) {
        let names = |list: &[u8]| list.iter().map(|at| format!("n{at}")).collect::<Vec<_>>();
        let (few, all) = (names(&few), names(&[&few[..], &[more]].concat()));
        let [less, greater] = [few, all].map(|may| replaced_with_first(&nodes, |urn| may.iter().any(|other| other == urn)));
        prop_assert!(less.iter().all(|urn| greater.contains(urn)), "{less:?} {greater:?}");
        prop_assert!(greater.len() < nodes.len());
    }
}

fn has_not_a_number(value: Option<&Property>) -> bool {
    value.is_some_and(|value| value.to_json().contains(value::signature::SPECIAL_NUMBER))
}

fn plain_values() -> impl Strategy<Value = Property> {
    let leaf = prop_oneof![
        Just(Property::Null),
        (0..3_u8).prop_map(|number| Property::Number(number.to_string())),
        "[ab]{0,2}".prop_map(Property::Text),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Property::List),
            members(inner).prop_map(Property::Map),
        ]
    })
}

proptest! {
    /// A comparison does not rewrite the new document, it marks places: the same comes of it wherever a path leads
    /// through. Where it does not, upstream stops somewhere, in no order.
    #[test]
    fn marking_places_is_resetting_them(
        old in members(plain_values()),
        new in members(plain_values()),
        path in paths(),
    ) {
        let mut reset = new.clone();
        if engine::reset(&path, &old, &mut reset) {
            let options = Options {
                dialect: Dialect::Pulumi,
                ignore_changes: vec![path.spelled(path::Dialect::Engine)],
                ..Options::default()
            };
            let json = |members: &Members| Property::Map(members.clone()).to_json().into_bytes();
            let comparison = whyreplace::compare(json(&old), json(&new), None, options);
            let theirs = engine::detailed_diff(&engine::changes(&old, &reset, Reading::AsIs), true);
            let sorted = |entries: Vec<PropertyDiff>| {
                let mut paths: Vec<String> = entries.into_iter().map(|entry| entry.path).collect();
                paths.sort();
                paths
            };
            prop_assert_eq!(sorted(comparison.detailed_diff(0)), sorted(theirs));
        }
    }
}
