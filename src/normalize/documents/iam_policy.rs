//! Policies of AWS IAM.
//!
//! The order of statements, actions, resources, principals and values of conditions means nothing, but each counts
//! as often as it is there. One value is the list of it alone. Everything else is exact: the version, names of
//! conditions, the letter case of actions and resources, and whether a member is there at all.

use super::form;
use crate::json::{Document, Kind, NodeId};
use crate::normalize::identity;

/// The meaning in the partition of most accounts.
pub(super) fn in_aws(document: &Document, policy: NodeId) -> Option<String> {
    canonical(document, policy, "aws")
}

/// The meaning in the partition of China.
pub(super) fn in_china(document: &Document, policy: NodeId) -> Option<String> {
    canonical(document, policy, "aws-cn")
}

/// The meaning in the partition of the government of the United States.
pub(super) fn in_us_government(document: &Document, policy: NodeId) -> Option<String> {
    canonical(document, policy, "aws-us-gov")
}

/// The meaning in a partition: there, an account's id stands for its root user.
fn canonical(document: &Document, policy: NodeId, partition: &str) -> Option<String> {
    let statement = |document: &Document, node| statement(document, node, partition);
    let member = |key: &str, value| match (key, document.kind(value)) {
        ("Statement", Kind::Map) => Some(form::set(vec![statement(document, value)])),
        ("Statement", Kind::List) => Some(form::set(form::elements(document, value, &statement))),
        _ => Some(form::exact(document, value)),
    };
    (document.kind(policy) == Kind::Map).then(|| form::map(document, policy, &member))
}

fn statement(document: &Document, statement: NodeId, partition: &str) -> String {
    if document.kind(statement) != Kind::Map {
        return form::exact(document, statement);
    }
    form::map(document, statement, &|key, value| {
        Some(match key {
            "Effect" => effect(document, value),
            "Action" | "NotAction" | "Resource" | "NotResource" => values(document, value, &form::exact),
            "Principal" | "NotPrincipal" => principal(document, value, partition),
            "Condition" => conditions(document, value),
            _ => form::exact(document, value),
        })
    })
}

/// `Allow` or `Deny`, whatever the letter case.
fn effect(document: &Document, node: NodeId) -> String {
    let written = form::exact(document, node);
    let effect = ["\"Allow\"", "\"Deny\""].into_iter().find(|effect| effect.eq_ignore_ascii_case(&written));
    effect.map_or(written, str::to_owned)
}

/// Values whose order does not matter, each in a form; one scalar is a list of it.
fn values(document: &Document, node: NodeId, form: &dyn Fn(&Document, NodeId) -> String) -> String {
    match document.kind(node) {
        Kind::List => form::set(form::elements(document, node, form)),
        Kind::Null | Kind::Map => form::exact(document, node),
        _ => form::set(vec![form(document, node)]),
    }
}

/// Everyone, or lists by the kind of principal.
fn principal(document: &Document, node: NodeId, partition: &str) -> String {
    let account = |document: &Document, node| account(document, node, partition);
    match document.kind(node) {
        Kind::Map => form::map(document, node, &|kind, value| {
            Some(if kind == "AWS" {
                values(document, value, &account)
            } else {
                values(document, value, &form::exact)
            })
        }),
        _ => account(document, node),
    }
}

fn account(document: &Document, node: NodeId, partition: &str) -> String {
    let root = match document.kind(node) {
        Kind::String => identity::root_of_account(&document.text(node), partition),
        _ => None,
    };
    root.map_or_else(|| form::exact(document, node), |root| form::quoted(&root))
}

/// Operators, in each the keys, and for each key the values.
fn conditions(document: &Document, node: NodeId) -> String {
    if document.kind(node) != Kind::Map {
        return form::exact(document, node);
    }
    form::map(document, node, &|_, operator| {
        Some(match document.kind(operator) {
            Kind::Map => {
                form::map(document, operator, &|_, value| Some(values(document, value, &condition_value)))
            }
            _ => form::exact(document, operator),
        })
    })
}

