//! What explains the differences: the weakest words that settle each, and the lists and maps in which many are one.
//!
//! Every suggestion is tried before it is made: the place is judged with its words, and what is left inside is explained
//! in turn.

use super::candidates::{CANDIDATES, Candidate};
use super::cause;
use super::layout::{Layout, layout};
use super::sentence::described;
use super::shown::{Masks, values};
use crate::contract::{Action, Cause, Class, Grade, Kind as ChangeKind, Olds, ShownType};
use crate::diff::{Order, Ruling, Settled};
use crate::json::{Kind, keys};
use crate::normalize;
use crate::path::{Path, Step};
use crate::patterns::Patterns;
use crate::places::{PathId, Place};
use crate::rules::{Equality, Term, Word};
use crate::value;
use crate::verdict::{Case, Effect, Judged};
use std::borrow::Cow;

/// All that explains the places of one comparison.
#[derive(Default)]
pub struct Explanation {
    /// Rules that settle places, in the order of these.
    pub suggestions: Vec<Suggestion>,
    /// For each judgement what explains it.
    pub told: Vec<Told>,
    /// Lists and maps in which many places are one difference.
    pub groups: Vec<Group>,
}

/// What explains one judgement.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Which of the suggestions settles it.
    pub suggestion: Option<usize>,
    /// Which of the groups it is in.
    pub group: Option<usize>,
    /// What differs in the document that it holds.
    pub inside: Option<Inside>,
}

/// Rules that settle a place, or all of a list or document but what really differs in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// How sure it is that nothing real is hidden.
    pub grade: Grade,
    /// The rules: that of the place itself, and those for what is inside it.
    pub lines: Vec<Line>,
    /// What the words stand for.
    pub cause: Cause,
    /// Whether nothing is left.
    pub is_whole: bool,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it stands.
    pub pattern: Path,
    /// The words in force there, and those that are proposed.
    pub words: Vec<Term>,
    /// What the user must know.
    pub same_if: Option<String>,
}

/// A list or map in which many places are one difference.
#[derive(Debug)]
pub struct Group {
    /// Where it is.
    pub path: PathId,
    /// How its parts belong together.
    pub parts: Parts,
    /// Why they differ.
    pub cause: Cause,
    /// Which of the suggestions settles it.
    pub suggestion: Option<usize>,
    /// What is left with that.
    pub inside: Inside,
    /// Its judgements.
    pub members: Vec<usize>,
}

/// How the parts of a container belong together.
#[derive(Debug)]
pub enum Parts {
    /// Elements of two lists.
    Elements(Order),
    /// Keys that differ in letter case only.
    Keys,
}

/// What differs inside something, once words are accepted.
#[derive(Clone, Debug, Default)]
pub struct Inside {
    /// Differences that they settle.
    pub noise: usize,
    /// How many are left.
    pub left: usize,
    /// The first of those that are left.
    pub first: Vec<Left>,
    /// How the document that holds them is written differently.
    pub layout: Layout,
    /// The words that led inside.
    pub words: Vec<Term>,
    /// What is left costs this.
    pub effect: Effect,
}

/// A difference that is left.
#[derive(Clone, Debug)]
pub struct Left {
    /// Where.
    pub path: Path,
    /// The old value as a sentence names it; none if there is none.
    pub old: Option<String>,
    /// The new one.
    pub new: Option<String>,
}

/// Differences that a sentence lists.
const LISTED: usize = 3;

/// Documents and lists inside one another that are looked into.
const DEPTH: u32 = 6;

/// Looks for what explains places.
pub struct Explainer<'m> {
    masks: &'m Masks,
    olds: Olds,
    /// The candidates with their terms.
    candidates: Vec<(&'static Candidate, Vec<Term>)>,
    proposed: Proposed,
    depth: u32,
}

