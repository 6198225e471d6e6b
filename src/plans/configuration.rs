//! What the configuration in a Terraform plan says: which properties the program sets to something that may be unknown, and
//! what a resource refers to (upstream: `internal/command/jsonconfig`).

use super::at::At;
use crate::json::{Document, Kind};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Modules inside one another, and references through variables and outputs, that are followed.
const DEPTH: u32 = 20;

/// What the configuration says of each resource, by its address without instances.
#[derive(Debug, Default)]
pub(super) struct Configuration {
    resources: HashMap<String, Configured>,
}

/// What it says of one.
#[derive(Debug)]
pub(super) struct Configured {
    /// Top-level properties that refer to something: others that are unknown are set by the provider.
    pub(super) set: Rc<BTreeSet<String>>,
    /// Resources that it refers to, and the property that does; without one it depends on them as a whole.
    pub(super) uses: Vec<(String, Option<String>)>,
}

impl Configuration {
    pub(super) fn new(document: &Document) -> Configuration {
        let Some(root) = At::root(document).get("root_module") else { return Configuration::default() };
        let mut configuration = Configuration::default();
        let module = Module { prefix: String::new(), at: root, calls: None };
        configuration.module(&module, DEPTH);
        configuration
    }

    /// What is said of a resource or one of its instances.
    pub(super) fn of(&self, address: &str) -> Option<&Configured> {
        self.resources.get(&without_instances(address))
    }

    fn module(&mut self, module: &Module, depth: u32) {
        for resource in module.at.each("resources") {
            let Some(address) = resource.text_of("address") else { continue };
            let configured = configured(module, resource);
            self.resources.insert(format!("{}{address}", module.prefix), configured);
        }
        let Some(depth) = depth.checked_sub(1) else { return };
        for (name, call) in module.at.get("module_calls").into_iter().flat_map(At::members) {
            let Some(at) = call.get("module") else { continue };
            let prefix = format!("{}module.{name}.", module.prefix);
            self.module(&Module { prefix, at, calls: Some((module, call)) }, depth);
        }
    }
}

/// A module of the configuration.
struct Module<'m> {
    /// What its addresses begin with.
    prefix: String,
    at: At<'m>,
    /// The module that calls it, and the call.
    calls: Option<(&'m Module<'m>, At<'m>)>,
}

fn configured(module: &Module, resource: At) -> Configured {
    let mut set = BTreeSet::new();
    let mut uses = Vec::new();
    for (property, expression) in resource.get("expressions").into_iter().flat_map(At::members) {
        let references = references(expression);
        if references.is_empty() {
            continue;
        }
        let mut seen = BTreeSet::new();
        for address in references.iter().flat_map(|reference| resolved(module, reference, DEPTH)) {
            if seen.insert(address.clone()) {
                uses.push((address, Some(property.clone())));
            }
        }
        set.insert(property);
    }
    let of_instances =
        ["count_expression", "for_each_expression"].into_iter().filter_map(|name| resource.get(name));
    let mut used: BTreeSet<String> = uses.iter().map(|(address, _)| address.clone()).collect();
    let whole = of_instances.flat_map(references).chain(resource.texts("depends_on"));
    for address in whole.flat_map(|reference| resolved(module, &reference, DEPTH)) {
        if used.insert(address.clone()) {
            uses.push((address, None));
        }
    }
    Configured { set: Rc::new(set), uses }
}

/// Everything that an expression, or a block of them, refers to.
fn references(expression: At) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = vec![expression];
    while let Some(at) = open.pop() {
        match at.kind() {
            Kind::Map if at.has("references") => found.extend(at.texts("references")),
            Kind::Map => open
                .extend(at.members().filter(|(name, _)| name != "constant_value").map(|(_, member)| member)),
            Kind::List => open.extend(at.elements()),
            _ => {}
        }
    }
    // What is referred to stands there twice: with its attribute, and without.
    let all: BTreeSet<String> = found.into_iter().collect();
    all.into_iter().collect()
}

