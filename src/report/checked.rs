//! What a provider answered to `Diff`, held against what the values decide.

use super::Documents;
use super::decided::{Decided, Decision};
use crate::contract::{Action, Olds, Stated};
use crate::engine::{Answer, Changes, Name};
use crate::json::Document;
use crate::problem::{Code, Problem};
use crate::rules::listed;

/// An answer beside what the values decide.
pub(super) struct Checked<'a> {
    pub(super) answer: &'a Answer,
    /// What the engine makes of it.
    pub(super) stated: Option<&'a Stated>,
    pub(super) documents: &'a Documents,
    pub(super) decided: &'a Decided,
}

/// What an action is called in a sentence.
fn called(action: Action) -> &'static str {
    match action {
        Action::NoOp => "nothing",
        _ => "an update in place",
    }
}

impl Checked<'_> {
    pub(super) fn problems(&self) -> Vec<Problem> {
        let Checked { answer, documents, decided, .. } = *self;
        if let Some((action, _)) = documents.lifecycle() {
            let what = if action == Action::Create { "created" } else { "deleted" };
            let message =
                format!("the resource is {what}, so the engine calls no Diff, and this answer is not used");
            return vec![Problem::new(Code::AnswerUnused, message, None)];
        }
        let mut problems = self.about_action();
        let mut say =
            |code, message: String, name: &Name| problems.push(Problem::new(code, message, name.span));
        let surviving = decided.properties(Decision::survives);
        for name in &answer.replaces {
            let property = head(&name.text);
            if !self.is_input(property) {
                let message = format!(
                    "the provider's Diff replaces for `{property}`, which the program does not set: nobody finds that reason in their inputs"
                );
                say(Code::ReplacesNoInput, message, name);
            } else if !surviving.iter().any(|surviving| surviving == property) {
                let message = format!(
                    "the provider's Diff replaces for `{property}`, which is the same on both sides by the rules in force: the provider compares it in another way"
                );
                say(Code::ReplacesUnchanged, message, name);
            }
        }
        for name in answer.stables.iter().filter(|name| surviving.contains(&name.text)) {
            let message = format!(
                "the provider's Diff promises that `{}` stays the same, and it changes: what uses it was planned with the old value",
                name.text
            );
            say(Code::StableChanged, message, name);
        }
        problems
    }

    /// Where what the engine makes of the answer is not what the values ask for, or parts of the answer have no effect.
    fn about_action(&self) -> Vec<Problem> {
        let Checked { answer, stated, decided, documents } = *self;
        let result = &answer.result;
        let verdict = decided.verdict_outcome(documents);
        let real = decided.properties(Decision::is_real);
        let names = listed(real.iter().map(String::as_str), ", ");
        let differ = if real.len() == 1 { "differs" } else { "differ" };
        let mut problems = Vec::new();
        let mut say = |code, message: String| {
            problems.push(Problem::new(code, message, answer.replaces.first().map(|name| name.span)));
        };
        if result.changes == Changes::None && !real.is_empty() {
            say(
                Code::UpdateSkipped,
                format!(
                    "the provider's Diff says that nothing changes, but {names} {differ}: the update is skipped, and nobody is told"
                ),
            );
        }
        match (result.changes, stated.map(|stated| stated.action)) {
            (Changes::None, _) if result.replaces() => say(
                Code::ReplacesInVain,
                "the provider's Diff says what to replace for, but also that nothing changes: nothing is replaced".to_owned(),
            ),
            (Changes::Unknown, None) if result.replaces() => say(
                Code::ReplacesInVain,
                "the provider's Diff says what to replace for, but not whether anything changes: the engine replaces only if the old inputs differ from the new ones".to_owned(),
            ),
            (Changes::Unknown, Some(Action::NoOp)) if result.replaces() => say(
                Code::ReplacesInVain,
                "the provider's Diff says what to replace for, but not whether anything changes, and the inputs are the same: nothing is replaced".to_owned(),
            ),
            _ => {}
        }
        if result.delete_before_replace && !result.replaces() {
            say(
                Code::DeleteBeforeReplaceInVain,
                "deleteBeforeReplace has no effect: the provider's Diff asks for no replacement".to_owned(),
            );
        }
        match stated.map(|stated| stated.action) {
            Some(Action::Replace) if verdict.action != Action::Replace => say(
                Code::StatedIsMore,
                format!(
                    "the engine replaces the resource because the provider's Diff says so; by the values and the rules in force it would be {}",
                    called(verdict.action)
                ),
            ),
            Some(Action::Update) if verdict.action == Action::Replace => say(
                Code::StatedIsLess,
                "the engine updates the resource in place because the provider's Diff says so; by the rules in force it would be a replacement".to_owned(),
            ),
            Some(Action::Update) if verdict.action == Action::NoOp => say(
                Code::StatedIsMore,
                "the engine updates the resource because the provider's Diff says that something changes; by the values and the rules in force nothing does".to_owned(),
            ),
            _ => {}
        }
        problems
    }

    /// Whether the program sets a property, or did: the state cannot tell inputs from outputs.
    fn is_input(&self, property: &str) -> bool {
        let has = |document: &Document| document.member(document.root(), property).is_some();
        let did = self.decided.options.olds == Olds::Inputs && has(&self.documents.old);
        has(&self.documents.new) || did
    }
}

/// The top-level property of a name, which may be a path.
fn head(name: &str) -> &str {
    name.split(['.', '[']).next().unwrap_or(name)
}
