//! What the equality words do to values: one small function each, one file per family.

mod absence;
mod embedded;
mod folding;
mod hashed;
mod numbers;
mod text;

pub use absence::is_empty_node as is_empty;
pub use folding::folded_key;
pub use hashed::{hash_form, is_same_hash};

use crate::json::{Document, Kind, NodeId};
use crate::path;
use crate::problem::Code;
use crate::rules::{Equality, Term, Word};
use crate::value::Scalar;
use std::rc::Rc;

/// A value on its way through the words of its path.
#[derive(Clone, Debug)]
pub enum Lifted<'d> {
    /// None: the other side has one.
    Missing,
    /// A scalar.
    Scalar(Scalar<'d>),
    /// A list or map in a document.
    Container(Rc<Document>, NodeId),
}

/// What the words made of two values.
#[derive(Debug)]
pub enum Applied<'d> {
    /// One value.
    Same,
    /// These, which are still to be compared.
    Values(Lifted<'d>, Lifted<'d>),
}

/// Applies equality words from left to right to both sides, each to what the ones before it left.
///
/// # Errors
/// A value that words cannot judge, such as a document with a repeated key: it is neither equal nor different.
pub fn apply<'d>(terms: &[Term], mut old: Lifted<'d>, mut new: Lifted<'d>) -> Result<Applied<'d>, Code> {
    for (at, term) in terms.iter().enumerate() {
        if are_related(term, &old, &new) {
            return Ok(Applied::Same);
        }
        let (before, after) = (&terms[..at], &terms[at + 1..]);
        if cannot_be_read(term, after, &old) || cannot_be_read(term, after, &new) {
            // Decoded, one side could become what the other one is.
            old = canonical_with(before, term, &[], old)?;
            new = canonical_with(before, term, &[], new)?;
            break;
        }
        [old, new] = [canonical_with(before, term, after, old)?, canonical_with(before, term, after, new)?];
    }
    Ok(Applied::Values(old, new))
}

/// The canonical form of one value. A word that does not fit a value leaves it as it is.
///
/// # Errors
/// As [`apply`].
pub fn canonical<'d>(terms: &[Term], value: Lifted<'d>) -> Result<Lifted<'d>, Code> {
    let mut value = value;
    for (at, term) in terms.iter().enumerate() {
        let (before, after) = (&terms[..at], &terms[at + 1..]);
        if cannot_be_read(term, after, &value) {
            return Ok(value);
        }
        value = canonical_with(before, term, after, value)?;
    }
    Ok(value)
}

/// Whether a word is to decode a text for the words after it and cannot: to them this is no text that they mean.
fn cannot_be_read(term: &Term, after: &[Term], value: &Lifted) -> bool {
    !after.is_empty() && embedded::is_undecodable(term.word, value)
}

/// One word, between others.
fn canonical_with<'d>(
    before: &[Term],
    term: &Term,
    after: &[Term],
    value: Lifted<'d>,
) -> Result<Lifted<'d>, Code> {
    let Word::Equality(word) = term.word else { return Ok(value) };
    Ok(match (word, value) {
        (Equality::Default, value) => {
            let fills_empty = before.iter().any(|term| term.word == Word::Equality(Equality::EmptyIsMissing));
            if absence::is_none(&value) || fills_empty && absence::is_empty(&value) {
                term.arguments.first().map_or(value, |default| Lifted::Scalar(literal(default)))
            } else {
                value
            }
        }
        (Equality::OneOrMany, value) => one_or_many(value),
        (Equality::Json, Lifted::Scalar(scalar)) => embedded::json(scalar)?,
        (Equality::Yaml, Lifted::Scalar(scalar)) => embedded::yaml(scalar)?,
        (word, Lifted::Scalar(scalar)) => Lifted::Scalar(match embedded::coding(word) {
            Some(coding) => coding.applied(scalar, !after.is_empty()),
            None => scalar_form(word, term, scalar),
        }),
        (_, value) => value,
    })
}