/// A boolean or number is its text.
fn condition_value(document: &Document, node: NodeId) -> String {
    let exact = form::exact(document, node);
    match document.kind(node) {
        Kind::True | Kind::False | Kind::Number => form::quoted(&exact),
        _ => exact,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::are_same;
    use crate::rules::Equality;

    fn is_equal(old: &str, new: &str) -> bool {
        are_same(Equality::IamPolicy, old, new)
    }

    /// Policies of one statement.
    fn are_equal_in_statement(old: &str, new: &str) -> bool {
        let policy = |members: &str| format!("{{\"Version\":\"2012-10-17\",\"Statement\":[{{{members}}}]}}");
        is_equal(&policy(old), &policy(new))
    }

    #[test]
    fn members_of_statements() {
        let table = [
            (r#""Effect":"allow""#, r#""Effect":"ALLOW""#, true),
            (r#""Effect":"Allow""#, r#""Effect":"Deny""#, false),
            (r#""Effect":"Allow""#, r#""effect":"Allow""#, false),
            (r#""Effect":"Allow""#, r#""Effect":["Allow"]"#, false),
            (r#""Action":"a:X""#, r#""Action":["a:X"]"#, true),
            (r#""Action":["a:X","a:Y"]"#, r#""Action":["a:Y","a:X"]"#, true),
            (r#""Action":["a","a","b"]"#, r#""Action":["a","b","b"]"#, false),
            (r#""Action":["a","a"]"#, r#""Action":"a""#, false),
            (r#""Action":"a:x""#, r#""Action":"a:X""#, false),
            (r#""Action":"a""#, r#""NotAction":"a""#, false),
            (r#""Action":{"x":1}"#, r#""Action":{"x":2}"#, false),
            (r#""Action":{"x":1}"#, r#""Action":[{"x":1}]"#, false),
            (r#""Action":[]"#, "", false),
            (r#""Action":null"#, "", false),
            (r#""Action":null"#, r#""Action":[null]"#, false),
            (r#""Resource":["a","b"]"#, r#""Resource":["b","a"]"#, true),
            (r#""NotResource":["a","b"]"#, r#""NotResource":["b","a"]"#, true),
            (r#""Resource":[["a","b"]]"#, r#""Resource":[["b","a"]]"#, false),
            (r#""Sid":"a","Action":"x""#, r#""Action":"x","Sid":"a""#, true),
            (r#""Sid":"a""#, r#""Sid":["a"]"#, false),
            (r#""Sid":"""#, "", false),
        ];
        for (old, new, expected) in table {
            assert_eq!(are_equal_in_statement(old, new), expected, "{old} {new}");
        }
    }

    #[test]
    fn principals() {
        let table = [
            (r#"{"AWS":"123456789012"}"#, r#"{"AWS":["arn:aws:iam::123456789012:root"]}"#, true),
            (r#"{"AWS":"123456789012"}"#, r#"{"AWS":"arn:aws-cn:iam::123456789012:root"}"#, true),
            (
                r#"{"AWS":"arn:aws:iam::123456789012:root"}"#,
                r#"{"AWS":"arn:aws-cn:iam::123456789012:root"}"#,
                false,
            ),
            (r#"{"AWS":"123456789012"}"#, r#"{"AWS":"arn:aws:iam::123456789013:root"}"#, false),
            (r#"{"AWS":"123456789012"}"#, r#"{"AWS":"arn:aws:iam::123456789012:user/a"}"#, false),
            (r#"{"AWS":"12345678901"}"#, r#"{"AWS":"arn:aws:iam::12345678901:root"}"#, false),
            (r#"{"Service":"123456789012"}"#, r#"{"Service":"arn:aws:iam::123456789012:root"}"#, false),
            (r#"{"AWS":["a","b"]}"#, r#"{"AWS":["b","a"]}"#, true),
            (r#"{"AWS":["a","a","b"]}"#, r#"{"AWS":["a","b","b"]}"#, false),
            (r#"{"AWS":"a","Service":"s"}"#, r#"{"Service":["s"],"AWS":["a"]}"#, true),
            (r#""*""#, r#"{"AWS":"*"}"#, false),
            (r#""*""#, r#""a""#, false),
            (r#""*""#, "{}", false),
            (r#"{"AWS":[]}"#, "{}", false),
            (r#""123456789012""#, r#""arn:aws:iam::123456789012:root""#, true),
        ];
        for (old, new, expected) in table {
            for name in ["Principal", "NotPrincipal"] {
                let member = |principal: &str| format!("\"{name}\":{principal}");
                assert_eq!(are_equal_in_statement(&member(old), &member(new)), expected, "{old} {new}");
            }
        }
        assert!(!are_equal_in_statement(r#""Principal":"a""#, ""));
    }

    #[test]
    fn values_of_conditions() {
        let table = [
            (r#"{"Bool":{"k":false}}"#, r#"{"Bool":{"k":["false"]}}"#, true),
            (r#"{"NumericEquals":{"k":[5,7]}}"#, r#"{"NumericEquals":{"k":["7","5.0"]}}"#, false),
            (r#"{"NumericEquals":{"k":[5.0,7]}}"#, r#"{"NumericEquals":{"k":["7","5"]}}"#, true),
            (r#"{"StringEquals":{"k":["a","b"]}}"#, r#"{"StringEquals":{"k":["b","a"]}}"#, true),
            (r#"{"StringEquals":{"k":["a","a","b"]}}"#, r#"{"StringEquals":{"k":["a","b","b"]}}"#, false),
            (r#"{"StringEquals":{"k":"a"}}"#, r#"{"StringLike":{"k":"a"}}"#, false),
            (r#"{"StringEquals":{"k":"a"}}"#, r#"{"StringEquals":{"K":"a"}}"#, false),
            (r#"{"StringEquals":{"k":"a"}}"#, r#"{"StringEquals":{"k":"A"}}"#, false),
            (r#"{"StringEquals":{}}"#, "{}", false),
            (r#"{"Null":{"k":null}}"#, r#"{"Null":{"k":"null"}}"#, false),
        ];
        for (old, new, expected) in table {
            let member = |condition: &str| format!("\"Condition\":{condition}");
            assert_eq!(are_equal_in_statement(&member(old), &member(new)), expected, "{old} {new}");
        }
        assert!(!are_equal_in_statement(r#""Condition":{}"#, ""));
    }

    #[test]
    fn statements() {
        let table = [
            (r#"{"Statement":{"Sid":"a"}}"#, r#"{"Statement":[{"Sid":"a"}]}"#, true),
            (
                r#"{"Statement":[{"Sid":"a"},{"Sid":"b"}]}"#,
                r#"{"Statement":[{"Sid":"b"},{"Sid":"a"}]}"#,
                true,
            ),
            (
                r#"{"Statement":[{"Sid":"a"},{"Sid":"a"},{"Sid":"b"}]}"#,
                r#"{"Statement":[{"Sid":"a"},{"Sid":"b"},{"Sid":"b"}]}"#,
                false,
            ),
            (r#"{"Statement":[{"Sid":"a"},{"Sid":"a"}]}"#, r#"{"Statement":[{"Sid":"a"}]}"#, false),
            (r#"{"Version":"2012-10-17"}"#, r#"{"Version":"2008-10-17"}"#, false),
            (r#"{"Version":"2012-10-17","Id":"a"}"#, r#"{"Id":"a","Version":"2012-10-17"}"#, true),
            (r#"{"Id":"a"}"#, "{}", false),
            (r#"{"Statement":[]}"#, "{}", false),
            ("[]", "[]", false),
        ];
        for (old, new, expected) in table {
            assert_eq!(is_equal(old, new), expected, "{old} {new}");
        }
    }
}
