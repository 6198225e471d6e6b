//! The parser against others: `serde_json` on random text, and the public parsing suite where it is present.

use proptest::prelude::*;
use std::{fs, path::Path};
use whyreplace::json::{Document, Kind, Limits, NodeId, Refused, read};

fn parse(bytes: &[u8]) -> Result<Document, Refused> {
    read(bytes.to_vec(), Limits::default())
}

/// A document as `serde_json` holds it; numbers are kept as written there too.
fn to_serde(document: &Document, id: NodeId) -> serde_json::Value {
    match document.kind(id) {
        Kind::List => document.elements(id).map(|item| to_serde(document, item)).collect(),
        Kind::Map => document
            .members(id)
            .map(|member| (document.text(member.key), to_serde(document, member.value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Kind::String => document.text(id).into(),
        _ => serde_json::from_str(document.raw(id)).unwrap(),
    }
}

/// Text that is nearly JSON: tokens in any order.
fn tokens() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just("[".to_owned()),
        Just("]".to_owned()),
        Just(",".to_owned()),
        Just(":".to_owned()),
        Just(" \n\t\r".to_owned()),
        Just("true".to_owned()),
        Just("nul".to_owned()),
        Just("\"\\u00e9\\n\"".to_owned()),
        "-?[0-9.eE+-]{1,6}",
        "\"[a-z\\\\\"\u{1}é]{0,10}\"?",
    ];
    proptest::collection::vec(token, 0..12).prop_map(|tokens| tokens.concat())
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_filter("JSON has no others", |number| number.is_finite()).prop_map(Into::into),
        ".{0,20}".prop_map(Into::into),
    ];
    leaf.prop_recursive(6, 80, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            proptest::collection::vec((".{0,6}", inner), 0..6)
                .prop_map(|members| members.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #[test]
    fn accepts_and_refuses_what_serde_json_does(text in tokens()) {
        let theirs: Result<serde_json::Value, _> = serde_json::from_str(&text);
        match (parse(text.as_bytes()), theirs) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(to_serde(&ours, ours.root()), theirs),
            (Err(ours), Err(_)) => {
                let span = ours.problem.span.unwrap();
                prop_assert!(span.start as usize <= text.len() && span.start <= span.end);
            }
            (ours, theirs) => prop_assert!(false, "{} {:?} {:?}", text, ours.err(), theirs),
        }
    }

    #[test]
    fn reads_what_serde_json_writes(value in json(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let document = parse(text.as_bytes()).unwrap();
        prop_assert_eq!(to_serde(&document, document.root()), serde_json::from_str::<serde_json::Value>(&text).unwrap());
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        let _ = parse(&bytes);
    }
}

#[test]
fn agrees_with_the_public_parsing_suite() {
    let folder = Path::new("../shared/corpus/json-test-suite/test_parsing");
    let Ok(entries) = fs::read_dir(folder) else {
        eprintln!("skipped: the JSON test suite is not here");
        return;
    };
    let (mut accepted, mut refused, mut either) = (0, 0, 0);
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let outcome = parse(&fs::read(&path).unwrap());
        match name.as_bytes()[0] {
            b'y' => {
                assert!(outcome.is_ok(), "{name}: {:?}", outcome.unwrap_err().problem);
                accepted += 1;
            }
            b'n' => {
                assert!(outcome.expect_err(&name).problem.span.is_some(), "{name} has a position");
                refused += 1;
            }
            _ => either += 1,
        }
    }
    eprintln!("accepted {accepted}, refused {refused}, either way {either}");
    assert!(accepted >= 95 && refused >= 180, "the whole suite was read: {accepted} and {refused}");
}
