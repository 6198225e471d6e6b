//! One walk over both documents that skips what is equal.

use super::paths::{Part, Values, new_key, old_key};
use super::{At, Pair, PathId, Paths, members};
use crate::contract::{Dialect, Kind as ChangeKind};
use crate::json::{self, Document, Kind, Member, NodeId};
use crate::value;

/// A place at which the sides differ, or where equal texts do not mean equal values.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where.
    pub path: PathId,
    /// Which side has it. In the Pulumi dialect a null member is none.
    pub kind: ChangeKind,
}

/// What a walk over two documents found.
#[derive(Debug)]
pub struct Found {
    /// In the order of the old document; added members after the others of their object.
    pub places: Vec<Place>,
    /// Values that are the same on both sides, each counted at the highest place where it is.
    pub unchanged: u32,
    /// Scalars that are the same in another spelling.
    pub spelling: u32,
    /// Repeated keys of objects that were looked into.
    pub shadowed: Vec<At>,
}

/// Finds every place at which `new` differs from `old`, and the paths that lead there. Linear in the two texts.
pub fn find(documents: Pair, dialect: Dialect) -> (Found, Paths) {
    let (old, new) = (documents.old.root(), documents.new.root());
    let mut paths = Paths::new(Values::both(old, new));
    let found = find_below(documents, dialect, &mut paths, Paths::ROOT, old, new);
    (found, paths)
}

/// The paths at which both sides have the same value, in whatever spelling: as many as [`find`] counts.
pub fn find_same(documents: Pair, dialect: Dialect) -> (Vec<PathId>, Paths) {
    let (old, new) = (documents.old.root(), documents.new.root());
    let mut paths = Paths::new(Values::both(old, new));
    let mut walk = Walk::new(documents, dialect, &mut paths);
    walk.same = Some(Vec::new());
    walk.open.push(Open { path: Paths::ROOT, old, new, prefix: 0 }.into());
    let same = walk.walked().same.unwrap_or_default();
    (same, paths)
}

/// The same in two values, at paths below `base`.
pub fn find_below(
    documents: Pair,
    dialect: Dialect,
    paths: &mut Paths,
    base: PathId,
    old: NodeId,
    new: NodeId,
) -> Found {
    let prefix = common_prefix(documents, old, new);
    let mut walk = Walk::new(documents, dialect, paths);
    walk.open.push(Open { path: base, old, new, prefix }.into());
    walk.run()
}

/// The same inside two lists or two objects, whether or not they are special values.
pub fn find_inside(documents: Pair, old: NodeId, new: NodeId, dialect: Dialect, paths: &mut Paths) -> Found {
    let open = Open { path: Paths::ROOT, old, new, prefix: 0 };
    let mut walk = Walk::new(documents, dialect, paths);
    match documents.old.kind(old) {
        Kind::Map => walk.map(open),
        _ => walk.list(open),
    }
    walk.run()
}

/// Two values that are not known to be one.
#[derive(Clone, Copy)]
struct Open {
    path: PathId,
    old: NodeId,
    new: NodeId,
    /// Bytes from the start of both that are known to be equal, so that no byte is compared at every level.
    prefix: u32,
}

enum Waiting {
    /// To be looked into.
    Both(Open),
    /// A place already.
    One(Place),
    /// A special value that was looked into: what was found since is inside it.
    Special { open: Open, before: Before },
}

/// What had been found before a special value was looked into.
#[derive(Clone, Copy)]
struct Before {
    places: usize,
    unchanged: u32,
    spelling: u32,
    same: usize,
}

impl From<Open> for Waiting {
    fn from(open: Open) -> Self {
        Waiting::Both(open)
    }
}

struct Walk<'d, 'p> {
    documents: Pair<'d>,
    dialect: Dialect,
    paths: &'p mut Paths,
    found: Found,
    /// Where values are the same, if that is wanted.
    same: Option<Vec<PathId>>,
    open: Vec<Waiting>,
    /// What the container at hand adds, in order.
    children: Vec<Waiting>,
    scratch: members::Scratch,
}

