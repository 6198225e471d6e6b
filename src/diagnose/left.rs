//! What is left of places when what is suggested is accepted.

use super::explain::Explainer;
use super::explanation::{Explanation, Inside, Left};
use super::sentence::described;
use super::shown::values;
use crate::contract::Grade;
use crate::diff::{Ruling, Settled};
use crate::verdict::Case;

impl Explainer<'_> {
    /// What is left when all that is suggested up to a grade is accepted.
    pub(super) fn left(&self, opened: &Settled, explanation: &Explanation, most: Grade) -> Inside {
        let mut all = Inside::default();
        let accepted = |at: Option<usize>| {
            at.map(|at| &explanation.suggestions[at]).filter(|suggestion| suggestion.grade <= most)
        };
        for (at, told) in explanation.told.iter().enumerate().filter(|(_, told)| told.group.is_none()) {
            let (case, ruling) = (self.case(opened, at), opened.judgements[at].ruling);
            if !case.judged(ruling).survives() {
                continue;
            }
            match (accepted(told.suggestion), &told.inside) {
                (Some(suggestion), _) if suggestion.is_whole => all.noise += 1,
                (Some(_), Some(inside)) => all.add(inside),
                _ => all.push(case.effect_of(ruling), || self.described(&case)),
            }
        }
        for group in &explanation.groups {
            match accepted(group.suggestion) {
                Some(suggestion) if suggestion.is_whole => all.noise += group.members.len(),
                Some(_) => all.add(&group.inside),
                None => {
                    for case in group.members.iter().map(|at| self.case(opened, *at)) {
                        all.push(case.effect_of(Ruling::Different), || self.described(&case));
                    }
                }
            }
        }
        all
    }

    fn described(&self, case: &Case) -> Left {
        let shown = values(case, self.masks.on(case));
        let [old, new] = described([shown[0].as_ref(), shown[1].as_ref()]);
        Left { path: case.path(), old, new }
    }
}
