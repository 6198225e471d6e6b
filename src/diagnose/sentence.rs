//! One sentence for a person about one finding or group.

use super::cause::type_name;
use super::explanation::{Group, Inside, Left, Parts, Suggestion};
use super::layout;
use super::marks;
use crate::contract::{Action, Cause, Class, Grade, Kind, Olds, SettledBy, Shown, ShownType};
use crate::diff::Order;
use crate::json::{Document, NodeId};
use crate::path::Path;
use crate::rules::{Cost, Equality};
use crate::value::{self, Scalar};
use crate::verdict::Case;
use std::borrow::Cow;

/// What the two sides are called, and the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// Where the old value is.
    pub old: &'static str,
    /// Where the new one is.
    pub new: &'static str,
    /// What has no path.
    pub whole: &'static str,
}

impl Default for Called {
    fn default() -> Called {
        Called { old: "in the old inputs", new: "in your program", whole: "The whole document" }
    }
}

/// Why a value is unknown that is no cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// The resource is replaced.
    OfReplacement,
    /// Something else about the resource changes.
    OfChange,
}

/// What a sentence is made from: a masked value never gets into one.
pub struct Sentence<'a> {
    /// The place.
    pub case: Case<'a>,
    /// Its path.
    pub path: &'a str,
    /// What it was judged to be.
    pub class: Class,
    /// Why it differs.
    pub cause: Cause,
    /// What is shown of the two values.
    pub shown: [Option<&'a Shown>; 2],
    /// What it was decided to cost.
    pub most: Action,
    /// It is unknown only because of something else.
    pub consequence: Option<Consequence>,
    /// What the sides are called.
    pub called: Called,
    /// What kind of thing settled it.
    pub settled_by: Option<SettledBy>,
    /// What the resource would come to without the property that it is in, if this is the one that forces the replacement.
    pub without: Option<Action>,
    /// The plan says that it forces the replacement.
    pub is_stated: bool,
    /// What settles it.
    pub suggestion: Option<&'a Suggestion>,
    /// What differs inside it.
    pub inside: Option<&'a Inside>,
    /// Why the list or map differs that explains it.
    pub within: Option<&'a str>,
}

/// What a finding says.
pub fn sentence(told: &Sentence) -> String {
    let fact = if told.class == Class::Ignored {
        format!("{} is {}; a rule or an option leaves it out of the comparison.", told.path(), told.both())
    } else {
        told.fact()
    };
    let rest = match told.class {
        Class::Real => told.price(),
        Class::Unknown if told.consequence.is_some() => String::new(),
        Class::Unknown | Class::Masked => told.stake(),
        Class::Spurious => told.suppressed(),
        Class::Ignored => String::new(),
    };
    fact + &rest
}

impl<'a> Sentence<'a> {
    fn path(&self) -> String {
        if self.path.is_empty() { self.called.whole.to_owned() } else { format!("`{}`", self.path) }
    }