impl<'m> Explainer<'m> {
    /// Nothing is proposed yet.
    pub fn new(masks: &'m Masks, olds: Olds) -> Explainer<'m> {
        let candidates = CANDIDATES.iter().map(|candidate| (candidate, candidate.terms())).collect();
        Explainer { masks, olds, candidates, proposed: Proposed::default(), depth: DEPTH }
    }

    /// Explains every place that nothing settled.
    pub fn explain(&mut self, settled: &Settled) -> Explanation {
        self.explain_inside(settled, &[])
    }

    /// The same where words for the whole have been used already.
    pub fn explain_inside(&mut self, settled: &Settled, used: &[Term]) -> Explanation {
        let mut explanation =
            Explanation { told: vec![Told::default(); settled.judgements.len()], ..Explanation::default() };
        self.gather(settled, used, &mut explanation);
        for at in 0..settled.judgements.len() {
            let case = self.case(settled, at);
            if explanation.told[at].group.is_some() {
                continue;
            }
            let found = match case.judged(settled.judgements[at].ruling) {
                Judged::Finding(Class::Real, _) => self.place(&case),
                Judged::Finding(Class::Unknown, _) => Found { suggestion: self.unknown(&case), inside: None },
                _ => continue,
            };
            explanation.told[at] = Told {
                suggestion: found.suggestion.map(|suggestion| self.suggest(&mut explanation, suggestion)),
                group: None,
                inside: found.inside,
            };
        }
        explanation
    }

    fn case<'s>(&self, settled: &'s Settled, at: usize) -> Case<'s> {
        Case::new(settled, self.olds, settled.judgements[at].place)
    }

    fn is_real(&self, settled: &Settled, at: usize) -> bool {
        let judged = self.case(settled, at).judged(settled.judgements[at].ruling);
        matches!(judged, Judged::Finding(Class::Real, _))
    }

    /// One place by itself.
    fn place(&mut self, case: &Case) -> Found {
        let is_masked = Masks::default().on(case).is_some();
        let mut partial: Option<(Found, Vec<Term>)> = None;
        for at in 0..self.candidates.len() {
            let (candidate, ref terms) = self.candidates[at];
            if candidate.grade == Grade::Ask && partial.is_some() {
                break;
            }
            // What is likely for other values is not so for a secret: nothing folds its case.
            let is_hidden = is_masked && candidate.grade > Grade::Certain && candidate.is_of_content();
            if is_hidden || !candidate.fits(case) {
                continue;
            }
            let terms = terms.clone();
            let same_if = candidate.same_if.map(str::to_owned);
            match self.tried(case, &terms, candidate.grade, same_if) {
                Some(found) if found.suggestion.as_ref().is_some_and(|found| found.is_whole) => {
                    return self.accepted(case, found, &terms, candidate.grade);
                }
                Some(found) if partial.is_none() && found.inside.is_some() => {
                    partial = Some((found, terms));
                }
                _ => {}
            }
        }
        if let Some((found, terms)) = partial {
            return self.accepted(case, found, &terms, Grade::Likely);
        }
        let asked = asked(case).map(|(term, same_if)| {
            let mut line = self.line(case, std::slice::from_ref(&term), Grade::Ask, Some(same_if));
            if let Some(records) = cause::bookkeeping(case) {
                // All of the record counts, not the part of it that differs.
                line = Line { pattern: records, words: vec![term.clone()], ..line };
            }
            let cause = match cause::of_place(case) {
                Cause::Real => cause::of_word(term.word).unwrap_or(Cause::Real),
                cause => cause,
            };
            self.proposed.add(&line.pattern, &[term], Grade::Ask);
            Suggestion { grade: Grade::Ask, lines: vec![line], cause, is_whole: true }
        });
        Found { suggestion: asked.filter(|_| !is_masked), inside: None }
    }

    /// Notes the words of what was found as proposed.
    fn accepted(&mut self, case: &Case, found: Found, terms: &[Term], grade: Grade) -> Found {
        if found.suggestion.is_some() {
            self.proposed.add(&pattern(case), terms, grade);
        }
        found
    }

    fn unknown(&mut self, case: &Case) -> Option<Suggestion> {
        let is_unknown = cause::cause(case, Class::Unknown, None) == Cause::Unknown;
        if !is_unknown || case.resolved().scope.is_some() {
            return None;
        }
        let term = Term::parse("ignore").ok()?;
        let same_if = "the service alone sets this property, and nothing waits for its new value".to_owned();
        let line = self.line(case, &[term], Grade::Ask, Some(same_if));
        Some(Suggestion { grade: Grade::Ask, lines: vec![line], cause: Cause::Unknown, is_whole: true })
    }

    /// Judges a place with more words, and explains what is left inside. Nothing if they say nothing of it.
    fn tried(&mut self, case: &Case, terms: &[Term], grade: Grade, same_if: Option<String>) -> Option<Found> {
        let line = self.line(case, terms, grade, same_if);
        let cause = terms.last().and_then(|term| cause::of_word(term.word)).unwrap_or(Cause::Real);
        let whole = |line| Suggestion { grade, lines: vec![line], cause, is_whole: true };
        if terms.iter().any(|term| matches!(term.word, Word::Scope(_))) {
            return Some(Found { suggestion: Some(whole(line)), inside: None });
        }
        let equalities: Vec<Term> =
            line.words.iter().filter(|term| term.word.equality().is_some()).cloned().collect();
        let trial = case.settled.with(case.place, &equalities);
        if let Ruling::Same(_) = trial.ruling {
            return Some(Found { suggestion: Some(whole(line)), inside: None });
        }
        let opened = trial.inside.filter(|inside| {
            // The place itself is no part of what is inside it.
            let is_part = |path: PathId| path.index() > 0;
            inside
                .judgements
                .iter()
                .all(|judgement| !judgement.ruling.survives() || is_part(judgement.place.path))
        })?;
        self.depth = self.depth.checked_sub(1)?;
        let kept = self.proposed.log.len();
        self.proposed.add(&line.pattern, terms, grade);
        let explanation = self.explain_inside(&opened, &equalities);
        self.depth += 1;
        let found = self.combined(case, line, grade, &opened, &explanation);
        if found.suggestion.is_none() {
            self.proposed.forget(kept);
        }
        Some(found)
    }

    /// A rule for a place together with those for what is inside it.
    fn combined(
        &self,
        case: &Case,
        line: Line,
        grade: Grade,
        opened: &Settled,
        explanation: &Explanation,
    ) -> Found {
        let of_all = |most: Grade| explanation.suggestions.iter().filter(move |inner| inner.grade <= most);
        let [mut inside, asked] =
            [Grade::Likely, Grade::Ask].map(|most| self.left(opened, explanation, most));
        let is_whole = asked.left == 0;
        let most = if is_whole && inside.left > 0 { Grade::Ask } else { Grade::Likely };
        if let (Some(old), Some(new)) = (case.old, case.new) {
            let is_text = |kind| kind == Kind::String;
            if is_text(case.documents.old.kind(old)) && is_text(case.documents.new.kind(new)) {
                inside.layout = layout(opened);
            }
        }
        inside.noise += inside.layout.count();
        inside.words.clone_from(&line.words);
        let grade = of_all(most).map(|inner| inner.grade).fold(grade, Ord::max);
        let cause = if inside.left == 0 {
            line.words.last().and_then(|term| cause::of_word(term.word)).unwrap_or(Cause::Real)
        } else {
            Cause::RealInNoise
        };
        let lines = [line].into_iter().chain(of_all(most).flat_map(|inner| inner.lines.clone())).collect();
        let suggestion = Suggestion { grade, lines, cause, is_whole };
        // Patterns may lead into what words open, and what is written there may cost more.
        let own = case.effect();
        let is_stronger = inside.effect.most > own.most || inside.effect.least > own.least;
        // Whether matching elements helps is seen by what positions would leave.
        let matches = suggestion.lines.first().is_some_and(|line| line.words.iter().any(is_of_containers));
        let is_useful = inside.noise > 0 || is_whole || matches;
        Found { suggestion: (is_useful && !is_stronger).then_some(suggestion), inside: Some(inside) }
    }

    /// What is left of places when all that is suggested up to a grade is accepted.
    fn left(&self, opened: &Settled, explanation: &Explanation, most: Grade) -> Inside {
        let mut all = Inside::default();
        let is_accepted = |at: Option<usize>| at.is_some_and(|at| explanation.suggestions[at].grade <= most);
        let is_settled =
            |at: Option<usize>| is_accepted(at) && at.is_some_and(|at| explanation.suggestions[at].is_whole);
        for (at, told) in explanation.told.iter().enumerate() {
            let case = self.case(opened, at);
            let judged = case.judged(opened.judgements[at].ruling);
            let survives = matches!(judged, Judged::Finding(Class::Real | Class::Unknown | Class::Masked, _));
            if !survives || told.group.is_some() {
                continue;
            }
            if is_settled(told.suggestion) {
                all.noise += 1;
            } else if let (Some(inside), true) = (&told.inside, is_accepted(told.suggestion)) {
                all.add(inside);
            } else {
                all.push(self.described(&case), effect(&case, opened.judgements[at].ruling));
            }
        }
        for group in &explanation.groups {
            if is_settled(group.suggestion) {
                all.noise += group.members.len();
            } else if is_accepted(group.suggestion) {
                all.add(&group.inside);
            } else {
                for at in &group.members {
                    let case = self.case(opened, *at);
                    all.push(self.described(&case), effect(&case, Ruling::Different));
                }
            }
        }
        all
    }

    fn described(&self, case: &Case) -> Left {
        let shown = values(case, self.masks.on(case));
        let [old, new] = described([shown[0].as_ref(), shown[1].as_ref()]);
        Left { path: case.path(), old, new }
    }

    /// Finds the lists and maps in which many places are one difference, the outermost ones.
    fn gather(&mut self, settled: &Settled, used: &[Term], explanation: &mut Explanation) {
        let below = Below::new(settled, |at| self.is_real(settled, at));
        let mut is_grouped = vec![false; settled.paths.count()];
        for path in settled.paths.since(0).filter(|path| below.first[path.index()].is_some()) {
            is_grouped[path.index()] = is_grouped[settled.paths.parent(path).index()];
            let used = if settled.paths.is_whole(path) { used } else { &[] };
            let is_ruled =
                || settled.state(path).resolved.equalities().iter().chain(used).any(is_of_containers);
            if is_grouped[path.index()] || !settled.are_containers(path) || is_ruled() {
                continue;
            }
            let group = match settled.order(path) {
                Some(order) => {
                    let members = below.members(path).filter(|at| self.is_real(settled, *at)).collect();
                    self.list(settled, path, order, members)
                }
                None => self.keys(settled, path, &below),
            };
            if let Some((mut group, suggestion)) = group {
                is_grouped[path.index()] = matches!(group.parts, Parts::Elements(_));
                group.suggestion = suggestion.map(|suggestion| self.suggest(explanation, suggestion));
                for at in &group.members {
                    explanation.told[*at] = Told {
                        suggestion: group.suggestion,
                        group: Some(explanation.groups.len()),
                        inside: None,
                    };
                }
                explanation.groups.push(group);
            }
        }
    }

    /// A list whose elements belong together otherwise than by position.
    fn list(
        &mut self,
        settled: &Settled,
        path: PathId,
        order: Order,
        members: Vec<usize>,
    ) -> Option<(Group, Option<Suggestion>)> {
        if members.len() < 2 {
            return None;
        }
        let case = Case::new(settled, self.olds, Place { path, kind: ChangeKind::Update });
        let is_reordered = !order.moved().is_empty();
        let term = match (self.proposed_for(&case), order.keys.first()) {
            (Some(term), _) => Some(term),
            (None, Some(names)) => Term::parse(&keyed(names)).ok(),
            (None, None) if is_reordered => Term::parse("set").ok(),
            (None, None) => None,
        };
        let found = term.and_then(|term| {
            let is_set = term.word == Word::Equality(Equality::Set);
            let (terms, same_if) = ([term], if is_set { SET_IF } else { KEYED_IF });
            let found = self.tried(&case, &terms, Grade::Likely, Some(same_if.to_owned()))?;
            let left = found.inside.as_ref().map_or(0, |inside| inside.left);
            let helps = |suggestion: &Suggestion| suggestion.is_whole || left < members.len();
            found
                .suggestion
                .as_ref()
                .is_some_and(helps)
                .then(|| self.accepted(&case, found, &terms, Grade::Likely))
        });
        let (suggestion, inside) = match found {
            Some(found) => (found.suggestion, found.inside),
            // Keys that leave as much to be explained as positions do say nothing.
            None if !order.keys.is_empty() => return None,
            None => (None, None),
        };
        let mut inside = inside.unwrap_or_default();
        let cause = match &suggestion {
            Some(_) if order.added() + order.removed() > 0 => Cause::RealInNoise,
            Some(suggestion) => suggestion.cause,
            None => Cause::Real,
        };
        if suggestion.is_some() {
            inside.noise = members.len().saturating_sub(inside.left).max(1);
        } else {
            inside.left = order.added() + order.removed();
        }
        Some((
            Group { path, parts: Parts::Elements(order), cause, suggestion: None, inside, members },
            suggestion,
        ))
    }

    /// A map in which keys differ in letter case only.
    fn keys(
        &mut self,
        settled: &Settled,
        path: PathId,
        below: &Below,
    ) -> Option<(Group, Option<Suggestion>)> {
        let mut olds = (Vec::new(), Vec::new());
        let mut news = (Vec::new(), Vec::new());
        for at in below.members(path).filter(|at| self.is_real(settled, *at)) {
            let Place { path: own, kind } = settled.judgements[at].place;
            let side = match kind {
                ChangeKind::Delete => &mut olds,
                ChangeKind::Add => &mut news,
                ChangeKind::Update | ChangeKind::Move => continue,
            };
            let key = settled.paths.last_key(&settled.frames, own);
            if let Some(key) = key.filter(|_| settled.paths.parent(own) == path) {
                side.0.push(at);
                side.1.push(Cow::Owned(normalize::folded_key(key.as_bytes())));
            }
        }
        let mut members = Vec::new();
        keys::groups(&olds.1, &news.1, &mut |old, new| {
            if !old.is_empty() && !new.is_empty() {
                members.extend(old.iter().map(|at| olds.0[*at as usize]));
                members.extend(new.iter().map(|at| news.0[*at as usize]));
            }
        });
        if members.is_empty() {
            return None;
        }
        members.sort_unstable();
        let case = Case::new(settled, self.olds, Place { path, kind: ChangeKind::Update });
        let terms = [Term::parse("keys-case-insensitive").ok()?];
        let found = self.tried(&case, &terms, Grade::Likely, Some(KEYS_IF.to_owned()))?;
        let found = self.accepted(&case, found, &terms, Grade::Likely);
        let inside = Inside { noise: members.len(), ..Inside::default() };
        // What else differs in the map is explained by itself.
        let mut suggestion = found.suggestion?;
        suggestion.lines.truncate(1);
        (suggestion.is_whole, suggestion.cause, suggestion.grade) = (true, Cause::Case, Grade::Likely);
        let group = Group { path, parts: Parts::Keys, cause: Cause::Case, suggestion: None, inside, members };
        Some((group, Some(suggestion)))
    }

    /// Adds a suggestion; one that was the last one for its pattern is not made twice.
    fn suggest(&mut self, explanation: &mut Explanation, suggestion: Suggestion) -> usize {
        let suggestions = &mut explanation.suggestions;
        let last = &mut self.proposed.at(&suggestion.lines[0].pattern).last;
        let is_again = |at: &usize| suggestions.get(*at) == Some(&suggestion);
        if let Some(at) = last.filter(is_again) {
            return at;
        }
        suggestions.push(suggestion);
        *last = Some(suggestions.len() - 1);
        suggestions.len() - 1
    }

    /// The word for containers that has been proposed for a place because of another one.
    fn proposed_for(&mut self, case: &Case) -> Option<Term> {
        let proposed = &self.proposed.at(&pattern(case)).words;
        proposed.iter().map(|(term, _)| term).find(|term| is_of_containers(term)).cloned()
    }

    /// The rule for a place with more words.
    fn line(&mut self, case: &Case, terms: &[Term], grade: Grade, same_if: Option<String>) -> Line {
        let pattern = pattern(case);
        let mut words = case.resolved().equalities().to_vec();
        let proposed = self.proposed.at(&pattern).words.iter();
        let proposed = proposed.filter(|(_, of_word)| *of_word <= grade).map(|(term, _)| term);
        for term in proposed.chain(terms) {
            if !words.contains(term) {
                words.push(term.clone());
            }
        }
        Line { pattern, words, same_if }
    }
}

