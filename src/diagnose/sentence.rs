//! One sentence for a person about one finding.

use super::cause::type_name;
use super::proposal::Candidate;
use crate::contract::{Action, Cause, Class, Olds, Shown, ShownType};
use crate::rules::Cost;
use crate::verdict::Case;

/// What a finding says, from what is shown of it: a masked value never gets into a sentence. `most` is what it was
/// decided to cost.
pub fn sentence(
    case: &Case,
    class: Class,
    cause: Cause,
    [old, new]: [Option<&Shown>; 2],
    most: Action,
    suggested: Option<&Candidate>,
) -> String {
    let path = named(case);
    let recorded = match case.olds {
        Olds::Inputs => "in the old inputs",
        Olds::State => "in state",
    };
    let old_value = old.map_or_else(|| "missing".to_owned(), described);
    let new_value = new.map_or_else(|| "missing".to_owned(), described);
    let both = format!("{old_value} {recorded} and {new_value} in your program");
    if class == Class::Ignored {
        return format!("{path} is {both}; that is left out of the comparison.");
    }
    match cause {
        Cause::Type if class == Class::Real => {
            format!("{path} is {both}: the same value in two types.{}", price(case, most))
        }
        Cause::Type => format!("{path} is {both}; they are the same value."),
        Cause::Case => {
            format!("{path} is {both}; they differ only in letter case.{}", price_if_real(case, class, most))
        }
        Cause::NullMissing => {
            format!(
                "{path} is {both}; null and a missing key are not the same here.{}",
                price_if_real(case, class, most)
            )
        }
        Cause::Empty => format!("{path} is {both}; neither has content.{}", price_if_real(case, class, most)),
        Cause::SecretMark => {
            format!("{path} holds the same value on both sides; only the secret mark changed.")
        }
        Cause::Asset if class == Class::Spurious => {
            format!("{path} has the same content hash on both sides.")
        }
        Cause::Asset if class == Class::Unknown => {
            format!(
                "{path} has no content hash on one side, so its content cannot be compared here.{}",
                assumption(most)
            )
        }
        Cause::Masked => {
            format!("{path} is {both}; a masked value cannot be compared here.{}", assumption(most))
        }
        Cause::Unknown => {
            format!(
                "{path} is {both}; it is known only after the apply, and may turn out unchanged.{}",
                assumption(most)
            )
        }
        Cause::Precision if class == Class::Unknown => {
            format!(
                "{path} is {both}: two numbers that round to one double, so the engine cannot tell them apart; digits may have been lost on the way.{}",
                assumption(most)
            )
        }
        Cause::Layout if class == Class::Unknown => {
            format!(
                "{path} holds a document that readers disagree about, so it cannot be compared here.{}",
                assumption(most)
            )
        }
        Cause::Order if class == Class::Spurious => format!("{path} has the same members in another order."),
        Cause::KeyedOrder if class == Class::Spurious => {
            format!("{path} has its elements in another order; they belong together by their keys.")
        }
        Cause::Layout if class == Class::Spurious => {
            format!("{path} holds the same document written differently.")
        }
        _ if class == Class::Real && suggested.is_some() => {
            let same_if =
                suggested.and_then(|candidate| candidate.same_if).unwrap_or("the types do not matter");
            format!("{path} is {both}: the same if {same_if}.{}", price(case, most))
        }
        _ if class == Class::Spurious => format!("{path} is {both}; by the rules that is the same."),
        _ if class == Class::Real => format!(
            "{path} really changes: {old_value} {recorded}, {new_value} in your program.{}",
            price(case, most)
        ),
        _ => format!("{path} is {both}."),
    }
}

fn named(case: &Case) -> String {
    let path = case.path();
    if path.0.is_empty() { "The whole document".to_owned() } else { format!("`{path}`") }
}

/// How much of a value a sentence quotes, in characters.
const QUOTED: usize = 60;

fn described(shown: &Shown) -> String {
    let name = type_name(shown.r#type);
    match &shown.text {
        // The text is the tool's own mark for it.
        Some(_) if shown.r#type == ShownType::Unknown => name.to_owned(),
        None => format!("a masked {name}"),
        Some(text) if text == name => name.to_owned(),
        Some(text) => {
            let Some((end, _)) = text.char_indices().nth(QUOTED) else { return format!("{name} {text}") };
            let [start, rest] = [text.get(..end), text.get(end..)].map(Option::unwrap_or_default);
            format!("{name} {start}… ({} more characters)", rest.chars().count())
        }
    }
}

/// What the difference costs, where that is more than an update.
fn price(case: &Case, most: Action) -> String {
    if most != Action::Replace {
        return String::new();
    }
    let reason = match case.resolved().cost() {
        Cost::IncreaseOnly if case.misses_a_number() => "it may only grow, and one side is no number",
        Cost::IncreaseOnly => "it may only grow, and it shrinks",
        Cost::DecreaseOnly if case.misses_a_number() => "it may only shrink, and one side is no number",
        Cost::DecreaseOnly => "it may only shrink, and it grows",
        Cost::Immutable => "it cannot be changed in place",
        Cost::Mutable | Cost::ChangesId => "something inside it cannot be changed in place",
    };
    format!(" This forces a replacement: {reason}.")
}

fn price_if_real(case: &Case, class: Class, most: Action) -> String {
    if class == Class::Real { price(case, most) } else { String::new() }
}

fn assumption(most: Action) -> &'static str {
    match most {
        Action::Replace => " A replacement must be assumed.",
        _ => " An update must be assumed.",
    }
}
