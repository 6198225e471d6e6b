//! Rule sets as inputs: which rules apply to a resource, what is wrong with them, and which words there are.

use super::placed::diagnostics;
use crate::contract::{self, Diagnostic, Family, Input};
use crate::diff::{Settled, reach};
use crate::json::{self, Document, Kind, Limits, Refused, Source};
use crate::problem::{Code, Problem};
use crate::readers::{self, ReadFile, RuleFile};
use crate::rules::{ANY_TYPE, CATALOGUE, Equality, Rule, RuleSet, Rules, Scope, Word, check, listed};
use crate::value;
use serde::Serialize;
use std::rc::Rc;

/// The rules of one type out of a rule set's text, and what is to be said about them.
pub(super) struct Applicable {
    pub(super) rules: Rules,
    problems: Vec<Problem>,
    source: Source,
}

impl Applicable {
    pub(super) fn new(text: Option<Vec<u8>>, type_name: Option<&str>) -> Applicable {
        let Some(text) = text else {
            return Applicable { rules: Rules::default(), problems: Vec::new(), source: Source::default() };
        };
        let (set, source, mut problems) = rule_set_of(text);
        let (type_name, about_type) = chosen_type(&set, type_name);
        problems.extend(about_type);
        let of_any_type = set.named(ANY_TYPE).filter(|_| type_name != ANY_TYPE);
        let (rules, conflicts) = Rules::new(set.named(type_name).chain(of_any_type));
        problems.extend(conflicts);
        Applicable { rules, problems, source }
    }

    /// What is to be said of the rules, with those that met nothing.
    pub(super) fn said(&self, rules: &Rules, unused: &[Rc<Rule>]) -> Vec<Diagnostic> {
        let mut problems = self.problems.clone();
        problems.extend(check(rules));
        for rule in unused.iter().take(UNUSED_LISTED) {
            let message = format!("`{}` matches nothing in the two documents", rule.pattern);
            problems.push(Problem::new(Code::RuleUnused, message, rule.span));
        }
        if let (Some(last), more @ 1..) = (problems.last_mut(), unused.len().saturating_sub(UNUSED_LISTED)) {
            last.notes.push(format!("{more} more patterns match nothing."));
        }
        diagnostics(problems, Input::Rules, &self.source)
    }
}

/// Patterns that match nothing are listed one by one up to this many; the rest is counted.
const UNUSED_LISTED: usize = 20;

/// What of the rules met the documents.
#[derive(Default)]
pub(super) struct Uses {
    /// Rules whose pattern leads to nothing in either document.
    pub(super) unused: Vec<Rc<Rule>>,
    /// Rules that say of a property which the program sets that the service sets it.
    pub(super) computed_and_set: Vec<Rc<Rule>>,
}

impl Uses {
    /// Walks where patterns lead in the new document, and in the old one where it differs.
    pub(super) fn new(settled: &Settled, new: &Rc<Document>) -> Uses {
        let rules = settled.rules();
        if rules.is_empty() {
            return Uses::default();
        }
        let mut is_used = vec![false; rules.rules().len()];
        let mut is_set = is_used.clone();
        let patterns = rules.patterns();
        let mut meet = |document: &Document, node, level: &[u32]| {
            let mut has_scope = false;
            for at in patterns.ending_at(level) {
                is_used[at] = true;
                let rule = &rules.rules()[at];
                // Of several rules the first one with scope words is in force.
                let is_in_force = !has_scope && rule.has(Word::Scope(Scope::Computed));
                has_scope |= rule.of(Family::Scope).next().is_some();
                let is_value = document.kind(node) != Kind::Null && !value::is_unknown(document, node);
                is_set[at] |= is_in_force && is_value;
            }
        };
        meet(new, new.root(), &patterns.root());
        reach(rules, new, new.root(), patterns.root(), &mut meet);
        settled.reach_old(&mut |level| patterns.ending_at(level).for_each(|at| is_used[at] = true));
        let those = |is_wanted: Vec<bool>| {
            let wanted = rules.rules().iter().zip(is_wanted).filter(|(_, is_wanted)| *is_wanted);
            wanted.map(|(rule, _)| Rc::clone(rule)).collect()
        };
        let is_unused = is_used.iter().map(|is_used| !is_used).collect();
        Uses { unused: those(is_unused), computed_and_set: those(is_set) }
    }
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

pub(super) fn rule_set_of(text: Vec<u8>) -> (RuleSet, Source, Vec<Problem>) {
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
    let (set, source, mut problems) = rule_set_of(text);
    for of_type in &set.types {
        let of_any = set.named(ANY_TYPE).filter(|any| any.name != of_type.name);
        let (rules, conflicts) = Rules::new([of_type].into_iter().chain(of_any));
        problems.extend(conflicts);
        problems.extend(check(&rules));
    }
    diagnostics(problems, Input::Rules, &source)
}

/// What a rule file of another tool comes to.
#[derive(Debug, Serialize)]
pub struct RulesRead {
    /// A rule set, as JSON text.
    pub rules: String,
    /// What the file says that no rule does.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads rule files of another tool as one rule set. `format` names the tool; without it the shape of the text tells.
pub fn read_rules(texts: Vec<Vec<u8>>, format: Option<&str>) -> RulesRead {
    let (rules, files) = readers::read_rules(texts, format.and_then(RuleFile::named));
    let of_file = |file: ReadFile| diagnostics(file.problems, Input::Rules, &file.source);
    RulesRead { rules, diagnostics: files.into_iter().flat_map(of_file).collect() }
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
