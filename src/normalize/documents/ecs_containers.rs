//! The container definitions of a task in ECS.

use super::form;
use crate::json::{Document, Kind, NodeId};
use crate::value;

/// Containers by name, variables and secrets by name, and none of the defaults. The order of all other lists matters:
/// commands, mounts, ports.
pub(super) fn canonical(document: &Document, containers: NodeId) -> Option<String> {
    form::is_list_of(document, containers, Kind::Map).then(|| form::by_name(document, containers, &container))
}

fn container(document: &Document, container: NodeId) -> String {
    form::map(document, container, &|key, value| {
        let is_list = document.kind(value) == Kind::List;
        match key {
            _ if is_unset(document, value) => None,
            "cpu" if is_zero(document, value) => None,
            "essential" if document.kind(value) == Kind::True => None,
            "environment" | "secrets" if is_list => Some(form::by_name(document, value, &set_members)),
            "portMappings" if is_list => Some(form::list(&form::elements(document, value, &port_mapping))),
            _ => Some(set_members(document, value)),
        }
    })
}

fn port_mapping(document: &Document, mapping: NodeId) -> String {
    if document.kind(mapping) != Kind::Map {
        return set_members(document, mapping);
    }
    form::map(document, mapping, &|key, value| match key {
        _ if is_unset(document, value) => None,
        "hostPort" if is_zero(document, value) => None,
        "protocol" if document.kind(value) == Kind::String && document.is(value, "tcp") => None,
        _ => Some(set_members(document, value)),
    })
}

/// A value without the members in it that are not set.
fn set_members(document: &Document, node: NodeId) -> String {
    match document.kind(node) {
        Kind::Map => form::map(document, node, &|_, value| {
            (!is_unset(document, value)).then(|| set_members(document, value))
        }),
        Kind::List => form::list(&form::elements(document, node, &set_members)),
        _ => form::exact(document, node),
    }
}

/// Whether a member might as well not be there.
fn is_unset(document: &Document, value: NodeId) -> bool {
    match document.kind(value) {
        Kind::Null => true,
        Kind::List => document.len(value) == 0,
        _ => false,
    }
}

fn is_zero(document: &Document, value: NodeId) -> bool {
    document.kind(value) == Kind::Number && value::same_number(document.raw(value), "0")
}

#[cfg(test)]
mod tests {
    use super::super::tests::are_same;
    use crate::rules::Equality;

    #[test]
    fn members_of_a_container() {
        let table = [
            (r#""cpu":0,"essential":true"#, "", true),
            (r#""cpu":0.0"#, "", true),
            (r#""mountPoints":[],"environment":null"#, "", true),
            (
                r#""linuxParameters":{"devices":[],"initProcessEnabled":true}"#,
                r#""linuxParameters":{"initProcessEnabled":true}"#,
                true,
            ),
            (
                r#""portMappings":[{"containerPort":80,"hostPort":0,"protocol":"tcp"}]"#,
                r#""portMappings":[{"containerPort":80}]"#,
                true,
            ),
            (
                r#""secrets":[{"name":"B","valueFrom":"b"},{"name":"A","valueFrom":"a"}]"#,
                r#""secrets":[{"name":"A","valueFrom":"a"},{"valueFrom":"b","name":"B"}]"#,
                true,
            ),
            (
                r#""environment":[{"name":"A","value":"1"},{"name":"A","value":"2"}]"#,
                r#""environment":[{"name":"A","value":"2"},{"name":"A","value":"1"}]"#,
                false,
            ),
            (
                r#""environment":[{"name":"A","value":"1"}]"#,
                r#""environment":[{"name":"A","value":"2"}]"#,
                false,
            ),
            (r#""environment":[{"name":"A","value":""}]"#, r#""environment":[{"name":"A"}]"#, false),
            (r#""cpu":1"#, "", false),
            (r#""cpu":"0""#, "", false),
            (r#""memory":0"#, "", false),
            (r#""essential":false"#, "", false),
            (r#""command":["a","b"]"#, r#""command":["b","a"]"#, false),
            (r#""entryPoint":[""]"#, "", false),
            (r#""portMappings":[{"protocol":"udp"}]"#, r#""portMappings":[{}]"#, false),
            (r#""portMappings":[{"hostPort":80}]"#, r#""portMappings":[{}]"#, false),
            (
                r#""portMappings":[{"containerPort":80},{"containerPort":81}]"#,
                r#""portMappings":[{"containerPort":81},{"containerPort":80}]"#,
                false,
            ),
            (r#""image":"a""#, r#""image":"b""#, false),
        ];
        for (old, new, expected) in table {
            let containers = |members: &str| match members {
                "" => r#"[{"name":"c"}]"#.to_owned(),
                members => format!("[{{{members},\"name\":\"c\"}}]"),
            };
            assert_eq!(
                are_same(Equality::EcsContainers, &containers(old), &containers(new)),
                expected,
                "{old} {new}"
            );
        }
    }

    #[test]
    fn lists_of_containers() {
        let table = [
            (r#"[{"name":"a"},{"name":"b"}]"#, r#"[{"name":"b"},{"name":"a"}]"#, true),
            (r#"[{"name":"a"}]"#, r#"[{"name":"a"},{"name":"a"}]"#, false),
            (r#"[{"name":"a"}]"#, "[]", false),
            ("[1]", "[1]", false),
            ("{}", "{}", false),
        ];
        for (old, new, expected) in table {
            assert_eq!(are_same(Equality::EcsContainers, old, new), expected, "{old} {new}");
        }
    }
}
