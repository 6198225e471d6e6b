//! Property paths of Pulumi's engine, by the vectors of `tests/vectors/pulumi.json`. The rest of them is in `tests/engine.rs`.

#[path = "support/pulumi.rs"]
mod pulumi;

use pulumi::{group, path};
use whyreplace::path::{Dialect, Path};

#[test]
fn path_parse() {
    for vector in group("path_parse", 36) {
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
    for vector in group("path_string", 11) {
        let (path, text) = (path(&vector["path"]), vector["expect"].as_str().unwrap());
        assert_eq!(path.spelled(Dialect::Engine), text);
        assert_eq!(Path::parse(text, Dialect::Engine) == Ok(path), vector["roundTrips"] == true, "{text}");
    }
}

#[test]
fn path_contains() {
    for vector in group("path_contains", 16) {
        let (pattern, path) = (path(&vector["pattern"]), path(&vector["path"]));
        assert_eq!(pattern.contains(&path), vector["expect"] == true, "{vector}");
    }
}
