//! From JSON text to a rule set, with a diagnostic for everything that is no rule.

use super::{Term, Word};
use crate::contract::Family;
use crate::json::{Document, Kind, Member, NodeId};
use crate::path::{Dialect, Path};
use crate::problem::{Code, Problem, Span};
use std::rc::Rc;

/// One pattern with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Where it applies.
    pub pattern: Path,
    /// Its words, in order.
    pub words: Vec<Term>,
    /// The equality words among them.
    pub equalities: Vec<Term>,
    /// Where it stands in the rule set's text.
    pub span: Span,
}

impl Rule {
    /// Words for a pattern.
    pub fn new(pattern: Path, words: Vec<Term>, span: Span) -> Rule {
        let equalities = words.iter().filter(|term| term.word.equality().is_some()).cloned().collect();
        Rule { pattern, words, equalities, span }
    }

    /// Its words of one family, in order.
    pub fn of(&self, family: Family) -> impl Iterator<Item = &Term> {
        self.words.iter().filter(move |term| term.word.family() == family)
    }

    /// Whether it has a word.
    pub fn has(&self, word: Word) -> bool {
        self.words.iter().any(|term| term.word == word)
    }
}

/// Steps that a pattern may have. What is below a container that words match is looked at step by step,
/// each inside the one before.
pub const STEPS: usize = 100;

/// Names that a sentence lists; more of them are counted.
const NAMES_LISTED: usize = 8;

/// Names as a sentence lists them: each in backquotes, with `between` between them.
pub fn listed<'n>(names: impl Iterator<Item = &'n str>, between: &str) -> String {
    let mut list = String::new();
    let mut more = 0;
    for (at, name) in names.enumerate() {
        if at < NAMES_LISTED {
            for part in [if at == 0 { "" } else { between }, "`", name, "`"] {
                list.push_str(part);
            }
        } else {
            more += 1;
        }
    }
    if more == 0 { list } else { format!("{list} and {more} more") }
}

/// The rules of one resource type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeRules {
    /// The type, or `*`.
    pub name: String,
    /// Its rules, in the order of the text.
    pub rules: Vec<Rc<Rule>>,
}

/// The rules of all types, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSet {
    /// One entry for each member of the rule set that is an object.
    pub types: Vec<TypeRules>,
}

impl RuleSet {
    /// Reads a rule set. What is wrong in it is left out and said; the rest stands.
    pub fn read(document: &Document) -> (RuleSet, Vec<Problem>) {
        let mut reader = Reader { document, problems: Vec::new() };
        let types = reader.types();
        (RuleSet { types }, reader.problems)
    }

    /// The rules under one name.
    pub fn named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s TypeRules> {
        self.types.iter().filter(move |rules| rules.name == name)
    }
}