/// The addresses of resources that a reference leads to: through variables to what the caller gives, and through outputs of
/// modules to what they refer to.
fn resolved(module: &Module, reference: &str, depth: u32) -> BTreeSet<String> {
    let mut addresses = BTreeSet::new();
    let Some(depth) = depth.checked_sub(1) else { return addresses };
    let plain = without_instances(reference);
    let mut steps = plain.split('.');
    match (steps.next(), steps.next(), steps.next()) {
        (Some("var"), Some(name), _) => {
            let Some((caller, call)) = module.calls else { return addresses };
            let given = call.get("expressions").and_then(|expressions| expressions.get(name));
            for reference in given.map(references).unwrap_or_default() {
                addresses.extend(resolved(caller, &reference, depth));
            }
        }
        (Some("module"), Some(name), Some(output)) => {
            let call = module.at.get("module_calls").and_then(|calls| calls.get(name));
            let Some((call, at)) = call.and_then(|call| Some((call, call.get("module")?))) else {
                return addresses;
            };
            let inner = Module {
                prefix: format!("{}module.{name}.", module.prefix),
                at,
                calls: Some((module, call)),
            };
            let value = at.get("outputs").and_then(|outputs| outputs.get(output)?.get("expression"));
            for reference in value.map(references).unwrap_or_default() {
                addresses.extend(resolved(&inner, &reference, depth));
            }
        }
        (Some("module" | "var" | "local" | "each" | "count" | "path" | "terraform" | "self"), ..) => {}
        (Some("data"), Some(r#type), Some(name)) => {
            addresses.insert(format!("{}data.{type}.{name}", module.prefix));
        }
        (Some(r#type), Some(name), _) => {
            addresses.insert(format!("{}{type}.{name}", module.prefix));
        }
        _ => {}
    }
    addresses
}

/// An address without what stands in brackets: `a.b["c"].d` → `a.b.d`.
pub(super) fn without_instances(address: &str) -> String {
    let mut plain = String::new();
    let (mut is_inside, mut is_quoted, mut is_escaped) = (false, false, false);
    for mark in address.chars() {
        match mark {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' if is_inside => is_quoted = !is_quoted,
            '[' if !is_inside => is_inside = true,
            ']' if is_inside && !is_quoted => is_inside = false,
            mark if !is_inside => plain.push(mark),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, Limits};

    #[test]
    fn instances() {
        let table =
            [("a.b", "a.b"), ("a.b[0]", "a.b"), ("module.m[\"x.y]\"].a.b[\"\\\"]\"]", "module.m.a.b")];
        for (address, expected) in table {
            assert_eq!(without_instances(address), expected);
        }
    }

    #[test]
    fn references_lead_through_modules() {
        let text = r#"{"root_module": {
            "resources": [
                {"address": "a.one", "expressions": {"x": {"references": ["module.m.out", "module.m"]}, "y": {"constant_value": 1}}},
                {"address": "a.two", "expressions": {"block": [{"z": {"references": ["a.one.id", "a.one"]}}]}, "depends_on": ["a.three"]}
            ],
            "module_calls": {"m": {
                "expressions": {"in": {"references": ["a.two.id", "a.two"]}},
                "module": {
                    "outputs": {"out": {"expression": {"references": ["a.inner.id", "a.inner"]}}},
                    "resources": [{"address": "a.inner", "expressions": {"v": {"references": ["var.in"]}}}]
                }
            }}
        }}"#;
        let document = json::read(text.as_bytes().to_vec(), Limits::default()).unwrap();
        let configuration = Configuration::new(&document);
        let uses = |address: &str| {
            let configured = configuration.of(address).unwrap();
            let set: Vec<&str> = configured.set.iter().map(String::as_str).collect();
            (set.join(" "), configured.uses.clone())
        };
        let used = |address: &str, property: Option<&str>| (address.to_owned(), property.map(str::to_owned));
        assert_eq!(uses("a.one[3]"), ("x".into(), vec![used("module.m.a.inner", Some("x"))]));
        assert_eq!(
            uses("a.two"),
            ("block".into(), vec![used("a.one", Some("block")), used("a.three", None)])
        );
        assert_eq!(uses("module.m[0].a.inner"), ("v".into(), vec![used("a.two", Some("v"))]));
    }
}
