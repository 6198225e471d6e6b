//! What the equality words do to values: one small function each, one file per family.

mod absence;
mod composition;
mod documents;
mod embedded;
mod folding;
mod hashed;
mod identity;
mod network;
mod numbers;
mod quantities;
mod text;
mod time;

pub use absence::{is_empty as is_empty_value, is_empty_node as is_empty};
pub use documents::{one_layout, quoted};
pub use embedded::{base64_decoded, base64_encoded};
pub use folding::{are_one_folded, folded_key};
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
        if cannot_be_read(terms, at, &old) || cannot_be_read(terms, at, &new) {
            // Decoded, one side could become what the other one is.
            [old, new] = [written(&terms[..=at], at, old)?, written(&terms[..=at], at, new)?];
            break;
        }
        [old, new] = [written(terms, at, old)?, written(terms, at, new)?];
        if documents::are_one(term.word, &old, &new) {
            return Ok(Applied::Same);
        }
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
        if cannot_be_read(terms, at, &value) {
            return Ok(value);
        }
        value = documents::canonical(term.word, written(terms, at, value)?);
    }
    Ok(value)
}

/// The same, but documents of a known kind stay as they are written, so that paths lead into them.
///
/// # Errors
/// As [`apply`].
pub fn as_written<'d>(terms: &[Term], value: Lifted<'d>) -> Result<Lifted<'d>, Code> {
    let mut value = value;
    for at in 0..terms.len() {
        if cannot_be_read(terms, at, &value) {
            return Ok(value);
        }
        value = written(terms, at, value)?;
    }
    Ok(value)
}

/// Whether a word is to decode a text for the words after it and cannot: to them this is no text that they mean.
fn cannot_be_read(terms: &[Term], at: usize, value: &Lifted) -> bool {
    at + 1 < terms.len() && embedded::is_undecodable(terms[at].word, value)
}

/// One word among others.
fn written<'d>(terms: &[Term], at: usize, value: Lifted<'d>) -> Result<Lifted<'d>, Code> {
    let term = &terms[at];
    let Word::Equality(word) = term.word else { return Ok(value) };
    Ok(match (word, value) {
        (Equality::Default, value) => {
            let fills_empty =
                terms[..at].iter().any(|term| term.word == Word::Equality(Equality::EmptyIsMissing));
            if absence::is_none(&value) || fills_empty && absence::is_empty(&value) {
                term.arguments.first().map_or(value, |default| Lifted::Scalar(Scalar::of(default)))
            } else {
                value
            }
        }
        (Equality::OneOrMany, value) => one_or_many(value),
        (Equality::Ref, value) => identity::reference(value),
        (Equality::GcpIam, Lifted::Scalar(scalar)) => match embedded::json(scalar)? {
            Lifted::Scalar(member) => Lifted::Scalar(documents::gcp_member(member)),
            document => document,
        },
        (Equality::Yaml, Lifted::Scalar(scalar)) => embedded::yaml(scalar)?,
        (Equality::Xml, Lifted::Scalar(scalar))
            if scalar.as_text().is_some_and(embedded::declares_entities) =>
        {
            return Err(Code::EmbeddedEntities);
        }
        (word, Lifted::Scalar(scalar)) if word.reads_json() => embedded::json(scalar)?,
        (word, Lifted::Scalar(scalar)) => Lifted::Scalar(match embedded::coding(word) {
            Some(coding) => coding.applied(scalar, at + 1 < terms.len()),
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
        Equality::TrailingSlash if term.has("all") => text::mapped(value, text::trailing_slashes),
        Equality::TrailingSlash => text::mapped(value, text::trailing_slash),
        Equality::TrailingDot => text::mapped(value, text::trailing_dot),
        Equality::Nfc => text::mapped(value, text::nfc),
        Equality::Xml => embedded::respelled(value, embedded::xml),
        Equality::Pem => embedded::respelled(value, embedded::pem),
        Equality::SshKey => {
            embedded::respelled(value, |text| embedded::ssh_key(text, !term.has("ignore-comment")))
        }
        Equality::Alias => aliased(value, &term.arguments),
        _ => renoted(word, term, identity::named(word, term, value)),
    }
}

/// A text in the one notation for what it stands for; one that does not convert as a whole stays as it is.
fn renoted<'d>(word: Equality, term: &Term, value: Scalar<'d>) -> Scalar<'d> {
    let written = match &value {
        Scalar::Number(written) => quantity(word, term, written),
        other => {
            other.as_text().and_then(|text| quantity(word, term, text).or_else(|| address(word, term, text)))
        }
    };
    written.map_or(value, |text| Scalar::Text(text.into_bytes().into()))
}

/// The one notation of a quantity. A number counts as its text.
fn quantity(word: Equality, term: &Term, text: &str) -> Option<String> {
    match word {
        Equality::Duration => quantities::duration(text, term.named("unit"), term.has("days")),
        Equality::Iso8601Duration => quantities::iso8601_duration(text),
        Equality::Timestamp => time::timestamp(text, term.has("minute")),
        Equality::TimeOfDay => time::time_of_day(text),
        Equality::Quantity => quantities::quantity(text),
        Equality::ByteSize => quantities::byte_size(text),
        Equality::SizeUnit if term.has("ecs-cpu") => quantities::size_unit(text, &["vCPU", "vcpu"]),
        Equality::SizeUnit => quantities::size_unit(text, &["GB"]),
        _ => None,
    }
}

/// The one notation of an address or name in a network.
fn address(word: Equality, term: &Term, text: &str) -> Option<String> {
    match word {
        Equality::Ip => network::ip(text, term.has("mapped")),
        Equality::Cidr => network::cidr(text, term.has("mask"), term.has("host")),
        Equality::Range => network::range(text),
        Equality::Mac => network::mac(text),
        Equality::Url => network::url(text, term.has("https")),
        Equality::DnsName => network::dns_name(text),
        Equality::DnsTxt => network::dns_txt(text),
        Equality::Email => network::email(text, term.has("local")),
        _ => None,
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
        _ => identity::are_related(word, old, new),
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
    let is_one = names.iter().any(|name| Scalar::of(name) == value);
    if let (true, Some(first)) = (is_one, names.first()) { Scalar::of(first) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_counts_as_the_text_of_a_quantity_and_of_nothing_else() {
        let (number, text) = (
            |number: &str| Scalar::Number(number.to_owned().into()),
            |text: &str| Scalar::Text(text.as_bytes().to_vec().into()),
        );
        for (word, written, expected) in [
            ("duration(unit=s)", "90", text("90s")),
            ("duration(unit=ms)", "9e1", text("0.09s")),
            ("quantity", "1.50", text("1.5")),
            ("byte-size", "1024", text("1024")),
            ("size-unit(ecs-memory)", "2048.0", text("2048")),
            ("duration", "90", number("90")),
            ("duration(days)", "1", number("1")),
            ("time-of-day", "1", number("1")),
            ("quantity", "1e99999", number("1e99999")),
            ("dns-name", "1", number("1")),
            ("dns-txt", "1", number("1")),
            ("cidr(host)", "1", number("1")),
            ("url(https)", "1", number("1")),
        ] {
            let term = Term::parse(word).unwrap_or_else(|(_, message)| panic!("{word}: {message}"));
            let Ok(Lifted::Scalar(form)) = canonical(&[term], Lifted::Scalar(number(written))) else {
                panic!("{word} {written} is a scalar")
            };
            assert_eq!(form, expected, "{word} {written}");
        }
    }
}
