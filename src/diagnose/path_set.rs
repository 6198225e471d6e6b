//! Many paths at once.

use crate::path::Path;
use std::collections::HashMap;

/// Many paths, found by the property that they lead into.
#[derive(Clone, Debug, Default)]
pub struct PathSet {
    paths: Vec<Path>,
    by_name: HashMap<String, Vec<usize>>,
    /// Those that lead into no property, or into several.
    others: Vec<usize>,
}

impl PathSet {
    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Whether one of them is this path.
    pub fn has(&self, path: &Path) -> bool {
        self.any(path, |other| other == path)
    }

    /// Whether one of them leads to a path or to something around it.
    pub fn contains(&self, path: &Path) -> bool {
        self.any(path, |other| other.contains(path))
    }

    /// Whether one of them leads to a path, to something around it or into it.
    pub fn meets(&self, path: &Path) -> bool {
        self.any(path, |other| other.contains(path) || path.contains(other))
    }

    /// Whether something holds for one of those that may meet a path.
    fn any(&self, path: &Path, holds: impl Fn(&Path) -> bool) -> bool {
        let Some(name) = path.name() else { return self.paths.iter().any(holds) };
        let named = self.by_name.get(name).into_iter().flatten();
        named.chain(&self.others).any(|at| holds(&self.paths[*at]))
    }
}

impl FromIterator<Path> for PathSet {
    fn from_iter<T: IntoIterator<Item = Path>>(paths: T) -> PathSet {
        let mut set = PathSet { paths: paths.into_iter().collect(), ..PathSet::default() };
        for (at, path) in set.paths.iter().enumerate() {
            match path.name() {
                Some(name) => set.by_name.entry(name.to_owned()).or_default().push(at),
                None => set.others.push(at),
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Dialect;

    #[test]
    fn paths_that_meet() {
        let path = |text: &str| Path::parse(text, Dialect::Own).unwrap();
        let set: PathSet = ["a.b", "c[*].d", "[0].e"].map(path).into_iter().collect();
        // Whether it is one of them, lies at or below one of them, or meets one.
        let table = [
            ("a.b", [true, true, true]),
            ("a.b.c", [false, true, true]),
            ("a", [false, false, true]),
            ("a.x", [false, false, false]),
            ("c[3].d", [false, true, true]),
            ("c[3].x", [false, false, false]),
            ("[0]", [false, false, true]),
            ("", [false, false, true]),
        ];
        for (text, expected) in table {
            let path = path(text);
            assert_eq!([set.has(&path), set.contains(&path), set.meets(&path)], expected, "{text}");
        }
    }
}
