//! `ignoreChanges`: new properties with the old values at some paths (upstream: `PropertyPath.Reset`).

use super::property::{Members, Property};
use crate::path::{Dialect, Path, Step};

/// New properties with the old values at each path, and the paths at which that could not be done wholly: those that
/// would add an element to a list or take one out, or make the parent of something. A text that is no path is passed
/// over.
pub fn ignore_changes(old: &Members, new: &Members, paths: &[String]) -> (Members, Vec<String>) {
    let (mut new, mut invalid) = (new.clone(), Vec::new());
    for text in paths {
        let Ok(path) = Path::parse(text, Dialect::Engine) else { continue };
        if !reset(&path, old, &mut new) {
            invalid.push(text.clone());
        }
    }
    (new, invalid)
}

/// Puts the old values at a path into the new properties. False if the path does not lead through both; what was put
/// there before that was seen stays.
pub fn reset(path: &Path, old: &Members, new: &mut Members) -> bool {
    let mut map = Property::Map(std::mem::take(new));
    let done = inside(&path.0, &Property::Map(old.clone()), &mut map, Secrecy::default());
    if let Property::Map(members) = map {
        *new = members;
    }
    done
}

/// Which sides are in a secret.
#[derive(Clone, Copy, Default)]
struct Secrecy {
    old: bool,
    new: bool,
}

impl Secrecy {
    /// An old value as it is put into new: what was secret stays so.
    fn carried(self, value: &Property) -> Property {
        match value {
            // A secret needs no second one around it.
            Property::Secret(_) => value.clone(),
            value if self.old && !self.new => Property::Secret(Box::new(value.clone())),
            value => value.clone(),
        }
    }
}

fn inside(steps: &[Step], old: &Property, new: &mut Property, secrecy: Secrecy) -> bool {
    match (old, new) {
        (Property::Secret(old), new) => inside(steps, old, new, Secrecy { old: true, ..secrecy }),
        (old, Property::Secret(new)) => inside(steps, old, new, Secrecy { new: true, ..secrecy }),
        (old, new) => match steps {
            [Step::Index(index), rest @ ..] => match usize::try_from(*index) {
                Ok(index) => at_index(index, rest, old, new, secrecy),
                Err(_) => false,
            },
            [Step::Any | Step::AnyElement, rest @ ..] => everywhere(rest, old, new, secrecy),
            [Step::Key(key), rest @ ..] => at_key(key, rest, old, new, secrecy),
            [] | [Step::Match(_) | Step::KeyLike(_), ..] => false,
        },
    }
}

fn at_index(index: usize, rest: &[Step], old: &Property, new: &mut Property, secrecy: Secrecy) -> bool {
    match (old, new) {
        (Property::List(old), Property::List(new)) => match (old.get(index), new.get_mut(index)) {
            (Some(old), Some(new)) if rest.is_empty() => {
                *new = secrecy.carried(old);
                true
            }
            (Some(old), Some(new)) => inside(rest, old, new, secrecy),
            // The same on both sides, as long as nothing is looked for inside it.
            (None, None) => rest.is_empty(),
            _ => false,
        },
        (Property::List(_), _) | (_, Property::List(_)) => false,
        _ => true,
    }
}

fn at_key(key: &str, rest: &[Step], old: &Property, new: &mut Property, secrecy: Secrecy) -> bool {
    let members = |value: &Property| matches!(value, Property::Map(_));
    let of_old = match old {
        Property::Map(old) => old.get(key),
        _ => None,
    };
    match new {
        Property::Map(new) if rest.is_empty() => {
            match of_old {
                Some(old) => new.insert(key.to_owned(), secrecy.carried(old)),
                None => new.remove(key),
            }
            true
        }
        Property::Map(new) if members(old) => match (of_old, new.get_mut(key)) {
            (Some(_), None) => false,
            (None, None) => true,
            (of_old, Some(new)) => inside(rest, of_old.unwrap_or(&Property::Null), new, secrecy),
        },
        _ if rest.is_empty() => of_old.is_none(),
        new => !members(old) && !members(new),
    }
}

fn everywhere(rest: &[Step], old: &Property, new: &mut Property, secrecy: Secrecy) -> bool {
    match (old, new) {
        (Property::Map(old), Property::Map(new)) if rest.is_empty() => {
            *new = old.iter().map(|(key, value)| (key.to_owned(), secrecy.carried(value))).collect();
            true
        }
        (Property::Map(old), Property::Map(new)) => old.iter().all(|(key, old)| {
            let new = new.get_mut(key);
            new.is_some_and(|new| inside(rest, old, new, secrecy))
        }),
        (Property::List(old), Property::List(new)) => {
            let done = old.iter().zip(new.iter_mut()).all(|(old, new)| {
                if !rest.is_empty() {
                    return inside(rest, old, new, secrecy);
                }
                *new = secrecy.carried(old);
                true
            });
            done && old.len() == new.len()
        }
        // Nothing to put anywhere, which is an error only where the path ends in no container.
        (_, Property::Map(_) | Property::List(_)) => rest.is_empty(),
        _ => false,
    }
}
