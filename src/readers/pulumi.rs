//! A Pulumi package schema: what replaces a resource, and what is secret (upstream: `pkg/codegen/schema`).

use super::Reading;
use crate::engine::schema::{Property, Shape, replace_on_changes};
use crate::json::{Document, Kind, Member, NodeId};
use crate::problem::Code;

/// Types inside one another that are followed.
const DEPTH: u32 = 50;

/// Properties that are looked at for one resource: types may refer to one another in ever more ways.
const MANY: u32 = 20_000;

/// What a schema says of a property.
#[derive(Clone, Copy)]
struct Mark {
    /// The member that says it.
    name: &'static str,
    /// Where properties are that say it.
    of: &'static str,
    /// The word for it.
    word: &'static str,
}

/// `willReplaceOnChanges` is documentation upstream, and says what the provider does.
const MARKS: [Mark; 3] = [
    Mark { name: "replaceOnChanges", of: "properties", word: "immutable(\"replaceOnChanges\")" },
    Mark { name: "willReplaceOnChanges", of: "inputProperties", word: "immutable(\"willReplaceOnChanges\")" },
    Mark { name: "secret", of: "inputProperties", word: "secret" },
];

pub(super) fn read(reading: &mut Reading) {
    let document = reading.document;
    let Some(resources) = map(document, document.root(), "resources") else {
        return reading.say(Code::RuleFileKey, "the schema has no resources".to_owned());
    };
    let types = map(document, document.root(), "types");
    for member in document.members(resources) {
        let r#type = document.text(member.key);
        let mut is_cut = false;
        left_out(reading, &r#type, member.value);
        for mark in MARKS {
            let Some(properties) = map(document, member.value, mark.of) else { continue };
            let mut tree = Schema { document, types, mark, open: Vec::new(), left: MANY, is_cut: false };
            let properties = tree.properties(properties, DEPTH);
            is_cut |= tree.is_cut;
            for path in replace_on_changes(&properties) {
                reading.rules.add(&r#type, &path, mark.word.to_owned());
            }
        }
        if is_cut {
            let message = format!(
                "`{type}` has types that hold themselves, or too many inside one another; that part of them is left out"
            );
            reading.say(Code::RuleFilePart, message);
        }
    }
}

/// What a schema says of inputs that no rule does: a constant or a default is written by the SDK, and stands in the values.
const LEFT_OUT: [&str; 2] = ["const", "default"];

fn left_out(reading: &mut Reading, r#type: &str, resource: NodeId) {
    let document = reading.document;
    let Some(inputs) = map(document, resource, "inputProperties") else { return };
    for name in LEFT_OUT {
        let says = |member: &Member| {
            document.kind(member.value) == Kind::Map && document.member(member.value, name).is_some()
        };
        let count = document.members(inputs).filter(says).count();
        if count > 0 {
            let message = format!(
                "`{name}` of {count} input{} of `{type}` is no rule: the SDK writes it into the values that are compared",
                if count == 1 { "" } else { "s" }
            );
            reading.say(Code::RuleFilePart, message);
        }
    }
}

fn map(document: &Document, of: NodeId, name: &str) -> Option<NodeId> {
    let is_map = |node: &NodeId| document.kind(*node) == Kind::Map;
    Some(of).filter(is_map).and_then(|of| document.member(of, name)).filter(is_map)
}

struct Schema<'d> {
    document: &'d Document,
    types: Option<NodeId>,
    mark: Mark,
    /// The types that are being looked into.
    open: Vec<String>,
    /// How many more properties are looked at.
    left: u32,
    is_cut: bool,
}

impl Schema<'_> {
    fn properties(&mut self, of: NodeId, depth: u32) -> Vec<Property> {
        let document = self.document;
        let property = |member: Member| Property {
            name: document.text(member.key),
            replaces: document.kind(member.value) == Kind::Map
                && document
                    .member(member.value, self.mark.name)
                    .is_some_and(|mark| document.kind(mark) == Kind::True),
            shape: self.shape(member.value, depth),
        };
        document.members(of).map(property).collect()
    }

    fn shape(&mut self, schema: NodeId, depth: u32) -> Shape {
        let document = self.document;
        if document.kind(schema) != Kind::Map {
            return Shape::Scalar;
        }
        let (Some(depth), Some(left)) = (depth.checked_sub(1), self.left.checked_sub(1)) else {
            self.is_cut = true;
            return Shape::Scalar;
        };
        self.left = left;
        if let Some(items) = map(document, schema, "items") {
            return Shape::List(Box::new(self.shape(items, depth)));
        }
        if let Some(values) = map(document, schema, "additionalProperties") {
            return Shape::Map(Box::new(self.shape(values, depth)));
        }
        let reference = document.member(schema, "$ref").map(|reference| document.text(reference));
        let Some(name) = reference.as_deref().and_then(|reference| reference.strip_prefix("#/types/")) else {
            return Shape::Scalar;
        };
        if self.open.iter().any(|open| open == name) {
            self.is_cut = true;
            return Shape::Scalar;
        }
        let of_type = self.types.and_then(|types| map(document, map(document, types, name)?, "properties"));
        let Some(properties) = of_type else { return Shape::Scalar };
        self.open.push(name.to_owned());
        let properties = self.properties(properties, depth);
        self.open.pop();
        Shape::Object(properties)
    }
}
