//! Counts over the resources of a report.

use crate::contract::{Action, ActionCount, Resource, Summary};

/// The summary of these resources.
pub(super) fn of(resources: &[Resource]) -> Summary {
    let stated = |resource: &Resource| resource.stated.as_ref().map(|stated| stated.action);
    let is_less = |resource: &&Resource, action| {
        stated(resource).unwrap_or(resource.raw.action) == action && resource.verdict.action < action
    };
    let less = |action| resources.iter().filter(|resource| is_less(resource, action)).count() as u32;
    Summary {
        resources: resources.len() as u32,
        stated: counted(resources.iter().filter_map(stated)),
        decided: counted(resources.iter().map(|resource| resource.verdict.action)),
        spurious_replaces: less(Action::Replace),
        spurious_updates: less(Action::Update),
        omitted: 0,
    }
}

/// How often each action occurs, weakest first.
fn counted(actions: impl Iterator<Item = Action>) -> Vec<ActionCount> {
    let mut counts = [0; Action::ALL.len()];
    for action in actions {
        counts[action as usize] += 1;
    }
    let all = Action::ALL.iter().zip(counts);
    all.filter(|(_, count)| *count > 0)
        .map(|(action, count)| ActionCount { action: *action, count })
        .collect()
}