    fn recorded(&self) -> &'static str {
        match self.case.olds {
            Olds::Inputs => self.called.old,
            Olds::State => "in state",
        }
    }

    fn asked(&self) -> &'static str {
        self.called.new
    }

    fn value(&self, side: usize) -> String {
        let [old, new] = described(self.shown);
        [old, new].into_iter().nth(side).flatten().unwrap_or_else(|| "missing".to_owned())
    }

    fn both(&self) -> String {
        format!("{} {} and {} {}", self.value(0), self.recorded(), self.value(1), self.asked())
    }

    /// `PATH is OLD and NEW`, and what that means.
    fn is_both(&self, meaning: &str) -> String {
        format!("{} is {}{meaning}", self.path(), self.both())
    }

    /// What can be seen of the values.
    fn fact(&self) -> String {
        if let Some(within) = self.within {
            return self.part_of(within);
        }
        let is_settled = self.class == Class::Spurious;
        match self.cause {
            Cause::Type if is_settled => self.is_both("; they are the same value."),
            Cause::Type => self.is_both(": the same value in two types."),
            Cause::NullMissing => self.is_both("; no content changes."),
            Cause::Empty => self.is_both("; neither has content."),
            Cause::Default if is_settled => self.is_both("; by a rule that is the default."),
            Cause::Default => self.is_both("; that may be what a missing value stands for."),
            Cause::BackendFilled => format!(
                "{} is {} {} and missing {}: {}.",
                self.path(),
                self.value(0),
                self.recorded(),
                self.asked(),
                if self.asked() == Called::default().new {
                    "either you removed it, or the service filled it in"
                } else {
                    "either it was removed, or the service filled it in before"
                }
            ),
            Cause::WriteOnly => self.is_both("; the service never returns it."),
            Cause::Case => self.in_letters(),
            Cause::Whitespace | Cause::LineEnd | Cause::EndMark => self.in_marks(),
            Cause::Order => format!("{} has the same items in another order.", self.path()),
            Cause::KeyedOrder => {
                format!("{} has its items in another order; they belong together by their keys.", self.path())
            }
            Cause::Layout if self.class == Class::Unknown => format!(
                "{} holds a document that readers disagree about, so it cannot be compared here.",
                self.path()
            ),
            Cause::Layout => self.in_layout(),
            Cause::RealInNoise => self.in_noise(),
            Cause::OneOrMany => self.is_both(": a list of one, and the value alone."),
            // What is kept as its hash is not told.
            Cause::Encoding if self.word() == Some(Equality::HashOf) => {
                format!("{} differs, but {}.", self.path(), self.noun())
            }
            Cause::Quantity | Cause::Network | Cause::Encoding => {
                self.is_both(&format!(": {}.", self.noun()))
            }
            Cause::Identity => self.in_names(),
            Cause::Unicode => {
                self.is_both(&format!(": the same characters in two Unicode forms{}.", self.characters()))
            }
            Cause::Reference => self.is_both(": an object, and its id."),
            Cause::Bookkeeping => {
                let what = if self.path.starts_with(CODE) {
                    "the saved code of your dynamic provider, and it differs"
                } else {
                    "a record of the tool's own, and nothing that you set"
                };
                format!("{} is {what}: {}.", self.path(), self.change())
            }
            Cause::Undeclared => {
                format!("{}, and no rule for this type names it: {}.", self.what_happens(), self.change())
            }
            Cause::SchemaAdded => format!(
                "{} is {} in your program and not in the state: you just added it, the state was written before the property existed, or the service does not return it.",
                self.path(),
                self.value(1)
            ),
            Cause::SecretMark => {
                format!("{} holds the same value on both sides; only the secret mark changed.", self.path())
            }
            Cause::Masked => self.behind_mask(),
            Cause::Unknown if self.consequence == Some(Consequence::OfReplacement) => {
                self.is_both(", only because the resource is replaced: it is no cause of that.")
            }
            Cause::Unknown if self.consequence.is_some() => {
                self.is_both(", as the service sets it anew whenever the resource changes: it is no cause of that.")
            }
            Cause::Unknown if self.is_known_in_part() => {
                self.is_both("; a part of it is known only after the apply, and may turn out the same.")
            }
            Cause::Unknown => self.is_both("; it may turn out the same."),
            Cause::Asset if is_settled => {
                format!("{} has the same content hash on both sides.", self.path())
            }
            Cause::Asset if self.class == Class::Unknown => format!(
                "{} has no content hash on one side, so its content cannot be compared here.",
                self.path()
            ),
            Cause::Asset => format!("{} has another content hash: the content really changes.", self.path()),
            Cause::Precision if is_settled => self.is_both(", which round to one float."),
            Cause::Precision => self.is_both(
                ": they differ, but round to one 64-bit float. Digits may have been lost before they got here.",
            ),
            Cause::Contract => format!(
                "{} is {} in your program, and neither the state nor what the update returned has it: the provider never returns it, so every preview shows it as new.",
                self.path(),
                self.value(1)
            ),
            Cause::Real if is_settled => self.is_both("; by the rules that is the same."),
            Cause::Real => self.really(),
        }
    }

    fn really(&self) -> String {
        let inner = self.inside.map(|inside| match inside.first.first() {
            Some(left) if inside.left == 1 => {
                format!(" In the document that it holds, {} differs.", change(left))
            }
            Some(_) => {
                let listed = inside.first.iter().map(change).collect::<Vec<_>>().join(", ");
                format!(
                    " In the document that it holds, {} places differ: {listed}{}.",
                    inside.left,
                    more(inside)
                )
            }
            None => String::new(),
        });
        let hidden = self.invisible().unwrap_or_default();
        let is_silent = self.suggestion.is_none() && self.case.place.kind == Kind::Update;
        let rule = if is_silent { "; no rule is suggested that would hide it" } else { "" };
        let (what, change, inner) = (self.what_happens(), self.change(), inner.unwrap_or_default());
        format!("{what}: {change}{rule}.{hidden}{inner}")
    }

    fn what_happens(&self) -> String {
        let what = match self.case.place.kind {
            Kind::Add => "is added",
            Kind::Delete => "is removed",
            Kind::Update | Kind::Move => "really changes",
        };
        format!("{} {what}", self.path())
    }

    /// Both values where neither explains the other.
    fn change(&self) -> String {
        let side =
            |side: usize| if self.shown[side].is_some() { self.value(side) } else { "nothing".to_owned() };
        format!("{} {}, {} {}", side(0), self.recorded(), side(1), self.asked())
    }

    /// Whether no side is unknown as a whole.
    fn is_known_in_part(&self) -> bool {
        let is_unknown = |shown: &&Shown| shown.r#type == ShownType::Unknown;
        !self.shown.iter().flatten().any(is_unknown)
    }

    /// Of a place in a list or map that is explained as a whole.
    fn part_of(&self, within: &str) -> String {
        self.is_both(&format!(", because {within}."))
    }

    /// Whether the words of both sides may be quoted, and what they are.
    fn texts(&self) -> Option<[Cow<'a, str>; 2]> {
        let is_masked = self.shown.iter().flatten().any(|shown| shown.masked.is_some());
        if is_masked {
            return None;
        }
        let (old, new) = (self.case.documents.old, self.case.documents.new);
        Some([Scalar::text_at(old, self.case.old?)?, Scalar::text_at(new, self.case.new?)?])
    }

    fn in_letters(&self) -> String {
        let Some(segments) = self.texts().and_then(|[old, new]| one_segment(&old, &new)) else {
            return self.is_both("; they differ only in letter case.");
        };
        format!("{} differs only in letter case, in one part: {segments}.", self.path())
    }

    fn in_marks(&self) -> String {
        match self.texts().map(|[old, new]| marks::difference(&old, &new)) {
            Some(difference) => format!("{} differs only in {difference}.", self.path()),
            None => self.is_both("; they differ only in blanks or marks at the end."),
        }
    }

    /// Of texts that look alike: the characters that cannot be seen.
    fn invisible(&self) -> Option<String> {
        let [old, new] = self.texts()?;
        let difference = marks::invisible(&old, &new)?;
        Some(format!(" They look alike: they differ in {difference}."))
    }

    fn characters(&self) -> String {
        let difference = self.texts().and_then(|[old, new]| marks::characters(&old, &new));
        difference.map_or_else(String::new, |difference| format!(" ({difference})"))
    }

    fn in_layout(&self) -> String {
        let names = match self.inside {
            Some(inside) => inside.layout,
            None => self.texts().map(|[old, new]| layout::of_texts(&old, &new)).unwrap_or_default(),
        }
        .names();
        let how = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        let within = self.inside.map_or(0, |inside| inside.noise.saturating_sub(names.len()));
        let inner = match within {
            0 => String::new(),
            1 => " One difference inside it is none with the rules below.".to_owned(),
            many => format!(" {many} differences inside it are none with the rules below."),
        };
        format!("{} holds the same document written differently{how}.{inner}", self.path())
    }

    /// Of a document in which something really differs.
    fn in_noise(&self) -> String {
        let Some(inside) = self.inside else { return self.really() };
        let all = inside.noise + inside.left;
        let rest = if inside.noise == 1 { "The other one is" } else { "The others are" };
        format!(
            "Of {all} differences in the document in {}, {}. {rest} order or layout.",
            self.path(),
            real(inside).replace("differences are", "are").replace("difference is", "is")
        )
    }

    fn in_names(&self) -> String {
        let word = self.word();
        let ends = matches!(word, Some(Equality::ArnId | Equality::PathSuffix | Equality::GcpLink));
        if let ([Some(old), Some(new)], true) = (self.shown, ends) {
            let is_new_shorter = new.text.as_ref().map(String::len) < old.text.as_ref().map(String::len);
            let (short, long) = if is_new_shorter { (new, old) } else { (old, new) };
            let sides = [self.recorded(), self.asked()];
            let (a, b) = if is_new_shorter { (sides[1], sides[0]) } else { (sides[0], sides[1]) };
            let name = |shown| described([Some(shown), None])[0].take().unwrap_or_default();
            return format!(
                "{} is {} {a}, which is the name at the end of {} {b}.",
                self.path(),
                name(short),
                name(long)
            );
        }
        let kinds = if self.suggestion.is_some_and(|suggestion| suggestion.grade == Grade::Ask) {
            ": names of different kinds, which may stand for one thing."
        } else {
            ": two names of one thing."
        };
        self.is_both(kinds)
    }

    /// The word that settles it, in force or suggested.
    fn word(&self) -> Option<Equality> {
        let in_force = self.case.resolved().equalities().last();
        let suggested = self.suggestion.and_then(|suggestion| suggestion.lines.first()?.words.last());
        suggested.or(in_force)?.word.equality()
    }

    /// What both sides are, by the word that settles them.
    fn noun(&self) -> &'static str {
        NOUNS
            .iter()
            .find(|(word, _)| Some(*word) == self.word())
            .map_or("one value in two notations", |(_, noun)| noun)
    }

    /// What the difference costs, where that is more than an update.
    fn price(&self) -> String {
        if self.most == Action::Replace {
            price(&self.case, &self.case.path(), self.is_stated, self.without)
        } else {
            String::new()
        }
    }

    /// What an open difference may come to.
    fn stake(&self) -> String {
        let what = if self.most == Action::Replace {
            "the resource is replaced"
        } else {
            "the resource is updated in place"
        };
        format!(" If it changes, {what}.")
    }

    /// What a rule keeps from happening.
    fn suppressed(&self) -> String {
        let is_rule = self.settled_by == Some(SettledBy::Rule);
        let replaces = is_rule && self.case.effect().most == Action::Replace;
        if replaces { " Without that rule it would force a replacement.".to_owned() } else { String::new() }
    }

    /// Of a value that cannot be seen on one side or on both.
    fn behind_mask(&self) -> String {
        let is_sealed = |document: &Document, node: Option<NodeId>| {
            node.is_some_and(|node| value::opened(document, node, |_, _| ()).is_none())
        };
        let documents = self.case.documents;
        let where_from =
            match (is_sealed(documents.old, self.case.old), is_sealed(documents.new, self.case.new)) {
                (true, false) => self.recorded(),
                (false, true) => self.asked(),
                _ => "on both sides",
            };
        format!("{} is masked {where_from}, so it cannot be compared here.", self.path())
    }
}

