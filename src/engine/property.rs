//! Property values as the engine holds them (upstream: `resource.PropertyValue`), read from both wire forms and written
//! back.

use crate::json::{Decimal, Document, Float, Kind, Limits, Member, NodeId};
use crate::normalize;
use crate::value::{self, signature};

/// A property value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// `null`, which inside a map is a missing member.
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number as written.
    Number(String),
    /// A number that JSON cannot hold.
    Special(Special),
    /// A text; half characters are replaced, as the engine's reader does.
    Text(String),
    /// A text that is no UTF-8.
    Bytes(Vec<u8>),
    /// A list.
    List(Vec<Property>),
    /// An object.
    Map(Members),
    /// A file.
    Asset(Content),
    /// Files.
    Archive(Content),
    /// Known only after the apply; of which kind, where the wire says so.
    Computed(Element),
    /// An output.
    Output(Box<Output>),
    /// A secret.
    Secret(Box<Property>),
    /// A secret as its ciphertext, which only the stack's key opens.
    Sealed(String),
    /// A reference to a resource.
    Reference(Box<Reference>),
}

/// Members of an object, each key once, in the order of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members(Vec<(String, Property)>);

/// NaN and the infinities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Not a number; equal to nothing.
    NotANumber,
    /// Above every number.
    Infinite,
    /// Below every number.
    NegativeInfinite,
}

/// What kind of value an unknown stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A boolean.
    Boolean,
    /// A number.
    Number,
    /// A text: also any unknown in state and in the JSON that the CLI prints.
    Text,
    /// A list.
    List,
    /// A file.
    Asset,
    /// Files.
    Archive,
    /// An object.
    Map,
}

/// A file, or several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The SHA-256 of the content, in hexadecimal digits.
    pub hash: Option<String>,
    /// Where the content is, where that is said.
    pub from: Option<Source>,
}

/// Where content is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Here.
    Text(String),
    /// In a file or folder.
    Path(String),
    /// At an address.
    Uri(String),
    /// In the files of an archive, by name.
    Assets(Members),
}

/// An output value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its value; none if it is unknown.
    pub value: Option<Property>,
    /// It is secret.
    pub secret: bool,
    /// The URNs of what it depends on.
    pub dependencies: Vec<String>,
}

/// A reference to a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Its URN.
    pub urn: String,
    /// Its id: null of a component, computed if it is not known yet.
    pub id: Property,
    /// The version of its package.
    pub package_version: String,
}

/// Why a value cannot be read, as the engine says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// What is wrong.
    pub what: &'static str,
    /// The value.
    pub at: NodeId,
}

/// Which texts stand for unknown values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Those of every kind, as between the engine and providers.
    Wire,
    /// One for all kinds, as in state and in what the CLI prints; the others are texts.
    State,
}

/// The kinds of value that [`signature::UNKNOWNS`] stand for.
const ELEMENTS: [Element; 7] = [
    Element::Boolean,
    Element::Number,
    Element::Text,
    Element::List,
    Element::Asset,
    Element::Archive,
    Element::Map,
];

/// The bits of the numbers that JSON cannot hold.
const SPECIALS: [(&str, Special); 3] = [
    ("7ff8000000000001", Special::NotANumber),
    ("7ff0000000000000", Special::Infinite),
    ("fff0000000000000", Special::NegativeInfinite),
];

/// Values inside one another that are read.
const DEPTH: u32 = 500;

impl Members {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Property> {
        self.at(key).ok().map(|at| &self.0[at].1)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Property> {
        self.at(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: String, value: Property) {
        match self.at(&key) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) {
        if let Ok(at) = self.at(key) {
            self.0.remove(at);
        }
    }

    /// Keeps the members for which `is_wanted` holds.
    pub fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.0.retain(|(key, _)| is_wanted(key));
    }

    /// All members, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Property)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    fn at(&self, key: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.as_str().cmp(key))
    }
}

impl FromIterator<(String, Property)> for Members {
    /// Of a repeated key the last one counts.
    fn from_iter<I: IntoIterator<Item = (String, Property)>>(members: I) -> Self {
        let mut all: Vec<(String, Property)> = members.into_iter().collect();
        all.reverse();
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        all.dedup_by(|(a, _), (b, _)| a == b);
        Members(all)
    }
}

impl Property {
    /// Reads a value of a document.
    ///
    /// # Errors
    /// What is signed as something and is not, and values too deep inside one another.
    pub fn read(document: &Document, node: NodeId, form: Form) -> Result<Property, Malformed> {
        Reader { document, form, depth: DEPTH }.value(node)
    }

