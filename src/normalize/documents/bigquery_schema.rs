//! Schemas of `BigQuery` tables: lists of columns, or objects that hold one.

use super::form;
use crate::json::{Document, Kind, NodeId};
use crate::normalize::identity;

/// Columns by name, types by one of their names, and nothing that says what is so anyway.
pub(super) fn canonical(document: &Document, schema: NodeId) -> Option<String> {
    match document.kind(schema) {
        Kind::Map if document.member(schema, "fields").is_some() => Some(column(document, schema)),
        _ => form::is_list_of(document, schema, Kind::Map).then(|| columns(document, schema)),
    }
}

fn columns(document: &Document, list: NodeId) -> String {
    form::by_name(document, list, &column)
}

fn column(document: &Document, node: NodeId) -> String {
    form::map(document, node, &|key, value| {
        let is_text = |text: &str| document.kind(value) == Kind::String && document.is(value, text);
        match (key, document.kind(value)) {
            ("mode" | "description", Kind::Null) => None,
            ("mode", _) if is_text("NULLABLE") => None,
            ("description", _) if is_text("") => None,
            ("type", Kind::String) => Some(form::quoted(&identity::bigquery_type(&document.text(value)))),
            ("fields", _) if form::is_list_of(document, value, Kind::Map) => Some(columns(document, value)),
            _ => Some(form::exact(document, value)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::are_same;
    use crate::rules::Equality;

    #[test]
    fn schemas() {
        let table = [
            (r#"[{"name":"a","mode":"NULLABLE","description":""}]"#, r#"[{"name":"a"}]"#, true),
            (r#"[{"name":"a","mode":null}]"#, r#"[{"name":"a"}]"#, true),
            (r#"[{"name":"a","type":"int64"}]"#, r#"[{"name":"a","type":"INTEGER"}]"#, true),
            (r#"[{"name":"a","type":"BOOL"}]"#, r#"[{"name":"a","type":"Boolean"}]"#, true),
            (r#"[{"name":"a","type":"FLOAT64"}]"#, r#"[{"name":"a","type":"FLOAT"}]"#, true),
            (r#"[{"name":"a"},{"name":"b"}]"#, r#"[{"name":"b"},{"name":"a"}]"#, true),
            (
                r#"[{"name":"r","fields":[{"name":"a"},{"name":"b"}]}]"#,
                r#"[{"name":"r","fields":[{"name":"b","mode":"NULLABLE"},{"name":"a"}]}]"#,
                true,
            ),
            (r#"{"fields":[{"name":"a"},{"name":"b"}]}"#, r#"{"fields":[{"name":"b"},{"name":"a"}]}"#, true),
            (r#"[{"name":"a","mode":"REPEATED"}]"#, r#"[{"name":"a"}]"#, false),
            (r#"[{"name":"a","description":"x"}]"#, r#"[{"name":"a"}]"#, false),
            (r#"[{"name":"a","description":"X"}]"#, r#"[{"name":"a","description":"x"}]"#, false),
            (r#"[{"name":"a"}]"#, r#"[{"name":"A"}]"#, false),
            (r#"[{"name":"a"},{"name":"a"}]"#, r#"[{"name":"a"}]"#, false),
            (r#"[{"name":"a","type":"STRING"}]"#, r#"[{"name":"a"}]"#, false),
            (r#"[{"name":"a","type":"NUMERIC"}]"#, r#"[{"name":"a","type":"DECIMAL"}]"#, false),
            (r#"[{"name":"a","maxLength":"10"}]"#, r#"[{"name":"a","maxLength":10}]"#, false),
            (
                r#"[{"name":"r","fields":[{"name":"a","mode":"REQUIRED"}]}]"#,
                r#"[{"name":"r","fields":[{"name":"a"}]}]"#,
                false,
            ),
            (r#"["b","a"]"#, r#"["a","b"]"#, false),
            (r#"{"name":"a"}"#, r#"{"name":"a"}"#, false),
        ];
        for (old, new, expected) in table {
            assert_eq!(are_same(Equality::BigquerySchema, old, new), expected, "{old} {new}");
        }
    }
}