impl<'d, 'p> Walk<'d, 'p> {
    fn new(documents: Pair<'d>, dialect: Dialect, paths: &'p mut Paths) -> Self {
        let found = Found { places: Vec::new(), unchanged: 0, spelling: 0, shadowed: Vec::new() };
        Walk {
            documents,
            dialect,
            paths,
            found,
            same: None,
            open: Vec::new(),
            children: Vec::new(),
            scratch: members::Scratch::default(),
        }
    }

    fn run(self) -> Found {
        self.walked().found
    }

    fn walked(mut self) -> Self {
        loop {
            // The stack gives back the last first.
            self.open.extend(self.children.drain(..).rev());
            match self.open.pop() {
                Some(Waiting::Both(open)) => self.look_into(open),
                Some(Waiting::One(place)) => self.found.places.push(place),
                Some(Waiting::Special { open, before }) => self.leave_special(open, before),
                None => return self,
            }
        }
    }

    fn look_into(&mut self, open: Open) {
        let Pair { old, new } = self.documents;
        match (old.kind(open.old), new.kind(open.new)) {
            (Kind::Map, Kind::Map)
                if value::is_special(old, open.old) || value::is_special(new, open.new) =>
            {
                let found = &self.found;
                let before = Before {
                    places: found.places.len(),
                    unchanged: found.unchanged,
                    spelling: found.spelling,
                    same: self.same.as_ref().map_or(0, Vec::len),
                };
                self.open.push(Waiting::Special { open, before });
                self.map(open);
            }
            (Kind::Map, Kind::Map) => self.map(open),
            (Kind::List, Kind::List) => self.list(open),
            _ => self.leaf(open),
        }
    }

    /// A special value is one place, however many places inside it differ.
    fn leave_special(&mut self, open: Open, before: Before) {
        let Pair { old, new } = self.documents;
        let is_unknown = value::is_unknown(old, open.old) || value::is_unknown(new, open.new);
        let differs =
            is_unknown || value::is_not_a_number(old, open.old) || self.found.places.len() > before.places;
        self.found.places.truncate(before.places);
        self.found.unchanged = before.unchanged;
        self.found.spelling = before.spelling;
        if let Some(same) = &mut self.same {
            same.truncate(before.same);
        }
        if differs {
            self.place(open);
        } else {
            self.unchanged(open.path);
        }
    }

    fn unchanged(&mut self, path: PathId) {
        self.found.unchanged += 1;
        self.same.iter_mut().for_each(|same| same.push(path));
    }

    fn map(&mut self, open: Open) {
        let Pair { old, new } = self.documents;
        if members::are_in_step(self.documents, open.old, open.new) {
            for (old, new) in old.members(open.old).zip(new.members(open.new)) {
                self.member(open, Some(old), Some(new));
            }
        } else {
            let mut shadowed = std::mem::take(&mut self.found.shadowed);
            let mut scratch = std::mem::take(&mut self.scratch);
            members::pair(self.documents, open.old, open.new, &mut scratch, &mut shadowed, |(old, new)| {
                self.member(open, old, new);
            });
            self.scratch = scratch;
            self.found.shadowed = shadowed;
        }
    }

    #[inline]
    fn member(&mut self, parent: Open, old: Option<Member>, new: Option<Member>) {
        let is_value = |document: &Document, member: Option<Member>| {
            member.is_some_and(|member| {
                self.dialect == Dialect::Json || document.kind(member.value) != Kind::Null
            })
        };
        match (is_value(self.documents.old, old), is_value(self.documents.new, new), old, new) {
            (true, true, Some(old), Some(new)) => self.both(parent, old.value, new.value, new_key(new.key)),
            (false, false, old, new) => {
                self.found.unchanged += 1;
                let key = new.map(|new| new_key(new.key)).or(old.map(|old| old_key(old.key)));
                self.record(
                    parent,
                    key,
                    Values { old: old.map(|old| old.value), new: new.map(|new| new.value) },
                );
            }
            (_, is_new, old, new) => {
                let Some(part) = new.map(|new| new_key(new.key)).or(old.map(|old| old_key(old.key))) else {
                    return;
                };
                let value = |member: Option<Member>| member.map(|member| member.value);
                self.one(parent, part, is_new, Values { old: value(old), new: value(new) });
            }
        }
    }

