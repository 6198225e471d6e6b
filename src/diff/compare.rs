//! Two values as wholes: the same, different, or not comparable here.

use crate::contract::{Dialect, ShownType};
use crate::json::{Document, Float, Kind, NodeId};
use crate::places::find_inside;
use crate::places::{Pair, Paths, Values};
use crate::value::{self, Comparison, Scalar};

/// Secrets inside secrets that are looked through; deeper ones count as masked.
const DEPTH: u32 = 50;

/// Compares two values. Secrets are looked through where both sides can be seen, assets are their
/// hashes, lists and objects are compared place by place, and scalars by `same`.
pub fn compare(
    documents: Pair,
    old: NodeId,
    new: NodeId,
    dialect: Dialect,
    same: &dyn Fn(&Scalar, &Scalar) -> bool,
) -> Comparison {
    Compare { dialect, same, depth: DEPTH }.values(documents, old, new)
}

/// Two scalars. Pulumi's engine knows numbers as doubles: two decimals that are one of these, it cannot tell apart.
pub fn scalars(dialect: Dialect, old: &Scalar, new: &Scalar) -> Comparison {
    match (old, new) {
        _ if old == new => Comparison::Same,
        (Scalar::Number(_), Scalar::Number(_)) if dialect == Dialect::Pulumi && is_one_double(old, new) => {
            Comparison::Unknown
        }
        _ => Comparison::Different,
    }
}

/// Whether two numbers round to one double.
pub fn is_one_double(old: &Scalar, new: &Scalar) -> bool {
    let double = |number: &Scalar| number.numeric()?.rounded(Float::DOUBLE);
    double(old).is_some_and(|old| Some(old) == double(new))
}

struct Compare<'c> {
    dialect: Dialect,
    same: &'c dyn Fn(&Scalar, &Scalar) -> bool,
    depth: u32,
}

impl Compare<'_> {
    fn values(&self, documents: Pair, old: NodeId, new: NodeId) -> Comparison {
        let with_old = |old_document: &Document, old: NodeId| {
            let with_new = |new_document: &Document, new: NodeId| {
                self.opened(Pair { old: old_document, new: new_document }, old, new)
            };
            value::opened(documents.new, new, with_new).unwrap_or_else(|| masked(old_document, old))
        };
        value::opened(documents.old, old, with_old).unwrap_or_else(|| masked(documents.new, new))
    }

    fn opened(&self, documents: Pair, old: NodeId, new: NodeId) -> Comparison {
        match (value::type_of(documents.old, old), value::type_of(documents.new, new)) {
            (ShownType::Unknown, _) | (_, ShownType::Unknown) => Comparison::Unknown,
            (ShownType::Secret, _) | (_, ShownType::Secret) => {
                self.deeper(|inside| inside.values(documents, old, new))
            }
            (a @ (ShownType::Asset | ShownType::Archive), b) if a == b => same_content(documents, old, new),
            _ if value::is_not_a_number(documents.old, old) => Comparison::Different,
            (a, b) if a == b && (is_container(a) || are_maps(documents, old, new)) => {
                self.deeper(|inside| inside.places(documents, old, new))
            }
            _ => match (Scalar::at(documents.old, old), Scalar::at(documents.new, new)) {
                (Some(old), Some(new)) if (self.same)(&old, &new) => Comparison::Same,
                (Some(old), Some(new)) => scalars(self.dialect, &old, &new),
                _ => Comparison::Different,
            },
        }
    }

    /// One difference decides; else one value that cannot be compared leaves it open.
    fn places(&self, documents: Pair, old: NodeId, new: NodeId) -> Comparison {
        let mut all = Comparison::Same;
        let mut paths = Paths::new(Values::both(old, new));
        for place in find_inside(documents, old, new, self.dialect, &mut paths).places {
            let Values { old, new } = paths.values(place.path);
            let comparison = match (old, new) {
                (Some(old), Some(new)) => self.values(documents, old, new),
                (Some(old), None) => of_one_side(documents.old, old),
                (None, new) => new.map_or(Comparison::Same, |new| of_one_side(documents.new, new)),
            };
            match comparison {
                Comparison::Different => return Comparison::Different,
                Comparison::Same => {}
                open => all = open,
            }
        }
        all
    }

    fn deeper(&self, run: impl FnOnce(&Compare) -> Comparison) -> Comparison {
        match self.depth.checked_sub(1) {
            Some(depth) => run(&Compare { depth, ..*self }),
            None => Comparison::Masked,
        }
    }
}

/// A value that the other side does not have. An unknown one may turn out to be none.
pub fn of_one_side(document: &Document, node: NodeId) -> Comparison {
    if value::opened(document, node, value::is_unknown) == Some(true) {
        Comparison::Unknown
    } else {
        Comparison::Different
    }
}

/// An unknown beside a masked value leaves more open than the mask does.
fn masked(other: &Document, node: NodeId) -> Comparison {
    if value::type_of(other, node) == ShownType::Unknown { Comparison::Unknown } else { Comparison::Masked }
}

