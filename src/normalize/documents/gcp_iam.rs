//! Policies of Google Cloud IAM, and what they are made of: bindings, lists of members, single members.
//!
//! Bindings that are the same but for their members are one binding. The order of bindings and members means
//! nothing. Everything else is exact, the etag and version of a policy too.

use super::form;
use crate::json::{Document, Kind, NodeId};
use crate::value::Scalar;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The meaning of a policy, a list of bindings, one binding or a list of members.
pub(super) fn canonical(document: &Document, node: NodeId) -> Option<String> {
    if form::is_list_of(document, node, Kind::String) {
        return Some(form::set(members(document, node)));
    }
    match document.kind(node) {
        Kind::List => bindings(document, document.elements(node)).map(|bindings| form::list(&bindings)),
        Kind::Map => match document.member(node, "bindings") {
            Some(list) => {
                let list = canonical(document, list).filter(|_| document.kind(list) == Kind::List)?;
                Some(form::map(document, node, &|key, value| {
                    Some(if key == "bindings" { list.clone() } else { form::exact(document, value) })
                }))
            }
            None => bindings(document, [node].into_iter())?.pop(),
        },
        _ => None,
    }
}

/// A member with its e-mail address or domain in lower case.
pub(in super::super) fn member(value: Scalar) -> Scalar {
    match value.as_text() {
        Some(text) => Scalar::Text(Cow::Owned(lower_case(text).into_bytes())),
        None => value,
    }
}

fn lower_case(member: &str) -> String {
    let is_address = |kind: &str| matches!(kind, "user" | "group" | "serviceAccount" | "domain");
    match member.split_once(':') {
        Some((kind, address)) if is_address(kind) => [kind, ":", &address.to_ascii_lowercase()].concat(),
        _ => member.to_owned(),
    }
}

fn members(document: &Document, list: NodeId) -> Vec<String> {
    form::elements(document, list, &|document, member| match std::str::from_utf8(&document.content(member)) {
        Ok(text) => form::quoted(&lower_case(text)),
        Err(_) => form::exact(document, member),
    })
}

/// Bindings in order, those that differ in members only as one. None if one is no binding.
fn bindings(document: &Document, bindings: impl Iterator<Item = NodeId>) -> Option<Vec<String>> {
    let mut members_of: BTreeMap<String, (NodeId, Vec<String>)> = BTreeMap::new();
    for binding in bindings {
        if document.kind(binding) != Kind::Map {
            return None;
        }
        document.member(binding, "role")?;
        let list = document.member(binding, "members")?;
        if !form::is_list_of(document, list, Kind::String) {
            return None;
        }
        let others = form::map(document, binding, &|key, value| {
            (key != "members").then(|| form::exact(document, value))
        });
        members_of.entry(others).or_insert((binding, Vec::new())).1.extend(members(document, list));
    }
    let merged = |(binding, members)| {
        let members = form::set(members);
        form::map(document, binding, &|key, value| {
            Some(if key == "members" { members.clone() } else { form::exact(document, value) })
        })
    };
    Some(members_of.into_values().map(merged).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::are_same;
    use super::lower_case;
    use crate::rules::Equality;

    #[test]
    fn one_member() {
        let table = [
            ("user:Jane@Example.com", "user:jane@example.com"),
            ("serviceAccount:A@P.iam.gserviceaccount.com", "serviceAccount:a@p.iam.gserviceaccount.com"),
            ("domain:Example.COM", "domain:example.com"),
            ("User:Jane@Example.com", "User:Jane@Example.com"),
            ("principal://iam.googleapis.com/A", "principal://iam.googleapis.com/A"),
            ("principalSet://iam.googleapis.com/A", "principalSet://iam.googleapis.com/A"),
            ("allUsers", "allUsers"),
            ("Jane@Example.com", "Jane@Example.com"),
            ("", ""),
            (":", ":"),
        ];
        for (member, expected) in table {
            assert_eq!(lower_case(member), expected);
        }
    }

    #[test]
    fn policies_and_their_parts() {
        let table = [
            (r#"["user:A@x.com","user:b@x.com"]"#, r#"["user:b@x.com","user:a@x.com"]"#, true),
            (r#"["a","a","b"]"#, r#"["a","b","b"]"#, false),
            (r#"["allUsers"]"#, r#"["allusers"]"#, false),
            (r#"["user:a@x.com"]"#, "[]", false),
            (r#"["user:a@x.com", 1]"#, r#"["user:A@x.com", 1]"#, false),
            (
                r#"[{"role":"r","members":["a"]},{"role":"r","members":["b"]}]"#,
                r#"[{"members":["b","a"],"role":"r"}]"#,
                true,
            ),
            (
                r#"[{"role":"r","members":["a"]},{"role":"s","members":["b"]}]"#,
                r#"[{"role":"s","members":["b"]},{"role":"r","members":["a"]}]"#,
                true,
            ),
            (
                r#"[{"role":"r","members":["a"]},{"role":"s","members":["b"]}]"#,
                r#"[{"role":"r","members":["b"]},{"role":"s","members":["a"]}]"#,
                false,
            ),
            (
                r#"[{"role":"r","members":["a"]},{"role":"r","members":["b"],"condition":{"title":"t"}}]"#,
                r#"[{"role":"r","members":["a","b"]}]"#,
                false,
            ),
            (r#"[{"role":"r"}]"#, r#"[{"role":"r"}]"#, false),
            (r#"{"role":"r","members":["a","b"]}"#, r#"{"role":"r","members":["b","a"]}"#, true),
            (r#"{"role":"r","members":["a"]}"#, r#"{"role":"R","members":["a"]}"#, false),
            (
                r#"{"etag":"x","bindings":[{"role":"r","members":["a","b"]}]}"#,
                r#"{"bindings":[{"role":"r","members":["b"]},{"role":"r","members":["a"]}],"etag":"x"}"#,
                true,
            ),
            (r#"{"etag":"x","bindings":[]}"#, r#"{"etag":"y","bindings":[]}"#, false),
            (r#"{"version":1,"bindings":[]}"#, r#"{"bindings":[]}"#, false),
        ];
        for (old, new, expected) in table {
            assert_eq!(are_same(Equality::GcpIam, old, new), expected, "{old} {new}");
        }
    }
}
