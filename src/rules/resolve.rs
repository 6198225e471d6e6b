//! Which words apply at a path: a trie of patterns, walked along the path.

use super::{Cost, Equality, Flag, Rule, Scope, Term, TypeRules, Word};
use crate::contract::Family;
use crate::json::keys;
use crate::path::{Path, Scalar, Step};
use crate::problem::{Code, Problem};
use std::rc::Rc;

/// The rules of one resource type, ready to be asked.
#[derive(Debug)]
pub struct Rules {
    all: Vec<Rc<Rule>>,
    nodes: Vec<Node>,
    /// How many of the rules are of the first of their types: the exact one.
    own: usize,
}

#[derive(Debug, Default)]
struct Node {
    keys: Keys,
    /// Positions, sorted.
    positions: Vec<(i64, usize)>,
    /// Members that an element has.
    matches: Vec<(Vec<(String, Scalar)>, usize)>,
    any_element: Option<usize>,
    any: Option<usize>,
    /// Rules that end here: those of the exact type before those of `*`.
    rules: Vec<usize>,
}

/// Keys with the nodes that they lead to, by hash: most keys of a document are in no pattern, and that is seen
/// without looking at any.
#[derive(Debug, Default)]
struct Keys {
    entries: Vec<(String, usize)>,
    /// Open addressing: an entry's index and one, or 0; at most half full.
    slots: Vec<u32>,
}

impl Keys {
    fn get(&self, key: &str) -> Option<usize> {
        let at = self.slots.get(self.slot(key)?).copied().filter(|at| *at > 0)?;
        Some(self.entries[at as usize - 1].1)
    }

    fn get_or_insert(&mut self, key: &str, value: usize) -> usize {
        if let Some(value) = self.get(key) {
            return value;
        }
        self.entries.push((key.to_owned(), value));
        if self.entries.len() * 2 > self.slots.len() {
            self.slots = vec![0; (self.entries.len() * 4).next_power_of_two()];
            for at in 0..self.entries.len() {
                self.place(at);
            }
        } else {
            self.place(self.entries.len() - 1);
        }
        value
    }

    fn place(&mut self, at: usize) {
        if let Some(slot) = self.slot(&self.entries[at].0) {
            self.slots[slot] = at as u32 + 1;
        }
    }

    /// Where a key stands or would stand.
    fn slot(&self, key: &str) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = keys::hash(key.as_bytes()) as usize & mask;
        while self.slots[slot] > 0 && self.entries[self.slots[slot] as usize - 1].0 != key {
            slot = (slot + 1) & mask;
        }
        Some(slot)
    }
}

impl Node {
    /// Whether no pattern goes on from here.
    fn is_last(&self) -> bool {
        self.keys.entries.is_empty()
            && self.positions.is_empty()
            && self.matches.is_empty()
            && self.any_element.is_none()
            && self.any.is_none()
    }
}

/// Where in the rules a path leads, and what applies there.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Nodes of patterns that the path matches so far, most specific first.
    level: Vec<usize>,
    /// What applies at the path.
    pub resolved: Resolved,
}

