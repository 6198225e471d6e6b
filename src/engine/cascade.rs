//! Who else is replaced because a resource is (upstream: `calculateDependentReplacements`), and whom a targeted update
//! reaches.

use super::diff_result::{DiffResult, Version};
use super::property::{Element, Members, Property};
use crate::path::PathError;

/// A resource of the state, with what it depends on.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the marks of a state are independent of one another")]
pub struct Node {
    /// Its URN.
    pub urn: String,
    /// It has a provider; a component has none.
    pub custom: bool,
    /// It was only read.
    pub external: bool,
    /// It is protected.
    pub protect: bool,
    /// It was replaced, and waits to be destroyed.
    pub pending_deletion: bool,
    /// The reference to its provider: URN, `::`, id.
    pub provider: Option<String>,
    /// The URN of its parent.
    pub parent: Option<String>,
    /// URNs of what it depends on as a whole.
    pub dependencies: Vec<String>,
    /// For top-level inputs, URNs of what they depend on.
    pub property_dependencies: Vec<(String, Vec<String>)>,
    /// It is deleted with this one.
    pub deleted_with: Option<String>,
    /// It is replaced with any of these.
    pub replace_with: Vec<String>,
    /// Its inputs.
    pub inputs: Members,
    /// Paths whose changes replace.
    pub replace_on_changes: Vec<String>,
}

/// A resource that is replaced because another one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependent {
    /// Its URN.
    pub urn: String,
    /// What it is replaced for; nothing where no property says so.
    pub keys: Vec<String>,
}

impl Node {
    /// The URN of its provider.
    pub fn provider_urn(&self) -> Option<&str> {
        let reference = self.provider.as_deref()?;
        Some(reference.rsplit_once("::").map_or(reference, |(urn, _)| urn))
    }

    /// Whether it depends on one of a set of resources in any way; on its parent, if that counts.
    fn depends_on(&self, is_in: &dyn Fn(&str) -> bool, on_parent: bool) -> bool {
        let any = |urns: &[String]| urns.iter().any(|urn| is_in(urn));
        any(&self.dependencies)
            || self.property_dependencies.iter().any(|(_, urns)| any(urns))
            || any(&self.replace_with)
            || self.deleted_with.as_deref().is_some_and(is_in)
            || self.provider_urn().is_some_and(is_in)
            || on_parent && self.parent.as_deref().is_some_and(is_in)
    }

    /// Its inputs with an unknown value for each that depends on one of a set of resources; none if none does.
    pub(super) fn with_unknowns(&self, is_in: &dyn Fn(&str) -> bool) -> Option<Members> {
        let mut inputs = self.inputs.clone();
        let mut is_affected = false;
        for (key, urns) in &self.property_dependencies {
            if let (Some(value), true) = (inputs.get_mut(key), urns.iter().any(|urn| is_in(urn))) {
                *value = Property::Computed(Element::Text);
                is_affected = true;
            }
        }
        is_affected.then_some(inputs)
    }
}

/// Resources that must be replaced because one is, in the order of the state. `done` are those that the run has dealt with;
/// `diff` is what a resource's provider answers to its inputs with unknown values.
///
/// # Errors
/// A path of `replaceOnChanges` or of a detailed diff that is none.
pub fn dependent_replacements(
    resources: &[Node],
    root: &str,
    done: &[String],
    version: Version,
    diff: &dyn Fn(&Node, &Members) -> DiffResult,
) -> Result<Vec<Dependent>, PathError> {
    let Some(start) = resources.iter().position(|node| node.urn == root) else { return Ok(Vec::new()) };
    // All that depend on the root in some way, and of these the ones that are replaced.
    let (mut reached, mut replaced) = (vec![root], vec![root]);
    let mut dependents = Vec::new();
    for node in &resources[start + 1..] {
        let is_reached = |urn: &str| reached.contains(&urn);
        if done.contains(&node.urn) || !node.depends_on(&is_reached, false) {
            continue;
        }
        reached.push(&node.urn);
        let is_replaced = |urn: &str| replaced.contains(&urn);
        if let Some(keys) = replacement_keys(node, &is_replaced, version, diff)? {
            dependents.push(Dependent { urn: node.urn.clone(), keys });
            replaced.push(&node.urn);
        }
    }
    Ok(dependents)
}

/// What a resource is replaced for, given those that are; none if it stays.
pub(super) fn replacement_keys(
    node: &Node,
    is_replaced: &dyn Fn(&str) -> bool,
    version: Version,
    diff: &dyn Fn(&Node, &Members) -> DiffResult,
) -> Result<Option<Vec<String>>, PathError> {
    if !node.custom || node.external {
        return Ok(None);
    }
    let is_deleted_with = version == Version::Latest && node.deleted_with.as_deref().is_some_and(is_replaced);
    if node.provider_urn().is_some_and(is_replaced) || is_deleted_with {
        return Ok(Some(Vec::new()));
    }
    let Some(inputs) = node.with_unknowns(is_replaced) else { return Ok(None) };
    let diff = diff(node, &inputs).replacing_on(&node.replace_on_changes, false)?;
    Ok(diff.replaces().then_some(diff.replace_keys))
}

/// Resources that say of themselves that they are replaced or deleted with one; not those that follow these in turn.
pub fn cascaded(resources: &[Node], root: &str) -> Vec<Dependent> {
    let follows = |node: &&Node| {
        node.replace_with.iter().any(|urn| urn == root) || node.deleted_with.as_deref() == Some(root)
    };
    let dependent = |node: &Node| Dependent { urn: node.urn.clone(), keys: Vec::new() };
    resources.iter().filter(follows).map(dependent).collect()
}

/// The resources that a targeted update reaches: the targets, and with `--target-dependents` what depends on these in any way,
/// children included.
pub fn affected(resources: &[Node], targets: &[String], with_dependents: bool) -> Vec<String> {
    let mut reached: Vec<String> = Vec::new();
    for node in resources {
        let is_reached = |urn: &str| reached.iter().any(|other| other == urn);
        if targets.contains(&node.urn) || with_dependents && node.depends_on(&is_reached, true) {
            reached.push(node.urn.clone());
        }
    }
    reached
}