/// Numbers and texts that JSON cannot hold are written as maps.
fn are_maps(documents: Pair, old: NodeId, new: NodeId) -> bool {
    documents.old.kind(old) == Kind::Map && documents.new.kind(new) == Kind::Map
}

fn is_container(what: ShownType) -> bool {
    matches!(what, ShownType::List | ShownType::Map | ShownType::Output | ShownType::Reference)
}

fn same_content(Pair { old, new }: Pair, a: NodeId, b: NodeId) -> Comparison {
    match (value::content_hash(old, a), value::content_hash(new, b)) {
        (Some(a), Some(b)) if a == b => Comparison::Same,
        (Some(_), Some(_)) => Comparison::Different,
        _ => Comparison::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Limits;

    const SECRET: &str = "\"4dabf18193072939515e22adb298388d\":\"1b47061264138c4ac30d75fd1eb44270\"";
    const ASSET: &str = "\"4dabf18193072939515e22adb298388d\":\"c44067f5952c0a294b673a41bacd8c17\"";
    const UNKNOWN: &str = "\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"";

    fn says(old: &str, new: &str) -> Comparison {
        let [old, new] =
            [old, new].map(|text| value::read(text.as_bytes().to_vec(), Limits::default()).unwrap());
        let documents = Pair { old: &old, new: &new };
        compare(documents, old.root(), new.root(), Dialect::Json, &|old, new| old == new)
    }

    #[test]
    fn values_without_rules() {
        use Comparison::{Different, Masked, Same, Unknown};
        let secret = |field: &str| format!("{{{SECRET},{field}}}");
        let asset = |rest: &str| format!("{{{ASSET}{rest}}}");
        let signed = |signature: &str, value: &str| {
            format!("{{\"{}\":\"{signature}\",\"value\":\"{value}\"}}", value::signature::KEY)
        };
        let number = |bits: &str| signed(value::signature::SPECIAL_NUMBER, bits);
        let bytes = |text: &str| signed(value::signature::BYTES, text);
        let table: [(&str, &str, Comparison); 29] = [
            (
                &asset(",\"text\":\"a test asset\""),
                &asset(",\"hash\":\"e34c74529110661faae4e121e57165ff4cb4dbdde1ef9770098aa3695e6b6704\""),
                Same,
            ),
            (&asset(",\"text\":\"a\""), &asset(",\"text\":\"b\""), Different),
            (&asset(",\"text\":\"<contents elided>\""), &asset(",\"text\":\"<contents elided>\""), Unknown),
            (&number("7ff0000000000000"), &number("7ff0000000000000"), Same),
            (&number("7ff0000000000000"), &number("fff0000000000000"), Different),
            (&number("7ff8000000000001"), &number("7ff8000000000001"), Different),
            (&bytes("/w=="), &bytes("/g=="), Different),
            ("42", "42.0", Same),
            ("9007199254740993", "9007199254740992", Different),
            ("\"42\"", "42", Different),
            ("\"A\"", "\"\\u0041\"", Same),
            ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1.0}", Same),
            ("{\"a\":1,\"a\":2}", "{\"a\":2}", Same),
            ("[1,2]", "[2,1]", Different),
            ("null", "{}", Different),
            (UNKNOWN, UNKNOWN, Unknown),
            (UNKNOWN, "\"[secret]\"", Unknown),
            (&format!("[1,{UNKNOWN}]"), "[1,2]", Unknown),
            (&format!("[1,{UNKNOWN}]"), "[3,2]", Different),
            ("\"[secret]\"", "\"[secret]\"", Masked),
            (&secret("\"ciphertext\":\"a\""), &secret("\"ciphertext\":\"b\""), Masked),
            (&secret("\"value\":3"), "3", Same),
            (&secret("\"value\":{\"a\":[3]}"), "{\"a\":[3.0]}", Same),
            (&secret("\"plaintext\":\"\\\"x\\\"\""), &secret("\"value\":\"x\""), Same),
            (&secret("\"plaintext\":\"3\""), &secret("\"value\":\"3\""), Different),
            (&secret("\"plaintext\":\"broken\""), "3", Masked),
            (&asset(",\"hash\":\"h\",\"path\":\"a\""), &asset(",\"hash\":\"h\",\"path\":\"b\""), Same),
            (&asset(",\"hash\":\"h\""), &asset(",\"hash\":\"g\""), Different),
            (&asset(",\"path\":\"a\""), &asset(",\"path\":\"a\""), Unknown),
        ];
        for (old, new, expected) in table {
            assert_eq!(says(old, new), expected, "{old} {new}");
            assert_eq!(says(new, old), expected, "{new} {old}");
        }
    }

    #[test]
    fn secrets_inside_secrets_end_somewhere() {
        let nested = |depth: usize, value: &str| {
            format!("{}{value}{}", format!("{{{SECRET},\"value\":").repeat(depth), "}".repeat(depth))
        };
        assert_eq!(says(&nested(10, "1"), &nested(9, "1")), Comparison::Same);
        assert_eq!(says(&nested(4_000, "1"), &nested(4_000, "2")), Comparison::Masked);
    }
}
