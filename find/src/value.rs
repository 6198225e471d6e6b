//! Property values: what a JSON value stands for in a Pulumi document, and when two are the same.
//!
//! Special values are objects with a signature key, and whole-text sentinels (upstream:
//! `sdk/go/common/resource/sig/sig.go`, `plugin/rpc.go`).

use crate::contract::ShownType;
use crate::hash::{self, Archive};
use crate::json::{self, Decimal, Document, Kind, Limits, NodeId, Refused, Source, Span};
use crate::path;
use std::borrow::Cow;

/// The texts that make a value special.
pub mod signature {
    /// The key whose value says what its object is.
    pub const KEY: &str = "4dabf18193072939515e22adb298388d";
    /// A secret.
    pub const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
    /// A file.
    pub const ASSET: &str = "c44067f5952c0a294b673a41bacd8c17";
    /// Files.
    pub const ARCHIVE: &str = "0def7320c3a5731c473e5ecbe6d01bc7";
    /// A reference to a resource.
    pub const REFERENCE: &str = "5cf8f73096256a8f31e491e813e4eb8e";
    /// An output value.
    pub const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
    /// A text that is no UTF-8.
    pub const BYTES: &str = "803fd3297a5875dc03ca845dda5d2a98";
    /// NaN or an infinity.
    pub const SPECIAL_NUMBER: &str = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c";
    /// Texts that stand for a value known only after the apply: of a boolean, number, text, list, asset, archive,
    /// object.
    pub const UNKNOWNS: [&str; 7] = [
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
        "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
        "030794c1-ac77-496b-92df-f27374a8bd58",
        "e48ece36-62e2-4504-bad9-02848725956a",
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    ];
}

/// What a signature says its object is.
pub const SIGNATURES: [(&str, ShownType); 7] = [
    (signature::SECRET, ShownType::Secret),
    (signature::ASSET, ShownType::Asset),
    (signature::ARCHIVE, ShownType::Archive),
    (signature::REFERENCE, ShownType::Reference),
    (signature::OUTPUT, ShownType::Output),
    (signature::BYTES, ShownType::String),
    (signature::SPECIAL_NUMBER, ShownType::Number),
];

/// What tools print in place of a secret.
pub const MASK: &str = "[secret]";

/// A scalar lifted out of a document, so that rules can look at it.
#[derive(Clone, Debug)]
pub enum Scalar<'d> {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number as written.
    Number(Cow<'d, str>),
    /// A text's content, as WTF-8.
    Text(Cow<'d, [u8]>),
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// One value.
    Same,
    /// Two values.
    Different,
    /// A side is known only after the apply.
    Unknown,
    /// A side cannot be seen.
    Masked,
}

impl<'d> Scalar<'d> {
    /// The scalar at a node; of a list or an object, nothing.
    pub fn at(document: &'d Document, node: NodeId) -> Option<Scalar<'d>> {
        match document.kind(node) {
            Kind::Null => Some(Scalar::Null),
            Kind::True => Some(Scalar::Boolean(true)),
            Kind::False => Some(Scalar::Boolean(false)),
            Kind::Number => Some(Scalar::Number(Cow::Borrowed(document.raw(node)))),
            Kind::String => Some(Scalar::Text(document.content(node))),
            Kind::List | Kind::Map => None,
        }
    }

    /// The value that an argument of a word or a member in a path stands for; a bare word that is none is a text.
    pub fn of(argument: &path::Scalar) -> Scalar<'static> {
        match argument {
            path::Scalar::Text(text) => Scalar::Text(text.clone().into_bytes().into()),
            path::Scalar::Bare(bare) => match bare.as_str() {
                "null" => Scalar::Null,
                "true" => Scalar::Boolean(true),
                "false" => Scalar::Boolean(false),
                number if Decimal::parse(number).is_some() => Scalar::Number(bare.clone().into()),
                word => Scalar::Text(word.as_bytes().to_vec().into()),
            },
        }
    }

    /// The same, kept by itself.
    pub fn into_owned(self) -> Scalar<'static> {
        match self {
            Scalar::Null => Scalar::Null,
            Scalar::Boolean(value) => Scalar::Boolean(value),
            Scalar::Number(written) => Scalar::Number(Cow::Owned(written.into_owned())),
            Scalar::Text(content) => Scalar::Text(Cow::Owned(content.into_owned())),
        }
    }

    /// The text at a node, where there is one in UTF-8.
    pub fn text_at(document: &'d Document, node: NodeId) -> Option<Cow<'d, str>> {
        match Scalar::at(document, node)? {
            Scalar::Text(Cow::Borrowed(content)) => std::str::from_utf8(content).ok().map(Cow::Borrowed),
            Scalar::Text(Cow::Owned(content)) => String::from_utf8(content).ok().map(Cow::Owned),
            _ => None,
        }
    }

    /// The text, where this is one in UTF-8.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Scalar::Text(content) => std::str::from_utf8(content).ok(),
            _ => None,
        }
    }

    /// The exact decimal of a number, or of a text that is nothing but one.
    pub fn numeric(&self) -> Option<Decimal> {
        match self {
            Scalar::Number(written) => Decimal::parse(written),
            _ => Decimal::parse(self.as_text()?),
        }
    }
}

