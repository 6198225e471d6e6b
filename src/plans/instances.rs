//! Addresses of Terraform, and the instances in them: `module.m["x"].a.b[0]`.

/// A part of an address: `m["x"]`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// `m`
    pub(super) name: String,
    /// `["x"]`; nothing where there is none.
    pub(super) instance: String,
}

/// Which instance of a part of an address is meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// That cannot be told.
    Any,
    /// The one of whoever refers to it.
    Same,
    /// This one.
    This(String),
}

/// An address, or a reference, part by part.
pub(super) fn parts(address: &str) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    let (mut is_inside, mut is_quoted, mut is_escaped) = (false, false, false);
    for mark in address.chars() {
        let was_inside = is_inside;
        match mark {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' if is_inside => is_quoted = !is_quoted,
            '[' if !is_inside => is_inside = true,
            ']' if is_inside && !is_quoted => is_inside = false,
            '.' if !is_inside => {
                parts.push(Part::default());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            if was_inside || is_inside { part.instance.push(mark) } else { part.name.push(mark) }
        }
    }
    parts
}

/// An address without what stands in brackets: `a.b["c"].d` → `a.b.d`.
pub(super) fn without_instances(address: &str) -> String {
    let names: Vec<String> = parts(address).into_iter().map(|part| part.name).collect();
    names.join(".")
}

/// The instance in each part of an address.
pub fn instances(address: &str) -> Vec<String> {
    parts(address).into_iter().map(|part| part.instance).collect()
}

/// Whether somebody who wants these means an address, by the instances of both.
pub fn are_meant(wanted: &[Wanted], of_user: &[String], of_used: &[String]) -> bool {
    wanted.iter().enumerate().all(|(at, wanted)| match wanted {
        Wanted::Any => true,
        Wanted::Same => of_user.get(at) == of_used.get(at),
        Wanted::This(instance) => of_used.get(at) == Some(instance),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_without_instances() {
        let table =
            [("a.b", "a.b"), ("a.b[0]", "a.b"), ("module.m[\"x.y]\"].a.b[\"\\\"]\"]", "module.m.a.b")];
        for (address, expected) in table {
            assert_eq!(without_instances(address), expected);
        }
    }

    #[test]
    fn instances_that_are_meant() {
        use Wanted::{Any, Same, This};
        let this = |instance: &str| This(instance.to_owned());
        let table = [
            (vec![], "a.b[0]", "a.c[1]", true),
            (vec![Any, Any], "a.b[0]", "a.c[1]", true),
            (vec![Any, this("[1]")], "a.b[0]", "a.c[1]", true),
            (vec![Any, this("[\"1\"]")], "a.b[0]", "a.c[1]", false),
            (vec![Any, Same, Any, Any], "module.m[0].a.b", "module.m[0].a.c[2]", true),
            (vec![Any, Same, Any, Any], "module.m[0].a.b", "module.m[1].a.c", false),
        ];
        for (wanted, user, used, expected) in table {
            assert_eq!(are_meant(&wanted, &instances(user), &instances(used)), expected, "{user} {used}");
        }
    }
}
