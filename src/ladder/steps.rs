//! What one difference asks for: the first step of a ladder that has an answer.
//!
//! The order of the steps is Databricks' (behaviour only); each is named by the reason that it gives where no rule has one.

use super::join::Joined;
use crate::contract::{FieldAction, Ladder, Override, SettledBy};
use crate::diff::Ruling;
use crate::json::{Document, Kind, NodeId};
use crate::normalize;
use crate::rules::{Cost, Scope, Term, Word};
use crate::value::Scalar;

/// The steps that have answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An option resets it.
    Reset,
    /// The service has what the program asks for.
    AlreadySet,
    /// No side has anything.
    Empty,
    /// Scope words keep it out.
    Ignored,
    /// It is the id that the program gives.
    OwnId,
    /// The service filled it in.
    BackendDefault,
    /// Words make remote and new one.
    SameByWords,
    /// The service never returns it.
    MissingInRemote,
    /// A change of it replaces the resource, or gives it another id.
    Cost,
    /// Nothing else had an answer, and the plan says so.
    Stated,
    /// Nothing had an answer.
    Change,
    /// The user decided.
    Override,
}

/// What is decided about a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it asks for.
    pub action: FieldAction,
    /// Why: what the rule says, or the name of the step.
    pub reason: Option<String>,
    /// Which step said so.
    pub step: Step,
}

/// A step of a ladder.
type Rung = fn(&Joined) -> Option<Answer>;

const LATEST: &[Rung] = &[
    reset,
    already_set,
    all_empty,
    ignored,
    left_out,
    id_of_the_program,
    backend_default,
    same_by_words,
    missing_in_remote,
    costly,
];

const EARLIER: &[Rung] = &[
    reset,
    already_set_earlier,
    all_empty,
    ignored,
    left_out,
    backend_default_itself,
    same_by_words,
    costly_for_anyone,
];

/// What a difference asks for. Without any answer it is what a plan says, or an update; the reason `!drop` takes it out of what is
/// shown: then nothing.
pub fn answer(
    joined: &Joined,
    ladder: Ladder,
    by_user: Option<&Override>,
    stated: Option<&Answer>,
) -> Option<Answer> {
    let rungs = match ladder {
        Ladder::Latest => LATEST,
        Ladder::Earlier => EARLIER,
    };
    let found = || rungs.iter().find_map(|rung| rung(joined));
    let answer = match by_user {
        Some(Override { action, reason, .. }) => because(Step::Override, *action, reason),
        None => match (found(), stated) {
            // The tool knows more than rules say: what it leaves alone, or does less about, is not made worse by what a change costs.
            (Some(Answer { step: Step::Cost, action, .. }), Some(stated)) if stated.action < action => {
                stated.clone()
            }
            (answer, stated) => answer.or_else(|| stated.cloned()).unwrap_or_else(change),
        },
    };
    (answer.reason.as_deref() != Some(DROP)).then_some(answer)
}

fn change() -> Answer {
    Answer { action: FieldAction::Update, reason: None, step: Step::Change }
}

/// The reason of what is not to be shown at all.
const DROP: &str = "!drop";

fn because(step: Step, action: FieldAction, reason: &str) -> Answer {
    Answer { action, reason: Some(reason.to_owned()), step }
}

fn skip(step: Step, reason: &str) -> Answer {
    because(step, FieldAction::Skip, reason)
}

/// A rule's own reason, or the name of its word.
fn reason<'r>(term: &'r Term, word: &'r str) -> &'r str {
    term.reason().unwrap_or(word)
}

/// `ignoreChanges`: what the program asks for counts as what is recorded.
fn reset(joined: &Joined) -> Option<Answer> {
    joined.is_reset.then(|| skip(Step::Reset, "ignoreChanges"))
}

fn already_set(joined: &Joined) -> Option<Answer> {
    let is_excepted = joined.rule(Word::Scope(Scope::IgnoreRemote)).is_some() || joined.is_write_only();
    if is_excepted { None } else { already_set_earlier(joined) }
}

fn already_set_earlier(joined: &Joined) -> Option<Answer> {
    (!joined.is_drift).then(|| skip(Step::AlreadySet, "remote_already_set"))
}

fn all_empty(joined: &Joined) -> Option<Answer> {
    let is_empty =
        |(document, node): (&Document, Option<NodeId>)| node.is_none_or(|node| is_nothing(document, node));
    joined.sides().into_iter().all(is_empty).then(|| skip(Step::Empty, "empty"))
}

/// Null, false, 0, and texts, lists and maps with nothing in them.
fn is_nothing(document: &Document, node: NodeId) -> bool {
    let is_zero = || Scalar::at(document, node).is_some_and(|number| number == Scalar::Number("0".into()));
    normalize::is_empty(document, node) || document.kind(node) == Kind::False || is_zero()
}