    /// Whether it is there at all.
    pub fn has_value(&self) -> bool {
        *self != Property::Null
    }

    /// The same value without secrets and outputs around it or in it; what is sealed stays so.
    #[must_use]
    pub fn unwrapped(self) -> Property {
        match self {
            Property::Secret(inner) => inner.unwrapped(),
            Property::Output(output) => match output.value {
                Some(value) => value.unwrapped(),
                None => Property::Computed(Element::Text),
            },
            Property::List(items) => Property::List(items.into_iter().map(Property::unwrapped).collect()),
            Property::Map(members) => {
                let members = members.0.into_iter().map(|(key, value)| (key, value.unwrapped()));
                Property::Map(Members(members.collect()))
            }
            value => value,
        }
    }

    /// Whether it is known only after the apply.
    pub fn is_computed(&self) -> bool {
        matches!(self, Property::Computed(_))
    }

    /// Whether anything in it is known only after the apply.
    pub fn has_unknown(&self) -> bool {
        match self {
            Property::Computed(_) => true,
            Property::Output(output) => output.value.as_ref().is_none_or(Property::has_unknown),
            Property::Secret(inner) => inner.has_unknown(),
            Property::List(items) => items.iter().any(Property::has_unknown),
            Property::Map(members) => members.iter().any(|(_, value)| value.has_unknown()),
            _ => false,
        }
    }

    /// Whether anything in it is secret.
    pub fn has_secret(&self) -> bool {
        match self {
            Property::Secret(_) | Property::Sealed(_) => true,
            Property::Output(output) => {
                output.secret || output.value.as_ref().is_some_and(Property::has_secret)
            }
            Property::List(items) => items.iter().any(Property::has_secret),
            Property::Map(members) => members.iter().any(|(_, value)| value.has_secret()),
            _ => false,
        }
    }

    /// Whether two values are one to the engine (upstream: `DeepEquals`).
    pub fn equals(&self, other: &Property, unknowns: Unknowns) -> bool {
        let equals = |a: &Property, b: &Property| a.equals(b, unknowns);
        match (self, other) {
            (Property::Computed(_), _) | (_, Property::Computed(_)) if unknowns == Unknowns::EqualAll => true,
            (Property::List(a), Property::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equals(a, b))
            }
            (Property::Map(a), Property::Map(b)) => a.equal(b, unknowns),
            (Property::Asset(a), Property::Asset(b)) | (Property::Archive(a), Property::Archive(b)) => {
                a.hash.is_some() && a.hash == b.hash
            }
            (Property::Secret(a), Property::Secret(b)) => equals(a, b),
            (Property::Reference(a), Property::Reference(b)) => {
                a.urn == b.urn && (a.id.is_computed() && b.id.is_computed() || equals(&a.id, &b.id))
            }
            (Property::Output(a), Property::Output(b)) => {
                let values = match (&a.value, &b.value) {
                    (Some(a), Some(b)) => equals(a, b),
                    (None, None) => true,
                    _ => false,
                };
                values && a.secret == b.secret && sorted(&a.dependencies) == sorted(&b.dependencies)
            }
            (Property::Number(a), Property::Number(b)) => is_one_double(a, b),
            (Property::Special(Special::NotANumber), _) => false,
            _ => self == other,
        }
    }

    /// The value as JSON in the form of the wire.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Property::Null => out.push_str("null"),
            Property::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Property::Number(written) => out.push_str(written),
            Property::Text(text) => out.push_str(&normalize::quoted(text)),
            Property::Computed(element) => {
                let mut sentinels = signature::UNKNOWNS.iter().zip(ELEMENTS);
                let sentinel = sentinels.find(|(_, other)| other == element);
                out.push_str(&normalize::quoted(sentinel.map_or("", |(sentinel, _)| sentinel)));
            }
            Property::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    item.write(out);
                }
                out.push(']');
            }
            Property::Map(members) => members.write(out),
            special => special.signed().write(out),
        }
    }

    /// The object that stands for a special value on the wire.
    fn signed(&self) -> Members {
        let text = |text: &str| Property::Text(text.to_owned());
        let maybe = |name: &str, value: Option<Property>| Some((name.to_owned(), value?));
        let (signature, members) = match self {
            Property::Secret(inner) => (signature::SECRET, vec![maybe("value", Some((**inner).clone()))]),
            Property::Sealed(ciphertext) => {
                (signature::SECRET, vec![maybe("ciphertext", Some(text(ciphertext)))])
            }
            Property::Asset(content) => (signature::ASSET, content.members()),
            Property::Archive(content) => (signature::ARCHIVE, content.members()),
            Property::Output(output) => {
                let dependencies = output.dependencies.iter().map(|urn| text(urn)).collect();
                let members = vec![
                    maybe("value", output.value.clone()),
                    maybe("secret", Some(Property::Boolean(output.secret))),
                    maybe("dependencies", Some(Property::List(dependencies))),
                ];
                (signature::OUTPUT, members)
            }
            Property::Reference(reference) => {
                let id = match &reference.id {
                    Property::Null => None,
                    Property::Computed(_) => Some(text("")),
                    id => Some(id.clone()),
                };
                let members = vec![
                    maybe("urn", Some(text(&reference.urn))),
                    maybe("id", id),
                    maybe("packageVersion", Some(text(&reference.package_version))),
                ];
                (signature::REFERENCE, members)
            }
            Property::Bytes(bytes) => {
                (signature::BYTES, vec![maybe("value", Some(text(&normalize::base64_encoded(bytes))))])
            }
            Property::Special(special) => {
                let bits = SPECIALS.iter().find(|(_, other)| other == special).map_or("", |(bits, _)| bits);
                (signature::SPECIAL_NUMBER, vec![maybe("value", Some(text(bits)))])
            }
            _ => ("", Vec::new()),
        };
        let signed = (signature::KEY.to_owned(), text(signature));
        [signed].into_iter().chain(members.into_iter().flatten()).collect()
    }
}

