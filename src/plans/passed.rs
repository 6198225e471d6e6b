//! What is passed over when a plan is read in outline: values, and trees with keys that are somebody's data.

/// Keys of lists and objects that are read when they are needed.
const PASSED: [&str; 30] = [
    // Terraform
    "before",
    "after",
    "after_unknown",
    "before_sensitive",
    "after_sensitive",
    "before_identity",
    "after_identity",
    "planned_values",
    "prior_state",
    "configuration",
    "variables",
    "output_changes",
    "provider_schemas",
    "checks",
    // Pulumi
    "inputs",
    "outputs",
    "detailedDiff",
    "propertyDependencies",
    "stackTrace",
    "olds",
    "oldInputs",
    "news",
    "properties",
    // Databricks
    "new_state",
    "remote_state",
    "changes",
    // Pairs
    "old",
    "new",
    "remote",
    "state",
];

/// Whether a key is one of them. Keys that are written with escapes are none.
pub(super) fn is_passed(key: &[u8]) -> bool {
    PASSED.iter().any(|passed| passed.as_bytes() == key)
}