/// Why a difference forces a replacement, by the rules or because the plan says so, and what would happen without it if it is
/// the only one that does. The difference is that at a path: of a group, its own and not that of a member.
pub fn price(case: &Case, path: &Path, is_stated: bool, without: Option<Action>) -> String {
    let reason = match case.resolved().cost() {
        _ if is_stated => "the plan says that it cannot be changed in place",
        Cost::Mutable | Cost::ChangesId if case.settled.is_replaced_for(case.place) => {
            "the option replaceOnChanges names it"
        }
        Cost::IncreaseOnly if case.misses_a_number() => {
            "by the rules it may only grow, and one side is no number"
        }
        Cost::IncreaseOnly => "by the rules it may only grow, and it shrinks",
        Cost::DecreaseOnly if case.misses_a_number() => {
            "by the rules it may only shrink, and one side is no number"
        }
        Cost::DecreaseOnly => "by the rules it may only shrink, and it grows",
        Cost::Immutable => "by the rules it cannot be changed in place",
        Cost::Mutable | Cost::ChangesId => "by the rules something inside it cannot be changed in place",
    };
    let without = match without {
        Some(Action::NoOp) => format!(" If {}, nothing would change.", if_not(case, path)),
        Some(_) => format!(" If {}, the rest would be an update in place.", if_not(case, path)),
        None => String::new(),
    };
    format!(" This forces a replacement: {reason}.{without}")
}

