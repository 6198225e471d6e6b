//! What the configuration in a Terraform plan says: which properties the program sets to something that may be unknown, and
//! what a resource refers to (upstream: `internal/command/jsonconfig`).

use super::at::At;
use super::entry::Uses;
use super::instances::{Part, Wanted, parts, without_instances};
use crate::contract::LinkKind;
use crate::json::{Document, Kind};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Modules inside one another, and references through variables and outputs, that are followed.
const DEPTH: u32 = 20;

/// What the configuration says of each resource, by its address without instances.
#[derive(Debug, Default)]
pub(super) struct Configuration {
    resources: HashMap<String, Configured>,
}

/// What it says of one.
#[derive(Debug, Default)]
pub(super) struct Configured {
    /// Top-level properties that refer to something: others that are unknown are set by the provider.
    pub(super) set: Rc<BTreeSet<String>>,
    /// Those that refer to something that cannot be followed: a local value, say, of which a plan says nothing.
    pub(super) open: Rc<BTreeSet<String>>,
    /// Resources that it refers to.
    pub(super) uses: Vec<Uses>,
}

impl Configuration {
    pub(super) fn new(document: &Document) -> Configuration {
        let Some(root) = At::root(document).get("root_module") else { return Configuration::default() };
        let mut configuration = Configuration::default();
        let module = Module { prefix: String::new(), instances: Vec::new(), at: root, calls: None };
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
            self.module(&module.inner(&name, Wanted::Same, call, at), depth);
        }
    }
}

/// A module of the configuration.
struct Module<'m> {
    /// What its addresses begin with.
    prefix: String,
    /// Which of its instances it is, and which of those around it.
    instances: Vec<Wanted>,
    at: At<'m>,
    /// The module that calls it, and the call.
    calls: Option<(&'m Module<'m>, At<'m>)>,
}

impl<'m> Module<'m> {
    /// A module that this one calls.
    fn inner(&'m self, name: &str, instance: Wanted, call: At<'m>, at: At<'m>) -> Module<'m> {
        let around = self.instances.iter().cloned();
        Module {
            prefix: format!("{}module.{name}.", self.prefix),
            instances: around.chain([Wanted::Any, instance]).collect(),
            at,
            calls: Some((self, call)),
        }
    }
}

/// What references lead to.
#[derive(Default)]
struct Led {
    uses: Vec<Uses>,
    /// Some of them cannot be followed.
    is_open: bool,
}

fn configured(module: &Module, resource: At) -> Configured {
    let mut all = Configured::default();
    let (mut set, mut open) = (BTreeSet::new(), BTreeSet::new());
    let each = resource.get("for_each_expression").map(references).unwrap_or_default();
    for (property, expression) in resource.get("expressions").into_iter().flat_map(At::members) {
        let mut references = references(expression);
        if references.is_empty() {
            continue;
        }
        if references.iter().any(|reference| reference.starts_with("each.value")) {
            references.extend(each.iter().cloned());
        }
        let led = led(module, &references, LinkKind::Reference);
        if led.is_open {
            open.insert(property.clone());
        }
        let uses = led.uses.into_iter().map(|used| Uses { property: Some(property.clone()), ..used });
        let mut seen = HashSet::new();
        all.uses.extend(uses.filter(|used| seen.insert(used.clone())));
        set.insert(property);
    }
    let count = resource.get("count_expression").map(references).unwrap_or_default();
    let whole: Vec<String> = each.into_iter().chain(count).chain(resource.texts("depends_on")).collect();
    let mut used: HashSet<String> = all.uses.iter().map(|used| used.address.clone()).collect();
    let uses = led(module, &whole, LinkKind::Dependency).uses.into_iter();
    all.uses.extend(uses.filter(|other| used.insert(other.address.clone())));
    Configured { set: Rc::new(set), open: Rc::new(open), ..all }
}

fn led(module: &Module, references: &[String], kind: LinkKind) -> Led {
    let mut led = Led::default();
    for reference in references {
        follow(&mut led, module, reference, kind, DEPTH);
    }
    led
}

/// Everything that an expression, or a block of them, refers to. What is referred to stands there several times: with its
/// attribute, its instance, and without; the first of them says all.
fn references(expression: At) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = vec![expression];
    while let Some(at) = open.pop() {
        match at.kind() {
            Kind::Map if at.has("references") => {
                let all = at.texts("references");
                let befores = std::iter::once(None).chain(all.iter().map(Some));
                let whole = all
                    .iter()
                    .zip(befores)
                    .filter(|(reference, before)| before.is_none_or(|before| !is_around(reference, before)));
                found.extend(whole.map(|(reference, _)| reference.clone()));
            }
            Kind::Map => open
                .extend(at.members().filter(|(name, _)| name != "constant_value").map(|(_, member)| member)),
            Kind::List => open.extend(at.elements()),
            _ => {}
        }
    }
    let all: BTreeSet<String> = found.into_iter().collect();
    all.into_iter().collect()
}

/// Whether a reference is what another one begins with.
fn is_around(reference: &str, other: &str) -> bool {
    other.strip_prefix(reference).is_some_and(|rest| rest.starts_with(['.', '[']))
}

