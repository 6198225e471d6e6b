//! The family of embedded documents: texts that hold a document, or bytes, in some notation.
//!
//! - `json` and `yaml` turn a text into the document in it; both go through JSON, the one notation that
//!   everything behind them knows.
//! - `base64` and `url-encoded` are codings of bytes: the last word of a list gives the one spelling of them,
//!   and before other words the bytes, which these words then read.
//! - `xml`, `pem` and `ssh-key` give the one spelling of what a text says.
//!
//! A text that is not wholly what its word says stays as it is. So does one whose notation readers disagree
//! about, unless that makes it undecidable.

mod base64;
mod json;
mod pem;
mod url;
mod xml;
mod yaml;

pub use self::base64::{decoded as base64_decoded, encoded as base64_encoded};
pub(super) use self::json::json;
pub(super) use self::pem::{pem, ssh_key};
pub(super) use self::xml::{declares_entities, xml};
pub(super) use self::yaml::yaml;

use super::Lifted;
use crate::json::{Kind, Limits};
use crate::problem::Code;
use crate::rules::{Equality, Word};
use crate::value::{self, Scalar};
use std::rc::Rc;

/// The document that JSON text holds; none if it is no list or object. A scalar is none: `"1"` is not 1.
///
/// # Errors
/// A document in which a key stands more than once: readers disagree about what it says.
fn document(text: Vec<u8>) -> Result<Option<Lifted<'static>>, Code> {
    if !matches!(text.trim_ascii_start().first(), Some(b'{' | b'[')) {
        return Ok(None);
    }
    let Ok(document) = value::read(text, Limits::default()) else { return Ok(None) };
    if document.has_repeated_key() {
        return Err(Code::EmbeddedDuplicateKey);
    }
    let root = document.root();
    debug_assert!(matches!(document.kind(root), Kind::List | Kind::Map));
    Ok(Some(Lifted::Container(Rc::new(document), root)))
}

/// A text in its one spelling; anything else, and a text that has none, stays.
pub(super) fn respelled(value: Scalar, spelling: impl Fn(&str) -> Option<String>) -> Scalar {
    let spelled = value.as_text().and_then(spelling);
    spelled.map_or(value, |text| Scalar::Text(text.into_bytes().into()))
}

/// How a text stands for bytes.
pub(super) struct Coding {
    decoded: fn(&str) -> Option<Vec<u8>>,
    encoded: fn(&[u8]) -> String,
}

/// The coding that a word names.
pub(super) fn coding(word: Equality) -> Option<Coding> {
    match word {
        Equality::Base64 => Some(Coding { decoded: base64::decoded, encoded: base64::encoded }),
        Equality::UrlEncoded => Some(Coding { decoded: url::decoded, encoded: url::encoded }),
        _ => None,
    }
}

impl Coding {
    /// The bytes for words that read them, or else their one spelling.
    pub(super) fn applied<'d>(&self, value: Scalar<'d>, is_read_on: bool) -> Scalar<'d> {
        match value.as_text().and_then(self.decoded) {
            Some(bytes) if is_read_on => Scalar::Text(bytes.into()),
            Some(bytes) => Scalar::Text((self.encoded)(&bytes).into_bytes().into()),
            None => value,
        }
    }
}

/// Whether a text is the base64 of a content.
pub(super) fn is_base64_of(text: &str, content: &[u8]) -> bool {
    base64::decoded(text).is_some_and(|bytes| bytes == content)
}

/// Whether a word is to decode a text and cannot.
pub(super) fn is_undecodable(word: Word, value: &Lifted) -> bool {
    let (Some(coding), Lifted::Scalar(scalar @ Scalar::Text(_))) = (word.equality().and_then(coding), value)
    else {
        return false;
    };
    scalar.as_text().and_then(coding.decoded).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Marks of all notations, so that many texts are nearly documents.
    const MARKS: &[&str] = &[
        "a",
        "b",
        "A",
        "=",
        "==",
        "QUJD",
        " ",
        "\n",
        "\r\n",
        "\t",
        "%",
        "%41",
        "%4",
        "<a>",
        "</a>",
        "<a",
        "/>",
        ">",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?a",
        "?>",
        "&lt;",
        "&#65;",
        "&",
        ";",
        " a='",
        "'",
        "\"",
        "é",
        "\u{feff}",
        "\0",
        "\u{2028}",
        "-----BEGIN A-----\n",
        "-----END A-----\n",
        "ssh-rsa ",
        "- ",
        "-",
        ": ",
        ":",
        "? ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "*a",
        "&a ",
        "!!str ",
        "!",
        "|\n",
        ">",
        "#",
        "---\n",
        "...",
        "0",
        "1",
        ".",
        "~",
        "\\",
        "xml",
    ];

    fn text() -> impl Strategy<Value = String> {
        proptest::collection::vec(proptest::sample::select(MARKS), 0..16).prop_map(|marks| marks.concat())
    }

    fn scalar(text: &str) -> Scalar<'static> {
        Scalar::Text(text.as_bytes().to_vec().into())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_spelling_has_no_other_spelling(text in text()) {
            let spellings: [fn(&str) -> Option<String>; 4] =
                [xml, pem, |text| ssh_key(text, true), |text| ssh_key(text, false)];
            for spelling in spellings {
                if let Some(spelled) = spelling(&text) {
                    prop_assert_eq!(spelling(&spelled), Some(spelled));
                }
            }
            for word in [Equality::Base64, Equality::UrlEncoded] {
                let coding = coding(word).unwrap();
                let spelled = coding.applied(scalar(&text), false);
                prop_assert_eq!(coding.applied(spelled.clone(), false), spelled.clone());
                prop_assert_eq!(coding.applied(spelled, true), coding.applied(scalar(&text), true));
            }
        }

        #[test]
        fn a_document_is_one_or_none(text in text()) {
            // Whatever is read is one JSON document: nothing panics, and no text is half a document.
            if let Ok(Lifted::Container(document, root)) = yaml(scalar(&text)) {
                prop_assert!(matches!(document.kind(root), Kind::List | Kind::Map));
                let json = Scalar::Text(document.raw(root).as_bytes().to_vec().into());
                prop_assert!(matches!(yaml(json), Ok(Lifted::Container(..))));
            }
        }
    }
}
