//! Where three documents differ: old against new and remote against new, joined by path.

use crate::contract::{Dialect, Kind as ChangeKind, SettledBy};
use crate::diff::{Judgement, Ruling, Settled, compare};
use crate::json::{Document, Kind, NodeId};
use crate::path::{Path, Step};
use crate::patterns::has_member;
use crate::places::{FrameId, Pair, PathId, Values};
use crate::rules::{Equality, Rule, Rules, Scope, Term, Word};
use crate::value::{Comparison, Scalar};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A path at which not all three sides are one.
#[derive(Debug)]
pub struct Joined {
    /// Where.
    pub path: Path,
    /// What was recorded.
    pub old: Rc<Document>,
    /// What is asked for.
    pub new: Rc<Document>,
    /// What the service reports; nothing if the resource is gone.
    pub remote: Option<Rc<Document>>,
    /// What stands there.
    pub values: Three,
    /// Old is not new.
    pub is_local: bool,
    /// Remote is not new.
    pub is_drift: bool,
    /// Words that make remote and new one value, or the reason that they give.
    pub same_by_words: Option<String>,
    /// Where it was found, in old against new and in remote against new, and what it is there.
    pub found: [Option<(PathId, Ruling)>; 2],
    /// An option resets new to old there.
    pub is_reset: bool,
    rules: Rc<Rules>,
}

/// The values of three sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Three {
    /// The old one.
    pub old: Option<NodeId>,
    /// The new one.
    pub new: Option<NodeId>,
    /// The one that the service reports.
    pub remote: Option<NodeId>,
}

impl Joined {
    /// The three documents with the values in them.
    pub fn sides(&self) -> [(&Document, Option<NodeId>); 3] {
        let remote = self.remote.as_deref().unwrap_or(&self.new);
        let of_remote = self.values.remote.filter(|_| self.remote.is_some());
        [(&self.old, self.values.old), (&self.new, self.values.new), (remote, of_remote)]
    }

    /// The same difference if no word made remote and new one.
    #[must_use]
    pub fn without_words(&self) -> Joined {
        Joined {
            path: self.path.clone(),
            old: Rc::clone(&self.old),
            new: Rc::clone(&self.new),
            remote: self.remote.clone(),
            same_by_words: None,
            rules: Rc::clone(&self.rules),
            ..*self
        }
    }

    /// Words like this whose pattern covers the path: all of them, those that a person wrote before those that a tool made, the
    /// most specific first.
    pub fn rules(&self, word: Word) -> impl Iterator<Item = &Term> {
        let covering = self.covering(&self.path);
        let of_person = covering.clone().filter(|term| !term.has("generated"));
        of_person.chain(covering.filter(|term| term.has("generated"))).filter(move |term| term.word == word)
    }

    /// The first of them.
    pub fn rule(&self, word: Word) -> Option<&Term> {
        self.rules(word).next()
    }

    /// The first of them like this.
    pub fn rule_that(&self, word: Word, is_wanted: fn(&Term) -> bool) -> Option<&Term> {
        self.rules(word).find(|term| is_wanted(term))
    }

    /// The service never returns it.
    pub fn is_write_only(&self) -> bool {
        self.rule(Word::Scope(Scope::WriteOnly)).is_some()
    }

    /// Neither side of ours has it, and the service does.
    pub fn is_unset(&self) -> bool {
        let is_there = |document: &Document, node: Option<NodeId>| {
            node.is_some_and(|node| document.kind(node) != Kind::Null)
        };
        !is_there(&self.old, self.values.old) && !is_there(&self.new, self.values.new)
    }

    /// Words for defaults of the backend that cover one key below the path.
    pub fn rules_at_key(&self, key: &str) -> impl Iterator<Item = &Term> {
        let steps = self.path.0.iter().cloned().chain([Step::Key(key.to_owned())]);
        let path = Path(steps.collect());
        let is_default = |term: &&Term| term.word == Word::Scope(Scope::BackendDefault);
        self.covering(&path).filter(is_default).collect::<Vec<_>>().into_iter()
    }

    fn covering(&self, path: &Path) -> impl Iterator<Item = &Term> + Clone {
        let covers = |rule: &&Rc<Rule>| rule.pattern.contains(path);
        let mut rules: Vec<&Rc<Rule>> = self.rules.rules().iter().filter(covers).collect();
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.pattern.0.len()));
        rules.into_iter().flat_map(|rule| &rule.words)
    }
}

