//! The lists and maps in which many places are one difference.

use super::below::Below;
use super::explain::Explainer;
use super::explanation::{Explanation, Group, Inside, Parts, Suggestion, Told};
use super::tried::Words;
use crate::contract::{Cause, Grade, Kind as ChangeKind};
use crate::diff::{Order, Settled};
use crate::json::keys;
use crate::normalize;
use crate::places::{PathId, Place};
use crate::rules::{Equality, Term, Word};
use std::borrow::Cow;

impl Explainer<'_> {
    /// Gathers places into groups, the outermost ones.
    pub(super) fn gather(&mut self, settled: &Settled, used: &[Term], explanation: &mut Explanation) {
        let below = Below::new(settled, |at| self.is_real(settled, at));
        let mut is_grouped = vec![false; settled.paths.count()];
        for path in settled.paths.since(0) {
            let members = below.members(path);
            if members.is_empty() {
                continue;
            }
            is_grouped[path.index()] = is_grouped[settled.paths.parent(path).index()];
            let used = if settled.paths.is_whole(path) { used } else { &[] };
            let is_ruled = || {
                let in_force = settled.state(path).resolved.equalities();
                in_force.iter().chain(used).any(Term::is_of_containers)
            };
            let is_one = members.len() < 2;
            if is_one || is_grouped[path.index()] || !settled.are_containers(path) || is_ruled() {
                continue;
            }
            let group = match settled.order(path) {
                Some(order) => self.list(settled, path, order, members, &mut explanation.suggestions),
                None if below.is_exchanged(path) => {
                    self.keys(settled, path, members, &mut explanation.suggestions)
                }
                None => None,
            };
            if let Some(group) = group {
                is_grouped[path.index()] = matches!(group.parts, Parts::Elements(_));
                let number = Some(explanation.groups.len());
                for at in &group.members {
                    explanation.told[*at] =
                        Told { suggestion: group.suggestion, group: number, inside: None };
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
        members: &[usize],
        suggestions: &mut Vec<Suggestion>,
    ) -> Option<Group> {
        let case = self.case_at(settled, path);
        let spot = self.spot(&case);
        let is_reordered = !order.moved().is_empty();
        let term = match (self.proposed_for(&spot), order.keys.first()) {
            (Some(term), _) => Some(term),
            (None, Some(names)) => Term::parse(&keyed(names)).ok(),
            (None, None) if is_reordered => Term::parse("set").ok(),
            (None, None) => None,
        };
        let found = term.and_then(|term| {
            let same_if = if term.word == Word::Equality(Equality::Set) { SET_IF } else { KEYED_IF };
            let words = Words { terms: &[term], grade: Grade::Likely, same_if: Some(same_if) };
            let found = self.tried(&spot, words)?;
            let left = found.inside.as_ref().map_or(0, |inside| inside.left);
            let helps = |suggestion: &Suggestion| suggestion.is_whole || left < members.len();
            found.suggestion.as_ref().is_some_and(helps).then_some(found)
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
        let suggestion = suggestion.map(|suggestion| self.suggest(suggestions, suggestion));
        let (parts, members) = (Parts::Elements(order), members.to_vec());
        Some(Group { path, parts, cause, suggestion, inside, members })
    }

    /// A map in which keys differ in letter case only.
    fn keys(
        &mut self,
        settled: &Settled,
        path: PathId,
        below: &[usize],
        suggestions: &mut Vec<Suggestion>,
    ) -> Option<Group> {
        let mut olds = (Vec::new(), Vec::new());
        let mut news = (Vec::new(), Vec::new());
        for at in below {
            let Place { path: own, kind } = settled.judgements[*at].place;
            let side = match kind {
                ChangeKind::Delete => &mut olds,
                ChangeKind::Add => &mut news,
                ChangeKind::Update | ChangeKind::Move => continue,
            };
            let key = settled.paths.last_key(&settled.frames, own);
            if let Some(key) = key.filter(|_| settled.paths.parent(own) == path) {
                side.0.push(*at);
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
        let case = self.case_at(settled, path);
        let spot = self.spot(&case);
        let terms = [Term::parse("keys-case-insensitive").ok()?];
        let words = Words { terms: &terms, grade: Grade::Likely, same_if: Some(KEYS_IF) };
        let mut suggestion = self.tried(&spot, words)?.suggestion?;
        // What else differs in the map is explained by itself.
        suggestion.lines.truncate(1);
        (suggestion.is_whole, suggestion.cause, suggestion.grade) = (true, Cause::Case, Grade::Likely);
        let suggestion = Some(self.suggest(suggestions, suggestion));
        let inside = Inside { noise: members.len(), ..Inside::default() };
        Some(Group { path, parts: Parts::Keys, cause: Cause::Case, suggestion, inside, members })
    }
}

const KEYED_IF: &str = "the service ignores the order of these items";
const SET_IF: &str = "the service ignores the order of this list";
const KEYS_IF: &str = "the service ignores the letter case of these keys";

/// The word for elements that are told apart by names.
fn keyed(names: &[String]) -> String {
    let is_bare = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    };
    let name = |name: &String| if is_bare(name) { name.clone() } else { normalize::quoted(name) };
    format!("keyed({})", names.iter().map(name).collect::<Vec<_>>().join(", "))
}
