//! Pulumi's engine, by the vectors of `tests/vectors/pulumi.json`.

use serde_json::Value;
use std::fs;
use whyreplace::path::{Dialect, Path, Step};

fn group(name: &str) -> Vec<Value> {
    let vectors: Value =
        serde_json::from_str(&fs::read_to_string("tests/vectors/pulumi.json").unwrap()).unwrap();
    vectors[name].as_array().unwrap().clone()
}

/// A path of the vectors: texts are keys, `*` among them the wildcard; numbers are positions.
fn path(steps: &Value) -> Path {
    let step = |step: &Value| match step.as_str() {
        Some("*") => Step::Any,
        Some(key) => Step::Key(key.to_owned()),
        None => Step::Index(step.as_i64().unwrap()),
    };
    Path(steps.as_array().unwrap().iter().map(step).collect())
}

#[test]
fn path_parse() {
    for vector in group("path_parse") {
        let text = vector["input"].as_str().unwrap();
        let is_strict = vector["strict"] == true;
        let expected = &vector["expect"];
        match Path::parse(text, if is_strict { Dialect::EngineStrict } else { Dialect::Engine }) {
            Ok(parsed) => {
                assert_eq!(parsed, path(&expected["ok"]), "{text}");
                assert_eq!(
                    parsed.spelled(Dialect::Engine),
                    expected["canonical"].as_str().unwrap(),
                    "{text}"
                );
            }
            Err(error) => {
                let said = expected["error"].as_str().unwrap_or_else(|| panic!("{text}: {error:?}"));
                assert!(error.message.contains(said), "{text}: {} is not {said}", error.message);
            }
        }
    }
}

#[test]
fn path_string() {
    for vector in group("path_string") {
        let (path, text) = (path(&vector["path"]), vector["expect"].as_str().unwrap());
        assert_eq!(path.spelled(Dialect::Engine), text);
        assert_eq!(Path::parse(text, Dialect::Engine) == Ok(path), vector["roundTrips"] == true, "{text}");
    }
}

#[test]
fn path_contains() {
    for vector in group("path_contains") {
        let (pattern, path) = (path(&vector["pattern"]), path(&vector["path"]));
        assert_eq!(pattern.contains(&path), vector["expect"] == true, "{vector}");
    }
}