    fn list(&mut self, open: Open) {
        let Pair { old, new } = self.documents;
        let mut olds = old.elements(open.old);
        let mut news = new.elements(open.new);
        for index in 0.. {
            match (olds.next(), news.next()) {
                (Some(old), Some(new)) => self.both(open, old, new, Part::Index(index)),
                (None, None) => break,
                (old, new) => self.one(open, Part::Index(index), new.is_some(), Values { old, new }),
            }
        }
    }

    /// A child that both sides have: known to be equal, or to be looked into.
    #[inline]
    fn both(&mut self, parent: Open, old: NodeId, new: NodeId, part: Part) {
        let documents = self.documents;
        let length = length(documents.old, old);
        let known = known_prefix(documents, parent, old, new).min(length);
        let prefix = if known > 0 { known } else { common_prefix(documents, old, new) };
        if prefix == length && !value::has_opaque(documents.old, old) {
            self.found.unchanged += 1;
            self.record(parent, Some(part), Values::both(old, new));
        } else {
            let path = self.paths.below(parent.path, part, Values::both(old, new));
            self.children.push(Open { path, old, new, prefix }.into());
        }
    }

    /// Remembers a child that is the same, if that is wanted.
    #[inline]
    fn record(&mut self, parent: Open, part: Option<Part>, values: Values) {
        if let (Some(same), Some(part)) = (&mut self.same, part) {
            same.push(self.paths.below(parent.path, part, values));
        }
    }

    /// A child that one side has.
    #[inline]
    fn one(&mut self, parent: Open, part: Part, is_new: bool, values: Values) {
        let kind = if is_new { ChangeKind::Add } else { ChangeKind::Delete };
        let path = self.paths.below(parent.path, part, values);
        self.children.push(Waiting::One(Place { path, kind }));
    }

    fn leaf(&mut self, open: Open) {
        let Pair { old, new } = self.documents;
        if !same_scalar(self.documents, open.old, open.new) || value::has_opaque(old, open.old) {
            self.place(open);
        } else if old.bytes(open.old) == new.bytes(open.new) {
            self.unchanged(open.path);
        } else {
            self.found.spelling += 1;
            self.same.iter_mut().for_each(|same| same.push(open.path));
        }
    }

    #[inline]
    fn place(&mut self, open: Open) {
        self.found.places.push(Place { path: open.path, kind: ChangeKind::Update });
    }
}

/// Whether two values that are not both maps or lists are one scalar, whatever their spelling.
#[inline]
fn same_scalar(Pair { old, new }: Pair, a: NodeId, b: NodeId) -> bool {
    match (old.kind(a), new.kind(b)) {
        (Kind::String, Kind::String) => old.content(a) == new.content(b),
        (Kind::Number, Kind::Number) => value::same_number(old.raw(a), new.raw(b)),
        (Kind::List | Kind::Map, _) => false,
        (a, b) => a == b,
    }
}

#[inline]
fn length(document: &Document, node: NodeId) -> u32 {
    let span = document.span(node);
    span.end - span.start
}

/// How much of two children is in the part of their parents that is known to be equal. Where that part
/// ends inside them, it ends at their first difference: no byte is compared again at every level.
#[inline]
fn known_prefix(Pair { old, new }: Pair, parent: Open, a: NodeId, b: NodeId) -> u32 {
    let start = old.span(a).start - old.span(parent.old).start;
    let is_aligned = start == new.span(b).start - new.span(parent.new).start;
    let has_same_length = length(old, a) == length(new, b);
    if is_aligned && has_same_length { parent.prefix.saturating_sub(start) } else { 0 }
}