/// What an unknown value is equal to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknowns {
    /// Unknown values of its kind.
    EqualThemselves,
    /// Everything (upstream: `DeepEqualsIncludeUnknowns`).
    EqualAll,
}

impl Members {
    fn equal(&self, other: &Members, unknowns: Unknowns) -> bool {
        let is_gone =
            |old: &Property| !old.has_value() || unknowns == Unknowns::EqualAll && old.is_computed();
        self.iter().all(|(key, old)| match other.get(key) {
            Some(new) => old.equals(new, unknowns),
            None => is_gone(old),
        }) && other.iter().all(|(key, new)| self.get(key).is_some() || !new.has_value())
    }

    fn write(&self, out: &mut String) {
        out.push('{');
        for (at, (key, value)) in self.iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            out.push_str(&normalize::quoted(key));
            out.push(':');
            value.write(out);
        }
        out.push('}');
    }
}

impl Content {
    fn members(&self) -> Vec<Option<(String, Property)>> {
        let text = |text: &String| Property::Text(text.clone());
        let from = self.from.as_ref().map(|from| match from {
            Source::Text(content) => ("text", text(content)),
            Source::Path(path) => ("path", text(path)),
            Source::Uri(uri) => ("uri", text(uri)),
            Source::Assets(assets) => ("assets", Property::Map(assets.clone())),
        });
        let hash = self.hash.as_ref().map(|hash| ("hash", text(hash)));
        [hash, from].into_iter().map(|member| member.map(|(key, value)| (key.to_owned(), value))).collect()
    }
}

fn sorted(urns: &[String]) -> Vec<&String> {
    let mut sorted: Vec<&String> = urns.iter().collect();
    sorted.sort_unstable();
    sorted
}

/// Whether two numbers are one to the engine, which knows them as doubles.
fn is_one_double(a: &str, b: &str) -> bool {
    let double = |written: &str| Decimal::parse(written)?.rounded(Float::DOUBLE);
    a == b || double(a).is_some_and(|a| Some(a) == double(b))
}

/// How a special value of one kind is read.
type Read<'d> = fn(&Reader<'d>, NodeId) -> Result<Property, Malformed>;

struct Reader<'d> {
    document: &'d Document,
    form: Form,
    depth: u32,
}

impl<'d> Reader<'d> {
    fn value(&self, node: NodeId) -> Result<Property, Malformed> {
        let document = self.document;
        let deeper = |what| self.depth.checked_sub(1).ok_or(Malformed { what, at: node });
        match document.kind(node) {
            Kind::Null => Ok(Property::Null),
            Kind::True => Ok(Property::Boolean(true)),
            Kind::False => Ok(Property::Boolean(false)),
            Kind::Number => Ok(Property::Number(document.raw(node).to_owned())),
            Kind::String => Ok(self.text(document.text(node))),
            Kind::List => {
                let inside = Reader { depth: deeper("too many values inside one another")?, ..*self };
                document
                    .elements(node)
                    .map(|item| inside.value(item))
                    .collect::<Result<_, _>>()
                    .map(Property::List)
            }
            Kind::Map => {
                let inside = Reader { depth: deeper("too many values inside one another")?, ..*self };
                match document.member(node, signature::KEY) {
                    Some(signature) => inside.special(node, signature),
                    None => inside.members(node).map(Property::Map),
                }
            }
        }
    }

