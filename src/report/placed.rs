//! Problems with their places in what was pasted.

use crate::contract::{Diagnostic, Input};
use crate::diagnose;
use crate::json::{LineIndex, Source};
use crate::problem::Problem;

/// Problems with their places in UTF-16.
pub(super) fn diagnostics(problems: Vec<Problem>, input: Input, source: &Source) -> Vec<Diagnostic> {
    if problems.is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::new(source);
    problems.into_iter().map(|problem| diagnostic(problem, input, &lines)).collect()
}

pub(super) fn diagnostic(problem: Problem, document: Input, lines: &LineIndex) -> Diagnostic {
    let Problem { code, message, span, notes } = problem;
    Diagnostic {
        code: code.as_str(),
        severity: code.severity(),
        message,
        document,
        range: span.map(|span| diagnose::range(lines, span)),
        notes,
    }
}
