//! References to the outputs of another stack.

use crate::json::{Document, Kind};
use crate::path::{Path, Step};

/// The type of a stack reference, which is built in.
pub const STACK_REFERENCE: &str = "pulumi:pulumi:StackReference";

/// The paths of the outputs of a stack reference that are secret, whatever they look like: the reference lists their names.
pub fn secret_outputs(document: &Document) -> Vec<Path> {
    let root = document.root();
    let is = |node, kind| document.kind(node) == kind;
    let names = is(root, Kind::Map).then(|| document.member(root, "secretOutputNames")).flatten();
    let Some(names) = names.filter(|names| !is(*names, Kind::Null)) else { return Vec::new() };
    let key = |text: &str| Step::Key(text.to_owned());
    let are_names = is(names, Kind::List) && document.elements(names).all(|name| is(name, Kind::String));
    if !are_names {
        // Which they are cannot be seen.
        return vec![Path(vec![key("outputs")])];
    }
    document.elements(names).map(|name| Path(vec![key("outputs"), key(&document.text(name))])).collect()
}
