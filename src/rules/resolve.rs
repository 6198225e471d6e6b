//! Which words apply at a path: a trie of patterns, walked along the path.

use super::{ANY_TYPE, Cost, Equality, Flag, Rule, Scope, Term, TypeRules, Word};
use crate::contract::Family;
use crate::path::{Path, Step};
use crate::patterns::{Level, Patterns, Reached};
use crate::problem::{Code, Problem, Span};
use std::rc::Rc;

/// The rules of one resource type, ready to be asked.
#[derive(Debug, Default)]
pub struct Rules {
    all: Vec<Rc<Rule>>,
    patterns: Patterns,
    /// How many of the rules are of the first of their types: the exact one.
    own: usize,
    /// Whether that type is one and not every type.
    is_of_type: bool,
}

/// Where in the rules a path leads, and what applies there.
#[derive(Clone, Debug, Default)]
pub struct State {
    level: Level,
    /// What applies at the path.
    pub resolved: Resolved,
}

/// What applies at one path.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// The cost, and the rule that says so.
    pub cost: Option<(Cost, Rc<Rule>)>,
    /// The rule whose scope words apply, and whether it is written for exactly this path.
    pub scope: Option<(Rc<Rule>, bool)>,
    /// Whether any rule here or above says that it is secret. That adds up: no other scope word takes it back.
    pub is_secret: bool,
    /// The rule whose flags apply.
    pub flags: Option<Rc<Rule>>,
    /// The rule whose equality words apply, at exactly this path.
    pub equality: Option<Rc<Rule>>,
}

impl Resolved {
    /// What a surviving difference costs.
    pub fn cost(&self) -> Cost {
        self.cost.as_ref().map_or(Cost::default(), |(cost, _)| *cost)
    }

    fn is_nothing(&self) -> bool {
        self.cost.is_none() && self.scope.is_none() && self.flags.is_none() && self.equality.is_none()
    }

    /// Takes from a rule for exactly this path what more specific ones have left open.
    fn add(&mut self, rule: &Rc<Rule>) {
        self.is_secret |= rule.has(Word::Scope(Scope::Secret));
        for term in &rule.words {
            match term.word {
                Word::Cost(cost) => put(&mut self.cost, || (cost, Rc::clone(rule))),
                Word::Scope(_) => put(&mut self.scope, || (Rc::clone(rule), true)),
                Word::Flag(_) => put(&mut self.flags, || Rc::clone(rule)),
                Word::Equality(_) => put(&mut self.equality, || Rc::clone(rule)),
            }
        }
    }

    /// Takes from above what is open. Equality words hold at their own path only.
    fn inherit(&mut self, above: &Resolved) {
        self.is_secret |= above.is_secret;
        if let Some(cost) = &above.cost {
            put(&mut self.cost, || cost.clone());
        }
        if let Some((rule, _)) = &above.scope {
            put(&mut self.scope, || (Rc::clone(rule), false));
        }
        if let Some(flags) = &above.flags {
            put(&mut self.flags, || Rc::clone(flags));
        }
    }

    /// The scope word as it is written, if it applies.
    pub fn scope(&self, scope: Scope) -> Option<&Term> {
        let (rule, _) = self.scope.as_ref()?;
        rule.words.iter().find(|term| term.word == Word::Scope(scope))
    }

    /// Whether a flag applies.
    pub fn has_flag(&self, flag: Flag) -> bool {
        self.flags.as_ref().is_some_and(|rule| rule.has(Word::Flag(flag)))
    }

    /// Whether an equality word applies.
    pub fn has_equality(&self, equality: Equality) -> bool {
        self.equality.as_ref().is_some_and(|rule| rule.has(Word::Equality(equality)))
    }

    /// The equality words, in the order in which they apply.
    pub fn equalities(&self) -> &[Term] {
        self.equality.as_ref().map_or(&[], |rule| &rule.equalities)
    }
}

impl State {
    /// Nodes of patterns that its path matches.
    pub fn level(&self) -> &[u32] {
        &self.level
    }

    /// Whether rules are written for something further down.
    pub fn leads_on(&self) -> bool {
        !self.level.is_empty()
    }

    /// Whether the same applies everywhere inside.
    pub fn is_same_inside(&self) -> bool {
        let is_inherited = self.resolved.scope.as_ref().is_none_or(|(_, is_own)| !is_own);
        self.level.is_empty() && self.resolved.equality.is_none() && is_inherited
    }

    /// The same place once its equality words have been used.
    #[must_use]
    pub fn without_equality(&self) -> Self {
        State { level: self.level.clone(), resolved: Resolved { equality: None, ..self.resolved.clone() } }
    }
}

/// Rules of one pattern that a further one is held against.
const RIVALS: usize = 4;

