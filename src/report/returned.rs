//! What an update returned, held against the state and the program.

use super::Documents;
use super::decided::{Decided, Decision};
use crate::contract::{Olds, Options};
use crate::json::{Document, Kind};
use crate::problem::{Code, Problem};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What an update returned replaces the state as a whole: what it lacks is lost, and what it changed comes back as a
/// difference. Found by asking what the next preview would say.
pub(super) fn about_outs(
    outs: &Rc<Document>,
    documents: &Documents,
    decided: &Decided,
    stables: impl Iterator<Item = String>,
) -> Vec<Problem> {
    let Documents { old, new, .. } = documents;
    let mut problems = Vec::new();
    let mut say = |code, message: String| problems.push(Problem::new(code, message, None));
    let keys = |document: &Document| -> BTreeSet<String> {
        let is_map = document.kind(document.root()) == Kind::Map;
        let members = is_map.then(|| document.members(document.root()));
        members.into_iter().flatten().map(|member| document.text(member.key)).collect()
    };
    let (returned, asked) = (keys(outs), keys(new));
    let is_state = decided.options.olds == Olds::State && old.kind(old.root()) == Kind::Map;
    if is_state {
        for name in keys(old).iter().filter(|name| !returned.contains(*name) && !asked.contains(*name)) {
            say(
                Code::OutputLost,
                format!(
                    "`{name}` is in the state and was not returned: it is gone from the state, and resources that use it get no value"
                ),
            );
        }
    }
    let next = Documents { old: Rc::clone(outs), new: Rc::clone(new), identical: false, outs: None };
    if next.lifecycle().is_none() {
        let options = Options { olds: Olds::State, ..decided.options.clone() };
        let next = Decided::new(&next, Rc::clone(decided.settled.rules()), options, Rc::default());
        for name in next.properties(Decision::is_real) {
            let (code, message) = if returned.contains(&name) {
                let message = format!(
                    "the update returned another value of `{name}` than the program sets: the next preview shows it as changed"
                );
                (Code::OutputDiffers, message)
            } else {
                let message = format!(
                    "`{name}` is set by the program and was not returned: every preview shows it as new"
                );
                (Code::OutputLost, message)
            };
            say(code, message);
        }
    }
    let mut said = Vec::new();
    let both = Documents { old: Rc::clone(old), new: Rc::clone(outs), identical: false, outs: None };
    let moved =
        Decided::new(&both, Rc::clone(decided.settled.rules()), decided.options.clone(), Rc::default());
    let changed = moved.properties(Decision::survives);
    for name in stables.filter(|name| returned.contains(name) && changed.contains(name)) {
        if !said.contains(&name) {
            say(
                Code::StableChanged,
                format!(
                    "`{name}` is called stable, and the update returned another value: what uses it was planned with the old one"
                ),
            );
            said.push(name);
        }
    }
    problems
}