/// Without any rule: numbers are decimals, and no type is another.
impl PartialEq for Scalar<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Scalar::Null, Scalar::Null) => true,
            (Scalar::Boolean(a), Scalar::Boolean(b)) => a == b,
            (Scalar::Number(a), Scalar::Number(b)) => same_number(a, b),
            (Scalar::Text(a), Scalar::Text(b)) => a == b,
            _ => false,
        }
    }
}

/// Reads a document whose special values will be recognised.
///
/// # Errors
/// As [`json::read`].
pub fn read(bytes: Vec<u8>, limits: Limits) -> Result<Document, Refused> {
    json::read_beside(bytes, limits, MARKS, None)
}

/// The same, faster if the text is much like one that has been read.
///
/// # Errors
/// As [`json::read`].
pub fn read_beside(bytes: Vec<u8>, limits: Limits, other: &Document) -> Result<Document, Refused> {
    json::read_beside(bytes, limits, MARKS, Some(other))
}

/// The same of a part of a text that is shared; see [`json::read_part`].
///
/// # Errors
/// As [`json::read`].
pub fn read_part(
    source: &Source,
    span: Span,
    limits: Limits,
    other: Option<&Document>,
) -> Result<Document, Refused> {
    json::read_part(source, span, limits, MARKS, other)
}

/// Signature keys, sentinels and masks.
const MARKS: json::Marks = json::Marks { lengths: 1 << 8 | 1 << 32 | 1 << 36, is_mark };

/// Whether a text is a signature key, a sentinel or a mask.
fn is_mark(content: &[u8]) -> bool {
    let is = |text: &&str| *content == *text.as_bytes();
    match content.len() {
        8 => is(&MASK),
        32 => is(&signature::KEY),
        36 => signature::UNKNOWNS.iter().any(is),
        _ => false,
    }
}

/// What a value is. A special value is recognised; of a secret this is only that it is one.
#[inline]
pub fn type_of(document: &Document, node: NodeId) -> ShownType {
    match document.kind(node) {
        Kind::Null => ShownType::Null,
        Kind::True | Kind::False => ShownType::Boolean,
        Kind::Number => ShownType::Number,
        Kind::String if document.marks_within(node).is_empty() => ShownType::String,
        Kind::String if document.is(node, MASK) => ShownType::Secret,
        Kind::String if document.is(node, signature::KEY) => ShownType::String,
        Kind::String => ShownType::Unknown,
        Kind::List => ShownType::List,
        Kind::Map => match special_type(document, node) {
            Some(ShownType::Output) if document.member(node, "value").is_none() => ShownType::Unknown,
            special => special.unwrap_or(ShownType::Map),
        },
    }
}

/// Whether an object is a special value, which is compared as one.
#[inline]
pub fn is_special(document: &Document, node: NodeId) -> bool {
    document.kind(node) == Kind::Map && special_type(document, node).is_some()
}

/// Whether a value holds something which equal texts do not make equal: masked, unknown, or a special
/// value that may be.
#[inline]
pub fn has_opaque(document: &Document, node: NodeId) -> bool {
    document.marks_within(node).iter().any(|mark| {
        let is_known = [ShownType::Secret, ShownType::Reference];
        !document.is(*mark, signature::KEY)
            || signed(document, document.value_of(*mark)).is_some_and(|what| !is_known.contains(&what))
    })
}

/// Whether nothing can be said about a value: it is known only after the apply, or is a file without a content hash.
pub fn is_unknown(document: &Document, node: NodeId) -> bool {
    match type_of(document, node) {
        ShownType::Unknown => true,
        ShownType::Asset | ShownType::Archive => content_hash(document, node).is_none(),
        _ => false,
    }
}

/// Whether a value is no number, which is equal to nothing, itself included.
pub fn is_not_a_number(document: &Document, node: NodeId) -> bool {
    if document.kind(node) != Kind::Map || special_type(document, node) != Some(ShownType::Number) {
        return false;
    }
    let digits = document.member(node, "value").map(|bits| document.text(bits)).unwrap_or_default();
    // All bits of the exponent are set, and one of the fraction is.
    let bits = u64::from_str_radix(&digits, 16).unwrap_or_default() & !(1 << 63);
    bits > 0x7ff << 52
}

/// Whether the input marks a value as secret.
pub fn is_declared_secret(document: &Document, node: NodeId) -> bool {
    let is_marked =
        |map| document.member(map, "secret").is_some_and(|secret| document.kind(secret) != Kind::False);
    match type_of(document, node) {
        ShownType::Secret => true,
        _ => is_special(document, node) && is_marked(node),
    }
}

fn special_type(document: &Document, map: NodeId) -> Option<ShownType> {
    if document.marks_within(map).is_empty() {
        return None;
    }
    signed(document, document.member(map, signature::KEY)?)
}

