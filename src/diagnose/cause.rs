//! The closed list of causes, found from the values.

use super::explanation::Suggestion;
use crate::contract::{Cause, Class, Grade, Kind as ChangeKind, Olds, ShownType};
use crate::diff;
use crate::json::{Document, Kind, NodeId};
use crate::normalize;
use crate::path::{Path, Step};
use crate::rules::{Equality, Scope, Word};
use crate::value::{self, Scalar};
use crate::verdict::Case;

/// Why the two sides of a place differ.
pub fn cause(case: &Case, class: Class, suggested: Option<&Suggestion>) -> Cause {
    match class {
        Class::Masked => Cause::Masked,
        Class::Unknown if is_content(case) => Cause::Asset,
        Class::Unknown if are_one_double(case) => Cause::Precision,
        Class::Unknown if is_undecidable(case) => Cause::Layout,
        Class::Unknown => Cause::Unknown,
        Class::Real => match (of_place(case), suggested) {
            (Cause::Real | Cause::Undeclared, Some(suggested)) if tells_cause(suggested) => suggested.cause,
            (cause, _) => cause,
        },
        Class::Spurious | Class::Ignored => match of_values(case) {
            Cause::Real => of_words(case, class),
            cause => cause,
        },
    }
}

/// Whether what settles a place says why it differs: a word that must be asked for may be another thing altogether.
fn tells_cause(suggested: &Suggestion) -> bool {
    suggested.grade < Grade::Ask
        || matches!(suggested.cause, Cause::Identity | Cause::Unicode | Cause::RealInNoise)
}

/// Why a place differs that nothing settled.
pub(super) fn of_place(case: &Case) -> Cause {
    if bookkeeping(case).is_some() {
        return Cause::Bookkeeping;
    }
    match of_values(case) {
        Cause::Real if are_one_double(case) => Cause::Precision,
        Cause::Real if case.olds == Olds::State && case.is_set_only() => Cause::SchemaAdded,
        Cause::Real if case.is_undeclared() => Cause::Undeclared,
        cause => cause,
    }
}

/// Keys that begin so are the tool's own records.
const BOOKKEEPING: &str = "__";

/// What the URN of a provider holds.
const PROVIDER: &str = "::pulumi:providers:";

/// The path of the tool's own record that a place is in: a key that begins with two underscores, or the URN of a
/// provider.
pub(super) fn bookkeeping(case: &Case) -> Option<Path> {
    if case.has_key(&is_record) {
        let Path(mut steps) = case.path();
        let record = steps.iter().position(|step| matches!(step, Step::Key(key) if is_record(key)))?;
        steps.truncate(record + 1);
        return Some(Path(steps));
    }
    let is_provider = |document: &Document, node: Option<NodeId>| {
        node.and_then(|node| Scalar::text_at(document, node)).is_some_and(|text| text.contains(PROVIDER))
    };
    let are_providers =
        is_provider(case.documents.old, case.old) && is_provider(case.documents.new, case.new);
    are_providers.then(|| case.path())
}

/// Whether a key is one of the tool's own.
fn is_record(key: &str) -> bool {
    key.starts_with(BOOKKEEPING)
}

/// The cause that the word which settled a place stands for.
fn of_words(case: &Case, class: Class) -> Cause {
    let resolved = case.resolved();
    let rule = match class {
        Class::Ignored => resolved.scope.as_ref().map(|(rule, _)| rule),
        _ => resolved.equality.as_ref(),
    };
    let mut causes = rule.iter().flat_map(|rule| &rule.words).filter_map(|term| of_word(term.word));
    causes.next_back().unwrap_or(Cause::Real)
}

pub(super) fn of_word(word: Word) -> Option<Cause> {
    Some(match word {
        Word::Scope(Scope::WriteOnly) => Cause::WriteOnly,
        Word::Scope(Scope::Computed | Scope::BackendDefault | Scope::AllowExtra | Scope::IgnoreKeys) => {
            Cause::BackendFilled
        }
        Word::Scope(Scope::Asset) => Cause::Asset,
        Word::Equality(equality) => of_equality(equality),
        Word::Scope(_) | Word::Cost(_) | Word::Flag(_) => return None,
    })
}

fn of_equality(equality: Equality) -> Cause {
    match equality {
        Equality::String | Equality::Integer | Equality::Number | Equality::Boolean => Cause::Type,
        Equality::Float64 | Equality::Float32 => Cause::Precision,
        Equality::Default => Cause::Default,
        Equality::NullIsMissing => Cause::NullMissing,
        Equality::EmptyIsMissing | Equality::DefaultBlock => Cause::Empty,
        Equality::Set => Cause::Order,
        Equality::Keyed => Cause::KeyedOrder,
        Equality::OneOrMany => Cause::OneOrMany,
        Equality::CaseInsensitive | Equality::KeysCaseInsensitive => Cause::Case,
        Equality::IgnoreSpaces
        | Equality::SpaceIsUnderscore
        | Equality::CollapseSpaces
        | Equality::Trim
        | Equality::TrimEnd => Cause::Whitespace,
        Equality::LineEndings => Cause::LineEnd,
        Equality::TrailingSlash | Equality::TrailingDot => Cause::EndMark,
        Equality::Nfc => Cause::Unicode,
        Equality::Json
        | Equality::Yaml
        | Equality::Xml
        | Equality::IamPolicy
        | Equality::GcpIam
        | Equality::BigquerySchema
        | Equality::EcsContainers => Cause::Layout,
        Equality::Ref => Cause::Reference,
        Equality::Alias
        | Equality::AzureLocation
        | Equality::ImageRef
        | Equality::Uuid
        | Equality::Semver
        | Equality::EnumAlias
        | Equality::SqlIdentifier
        | Equality::Principal
        | Equality::ArnId
        | Equality::PathSuffix
        | Equality::GcpLink
        | Equality::VersionPrefix
        | Equality::Autoname => Cause::Identity,
        Equality::Duration
        | Equality::Iso8601Duration
        | Equality::Timestamp
        | Equality::TimeOfDay
        | Equality::Quantity
        | Equality::ByteSize
        | Equality::SizeUnit => Cause::Quantity,
        Equality::Ip
        | Equality::Cidr
        | Equality::Range
        | Equality::Mac
        | Equality::Url
        | Equality::DnsName
        | Equality::DnsTxt
        | Equality::Email => Cause::Network,
        Equality::Base64
        | Equality::UrlEncoded
        | Equality::Pem
        | Equality::SshKey
        | Equality::Base64OrPlain
        | Equality::HashOf => Cause::Encoding,
    }
}

