//! What is known of a resource beside its values: what its plan says.

use crate::contract::{Action, Certainty, Outcome};
use crate::diagnose::{Called, SecretTexts};
use crate::path::Path;
use crate::patterns::PatternSet;
use crate::verdict::insert_sorted;
use std::rc::Rc;

/// What a plan says of a resource beside its values; nothing of a pair.
#[derive(Clone, Debug, Default)]
pub(super) struct Background {
    /// The action that the plan says.
    pub(super) stated: Option<Action>,
    /// Why, where that is no property.
    pub(super) grounds: Vec<&'static str>,
    /// What the plan says that forces the replacement.
    pub(super) forces: PatternSet,
    /// What the plan says that changes; nothing where such plans name nothing.
    pub(super) names: Option<PatternSet>,
    /// Paths of secret values.
    pub(super) secrets: PatternSet,
    /// Contents of secret values of the whole plan.
    pub(super) secret_texts: Rc<SecretTexts>,
    /// What the sides are called.
    pub(super) called: Called,
    /// Values that are unknown only because something else changes the resource.
    pub(super) consequences: PatternSet,
    /// Values that are unknown only because of a change of another resource that does not happen.
    pub(super) calm: PatternSet,
    /// Something is secret on one side only.
    pub(super) flips_secret: bool,
    /// The plan's reason is that another resource is replaced: what has become of that.
    pub(super) cascade: Option<Cascade>,
    /// Nothing says where what is unknown comes from, and other resources change.
    pub(super) unknowns_are_open: bool,
    /// Something that the plan says of why it is replaced is not known, or cannot be read.
    pub(super) has_open_reason: bool,
}

/// Grounds that are the replacement of another resource.
pub(super) const FOLLOWING: [&str; 2] = ["replaceWith", "deletedWith"];

/// What has become of the replacement that another one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cascade {
    /// It happens.
    Happens,
    /// It may happen.
    May,
    /// It does not.
    Gone,
}

/// What a resource comes to whatever its values say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Floor {
    /// An action that is no matter of values.
    whole: Option<Action>,
    /// At least this.
    surely: Option<Action>,
    /// At least this, if what cannot be seen differs.
    perhaps: Option<Action>,
    /// Properties that force a replacement and do not differ as far as can be seen.
    replaces: Vec<String>,
}

/// What was found of what a plan names.
#[derive(Default)]
pub(super) struct Seen {
    /// Something differs that is no consequence.
    pub(super) differs: bool,
    /// What the plan says that forces the replacement, and nothing differs there.
    pub(super) unseen_forces: Vec<Path>,
    /// What the plan says that changes, and nothing differs there.
    pub(super) unseen_names: Vec<Path>,
}

impl Background {
    /// Whether the plan says more than values do.
    pub(super) fn is_of_plan(&self) -> bool {
        self.stated.is_some()
    }

    /// Whether a masked value may have changed: a plan that names what changes names it.
    pub(super) fn may_have_changed(&self, path: &Path) -> bool {
        self.names.as_ref().is_none_or(|names| names.meet(path))
    }

    /// Whether a value is unknown only because of something else.
    pub(super) fn is_consequence(&self, path: &Path) -> bool {
        self.calm.cover(path) || self.consequences.cover(path) && !self.forces.cover(path)
    }

    /// What the resource comes to at least.
    pub(super) fn floor(&self, seen: &Seen) -> Floor {
        let mut floor = Floor::default();
        let has_grounds = self.grounds.iter().any(|ground| !FOLLOWING.contains(ground))
            || !self.grounds.is_empty() && self.cascade.is_none();
        match self.stated {
            Some(Action::Replace) if has_grounds => floor.surely = Some(Action::Replace),
            Some(Action::Replace) if !seen.unseen_forces.is_empty() => {
                floor.perhaps = Some(Action::Replace);
                for path in &seen.unseen_forces {
                    insert_sorted(&mut floor.replaces, path.first_name());
                }
            }
            Some(Action::Replace) if self.has_open_reason => floor.perhaps = Some(Action::Replace),
            Some(Action::Replace) if self.forces.is_empty() => match self.cascade {
                Some(Cascade::Happens) => floor.surely = Some(Action::Replace),
                Some(Cascade::Gone) => {}
                Some(Cascade::May) | None => floor.perhaps = Some(Action::Replace),
            },
            Some(Action::Update) if self.has_open_reason => floor.perhaps = Some(Action::Update),
            Some(Action::Update) if self.flips_secret => floor.surely = Some(Action::Update),
            Some(Action::Update) if !seen.differs && self.cascade != Some(Cascade::Gone) => {
                floor.perhaps = Some(Action::Update);
            }
            Some(Action::Update) if !seen.unseen_names.is_empty() => floor.perhaps = Some(Action::Update),
            Some(Action::Update | Action::Replace | Action::NoOp) | None => {}
            whole => floor.whole = whole,
        }
        floor
    }
}

impl Floor {
    /// An outcome of values, with what holds whatever they say.
    pub(super) fn under(&self, values: Outcome) -> Outcome {
        if let Some(action) = self.whole {
            return Outcome {
                action,
                at_least: action,
                certainty: Certainty::Definite,
                replaces: Vec::new(),
            };
        }
        let Outcome { mut action, mut at_least, mut replaces, .. } = values;
        if let Some(floor) = self.surely {
            (action, at_least) = (action.max(floor), at_least.max(floor));
        }
        if let Some(floor) = self.perhaps {
            action = action.max(floor);
        }
        for property in &self.replaces {
            insert_sorted(&mut replaces, property.clone());
        }
        let certainty = if action == at_least { Certainty::Definite } else { Certainty::Possible };
        Outcome { action, at_least, certainty, replaces }
    }
}
