//! What the engine does about one resource (upstream: `stepGenerator`): where its `DiffResult` comes from, and the steps
//! that it leads to.

use super::diff_result::{Changes, DiffResult, Version};
use super::property::{Members, Property, Unknowns};
use crate::path::PathError;

/// A resource as the state has it.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the marks of a state are independent of one another")]
pub struct OldState {
    /// Its inputs.
    pub inputs: Members,
    /// It was only read: someone else owns it.
    pub external: bool,
    /// It was replaced, and waits to be destroyed.
    pub pending_deletion: bool,
    /// It is destroyed already, and waits for its replacement.
    pub pending_replacement: bool,
    /// Its initialization failed.
    pub has_init_errors: bool,
    /// It is protected.
    pub protect: bool,
    /// It is marked to be replaced.
    pub taint: bool,
    /// Its replacement trigger; null for none.
    pub trigger: Option<Property>,
}

/// A resource as the program asks for it.
#[derive(Clone, Debug, Default)]
pub struct Goal {
    /// Its inputs, as `Check` returned them.
    pub inputs: Members,
    /// Paths that are reset to the old values.
    pub ignore_changes: Vec<String>,
    /// Paths whose changes replace.
    pub replace_on_changes: Vec<String>,
    /// The order of a replacement, where the program says so.
    pub delete_before_replace: Option<bool>,
    /// It is protected.
    pub protect: bool,
    /// Its replacement trigger; null for none.
    pub trigger: Option<Property>,
    /// It is replaced with any of these.
    pub replace_with: Vec<String>,
    /// It is deleted with this one.
    pub deleted_with: Option<String>,
}

/// Who says what changed.
#[derive(Clone, Debug)]
pub enum Provider {
    /// Its provider's answer to `Diff`.
    Answers(DiffResult),
    /// Its provider, whose configuration is not known yet.
    Unavailable,
    /// Nobody: it is a component.
    None,
}

/// What happened before in the same run.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each may have happened or not")]
pub struct Run {
    /// URNs of the resources that were replaced.
    pub replaced: Vec<String>,
    /// It was destroyed because something that it depends on is destroyed before it is made anew; what it is replaced for.
    pub recreating: Option<Vec<String>>,
    /// It was named to be replaced.
    pub targeted_replace: bool,
    /// It has another provider, which cannot manage the old resource.
    pub provider_changed: bool,
    /// Equal inputs are taken for no change, whatever the provider would answer.
    pub legacy_diff: bool,
    /// Protection is ignored.
    pub ignore_protect: bool,
    /// The engine's version.
    pub version: Version,
}

macro_rules! ops {
    ($( $(#[$doc:meta])+ $variant:ident $word:literal $is_logical:literal; )+) => {
        /// One thing that the engine does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Op { $( $(#[$doc])+ $variant, )+ }

        impl Op {
            /// As the engine writes it.
            pub fn as_str(self) -> &'static str {
                match self { $( Op::$variant => $word, )+ }
            }

            /// Whether it is counted, and shown without `--show-replacement-steps`.
            pub fn is_logical(self) -> bool {
                match self { $( Op::$variant => $is_logical, )+ }
            }
        }
    };
}

ops! {
    /// Nothing.
    Same "same" true;
    /// It is made.
    Create "create" true;
    /// It is changed in place.
    Update "update" true;
    /// It is destroyed.
    Delete "delete" true;
    /// It is made anew.
    Replace "replace" true;
    /// The new one of a replacement is made.
    CreateReplacement "create-replacement" false;
    /// The old one of a replacement is destroyed.
    DeleteReplaced "delete-replaced" false;
    /// It leaves the state, and stays in the world.
    Discard "discard" true;
    /// The old one of a replacement leaves the state, and stays in the world.
    DiscardReplaced "discard-replaced" false;
    /// It leaves the state: it was destroyed before.
    RemovePendingReplace "remove-pending-replace" false;
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub op: Op,
    /// What it is replaced for.
    pub keys: Vec<String>,
    /// After everything else was made and changed.
    pub last: bool,
}

/// What the engine does, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The steps, in their order.
    pub steps: Vec<Step>,
    /// What they come from; none where nobody was asked.
    pub diff: Option<DiffResult>,
    /// The resource is protected: a preview shows the steps and fails, an update stops here.
    pub is_forbidden: bool,
}

impl Decision {
    fn of(steps: Vec<Step>) -> Decision {
        Decision { steps, diff: None, is_forbidden: false }
    }
}

fn step(op: Op, keys: &[String]) -> Step {
    Step { op, keys: keys.to_vec(), last: false }
}

