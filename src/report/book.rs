//! A rule set for many resources: the rules of each, by its address, its type, and for all.

use super::placed::diagnostics;
use super::rule_set::rule_set_of;
use crate::contract::{Diagnostic, Input};
use crate::json::Source;
use crate::path::Path;
use crate::problem::{Code, Problem};
use crate::rules::{ANY_TYPE, RuleSet, Rules, Term, check};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Rules by whose they are and what a plan adds.
type LookedUp = HashMap<(Option<String>, String, Vec<Path>), Rc<Rules>>;

/// A rule set, and what has been looked up in it.
pub(super) struct Book {
    set: RuleSet,
    source: Source,
    problems: Vec<Problem>,
    looked_up: RefCell<LookedUp>,
}

impl Book {
    pub(super) fn new(text: Option<Vec<u8>>) -> Book {
        let (set, source, problems) = text.map(rule_set_of).unwrap_or_default();
        Book { set, source, problems, looked_up: RefCell::default() }
    }

    /// The rules of a resource: those under its address before those of its type, before those for every type; last what its
    /// plan says that forces a replacement.
    pub(super) fn rules(&self, address: &str, r#type: &str, forces: &[Path]) -> Rc<Rules> {
        let has_own = self.set.named(address).next().is_some();
        let key = (has_own.then(|| address.to_owned()), r#type.to_owned(), forces.to_vec());
        if let Some(rules) = self.looked_up.borrow().get(&key) {
            return Rc::clone(rules);
        }
        let of_address = self.set.named(address).filter(|_| has_own);
        let of_type = self.set.named(r#type).filter(|rules| rules.name != address && rules.name != ANY_TYPE);
        let (rules, _) = Rules::new(of_address.chain(of_type).chain(self.set.named(ANY_TYPE)));
        let immutable = Term::parse("immutable").ok();
        let words: Vec<Term> = immutable.into_iter().collect();
        let rules = Rc::new(rules.before(forces.iter().map(|path| (path.clone(), words.clone()))));
        self.looked_up.borrow_mut().insert(key, Rc::clone(&rules));
        rules
    }

    /// What is to be said of the rules, for resources with these addresses and types.
    pub(super) fn said(&self, names: &BTreeSet<&str>) -> Vec<Diagnostic> {
        let mut problems = self.problems.clone();
        for of_type in &self.set.types {
            let (rules, conflicts) = Rules::new([of_type]);
            problems.extend(conflicts);
            problems.extend(check(&rules));
            if of_type.name != ANY_TYPE && !names.contains(of_type.name.as_str()) {
                let message = format!(
                    "there are rules for `{}`, and no resource of the plan has this type or address",
                    of_type.name
                );
                problems.push(Problem::new(Code::TypeWithoutRules, message, None));
            }
        }
        diagnostics(problems, Input::Rules, &self.source)
    }
}