impl Rules {
    /// Builds the rules of one type out of its own and, after them, those of every type. Patterns of equal
    /// rank that disagree are reported; the first stands.
    pub fn new<'t>(types: impl IntoIterator<Item = &'t TypeRules>) -> (Rules, Vec<Problem>) {
        let mut rules = Rules::default();
        let mut problems = Vec::new();
        for (at, TypeRules { rules: of_type, name }) in types.into_iter().enumerate() {
            let first = rules.all.len();
            for rule in of_type {
                problems.extend(rules.insert(rule, first));
            }
            if at == 0 {
                rules.own = rules.all.len();
                rules.is_of_type = name != ANY_TYPE;
            }
        }
        (rules, problems)
    }

    /// The same rules behind others, which win over those of the same pattern.
    #[must_use]
    pub fn behind(&self, others: impl IntoIterator<Item = (Path, Vec<Term>)>) -> Rules {
        let mut rules = Rules { is_of_type: self.is_of_type, ..Rules::default() };
        let others =
            others.into_iter().map(|(pattern, words)| Rc::new(Rule::new(pattern, words, Span::default())));
        for rule in others.chain(self.all.iter().cloned()) {
            rules.patterns.insert(&rule.pattern, rules.all.len() as u32);
            rules.all.push(rule);
        }
        rules.own = rules.all.len() - self.all.len() + self.own;
        rules
    }

    /// The same rules before others, which hold where these say nothing.
    #[must_use]
    pub fn before(mut self, others: impl IntoIterator<Item = (Path, Vec<Term>)>) -> Rules {
        for (pattern, words) in others {
            let rule = Rc::new(Rule::new(pattern, words, Span::default()));
            self.patterns.insert(&rule.pattern, self.all.len() as u32);
            self.all.push(rule);
        }
        self
    }

    /// Whether these are the rules of a type, and not those of every type alone.
    pub fn are_of_type(&self) -> bool {
        self.is_of_type
    }

    /// Whether none of them speaks of a top-level property.
    pub fn leave_out(&self, property: Step) -> bool {
        let state = self.at(&Path(vec![property]));
        !state.leads_on() && state.resolved.is_nothing()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether one of them says what counts as the same value.
    pub fn have_equality(&self) -> bool {
        self.all.iter().any(|rule| !rule.equalities.is_empty())
    }

    /// All rules, in the order of rank of their types.
    pub fn rules(&self) -> &[Rc<Rule>] {
        &self.all
    }

    /// Those of the first of their types.
    pub fn own(&self) -> &[Rc<Rule>] {
        self.all.get(..self.own).unwrap_or_default()
    }

    /// What applies to the whole document.
    pub fn root(&self) -> State {
        self.state(self.patterns.root(), &Resolved::default())
    }

    /// One step further. Cost, scope and flags are inherited from above, equality is not. Of the patterns
    /// that match, the longest wins; of equally long ones, the one that is first more specific, step by
    /// step: a name before `[*]` before `*`; then the exact type before `*`.
    pub fn below(&self, state: &State, step: &Reached) -> State {
        self.state(self.patterns.next(&state.level, step), &state.resolved)
    }

    /// The same along the steps of a pattern: what applies wherever it applies.
    pub fn at(&self, pattern: &Path) -> State {
        let below =
            |state: State, step| self.state(self.patterns.next_step(&state.level, step), &state.resolved);
        pattern.0.iter().fold(self.root(), below)
    }

    /// The patterns of the rules, by their places among [`Self::rules`].
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The equality words at exactly a place.
    pub fn equalities_at(&self, level: &[u32]) -> &[Term] {
        let rules = self.patterns.ending_at(level).map(|rule| &self.all[rule]);
        rules.map(|rule| rule.equalities.as_slice()).find(|terms| !terms.is_empty()).unwrap_or_default()
    }

    /// The cost that is written for exactly a place.
    pub fn cost_at(&self, level: &[u32]) -> Option<Cost> {
        let mut rules = self.patterns.ending_at(level).map(|rule| &self.all[rule]);
        rules.find_map(|rule| rule.words.iter().find_map(|term| term.word.cost()))
    }

    /// Whether the scope that is written for exactly a place has such a word.
    pub fn scope_at(&self, level: &[u32], is_wanted: fn(Word) -> bool) -> bool {
        let mut rules = self.patterns.ending_at(level).map(|rule| &self.all[rule]);
        let scope = rules.find(|rule| rule.of(Family::Scope).next().is_some());
        scope.is_some_and(|rule| rule.words.iter().any(|term| is_wanted(term.word)))
    }

    /// Whether a rule for this place or for something inside it has such a word.
    pub fn have_below(&self, level: &[u32], is_wanted: fn(Word) -> bool) -> bool {
        let mut rules = self.patterns.inside(level).map(|rule| &self.all[rule]);
        rules.any(|rule| rule.words.iter().any(|term| is_wanted(term.word)))
    }

    fn state(&self, level: Level, above: &Resolved) -> State {
        let mut resolved = Resolved::default();
        for rule in self.patterns.ending_at(&level) {
            resolved.add(&self.all[rule]);
        }
        resolved.inherit(above);
        State { level, resolved }
    }

    /// Adds a rule, and says if one from index `first` on has the same pattern and disagrees.
    fn insert(&mut self, rule: &Rc<Rule>, first: usize) -> Option<Problem> {
        let before = self.patterns.insert(&rule.pattern, self.all.len() as u32);
        // Whoever writes one pattern many times is told of the first disagreements.
        let mut rivals =
            before.iter().map(|rival| *rival as usize).filter(|rival| *rival >= first).take(RIVALS);
        let family = rivals.find_map(|rival| disagreement(&self.all[rival], rule));
        self.all.push(Rc::clone(rule));
        let message = |family| {
            format!("this path has {family} words already, and they say something else; the first ones stand")
        };
        family.map(|family| Problem::new(Code::RuleConflict, message(family), rule.span))
    }
}

