//! What holds for every equality word of the catalogue: a new word, and a new choice of its arguments, is tested
//! without a line here.
//!
//! The values are those of the catalogue's examples and of `tests/vectors/normalizers.json`, random edits of them, and
//! any text. That nothing panics on them is one of the laws.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::{env, fs};
use whyreplace::Comparison;
use whyreplace::contract::{Action, Options};
use whyreplace::json::{Kind, Limits, NodeId};
use whyreplace::normalize::{self, Lifted};
use whyreplace::rules::{CATALOGUE, Equality, Takes, Term, Word};
use whyreplace::value;

/// Words, with arguments or beside others, as neither the catalogue nor a vector has them.
const MORE_SPELLINGS: &[&[&str]] = &[
    &["alias(1, \"one\", true)"],
    &["base64", "json"],
    &["boolean()"],
    &["default(\"x\")"],
    &["default(null)"],
    &["json", "one-or-many"],
    &["json", "set"],
    &["keyed(name, port)"],
    &["one-or-many", "set"],
    &["trim", "integer"],
    &["url-encoded", "yaml"],
];

/// The one word that says which side is which.
const HAS_SIDES: Equality = Equality::VersionPrefix;

/// Cases of each spelling; the environment may ask for more.
const CASES: u32 = 16;

/// Nothing is a missing value.
type Property = Option<Value>;

/// Two values of which a rule says whether they are one.
struct Pair {
    rule: Value,
    values: [Property; 2],
    is_equal: bool,
}

/// Words as a rule writes them, and pairs of values that they have something to say about.
struct Spelling {
    rule: Value,
    rules: Vec<u8>,
    terms: Vec<Term>,
    pairs: Vec<[Property; 2]>,
}

impl Spelling {
    fn new(rule: Value, known: &[Pair]) -> Spelling {
        let terms = terms(&rule);
        let shares_a_word = |pair: &&Pair| {
            self::terms(&pair.rule).iter().any(|own| terms.iter().any(|term| term.word == own.word))
        };
        let pairs = known.iter().filter(shares_a_word).map(|pair| pair.values.clone()).collect();
        Spelling { rules: rule_set(&rule), rule, terms, pairs }
    }

    fn is_canonical(&self) -> bool {
        self.terms.iter().all(|term| term.word.equality().is_some_and(Equality::is_canonical))
    }

    fn has_sides(&self) -> bool {
        self.terms.iter().any(|term| term.word.equality() == Some(HAS_SIDES))
    }

    fn are_equal(&self, old: &Property, new: &Property) -> bool {
        are_equal(&self.rules, old, new)
    }
}

fn are_equal(rules: &[u8], old: &Property, new: &Property) -> bool {
    action(&compared(rules, &document(old), &document(new))) == Action::NoOp
}

fn compared(rules: &[u8], old: &str, new: &str) -> Comparison {
    let [rules, old, new] = [rules, old.as_bytes(), new.as_bytes()].map(<[u8]>::to_vec);
    whyreplace::compare(old, new, Some(rules), Options::default())
}

/// A rule set that applies a rule to the property `p`, or to the members of it that the rule names.
fn rule_set(rule: &Value) -> Vec<u8> {
    let patterns: Map<String, Value> = match rule {
        Value::Object(members) => {
            members.iter().map(|(member, words)| (format!("p{member}"), words.clone())).collect()
        }
        words => [("p".to_owned(), words.clone())].into_iter().collect(),
    };
    json!({ "*": patterns }).to_string().into_bytes()
}

/// The words of a rule, whatever members they stand at.
fn terms(rule: &Value) -> Vec<Term> {
    match rule {
        Value::String(word) => vec![Term::parse(word).unwrap()],
        Value::Array(rules) => rules.iter().flat_map(terms).collect(),
        Value::Object(members) => members.values().flat_map(terms).collect(),
        _ => Vec::new(),
    }
}

fn document(value: &Property) -> String {
    value.as_ref().map_or_else(|| "{}".to_owned(), |value| format!("{{\"p\":{value}}}"))
}