struct Reader<'d> {
    document: &'d Document,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn types(&mut self) -> Vec<TypeRules> {
        let root = self.document.root();
        let mut types = Vec::new();
        if self.document.kind(root) != Kind::Map {
            let message = "a rule set is an object of resource types, each an object of property paths";
            self.complain(Code::RuleShape, message.into(), root);
            return types;
        }
        for Member { key, value } in self.document.members(root) {
            if self.document.kind(value) == Kind::Map {
                types.push(TypeRules { name: self.document.text(key), rules: self.rules(value) });
            } else {
                let message = "expected an object of property paths for this resource type";
                let problem = Problem::new(Code::RuleShape, message, self.document.span(value))
                    .with_note("Rules for every type stand under \"*\": {\"*\": {\"path\": \"word\"}}.");
                self.problems.push(problem);
            }
        }
        types
    }

    fn rules(&mut self, map: NodeId) -> Vec<Rc<Rule>> {
        let mut rules = Vec::new();
        for Member { key, value } in self.document.members(map) {
            match Path::parse(&self.document.text(key), Dialect::Own) {
                Ok(pattern) if pattern.0.len() > STEPS => {
                    let message =
                        format!("this pattern has {} steps; at most {STEPS} are possible", pattern.0.len());
                    self.complain(Code::PathSyntax, message, key);
                }
                Ok(pattern) => {
                    let span =
                        Span { start: self.document.span(key).start, end: self.document.span(value).end };
                    rules.push(Rc::new(Rule::new(pattern, self.words(value), span)));
                }
                Err(error) => {
                    let message =
                        format!("this is not a property path: {} at byte {}", error.message, error.at);
                    self.complain(Code::PathSyntax, message, key);
                }
            }
        }
        rules
    }

    fn words(&mut self, value: NodeId) -> Vec<Term> {
        match self.document.kind(value) {
            Kind::String => self.word(value).into_iter().collect(),
            Kind::List => {
                let mut words = Vec::new();
                for item in self.document.elements(value) {
                    words.extend(self.word(item));
                }
                let mut costs = words.iter().filter_map(|term: &Term| term.word.cost());
                let first = costs.next();
                if costs.any(|cost| Some(cost) != first) {
                    self.complain(
                        Code::RuleConflict,
                        "these words say two costs; the first one stands".into(),
                        value,
                    );
                }
                words
            }
            _ => {
                self.complain(Code::RuleShape, "expected a word or a list of words".into(), value);
                Vec::new()
            }
        }
    }

    fn word(&mut self, node: NodeId) -> Option<Term> {
        if self.document.kind(node) != Kind::String {
            self.complain(Code::RuleShape, "expected a word in double quotes".into(), node);
            return None;
        }
        match Term::parse(&self.document.text(node)) {
            Ok(term) => Some(term),
            Err((code, message)) => {
                self.complain(code, message, node);
                None
            }
        }
    }

    fn complain(&mut self, code: Code, message: String, node: NodeId) {
        self.problems.push(Problem::new(code, message, self.document.span(node)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};

    fn rules(text: &str) -> (RuleSet, Vec<(Code, String)>) {
        let document = read(text.as_bytes().to_vec(), Limits::default()).unwrap();
        let (rules, problems) = RuleSet::read(&document);
        let said = problems
            .into_iter()
            .map(|problem| (problem.code, document.source().slice(problem.span.unwrap()).to_owned()))
            .collect();
        (rules, said)
    }

    #[test]
    fn reads_words_and_lists_of_words() {
        let (set, problems) = rules(
            r#"{"topic": {"name": ["immutable", "unique"], "a.b[*]": "default( 3 )"}, "*": {"__proto__": "computed"}}"#,
        );
        assert_eq!(problems, []);
        let mut spelled = Vec::new();
        for TypeRules { name, rules } in &set.types {
            for rule in rules {
                let words: Vec<String> = rule.words.iter().map(ToString::to_string).collect();
                spelled.push(format!("{name} {} {}", rule.pattern, words.join("+")));
            }
        }
        assert_eq!(
            spelled,
            ["topic name immutable+unique", "topic a.b[*] default( 3 )", "* __proto__ computed"]
        );
    }

    #[test]
    fn says_what_is_no_rule_and_keeps_the_rest() {
        let table = [
            ("[]", Code::RuleShape, "[]"),
            (r#"{"name": "immutable"}"#, Code::RuleShape, "\"immutable\""),
            (r#"{"*": {"a.": "integer"}}"#, Code::PathSyntax, "\"a.\""),
            (r#"{"*": {"a": 1}}"#, Code::RuleShape, "1"),
            (r#"{"*": {"a": [1]}}"#, Code::RuleShape, "1"),
            (r#"{"*": {"a": ["imutable", "unique"]}}"#, Code::UnknownWord, "\"imutable\""),
            (r#"{"*": {"a": "integer(3)"}}"#, Code::WordArgument, "\"integer(3)\""),
        ];
        for (text, code, place) in table {
            assert_eq!(rules(text).1, [(code, place.to_owned())], "{text}");
        }
        assert_eq!(rules(r#"{"*": {"a": ["imutable", "unique"]}}"#).0.types[0].rules[0].words.len(), 1);
    }
}
