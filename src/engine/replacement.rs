//! The steps of a replacement, for the resource itself and for all that come after it, in both orders.

use super::cascade::{Node, cascaded, dependent_replacements, replacement_keys};
use super::diff_result::{Changes, DiffResult, Version};
use super::property::Members;
use super::steps::{Op, Step};
use crate::path::PathError;

/// What is done about a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Its URN.
    pub urn: String,
    /// The step.
    pub step: Step,
}

/// Why the engine stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A path of `replaceOnChanges` or of a detailed diff is none.
    Path(PathError),
    /// This resource is protected, and would have to be destroyed.
    Protected(String),
}

impl From<PathError> for Stop {
    fn from(error: PathError) -> Stop {
        Stop::Path(error)
    }
}

/// A replacement and everything after it, in the order of the state.
pub struct Replacement<'r> {
    /// The resources of the state.
    pub resources: &'r [Node],
    /// The one that is replaced.
    pub root: &'r str,
    /// What it is replaced for.
    pub keys: &'r [String],
    /// The engine's version.
    pub version: Version,
    /// What a resource's provider answers to its inputs, of which those are unknown that depend on what is replaced.
    pub diff: &'r dyn Fn(&Node, &Members) -> DiffResult,
}

impl Replacement<'_> {
    /// The steps where the old one goes first: all that must be replaced with it is destroyed before it, what depends on others
    /// first; then each is made anew when its turn comes.
    ///
    /// # Errors
    /// Why the engine stops.
    pub fn delete_first(&self) -> Result<Vec<Done>, Stop> {
        let mut dependents = dependent_replacements(self.resources, self.root, &[], self.version, self.diff)?;
        for dependent in cascaded(self.resources, self.root) {
            if !dependents.iter().any(|other| other.urn == dependent.urn) {
                dependents.push(dependent);
            }
        }
        let mut done = Vec::new();
        for dependent in dependents.iter().rev() {
            let node = self.resources.iter().find(|node| node.urn == dependent.urn);
            let op = match node {
                Some(Node { pending_deletion: true, .. }) => Op::Delete,
                Some(Node { protect: true, .. }) => return Err(Stop::Protected(dependent.urn.clone())),
                _ => Op::DeleteReplaced,
            };
            done.push(step(&dependent.urn, op, &[]));
        }
        done.push(step(self.root, Op::DeleteReplaced, &[]));
        let is_replaced = |urn: &str| urn == self.root || dependents.iter().any(|other| other.urn == urn);
        for node in self.since_root() {
            let keys = dependents.iter().find(|dependent| dependent.urn == node.urn).map(|one| &one.keys);
            match (node.urn == self.root, keys) {
                (true, _) => done.extend([
                    step(&node.urn, Op::Replace, self.keys),
                    step(&node.urn, Op::CreateReplacement, self.keys),
                ]),
                (_, Some(keys)) => done.extend([
                    step(&node.urn, Op::Replace, &[]),
                    step(&node.urn, Op::CreateReplacement, keys),
                ]),
                _ => done.push(step(&node.urn, self.in_place(node, &is_replaced), &[])),
            }
        }
        Ok(done)
    }

    /// The steps where the new one is made first: each resource is looked at when its turn comes, and the old ones go at the
    /// end, what depends on others first.
    ///
    /// # Errors
    /// As [`dependent_replacements`].
    pub fn create_first(&self) -> Result<Vec<Done>, PathError> {
        let (mut replaced, mut done): (Vec<&str>, Vec<Done>) = (Vec::new(), Vec::new());
        for node in self.since_root() {
            let is_replaced = |urn: &str| replaced.contains(&urn);
            let follows = self.version == Version::Latest
                && node.deleted_with.as_deref().is_some_and(is_replaced)
                || node.replace_with.iter().any(|urn| is_replaced(urn));
            let keys = match node.urn == self.root {
                true => Some(self.keys.to_vec()),
                false if follows => Some(Vec::new()),
                false => replacement_keys(node, &is_replaced, self.version, self.diff)?,
            };
            match keys {
                Some(keys) => {
                    done.push(step(&node.urn, Op::CreateReplacement, &keys));
                    done.push(step(&node.urn, Op::Replace, &keys));
                    replaced.push(&node.urn);
                }
                None => done.push(step(&node.urn, self.in_place(node, &is_replaced), &[])),
            }
        }
        for urn in replaced.iter().rev() {
            let deleted = step(urn, Op::DeleteReplaced, &[]);
            done.push(Done { step: Step { last: true, ..deleted.step }, ..deleted });
        }
        Ok(done)
    }

    fn since_root(&self) -> impl Iterator<Item = &Node> {
        self.resources.iter().skip_while(|node| node.urn != self.root)
    }

    /// What becomes of a resource that stays.
    fn in_place(&self, node: &Node, is_replaced: &dyn Fn(&str) -> bool) -> Op {
        let inputs = node.with_unknowns(is_replaced).unwrap_or_else(|| node.inputs.clone());
        let is_asked = node.custom && !node.external;
        let changes = is_asked && (self.diff)(node, &inputs).changes != Changes::None;
        if changes { Op::Update } else { Op::Same }
    }
}

fn step(urn: &str, op: Op, keys: &[String]) -> Done {
    Done { urn: urn.to_owned(), step: Step { op, keys: keys.to_vec(), last: false } }
}
