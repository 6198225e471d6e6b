//! Words tried at one place, the weakest first.
//!
//! Every suggestion is tried before it is made: the place is judged with its words, and what is left inside is explained
//! in turn.

use super::asked::Asked;
use super::candidates::{Seen, WITH_TERMS};
use super::cause;
use super::explain::Explainer;
use super::explanation::{Explanation, Inside, Line, Suggestion};
use super::layout::layout;
use super::proposed::pattern;
use crate::contract::{Cause, Grade};
use crate::diff::{Ruling, Settled};
use crate::json::Kind;
use crate::path::Path;
use crate::places::PathId;
use crate::rules::{STEPS, Term, Word, equalities};
use crate::verdict::Case;
use std::borrow::Cow;
use std::cell::LazyCell;

/// What was found for a place.
#[derive(Default)]
pub(super) struct Found {
    pub suggestion: Option<Suggestion>,
    pub inside: Option<Inside>,
}

/// Where words are tried.
pub(super) struct Spot<'c> {
    case: &'c Case<'c>,
    /// Where a rule for the place would stand.
    pattern: Path,
    /// Its number among those of what is proposed.
    number: usize,
}

/// Words to be tried.
#[derive(Clone, Copy)]
pub(super) struct Words<'t> {
    pub terms: &'t [Term],
    pub grade: Grade,
    pub same_if: Option<&'static str>,
}

/// What words come to that say something of a place.
struct Trial<'t> {
    /// They, behind those in force.
    words: Cow<'t, [Term]>,
    /// What is found inside with them; if they settle the place, nothing.
    opened: Option<Settled>,
}