/// Words proposed so far by the patterns of their rules.
#[derive(Default)]
struct Proposed {
    patterns: Patterns,
    entries: Vec<Entry>,
    /// Which entries got a word, in order.
    log: Vec<usize>,
}

#[derive(Default)]
struct Entry {
    /// Each with how sure it is.
    words: Vec<(Term, Grade)>,
    /// Which suggestion was the last one for the pattern.
    last: Option<usize>,
}

impl Proposed {
    fn at(&mut self, pattern: &Path) -> &mut Entry {
        let number = self.patterns.number(pattern, self.entries.len() as u32) as usize;
        if number == self.entries.len() {
            self.entries.push(Entry::default());
        }
        &mut self.entries[number]
    }

    fn add(&mut self, pattern: &Path, terms: &[Term], grade: Grade) {
        for term in terms {
            let words = &mut self.at(pattern).words;
            if !words.iter().any(|(word, _)| word == term) {
                words.push((term.clone(), grade));
                let number = self.patterns.number(pattern, 0);
                self.log.push(number as usize);
            }
        }
    }

    /// Takes back the words that came after others.
    fn forget(&mut self, kept: usize) {
        for entry in self.log.drain(kept..) {
            self.entries[entry].words.pop();
        }
    }
}

/// Which judgements that count lie below paths. They stand in the order of the documents, so that those below one path
/// stand together.
struct Below {
    /// For each path the first of them.
    first: Vec<Option<usize>>,
    /// For each path the last one.
    last: Vec<usize>,
}

