//! That no step of the ladders is without a case in `tests/cases/three-way.json`.

use serde_json::Value;
use std::{collections::BTreeSet, fs};

/// The steps of a ladder, by an action and reason that only they give in the cases.
const LATEST: &[(&str, Option<&str>)] = &[
    ("skip", Some("remote_already_set")),
    ("skip", Some("empty")),
    ("skip", Some("managed")),
    ("skip", Some("output_only")),
    ("skip", Some("by hand")),
    ("skip", Some("id_field")),
    ("recreate", Some("id_field")),
    ("update-id", Some("id_changes")),
    ("skip", Some("backend_default")),
    ("skip", Some("trailing-slash")),
    ("skip", Some("missing_in_remote")),
    ("recreate", Some("frozen")),
    ("update", None),
    ("resize", Some("the cluster is running")),
];

const EARLIER: &[(&str, Option<&str>)] = &[
    ("skip", Some("remote_already_set")),
    ("skip", Some("empty")),
    ("skip", Some("managed")),
    ("skip", Some("backend_default")),
    ("skip", Some("case-insensitive")),
    ("recreate", Some("id_field")),
    ("update", None),
];

#[test]
fn no_step_is_without_a_case() {
    let file: Value =
        serde_json::from_str(&fs::read_to_string("tests/cases/three-way.json").unwrap()).unwrap();
    for (ladder, steps) in [("latest", LATEST), ("earlier", EARLIER)] {
        let mut seen = BTreeSet::new();
        let cases = file["cases"].as_array().unwrap().iter();
        for case in cases.filter(|case| case["options"]["ladder"].as_str().unwrap_or("latest") == ladder) {
            for finding in case["expect"]["findings"].as_array().into_iter().flatten() {
                let reason = finding.get("reason").map(|reason| reason.as_str().map(str::to_owned));
                if let (Some(action), Some(reason)) = (finding["action"].as_str(), reason) {
                    seen.insert((action.to_owned(), reason));
                }
            }
        }
        for (action, reason) in steps {
            let step = ((*action).to_owned(), reason.map(str::to_owned));
            assert!(seen.contains(&step), "no case of the {ladder} ladder gives {step:?}");
        }
    }
}