/// How many bytes two values have in common from their start. Of texts that differ in length this
/// is 0: they are not equal, and looking for the first difference is left to what is inside them.
fn common_prefix(Pair { old, new }: Pair, a: NodeId, b: NodeId) -> u32 {
    let (a, b) = (old.bytes(a), new.bytes(b));
    if a.len() == b.len() { json::common_prefix(a, b) as u32 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Limits;
    use crate::places::{FrameId, Frames, Side};
    use proptest::prelude::*;
    use serde_json::Value as Json;
    use std::rc::Rc;

    fn document(text: &str) -> Document {
        value::read(text.as_bytes().to_vec(), Limits::default()).unwrap()
    }

    fn found(old: &str, new: &str, dialect: Dialect) -> (Frames, Found, Paths) {
        let frames = Frames::new(Rc::new(document(old)), Rc::new(document(new)), dialect);
        let (found, paths) = find(frames.pair(FrameId::MAIN), dialect);
        (frames, found, paths)
    }

    /// Every place as `KIND PATH`.
    fn places(old: &str, new: &str, dialect: Dialect) -> Vec<String> {
        let (frames, found, paths) = found(old, new, dialect);
        let spelled = |place: &Place| format!("{:?} {}", place.kind, paths.path(&frames, place.path));
        found.places.iter().map(spelled).collect()
    }

    #[test]
    fn finds_each_difference_once() {
        let table: [(&str, &str, &[&str]); 18] = [
            ("{}", "{}", &[]),
            ("{\"a\":1}", "{\"a\":2}", &["Update a"]),
            ("{\"a\":1}", "{\"a\":1.0}", &[]),
            ("{\"a\":\"x\"}", "{\"a\":\"\\u0078\"}", &[]),
            ("{\"a\":9007199254740993}", "{\"a\":9007199254740992}", &["Update a"]),
            ("{\"a\":1,\"b\":2}", "{ \"b\": 2, \"a\": 1 }", &[]),
            ("{\"a\":1,\"b\":2,\"c\":3}", "{\"c\":3,\"x\":1,\"a\":2}", &["Update a", "Delete b", "Add x"]),
            ("{\"a\":{\"b\":[1,2,3]}}", "{\"a\":{\"b\":[1,9]}}", &["Update a.b[1]", "Delete a.b[2]"]),
            ("[1,23]", "[12,3]", &["Update [0]", "Update [1]"]),
            ("{\"a\":[]}", "{\"a\":{}}", &["Update a"]),
            ("{\"a\":\"1\"}", "{\"a\":1}", &["Update a"]),
            ("{\"a\":null}", "{}", &["Delete a"]),
            ("{\"a\":1,\"a\":2}", "{\"a\":2}", &[]),
            ("{\"a\":1,\"a\":2}", "{\"a\":1}", &["Update a"]),
            (
                "{\"__proto__\":1,\"constructor\":2}",
                "{\"__proto__\":2}",
                &["Update __proto__", "Delete constructor"],
            ),
            (
                "{\"\":1,\"a.b\":1,\"a[0]\":1,\"a\\\"b\":1}",
                "{\"\":2,\"a.b\":2,\"a[0]\":2,\"a\\\"b\":2}",
                &["Update [\"\"]", "Update [\"a.b\"]", "Update [\"a[0]\"]", "Update [\"a\\\"b\"]"],
            ),
            ("{\"a\":\"[secret]\",\"b\":1}", "{\"a\":\"[secret]\",\"b\":1}", &["Update a"]),
            (
                "[1,\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"]",
                "[1,\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"]",
                &["Update [1]"],
            ),
        ];
        for (old, new, expected) in table {
            assert_eq!(places(old, new, Dialect::Json), expected, "{old} {new}");
        }
    }

    #[test]
    fn null_is_missing_for_pulumi_inside_objects_only() {
        let table: [(&str, &str, &[&str]); 5] = [
            ("{\"a\":null}", "{}", &[]),
            ("{}", "{\"a\":null}", &[]),
            ("{\"a\":null}", "{\"a\":1}", &["Add a"]),
            ("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":null}}", &["Delete a.b"]),
            ("[null]", "[1]", &["Update [0]"]),
        ];
        for (old, new, expected) in table {
            assert_eq!(places(old, new, Dialect::Pulumi), expected, "{old} {new}");
        }
    }

    #[test]
    fn counts_what_it_skips() {
        let (old, new) = (
            document("{\"a\":1,\"b\":{\"c\":1,\"d\":2,\"e\":3.0},\"f\":[1]}"),
            document("{\"a\":1,\"b\":{\"c\":1,\"d\":3,\"e\":3},\"f\":[1]}"),
        );
        let (found, _) = find(Pair { old: &old, new: &new }, Dialect::Json);
        assert_eq!((found.places.len(), found.unchanged, found.spelling), (1, 3, 1));
    }

    #[test]
    fn reports_repeated_keys_where_it_looks() {
        let (old, new) = (
            document("{\"a\":1,\"b\":{\"x\":1,\"x\":1},\"a\":2}"),
            document("{\"a\":3,\"b\":{\"x\":1,\"x\":1}}"),
        );
        let (found, _) = find(Pair { old: &old, new: &new }, Dialect::Json);
        let spans: Vec<_> = found.shadowed.iter().map(|at| (at.side, old.span(at.node).start)).collect();
        assert_eq!(spans, [(Side::Old, 1)], "the repeated x is equal on both sides and costs nothing");
    }

    /// Comparing the same bytes at every level would take minutes here.
    #[test]
    fn a_long_text_deep_inside_is_compared_once() {
        let text = |last: char| {
            format!("{}\"{}{last}\"{}", "[".repeat(9_000), "x".repeat(1_000_000), "]".repeat(9_000))
        };
        let (old, new) = (document(&text('a')), document(&text('b')));
        assert_eq!(find(Pair { old: &old, new: &new }, Dialect::Json).0.places.len(), 1);
    }

    /// The same answer in the plainest way, over another parser's values.
    fn naive(old: &Json, new: &Json, path: &str, out: &mut Vec<String>) {
        match (old, new) {
            (Json::Object(old), Json::Object(new)) => {
                for key in old.keys().chain(new.keys().filter(|key| !old.contains_key(*key))) {
                    let path = format!("{path}/{key}");
                    match (old.get(key), new.get(key)) {
                        (Some(old), Some(new)) => naive(old, new, &path, out),
                        (Some(_), None) => out.push(format!("Delete {path}")),
                        _ => out.push(format!("Add {path}")),
                    }
                }
            }
            (Json::Array(old), Json::Array(new)) => {
                for index in 0..old.len().max(new.len()) {
                    let path = format!("{path}/{index}");
                    match (old.get(index), new.get(index)) {
                        (Some(old), Some(new)) => naive(old, new, &path, out),
                        (Some(_), None) => out.push(format!("Delete {path}")),
                        _ => out.push(format!("Add {path}")),
                    }
                }
            }
            _ if old == new => {}
            _ => out.push(format!("Update {path}")),
        }
    }

    fn json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            (0..4_i32).prop_map(Json::from),
            "[a\"\\\\é]{0,3}".prop_map(Json::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Json::from),
                proptest::collection::vec(("[a-e]", inner), 0..5)
                    .prop_map(|members| members.into_iter().collect::<Json>()),
            ]
        })
    }

    proptest! {
        #[test]
        fn agrees_with_a_naive_differ(old in json(), new in json(), pretty in any::<bool>()) {
            let new_text = if pretty { serde_json::to_string_pretty(&new) } else { serde_json::to_string(&new) }.unwrap();
            let (frames, found, paths) = found(&old.to_string(), &new_text, Dialect::Json);
            let mut ours: Vec<String> = found.places.iter().map(|place| {
                let steps = paths.path(&frames, place.path).0;
                let path: String = steps.iter().map(|step| match step {
                    crate::path::Step::Key(key) => format!("/{key}"),
                    step => format!("/{}", crate::path::Path(vec![step.clone()]).to_string().trim_matches(['[', ']'])),
                }).collect();
                format!("{:?} {path}", place.kind)
            }).collect();
            let mut theirs = Vec::new();
            naive(&old, &new, "", &mut theirs);
            ours.sort();
            theirs.sort();
            prop_assert_eq!(ours, theirs);
        }

        #[test]
        fn a_document_does_not_differ_from_itself(value in json()) {
            let (compact, pretty) = (document(&value.to_string()), document(&serde_json::to_string_pretty(&value).unwrap()));
            prop_assert_eq!(find(Pair { old: &compact, new: &pretty }, Dialect::Json).0.places.len(), 0);
        }
    }
}
