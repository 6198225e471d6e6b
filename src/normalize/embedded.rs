//! The family of embedded documents: texts that hold a document.

use super::Lifted;
use crate::json::{Kind, Limits};
use crate::problem::Code;
use crate::value::{self, Scalar};
use std::rc::Rc;

/// A text that is a JSON list or object becomes it. Scalars stay texts: `"1"` is not 1.
///
/// # Errors
/// A document in which a key stands more than once: readers disagree about what it says.
pub(super) fn json(value: Scalar) -> Result<Lifted, Code> {
    let Scalar::Text(content) = &value else { return Ok(Lifted::Scalar(value)) };
    if !matches!(content.trim_ascii_start().first(), Some(b'{' | b'[')) {
        return Ok(Lifted::Scalar(value));
    }
    let Ok(document) = value::read(content.to_vec(), Limits::default()) else {
        return Ok(Lifted::Scalar(value));
    };
    if document.has_repeated_key() {
        return Err(Code::EmbeddedDuplicateKey);
    }
    let root = document.root();
    debug_assert!(matches!(document.kind(root), Kind::List | Kind::Map));
    Ok(Lifted::Container(Rc::new(document), root))
}
