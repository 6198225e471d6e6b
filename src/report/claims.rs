//! What a provider says about a resource, held against the values: its answer to `Diff`, and what its update returned.

use super::checked::Checked;
use super::decided::Decided;
use super::placed::{diagnostic, diagnostics};
use super::returned::about_outs;
use super::{Documents, dynamic};
use crate::contract::{Action, Diagnostic, Input, Olds, Order, Stated};
use crate::engine::{
    self, Answer, Changes, Decision, Form, Goal, Members, OldState, Op, Property, Provider, Run,
};
use crate::json::{Document, Kind, Limits, LineIndex, Refused};
use crate::problem::{Code, Problem};
use crate::value;
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
        let compares_inputs = answer.result.changes == Changes::Unknown;
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
        let provider = Provider::Answers(answer.result.clone());
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
            let checked = Checked { answer, stated: stated.as_ref(), documents, decided };
            let mut problems = checked.problems();
            if decided.language().is_some() {
                problems.extend(dynamic::about_answer(answer, documents, decided));
            }
            said.extend(diagnostics(first_of(problems), Input::Answer, document.source()));
        }
        if let Some(outs) = &documents.outs {
            let declared = decided.stables(documents).concat();
            let answered = self.answer.iter().flat_map(|(answer, _)| &answer.stables);
            let stables = declared.into_iter().chain(answered.map(|name| name.text.clone()));
            let problems = about_outs(outs, documents, decided, stables);
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
