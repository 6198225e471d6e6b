//! A plan on its way to entries.

use super::at::At;
use super::entry::Entry;
use super::passed::is_passed;
use super::wild::empty_behind;
use crate::json::{self, Document, Limits, NO_MARKS, Source};
use crate::problem::{Code, Problem, Span};
use crate::value::signature;

/// The text that is read, and what has been read of it.
pub(super) struct Reading<'s> {
    pub(super) source: &'s Source,
    pub(super) limits: Limits,
    /// Where an empty object stands, for what is left out because it is one.
    pub(super) empty: Span,
    /// Where damaged documents end.
    pub(super) cuts: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    pub(super) secrets: Vec<Span>,
    pub(super) marked: Vec<Span>,
    pub(super) problems: Vec<Problem>,
}

impl<'s> Reading<'s> {
    pub(super) fn new(source: &'s Source, mark: Span, limits: Limits) -> Reading<'s> {
        Reading {
            source,
            limits,
            empty: empty_behind(mark),
            cuts: Vec::new(),
            entries: Vec::new(),
            secrets: Vec::new(),
            marked: Vec::new(),
            problems: Vec::new(),
        }
    }

    pub(super) fn say(&mut self, code: Code, message: impl Into<String>, span: impl Into<Option<Span>>) {
        self.problems.push(Problem::new(code, message, span));
    }

    /// Says where something stands in the place of a list.
    pub(super) fn must_be_list(&mut self, at: At, name: &str) {
        if at.is_no_list(name) {
            let message = format!("`{name}` is no list; nothing of it is read");
            self.say(Code::PlanEntry, message, at.span_of(name));
        }
    }

    /// Whether all of something stands in the text; of what is cut off, what is secret may be missing, and it is left out.
    pub(super) fn is_whole(&mut self, at: At, what: &str) -> bool {
        let ends_there = self.cuts.contains(&at.span().end);
        let is_cut =
            ends_there && json::skim(self.source, at.span(), self.limits, is_passed).problem.is_some();
        if is_cut {
            self.say(Code::PlanEntry, format!("{what} is cut off; it is left out"), at.span());
        }
        !is_cut
    }

    /// What stands at a stretch, with everything in it. What is wrong there is said.
    pub(super) fn part(&mut self, span: Span) -> Option<Document> {
        match json::read_part(self.source, span, self.limits, NO_MARKS, None) {
            Ok(document) => Some(document),
            Err(refused) => {
                self.problems.push(refused.problem);
                None
            }
        }
    }

    /// What stands at a stretch, in outline.
    pub(super) fn outline(&mut self, span: Span) -> Option<Document> {
        let skimmed = json::skim(self.source, span, self.limits, is_passed);
        self.problems.extend(skimmed.problem);
        skimmed.document
    }

    /// Remembers a stretch in which something may be marked as secret.
    pub(super) fn may_have_secrets(&mut self, span: Span) {
        if self.source.slice(span).contains(signature::SECRET) {
            self.marked.push(span);
        }
    }

    /// Whether a stretch is null.
    pub(super) fn is_null(&self, span: Span) -> bool {
        self.source.slice(span) == "null"
    }

    /// Whether `true` may stand in a stretch.
    pub(super) fn holds_true(&self, span: Span) -> bool {
        self.source.slice(span).contains("tru")
    }
}
