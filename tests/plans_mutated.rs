//! Plans that somebody broke: whatever happens to their texts, reading all of their reports never panics, and never says nothing.
//!
//! `MUTATIONS=10000` breaks that many, real plans among them where their folder is beside the project (`npm run fuzz:plans`).

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use whyreplace::contract::{Format, Options, Severity};
use whyreplace::json::{Document, Kind, Limits, NodeId, read};
use whyreplace::{Beside, Comparison};

/// How many are broken where nobody says otherwise: a few seconds' worth.
const MUTATIONS: u64 = 300;

/// Real plans, where they are beside the project. Longer ones say no more, and take the time of many.
const REAL: [&str; 2] = ["../shared/corpus/terraform", "../shared/corpus/pulumi"];
const LONGEST: usize = 150_000;

/// A text that is broken, with the plan that it was.
type Seed = (String, String);

/// Numbers without a pattern, the same for the same seed (xorshift).
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// From 0 up to but not including `end`.
    fn below(&mut self, end: usize) -> usize {
        for shift in [13, -7, 17] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        (self.0 % end.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// A value, and its key where it is a member of an object.
#[derive(Clone, Copy)]
struct Spot {
    key: Option<NodeId>,
    value: NodeId,
}

/// What happens to a text that can still be read, at one of its values.
type Change = fn(&mut Dice, &str, &Document, &[Spot]) -> String;

/// What happens to a text, whatever is in it.
type Damage = fn(&mut Dice, &str) -> String;

const CHANGES: [(&str, Change); 7] = [
    ("dropped", dropped),
    ("duplicated", duplicated),
    ("another type", retyped),
    ("a hostile value", hostile),
    ("exchanged", exchanged),
    ("another key", renamed),
    ("a value inside itself", nested),
];

const DAMAGES: [(&str, Damage); 5] = [
    ("cut", cut),
    ("a character", scratched),
    ("wrapped", wrapped),
    ("twice", |_, text| format!("{text}\n{text}")),
    ("in a log", |_, text| {
        format!("::group::plan\n2024-01-01T00:00:00Z {text}\n::endgroup::\nDone in {{3}} s\n")
    }),
];

/// One value of each type.
const VALUES: [&str; 9] = ["null", "true", "false", "0", "\"\"", "\"text\"", "[]", "{}", "[{\"a\":[null]}]"];

/// Values that somebody may take for something else.
const HOSTILE: [&str; 26] = [
    "-0",
    "1e400",
    "1E-400",
    "1e999999999999999999999",
    "9007199254740993",
    "-123456789012345678901234567890.5",
    "0.1",
    "\"NaN\"",
    "\"__proto__\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\ud83d\\ude00\"",
    "\"a\\r\\nb\\tc\"",
    "\"](x) <img src=x> @all `\"",
    "\"resources.jobs[task_key='\"",
    "\"a[0].b[\\\"c.d\\\"].*\"",
    "\"${resources.jobs.a.id}\"",
    "\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"",
    "\"[secret]\"",
    "{\"4dabf18193072939515e22adb298388d\":\"1b47061264138c4ac30d75fd1eb44270\",\"plaintext\":\"\\\"x\\\"\"}",
    "{\"4dabf18193072939515e22adb298388d\":\"1b47061264138c4ac30d75fd1eb44270\",\"ciphertext\":1}",
    "{\"4dabf18193072939515e22adb298388d\":\"c44067f5952c0a294b673a41bacd8c17\",\"hash\":7}",
    "{\"__proto__\":{\"a\":1},\"\":2,\"a.b[0]\":3}",
    "\"{\\\"a\\\": [1, {\\\"a\\\": \\\"{\\\\\\\"b\\\\\\\": 2}\\\"}], \\\"a\\\": 2}\"",
    "\"%YAML 1.2\\na: &x [*x, ]\\n\"",
    "[[[[[[[[[[[[[[[[[[[[{\"deep\":[[[[[[[[1]]]]]]]]}]]]]]]]]]]]]]]]]]]]]",
];

fn raw(document: &Document, node: NodeId) -> &str {
    document.raw(node)
}

/// A text with something else between two places.
fn replaced(text: &str, from: usize, to: usize, by: &str) -> String {
    format!("{}{by}{}", &text[..from], &text[to..])
}

fn in_place(text: &str, document: &Document, node: NodeId, by: &str) -> String {
    let span = document.span(node);
    replaced(text, span.start as usize, span.end as usize, by)
}

fn dropped(dice: &mut Dice, text: &str, document: &Document, spots: &[Spot]) -> String {
    let Spot { key, value } = dice.pick(spots);
    let (mut from, mut to) =
        (document.span(key.unwrap_or(value)).start as usize, document.span(value).end as usize);
    // With the comma behind it or, of the last one, before it.
    let rest = text[to..].trim_start();
    if rest.starts_with(',') {
        to = text.len() - rest.len() + 1;
    } else if let Some(before) = text[..from].trim_end().strip_suffix(',') {
        from = before.len();
    }
    replaced(text, from, to, "")
}

fn duplicated(dice: &mut Dice, text: &str, document: &Document, spots: &[Spot]) -> String {
    let Spot { key, value } = dice.pick(spots);
    let (from, to) = (document.span(key.unwrap_or(value)).start as usize, document.span(value).end as usize);
    let again = if dice.below(2) == 0 {
        text[from..to].to_owned()
    } else {
        replaced(
            &text[from..to],
            text[from..to].len() - raw(document, value).len(),
            to - from,
            dice.pick(&VALUES),
        )
    };
    // The root has no brother.
    if value == document.root() { text.to_owned() } else { replaced(text, to, to, &format!(",{again}")) }
}

fn retyped(dice: &mut Dice, text: &str, document: &Document, spots: &[Spot]) -> String {
    in_place(text, document, dice.pick(spots).value, dice.pick(&VALUES))
}

fn hostile(dice: &mut Dice, text: &str, document: &Document, spots: &[Spot]) -> String {
    in_place(text, document, dice.pick(spots).value, dice.pick(&HOSTILE))
}

fn exchanged(dice: &mut Dice, text: &str, document: &Document, spots: &[Spot]) -> String {
    let [a, b] = [dice.pick(spots).value, dice.pick(spots).value];
    let (first, second) = if a < b { (a, b) } else { (b, a) };
    let (former, latter) = (document.span(first), document.span(second));
    if former.end > latter.start {
        return text.to_owned();
    }
    let text = in_place(text, document, second, raw(document, first));
    replaced(&text, former.start as usize, former.end as usize, raw(document, second))
}

fn renamed(dice: &mut Dice, text: &str, document: &Document, spots: &[Spot]) -> String {
    let keys: Vec<NodeId> = spots.iter().filter_map(|spot| spot.key).collect();
    if keys.is_empty() {
        return text.to_owned();
    }
    let texts = HOSTILE.iter().copied().filter(|value| value.starts_with('"'));
    let others: Vec<&str> = keys.iter().map(|key| raw(document, *key)).chain(texts).collect();
    in_place(text, document, dice.pick(&keys), dice.pick(&others))
}

fn nested(dice: &mut Dice, text: &str, document: &Document, spots: &[Spot]) -> String {
    let value = dice.pick(spots).value;
    let inner = raw(document, value);
    let quoted = serde_json::to_string(inner).unwrap();
    let around = [format!("[{inner},{inner}]"), format!("{{\"a\":{inner},\"old\":{inner}}}"), quoted];
    in_place(text, document, value, &around[dice.below(around.len())])
}

fn cut(dice: &mut Dice, text: &str) -> String {
    let [from, to] = [dice.below(text.len() + 1), dice.below(text.len() + 1)];
    let [from, to] = [from.min(to), from.max(to)].map(|at| text.floor_char_boundary(at));
    match dice.below(3) {
        0 => text[..to].to_owned(),
        1 => text[from..].to_owned(),
        _ => replaced(text, from, to, ""),
    }
}

fn scratched(dice: &mut Dice, text: &str) -> String {
    const MARKS: [&str; 9] = ["", "{", "}", "[", "\"", ",", "\\", "\u{feff}", "\u{1f600}"];
    let at = text.floor_char_boundary(dice.below(text.len()));
    let end = text[at..].chars().next().map_or(at, |mark| at + mark.len_utf8());
    replaced(text, at, end, dice.pick(&MARKS))
}

fn wrapped(dice: &mut Dice, text: &str) -> String {
    let around = [
        "[@]",
        "[@,@]",
        "{\"plan\":@}",
        "{\"a\":{\"b\":@},\"c\":@}",
        "{\"old\":@,\"new\":@}",
        "{\"events\":[@]}",
    ];
    dice.pick(&around).replace('@', text)
}

/// As a build log has it: coloured, or with a time before each line, between lines that look like JSON themselves.
fn logged(dice: &mut Dice, text: &str) -> String {
    let lines = format!("Run [id=a]\n{text}\n}} done {{");
    let timed = |time| lines.lines().flat_map(|line| [time, " ", line, "\n"]).collect();
    match dice.below(4) {
        0 => format!("\u{1b}[1m{text}\u{1b}[0m"),
        1 => timed("2026-01-31T12:00:00.123Z"),
        2 => timed("[12:00:00]"),
        _ => lines,
    }
}

/// Every value of a document.
fn spots(document: &Document) -> Vec<Spot> {
    let mut spots = vec![Spot { key: None, value: document.root() }];
    let mut next = 0;
    while let Some(Spot { value, .. }) = spots.get(next).copied() {
        match document.kind(value) {
            Kind::List => spots.extend(document.elements(value).map(|value| Spot { key: None, value })),
            Kind::Map => spots.extend(
                document.members(value).map(|member| Spot { key: Some(member.key), value: member.value }),
            ),
            _ => {}
        }
        next += 1;
    }
    spots
}

fn mutated(dice: &mut Dice, seed: &str) -> (String, Vec<&'static str>) {
    let (mut text, mut told) = (seed.to_owned(), Vec::new());
    for _ in 0..=dice.below(4) {
        let document = read(text.clone().into_bytes(), Limits::default());
        match document {
            Ok(document) if dice.below(8) > 0 => {
                let (name, change) = dice.pick(&CHANGES);
                text = change(dice, &text, &document, &spots(&document));
                told.push(name);
            }
            _ => {
                let (name, damage) = dice.pick(&DAMAGES);
                text = damage(dice, &text);
                told.push(name);
            }
        }
    }
    if dice.below(6) == 0 {
        text = logged(dice, &text);
        told.push("logged");
    }
    (text, told)
}

/// A rule set with words of the catalogue for everything, whoever it is for.
fn rules(dice: &mut Dice) -> String {
    let patterns = ["*", "*.*", "*[*]", "*.*[*]", "*[*].*", "*.*.*"];
    let words: Vec<_> = whyreplace::catalogue().collect();
    let rule = |pattern: &&str| {
        let word = words[dice.below(words.len())].written;
        format!("{}:{}", serde_json::to_string(pattern).unwrap(), serde_json::to_string(word).unwrap())
    };
    let rules: Vec<String> = patterns.iter().map(rule).collect();
    format!("{{\"*\":{{{}}}}}", rules.join(","))
}

/// Reads all that a report has. What is wrong with it, if something is.
fn fault(comparison: &Comparison, text: &str) -> Option<String> {
    let report = comparison.report();
    let diagnostics = comparison.diagnostics();
    let mut all: Vec<u32> = Vec::new();
    for resource in report.resources.iter().chain(&report.drift).chain(&report.outputs) {
        let findings = comparison.findings(resource.id);
        let ids: Vec<u32> = findings.iter().map(|finding| finding.id).collect();
        for id in &ids {
            let _ = comparison.detail(*id);
        }
        all.extend(&ids);
        for group in comparison.groups(resource.id) {
            if !group.findings.iter().all(|id| ids.contains(id)) {
                return Some(format!("a group of {} has findings of others", resource.address));
            }
        }
        if comparison.proposed(resource.id).is_none() && !findings.is_empty() {
            return Some(format!("nothing is known of proposals for {}", resource.address));
        }
        let _ = (comparison.detailed_diff(resource.id), comparison.affects(resource.id));
    }
    all.sort_unstable();
    if let Some((next, id)) = (0..).zip(&all).find(|(next, id)| next != *id) {
        return Some(format!("the finding {next} has the id {id}"));
    }
    if report.format == Format::Refused {
        let mut errors = diagnostics.iter().filter(|said| said.severity == Severity::Error);
        let has_note = errors.any(|said| !said.notes.is_empty());
        return (!has_note).then(|| format!("it is refused, and no note says what to do: {diagnostics:?}"));
    }
    let told: BTreeSet<&str> =
        report.resources.iter().chain(&report.drift).map(|each| each.address.as_str()).collect();
    // An address that has a secret in it is told without.
    let is_told = |address: &str| {
        let ends = |told: &&str| {
            told.split_once("(secret)")
                .is_some_and(|(start, end)| address.starts_with(start) && address.ends_with(end))
        };
        told.contains(address) || told.iter().any(ends)
    };
    whole(report.format, text)
        .into_iter()
        .find(|address| !is_told(address))
        .map(|address| format!("{address} is missing"))
}

/// Addresses of resources that are whole in a plan that stands alone in its text.
fn whole(format: Format, text: &str) -> Vec<String> {
    let Ok(document) = read(text.as_bytes().to_vec(), Limits::default()) else { return Vec::new() };
    let at = |node: NodeId, name: &str| {
        (document.kind(node) == Kind::Map).then(|| document.member(node, name)).flatten()
    };
    let text = |node: NodeId| (document.kind(node) == Kind::String).then(|| document.text(node));
    let elements = |list: Option<NodeId>| -> Vec<NodeId> {
        list.filter(|list| document.kind(*list) == Kind::List)
            .map(|list| document.elements(list).collect())
            .unwrap_or_default()
    };
    let root = document.root();
    match format {
        Format::TerraformPlan => {
            let resources = elements(at(root, "resource_changes"));
            let is_whole = |resource: &NodeId| {
                let actions = elements(at(*resource, "change").and_then(|change| at(change, "actions")));
                actions.first().is_some_and(|action| document.kind(*action) == Kind::String)
            };
            resources
                .into_iter()
                .filter(is_whole)
                .filter_map(|resource| text(at(resource, "address")?))
                .collect()
        }
        Format::PulumiPreview => {
            elements(at(root, "steps")).into_iter().filter_map(|step| text(at(step, "urn")?)).collect()
        }
        Format::DatabricksPlan => {
            let entries = at(root, "plan").filter(|plan| document.kind(*plan) == Kind::Map);
            entries
                .into_iter()
                .flat_map(|plan| document.members(plan))
                .filter(|member| document.kind(member.value) == Kind::Map)
                .map(|member| document.text(member.key))
                .filter(|key| key.starts_with("resources."))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn checked(seed: u64, plan: &str) -> Result<bool, String> {
    let mut dice = Dice::new(seed);
    let (text, told) = mutated(&mut dice, plan);
    let rules = rules(&mut dice);
    let outcome = catch_unwind(|| {
        let comparison = Comparison::review(text.clone().into_bytes(), None, Options::default());
        let is_refused = comparison.report().format == Format::Refused;
        let again = Beside { rules: Some(rules.clone().into_bytes()), ..Beside::default() };
        let fault_of = |comparison: &Comparison| fault(comparison, &text);
        let found = fault_of(&comparison).or_else(|| fault_of(&comparison.decide(again, Options::default())));
        found.map_or(Ok(is_refused), Err)
    });
    let found = outcome.unwrap_or_else(|_| Err("it panics".to_owned()));
    found.map_err(|fault| format!("mutation {seed} ({}): {fault}", told.join(", ")))
}

fn files(folder: &str, longest: usize) -> Vec<Seed> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let is_plan =
        |path: &Path| path.extension().is_some_and(|extension| extension == "json" || extension == "ndjson");
    let texts = paths.into_iter().filter(|path| is_plan(path)).filter_map(|path| {
        let text = fs::read_to_string(&path).ok().filter(|text| text.len() <= longest)?;
        Some((path.display().to_string(), text))
    });
    texts.collect()
}

/// The plans of the case files, and those that were generated.
fn seeds() -> Vec<Seed> {
    let mut seeds = files("tests/plans/generated", usize::MAX);
    for (name, text) in files("tests/plans", usize::MAX) {
        let file = read(text.into_bytes(), Limits::default()).unwrap();
        for case in file.elements(file.member(file.root(), "cases").unwrap()) {
            let plan = file.member(case, "plan").map(|plan| file.raw(plan).to_owned());
            let plan = plan.or_else(|| file.member(case, "text").map(|text| file.text(text)));
            seeds.push((name.clone(), plan.unwrap()));
        }
    }
    seeds
}

#[test]
fn broken_plans_are_read_or_refused() {
    let more = std::env::var("MUTATIONS").ok().and_then(|count| count.parse().ok());
    let mut seeds = seeds();
    assert!(seeds.len() > 20, "only {} plans were found", seeds.len());
    if more.is_some() {
        let real: Vec<Seed> = REAL.iter().flat_map(|folder| files(folder, LONGEST)).collect();
        eprintln!("{} real plans", real.len());
        seeds.extend(real);
    }
    let count = more.unwrap_or(MUTATIONS);
    let (mut refused, mut faults) = (0, Vec::new());
    for at in 0..count {
        let (name, plan) = &seeds[at as usize % seeds.len()];
        match checked(at, plan) {
            Ok(is_refused) => refused += u64::from(is_refused),
            Err(fault) => faults.push(format!("{name}: {fault}")),
        }
    }
    eprintln!("of {count} broken plans {refused} are refused");
    assert!(refused < count / 2, "most are refused: that tests little");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
