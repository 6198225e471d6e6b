//! Imports go down only: each stage uses those before it in this list, never one after it.

use std::{fs, path::Path};

/// The stages, lowest first. What stands in one group may use its own group's members.
const LAYERS: [&str; 19] = [
    "contract",
    "problem",
    "hash",
    "json",
    "path",
    "value",
    "patterns",
    "places",
    "rules",
    "normalize",
    "diff",
    "verdict",
    "ladder",
    "engine",
    "readers",
    "plans",
    "diagnose",
    "report",
    "wasm",
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|name| *name == module)
}

/// The sources of both crates; `find` has the stages up to `places`.
fn sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for folder in ["find/src", "src"] {
        files(Path::new(folder), None, &mut sources);
    }
    sources
}

/// Every Rust file under a folder, with the module that it belongs to.
fn files(folder: &Path, module: Option<&str>, out: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            files(&path, Some(module.unwrap_or(&stem)), out);
        } else if stem != "lib" {
            out.push((module.unwrap_or(&stem).to_owned(), fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The first segment of every `crate::` path in a text.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("crate::").map(|(at, found)| {
        let rest = &text[at + found.len()..];
        &rest[..rest
            .find(|character: char| !character.is_alphanumeric() && character != '_')
            .unwrap_or(rest.len())]
    })
}

#[test]
fn imports_go_down_only() {
    let sources = sources();
    assert!(sources.len() > 15, "the sources were found");
    let mut seen = 0;
    for (module, text) in &sources {
        let from = layer(module).unwrap_or_else(|| panic!("{module} has no place in LAYERS"));
        for import in imports(text) {
            let to = layer(import)
                .unwrap_or_else(|| panic!("{module} imports {import}, which has no place in LAYERS"));
            assert!(to <= from, "{module} imports {import}, which stands above it");
            seen += usize::from(to < from);
        }
    }
    assert!(seen > 30, "only {seen} imports were seen: the test does not see them");
}

#[test]
fn words_of_the_boundary_stay_in_their_files() {
    let sources = sources();
    for (word, home) in
        [("JsValue", "wasm"), ("wasm_bindgen", "wasm"), ("js_sys", "wasm"), ("ts_rs", "contract")]
    {
        let users: Vec<&str> = sources
            .iter()
            .filter(|(_, text)| text.contains(word))
            .map(|(module, _)| module.as_str())
            .collect();
        assert_eq!(users, [home], "{word}");
    }
}