fn action(comparison: &Comparison) -> Action {
    comparison.report().resources[0].verdict.action
}

/// The pairs of the catalogue and of the vectors.
fn known_pairs() -> Vec<Pair> {
    let property = |text: &str| (!text.is_empty()).then(|| serde_json::from_str(text).unwrap());
    let examples = CATALOGUE.iter().filter_map(|entry| entry.about.as_ref()?.example.as_ref());
    let of_examples = examples.flat_map(|example| {
        [(example.equal, true), (example.different, false)].map(|((old, new), is_equal)| Pair {
            rule: json!([example.written]),
            values: [property(old), property(new)],
            is_equal,
        })
    });
    let vectors: Vec<Value> =
        serde_json::from_slice(&fs::read("tests/vectors/normalizers.json").unwrap()).unwrap();
    let of_vectors = vectors.into_iter().map(|vector| Pair {
        values: ["old", "new"].map(|side| Some(vector[side].clone())),
        is_equal: vector["equal"] == true,
        rule: vector["rule"].clone(),
    });
    let is_of_equality = |pair: &Pair| {
        let terms = terms(&pair.rule);
        !terms.is_empty() && terms.iter().all(|term| matches!(term.word, Word::Equality(_)))
    };
    of_examples.chain(of_vectors).filter(is_of_equality).collect()
}

/// Every equality word with every choice of its arguments, and every rule of a pair.
fn spellings() -> Vec<Spelling> {
    let known = known_pairs();
    let choices = CATALOGUE.iter().flat_map(|entry| match (entry.word, entry.takes) {
        (Word::Equality(_), Takes::OneOf(choices)) => with_choices(entry.name, choices),
        (Word::Equality(_), Takes::AtMostOneOf(choices)) => {
            [with_choices(entry.name, choices), vec![json!([entry.name])]].concat()
        }
        _ => Vec::new(),
    });
    let mut rules: Vec<Value> = known.iter().map(|pair| pair.rule.clone()).chain(choices).collect();
    rules.extend(MORE_SPELLINGS.iter().map(|words| json!(words)));
    rules.sort_by_key(Value::to_string);
    rules.dedup();
    rules.into_iter().map(|rule| Spelling::new(rule, &known)).collect()
}

fn with_choices(name: &str, choices: &[&str]) -> Vec<Value> {
    choices.iter().map(|choice| json!([format!("{name}({choice})")])).collect()
}

/// A small change of a value.
#[derive(Clone, Debug)]
enum Edit {
    Insert(char),
    Delete,
    Double,
    Swap,
    OtherCase,
    /// A text becomes the value that it is the JSON of, and any other value its JSON text.
    OtherType,
    /// A value becomes the list of it.
    Wrap,
}

/// An edit, and where: which value in the value, and which character, element or member of that.
type Edits = Vec<(Edit, Index, Index)>;

fn edits() -> impl Strategy<Value = Edits> {
    let marks: Vec<char> =
        " \t\r\n.,:;/-_+=%\"'\\[]{}()<>#@*&~$|007aAzZ\u{a0}\u{feff}\u{301}\0".chars().collect();
    let edit = prop_oneof![
        3 => select(marks).prop_map(Edit::Insert),
        1 => any::<char>().prop_map(Edit::Insert),
        1 => Just(Edit::Delete),
        1 => Just(Edit::Double),
        1 => Just(Edit::Swap),
        2 => Just(Edit::OtherCase),
        1 => Just(Edit::OtherType),
        1 => Just(Edit::Wrap),
    ];
    proptest::collection::vec((edit, any::<Index>(), any::<Index>()), 1..3)
}

fn edited(value: &Property, edits: &Edits) -> Property {
    let mut value = value.clone()?;
    for (edit, node, at) in edits {
        let mut left = node.index(nodes(&value));
        edit_node(&mut value, &mut left, &|node| edit_here(node, edit, *at));
    }
    Some(value)
}

/// How many values are in a value, itself among them.
fn nodes(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(nodes).sum(),
        Value::Object(members) => members.values().map(nodes).sum(),
        _ => 0,
    }
}

