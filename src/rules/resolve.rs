//! Which words apply at a path: a trie of patterns, walked along the path.

use super::{Cost, Equality, Flag, Rule, Scope, TypeRules, Word};
use crate::contract::Family;
use crate::json::{Document, Kind, NodeId};
use crate::path::{Path, Step};
use crate::problem::{Code, Problem};

/// The rules of one resource type, ready to be asked.
#[derive(Debug)]
pub struct Rules {
    rules: Vec<Rule>,
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
struct Node {
    /// Named steps, sorted.
    named: Vec<(Step, usize)>,
    any_element: Option<usize>,
    any: Option<usize>,
    /// Rules that end here: those of the exact type before those of `*`.
    rules: Vec<usize>,
}

/// What applies at one path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resolved<'r> {
    /// The cost, and the rule that says so.
    pub cost: Option<(Cost, &'r Rule)>,
    /// The rule whose scope words apply.
    pub scope: Option<&'r Rule>,
    /// The rule whose flags apply.
    pub flags: Option<&'r Rule>,
    /// The rule whose equality words apply, at exactly this path.
    pub equality: Option<&'r Rule>,
}

impl<'r> Resolved<'r> {
    /// What a surviving difference costs.
    pub fn cost(&self) -> Cost {
        self.cost.map_or(Cost::default(), |(cost, _)| cost)
    }

    /// Takes from a rule what more specific rules have left open. Equality holds at its own path only.
    fn add(&mut self, rule: &'r Rule, is_own_path: bool) {
        for word in &rule.words {
            match word {
                Word::Cost(cost) => self.cost = self.cost.or(Some((*cost, rule))),
                Word::Scope(_) => self.scope = self.scope.or(Some(rule)),
                Word::Flag(_) => self.flags = self.flags.or(Some(rule)),
                Word::Equality(_) if is_own_path => self.equality = self.equality.or(Some(rule)),
                Word::Equality(_) => {}
            }
        }
    }

    /// Whether a scope word applies.
    pub fn has_scope(&self, scope: Scope) -> bool {
        self.scope.is_some_and(|rule| rule.words.contains(&Word::Scope(scope)))
    }

    /// Whether a flag applies.
    pub fn has_flag(&self, flag: Flag) -> bool {
        self.flags.is_some_and(|rule| rule.words.contains(&Word::Flag(flag)))
    }

    /// The equality words, in the order in which they apply.
    pub fn equalities(&self) -> &'r [Equality] {
        self.equality.map_or(&[], |rule| &rule.equalities)
    }
}

const ROOT: usize = 0;

/// Rules of one pattern that a further one is held against.
const RIVALS: usize = 4;

/// No rules.
impl Default for Rules {
    fn default() -> Self {
        Rules { rules: Vec::new(), nodes: vec![Node::default()] }
    }
}