fn ignored(joined: &Joined) -> Option<Answer> {
    let (scope, name) = if joined.is_local {
        (Scope::IgnoreLocal, "ignore-local")
    } else {
        (Scope::IgnoreRemote, "ignore-remote")
    };
    let own = joined.rule(Word::Scope(scope)).map(|term| (term, name));
    let (term, name) = own.or_else(|| Some((joined.rule(Word::Scope(Scope::Ignore))?, "ignore")))?;
    Some(skip(Step::Ignored, reason(term, name)))
}

/// Scope words that are for the service's values alone, and what they are called.
const OF_SERVICE: [(Scope, &str); 3] =
    [(Scope::Computed, "computed"), (Scope::AllowExtra, "allow-extra"), (Scope::IgnoreKeys, "ignore-keys")];

/// What only the service has, where scope words say that this does not count.
fn left_out(joined: &Joined) -> Option<Answer> {
    let [of_program, of_service] = joined.found;
    let is_out = matches!(of_service?.1, Ruling::LeftOut | Ruling::Ignored(SettledBy::Scope));
    let mut words = OF_SERVICE.iter().filter(|(scope, _)| joined.rule(Word::Scope(*scope)).is_some());
    let (_, name) = words.next().filter(|_| is_out && of_program.is_none())?;
    Some(skip(Step::Ignored, name))
}

/// What a change costs: by which word, what is to be done, and what the word is called.
const COSTS: [(Cost, FieldAction, &str); 2] = [
    (Cost::Immutable, FieldAction::Recreate, "immutable"),
    (Cost::ChangesId, FieldAction::UpdateId, "changes-id"),
];

/// The id that the program gives: its change is one, the service's is not.
fn id_of_the_program(joined: &Joined) -> Option<Answer> {
    COSTS.into_iter().find_map(|(cost, action, name)| {
        let term = joined.rule_that(Word::Cost(cost), |term| term.has("local"))?;
        let action = if joined.is_local { action } else { FieldAction::Skip };
        Some(because(Step::OwnId, action, reason(term, name)))
    })
}

/// A value that the service fills in, or a map with nothing else in it.
fn backend_default(joined: &Joined) -> Option<Answer> {
    backend_default_itself(joined).or_else(|| {
        let remote = joined.remote.as_ref().filter(|_| joined.is_unset())?;
        let (document, node) = (remote, joined.values.remote?);
        let is_map = document.kind(node) == Kind::Map && document.len(node) > 0;
        let mut members = document.members(node);
        let is_default = |key: NodeId, value: NodeId| {
            joined.rules_at_key(&document.text(key)).any(|term| is_one_of(term, document, value))
        };
        (is_map && members.all(|member| is_default(member.key, member.value)))
            .then(|| skip(Step::BackendDefault, "backend_default"))
    })
}

fn backend_default_itself(joined: &Joined) -> Option<Answer> {
    let remote = joined.remote.as_ref().filter(|_| joined.is_unset())?;
    let node = joined.values.remote?;
    let mut terms = joined.rules(Word::Scope(Scope::BackendDefault));
    terms.any(|term| is_one_of(term, remote, node)).then(|| skip(Step::BackendDefault, "backend_default"))
}

/// Whether a value is one of those in the brackets; with none there, any is.
fn is_one_of(term: &Term, document: &Document, node: NodeId) -> bool {
    let value = Scalar::at(document, node);
    let is = |argument| value.as_ref().is_some_and(|value| *value == Scalar::of(argument));
    term.arguments.is_empty() || term.arguments.iter().any(is)
}

fn same_by_words(joined: &Joined) -> Option<Answer> {
    joined.same_by_words.as_deref().map(|words| skip(Step::SameByWords, words))
}

fn missing_in_remote(joined: &Joined) -> Option<Answer> {
    let is_missing = joined.is_write_only() && !joined.is_local;
    is_missing.then(|| skip(Step::MissingInRemote, "missing_in_remote"))
}

fn costly(joined: &Joined) -> Option<Answer> {
    cost_that(joined, |term| !term.has("local"))
}

fn costly_for_anyone(joined: &Joined) -> Option<Answer> {
    cost_that(joined, |_| true)
}

fn cost_that(joined: &Joined, is_wanted: fn(&Term) -> bool) -> Option<Answer> {
    COSTS.into_iter().find_map(|(cost, action, name)| {
        let term = joined.rule_that(Word::Cost(cost), is_wanted)?;
        Some(because(Step::Cost, action, reason(term, name)))
    })
}
