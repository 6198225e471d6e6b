//! How two texts of one document are written differently.

use crate::diff::Settled;
use crate::json::{self, Kind, Limits, NodeId};
use crate::places::{Pair, Values};

/// In what the layout of two texts differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Keys stand in another order.
    pub key_order: bool,
    /// Other blanks and line ends.
    pub spacing: bool,
    /// Characters are escaped on one side and not on the other.
    pub escapes: bool,
}

impl Layout {
    /// How many of these differ.
    pub fn count(self) -> usize {
        usize::from(self.key_order) + usize::from(self.spacing) + usize::from(self.escapes)
    }

    /// Those that differ, as a sentence names them.
    pub fn names(self) -> Vec<&'static str> {
        let names = [(self.key_order, "key order"), (self.spacing, "spacing"), (self.escapes, "escapes")];
        names.into_iter().filter(|(differs, _)| *differs).map(|(_, name)| name).collect()
    }
}

/// How the documents differ that words found in two texts.
pub(super) fn layout(opened: &Settled) -> Layout {
    let inside = opened.paths.since(1).next().filter(|path| opened.paths.is_whole(*path));
    let Some(inside) = inside else { return Layout::default() };
    let Values { old: Some(old), new: Some(new) } = opened.paths.values(inside) else {
        return Layout::default();
    };
    of_values(opened.frames.pair(opened.paths.frame(inside)), old, new)
}

/// How two texts of one JSON document differ.
pub(super) fn of_texts(old: &str, new: &str) -> Layout {
    let read = |text: &str| json::read(text.as_bytes().to_vec(), Limits::default()).ok();
    let (Some(old), Some(new)) = (read(old), read(new)) else { return Layout::default() };
    of_values(Pair { old: &old, new: &new }, old.root(), new.root())
}

fn of_values(pair: Pair, old: NodeId, new: NodeId) -> Layout {
    let (a, b) = (gaps(pair.old.raw(old)), gaps(pair.new.raw(new)));
    let mut layout = Layout {
        spacing: a.iter().zip(b).any(|(a, b)| matches!((a, b), (Some(a), Some(b)) if *a != b)),
        ..Layout::default()
    };
    layout.compare(pair, old, new, DEPTH);
    layout
}

/// Levels that are looked into.
const DEPTH: u32 = 64;

/// Members of maps that are looked at.
const WIDE: u32 = 1000;

impl Layout {
    /// Looks at the values that stand at one place in both documents.
    fn compare(&mut self, pair: Pair, a: NodeId, b: NodeId, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match (pair.old.kind(a), pair.new.kind(b)) {
            (Kind::String, Kind::String) => {
                self.escapes |=
                    pair.old.content(a) == pair.new.content(b) && pair.old.raw(a) != pair.new.raw(b);
            }
            (Kind::List, Kind::List) => {
                for (a, b) in pair.old.elements(a).zip(pair.new.elements(b)) {
                    self.compare(pair, a, b, depth);
                }
            }
            (Kind::Map, Kind::Map) if pair.old.len(a) <= WIDE => {
                let mut last = 0;
                for member in pair.old.members(a) {
                    let mut news = pair.new.members(b).enumerate();
                    let key = pair.old.content(member.key);
                    let partner = news.find(|(_, other)| pair.new.content(other.key) == key);
                    if let Some((at, other)) = partner {
                        self.key_order |= at < last;
                        last = at;
                        self.compare(pair, member.value, other.value, depth);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The marks of JSON whose blanks tell one layout from another.
const MARKS: [u8; 4] = *b"{[:,";

/// The blanks after the first of each mark outside texts.
fn gaps(raw: &str) -> [Option<&[u8]>; 4] {
    let (mut gaps, mut is_text, mut is_escaped) = ([None; 4], false, false);
    let bytes = raw.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            mark => {
                let gap = MARKS.iter().position(|other| other == mark).filter(|gap| gaps[*gap].is_none());
                if let Some(gap) = gap {
                    let rest = &bytes[at + 1..];
                    let length = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                    gaps[gap] = Some(&rest[..length]);
                }
            }
        }
    }
    gaps
}