/// The canonical form of a scalar by a word that makes scalars of scalars.
fn scalar_form<'d>(word: Equality, term: &Term, value: Scalar<'d>) -> Scalar<'d> {
    match word {
        Equality::String => numbers::string(value),
        Equality::Integer => numbers::integer(value),
        Equality::Number => numbers::number(value),
        Equality::Boolean => numbers::boolean(value, term.has("01")),
        Equality::Float64 => numbers::float64(value),
        Equality::CaseInsensitive => text::mapped(value, text::case_insensitive),
        Equality::IgnoreSpaces => text::mapped(value, text::ignore_spaces),
        Equality::SpaceIsUnderscore => text::mapped(value, text::space_is_underscore),
        Equality::CollapseSpaces => text::mapped(value, text::collapse_spaces),
        Equality::Trim => text::mapped(value, text::trim),
        Equality::TrimEnd => text::mapped(value, text::trim_end),
        Equality::LineEndings => text::mapped(value, text::line_endings),
        Equality::TrailingSlash => text::mapped(value, text::trailing_slash),
        Equality::TrailingDot => text::mapped(value, text::trailing_dot),
        Equality::Nfc => text::mapped(value, text::nfc),
        Equality::Xml => embedded::respelled(value, embedded::xml),
        Equality::Pem => embedded::respelled(value, embedded::pem),
        Equality::SshKey => {
            embedded::respelled(value, |text| embedded::ssh_key(text, !term.has("ignore-comment")))
        }
        Equality::Alias => aliased(value, &term.arguments),
        _ => value,
    }
}

/// Whether a relation holds between two values.
fn are_related(term: &Term, old: &Lifted, new: &Lifted) -> bool {
    let Word::Equality(word) = term.word else { return false };
    match word {
        Equality::NullIsMissing => absence::is_none(old) && absence::is_none(new),
        Equality::EmptyIsMissing => {
            absence::is_none(old) && absence::is_empty(new) || absence::is_none(new) && absence::is_empty(old)
        }
        Equality::DefaultBlock => absence::is_default_block(old, new),
        Equality::Float32 => numbers::is_same_float32(old, new),
        Equality::Base64OrPlain => is_either_form(old, new, embedded::is_base64_of),
        Equality::HashOf if term.has("sha1") => is_either_form(old, new, hashed::is_sha1_of),
        Equality::HashOf => is_either_form(old, new, hashed::is_sha256_of),
        _ => false,
    }
}

/// Whether two texts are one, or either is the other one in another form.
fn is_either_form(old: &Lifted, new: &Lifted, is_form: fn(&str, &[u8]) -> bool) -> bool {
    let (Lifted::Scalar(Scalar::Text(old)), Lifted::Scalar(Scalar::Text(new))) = (old, new) else {
        return false;
    };
    let is_form = |form: &[u8], content| std::str::from_utf8(form).is_ok_and(|form| is_form(form, content));
    old == new || is_form(old, new) || is_form(new, old)
}

/// Of nested lists of one, the innermost. A value beside a list is the list of it alone: see `diff`.
fn one_or_many(value: Lifted) -> Lifted {
    let (document, mut node) = match value {
        Lifted::Container(document, node) if document.kind(node) == Kind::List => (document, node),
        other => return other,
    };
    while let Some(only) = only_element(&document, node).filter(|only| is_filled_list(&document, *only)) {
        node = only;
    }
    Lifted::Container(document, node)
}

fn is_filled_list(document: &Document, node: NodeId) -> bool {
    document.kind(node) == Kind::List && document.len(node) > 0
}

fn only_element(document: &Document, list: NodeId) -> Option<NodeId> {
    document.elements(list).next().filter(|_| document.len(list) == 1)
}

/// The first of the names for one thing, for any of them.
fn aliased<'d>(value: Scalar<'d>, names: &[path::Scalar]) -> Scalar<'d> {
    let is_one = names.iter().any(|name| literal(name) == value);
    if let (true, Some(first)) = (is_one, names.first()) { literal(first) } else { value }
}

/// The value that an argument stands for; a bare word that is none is a text.
pub fn literal(argument: &path::Scalar) -> Scalar<'static> {
    match argument {
        path::Scalar::Text(text) => Scalar::Text(text.clone().into_bytes().into()),
        path::Scalar::Bare(bare) => match bare.as_str() {
            "null" => Scalar::Null,
            "true" => Scalar::Boolean(true),
            "false" => Scalar::Boolean(false),
            number if crate::json::Decimal::parse(number).is_some() => Scalar::Number(bare.clone().into()),
            word => Scalar::Text(word.as_bytes().to_vec().into()),
        },
    }
}
