//! The files made from the catalogue: data of the npm package, a schema for editors, and the reference page.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::{fs, path::Path};
use whyreplace::contract::{EqualityKind, Family, Word};

/// The files made from the catalogue, each with what it must be.
fn made() -> [(&'static str, String); 3] {
    [("js/catalogue.ts", typescript()), ("js/rules.schema.json", schema()), ("docs/rules.md", reference())]
}

#[test]
fn the_files_made_from_it_are_fresh() {
    for (file, expected) in made() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &expected).unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == expected, "{file} is stale; run: UPDATE=1 cargo test --test generated");
    }
}

/// The catalogue as data of the npm package.
fn typescript() -> String {
    let mut text = String::from(
        "// Generated from src/rules/catalogue.rs by `UPDATE=1 cargo test --test generated`. Do not edit.\n\n\
         import type { Word } from \"./types.js\";\n\n\
         /** Every word of the rule language, in the order in which pickers show them. */\n\
         export const CATALOGUE: readonly Word[] = [\n",
    );
    for word in whyreplace::catalogue() {
        writeln!(text, "  {},", serde_json::to_string(&word).unwrap()).unwrap();
    }
    text.push_str("];\n");
    text
}

/// A JSON Schema that lets editors complete rule sets.
fn schema() -> String {
    let word = |word: Word| {
        let Word { name, meaning, stands_alone, arguments, .. } = word;
        let described = |mut schema: Value| {
            schema["description"] = json!(meaning);
            schema
        };
        let brackets = json!({ "type": "string", "pattern": format!("^{name} *\\\\(.*\\\\)$") });
        let alone = stands_alone.then(|| described(json!({ "const": name })));
        let bracketed = (!arguments.is_empty()).then(|| described(brackets));
        alone.into_iter().chain(bracketed)
    };
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "whyreplace rules",
        "description": "Resource type (* for all), then property path pattern, then a word or a list of words.",
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "additionalProperties": { "$ref": "#/definitions/words" },
        },
        "definitions": {
            "words": {
                "anyOf": [
                    { "$ref": "#/definitions/word" },
                    { "type": "array", "items": { "$ref": "#/definitions/word" } },
                ],
            },
            "word": { "anyOf": whyreplace::catalogue().flat_map(word).collect::<Vec<_>>() },
        },
    });
    format!("{}\n", serde_json::to_string_pretty(&schema).unwrap())
}

/// The reference page.
fn reference() -> String {
    let mut text = String::from(
        "<!-- Generated from src/rules/catalogue.rs by `UPDATE=1 cargo test --test generated`. Do not edit. -->\n\n\
         # The words of the rule language\n\n\
         A rule set is a JSON object: resource type (`*` for all) → property path pattern → a word or a list of words.\n\
         For each family of words the most specific matching pattern counts. Equality words apply from left to right,\n\
         each to what the ones before it left.\n",
    );
    for (family, title) in FAMILIES {
        write!(text, "\n## {title}\n").unwrap();
        for word in whyreplace::catalogue().filter(|word| word.family == family) {
            describe(&mut text, &word);
        }
    }
    text
}

const FAMILIES: [(Family, &str); 4] = [
    (Family::Cost, "Cost: what a surviving difference costs"),
    (Family::Scope, "Scope: what is compared at all"),
    (Family::Flag, "Flags"),
    (Family::Equality, "Equality: what counts as the same value"),
];

fn describe(text: &mut String, word: &Word) {
    write!(text, "\n### `{}`\n\n{}\n\n", word.name, word.meaning).unwrap();
    let value = |value: &str| if value.is_empty() { "nothing".to_owned() } else { format!("`{value}`") };
    let pair = |(a, b): (&str, &str)| format!("{} and {}", value(a), value(b));
    let kind = word.kind.map(|kind| match kind {
        EqualityKind::Canonical => "each value has a canonical form".to_owned(),
        EqualityKind::Relation => "two values are held against each other".to_owned(),
    });
    let rows = [
        ("In brackets", Some(word.arguments.clone())),
        ("Kind", kind),
        ("Safe", Some(word.safe.to_owned())),
        ("Not safe", Some(word.unsafe_when.to_owned())),
        ("Example", word.equal.map(|equal| format!("with `{}`, {} are the same", word.written, pair(equal)))),
        ("But not", word.different.map(pair)),
        ("Definition", Some(word.source.to_owned())),
    ];
    for (name, said) in rows {
        if let Some(said) = said.filter(|said| !said.is_empty()) {
            writeln!(text, "- {name}: {said}").unwrap();
        }
    }
}
