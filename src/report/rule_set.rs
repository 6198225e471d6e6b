//! Rule sets as inputs: which rules apply to a resource, what is wrong with them, and which words there are.

use super::Documents;
use super::said::diagnostics;
use crate::contract::{self, Diagnostic, Input};
use crate::diff::reach;
use crate::json::{self, Document, Kind, Limits, Refused, Source};
use crate::problem::{Code, Problem};
use crate::rules::{ANY_TYPE, CATALOGUE, Equality, Rule, RuleSet, Rules, Scope, Word, check, listed};
use std::rc::Rc;

/// The rules of one type out of a rule set's text, and what is to be said about them.
pub(super) fn applicable(
    text: Option<Vec<u8>>,
    type_name: Option<&str>,
    documents: &Documents,
) -> (Rules, Vec<Diagnostic>) {
    let Some(text) = text else { return (Rules::default(), Vec::new()) };
    let (set, source, mut problems) = read_rules(text);
    let (type_name, about_type) = chosen_type(&set, type_name);
    problems.extend(about_type);
    let of_any_type = set.named(ANY_TYPE).filter(|_| type_name != ANY_TYPE);
    let (rules, conflicts) = Rules::new(set.named(type_name).chain(of_any_type));
    problems.extend(conflicts);
    problems.extend(check(&rules));
    for rule in unused(&rules, documents) {
        let message = format!("`{}` matches nothing in the two documents", rule.pattern);
        problems.push(Problem::new(Code::RuleUnused, message, rule.span));
    }
    (rules, diagnostics(problems, Input::Rules, &source))
}

/// Rules whose pattern leads to nothing in either document.
fn unused<'r>(rules: &'r Rules, documents: &Documents) -> impl Iterator<Item = &'r Rule> {
    let mut is_used = vec![false; rules.rules().len()];
    for document in [&documents.old, &documents.new] {
        reach(rules, document, document.root(), rules.root(), &mut |_, _, state| {
            for rule in rules.ending_at(state) {
                is_used[rule] = true;
            }
        });
    }
    rules.rules().iter().zip(is_used).filter(|(_, is_used)| !is_used).map(|(rule, _)| rule.as_ref())
}

/// Rules that say of a property which the program sets that the service sets it.
pub(super) fn computed_and_set(rules: &Rules, new: &Rc<Document>) -> Vec<Rc<Rule>> {
    let mut set: Vec<Rc<Rule>> = Vec::new();
    if rules.is_empty() {
        return set;
    }
    reach(rules, new, new.root(), rules.root(), &mut |document, node, state| {
        let is_computed = |rule: &Rule| rule.has(Word::Scope(Scope::Computed));
        if let Some((rule, true)) = &state.resolved.scope
            && is_computed(rule)
            && document.kind(node) != Kind::Null
            && !set.iter().any(|other| Rc::ptr_eq(rule, other))
        {
            set.push(Rc::clone(rule));
        }
    });
    set
}

/// The type whose rules apply, and what is to be said about the choice.
fn chosen_type<'s>(set: &'s RuleSet, given: Option<&'s str>) -> (&'s str, Option<Problem>) {
    let has = |name| set.named(name).next().is_some();
    let named = || set.types.iter().map(|rules| rules.name.as_str()).filter(|name| *name != ANY_TYPE);
    let warning = |message| Some(Problem::new(Code::TypeWithoutRules, message, None));
    match (given, named().next()) {
        (Some(given), Some(_)) if !has(given) && !has(ANY_TYPE) => {
            let types = listed(named(), ", ");
            (
                given,
                warning(format!(
                    "there are no rules for the type `{given}`; the rule set has rules for {types}"
                )),
            )
        }
        (Some(given), _) => (given, None),
        (None, Some(only)) if named().all(|name| name == only) => {
            let message =
                format!("no type was given; the rules for `{only}`, the only type that has some, are used");
            (only, Some(Problem::new(Code::TypeAssumed, message, None)))
        }
        (None, Some(_)) => {
            let types = listed(named(), ", ");
            (
                ANY_TYPE,
                warning(format!(
                    "no type was given, so the rules for {types} are not used; name one with the option `type`"
                )),
            )
        }
        (None, None) => (ANY_TYPE, None),
    }
}

fn read_rules(text: Vec<u8>) -> (RuleSet, Source, Vec<Problem>) {
    match json::read(text, Limits::default()) {
        Ok(document) => {
            let (set, problems) = RuleSet::read(&document);
            (set, document.source().clone(), problems)
        }
        Err(Refused { source, problem }) => (RuleSet::default(), source, vec![problem]),
    }
}

/// What is wrong in a rule set, whatever it is used for.
pub fn check_rules(text: Vec<u8>) -> Vec<Diagnostic> {
    let (set, source, mut problems) = read_rules(text);
    for of_type in &set.types {
        let of_any = set.named(ANY_TYPE).filter(|any| any.name != of_type.name);
        let (rules, conflicts) = Rules::new([of_type].into_iter().chain(of_any));
        problems.extend(conflicts);
        problems.extend(check(&rules));
    }
    diagnostics(problems, Input::Rules, &source)
}

/// Every word of the rule language; none in the WebAssembly module, whose package has them as a file.
pub fn catalogue() -> impl Iterator<Item = contract::Word> {
    CATALOGUE.iter().filter_map(|entry| {
        let about = entry.about.as_ref()?;
        let example = about.example.as_ref();
        Some(contract::Word {
            name: entry.name,
            family: entry.word.family(),
            kind: entry.word.equality().map(Equality::kind),
            arguments: entry.takes.described(),
            stands_alone: entry.takes.may_be_nothing(),
            meaning: about.meaning,
            safe: about.safe,
            unsafe_when: about.unsafe_when,
            source: about.source,
            written: example.map_or(entry.name, |example| example.written),
            equal: example.map(|example| example.equal),
            different: example.map(|example| example.different),
        })
    })
}