/// Adds the resources that a reference leads to: through variables to what the caller gives, and through outputs of modules to
/// what they refer to.
fn follow(led: &mut Led, module: &Module, reference: &str, kind: LinkKind, depth: u32) {
    let Some(depth) = depth.checked_sub(1) else {
        led.is_open = true;
        return;
    };
    let parts = parts(reference);
    let name = |at: usize| parts.get(at).map(|part| part.name.as_str());
    match (name(0), name(1), name(2)) {
        (Some("var"), Some(name), _) => {
            let Some((caller, call)) = module.calls else { return };
            let given = call.get("expressions").and_then(|expressions| expressions.get(name));
            for reference in given.map(references).unwrap_or_default() {
                follow(led, caller, &reference, kind, depth);
            }
        }
        (Some("module"), Some(name), output) => {
            let call = module.at.get("module_calls").and_then(|calls| calls.get(name));
            let Some((call, at)) = call.and_then(|call| Some((call, call.get("module")?))) else {
                led.is_open = true;
                return;
            };
            let inner = module.inner(name, wanted(parts.get(1)), call, at);
            let outputs = at.get("outputs");
            led.is_open |=
                output.is_some_and(|output| outputs.and_then(|outputs| outputs.get(output)).is_none());
            let outputs = outputs.into_iter().flat_map(At::members);
            for (_, value) in outputs.filter(|(name, _)| output.is_none_or(|output| output == name)) {
                for reference in value.get("expression").map(references).unwrap_or_default() {
                    follow(led, &inner, &reference, kind, depth);
                }
            }
        }
        // What `each.value` is stands elsewhere; the others are known.
        (Some("each" | "count" | "path" | "terraform" | "self"), ..) => {}
        (Some("local" | "ephemeral" | "action") | None, ..) | (_, None, _) => led.is_open = true,
        (Some(first), Some(_), _) => {
            let length = if first == "data" { 3 } else { 2 };
            let names: Vec<&str> = parts.iter().take(length).map(|part| part.name.as_str()).collect();
            let before = names.len().saturating_sub(1);
            let around = module.instances.iter().cloned().chain(vec![Wanted::Any; before]);
            led.uses.push(Uses {
                instances: around.chain([wanted(parts.get(before))]).collect(),
                attribute: parts.get(length).map(|part| part.name.clone()),
                ..Uses::new(format!("{}{}", module.prefix, names.join(".")), kind)
            });
        }
    }
}

/// Which instance a part of a reference means.
fn wanted(part: Option<&Part>) -> Wanted {
    let instance = part.map_or("", |part| part.instance.as_str());
    if instance.is_empty() { Wanted::Any } else { Wanted::This(instance.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, Limits};

    /// `*` any instance, `=` the same one, or which.
    fn shown(instances: &[Wanted]) -> String {
        let mark = |wanted: &Wanted| match wanted {
            Wanted::Any => "*".to_owned(),
            Wanted::Same => "=".to_owned(),
            Wanted::This(instance) => instance.clone(),
        };
        instances.iter().map(mark).collect()
    }

    #[test]
    fn references_lead_through_modules() {
        let text = r#"{"root_module": {
            "resources": [
                {"address": "a.one", "expressions": {"x": {"references": ["module.m.out", "module.m"]}, "y": {"constant_value": 1},
                    "z": {"references": ["local.z", "each.value"]}}, "for_each_expression": {"references": ["a.five"]}},
                {"address": "a.two", "expressions": {"block": [{"z": {"references": ["a.one.id", "a.one"]}}]}, "depends_on": ["a.three"]},
                {"address": "a.four", "expressions": {
                    "x": {"references": ["a.one[\"k\"].id", "a.one[\"k\"]", "a.one", "data.d.b.v", "data.d.b"]},
                    "y": {"references": ["module.m[1].out", "module.m"]}, "z": {"references": ["module.m.none", "module.m"]},
                    "w": {"references": ["var.root", "path.module", "count.index"]}}}
            ],
            "module_calls": {"m": {
                "expressions": {"in": {"references": ["a.two.id", "a.two"]}},
                "module": {
                    "outputs": {"out": {"expression": {"references": ["a.inner.id", "a.inner"]}}},
                    "resources": [{"address": "a.inner", "expressions": {
                        "v": {"references": ["var.in"]}, "w": {"references": ["a.other"]}}}]
                }
            }}
        }}"#;
        let document = json::read(text.as_bytes().to_vec(), Limits::default()).unwrap();
        let configuration = Configuration::new(&document);
        let uses = |address: &str| {
            let configured = configuration.of(address).unwrap();
            let told = |used: &Uses| {
                let [property, attribute] =
                    [&used.property, &used.attribute].map(|name| name.as_deref().unwrap_or("-"));
                format!("{property}: {} {} {attribute}", used.address, shown(&used.instances))
            };
            let open = configured.open.iter().map(|name| format!("{name}: open"));
            configured.uses.iter().map(told).chain(open).collect::<Vec<_>>()
        };
        let table: [(&str, &[&str]); 4] = [
            ("a.one[3]", &["x: module.m.a.inner **** id", "z: a.five ** -", "z: open"]),
            ("a.two", &["block: a.one ** id", "-: a.three ** -"]),
            (
                "a.four",
                &["x: a.one *[\"k\"] id", "x: data.d.b *** v", "y: module.m.a.inner *[1]** id", "z: open"],
            ),
            ("module.m[0].a.inner", &["v: a.two ** id", "w: module.m.a.other *=** -"]),
        ];
        for (address, expected) in table {
            assert_eq!(uses(address), expected, "{address}");
        }
        let set: Vec<&str> = configuration.of("a.one").unwrap().set.iter().map(String::as_str).collect();
        assert_eq!(set, ["x", "z"]);
    }
}
