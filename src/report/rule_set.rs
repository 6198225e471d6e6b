//! Rule sets as inputs: which rules apply to a resource, what is wrong with them, and which words there are.

use super::Documents;
use super::said::diagnostics;
use crate::contract::{self, Diagnostic, Input};
use crate::json::{self, Limits, Refused, Source};
use crate::problem::{Code, Problem};
use crate::rules::{ANY_TYPE, CATALOGUE, Equality, RuleSet, Rules, listed};
use crate::verdict;

/// The rules of one type out of a rule set's text, and what is to be said about them.
pub(super) fn applicable(
    text: Option<Vec<u8>>,
    type_name: Option<&str>,
    documents: &Documents,
) -> (Rules, Vec<Diagnostic>) {
    let (set, source, mut problems) = match text {
        Some(text) => read_rules(text),
        None => Default::default(),
    };
    let type_name = match (type_name, named_types(&set).as_slice()) {
        (Some(name), types) => {
            if !types.is_empty()
                && !types.iter().any(|other| other == name)
                && !set.types().contains(&ANY_TYPE)
            {
                let message = format!(
                    "there are no rules for the type `{name}`; the rule set has rules for {}",
                    listed(types.iter().map(String::as_str), ", ")
                );
                problems.push(Problem::new(Code::TypeWithoutRules, message, None));
            }
            name.to_owned()
        }
        (None, [only]) => {
            let message =
                format!("no type was given; the rules for `{only}`, the only type that has some, are used");
            problems.push(Problem::new(Code::TypeAssumed, message, None));
            only.clone()
        }
        (None, []) => ANY_TYPE.to_owned(),
        (None, types) => {
            let message = format!(
                "no type was given, so the rules for {} are not used; name one with the option `type`",
                listed(types.iter().map(String::as_str), ", ")
            );
            problems.push(Problem::new(Code::TypeWithoutRules, message, None));
            ANY_TYPE.to_owned()
        }
    };
    let (rules, conflicts) = Rules::new(&set, &type_name);
    problems.extend(conflicts);
    problems.extend(rules.unused(&[&documents.old, &documents.new]).into_iter().map(|rule| {
        let message = format!("`{}` matches nothing in the two documents", rule.pattern);
        Problem::new(Code::RuleUnused, message, rule.span)
    }));
    (rules, diagnostics(problems, Input::Rules, &source))
}

fn named_types(set: &RuleSet) -> Vec<String> {
    let mut named = Vec::new();
    for name in set.types().into_iter().filter(|name| *name != ANY_TYPE) {
        verdict::insert_sorted(&mut named, name.to_owned());
    }
    named
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
    for type_name in set.types() {
        problems.extend(Rules::new(&set, type_name).1);
    }
    problems.dedup();
    diagnostics(problems, Input::Rules, &source)
}

/// Every word of the rule language.
pub fn catalogue() -> impl Iterator<Item = contract::Word> {
    CATALOGUE.iter().map(|entry| contract::Word {
        name: entry.name,
        family: entry.word.family(),
        kind: entry.word.equality().map(Equality::kind),
        arguments: "",
        meaning: entry.meaning,
        safe: entry.safe,
        unsafe_when: entry.unsafe_when,
        equal: entry.equal,
        different: entry.different,
    })
}