/// What the place's property would have to do to change nothing: other places in it may force the replacement, too.
fn if_not(case: &Case, path: &Path) -> String {
    match case.place.kind {
        _ if path.0.len() > 1 => format!("all of `{}` kept its old value", case.property()),
        Kind::Add => "it were left out".to_owned(),
        _ => "it kept its old value".to_owned(),
    }
}

/// The property that holds the code of a dynamic provider.
const CODE: &str = "__provider";

/// What both sides are called that a word makes one.
const NOUNS: [(Equality, &str); 23] = [
    (Equality::Duration, "one duration in two notations"),
    (Equality::Iso8601Duration, "one duration in two notations"),
    (Equality::Timestamp, "one moment in two notations"),
    (Equality::TimeOfDay, "one time of the day in two notations"),
    (Equality::Quantity, "one quantity in two units"),
    (Equality::ByteSize, "one size in two units"),
    (Equality::SizeUnit, "one size in two units"),
    (Equality::Ip, "one address in two notations"),
    (Equality::Cidr, "one network in two notations"),
    (Equality::Range, "a range of one, and that one"),
    (Equality::Mac, "one hardware address in two notations"),
    (Equality::Url, "one URL in two notations"),
    (Equality::DnsName, "one domain name in two notations"),
    (Equality::DnsTxt, "one text in other chunks"),
    (Equality::Email, "one address in two notations"),
    (Equality::Base64, "one content in two spellings of Base64"),
    (Equality::Base64OrPlain, "a text, and its Base64"),
    (Equality::UrlEncoded, "one text, percent-encoded in two ways"),
    (Equality::Pem, "one key or certificate in other lines"),
    (Equality::SshKey, "one public key in other lines"),
    (Equality::HashOf, "one is the hash of the other"),
    (Equality::Xml, "one document in two layouts"),
    (Equality::Yaml, "one document in two layouts"),
];