impl Below {
    fn new(settled: &Settled, counts: impl Fn(usize) -> bool) -> Below {
        let mut below =
            Below { first: vec![None; settled.paths.count()], last: vec![0; settled.paths.count()] };
        let reals: Vec<usize> = (0..settled.judgements.len()).filter(|at| counts(*at)).collect();
        let above = |at: usize| settled.judgements[at].place.path;
        for at in &reals {
            settled.paths.up(above(*at), |path| {
                let first = &mut below.first[path.index()];
                first.is_none() && first.replace(*at).is_none()
            });
        }
        for at in reals.iter().rev() {
            settled.paths.up(above(*at), |path| {
                let last = &mut below.last[path.index()];
                *last == 0 && std::mem::replace(last, at + 1) == 0
            });
        }
        below
    }

    /// The judgements from the first that counts below a path to the last.
    fn members(&self, path: PathId) -> impl Iterator<Item = usize> + use<> {
        let first = self.first[path.index()].unwrap_or_default();
        first..self.last[path.index()]
    }
}

/// What was found for a place.
#[derive(Default)]
struct Found {
    suggestion: Option<Suggestion>,
    inside: Option<Inside>,
}

impl Inside {
    fn add(&mut self, other: &Inside) {
        self.effect = self.effect.and(other.effect);
        self.noise += other.noise;
        self.left += other.left;
        self.first.extend(other.first.iter().take(LISTED.saturating_sub(self.first.len())).cloned());
    }