/// One step of a path, as rules see it.
pub enum Reached<'a> {
    /// A member of a map.
    Key(&'a str),
    /// An element of a list: its position, unless it is known by its key, and whether a member of it is this.
    Element(Option<i64>, &'a dyn Fn(&str, &Scalar) -> bool),
}

/// What applies at one path.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// The cost, and the rule that says so.
    pub cost: Option<(Cost, Rc<Rule>)>,
    /// The rule whose scope words apply, and whether it is written for exactly this path.
    pub scope: Option<(Rc<Rule>, bool)>,
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

    /// Takes from a rule for exactly this path what more specific ones have left open.
    fn add(&mut self, rule: &Rc<Rule>) {
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
    /// Whether rules are written for something further down.
    pub fn leads_on(&self) -> bool {
        !self.level.is_empty()
    }

    /// The same place once its equality words have been used.
    #[must_use]
    pub fn without_equality(&self) -> Self {
        State { level: self.level.clone(), resolved: Resolved { equality: None, ..self.resolved.clone() } }
    }
}

const ROOT: usize = 0;

/// Rules of one pattern that a further one is held against.
const RIVALS: usize = 4;

/// No rules.
impl Default for Rules {
    fn default() -> Self {
        Rules { all: Vec::new(), nodes: vec![Node::default()], own: 0 }
    }
}

impl Rules {
    /// Builds the rules of one type out of its own and, after them, those of every type. Patterns of equal
    /// rank that disagree are reported; the first stands.
    pub fn new<'t>(types: impl IntoIterator<Item = &'t TypeRules>) -> (Rules, Vec<Problem>) {
        let mut rules = Rules::default();
        let mut problems = Vec::new();
        for (at, TypeRules { rules: of_type, .. }) in types.into_iter().enumerate() {
            let first = rules.all.len();
            for rule in of_type {
                problems.extend(rules.insert(rule, first));
            }
            if at == 0 {
                rules.own = rules.all.len();
            }
        }
        (rules, problems)
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
        self.state(vec![ROOT], &Resolved::default())
    }

    /// One step further. Cost, scope and flags are inherited from above, equality is not. Of the patterns
    /// that match, the longest wins; of equally long ones, the one that is first more specific, step by
    /// step: a name before `[*]` before `*`; then the exact type before `*`.
    pub fn below(&self, state: &State, step: &Reached) -> State {
        self.state(self.next(&state.level, step), &state.resolved)
    }

    /// The same, if a pattern leads there.
    pub fn below_led(&self, state: &State, step: &Reached) -> Option<State> {
        let level = self.next(&state.level, step);
        (!level.is_empty()).then(|| self.state(level, &state.resolved))
    }

    /// Whether patterns lead from a place to something inside it.
    pub fn lead_inside(&self, state: &State) -> bool {
        state.level.iter().any(|node| !self.nodes[*node].is_last())
    }

    /// Nodes of patterns one step further, most specific first.
    fn next(&self, level: &[usize], step: &Reached) -> Vec<usize> {
        let mut next = Vec::new();
        for node in level.iter().map(|node| &self.nodes[*node]) {
            match step {
                Reached::Key(key) => {
                    next.extend(node.keys.get(key));
                }
                Reached::Element(position, has) => {
                    let found = position
                        .map(|position| node.positions.binary_search_by_key(&position, |entry| entry.0));
                    next.extend(found.and_then(Result::ok).map(|at| node.positions[at].1));
                    let matching = node
                        .matches
                        .iter()
                        .filter(|(members, _)| members.iter().all(|(key, value)| has(key, value)));
                    next.extend(matching.map(|(_, next)| *next));
                    next.extend(node.any_element);
                }
            }
            next.extend(node.any);
        }
        next
    }

    /// The same along the steps of a pattern: what applies wherever it applies.
    pub fn at(&self, pattern: &Path) -> State {
        pattern.0.iter().fold(self.root(), |state, step| self.below_pattern(&state, step))
    }

    /// One step of a pattern further.
    pub fn below_pattern(&self, state: &State, step: &Step) -> State {
        match step {
            Step::Key(key) => self.below(state, &Reached::Key(key)),
            Step::Index(position) => self.below(state, &Reached::Element(Some(*position), &|_, _| false)),
            Step::Match(members) => {
                let has =
                    |key: &str, value: &Scalar| members.iter().any(|(name, is)| name == key && is == value);
                self.below(state, &Reached::Element(None, &has))
            }
            Step::AnyElement => self.below(state, &Reached::Element(None, &|_, _| false)),
            Step::Any => {
                let level = state.level.iter().filter_map(|node| self.nodes[*node].any).collect();
                self.state(level, &state.resolved)
            }
        }
    }

    /// Places of the rules that end at a place, in the order of [`Self::rules`].
    pub fn ending_at<'s>(&'s self, state: &'s State) -> impl Iterator<Item = usize> + 's {
        state.level.iter().flat_map(|node| self.nodes[*node].rules.iter().copied())
    }

    /// Whether a rule for this place or for something inside it has such a word.
    pub fn have_below(&self, state: &State, is_wanted: fn(Word) -> bool) -> bool {
        let mut open = state.level.clone();
        while let Some(node) = open.pop().map(|node| &self.nodes[node]) {
            let mut words = node.rules.iter().flat_map(|rule| &self.all[*rule].words);
            if words.any(|term| is_wanted(term.word)) {
                return true;
            }
            open.extend(node.keys.entries.iter().map(|entry| entry.1));
            open.extend(node.positions.iter().map(|entry| entry.1));
            open.extend(node.matches.iter().map(|entry| entry.1));
            open.extend(node.any_element);
            open.extend(node.any);
        }
        false
    }

    fn state(&self, level: Vec<usize>, above: &Resolved) -> State {
        let mut resolved = Resolved::default();
        for rule in level.iter().flat_map(|node| &self.nodes[*node].rules) {
            resolved.add(&self.all[*rule]);
        }
        resolved.inherit(above);
        State { level, resolved }
    }

    /// Adds a rule, and says if one from index `first` on has the same pattern and disagrees.
    fn insert(&mut self, rule: &Rule, first: usize) -> Option<Problem> {
        let node = rule.pattern.0.iter().fold(ROOT, |node, step| self.child(node, step));
        let rivals = self.nodes[node].rules.iter().filter(|rival| **rival >= first);
        // Whoever writes one pattern many times is told of the first disagreements.
        let mut rivals = rivals.take(RIVALS);
        let family = rivals.find_map(|rival| disagreement(&self.all[*rival], rule));
        self.nodes[node].rules.push(self.all.len());
        self.all.push(Rc::new(rule.clone()));
        let message = |family| {
            format!("this path has {family} words already, and they say something else; the first ones stand")
        };
        family.map(|family| Problem::new(Code::RuleConflict, message(family), rule.span))
    }

    fn child(&mut self, node: usize, step: &Step) -> usize {
        let next = self.nodes.len();
        let parent = &mut self.nodes[node];
        let child = match step {
            Step::AnyElement => *parent.any_element.get_or_insert(next),
            Step::Any => *parent.any.get_or_insert(next),
            Step::Key(key) => parent.keys.get_or_insert(key, next),
            Step::Index(position) => sorted_entry(&mut parent.positions, position, next),
            Step::Match(members) => sorted_entry(&mut parent.matches, members, next),
        };
        if child == next {
            self.nodes.push(Node::default());
        }
        child
    }
}

/// Fills what is open.
fn put<T>(open: &mut Option<T>, value: impl FnOnce() -> T) {
    if open.is_none() {
        *open = Some(value());
    }
}

/// What stands at a name in a sorted list; put there if it is not.
fn sorted_entry<N: Ord + Clone>(entries: &mut Vec<(N, usize)>, name: &N, value: usize) -> usize {
    match entries.binary_search_by(|(other, _)| other.cmp(name)) {
        Ok(at) => entries[at].1,
        Err(at) => {
            entries.insert(at, (name.clone(), value));
            value
        }
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
