//! The vectors of `tests/vectors/pulumi.json`.

use serde_json::Value;
use std::fs;
use whyreplace::path::{Path, Step};

/// The vectors of a group, of which there are at least so many.
pub(crate) fn group(name: &str, least: usize) -> Vec<Value> {
    let vectors: Value =
        serde_json::from_str(&fs::read_to_string("tests/vectors/pulumi.json").unwrap()).unwrap();
    let group = vectors[name].as_array().unwrap().clone();
    assert!(group.len() >= least, "{name} has {} vectors", group.len());
    group
}

/// A path of the vectors: texts are keys, `*` among them the wildcard; numbers are positions.
pub(crate) fn path(steps: &Value) -> Path {
    let step = |step: &Value| match step.as_str() {
        Some("*") => Step::Any,
        Some(key) => Step::Key(key.to_owned()),
        None => Step::Index(step.as_i64().unwrap()),
    };
    Path(steps.as_array().unwrap().iter().map(step).collect())
}
