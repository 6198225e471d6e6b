//! What a provider says about a resource, held against the values: its answer to `Diff`, and what its update returned.

use super::decided::{self, Decided};
use super::said::{diagnostic, diagnostics};
use super::{Documents, dynamic};
use crate::contract::{Action, Diagnostic, Input, Olds, Options, Order, Stated};
use crate::engine::{
    self, Answer, Changes, Decision, Form, Goal, Members, Name, OldState, Op, Property, Provider, Run,
};
use crate::json::{Document, Kind, Limits, LineIndex, Refused};
use crate::problem::{Code, Problem};
use crate::rules::listed;
use crate::value;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What the provider answered.
#[derive(Default)]
pub(super) struct Claims {
    answer: Option<(Answer, Document)>,
    /// All of the answer was read.
    is_whole: bool,
    /// What could not be read.
    unread: Vec<Diagnostic>,
}

impl Claims {
    /// Reads both, and gives what the update returned.
    pub(super) fn read(
        answer: Option<Vec<u8>>,
        outs: Option<Vec<u8>>,
        limits: Limits,
    ) -> (Claims, Option<Rc<Document>>) {
        let mut claims = Claims::default();
        if let Some(document) = claims.document(answer, Input::Answer, limits) {
            let (answer, problems) = Answer::read(&document);
            claims.is_whole = problems.is_empty();
            claims.unread.extend(diagnostics(problems, Input::Answer, document.source()));
            claims.answer = Some((answer, document));
        }
        let outs = claims.document(outs, Input::Outs, limits);
        let is_map = outs.as_ref().is_none_or(|outs| outs.kind(outs.root()) == Kind::Map);
        if let (Some(outs), false) = (&outs, is_map) {
            let message = "what an update returned must be an object; it is not used";
            let problem = Problem::new(Code::OutsShape, message, outs.span(outs.root()));
            claims.unread.extend(diagnostics(vec![problem], Input::Outs, outs.source()));
        }
        (claims, outs.filter(|_| is_map).map(Rc::new))
    }

    fn document(&mut self, text: Option<Vec<u8>>, input: Input, limits: Limits) -> Option<Document> {
        match value::read(text?, limits) {
            Ok(document) => Some(document),
            Err(Refused { source, problem }) => {
                self.unread.push(diagnostic(problem, input, &LineIndex::new(&source)));
                None
            }
        }
    }

    /// What the engine makes of the provider's answer. Nothing where it would look at inputs that are not here.
    pub(super) fn stated(&self, documents: &Documents, decided: &Decided) -> Option<Stated> {
        let (answer, _) = self.answer.as_ref().filter(|_| self.is_whole)?;
        let options = &decided.options;
        let compares_inputs = answer.changes == Changes::Unknown;
        if documents.lifecycle().is_some() || compares_inputs && options.olds == Olds::State {
            return None;
        }
        let inputs = |document: &Document| match Property::read(document, document.root(), Form::State) {
            Ok(Property::Map(members)) if compares_inputs => members,
            _ => Members::default(),
        };
        let old = OldState { inputs: inputs(&documents.old), ..OldState::default() };
        let goal = Goal {
            inputs: inputs(&documents.new),
            ignore_changes: options.ignore_changes.clone(),
            replace_on_changes: options.replace_on_changes.clone(),
            delete_before_replace: options.delete_before_replace,
            ..Goal::default()
        };
        let provider = Provider::Answers(answer.result());
        let Decision { steps, diff, .. } =
            engine::decide(Some(&old), Some(&goal), provider, &Run::default()).ok()?;
        let at = |op| steps.iter().position(|step| step.op == op);
        let (action, order) = match (at(Op::DeleteReplaced), at(Op::CreateReplacement)) {
            (Some(deleted), Some(made)) if deleted < made => (Action::Replace, Some(Order::DeleteFirst)),
            (_, Some(_)) => (Action::Replace, Some(Order::CreateFirst)),
            _ if at(Op::Update).is_some() => (Action::Update, None),
            _ => (Action::NoOp, None),
        };
        let is_replace = action == Action::Replace;
        let reasons = diff.filter(|_| is_replace).map(|diff| diff.replace_keys).unwrap_or_default();
        Some(Stated { action, reasons, order })
    }

    /// Where what the provider says and the values disagree.
    pub(super) fn diagnostics(&self, documents: &Documents, decided: &Decided) -> Vec<Diagnostic> {
        let mut said = self.unread.clone();
        if let Some((answer, document)) = &self.answer {
            let stated = self.stated(documents, decided);
            let mut problems = Checked { answer, stated: stated.as_ref(), documents, decided }.problems();
            if decided.language().is_some() {
                problems.extend(dynamic::about_answer(answer, documents, decided));
            }
            said.extend(diagnostics(first_of(problems), Input::Answer, document.source()));
        }
        if let Some(outs) = &documents.outs {
            let declared = decided.stables(documents).concat();
            let answered = self.answer.iter().flat_map(|(answer, _)| &answer.stables);
            let stables = declared.into_iter().chain(answered.map(|name| name.text.clone()));
            let problems = of_outs(outs, documents, decided, stables);
            said.extend(diagnostics(first_of(problems), Input::Outs, outs.source()));
        }
        said
    }
}

