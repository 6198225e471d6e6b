//! What an update would send: the properties that change, as far as the service takes them.

use crate::contract::{Diagnostic, Input, Options, UpdateBody};
use crate::json::{Document, Kind};
use crate::ladder;
use crate::path::{Dialect, Path, Step};
use crate::problem::{Code, Problem};
use crate::rules::listed;
use std::collections::BTreeSet;

/// The mask that lets everything through.
const ALL: &str = "*";

/// What an update of these paths would send, and nothing else, so that a retry sends nothing: top-level properties, or where
/// an option names something inside one, what of it changes.
pub(super) fn update_body(changed: &[Path], new: &Document, options: &Options) -> UpdateBody {
    let mut body = UpdateBody { set: Vec::new(), unset: Vec::new(), withheld: Vec::new() };
    let masks = Masks::new(options);
    let (is_map, root) = (new.kind(new.root()) == Kind::Map, new.root());
    let keys: BTreeSet<String> =
        if is_map { new.members(root).map(|member| new.text(member.key)).collect() } else { BTreeSet::new() };
    // What has no properties is set as a whole.
    let is_set = |path: &Path| match &path.0[..] {
        _ if !is_map => true,
        [Step::Key(key)] => keys.contains(key),
        _ => ladder::at(new, path).is_some(),
    };
    for path in changed {
        let path =
            if masks.look_into(path) { path.clone() } else { Path(path.0.iter().take(1).cloned().collect()) };
        let list = if !masks.let_through(&path) {
            &mut body.withheld
        } else if is_set(&path) {
            &mut body.set
        } else {
            &mut body.unset
        };
        list.push(path.to_string());
    }
    for list in [&mut body.set, &mut body.unset, &mut body.withheld] {
        list.sort_unstable();
        list.dedup();
    }
    body
}

/// Which paths an update may send.
struct Masks {
    mask: Option<Vec<Path>>,
    never: Vec<Path>,
}

impl Masks {
    fn new(options: &Options) -> Masks {
        let paths = |texts: &[String]| -> Vec<Path> {
            texts.iter().filter_map(|text| Path::parse(text, Dialect::Own).ok()).collect()
        };
        let mask = options.update_mask.as_ref().filter(|mask| !mask.iter().any(|path| path == ALL));
        Masks { mask: mask.map(|mask| paths(mask)), never: paths(&options.never_sent) }
    }

    /// Whether something inside the path's property is named.
    fn look_into(&self, path: &Path) -> bool {
        let mut named = self.mask.iter().flatten().chain(&self.never);
        named.any(|named| named.0.len() > 1 && named.0.first() == path.0.first())
    }

    fn let_through(&self, path: &Path) -> bool {
        let is_named = self.mask.as_ref().is_none_or(|mask| mask.iter().any(|named| named.contains(path)));
        is_named && !self.never.iter().any(|named| named.contains(path))
    }
}

/// That an update would send nothing of what changes.
pub(super) fn diagnostic(body: Option<&UpdateBody>) -> Option<Diagnostic> {
    let UpdateBody { set, unset, withheld } = body?;
    let sends_nothing = set.is_empty() && unset.is_empty() && !withheld.is_empty();
    let message = format!(
        "the update would send nothing: all that changes lies outside the update mask or is never sent ({})",
        listed(withheld.iter().map(String::as_str), ", ")
    );
    let problem = Problem::new(Code::UpdateSendsNothing, message, None);
    sends_nothing.then(|| Diagnostic {
        code: problem.code.as_str(),
        severity: problem.code.severity(),
        message: problem.message,
        document: Input::New,
        range: None,
        notes: Vec::new(),
    })
}