/// Edits the value before which there are as many as are left.
fn edit_node(value: &mut Value, left: &mut usize, edit: &dyn Fn(&mut Value)) -> bool {
    if *left == 0 {
        edit(value);
        return true;
    }
    *left -= 1;
    match value {
        Value::Array(elements) => elements.iter_mut().any(|element| edit_node(element, left, edit)),
        Value::Object(members) => members.values_mut().any(|member| edit_node(member, left, edit)),
        _ => false,
    }
}

fn edit_here(value: &mut Value, edit: &Edit, at: Index) {
    *value = match (edit, value.take()) {
        (Edit::Wrap, value) => json!([value]),
        (Edit::OtherType, Value::String(text)) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        (Edit::OtherType, value) => Value::String(value.to_string()),
        (_, Value::String(text)) => Value::String(edited_text(&text, edit, at)),
        (_, Value::Number(number)) => {
            let text = edited_text(&number.to_string(), edit, at);
            serde_json::from_str(&text).unwrap_or(Value::String(text))
        }
        (_, Value::Array(elements)) => Value::Array(edited_list(elements, edit, at)),
        (_, Value::Object(members)) => {
            let renamed = at.index(members.len().max(1));
            let name = |place: usize, key: String| {
                if place == renamed { edited_text(&key, edit, at) } else { key }
            };
            members.into_iter().enumerate().map(|(place, (key, value))| (name(place, key), value)).collect()
        }
        (_, other) => other,
    };
}

fn edited_text(text: &str, edit: &Edit, at: Index) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    match edit {
        Edit::Insert(character) => characters.insert(at.index(characters.len() + 1), *character),
        Edit::OtherCase if !characters.is_empty() => {
            let place = at.index(characters.len());
            let other = if characters[place].is_lowercase() {
                characters[place].to_uppercase().collect::<Vec<_>>()
            } else {
                characters[place].to_lowercase().collect()
            };
            characters.splice(place..=place, other);
        }
        _ => characters = edited_list(characters, edit, at),
    }
    characters.into_iter().collect()
}

fn edited_list<T: Clone>(mut list: Vec<T>, edit: &Edit, at: Index) -> Vec<T> {
    if list.is_empty() {
        return list;
    }
    let place = at.index(list.len());
    match edit {
        Edit::Delete => drop(list.remove(place)),
        Edit::Double => list.insert(place, list[place].clone()),
        _ => {
            let other = (place + 1) % list.len();
            list.swap(place, other);
        }
    }
    list
}

/// Values that are close to each other, some of them equal, and any text.
fn values(pairs: Vec<[Property; 2]>) -> impl Strategy<Value = Vec<Property>> {
    (select(pairs), edits(), edits(), edits(), any::<String>()).prop_map(
        |([a, b], first, second, third, text)| {
            let more =
                [edited(&a, &first), edited(&b, &second), edited(&a, &third), Some(Value::String(text))];
            [a, b].into_iter().chain(more).collect()
        },
    )
}