    fn text(&self, text: String) -> Property {
        let is_read = |element| self.form == Form::Wire || element == Element::Text;
        let mut sentinels = signature::UNKNOWNS.iter().zip(ELEMENTS);
        match sentinels.find(|(sentinel, element)| **sentinel == text && is_read(*element)) {
            Some((_, element)) => Property::Computed(element),
            None => Property::Text(text),
        }
    }

    fn members(&self, map: NodeId) -> Result<Members, Malformed> {
        let member = |member: Member| Ok((self.document.text(member.key), self.value(member.value)?));
        self.document.members(map).map(member).collect()
    }

    fn special(&self, map: NodeId, signature: NodeId) -> Result<Property, Malformed> {
        let is =
            |known: &str| self.document.kind(signature) == Kind::String && self.document.is(signature, known);
        let kinds: [(&str, Read<'d>); 7] = [
            (signature::SECRET, Self::secret),
            (signature::ASSET, Self::asset),
            (signature::ARCHIVE, Self::archive),
            (signature::REFERENCE, Self::reference),
            (signature::OUTPUT, Self::output),
            (signature::BYTES, Self::bytes),
            (signature::SPECIAL_NUMBER, Self::special_number),
        ];
        match kinds.iter().find(|(known, _)| is(known)) {
            Some((_, read)) => read(self, map),
            None => Err(Malformed { what: "unrecognized signature in property map", at: signature }),
        }
    }

    /// The text of a member; of one that is none, an error.
    fn member_text(&self, map: NodeId, name: &str, what: &'static str) -> Result<Option<String>, Malformed> {
        match self.document.member(map, name) {
            Some(node) if self.document.kind(node) == Kind::String => Ok(Some(self.document.text(node))),
            Some(at) => Err(Malformed { what, at }),
            None => Ok(None),
        }
    }

    fn secret(&self, map: NodeId) -> Result<Property, Malformed> {
        const WHAT: &str = "malformed secret: it needs exactly one of value, ciphertext and plaintext";
        let malformed = Malformed { what: WHAT, at: map };
        let value = self.document.member(map, "value");
        let ciphertext = self.member_text(map, "ciphertext", WHAT)?;
        let plaintext = self.member_text(map, "plaintext", WHAT)?;
        match (value, ciphertext, plaintext) {
            (Some(value), None, None) => Ok(Property::Secret(Box::new(self.value(value)?))),
            (None, Some(ciphertext), None) => Ok(Property::Sealed(ciphertext)),
            (None, None, Some(plaintext)) => {
                let inner = value::read(plaintext.into_bytes(), Limits::default()).map_err(|_| malformed)?;
                let inside = Reader { document: &inner, ..*self };
                let inner = inside.value(inner.root()).map_err(|inner| Malformed { at: map, ..inner })?;
                Ok(Property::Secret(Box::new(inner)))
            }
            _ => Err(malformed),
        }
    }

    fn asset(&self, map: NodeId) -> Result<Property, Malformed> {
        const WHAT: &str = "malformed asset: it has at most one of text, path and uri, each a text";
        let text = self.member_text(map, "text", WHAT)?.map(Source::Text);
        self.content(map, text, WHAT).map(Property::Asset)
    }

    fn archive(&self, map: NodeId) -> Result<Property, Malformed> {
        const WHAT: &str = "malformed archive: it has at most one of assets, path and uri";
        let assets = match self.document.member(map, "assets") {
            Some(assets) if self.document.kind(assets) == Kind::Map => {
                let assets = self.members(assets)?;
                let is_file =
                    |(_, file): (&str, &Property)| matches!(file, Property::Asset(_) | Property::Archive(_));
                if !assets.iter().all(is_file) {
                    return Err(Malformed { what: WHAT, at: map });
                }
                Some(Source::Assets(assets))
            }
            Some(at) if self.document.kind(at) != Kind::Null => return Err(Malformed { what: WHAT, at }),
            _ => None,
        };
        self.content(map, assets, WHAT).map(Property::Archive)
    }

    /// The hash of a file or archive, and the one thing that says where its content is.
    fn content(&self, map: NodeId, own: Option<Source>, what: &'static str) -> Result<Content, Malformed> {
        // What is empty is left out on the wire.
        let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
        let path = filled(self.member_text(map, "path", what)?).map(Source::Path);
        let uri = filled(self.member_text(map, "uri", what)?).map(Source::Uri);
        let mut sources = [own, path, uri].into_iter().flatten();
        let from = sources.next();
        if sources.next().is_some() {
            return Err(Malformed { what, at: map });
        }
        Ok(Content { hash: filled(self.member_text(map, "hash", what)?), from })
    }

    fn reference(&self, map: NodeId) -> Result<Property, Malformed> {
        const WHAT: &str = "malformed resource reference: it needs a urn, and its id is a text";
        let urn = self.member_text(map, "urn", WHAT)?.ok_or(Malformed { what: WHAT, at: map })?;
        let written = self.document.member(map, "id");
        // An old version wrote the id with its Go wrapper.
        let unwrapped = written
            .filter(|id| self.document.kind(*id) == Kind::Map)
            .and_then(|id| self.document.member(id, "V"));
        let id = match unwrapped.or(written) {
            None => Property::Null,
            Some(id) => match self.value(id)? {
                Property::Text(text) if text.is_empty() => Property::Computed(Element::Text),
                id @ (Property::Text(_) | Property::Computed(_) | Property::Null) => id,
                _ => return Err(Malformed { what: WHAT, at: id }),
            },
        };
        let package_version = self.member_text(map, "packageVersion", WHAT)?.unwrap_or_default();
        Ok(Property::Reference(Box::new(Reference { urn, id, package_version })))
    }

    fn output(&self, map: NodeId) -> Result<Property, Malformed> {
        const WHAT: &str = "malformed output value: secret is true or false, and dependencies are URNs";
        let document = self.document;
        let value = document.member(map, "value").map(|value| self.value(value)).transpose()?;
        let secret = match document.member(map, "secret").map(|node| (node, document.kind(node))) {
            Some((_, Kind::True)) => true,
            None | Some((_, Kind::False)) => false,
            Some((at, _)) => return Err(Malformed { what: WHAT, at }),
        };
        let mut dependencies = Vec::new();
        if let Some(list) = document.member(map, "dependencies") {
            let is_list = document.kind(list) == Kind::List;
            let are_texts = document.elements(list).all(|urn| document.kind(urn) == Kind::String);
            if !is_list || !are_texts {
                return Err(Malformed { what: WHAT, at: list });
            }
            dependencies.extend(document.elements(list).map(|urn| document.text(urn)));
        }
        Ok(Property::Output(Box::new(Output { value, secret, dependencies })))
    }

    fn bytes(&self, map: NodeId) -> Result<Property, Malformed> {
        const WHAT: &str = "malformed byte string: its value is Base64";
        let text = self.member_text(map, "value", WHAT)?;
        let bytes = text.and_then(|text| normalize::base64_decoded(&text));
        bytes.map(Property::Bytes).ok_or(Malformed { what: WHAT, at: map })
    }

    fn special_number(&self, map: NodeId) -> Result<Property, Malformed> {
        const WHAT: &str = "malformed number: its value is the 16 hexadecimal digits of its bits";
        let malformed = Malformed { what: WHAT, at: map };
        let digits = self.member_text(map, "value", WHAT)?.ok_or(malformed)?.to_ascii_lowercase();
        let bits = u64::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 16).ok_or(malformed)?;
        let number = f64::from_bits(bits);
        if number.is_nan() {
            return Ok(Property::Special(Special::NotANumber));
        }
        match SPECIALS.iter().find(|(known, _)| *known == digits) {
            Some((_, special)) => Ok(Property::Special(*special)),
            None => Ok(Property::Number(finite(bits))),
        }
    }
}

/// A finite double as a decimal, exactly.
fn finite(bits: u64) -> String {
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (mantissa, power) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let sign = if bits >> 63 == 1 { "-" } else { "" };
    let decimal = Decimal::of_digits(&mantissa.to_string()).map(|decimal| {
        // Halving is five times in the next place.
        let (factor, places) = if power < 0 { (5, -1) } else { (2, 0) };
        (0..power.abs()).fold(decimal, |decimal, _| decimal.scaled(factor, places))
    });
    format!("{sign}{}", decimal.map_or_else(String::new, |decimal| decimal.normal()))
}
