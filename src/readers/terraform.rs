//! `terraform providers schema -json`: which lists are sets, what is sensitive, and what the service may set.

use super::Reading;
use crate::json::{Document, Kind, NodeId};
use crate::path::{Path, Step};
use crate::problem::Code;

/// Blocks inside one another that are read.
const DEPTH: u32 = 50;

pub(super) fn read(reading: &mut Reading) {
    let document = reading.document;
    let Some(providers) = map(document, document.root(), "provider_schemas") else {
        return reading.say(Code::RuleFileKey, "the schema has no provider_schemas".to_owned());
    };
    for provider in document.members(providers) {
        let Some(resources) = map(document, provider.value, "resource_schemas") else { continue };
        for resource in document.members(resources) {
            if let Some(block) = map(document, resource.value, "block") {
                self::block(reading, &document.text(resource.key), &Path::default(), block, DEPTH);
            }
        }
    }
}

fn map(document: &Document, of: NodeId, name: &str) -> Option<NodeId> {
    let is_map = |node: &NodeId| document.kind(*node) == Kind::Map;
    Some(of).filter(is_map).and_then(|of| document.member(of, name)).filter(is_map)
}

fn is_true(document: &Document, of: NodeId, name: &str) -> bool {
    document.member(of, name).is_some_and(|flag| document.kind(flag) == Kind::True)
}

fn below(path: &Path, key: &str, inside: Option<Step>) -> Path {
    Path(path.0.iter().cloned().chain([Step::Key(key.to_owned())]).chain(inside).collect())
}

fn block(reading: &mut Reading, r#type: &str, at: &Path, block: NodeId, depth: u32) {
    let document = reading.document;
    let Some(depth) = depth.checked_sub(1) else {
        let message = format!("`{type}` has blocks deeper than {DEPTH} levels; they are left out");
        return reading.say(Code::RuleFilePart, message);
    };
    let attributes = map(document, block, "attributes");
    for member in attributes.into_iter().flat_map(|attributes| document.members(attributes)) {
        let (name, attribute) = (document.text(member.key), member.value);
        if document.kind(attribute) != Kind::Map {
            continue;
        }
        let path = below(at, &name, None).to_string();
        let is_set = document.member(attribute, "type").is_some_and(|of| is_set_type(document, of));
        let words = [
            (is_set, "set"),
            (is_true(document, attribute, "computed"), "computed"),
            (is_true(document, attribute, "sensitive"), "secret"),
            (is_true(document, attribute, "write_only"), "write-only"),
        ];
        for (_, word) in words.iter().filter(|(holds, _)| *holds) {
            reading.rules.add(r#type, &path, (*word).to_owned());
        }
        if let Some(nested) = map(document, attribute, "nested_type") {
            self::nested(reading, r#type, at, &name, nested, nested, depth);
        }
    }
    let blocks = map(document, block, "block_types");
    for member in blocks.into_iter().flat_map(|blocks| document.members(blocks)) {
        if let Some(inner) = map(document, member.value, "block") {
            self::nested(reading, r#type, at, &document.text(member.key), member.value, inner, depth);
        }
    }
}

/// Blocks by their nesting mode, and what is in them.
fn nested(
    reading: &mut Reading,
    r#type: &str,
    at: &Path,
    name: &str,
    outer: NodeId,
    inner: NodeId,
    depth: u32,
) {
    let document = reading.document;
    let mode = document.member(outer, "nesting_mode").or_else(|| document.member(outer, "nesting"));
    let mode = mode.map(|mode| document.text(mode)).unwrap_or_default();
    let inside = match mode.as_str() {
        "list" | "set" => Some(Step::AnyElement),
        "map" => Some(Step::Any),
        _ => None,
    };
    if mode == "set" {
        reading.rules.add(r#type, &below(at, name, None).to_string(), "set".to_owned());
    }
    block(reading, r#type, &below(at, name, inside), inner, depth);
}

/// `["set", ...]`
fn is_set_type(document: &Document, of: NodeId) -> bool {
    document.kind(of) == Kind::List
        && document
            .elements(of)
            .next()
            .is_some_and(|first| document.kind(first) == Kind::String && document.is(first, "set"))
}