/// Checks a law with values of every spelling. A law returns what breaks it.
#[track_caller]
fn check(law: impl Fn(&Spelling, &[Property]) -> Option<String>) {
    let cases = env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    let spellings = spellings();
    assert!(spellings.len() > CATALOGUE.len());
    let broken: Vec<String> = spellings
        .iter()
        .filter_map(|spelling| {
            let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
            let run = TestRunner::new(config).run(&values(spelling.pairs.clone()), |values| {
                law(spelling, &values).map_or(Ok(()), |what| Err(TestCaseError::fail(what)))
            });
            run.err().map(|error| format!("{}: {error}", spelling.rule))
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The JSON of a value with all its texts in escapes: equal bytes would not be looked into.
fn in_escapes(value: &Value) -> String {
    let list = |items: Vec<String>| items.join(", ");
    let text = |text: &str| {
        let escapes: Vec<String> = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        format!("\"{}\"", escapes.concat())
    };
    match value {
        Value::String(content) => text(content),
        Value::Array(elements) => format!("[{}]", list(elements.iter().map(in_escapes).collect())),
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| format!("{} : {}", text(key), in_escapes(value));
            format!("{{{}}}", list(members.iter().map(member).collect()))
        }
        scalar => scalar.to_string(),
    }
}

#[test]
fn a_value_is_equal_to_itself() {
    check(|spelling, values| {
        values.iter().flatten().find_map(|value| {
            let [old, new] = [value.to_string(), in_escapes(value)].map(|text| format!("{{\"p\":{text}}}"));
            let comparison = compared(&spelling.rules, &old, &new);
            let findings = comparison.findings(0);
            let is_same = findings.is_empty() && action(&comparison) == Action::NoOp;
            (!is_same).then(|| format!("{value} differs from itself: {findings:?}"))
        })
    });
}

#[test]
fn equality_is_symmetric_and_of_canonical_words_transitive() {
    check(|spelling, values| {
        let row = |a| values.iter().map(|b| spelling.are_equal(a, b)).collect();
        let equal: Vec<Vec<bool>> = values.iter().map(row).collect();
        let told = |of: &[usize]| of.iter().map(|at| document(&values[*at])).collect::<Vec<_>>().join(" ");
        let all = 0..values.len();
        for (a, b) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
            if equal[a][b] != equal[b][a] && !spelling.has_sides() {
                return Some(format!("not symmetric: {}", told(&[a, b])));
            }
            let breaks = |c: &usize| equal[a][b] && equal[b][*c] && !equal[a][*c];
            if let Some(c) = all.clone().find(breaks).filter(|_| spelling.is_canonical()) {
                return Some(format!("not transitive: {}", told(&[a, b, c])));
            }
        }
        None
    });
}

#[test]
fn a_word_says_of_elements_of_a_set_what_it_says_of_values() {
    check(|spelling, values| {
        // Members that a rule names are not members of an element.
        let words = spelling.rule.as_array()?;
        let rules = rule_set(&json!({ "": "set", "[*]": words }));
        let elements: Vec<Property> = values.iter().flatten().cloned().map(Some).collect();
        let in_list = |element: &Property| element.as_ref().map(|element| json!([element]));
        elements.iter().take(2).flat_map(|a| elements.iter().map(move |b| (a, b))).find_map(|(a, b)| {
            let alone = spelling.are_equal(a, b);
            let in_set = are_equal(&rules, &in_list(a), &in_list(b));
            (alone != in_set).then(|| format!("{} {}: {alone}, in a set {in_set}", document(a), document(b)))
        })
    });
}

/// What words make of a value, and again of that; nothing if the value is one that they cannot judge.
fn forms(terms: &[Term], value: &Property) -> Option<[String; 2]> {
    let once = normalize::canonical(terms, lifted(value)).ok()?;
    let twice = normalize::canonical(terms, once.clone()).ok()?;
    Some([once, twice].map(|form| match form {
        Lifted::Container(document, node) => document.raw(node).to_owned(),
        other => format!("{other:?}"),
    }))
}

fn lifted(value: &Property) -> Lifted<'static> {
    let Some(value) = value else { return Lifted::Missing };
    let document = value::read(value.to_string().into_bytes(), Limits::default()).unwrap();
    match document.kind(document.root()) {
        Kind::List | Kind::Map => Lifted::Container(Rc::new(document), NodeId::ROOT),
        _ => Lifted::Scalar(value::Scalar::at(&document, NodeId::ROOT).unwrap().into_owned()),
    }
}

#[test]
fn a_canonical_form_is_its_own_and_values_of_one_form_are_equal() {
    check(|spelling, values| {
        // Words in a list read what the ones before them left: their form is no value to begin with.
        if !spelling.is_canonical() || spelling.terms.len() > 1 || spelling.rule.is_object() {
            return None;
        }
        let form = |value| Some((document(value), value, forms(&spelling.terms, value)?));
        let forms: Vec<_> = values.iter().filter_map(form).collect();
        for (a, old, [once, twice]) in &forms {
            if once != twice {
                return Some(format!("{a} becomes {once} and then {twice}"));
            }
            let differs = |(_, new, [other, _]): &&(String, &Property, [String; 2])| {
                once == other && !spelling.are_equal(old, new)
            };
            if let Some((b, ..)) = forms.iter().find(differs) {
                return Some(format!("{a} and {b} have one form: {once}"));
            }
        }
        None
    });
}

