//! Property values: what a JSON value stands for in a Pulumi document, and when two are the same.
//!
//! Special values are objects with a signature key, and whole-text sentinels (upstream:
//! `sdk/go/common/resource/sig/sig.go`, `plugin/rpc.go`).

use crate::contract::ShownType;
use crate::json::{self, Decimal, Document, Kind, Limits, NodeId};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The key that makes an object a special value.
const SIGNATURE_KEY: &str = "4dabf18193072939515e22adb298388d";

/// What a signature says its object is.
const SIGNATURES: [(&str, ShownType); 5] = [
    ("1b47061264138c4ac30d75fd1eb44270", ShownType::Secret),
    ("c44067f5952c0a294b673a41bacd8c17", ShownType::Asset),
    ("0def7320c3a5731c473e5ecbe6d01bc7", ShownType::Archive),
    ("5cf8f73096256a8f31e491e813e4eb8e", ShownType::Reference),
    ("d0e6a833031e9bbcd3f4e8bde6ca49a4", ShownType::Output),
];

/// Texts that stand for a value known only after the apply: of a boolean, number, text, list, asset, archive, object.
const UNKNOWNS: [&str; 7] = [
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/// What tools print in place of a secret.
const MASK: &str = "[secret]";

/// Containers inside one another that a value may have; deeper ones are compared place by place only.
const DEPTH: u32 = 200;

/// A value lifted out of a document, so that rules can look at it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'d> {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number as written.
    Number(Cow<'d, str>),
    /// A text's content, as WTF-8.
    Text(Cow<'d, [u8]>),
    /// A list.
    List(Vec<Value<'d>>),
    /// An object: the last member of each key.
    Map(Members<'d>),
    /// A secret, with what is inside where it can be seen.
    Secret(Option<Box<Value<'d>>>),
    /// Known only after the apply.
    Unknown,
    /// An asset or archive by its content hash; the hash of one that has none is `None`.
    Content(ShownType, Option<Cow<'d, [u8]>>),
    /// A reference or output value, compared as the object that it is written as.
    Object(ShownType, Members<'d>),
}

/// The members of an object by key, as WTF-8.
pub type Members<'d> = BTreeMap<Cow<'d, [u8]>, Value<'d>>;

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

/// What a value is. A special value is recognised; of a secret this is only that it is one.
pub fn type_of(document: &Document, node: NodeId) -> ShownType {
    match document.kind(node) {
        Kind::Null => ShownType::Null,
        Kind::True | Kind::False => ShownType::Boolean,
        Kind::Number => ShownType::Number,
        Kind::String if is_unknown(document, node) => ShownType::Unknown,
        Kind::String if document.is(node, MASK) => ShownType::Secret,
        Kind::String => ShownType::String,
        Kind::List => ShownType::List,
        Kind::Map => signature(document, node).unwrap_or(ShownType::Map),
    }
}

/// Whether an object is a special value, which is compared as one.
pub fn is_special(document: &Document, node: NodeId) -> bool {
    document.kind(node) == Kind::Map && signature(document, node).is_some()
}

/// Whether equal texts say nothing here: the value is masked or unknown.
pub fn is_opaque(document: &Document, node: NodeId) -> bool {
    document.kind(node) == Kind::String && (document.is(node, MASK) || is_unknown(document, node))
}

/// Whether a text stands for a value known only after the apply.
pub fn is_unknown(document: &Document, node: NodeId) -> bool {
    let content = document.content(node);
    UNKNOWNS.iter().any(|sentinel| *content == *sentinel.as_bytes())
}

fn signature(document: &Document, map: NodeId) -> Option<ShownType> {
    if document.marks_within(map).is_empty() {
        return None;
    }
    let signature = document.member(map, SIGNATURE_KEY)?;
    if document.kind(signature) != Kind::String {
        return None;
    }
    SIGNATURES.iter().find(|(text, _)| document.is(signature, text)).map(|(_, what)| *what)
}

impl<'d> Value<'d> {
    /// Lifts a value with all that is inside it; `None` if it is nested too deeply for that.
    pub fn lift(document: &'d Document, node: NodeId) -> Option<Value<'d>> {
        Lift { document, depth: DEPTH }.value(node)
    }

    /// The type as reports show it.
    pub fn shown_type(&self) -> ShownType {
        match self {
            Value::Null => ShownType::Null,
            Value::Boolean(_) => ShownType::Boolean,
            Value::Number(_) => ShownType::Number,
            Value::Text(_) => ShownType::String,
            Value::List(_) => ShownType::List,
            Value::Map(_) => ShownType::Map,
            Value::Secret(Some(inner)) => inner.shown_type(),
            Value::Secret(None) => ShownType::Secret,
            Value::Unknown => ShownType::Unknown,
            Value::Content(what, _) | Value::Object(what, _) => *what,
        }
    }

    /// The text as UTF-8, where this is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(content) => std::str::from_utf8(content).ok(),
            _ => None,
        }
    }

    /// The exact decimal, where this is a number that has one.
    pub fn as_decimal(&self) -> Option<Decimal> {
        match self {
            Value::Number(written) => Decimal::parse(written),
            _ => None,
        }
    }

    /// Compares two values without any rule: order of members does not matter, numbers are decimals,
    /// and a secret is looked through where both sides allow it.
    pub fn compare(&self, other: &Value) -> Comparison {
        use Comparison::{Different, Masked, Same, Unknown};
        let same = |is_same: bool| if is_same { Same } else { Different };
        match (self, other) {
            (Value::Unknown, _) | (_, Value::Unknown) => Unknown,
            (Value::Secret(None), _) | (_, Value::Secret(None)) => Masked,
            (Value::Secret(Some(inner)), other) => inner.compare(other),
            (value, Value::Secret(Some(inner))) => value.compare(inner),
            (Value::Number(a), Value::Number(b)) => same(same_number(a, b)),
            (Value::Content(a, a_hash), Value::Content(b, b_hash)) => match (a_hash, b_hash) {
                (Some(_), Some(_)) => same(a == b && a_hash == b_hash),
                _ => Unknown,
            },
            (Value::List(a), Value::List(b)) if a.len() == b.len() => {
                all(a.iter().zip(b).map(|(a, b)| a.compare(b)))
            }
            (Value::Map(a), Value::Map(b)) if a.len() == b.len() => same_members(a, b),
            (Value::Object(a, a_members), Value::Object(b, b_members)) if a == b => {
                same_members(a_members, b_members)
            }
            (a, b) => same(a == b),
        }
    }

    fn into_owned(self) -> Value<'static> {
        let own_members = |members: Members| {
            members
                .into_iter()
                .map(|(key, value)| (Cow::Owned(key.into_owned()), value.into_owned()))
                .collect()
        };
        match self {
            Value::Null => Value::Null,
            Value::Boolean(value) => Value::Boolean(value),
            Value::Number(written) => Value::Number(Cow::Owned(written.into_owned())),
            Value::Text(content) => Value::Text(Cow::Owned(content.into_owned())),
            Value::List(items) => Value::List(items.into_iter().map(Value::into_owned).collect()),
            Value::Map(members) => Value::Map(own_members(members)),
            Value::Secret(inner) => Value::Secret(inner.map(|inner| Box::new(inner.into_owned()))),
            Value::Unknown => Value::Unknown,
            Value::Content(what, hash) => {
                Value::Content(what, hash.map(|hash| Cow::Owned(hash.into_owned())))
            }
            Value::Object(what, members) => Value::Object(what, own_members(members)),
        }
    }
}

/// Whether two numbers as written are one decimal.
pub fn same_number(a: &str, b: &str) -> bool {
    a == b || matches!((Decimal::parse(a), Decimal::parse(b)), (Some(a), Some(b)) if a == b)
}

fn same_members(a: &Members, b: &Members) -> Comparison {
    all(a
        .iter()
        .zip(b)
        .map(|((a_key, a), (b_key, b))| if a_key == b_key { a.compare(b) } else { Comparison::Different }))
}

/// One difference decides; else one value that cannot be compared leaves it open.
fn all(comparisons: impl Iterator<Item = Comparison>) -> Comparison {
    let rank = |comparison: &Comparison| match comparison {
        Comparison::Same => 0,
        Comparison::Masked => 1,
        Comparison::Unknown => 2,
        Comparison::Different => 3,
    };
    comparisons.max_by_key(rank).unwrap_or(Comparison::Same)
}

struct Lift<'d> {
    document: &'d Document,
    depth: u32,
}

impl<'d> Lift<'d> {
    fn value(&self, node: NodeId) -> Option<Value<'d>> {
        let document = self.document;
        Some(match type_of(document, node) {
            ShownType::Null => Value::Null,
            ShownType::Boolean => Value::Boolean(document.kind(node) == Kind::True),
            ShownType::Number => Value::Number(Cow::Borrowed(document.raw(node))),
            ShownType::String => Value::Text(document.content(node)),
            ShownType::Unknown => Value::Unknown,
            ShownType::List => {
                let inside = self.inside()?;
                Value::List(document.elements(node).map(|item| inside.value(item)).collect::<Option<_>>()?)
            }
            ShownType::Map => Value::Map(self.members(node)?),
            ShownType::Secret => Value::Secret(self.secret(node)?.map(Box::new)),
            what @ (ShownType::Asset | ShownType::Archive) => {
                let hash = document.member(node, "hash").filter(|hash| document.kind(*hash) == Kind::String);
                Value::Content(what, hash.map(|hash| document.content(hash)).filter(|hash| !hash.is_empty()))
            }
            ShownType::Output if document.member(node, "value").is_none() => Value::Unknown,
            what @ (ShownType::Output | ShownType::Reference) => Value::Object(what, self.members(node)?),
        })
    }

    fn members(&self, map: NodeId) -> Option<Members<'d>> {
        let inside = self.inside()?;
        let mut members = Members::new();
        for member in self.document.members(map) {
            members.insert(self.document.content(member.key), inside.value(member.value)?);
        }
        Some(members)
    }

    /// What is inside a secret: `Some(None)` where it cannot be seen.
    fn secret(&self, node: NodeId) -> Option<Option<Value<'d>>> {
        let document = self.document;
        if document.kind(node) == Kind::String {
            return Some(None);
        }
        if let Some(value) = document.member(node, "value") {
            return self.inside()?.value(value).map(Some);
        }
        let plaintext =
            document.member(node, "plaintext").filter(|text| document.kind(*text) == Kind::String);
        let inner = plaintext
            .and_then(|text| json::read(document.content(text).into_owned(), Limits::default()).ok());
        Some(inner.and_then(|inner| {
            Lift { document: &inner, depth: self.depth.checked_sub(1)? }
                .value(inner.root())
                .map(Value::into_owned)
        }))
    }

    fn inside(&self) -> Option<Lift<'d>> {
        Some(Lift { document: self.document, depth: self.depth.checked_sub(1)? })
    }
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
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    SECRET_NAMES.iter().any(|part| if part.len() > 3 { plain.contains(part) } else { plain == *part })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(old: &str, new: &str) -> Comparison {
        let [old, new] =
            [old, new].map(|text| json::read(text.as_bytes().to_vec(), Limits::default()).unwrap());
        Value::lift(&old, old.root()).unwrap().compare(&Value::lift(&new, new.root()).unwrap())
    }

    #[test]
    fn values_without_rules() {
        use Comparison::{Different, Masked, Same, Unknown};
        let secret = |field: &str| format!("{{\"{SIGNATURE_KEY}\":\"{}\",{field}}}", SIGNATURES[0].0);
        let asset = |rest: &str| format!("{{\"{SIGNATURE_KEY}\":\"{}\"{rest}}}", SIGNATURES[1].0);
        let unknown = format!("\"{}\"", UNKNOWNS[2]);
        let table: [(&str, &str, Comparison); 20] = [
            ("42", "42.0", Same),
            ("9007199254740993", "9007199254740992", Different),
            ("\"42\"", "42", Different),
            ("\"A\"", "\"\\u0041\"", Same),
            ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1.0}", Same),
            ("{\"a\":1,\"a\":2}", "{\"a\":2}", Same),
            ("[1,2]", "[2,1]", Different),
            ("null", "{}", Different),
            (&unknown, &unknown, Unknown),
            (&format!("[1,{unknown}]"), "[1,2]", Unknown),
            (&format!("[1,{unknown}]"), "[3,2]", Different),
            ("\"[secret]\"", "\"[secret]\"", Masked),
            (&secret("\"ciphertext\":\"a\""), &secret("\"ciphertext\":\"b\""), Masked),
            (&secret("\"value\":3"), "3", Same),
            (&secret("\"plaintext\":\"\\\"x\\\"\""), &secret("\"value\":\"x\""), Same),
            (&secret("\"plaintext\":\"3\""), &secret("\"value\":\"3\""), Different),
            (&secret("\"plaintext\":\"broken\""), "3", Masked),
            (&asset(",\"hash\":\"h\",\"path\":\"a\""), &asset(",\"hash\":\"h\",\"path\":\"b\""), Same),
            (&asset(",\"hash\":\"h\""), &asset(",\"hash\":\"g\""), Different),
            (&asset(",\"path\":\"a\""), &asset(",\"path\":\"a\""), Unknown),
        ];
        for (old, new, expected) in table {
            assert_eq!(compare(old, new), expected, "{old} {new}");
            assert_eq!(compare(new, old), expected, "{new} {old}");
        }
    }

    #[test]
    fn deep_values_are_not_lifted() {
        for (depth, lifted) in [(DEPTH as usize, true), (DEPTH as usize + 1, false), (10_000, false)] {
            let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            let document = json::read(text.into_bytes(), Limits::default()).unwrap();
            assert_eq!(Value::lift(&document, document.root()).is_some(), lifted, "{depth}");
        }
    }

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