/// What the value of a signature key says that its object is.
fn signed(document: &Document, signature: NodeId) -> Option<ShownType> {
    let is = |(text, _): &&(&str, ShownType)| {
        document.kind(signature) == Kind::String && document.is(signature, text)
    };
    SIGNATURES.iter().find(is).map(|(_, what)| *what)
}

/// What is inside a secret.
pub enum Opened {
    /// A value of the same document.
    Here(NodeId),
    /// The document in the secret's plaintext.
    Text(Document),
}

/// What is inside a secret, which may be another one. Of one that cannot be seen, nothing.
pub fn open(document: &Document, secret: NodeId) -> Option<Opened> {
    let member = |name| if document.kind(secret) == Kind::Map { document.member(secret, name) } else { None };
    if let Some(value) = member("value") {
        return Some(Opened::Here(value));
    }
    let plaintext = member("plaintext").filter(|text| document.kind(*text) == Kind::String)?;
    read(document.content(plaintext).into_owned(), Limits::default()).ok().map(Opened::Text)
}

/// Reads what is inside a secret; any other value as it is. Of a secret that cannot be seen, nothing.
pub fn opened<T>(
    document: &Document,
    node: NodeId,
    read_value: impl FnOnce(&Document, NodeId) -> T,
) -> Option<T> {
    if type_of(document, node) != ShownType::Secret {
        return Some(read_value(document, node));
    }
    Some(match open(document, node)? {
        Opened::Here(value) => read_value(document, value),
        Opened::Text(inner) => read_value(&inner, inner.root()),
    })
}

/// The content hash of an asset or archive: the one that it has, else that of its content if this is at hand.
pub fn content_hash(document: &Document, node: NodeId) -> Option<Cow<'_, [u8]>> {
    let hash = document.member(node, "hash").filter(|hash| document.kind(*hash) == Kind::String);
    if let Some(hash) = hash.map(|hash| document.content(hash)).filter(|hash| !hash.is_empty()) {
        return Some(hash);
    }
    let hash = match type_of(document, node) {
        ShownType::Asset => hash::sha256(&text_of(document, node)?),
        ShownType::Archive => {
            let mut archive = Archive::default();
            pack(document, node, "", &mut archive, DEPTH)?;
            archive.sha256()
        }
        _ => return None,
    };
    Some(Cow::Owned(hash.into_bytes()))
}

/// Archives inside one another that are packed.
const DEPTH: u32 = 50;

/// The text of a file.
fn text_of(document: &Document, asset: NodeId) -> Option<Cow<'_, [u8]>> {
    let text = document.member(asset, "text").filter(|text| document.kind(*text) == Kind::String)?;
    // What the engine prints in its place.
    Some(document.content(text)).filter(|text| **text != *ELIDED.as_bytes())
}

/// What stands in events for the text of a file.
const ELIDED: &str = "<contents elided>";

/// Adds the files of an archive in the order of their names, those of archives in it under its name.
fn pack(document: &Document, node: NodeId, parent: &str, archive: &mut Archive, depth: u32) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    let assets = document.member(node, "assets").filter(|assets| document.kind(*assets) == Kind::Map)?;
    let mut files: Vec<_> =
        document.members(assets).map(|file| (document.content(file.key), file.value)).collect();
    files.sort();
    for (name, file) in files {
        let name = format!("{parent}{}", std::str::from_utf8(&name).ok()?);
        match type_of(document, file) {
            ShownType::Asset => archive.add(name, &text_of(document, file)?)?,
            ShownType::Archive => pack(document, file, &format!("{name}/"), archive, depth)?,
            _ => return None,
        }
    }
    Some(())
}

/// Whether two numbers as written are one decimal.
pub fn same_number(a: &str, b: &str) -> bool {
    a == b || matches!((Decimal::parse(a), Decimal::parse(b)), (Some(a), Some(b)) if a == b)
}

/// Parts of names whose values are masked when shown, whether or not the input marks them.
const SECRET_NAMES: [&str; 12] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "credential",
    "connectionstring",
    "sas",
    "pwd",
];

/// Whether a property's name alone suggests a secret. This masks the display, never the comparison.
pub fn is_secret_name(name: &str) -> bool {
    let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
    let plain: Vec<u8> = letters.map(|byte| byte.to_ascii_lowercase()).collect();
    SECRET_NAMES.iter().map(|part| part.as_bytes()).any(|part| {
        let first_is_one = |rest: &[u8]| rest[0] == part[0] && rest.starts_with(part);
        if part.len() > 3 { plain.windows(part.len()).any(first_is_one) } else { plain == part }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_names() {
        for (name, expected) in [
            ("password", true),
            ("DB_PASSWORD", true),
            ("adminPasswordHash", true),
            ("api_key", true),
            ("clientSecret", true),
            ("pwd", true),
            ("sas", true),
            ("key", false),
            ("name", false),
            ("sasl_mechanism", false),
            ("cpwd", false),
        ] {
            assert_eq!(is_secret_name(name), expected, "{name}");
        }
    }
}
