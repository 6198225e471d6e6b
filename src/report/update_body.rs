//! What an update would send: the properties that change, as far as the service takes them.

use crate::contract::{Diagnostic, Input, Options, UpdateBody};
use crate::json::Document;
use crate::path::{Dialect, Path, Step};
use crate::problem::{Code, Problem};

/// The mask that lets everything through.
const ALL: &str = "*";

/// What an update of these top-level properties would send; never anything else, so that a retry sends nothing.
pub(super) fn update_body(changed: &[String], new: &Document, options: &Options) -> UpdateBody {
    let mut body = UpdateBody { set: Vec::new(), unset: Vec::new(), withheld: Vec::new() };
    for property in changed {
        let list = if !is_sent(property, options) {
            &mut body.withheld
        } else if new.member(new.root(), property).is_some() {
            &mut body.set
        } else {
            &mut body.unset
        };
        list.push(property.clone());
    }
    body
}

/// Whether a property may be in the body: the mask names it or something in it, and it is not one that is never sent.
fn is_sent(property: &str, options: &Options) -> bool {
    let names = |path: &String| {
        let first = Path::parse(path, Dialect::Own).ok().and_then(|path| path.0.into_iter().next());
        path == ALL || first == Some(Step::Key(property.to_owned()))
    };
    let is_in_mask = options.update_mask.as_ref().is_none_or(|mask| mask.iter().any(names));
    is_in_mask && !options.never_sent.iter().any(names)
}

/// That an update would send nothing of what changes.
pub(super) fn diagnostic(body: Option<&UpdateBody>) -> Option<Diagnostic> {
    let UpdateBody { set, unset, withheld } = body?;
    let sends_nothing = set.is_empty() && unset.is_empty() && !withheld.is_empty();
    let message = format!(
        "the update would send nothing: {} changes outside the update mask, or is never sent",
        crate::rules::listed(withheld.iter().map(String::as_str), ", ")
    );
    let problem = Problem::new(Code::UpdateSendsNothing, message, None);
    sends_nothing.then(|| Diagnostic {
        code: problem.code.as_str(),
        severity: problem.code.severity(),
        message: problem.message,
        document: Input::New,
        range: None,
        notes: Vec::new(),
    })
}
