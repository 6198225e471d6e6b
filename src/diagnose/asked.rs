//! What needs knowledge from outside: only the user can tell.

use super::cause;
use crate::contract::{Cause, Class, Kind as ChangeKind, ShownType};
use crate::path::{Path, Step};
use crate::rules::Term;
use crate::value;
use crate::verdict::Case;

/// A word that only the user can accept.
pub(super) struct Asked {
    pub term: Term,
    pub same_if: &'static str,
    /// Where its rule stands if that is not the place alone: all of a record counts, not the part of it that differs.
    pub record: Option<Path>,
}

impl Asked {
    fn new(written: &str, same_if: &'static str) -> Option<Asked> {
        Some(Asked { term: Term::parse(written).ok()?, same_if, record: None })
    }

    /// Of a place that differs.
    pub(super) fn of_different(case: &Case) -> Option<Asked> {
        if let record @ Some(_) = cause::bookkeeping(case) {
            let same_if = "you did not change the code that this stands for";
            return Some(Asked { record, ..Asked::new("ignore", same_if)? });
        }
        let is_gone = case.place.kind == ChangeKind::Delete;
        if is_gone && matches!(case.path().0.last(), Some(Step::Match(_))) {
            return Asked::new("ignore", "the service keeps this item by itself");
        }
        let (old, new) = (case.documents.old, case.documents.new);
        let (a, b) = (case.old?, case.new?);
        let are_texts =
            value::type_of(old, a) == ShownType::String && value::type_of(new, b) == ShownType::String;
        if !are_texts || !are_names_of_two_kinds(&old.content(a), &new.content(b)) {
            return None;
        }
        let written = format!("alias({}, {})", old.raw(a), new.raw(b));
        Asked::new(&written, "both are names of one thing: only a lookup can tell")
    }

    /// Of a place where a value is known only after the apply.
    pub(super) fn of_unknown(case: &Case) -> Option<Asked> {
        let is_unknown = cause::cause(case, Class::Unknown, None) == Cause::Unknown;
        let same_if = "only the service sets this property, and a real change of it may stay hidden";
        if is_unknown && case.resolved().scope.is_none() { Asked::new("ignore", same_if) } else { None }
    }
}

/// Whether two texts may be names of one thing in different notations: ARNs that differ in the kind of the resource,
/// or constants of which one carries the name of its enumeration in front.
fn are_names_of_two_kinds(a: &[u8], b: &[u8]) -> bool {
    let kind = |text: &[u8]| -> Option<(Vec<u8>, Vec<u8>)> {
        let resource = text.rsplit(|byte| *byte == b':').next().filter(|_| text.starts_with(b"arn:"))?;
        let end = resource.iter().position(|byte| *byte == b'/')?;
        Some((text[..text.len() - resource.len()].to_vec(), resource[..end].to_vec()))
    };
    let words = |text: &[u8]| {
        let is_constant = text.first().is_some_and(u8::is_ascii_uppercase)
            && text.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
        is_constant.then(|| text.split(|byte| *byte == b'_').count())
    };
    match (kind(a), kind(b), words(a), words(b)) {
        (Some((before, a)), Some((other, b)), ..) => before == other && a != b,
        (_, _, Some(a), Some(b)) => a.abs_diff(b) >= 2,
        _ => false,
    }
}
