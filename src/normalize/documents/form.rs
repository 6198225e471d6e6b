//! JSON text of which there is one for each value: members in the order of their keys, no blanks, numbers in plain
//! digits.

use crate::json::{Decimal, Document, Kind, NodeId};

/// A value as it is.
pub(super) fn exact(document: &Document, node: NodeId) -> String {
    match document.kind(node) {
        Kind::Null | Kind::True | Kind::False => document.raw(node).to_owned(),
        Kind::Number => number(document.raw(node)),
        Kind::String => string(document, node),
        Kind::List => list(&elements(document, node, &exact)),
        Kind::Map => map(document, node, &|_, value| Some(exact(document, value))),
    }
}

/// A map, each member in the form that is given for its key and value, or left out.
pub(super) fn map(document: &Document, map: NodeId, form: &dyn Fn(&str, NodeId) -> Option<String>) -> String {
    let mut members: Vec<String> = document
        .members(map)
        .filter_map(|member| {
            let mut text = string(document, member.key);
            let form = form(&document.text(member.key), member.value)?;
            text.push(':');
            text.push_str(&form);
            Some(text)
        })
        .collect();
    members.sort_unstable();
    ["{", &members.join(","), "}"].concat()
}

/// The elements of a list, each in a form.
pub(super) fn elements(
    document: &Document,
    list: NodeId,
    form: &dyn Fn(&Document, NodeId) -> String,
) -> Vec<String> {
    document.elements(list).map(|element| form(document, element)).collect()
}

/// A list whose order matters.
pub(super) fn list(elements: &[String]) -> String {
    ["[", &elements.join(","), "]"].concat()
}

/// A list whose order does not matter; how often each element is in it does.
pub(super) fn set(mut elements: Vec<String>) -> String {
    elements.sort_unstable();
    list(&elements)
}

/// A list of objects in the order of their names. Those of one name keep theirs: one of them may hide the others.
pub(super) fn by_name(
    document: &Document,
    list: NodeId,
    form: &dyn Fn(&Document, NodeId) -> String,
) -> String {
    let name = |element: &NodeId| match document.kind(*element) {
        Kind::Map => document.member(*element, "name").map(|name| exact(document, name)),
        _ => None,
    };
    let mut sorted: Vec<NodeId> = document.elements(list).collect();
    sorted.sort_by_cached_key(name);
    let forms: Vec<String> = sorted.into_iter().map(|element| form(document, element)).collect();
    self::list(&forms)
}

/// Whether a value is a list whose elements are all of a kind.
pub(super) fn is_list_of(document: &Document, node: NodeId, kind: Kind) -> bool {
    document.kind(node) == Kind::List && document.elements(node).all(|element| document.kind(element) == kind)
}

/// A number in plain digits; one that has too many as it is written.
pub(super) fn number(written: &str) -> String {
    Decimal::parse(written).and_then(|number| number.plain()).unwrap_or_else(|| written.to_owned())
}

/// A text or key with as few escapes as there can be; one with half characters as it is written.
fn string(document: &Document, node: NodeId) -> String {
    match std::str::from_utf8(&document.content(node)) {
        Ok(content) => quoted(content),
        Err(_) => document.raw(node).to_owned(),
    }
}

/// A text as JSON.
pub fn quoted(content: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut quoted = String::from("\"");
    for character in content.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\0'..' ' => {
                let code = character as usize;
                quoted.push_str("\\u00");
                quoted.extend([code >> 4, code & 15].map(|digit| char::from(DIGITS[digit])));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};

    #[test]
    fn one_text_for_each_value() {
        let table = [
            (r#"{ "b": 1.0, "a": [ 1e2, -0 ] }"#, r#"{"a":[100,0],"b":1}"#),
            (r#""\u00e9\/\n\"\\""#, r#""é/\u000a\"\\""#),
            (r#""\ud800""#, r#""\ud800""#),
            (r#"{"\u0061b":null,"a":true}"#, r#"{"a":true,"ab":null}"#),
            ("1e5000", "1e5000"),
            ("9007199254740993.0", "9007199254740993"),
            (r#"[" 1 ",{}, [ ]]"#, r#"[" 1 ",{},[]]"#),
        ];
        for (written, expected) in table {
            let document = read(written.as_bytes().to_vec(), Limits::default()).unwrap();
            assert_eq!(exact(&document, document.root()), expected, "{written}");
            let again = read(expected.as_bytes().to_vec(), Limits::default()).unwrap();
            assert_eq!(exact(&again, again.root()), expected);
        }
    }
}