    fn push(&mut self, left: Left, effect: Effect) {
        self.effect = self.effect.and(effect);
        self.left += 1;
        if self.first.len() < LISTED {
            self.first.push(left);
        }
    }
}

/// What needs knowledge from outside: only the user can tell.
fn asked(case: &Case) -> Option<(Term, String)> {
    let ask = |written: &str, same_if: &str| Some((Term::parse(written).ok()?, same_if.to_owned()));
    if cause::bookkeeping(case).is_some() {
        return ask(
            "ignore",
            "the tool wrote this and not you, and the code that it stands for did not change",
        );
    }
    let is_gone = case.place.kind == ChangeKind::Delete;
    if is_gone && matches!(case.path().0.last(), Some(Step::Match(_))) {
        return ask("ignore", "the service keeps this item by itself");
    }
    let (old, new) = (case.old?, case.new?);
    let [a, b] = [case.documents.old.content(old), case.documents.new.content(new)];
    let are_texts = value::type_of(case.documents.old, old) == ShownType::String
        && value::type_of(case.documents.new, new) == ShownType::String;
    if !are_texts || !are_names_of_two_kinds(&a, &b) {
        return None;
    }
    let written = format!("alias({}, {})", case.documents.old.raw(old), case.documents.new.raw(new));
    ask(&written, "both are names of one thing: only a lookup can tell")
}