/// What the engine does about a resource that is in the state, or that the program asks for, or both.
///
/// # Errors
/// A path of `replaceOnChanges` or of a detailed diff that is none.
pub fn decide(
    old: Option<&OldState>,
    goal: Option<&Goal>,
    provider: Provider,
    run: &Run,
) -> Result<Decision, PathError> {
    let (old, goal) = match (old, goal) {
        (None, None) => return Ok(Decision::of(Vec::new())),
        (None, Some(_)) => return Ok(Decision::of(vec![step(Op::Create, &[])])),
        (Some(old), None) => return Ok(Decision::of(vec![step(gone(old), &[])])),
        (Some(old), Some(goal)) => (old, goal),
    };
    if let Some(keys) = &run.recreating {
        return Ok(Decision::of(vec![step(Op::Replace, &[]), step(Op::CreateReplacement, keys)]));
    }
    if old.external {
        return Ok(Decision::of(vec![step(Op::CreateReplacement, &[]), step(Op::Replace, &[])]));
    }
    let is_triggered = is_triggered(old.trigger.as_ref(), goal.trigger.as_ref());
    let diff =
        if is_triggered { DiffResult::only(Changes::Some) } else { diff_result(old, goal, provider, run) };
    let diff = diff.replacing_on(&goal.replace_on_changes, old.has_init_errors)?;
    let is_changed = diff.changes == Changes::Some || old.pending_replacement;
    let is_replaced = is_changed && (diff.replaces() || is_triggered || old.pending_replacement);
    let steps = if is_replaced {
        replacement(old, goal, &diff)
    } else if is_changed || old.has_init_errors {
        vec![step(Op::Update, &[])]
    } else {
        vec![step(Op::Same, &[])]
    };
    let is_forbidden = is_replaced && old.protect && goal.protect && !run.ignore_protect;
    Ok(Decision { steps, diff: Some(diff), is_forbidden })
}

/// What becomes of a resource that the program no longer asks for.
fn gone(old: &OldState) -> Op {
    match old {
        OldState { pending_deletion: true, external: true, .. } => Op::DiscardReplaced,
        OldState { pending_deletion: true, .. } => Op::DeleteReplaced,
        OldState { pending_replacement: true, .. } => Op::RemovePendingReplace,
        OldState { external: true, .. } => Op::Discard,
        _ => Op::Delete,
    }
}

/// Where the answer comes from: the first that has one.
fn diff_result(old: &OldState, goal: &Goal, provider: Provider, run: &Run) -> DiffResult {
    let is_replaced = |urn: &String| run.replaced.contains(urn);
    let follows_deletion =
        run.version == Version::Latest && goal.deleted_with.as_ref().is_some_and(is_replaced);
    let forced = [
        (run.targeted_replace || old.taint, "id"),
        (goal.replace_with.iter().any(is_replaced), "replaceWith"),
        (follows_deletion, "deletedWith"),
        (run.provider_changed, "provider"),
    ];
    if let Some((_, key)) = forced.iter().find(|(holds, _)| *holds) {
        return DiffResult::replacing(key);
    }
    let inputs = |members: &Members| Property::Map(members.clone());
    let are_equal = || inputs(&old.inputs).equals(&inputs(&goal.inputs), Unknowns::EqualThemselves);
    if run.legacy_diff && are_equal() {
        return DiffResult::only(Changes::None);
    }
    match provider {
        Provider::None => DiffResult::only(if are_equal() { Changes::None } else { Changes::Some }),
        Provider::Unavailable => DiffResult::only(Changes::Some),
        Provider::Answers(diff) => diff.settled(&old.inputs, &goal.inputs, &goal.ignore_changes, run.version),
    }
}

/// Whether two replacement triggers differ: an unknown one always does, and null is none.
fn is_triggered(old: Option<&Property>, new: Option<&Property>) -> bool {
    let value = |trigger: Option<&Property>| trigger.cloned().unwrap_or(Property::Null).unwrapped();
    let (old, new) = (value(old), value(new));
    let is_unknown = old.has_unknown() || new.has_unknown();
    let are_there = old.has_value() && new.has_value();
    is_unknown || are_there && !old.equals(&new, Unknowns::EqualThemselves)
}

/// The steps of a replacement. The program's word on their order beats the provider's.
fn replacement(old: &OldState, goal: &Goal, diff: &DiffResult) -> Vec<Step> {
    let keys = &diff.replace_keys;
    if !goal.delete_before_replace.unwrap_or(diff.delete_before_replace) {
        let deleted = Step { last: true, ..step(Op::DeleteReplaced, &[]) };
        return vec![step(Op::CreateReplacement, keys), step(Op::Replace, keys), deleted];
    }
    let made = [step(Op::Replace, keys), step(Op::CreateReplacement, keys)];
    // One that waits for its replacement is destroyed already.
    let deleted = (!old.pending_replacement).then(|| step(Op::DeleteReplaced, &[]));
    deleted.into_iter().chain(made).collect()
}
