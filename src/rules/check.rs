//! What is wrong with rules whatever they are used for.

use super::{Cost, Equality, Flag, Rule, Rules, Scope, Word, has_equality};
use crate::path::Step;
use crate::problem::{Code, Problem};

/// One thing that may be wrong with a rule.
type Check = fn(&Rules, &Rule) -> Option<(Code, String)>;

const CHECKS: &[Check] =
    &[is_for_elements, never_matches, is_stable_input, is_unique_in_vain, is_hashed_and_compared];

/// What is wrong with the rules of a type.
pub fn check(rules: &Rules) -> Vec<Problem> {
    let mut problems = Vec::new();
    for rule in rules.own() {
        for (code, message) in CHECKS.iter().filter_map(|check| check(rules, rule)) {
            problems.push(Problem::new(code, message, rule.span));
        }
    }
    problems
}

fn never_matches(rules: &Rules, rule: &Rule) -> Option<(Code, String)> {
    let never =
        |why: &str| Some((Code::RuleNeverMatches, format!("`{}` can never match: {why}", rule.pattern)));
    let patterns = rules.patterns();
    let mut level = patterns.root();
    for step in &rule.pattern.0 {
        let above = rules.equalities_at(&level);
        let has = |word| has_equality(above, word);
        match step {
            Step::Index(position) if *position < 0 => return never("there is no negative position"),
            Step::Match(members) if contradicts(members) => {
                return never("one member cannot have two values");
            }
            Step::Key(_) if has(Equality::Set) || has(Equality::Keyed) => {
                return never("the words above it are for a list, and elements are written as `[*]`");
            }
            Step::Index(_) if has(Equality::Set) || has(Equality::Keyed) => {
                return never("the words above it make the list one in which positions mean nothing");
            }
            Step::Index(_) | Step::AnyElement | Step::Match(_) if has(Equality::KeysCaseInsensitive) => {
                return never("the words above it are for a map, and keys are written as `.key` or `.*`");
            }
            _ => {}
        }
        level = patterns.next_step(&level, step);
    }
    None
}

/// Whether two values are asked of one member.
fn contradicts(members: &[(String, crate::path::Scalar)]) -> bool {
    members.iter().any(|(key, value)| members.iter().any(|(other, is)| key == other && value != is))
}

fn is_for_elements(_: &Rules, rule: &Rule) -> Option<(Code, String)> {
    let find = |is_wanted: fn(Equality) -> bool| {
        rule.equalities.iter().find(|term| term.word.equality().is_some_and(is_wanted))
    };
    let of_list = find(|word| matches!(word, Equality::Set | Equality::Keyed | Equality::OneOrMany))?;
    let of_scalar = find(Equality::is_of_scalars)?;
    let message = format!(
        "`{of_scalar}` says nothing of the elements of a list, which `{of_list}` beside it is for; write it for `{}[*]`",
        rule.pattern
    );
    Some((Code::WordForElements, message))
}

fn is_stable_input(rules: &Rules, rule: &Rule) -> Option<(Code, String)> {
    let is_output = || rules.at(&rule.pattern).resolved.scope(Scope::Computed).is_some();
    let message = || {
        format!(
            "`{}` is stable and not computed: only what the service sets can be known before an update; add `computed`",
            rule.pattern
        )
    };
    (rule.has(Word::Flag(Flag::Stable)) && !is_output()).then(|| (Code::StableIsInput, message()))
}

fn is_unique_in_vain(rules: &Rules, rule: &Rule) -> Option<(Code, String)> {
    let replaces =
        |word| matches!(word, Word::Cost(Cost::Immutable | Cost::IncreaseOnly | Cost::DecreaseOnly));
    let may_replace = || {
        let state = rules.at(&rule.pattern);
        replaces(Word::Cost(state.resolved.cost())) || rules.have_below(state.level(), replaces)
    };
    let message = || {
        format!(
            "`{}` is unique, but no change of it replaces the resource; `unique` stands beside a cost such as `immutable`",
            rule.pattern
        )
    };
    (rule.has(Word::Flag(Flag::Unique)) && !may_replace()).then(|| (Code::UniqueInVain, message()))
}

fn is_hashed_and_compared(rules: &Rules, rule: &Rule) -> Option<(Code, String)> {
    let is_left_to_service = || rules.at(&rule.pattern).resolved.scope(Scope::IgnoreRemote).is_some();
    let message = || {
        format!(
            "`{}` is hashed and not `ignore-remote`: what the service returns is never the hashed text",
            rule.pattern
        )
    };
    (rule.has(Word::Scope(Scope::Hashed)) && !is_left_to_service())
        .then(|| (Code::HashedIsCompared, message()))
}