impl Explainer<'_> {
    /// One place by itself.
    pub(super) fn place(&mut self, case: &Case) -> Found {
        let is_masked = LazyCell::new(|| self.masks.always(case).is_some());
        let spot = self.spot(case);
        if spot.pattern.0.len() > STEPS {
            // A rule for it would be refused.
            return Found::default();
        }
        let mut seen = Seen::new(case);
        let mut partial = None;
        for (candidate, terms) in WITH_TERMS.iter() {
            if candidate.grade == Grade::Ask && partial.is_some() {
                break;
            }
            if !seen.fits(candidate.fits) {
                continue;
            }
            let words = Words { terms, grade: candidate.grade, same_if: candidate.same_if };
            let Some(trial) = self.trial(&spot, words) else { continue };
            // What is likely for other values is not so for a secret: nothing folds its case.
            if candidate.grade > Grade::Certain && candidate.is_of_content() && *is_masked {
                continue;
            }
            match self.found(&spot, words, trial) {
                Some(found) if found.suggestion.as_ref().is_some_and(|found| found.is_whole) => {
                    return found;
                }
                Some(found) if partial.is_none() && found.inside.is_some() => partial = Some(found),
                _ => {}
            }
        }
        if let Some(found) = partial {
            return found;
        }
        let suggestion = Asked::of_different(case).filter(|_| !*is_masked).map(|asked| {
            let number = asked.record.as_ref().map_or(spot.number, |record| self.proposed.number(record));
            let cause = match cause::of_place(case) {
                Cause::Real => cause::of_word(asked.term.word).unwrap_or(Cause::Real),
                cause => cause,
            };
            let suggestion = self.asked(&spot, &asked, cause);
            self.proposed.add(number, &[asked.term], Grade::Ask);
            suggestion
        });
        Found { suggestion, inside: None }
    }

    /// A place where a value is known only after the apply.
    pub(super) fn unknown(&mut self, case: &Case) -> Found {
        let asked = Asked::of_unknown(case).map(|asked| (self.spot(case), asked));
        let suggestion = asked.map(|(spot, asked)| self.asked(&spot, &asked, Cause::Unknown));
        Found { suggestion, inside: None }
    }

    fn asked(&self, spot: &Spot, asked: &Asked, cause: Cause) -> Suggestion {
        let term = std::slice::from_ref(&asked.term);
        let line = Line {
            pattern: asked.record.as_ref().unwrap_or(&spot.pattern).clone(),
            words: match asked.record {
                Some(_) => term.to_vec(),
                None => self.behind(spot, term, Grade::Ask).into_owned(),
            },
            same_if: Some(asked.same_if.to_owned()),
        };
        Suggestion { grade: Grade::Ask, lines: vec![line], cause, is_whole: true }
    }

    pub(super) fn spot<'c>(&mut self, case: &'c Case<'c>) -> Spot<'c> {
        let pattern = pattern(case);
        let number = self.proposed.number(&pattern);
        Spot { case, pattern, number }
    }

    /// The word for containers that has been proposed for a place because of another one.
    pub(super) fn proposed_for(&self, spot: &Spot) -> Option<Term> {
        self.proposed.words(spot.number, Grade::Ask).find(|term| term.is_of_containers()).cloned()
    }

    /// Judges a place with more words, and explains what is left inside. Nothing if they say nothing of it.
    pub(super) fn tried(&mut self, spot: &Spot, words: Words) -> Option<Found> {
        let trial = self.trial(spot, words)?;
        self.found(spot, words, trial)
    }

    /// Words behind those that are in force at a place, and those that are proposed there and as sure.
    fn behind<'t>(&self, spot: &Spot, terms: &'t [Term], grade: Grade) -> Cow<'t, [Term]> {
        let in_force = spot.case.resolved().equalities();
        let mut proposed = self.proposed.words(spot.number, grade).peekable();
        if in_force.is_empty() && proposed.peek().is_none() {
            return Cow::Borrowed(terms);
        }
        let mut words = in_force.to_vec();
        for term in proposed.chain(terms) {
            if !words.contains(term) {
                words.push(term.clone());
            }
        }
        Cow::Owned(words)
    }

    fn trial<'t>(&self, spot: &Spot, Words { terms, grade, .. }: Words<'t>) -> Option<Trial<'t>> {
        let words = self.behind(spot, terms, grade);
        if terms.iter().any(|term| matches!(term.word, Word::Scope(_))) {
            return Some(Trial { words, opened: None });
        }
        let trial = spot.case.settled.with(spot.case.place, &equalities(&words));
        if let Ruling::Same(_) = trial.ruling {
            return Some(Trial { words, opened: None });
        }
        // The place itself is no part of what is inside it.
        let is_part = |path: PathId| path.index() > 0;
        let opened = trial.inside.filter(|inside| {
            let mut judgements = inside.judgements.iter();
            judgements.all(|judgement| !judgement.ruling.survives() || is_part(judgement.place.path))
        });
        opened.map(|opened| Trial { words, opened: Some(opened) })
    }

    /// What a trial comes to: what it leaves is explained. Words of which something comes are proposed from now on.
    fn found(&mut self, spot: &Spot, words: Words, trial: Trial) -> Option<Found> {
        let Words { terms, grade, same_if } = words;
        let line = Line {
            pattern: spot.pattern.clone(),
            words: trial.words.into_owned(),
            same_if: same_if.map(str::to_owned),
        };
        if self.depth == 0 && trial.opened.is_some() {
            return None;
        }
        let kept = self.proposed.count();
        self.proposed.add(spot.number, terms, grade);
        let Some(opened) = trial.opened else {
            let suggestion = Suggestion { grade, lines: vec![line], cause: cause_of(terms), is_whole: true };
            return Some(Found { suggestion: Some(suggestion), inside: None });
        };
        self.depth -= 1;
        let explanation = self.explain_inside(&opened, &equalities(&line.words));
        self.depth += 1;
        let found = self.combined(spot.case, line, grade, &opened, &explanation);
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
        let mut inside = self.left(opened, explanation, Grade::Likely);
        let has_asked = || explanation.suggestions.iter().any(|inner| inner.grade == Grade::Ask);
        let takes_asking =
            inside.left > 0 && has_asked() && self.left(opened, explanation, Grade::Ask).left == 0;
        let is_whole = inside.left == 0 || takes_asking;
        let most = if takes_asking { Grade::Ask } else { Grade::Likely };
        if let (Some(old), Some(new)) = (case.old, case.new)
            && [case.documents.old.kind(old), case.documents.new.kind(new)] == [Kind::String; 2]
        {
            inside.layout = layout(opened);
        }
        inside.noise += inside.layout.count();
        inside.words.clone_from(&line.words);
        let grade = of_all(most).map(|inner| inner.grade).fold(grade, Ord::max);
        let cause = if inside.left == 0 { cause_of(&line.words) } else { Cause::RealInNoise };
        // Whether matching elements helps is seen by what positions would leave.
        let matches = line.words.iter().any(Term::is_of_containers);
        let lines = [line].into_iter().chain(of_all(most).flat_map(|inner| inner.lines.clone())).collect();
        let suggestion = Suggestion { grade, lines, cause, is_whole };
        // Patterns may lead into what words open, and what is written there may cost more.
        let own = case.effect();
        let is_stronger = inside.effect.most > own.most || inside.effect.least > own.least;
        let is_useful = inside.noise > 0 || is_whole || matches;
        Found { suggestion: (is_useful && !is_stronger).then_some(suggestion), inside: Some(inside) }
    }
}

/// What the last of some words stands for.
fn cause_of(terms: &[Term]) -> Cause {
    terms.last().and_then(|term| cause::of_word(term.word)).unwrap_or(Cause::Real)
}
