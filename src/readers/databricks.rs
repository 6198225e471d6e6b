//! `resources.yml` of Databricks' direct engine (its behaviour only): fields by category, for each resource type.

use super::Reading;
use crate::json::{Document, Kind, NodeId};
use crate::normalize;
use crate::path::{Path, Scalar, Step};
use crate::problem::Code;

/// How a category becomes a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Becomes {
    /// The word, with the reason of the item and these choices.
    WithReason(&'static str, &'static [&'static str]),
    /// The word, with the values of the item.
    WithValues(&'static str),
    /// The word alone.
    Plain(&'static str),
}

/// The categories of both vocabularies.
pub(super) const CATEGORIES: [(&str, Becomes); 12] = [
    ("ignore_local_changes", Becomes::WithReason("ignore-local", &[])),
    ("ignore_remote_changes", Becomes::WithReason("ignore-remote", &[])),
    ("recreate_on_changes", Becomes::WithReason("immutable", &[])),
    ("provided_id_fields", Becomes::WithReason("immutable", &["local"])),
    ("updatable_id_fields", Becomes::WithReason("changes-id", &["local"])),
    ("update_id_on_changes", Becomes::WithReason("changes-id", &[])),
    ("backend_defaults", Becomes::WithValues("backend-default")),
    ("normalize_case", Becomes::WithReason("case-insensitive", &[])),
    ("normalize_slash", Becomes::WithReason("trailing-slash", &["all"])),
    ("sensitive_fields", Becomes::Plain("secret")),
    ("hashed_in_state", Becomes::Plain("hashed")),
    ("hashed_fields", Becomes::Plain("hashed")),
];

/// The words that say whether a tool wrote them.
const HAVE_GENERATED: [&str; 3] = ["ignore-local", "ignore-remote", "immutable"];

/// Reads a whole file, or the rules of one resource, which then are for every type.
pub(super) fn read(reading: &mut Reading) {
    let document = reading.document;
    let root = document.root();
    let resources = if document.kind(root) == Kind::Map { document.member(root, "resources") } else { None };
    match resources {
        Some(resources) if document.kind(resources) == Kind::Map => {
            for member in document.members(root).filter(|member| member.value != resources) {
                let message = format!("`{}` beside resources is not known", document.text(member.key));
                reading.say(Code::RuleFileKey, message);
            }
            for member in document.members(resources) {
                resource(reading, &document.text(member.key), member.value);
            }
        }
        Some(_) => {
            reading.say(Code::RuleFileKey, "resources must be an object from types to rules".to_owned());
        }
        None => resource(reading, crate::rules::ANY_TYPE, root),
    }
}

fn resource(reading: &mut Reading, r#type: &str, rules: NodeId) {
    let document = reading.document;
    if document.kind(rules) == Kind::Null {
        return;
    }
    if document.kind(rules) != Kind::Map {
        return reading.say(Code::RuleFileKey, format!("the rules of `{type}` must be an object"));
    }
    for member in document.members(rules) {
        let name = document.text(member.key);
        let Some((_, becomes)) = CATEGORIES.iter().find(|(known, _)| *known == name) else {
            reading.say(Code::RuleFileKey, format!("`{name}` of `{type}` is not known; it is not used"));
            continue;
        };
        for item in document.elements(member.value) {
            self::item(reading, r#type, &name, *becomes, item);
        }
    }
}

/// One `{field, reason}` or `{field, values}`; a text alone is a field.
fn item(reading: &mut Reading, r#type: &str, category: &str, becomes: Becomes, item: NodeId) {
    let document = reading.document;
    let is_map = document.kind(item) == Kind::Map;
    let member = |name| if is_map { document.member(item, name) } else { None };
    let text = |node: NodeId| (document.kind(node) == Kind::String).then(|| document.text(node));
    let field =
        if is_map { member("field").map(|field| text(field).unwrap_or_default()) } else { text(item) };
    let pattern = match field.as_deref() {
        // Without a field every path is meant.
        None if is_map => "*".to_owned(),
        Some("") | None => {
            return reading.say(
                Code::RuleFilePart,
                format!("an item of `{category}` of `{type}` names no field: it matches nothing"),
            );
        }
        Some(field) => match pattern(field) {
            Ok(pattern) => pattern.to_string(),
            Err(what) => {
                return reading.say(
                    Code::RuleFilePart,
                    format!("`{field}` in `{category}` of `{type}` {what}; it is not used"),
                );
            }
        },
    };
    let word = match becomes {
        Becomes::Plain(word) => word.to_owned(),
        Becomes::WithReason(word, choices) => {
            let generated = reading.is_generated && HAVE_GENERATED.contains(&word);
            let reason = member("reason").and_then(text).map(|reason| normalize::quoted(&reason));
            let choices = choices.iter().map(|choice| (*choice).to_owned());
            let arguments: Vec<String> =
                choices.chain(reason).chain(generated.then(|| "generated".to_owned())).collect();
            written(word, &arguments)
        }
        Becomes::WithValues(word) => {
            let values = member("values").into_iter().flat_map(|values| document.elements(values));
            let values: Vec<NodeId> = values.collect();
            let is_scalar = |value: &NodeId| !matches!(document.kind(*value), Kind::List | Kind::Map);
            if !values.iter().all(is_scalar) {
                let message = format!(
                    "a value of `{category}` of `{type}` at `{pattern}` is a list or an object; it is not used"
                );
                reading.say(Code::RuleFilePart, message);
            }
            let all = values.iter().filter(|value| is_scalar(value)).map(|value| literal(document, *value));
            let all: Vec<String> = all.collect();
            if all.is_empty() && !values.is_empty() {
                return;
            }
            written(word, &all)
        }
    };
    reading.rules.add(r#type, &pattern, word);
}

fn written(word: &str, arguments: &[String]) -> String {
    if arguments.is_empty() { word.to_owned() } else { format!("{word}({})", arguments.join(", ")) }
}

/// A scalar as an argument.
fn literal(document: &Document, value: NodeId) -> String {
    if document.kind(value) == Kind::String {
        normalize::quoted(&document.text(value))
    } else {
        document.raw(value).to_owned()
    }
}

/// A path in the syntax of these files and of plans, in which nothing stands for anything else.
///
/// # Errors
/// What it is instead of a path.
pub fn path(text: &str) -> Result<Path, &'static str> {
    let literal = |step| match step {
        Step::KeyLike(parts) => Step::Key(parts.join("*")),
        Step::Any => Step::Key("*".to_owned()),
        step => step,
    };
    pattern(text).map(|path| Path(path.0.into_iter().map(literal).collect()))
}

/// A pattern in the file's own syntax. Struct fields and map keys are one to us: JSON cannot tell them apart.
fn pattern(text: &str) -> Result<Path, &'static str> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let dotted = if steps.is_empty() { rest } else { rest.strip_prefix('.').unwrap_or(rest) };
        if let Some(inner) = dotted.strip_prefix('[') {
            let (step, after) = bracket(inner)?;
            steps.push(step);
            rest = after;
            continue;
        }
        if !steps.is_empty() && dotted.len() == rest.len() {
            return Err("has something after a bracket that is no dot");
        }
        let end = dotted.find(['.', '[']).unwrap_or(dotted.len());
        let (field, after) = dotted.split_at(end);
        if field.is_empty() || field.contains([',', '"', '`', ']', '\'', ' ', '{', '}']) {
            return Err("is no path");
        }
        steps.push(if field == "*" { Step::Any } else { Step::Key(field.to_owned()) });
        rest = after;
    }
    Ok(Path(steps))
}

/// What stands in brackets, and what comes after them.
fn bracket(inner: &str) -> Result<(Step, &str), &'static str> {
    if let Some(after) = inner.strip_prefix("*]") {
        return Ok((Step::Any, after));
    }
    if let Some(quoted) = inner.strip_prefix('\'') {
        let (key, after) = quoted_text(quoted)?;
        let step = match key.as_str() {
            "*" => Step::Any,
            _ if key.split('.').any(|part| part == "*") => Step::KeyLike(parts_between_stars(&key)),
            _ => Step::Key(key),
        };
        return after.strip_prefix(']').map(|after| (step, after)).ok_or("has a bracket that is not closed");
    }
    let end = inner.find([']', '=']).ok_or("has a bracket that is not closed")?;
    let (name, after) = inner.split_at(end);
    if let Some(value) = after.strip_prefix("='") {
        let (value, after) = quoted_text(value)?;
        let after = after.strip_prefix(']').ok_or("has a bracket that is not closed")?;
        return Ok((Step::Match(vec![(name.to_owned(), Scalar::Text(value))]), after));
    }
    let after = after.strip_prefix(']').ok_or("is no path")?;
    let index = name.parse().map_err(|_| "is no path")?;
    Ok((Step::Index(index), after))
}

/// A key between its wildcards: whole parts between dots. A `*` beside other characters is a character.
fn parts_between_stars(key: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for (at, segment) in key.split('.').enumerate() {
        if let Some(part) = parts.last_mut() {
            part.push_str(if at > 0 { "." } else { "" });
            part.push_str(if segment == "*" { "" } else { segment });
        }
        if segment == "*" {
            parts.push(String::new());
        }
    }
    parts
}

/// A text up to its closing quote; two quotes in it are one.
fn quoted_text(text: &str) -> Result<(String, &str), &'static str> {
    let mut content = String::new();
    let mut rest = text;
    loop {
        let (part, after) = rest.split_once('\'').ok_or("has a quote that is not closed")?;
        content.push_str(part);
        match after.strip_prefix('\'') {
            Some(after) => {
                content.push('\'');
                rest = after;
            }
            None => return Ok((content, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn patterns() {
        let table = [
            ("a.b", Ok("a.b")),
            ("tags['team x']", Ok("tags[\"team x\"]")),
            ("tags['it''s']", Ok("tags[\"it's\"]")),
            ("tasks[*].run", Ok("tasks.*.run")),
            ("a.*.b", Ok("a.*.b")),
            ("x[0]", Ok("x[0]")),
            ("tasks[task_key='a'].v", Ok("tasks[task_key=\"a\"].v")),
            ("properties['a.*.b']", Ok("properties[\"a.*.b\"]")),
            ("properties['a.*']", Ok("properties[\"a.*\"]")),
            ("properties['*.x*.b']", Ok("properties[\"*.x\\*.b\"]")),
            ("properties['x*']", Ok("properties[\"x\\*\"]")),
            ("a[", Err("has a bracket that is not closed")),
            ("a['b", Err("has a quote that is not closed")),
            ("a b", Err("is no path")),
            ("a[0]b", Err("has something after a bracket that is no dot")),
        ];
        for (text, expected) in table {
            let found = pattern(text).map(|path| path.to_string());
            assert_eq!(found.as_deref().map_err(|what| *what), expected, "{text}");
        }
    }
}