/// Every path at which old or remote is not new; first those of old, then what the service alone changed. `local` and `drift`
/// are old and remote, each held against new by the same rules; without a remote side the resource is gone.
pub fn join(local: &Settled, drift: Option<&Settled>) -> Vec<Joined> {
    let main = local.frames.frame(FrameId::MAIN);
    let sides = Sides {
        old: &main.old,
        new: &main.new,
        remote: drift.map(|drift| &drift.frames.frame(FrameId::MAIN).old),
        rules: local.rules(),
    };
    let by_program = differences(local);
    let by_service = drift.map(differences).unwrap_or_default();
    let of_remote: BTreeMap<String, &Difference> =
        by_service.iter().map(|found| (found.path.to_string(), found)).collect();
    let of_program: BTreeSet<String> = by_program.iter().map(|found| found.path.to_string()).collect();
    let local = by_program
        .iter()
        .map(|found| sides.joined(Some(found), of_remote.get(&found.path.to_string()).copied()));
    let is_new = |found: &&Difference| !of_program.contains(&found.path.to_string());
    local.chain(by_service.iter().filter(is_new).map(|found| sides.joined(None, Some(found)))).collect()
}

/// What a plan says that differs, as one: old, new and remote at a path of documents that hold nothing but this.
pub fn at_path(local: &Settled, drift: Option<&Settled>, path: Path) -> Joined {
    let main = local.frames.frame(FrameId::MAIN);
    let remote = drift.map(|drift| &drift.frames.frame(FrameId::MAIN).old);
    let by_program = differences(local);
    // Where the service has what is recorded, both comparisons are one.
    let is_one = drift.is_some_and(|drift| std::ptr::eq(drift, local));
    let of_service = drift.filter(|_| !is_one).map(differences).unwrap_or_default();
    let by_service = if is_one { &by_program } else { &of_service };
    let words: Option<Vec<String>> = by_service.iter().map(|found| found.words.clone()).collect();
    let strongest = |all: &[Difference]| {
        let found = all.iter().max_by_key(|found| rank(found.ruling));
        found.map(|found| (found.id, found.ruling))
    };
    Joined {
        values: Three {
            old: at(&main.old, &path),
            new: at(&main.new, &path),
            remote: remote.and_then(|remote| at(remote, &path)),
        },
        old: Rc::clone(&main.old),
        new: Rc::clone(&main.new),
        remote: remote.map(Rc::clone),
        is_local: !by_program.is_empty(),
        is_drift: !by_service.is_empty(),
        same_by_words: words.filter(|words| !words.is_empty()).map(|words| words.join(", ")),
        found: [strongest(&by_program), strongest(by_service)],
        is_reset: false,
        rules: Rc::clone(local.rules()),
        path,
    }
}

/// A path at which two documents differ, in the documents that were read: what differs inside a text or a secret differs as
/// a whole.
struct Difference {
    path: Path,
    id: PathId,
    values: Values,
    /// Words that make them one there.
    words: Option<String>,
    ruling: Ruling,
}

struct Sides<'s> {
    old: &'s Rc<Document>,
    new: &'s Rc<Document>,
    remote: Option<&'s Rc<Document>>,
    rules: &'s Rc<Rules>,
}

impl Sides<'_> {
    /// Whether remote is new. Of a resource that is gone only what is not set is the same.
    fn is_same(&self, values: Three) -> bool {
        match (self.remote, values.remote, values.new) {
            (Some(remote), Some(a), Some(b)) => {
                let pair = Pair { old: remote, new: self.new };
                let same = |a: &Scalar, b: &Scalar| a == b;
                compare(pair, a, b, Dialect::Json, &same) == Comparison::Same
            }
            (_, None, None) => true,
            _ => false,
        }
    }

    fn joined(&self, local: Option<&Difference>, drift: Option<&Difference>) -> Joined {
        let path = local.or(drift).map(|found| found.path.clone()).unwrap_or_default();
        // What was not found to differ is looked up.
        let of_program = local.map(|found| found.values);
        let of_service = drift.map(|found| found.values);
        let values = Three {
            old: of_program.map_or_else(|| at(self.old, &path), |values| values.old),
            new: of_program.or(of_service).and_then(|values| values.new),
            remote: match of_service {
                Some(values) => values.old,
                None => self.remote.and_then(|remote| at(remote, &path)),
            },
        };
        // The other difference may have been found above or below this path.
        let is_drift = drift.is_some() || !self.is_same(values);
        Joined {
            old: Rc::clone(self.old),
            new: Rc::clone(self.new),
            remote: self.remote.map(Rc::clone),
            values,
            is_local: local.is_some(),
            is_drift,
            same_by_words: drift.and_then(|found| found.words.clone()),
            found: [local, drift].map(|found| found.map(|found| (found.id, found.ruling))),
            is_reset: local.or(drift).is_some_and(|found| found.ruling == Ruling::Ignored(SettledBy::Option)),
            rules: Rc::clone(self.rules),
            path,
        }
    }
}