impl Rules {
    /// Builds the rules of one type out of its own and, after them, those of every type. Patterns of equal
    /// rank that disagree are reported; the first stands.
    pub fn new<'t>(types: impl IntoIterator<Item = &'t TypeRules>) -> (Rules, Vec<Problem>) {
        let mut rules = Rules::default();
        let mut problems = Vec::new();
        for TypeRules { rules: of_type, .. } in types {
            let first = rules.rules.len();
            for rule in of_type {
                problems.extend(rules.insert(rule, first));
            }
        }
        (rules, problems)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// All rules, in the order of rank of their types.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What applies at `path`. Cost, scope and flags are inherited from above, equality is not. Of the
    /// patterns that match, the longest wins; of equally long ones, the one that is first more specific,
    /// step by step: a name before `[*]` before `*`; then the exact type before `*`.
    pub fn at(&self, path: &Path) -> Resolved<'_> {
        let mut resolved = Resolved::default();
        let mut level = vec![ROOT];
        let mut levels = vec![level.clone()];
        for step in &path.0 {
            level = self.below(&level, step);
            if level.is_empty() {
                break;
            }
            levels.push(level.clone());
        }
        for (depth, level) in levels.iter().enumerate().rev() {
            for rule in self.rules_at(level) {
                resolved.add(&self.rules[rule], depth == path.0.len());
            }
        }
        resolved
    }

    /// The strongest cost that is written for something inside a value which is compared as one.
    pub fn cost_inside(&self, path: &Path, document: &Document, value: NodeId) -> Option<Cost> {
        let level = path.0.iter().fold(vec![ROOT], |level, step| self.below(&level, step));
        let mut strongest = None;
        self.walk(document, value, &level, &mut |_, rules| {
            let cost = |rule: &usize| self.rules[*rule].words.iter().find_map(|word| word.cost());
            strongest = strongest.max(rules.iter().find_map(cost));
        });
        strongest
    }

    /// Rules whose pattern leads to nothing in any of the documents.
    pub fn unused(&self, documents: &[&Document]) -> impl Iterator<Item = &Rule> {
        let mut used: Vec<bool> = self.rules.iter().map(|rule| rule.pattern.0.is_empty()).collect();
        for document in documents {
            self.walk(document, document.root(), &[ROOT], &mut |_, rules| {
                for rule in rules {
                    used[*rule] = true;
                }
            });
        }
        self.rules.iter().zip(used).filter(|(_, used)| !used).map(|(rule, _)| rule)
    }

    /// Rules with a scope word that is in force somewhere in the document.
    pub fn scopes_in_force(&self, document: &Document, scope: Scope) -> impl Iterator<Item = &Rule> {
        let mut in_force = vec![false; self.rules.len()];
        self.walk(document, document.root(), &[ROOT], &mut |node, rules| {
            let has_scope = |rule: &&usize| self.rules[**rule].of(Family::Scope).next().is_some();
            if let Some(rule) = rules.iter().find(has_scope).filter(|_| document.kind(node) != Kind::Null) {
                in_force[*rule] = self.rules[*rule].words.contains(&Word::Scope(scope));
            }
        });
        self.rules.iter().zip(in_force).filter(|(_, in_force)| *in_force).map(|(rule, _)| rule)
    }

    /// Visits every place strictly below `value` at which rules end, with them, most specific first; goes only
    /// where patterns lead.
    fn walk(
        &self,
        document: &Document,
        value: NodeId,
        level: &[usize],
        visit: &mut dyn FnMut(NodeId, &[usize]),
    ) {
        let mut open = vec![(value, level.to_vec())];
        while let Some((value, level)) = open.pop() {
            for (step, child) in children(document, value) {
                let level = self.below(&level, &step);
                visit(child, &self.rules_at(&level));
                if !level.is_empty() {
                    open.push((child, level));
                }
            }
        }
    }

    /// Rules that end at pattern nodes, most specific first.
    fn rules_at(&self, level: &[usize]) -> Vec<usize> {
        let mut rules = Vec::new();
        for node in level {
            rules.extend_from_slice(&self.nodes[*node].rules);
        }
        rules
    }

    /// Pattern nodes one step further, most specific first.
    fn below(&self, level: &[usize], step: &Step) -> Vec<usize> {
        let mut next = Vec::new();
        for node in level.iter().map(|node| &self.nodes[*node]) {
            if let Ok(at) = node.named.binary_search_by(|(name, _)| name.cmp(step)) {
                next.push(node.named[at].1);
            }
            if Step::AnyElement.covers(step) {
                next.extend(node.any_element);
            }
            next.extend(node.any);
        }
        next
    }

    /// Adds a rule, and says if one from index `first` on has the same pattern and disagrees.
    fn insert(&mut self, rule: &Rule, first: usize) -> Option<Problem> {
        let node = rule.pattern.0.iter().fold(ROOT, |node, step| self.child(node, step));
        let rivals = self.nodes[node].rules.iter().filter(|rival| **rival >= first);
        // Whoever writes one pattern many times is told of the first disagreements.
        let mut rivals = rivals.take(RIVALS);
        let family = rivals.find_map(|rival| disagreement(&self.rules[*rival], rule));
        self.nodes[node].rules.push(self.rules.len());
        self.rules.push(rule.clone());
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
            named => match parent.named.binary_search_by(|(name, _)| name.cmp(named)) {
                Ok(at) => parent.named[at].1,
                Err(at) => {
                    parent.named.insert(at, (named.clone(), next));
                    next
                }
            },
        };
        if child == next {
            self.nodes.push(Node::default());
        }
        child
    }
}

/// What is directly inside a value, with the step that leads there.
fn children(document: &Document, value: NodeId) -> Vec<(Step, NodeId)> {
    let mut children = Vec::new();
    match document.kind(value) {
        Kind::Map => {
            for member in document.members(value) {
                children.push((Step::Key(document.text(member.key)), member.value));
            }
        }
        Kind::List => {
            for (index, element) in (0..).zip(document.elements(value)) {
                children.push((Step::Index(index), element));
            }
        }
        _ => {}
    }
    children
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
    use crate::rules::{ANY_TYPE, RuleSet};

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
            let resolved = rules.at(&Path::parse(path, Dialect::Own).unwrap());
            assert_eq!(resolved.cost(), cost, "{path}");
            assert_eq!(resolved.has_flag(Flag::Unique), unique, "{path}");
            assert_eq!(resolved.equalities().first().copied(), equality, "{path}");
        }
        assert!(rules.at(&Path::parse("z.deep", Dialect::Own).unwrap()).has_scope(Scope::Computed));
    }

    #[test]
    fn the_exact_type_wins_and_other_types_do_not_count() {
        let (rules, _) = rules(
            r#"{"*": {"a": "mutable", "b": "immutable"}, "t": {"a": "immutable"}, "u": {"b": "mutable"}}"#,
            "t",
        );
        for path in ["a", "b"] {
            assert_eq!(rules.at(&Path::parse(path, Dialect::Own).unwrap()).cost(), Cost::Immutable, "{path}");
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