/// Why what is in a group differs.
pub fn within(group: &Group, path: &str) -> String {
    let why = match &group.parts {
        Parts::Keys => "keys differ only in letter case",
        Parts::Elements(order) if !order.moved().is_empty() => "the items stand in another order",
        Parts::Elements(order) if order.added() == 0 => "items were removed",
        Parts::Elements(order) if order.removed() == 0 => "items were added",
        Parts::Elements(_) => "items were added and removed",
    };
    let whole = if path.is_empty() { "the document".to_owned() } else { format!("`{path}`") };
    format!("in {whole} {why}")
}

/// What a group says.
pub fn of_group(group: &Group, path: &str, price: &str) -> String {
    let whole = if path.is_empty() { "the whole document".to_owned() } else { format!("`{path}`") };
    let fact = match &group.parts {
        Parts::Keys => {
            let keys = group.members.len() / 2;
            let some = if keys == 1 { "One key".to_owned() } else { format!("{keys} keys") };
            format!("{some} of {whole} differ{} only in letter case.", if keys == 1 { "s" } else { "" })
        }
        Parts::Elements(order) => of_elements(group, order, &whole),
    };
    format!("{fact}{price}")
}

fn of_elements(group: &Group, order: &Order, whole: &str) -> String {
    let (matched, moved) = (order.matched(), order.moved());
    let (added, removed) = (order.added(), order.removed());
    let is_complete = added == 0 && removed == 0;
    let Some(names) = order.keys.first() else {
        let rest = if moved.is_empty() { "only shift" } else { "stand in another order" };
        return match (is_complete, &moved[..]) {
            (true, [(old, new)]) => format!(
                "{} has the same {matched} items, and one of them moved: from [{old}] to [{new}].",
                capital(whole)
            ),
            (true, _) => format!("{} has the same {matched} items in another order.", capital(whole)),
            (false, _) => format!(
                "{} {}; the other {matched} {rest}.",
                capital(whole),
                [changed("gets", added), changed("loses", removed)]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(" and ")
            ),
        };
    };
    let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    let items = if matched == 1 { "item" } else { "items" };
    let all = match (is_complete, matched) {
        (true, 2) => "Both items".to_owned(),
        (true, 3..) => format!("All {matched} items"),
        _ => format!("{matched} {items}"),
    };
    let verb = if matched == 1 { "matches" } else { "match" };
    let head = format!("{all} of {whole} {verb} by {names}, of which each has its own");
    match (&moved[..], group.inside.left) {
        (_, 0) => format!("{head}; only their order differs."),
        ([], _) => format!("{head}; {}.", real(&group.inside)),
        (_, _) => format!("{head}, and stand in another order; {}.", real(&group.inside)),
    }
}