/// Problems that are said one by one; the rest is counted.
const LISTED: usize = 20;

fn first_of(mut problems: Vec<Problem>) -> Vec<Problem> {
    let more = problems.len().saturating_sub(LISTED);
    problems.truncate(LISTED);
    if let (Some(last), 1..) = (problems.last_mut(), more) {
        last.notes.push(format!("{more} more of the same sort follow."));
    }
    problems
}

/// An answer beside what the values decide.
struct Checked<'a> {
    answer: &'a Answer,
    /// What the engine makes of it.
    stated: Option<&'a Stated>,
    documents: &'a Documents,
    decided: &'a Decided,
}

/// What an action is called in a sentence.
fn called(action: Action) -> &'static str {
    match action {
        Action::NoOp => "nothing",
        _ => "an update in place",
    }
}

impl Checked<'_> {
    fn problems(&self) -> Vec<Problem> {
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
        let surviving = decided.properties(decided::Decision::survives);
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
        let result = answer.result();
        let verdict = decided.verdict_outcome(documents);
        let real = decided.properties(decided::Decision::is_real);
        let names = listed(real.iter().map(String::as_str), ", ");
        let differ = if real.len() == 1 { "differs" } else { "differ" };
        let mut problems = Vec::new();
        let mut say = |code, message: String| {
            problems.push(Problem::new(code, message, answer.replaces.first().map(|name| name.span)));
        };
        if answer.changes == Changes::None && !real.is_empty() {
            say(
                Code::UpdateSkipped,
                format!(
                    "the provider's Diff says that nothing changes, but {names} {differ}: the update is skipped, and nobody is told"
                ),
            );
        }
        match (answer.changes, stated.map(|stated| stated.action)) {
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
        if answer.delete_before_replace && !result.replaces() {
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

/// What an update returned replaces the state as a whole: what it lacks is lost, and what it changed comes back as a
/// difference. Found by asking what the next preview would say.
fn of_outs(
    outs: &Rc<Document>,
    documents: &Documents,
    decided: &Decided,
    stables: impl Iterator<Item = String>,
) -> Vec<Problem> {
    let Documents { old, new, .. } = documents;
    let mut problems = Vec::new();
    let mut say = |code, message: String| problems.push(Problem::new(code, message, None));
    let keys = |document: &Document| -> BTreeSet<String> {
        let is_map = document.kind(document.root()) == Kind::Map;
        let members = is_map.then(|| document.members(document.root()));
        members.into_iter().flatten().map(|member| document.text(member.key)).collect()
    };
    let (returned, asked) = (keys(outs), keys(new));
    let is_state = decided.options.olds == Olds::State && old.kind(old.root()) == Kind::Map;
    if is_state {
        for name in keys(old).iter().filter(|name| !returned.contains(*name) && !asked.contains(*name)) {
            say(
                Code::OutputLost,
                format!(
                    "`{name}` is in the state and was not returned: it is gone from the state, and resources that use it get no value"
                ),
            );
        }
    }
    let next = Documents { old: Rc::clone(outs), new: Rc::clone(new), identical: false, outs: None };
    if next.lifecycle().is_none() {
        let options = Options { olds: Olds::State, ..decided.options.clone() };
        let next = Decided::new(&next, Rc::clone(decided.settled.rules()), options, Rc::default());
        for name in next.properties(decided::Decision::is_real) {
            let (code, message) = if returned.contains(&name) {
                let message = format!(
                    "the update returned another value of `{name}` than the program sets: the next preview shows it as changed"
                );
                (Code::OutputDiffers, message)
            } else {
                let message = format!(
                    "`{name}` is set by the program and was not returned: every preview shows it as new"
                );
                (Code::OutputLost, message)
            };
            say(code, message);
        }
    }
    let mut said = Vec::new();
    let both = Documents { old: Rc::clone(old), new: Rc::clone(outs), identical: false, outs: None };
    let moved =
        Decided::new(&both, Rc::clone(decided.settled.rules()), decided.options.clone(), Rc::default());
    let changed = moved.properties(decided::Decision::survives);
    for name in stables.filter(|name| returned.contains(name) && changed.contains(name)) {
        if !said.contains(&name) {
            say(
                Code::StableChanged,
                format!(
                    "`{name}` is called stable, and the update returned another value: what uses it was planned with the old one"
                ),
            );
            said.push(name);
        }
    }
    problems
}