/// Fills what is open.
fn put<T>(open: &mut Option<T>, value: impl FnOnce() -> T) {
    if open.is_none() {
        *open = Some(value());
    }
}

/// The family in which two rules for one pattern differ.
fn disagreement(a: &Rule, b: &Rule) -> Option<&'static str> {
    const FAMILIES: [(Family, &str); 4] = [
        (Family::Cost, "cost"),
        (Family::Scope, "scope"),
        (Family::Flag, "flag"),
        (Family::Equality, "equality"),
    ];
    let disagree = |family: Family| {
        let has = |rule: &Rule| rule.of(family).next().is_some();
        has(a) && has(b) && !a.of(family).eq(b.of(family))
    };
    FAMILIES.into_iter().find(|(family, _)| disagree(*family)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};
    use crate::path::Dialect;
    use crate::rules::{ANY_TYPE, Equality, RuleSet};

    fn rules(text: &str, type_name: &str) -> (Rules, usize) {
        let document = read(text.as_bytes().to_vec(), Limits::default()).unwrap();
        let (set, problems) = RuleSet::read(&document);
        assert_eq!(problems, []);
        let (rules, problems) = Rules::new(set.named(type_name).chain(set.named(ANY_TYPE)));
        (rules, problems.len())
    }

    #[test]
    fn the_most_specific_pattern_wins_in_each_family() {
        let (rules, _) = rules(
            r#"{"t": {"a": ["immutable", "unique"], "a.b": "integer", "a.*": "case-insensitive", "*.c": "mutable",
                      "list[*].x": "immutable", "list[0].x": "mutable", "list.*.x": "increase-only"},
                "*": {"a.b": "increase-only", "z": "computed", "a.b.c.d": "stable"}}"#,
            "t",
        );
        // path, cost, unique, equality
        let table = [
            ("a", Cost::Immutable, true, None),
            ("a.b", Cost::IncreaseOnly, true, Some(Equality::Integer)),
            ("a.x", Cost::Immutable, true, Some(Equality::CaseInsensitive)),
            ("a.x.y", Cost::Immutable, true, None),
            ("a.c", Cost::Mutable, true, Some(Equality::CaseInsensitive)),
            ("b.c", Cost::Mutable, false, None),
            ("list[0].x", Cost::Mutable, false, None),
            ("list[1].x", Cost::Immutable, false, None),
            ("list.key.x", Cost::IncreaseOnly, false, None),
            ("z.deep", Cost::Mutable, false, None),
            ("other", Cost::Mutable, false, None),
            ("", Cost::Mutable, false, None),
        ];
        for (path, cost, unique, equality) in table {
            let resolved = rules.at(&Path::parse(path, Dialect::Own).unwrap()).resolved;
            assert_eq!(resolved.cost(), cost, "{path}");
            assert_eq!(resolved.has_flag(Flag::Unique), unique, "{path}");
            let word = resolved.equalities().first().map(|term| term.word);
            assert_eq!(word, equality.map(Word::Equality), "{path}");
        }
        let deep = rules.at(&Path::parse("z.deep", Dialect::Own).unwrap()).resolved;
        assert!(deep.scope(Scope::Computed).is_some());
    }

    #[test]
    fn the_exact_type_wins_and_other_types_do_not_count() {
        let (rules, _) = rules(
            r#"{"*": {"a": "mutable", "b": "immutable"}, "t": {"a": "immutable"}, "u": {"b": "mutable"}}"#,
            "t",
        );
        for path in ["a", "b"] {
            assert_eq!(
                rules.at(&Path::parse(path, Dialect::Own).unwrap()).resolved.cost(),
                Cost::Immutable,
                "{path}"
            );
        }
    }

    #[test]
    fn equal_patterns_that_disagree_are_reported() {
        let table = [
            (r#"{"t": {"a.b": "immutable", "a[\"b\"]": "mutable"}}"#, 1),
            (r#"{"t": {"a.b": "immutable", "a[\"b\"]": "integer"}}"#, 0),
            (r#"{"t": {"a.b": "immutable", "a[\"b\"]": "immutable"}}"#, 0),
            (r#"{"t": {"a": "integer"}, "*": {"a": "case-insensitive"}}"#, 0),
        ];
        for (text, expected) in table {
            assert_eq!(rules(text, "t").1, expected, "{text}");
        }
    }
}