/// Whether both sides are numbers that the engine cannot tell apart.
fn are_one_double(case: &Case) -> bool {
    let scalar = |document, node: Option<NodeId>| {
        let number = Scalar::at(document, node?)?;
        Some(number).filter(|number| matches!(number, Scalar::Number(_)))
    };
    let sides = scalar(case.documents.old, case.old).zip(scalar(case.documents.new, case.new));
    sides.is_some_and(|(old, new)| diff::is_one_double(&old, &new))
}

/// Whether nothing in the values is unknown, so that it is the words that could not judge them.
fn is_undecidable(case: &Case) -> bool {
    let is_plain = |document: &Document, node: Option<NodeId>| {
        node.is_none_or(|node| !value::has_opaque(document, node))
    };
    is_plain(case.documents.old, case.old) && is_plain(case.documents.new, case.new)
}

/// Whether both sides are a file or archive: then the content differs, not the value around it.
fn is_content(case: &Case) -> bool {
    let is_file = |document: &Document, node: Option<NodeId>| {
        node.is_some_and(|node| {
            matches!(value::type_of(document, node), ShownType::Asset | ShownType::Archive)
        })
    };
    is_file(case.documents.old, case.old) && is_file(case.documents.new, case.new)
}

fn of_values(case: &Case) -> Cause {
    let (old, new) = (case.documents.old, case.documents.new);
    match (case.place.kind, case.old, case.new) {
        (ChangeKind::Update | ChangeKind::Move, Some(a), Some(b)) => of_two(case, a, b),
        (ChangeKind::Add, _, Some(added)) => of_one(new, added),
        (ChangeKind::Delete, Some(deleted), _) => of_one(old, deleted),
        _ => Cause::Real,
    }
}

/// A value that only one side has.
fn of_one(document: &Document, node: NodeId) -> Cause {
    match document.kind(node) {
        Kind::Null => Cause::NullMissing,
        _ if normalize::is_empty(document, node) => Cause::Empty,
        _ => Cause::Real,
    }
}

fn of_two(case: &Case, a: NodeId, b: NodeId) -> Cause {
    let (old, new) = (case.documents.old, case.documents.new);
    match (value::type_of(old, a), value::type_of(new, b)) {
        (ShownType::Secret, _) | (_, ShownType::Secret) if case.is_same() => return Cause::SecretMark,
        (ShownType::Asset | ShownType::Archive, ShownType::Asset | ShownType::Archive) => {
            return Cause::Asset;
        }
        _ => {}
    }
    match (Scalar::at(old, a), Scalar::at(new, b)) {
        (Some(old), Some(new)) if is_one_scalar_in_two_types(&old, &new) => Cause::Type,
        (Some(old @ Scalar::Text(_)), Some(new @ Scalar::Text(_))) if is_one_folded(&old, &new) => {
            Cause::Case
        }
        _ if normalize::is_empty(old, a) && normalize::is_empty(new, b) => Cause::Empty,
        _ => Cause::Real,
    }
}

/// `"3"` and `3`, `true` and `"true"`: the same value, so nothing was changed but the type.
fn is_one_scalar_in_two_types(old: &Scalar, new: &Scalar) -> bool {
    let scalars = |text: &Scalar, other: &Scalar| match (text.as_text(), other) {
        (Some(text), Scalar::Number(written)) => value::same_number(text, written),
        (Some(text), Scalar::Boolean(value)) => text == if *value { "true" } else { "false" },
        _ => false,
    };
    scalars(old, new) || scalars(new, old)
}

/// Texts that differ in letter case only.
fn is_one_folded(old: &Scalar, new: &Scalar) -> bool {
    let texts = old.as_text().zip(new.as_text());
    texts.is_some_and(|(old, new)| normalize::are_one_folded(old, new))
}

/// What a type is called in a sentence.
pub(super) fn type_name(shown: ShownType) -> &'static str {
    match shown {
        ShownType::Null => "null",
        ShownType::Boolean => "boolean",
        ShownType::Number => "number",
        ShownType::String => "string",
        ShownType::List => "list",
        ShownType::Map => "map",
        ShownType::Asset => "asset",
        ShownType::Archive => "archive",
        ShownType::Secret => "secret",
        ShownType::Unknown => "not known yet",
        ShownType::Output => "output",
        ShownType::Reference => "resource reference",
    }
}