/// The value with one character put into it, in all ways: between two letters or digits of a text, a key or a number.
fn with_one_more(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => texts_with_one_more(text).into_iter().map(Value::from).collect(),
        Value::Number(number) => {
            let texts = texts_with_one_more(&number.to_string());
            texts.iter().filter_map(|text| serde_json::from_str(text).ok()).collect()
        }
        Value::Array(elements) => {
            let at = |place: usize| {
                with_one_more(&elements[place]).into_iter().map(move |element| {
                    let mut list = elements.clone();
                    list[place] = element;
                    Value::Array(list)
                })
            };
            (0..elements.len()).flat_map(at).collect()
        }
        Value::Object(members) => {
            let replaced = |key: &String, new_key: String, value: Value| {
                let others = members.iter().filter(|(other, _)| *other != key);
                let others = others.map(|(key, value)| (key.clone(), value.clone()));
                Value::Object(others.chain([(new_key, value)]).collect())
            };
            let at = |(key, value): (&String, &Value)| {
                let values = with_one_more(value).into_iter().map(|value| replaced(key, key.clone(), value));
                let keys =
                    texts_with_one_more(key).into_iter().map(|other| replaced(key, other, value.clone()));
                values.chain(keys).collect::<Vec<_>>()
            };
            members.iter().flat_map(at).collect()
        }
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

fn texts_with_one_more(text: &str) -> Vec<String> {
    let is_inside = |(at, _): &(usize, char)| {
        let (before, after) = text.split_at(*at);
        before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
    };
    let insert = |(at, _): (usize, char)| {
        ['7', 'q'].map(|character| {
            let mut text = text.to_owned();
            text.insert(at, character);
            text
        })
    };
    text.char_indices().filter(is_inside).flat_map(insert).collect()
}

/// Words to which a letter or digit more may mean nothing: in how many of the pairs it does, and why.
const MAY_MEAN_NOTHING: &[(&str, usize, &str)] = &[
    ("arn-id", 110, "service, region, account and what stands before the id are not looked at"),
    ("default-block", 36, "what is not set may have any name"),
    ("ecs-containers", 20, "a member without content is one that is not set"),
    ("float32", 25, "seven digits are all that counts"),
    ("gcp-link", 420, "what stands before the last segments is not looked at"),
    ("image-ref", 2, "beside a digest, the tag is not looked at"),
    ("path-suffix", 44, "what stands before the last segments is not looked at"),
    ("ref", 10, "only the id is looked at"),
    ("semver", 12, "build metadata is not looked at"),
    ("ssh-key(ignore-comment)", 8, "the comment is not looked at"),
    ("version-prefix", 8, "what follows the components that are asked for is not looked at"),
    ("yaml", 4, "comments are not looked at"),
];

#[test]
fn a_letter_or_digit_more_is_another_value() {
    let mut equal: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Pair { rule, values: [a, b], .. } in known_pairs().iter().filter(|pair| pair.is_equal) {
        let spelling = Spelling::new(rule.clone(), &[]);
        for (kept, changed) in [(a, b), (b, a)] {
            for other in changed.iter().flat_map(with_one_more).map(Some) {
                if spelling.are_equal(kept, &other) || spelling.are_equal(&other, kept) {
                    let words: Vec<_> = spelling.terms.iter().map(Term::to_string).collect();
                    equal.entry(words.join(" ")).or_default().push(format!(
                        "{} {}",
                        document(kept),
                        document(&other)
                    ));
                }
            }
        }
    }
    for (words, expected, reason) in MAY_MEAN_NOTHING {
        let found = equal.remove(*words).unwrap_or_default();
        let list = found.join("\n");
        assert_eq!(found.len(), *expected, "{words} calls so many pairs equal because {reason}:\n{list}");
    }
    assert!(equal.is_empty(), "these are still equal: {equal:#?}");
}