fn is_of_containers(term: &Term) -> bool {
    term.word.equality().is_some_and(Equality::is_of_containers)
}

const KEYED_IF: &str = "the order of these items has no meaning";
const SET_IF: &str = "the order of this list has no meaning";
const KEYS_IF: &str = "the service ignores the letter case of these keys";

/// The word for elements that are told apart by names.
fn keyed(names: &[String]) -> String {
    let is_bare = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    };
    let name = |name: &String| if is_bare(name) { name.clone() } else { normalize::quoted(name) };
    format!("keyed({})", names.iter().map(name).collect::<Vec<_>>().join(", "))
}

/// What a difference costs; of one that is open, nothing for sure.
fn effect(case: &Case, ruling: Ruling) -> Effect {
    let effect = case.effect();
    if ruling == Ruling::Different { effect } else { Effect { least: Action::NoOp, ..effect } }
}

/// Whether two texts may be names of one thing in different notations: ARNs that differ in the kind of the resource,
/// or constants of which one carries the name of its enumeration in front.
fn are_names_of_two_kinds(a: &[u8], b: &[u8]) -> bool {
    let kind = |text: &[u8]| -> Option<(Vec<u8>, Vec<u8>)> {
        let resource = text.rsplit(|byte| *byte == b':').next().filter(|_| text.starts_with(b"arn:"))?;
        let end = resource.iter().position(|byte| *byte == b'/')?;
        Some((text[..text.len() - resource.len()].to_vec(), resource[..end].to_vec()))
    };
    let words = |text: &[u8]| {
        let is_constant = text.first().is_some_and(u8::is_ascii_uppercase)
            && text.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
        is_constant.then(|| text.split(|byte| *byte == b'_').count())
    };
    match (kind(a), kind(b), words(a), words(b)) {
        (Some((before, a)), Some((other, b)), ..) => before == other && a != b,
        (_, _, Some(a), Some(b)) => a.abs_diff(b) >= 2,
        _ => false,
    }
}

/// Where a rule for a place would stand: elements of lists are left open, for a rule for one is one for all, unless the
/// place is an element that one side does not have. Where a rule is in force that names an element, it is that rule's.
fn pattern(case: &Case) -> Path {
    let names_element =
        |path: &Path| path.0.iter().any(|step| matches!(step, Step::Index(_) | Step::Match(_)));
    let in_force = case.resolved().equality.as_ref().map(|rule| &rule.pattern);
    if let Some(pattern) = in_force.filter(|pattern| names_element(pattern)) {
        return pattern.clone();
    }
    let is_opened = [(case.documents.old, case.old), (case.documents.new, case.new)]
        .iter()
        .any(|(document, node)| node.is_some_and(|node| document.kind(node) == Kind::String));
    if is_opened && case.settled.state(case.place.path).leads_on() {
        // Other texts that a rule would open are judged by what patterns say of what is in them: only this one was tried.
        return case.path();
    }
    let Path(mut steps) = case.path();
    let open = steps.len() - usize::from(case.place.kind != ChangeKind::Update && !steps.is_empty());
    for step in &mut steps[..open] {
        if matches!(step, Step::Index(_) | Step::Match(_)) {
            *step = Step::AnyElement;
        }
    }
    Path(steps)
}