/// The value at a path, through elements of keyed lists.
pub fn at(document: &Document, path: &Path) -> Option<NodeId> {
    path.0.iter().try_fold(document.root(), |node, step| match (step, document.kind(node)) {
        (Step::Key(key), Kind::Map) => document.member(node, key),
        (Step::Index(index), Kind::List) => document.elements(node).nth(usize::try_from(*index).ok()?),
        (Step::Match(members), Kind::List) => document
            .elements(node)
            .find(|element| members.iter().all(|(key, value)| has_member(document, *element, key, value))),
        _ => None,
    })
}

/// Where two documents differ. Of a list that goes by position and has another length, the whole is one difference.
fn differences(settled: &Settled) -> Vec<Difference> {
    let mut all: Vec<Difference> = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for found in settled.judgements.iter().filter_map(|judgement| difference(settled, judgement)) {
        match seen.entry(found.path.to_string()) {
            Entry::Vacant(entry) => {
                entry.insert(all.len());
                all.push(found);
            }
            // Of several differences at one path the strongest counts.
            Entry::Occupied(entry) => {
                let first = &mut all[*entry.get()];
                if rank(found.ruling) > rank(first.ruling) {
                    (first.ruling, first.words) = (found.ruling, found.words);
                }
            }
        }
    }
    all
}

/// What a rule says in its own words.
fn stated_reason(term: &Term) -> Option<String> {
    let may_say = matches!(term.word, Word::Equality(Equality::TrailingSlash | Equality::CaseInsensitive));
    term.reason().filter(|_| may_say).map(str::to_owned)
}

fn rank(ruling: Ruling) -> u8 {
    match ruling {
        Ruling::Same(_) => 0,
        Ruling::LeftOut | Ruling::Ignored(_) => 1,
        Ruling::Masked | Ruling::Unknown => 2,
        Ruling::Different => 3,
    }
}

fn difference(settled: &Settled, judgement: &Judgement) -> Option<Difference> {
    let place = judgement.place;
    let frame = settled.paths.frame(place.path);
    let is_inside = frame != FrameId::MAIN;
    let mut id = if is_inside { settled.frames.frame(frame).host } else { place.path };
    let words = match judgement.ruling {
        Ruling::Same(SettledBy::Rule) => settled.state(id).resolved.equality.as_ref().map(|rule| {
            let reason = rule.equalities.iter().find_map(stated_reason);
            let words = rule.equalities.iter().map(ToString::to_string);
            reason.unwrap_or_else(|| words.collect::<Vec<_>>().join(", "))
        }),
        Ruling::Same(_) => return None,
        _ => None,
    };
    // A keyed list whose items only stand elsewhere does not differ.
    let is_update = place.kind == ChangeKind::Update;
    if words.is_some() && !is_inside && is_update && settled.are_containers(place.path) {
        return None;
    }
    let main = settled.frames.frame(FrameId::MAIN);
    let path = up_to_list(settled.paths.path(&settled.frames, id), &main.old, &main.new);
    while settled.paths.depth(id) > path.0.len() {
        id = settled.paths.parent(id);
    }
    Some(Difference { path, id, values: settled.paths.values(id), words, ruling: judgement.ruling })
}

/// The path, or that of the outermost list on it whose length differs.
fn up_to_list(path: Path, from: &Document, new: &Document) -> Path {
    let positions = path.0.iter().enumerate().filter(|(_, step)| matches!(step, Step::Index(_)));
    for (at_step, _) in positions {
        let above = Path(path.0[..at_step].to_vec());
        let length = |document: &Document| {
            let list = at(document, &above).filter(|list| document.kind(*list) == Kind::List);
            list.map(|list| document.len(list))
        };
        if length(from) != length(new) {
            return above;
        }
    }
    path
}
