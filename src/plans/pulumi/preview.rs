//! The digest that `pulumi preview --json` writes (upstream: `pkg/display/json.go`).

use super::documents;
use super::step::{Spelling, Step, Steps};
use crate::plans::at::At;
use crate::plans::reading::Reading;
use crate::problem::Code;

/// Reads digests.
pub(in crate::plans) fn read(reading: &mut Reading, roots: &[At]) {
    let mut steps = Steps::default();
    let mut errors = 0;
    for digest in documents(roots) {
        reading.must_be_list(digest, "steps");
        for step in digest.each("steps") {
            if let Some(step) = Step::read(reading, step, Spelling::Preview) {
                steps.add(step);
            }
        }
        errors += digest
            .each("diagnostics")
            .filter(|said| said.text_of("severity").as_deref() == Some("error"))
            .count();
    }
    incomplete(reading, errors);
    steps.entries(reading);
}

/// Says that a run failed. What its errors say may hold secrets.
pub(super) fn incomplete(reading: &mut Reading, errors: usize) {
    if errors > 0 {
        let errors = if errors == 1 { "an error".to_owned() } else { format!("{errors} errors") };
        let message = format!("the run reported {errors}: the plan holds only what was planned all the same");
        reading.say(Code::PlanIncomplete, message, None);
    }
}