fn changed(verb: &str, count: usize) -> String {
    match count {
        0 => String::new(),
        1 => format!("{verb} one item"),
        _ => format!("{verb} {count} items"),
    }
}

fn capital(whole: &str) -> String {
    whole.replacen("the whole", "The whole", 1)
}

/// How many differences are real, and the first of them.
fn real(inside: &Inside) -> String {
    let listed = inside.first.iter().map(change).collect::<Vec<_>>().join(", ");
    let is = if inside.left == 1 {
        "1 difference is real"
    } else {
        &format!("{} differences are real", inside.left)
    };
    if listed.is_empty() { is.to_owned() } else { format!("{is}: {listed}{}", more(inside)) }
}

fn more(inside: &Inside) -> String {
    match inside.left.saturating_sub(inside.first.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}

/// A difference that is left, in a few words.
fn change(left: &Left) -> String {
    let path = &left.path;
    match (&left.old, &left.new) {
        (Some(old), Some(new)) => format!("`{path}` {old} → {new}"),
        (Some(old), None) => format!("`{path}` {old} is removed"),
        (None, Some(new)) => format!("`{path}` {new} is added"),
        (None, None) => format!("`{path}`"),
    }
}

/// The one part in which two texts differ, where separators cut them into as many.
fn one_segment(old: &str, new: &str) -> Option<String> {
    let is_separator = |mark: char| "/:,;".contains(mark);
    let parts = |text: &'_ str| text.split(is_separator).map(str::to_owned).collect::<Vec<_>>();
    let (olds, news) = (parts(old), parts(new));
    let mut differing = olds.iter().zip(&news).filter(|(old, new)| old != new);
    let (a, b) = differing.next()?;
    (olds.len() == news.len() && olds.len() > 2 && differing.next().is_none())
        .then(|| format!("\"{a}\" → \"{b}\""))
}

/// How much of a value a sentence quotes, in characters.
const QUOTED: usize = 60;

/// What is not worth cutting off, in characters.
const CUT: usize = 20;

/// Both values as a sentence names them: with their types where two known ones differ.
pub fn described(shown: [Option<&Shown>; 2]) -> [Option<String>; 2] {
    let are_known = shown.iter().flatten().all(|shown| shown.r#type != ShownType::Unknown);
    let have_types = are_known && matches!(shown, [Some(old), Some(new)] if old.r#type != new.r#type);
    shown.map(|shown| Some(named(shown?, have_types)))
}

fn named(shown: &Shown, has_type: bool) -> String {
    let name = type_name(shown.r#type);
    match &shown.text {
        // The text is the tool's own mark for it.
        Some(_) if shown.r#type == ShownType::Unknown => name.to_owned(),
        None if shown.r#type == ShownType::Null => name.to_owned(),
        None => format!("a masked {name}"),
        Some(text) if text == name => name.to_owned(),
        Some(text) if has_type => format!("{name} {}", quoted(text)),
        Some(text) => quoted(text),
    }
}

/// A value on one line, cut where it is long.
fn quoted(text: &str) -> String {
    // JSON's texts have no line ends of their own, so that most values stand on one line.
    let line =
        if text.contains('\n') { text.lines().map(str::trim).collect() } else { text.trim().to_owned() };
    if line.len() <= QUOTED {
        // As many bytes are no more characters.
        return line;
    }
    match line.char_indices().nth(QUOTED).and_then(|(end, _)| line.split_at_checked(end)) {
        Some((start, rest)) if line.chars().nth(QUOTED + CUT).is_some() => {
            format!("{start}… ({} more characters)", rest.chars().count())
        }
        _ => line,
    }
}
