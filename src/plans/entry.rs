//! What a plan says of one resource, whatever tool wrote it.

use super::instances::Wanted;
use crate::contract::{Dialect, LinkKind, Olds, Stated};
use crate::path::Path;
use crate::problem::Span;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Which part of a report an entry belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// What is planned.
    Planned,
    /// What happened outside the tool.
    Drift,
    /// A value that the whole gives out.
    Output,
}

/// One resource of a plan.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Which part of the report it belongs to.
    pub section: Section,
    /// Its address or URN.
    pub address: String,
    /// What others call it that use it: in Terraform, the address without the instance.
    pub name: String,
    /// Its type.
    pub r#type: String,
    /// The address that it had.
    pub previous_address: Option<String>,
    /// The key of a deposed object.
    pub deposed: Option<String>,
    /// Why it was put off.
    pub deferred: Option<String>,
    /// What the plan says happens; nothing where it does not say.
    pub stated: Option<Stated>,
    /// Why, where that is no property: in the words of a verdict.
    pub grounds: Vec<&'static str>,
    /// Its values.
    pub values: Values,
    /// What equal means for them.
    pub dialect: Dialect,
    /// What the plan says that forces the replacement.
    pub forces: Vec<Path>,
    /// What the plan says that changes; nothing where this kind of plan names nothing.
    pub names: Option<Vec<Path>>,
    /// Values that are secret, with any element for an element of a list.
    pub secrets: Vec<Path>,
    /// Top-level properties that the program sets; nothing where that cannot be told.
    pub set: Option<Rc<BTreeSet<String>>>,
    /// Where nothing says what the program sets: an unknown property is one that the service sets.
    pub unknown_is_computed: bool,
    /// Top-level properties of the new side with something unknown in them.
    pub unknown: Rc<BTreeSet<String>>,
    /// Something is secret on one side only.
    pub flips_secret: bool,
    /// What it uses.
    pub links: Vec<Uses>,
    /// Top-level properties that use something else, too, that cannot be followed.
    pub open: Rc<BTreeSet<String>>,
    /// Values of its old side that others may use, beside those that are compared.
    pub gives: Vec<Span>,
    /// Something that the plan says of why it is replaced is not known, or cannot be read.
    pub has_open_reason: bool,
}

/// Where values stand in the text of the plan.
#[derive(Clone, Debug)]
pub enum Values {
    /// Two sides.
    Pair(Sides),
    /// Nothing but what each change says, by path, with a third side.
    Changes(Vec<StatedChange>),
    /// None: the plan has an action only.
    None,
}

/// Both sides of a resource; one that does not exist is none.
#[derive(Clone, Debug, Default)]
pub struct Sides {
    /// The old one.
    pub old: Option<Span>,
    /// The new one.
    pub new: Option<Span>,
    /// Of the new one, what is not known yet: `true` at the same places.
    pub unknown: Option<Span>,
    /// The old one as the service returned it, which is what some providers compare with.
    pub state: Option<Span>,
    /// `state` is what the provider compares with.
    pub is_state: bool,
}

/// A change of one path, as a plan with three sides has it.
#[derive(Clone, Debug)]
pub struct StatedChange {
    /// The path.
    pub path: Path,
    /// What the plan says is done about it.
    pub action: Option<String>,
    /// Why, in the plan's words.
    pub reason: Option<String>,
    /// What is recorded.
    pub old: Option<Span>,
    /// What is asked for.
    pub new: Option<Span>,
    /// What the service reports.
    pub remote: Option<Span>,
}

/// Another resource that one uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uses {
    /// Its address or URN.
    pub address: String,
    /// The property that uses it, where the plan says so.
    pub property: Option<String>,
    /// How.
    pub kind: LinkKind,
    /// What of the other one it uses, where the plan says so.
    pub attribute: Option<String>,
    /// Which instances of it, part by part of its address; nothing where there are none.
    pub instances: Vec<Wanted>,
}

impl Uses {
    /// A link of which no more is known.
    pub fn new(address: String, kind: LinkKind) -> Uses {
        Uses { address, property: None, kind, attribute: None, instances: Vec::new() }
    }
}

impl Entry {
    /// An entry of which no more is known than what it is.
    pub fn new(section: Section, address: String, r#type: String) -> Entry {
        Entry {
            section,
            name: address.clone(),
            address,
            r#type,
            previous_address: None,
            deposed: None,
            deferred: None,
            stated: None,
            grounds: Vec::new(),
            values: Values::None,
            dialect: Dialect::Json,
            forces: Vec::new(),
            names: None,
            secrets: Vec::new(),
            set: None,
            unknown_is_computed: false,
            unknown: Rc::default(),
            flips_secret: false,
            links: Vec::new(),
            open: Rc::default(),
            gives: Vec::new(),
            has_open_reason: false,
        }
    }

    /// What `old` is.
    pub fn olds(&self) -> Olds {
        match &self.values {
            Values::Pair(Sides { is_state: true, .. }) => Olds::State,
            _ => Olds::Inputs,
        }
    }
}
