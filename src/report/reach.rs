//! Who is hit because of whom: the links between the resources of a plan, followed both ways.

use super::background::Cascade;
use super::planned::Surroundings;
use crate::contract::{Action, Affected, CausedBy, Certainty, Link, Resource};
use crate::plans::{Entry, Section, Uses};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// Links from each resource to what it uses, and back.
pub(super) struct Graph {
    uses: Vec<Vec<Edge>>,
    used_by: Vec<Vec<Edge>>,
}

/// A link to another resource.
#[derive(Clone)]
struct Edge {
    /// The other one.
    to: usize,
    /// How one uses the other.
    link: Uses,
}

/// Resources that one plan has, with what they came to.
pub(super) struct Decisions<'r> {
    pub(super) entries: &'r [Entry],
    pub(super) resources: &'r [Resource],
}

impl Decisions<'_> {
    fn stated(&self, at: usize) -> Option<Action> {
        self.entries[at].stated.as_ref().map(|stated| stated.action)
    }

    /// Whether the plan says that its outputs may change.
    fn may_change(&self, at: usize) -> bool {
        matches!(self.stated(at), Some(Action::Replace | Action::Update | Action::Create))
    }

    /// Whether nothing happens to a resource of which the plan says that something does.
    fn is_calm(&self, at: usize) -> bool {
        self.may_change(at) && self.resources[at].verdict.action == Action::NoOp
    }
}

impl Graph {
    pub(super) fn new(entries: &[Entry]) -> Graph {
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        let planned = || entries.iter().enumerate().filter(|(_, entry)| entry.section == Section::Planned);
        for (at, entry) in planned() {
            by_name.entry(&entry.name).or_default().push(at);
        }
        let mut graph =
            Graph { uses: vec![Vec::new(); entries.len()], used_by: vec![Vec::new(); entries.len()] };
        for (at, entry) in planned() {
            for link in &entry.links {
                for to in by_name.get(link.address.as_str()).into_iter().flatten().filter(|to| **to != at) {
                    graph.uses[at].push(Edge { to: *to, link: link.clone() });
                    graph.used_by[*to].push(Edge { to: at, link: link.clone() });
                }
            }
        }
        graph
    }

    /// What the other resources mean for one.
    pub(super) fn around(&self, at: usize, all: &Decisions) -> Surroundings {
        // For each property, whether all that it uses and that may change stays as it is.
        let mut properties: BTreeMap<&str, bool> = BTreeMap::new();
        for Edge { to, link } in self.uses[at].iter().filter(|edge| all.may_change(edge.to)) {
            if let Some(property) = &link.property {
                *properties.entry(property).or_insert(true) &= all.is_calm(*to);
            }
        }
        let calm = properties.into_iter().filter(|(_, is_calm)| *is_calm).map(|(name, _)| name.to_owned());
        let calm: Vec<String> = calm.collect();
        let cascade = self.cascade(at, all).or((!calm.is_empty()).then_some(Cascade::Gone));
        Surroundings { calm, cascade }
    }

    /// What has become of the replacement that a resource follows, if it is replaced for no reason of its own.
    fn cascade(&self, at: usize, all: &Decisions) -> Option<Cascade> {
        let entry = &all.entries[at];
        let has_reason = !entry.forces.is_empty() || !entry.grounds.is_empty();
        if all.stated(at) != Some(Action::Replace) || has_reason {
            return None;
        }
        let followed = self.uses[at].iter().filter(|edge| all.stated(edge.to) == Some(Action::Replace));
        let verdicts = followed.map(|edge| &all.resources[edge.to].verdict);
        let becomes = verdicts.map(|verdict| match (verdict.action, verdict.certainty) {
            (Action::Replace, Certainty::Definite) => Cascade::Happens,
            (Action::Replace, Certainty::Possible) => Cascade::May,
            _ => Cascade::Gone,
        });
        becomes.min_by_key(|cascade| *cascade as u8)
    }

    /// For each resource the root of the cascade that hits it: another one that is replaced or changed, which the property uses that
    /// is not known, or for which it is replaced without any reason of its own.
    pub(super) fn causes(&self, all: &Decisions) -> Vec<Option<CausedBy>> {
        let followed: Vec<Option<usize>> = (0..all.entries.len()).map(|at| self.followed(at, all)).collect();
        let roots = roots(&followed);
        (0..).zip(roots).map(|(at, root)| (root != at).then(|| cause(root, all))).collect()
    }

    /// The resource that one follows.
    fn followed(&self, at: usize, all: &Decisions) -> Option<usize> {
        let entry = &all.entries[at];
        let action = all.stated(at)?;
        if !matches!(action, Action::Replace | Action::Update) || !entry.grounds.is_empty() {
            return None;
        }
        let hits = |edge: &&Edge| {
            all.stated(edge.to) == Some(Action::Replace)
                || action == Action::Update && all.may_change(edge.to)
        };
        let mut edges = self.uses[at].iter().filter(hits);
        if action == Action::Replace && entry.forces.is_empty() {
            return edges.min_by_key(|edge| edge.link.property.is_none()).map(|edge| edge.to);
        }
        let unknown = &entry.unknown;
        let names: Vec<String> = match action {
            Action::Replace => entry.forces.iter().map(crate::path::Path::first_name).collect(),
            _ => unknown.iter().cloned().collect(),
        };
        edges
            .find(|edge| {
                edge.link
                    .property
                    .as_ref()
                    .is_some_and(|property| names.contains(property) && unknown.contains(property))
            })
            .map(|edge| edge.to)
    }

    /// Who else is hit because of a resource: all that use it, directly or through others, and to which something happens.
    pub(super) fn affects(&self, at: usize, all: &Decisions) -> Vec<Affected> {
        let is_change = |action: Action| matches!(action, Action::Replace | Action::Update | Action::Delete);
        if !is_change(all.resources[at].verdict.action) {
            return Vec::new();
        }
        let mut found: Vec<Affected> = Vec::new();
        let mut seen = HashSet::from([at]);
        let mut open: VecDeque<(usize, Vec<Link>)> = VecDeque::from([(at, Vec::new())]);
        while let Some((from, chain)) = open.pop_front() {
            for Edge { to, link } in &self.used_by[from] {
                let action = all.resources[*to].verdict.action;
                if !is_change(action) && action != Action::Create || !seen.insert(*to) {
                    continue;
                }
                let link = Link {
                    from: all.entries[from].address.clone(),
                    property: link.property.clone(),
                    kind: link.kind,
                };
                let via: Vec<Link> = chain.iter().cloned().chain([link]).collect();
                found.push(Affected { address: all.entries[*to].address.clone(), action, via: via.clone() });
                open.push_back((*to, via));
            }
        }
        found
    }
}

/// A resource as the cause of others.
fn cause(root: usize, all: &Decisions) -> CausedBy {
    let (entry, resource) = (&all.entries[root], &all.resources[root]);
    let property = resource.verdict.replaces.first().or(resource.raw.replaces.first()).cloned();
    let property = property.or_else(|| entry.forces.first().map(crate::path::Path::first_name));
    CausedBy { address: entry.address.clone(), property }
}

/// Where following ends that begins at each; in a circle, where it is entered.
fn roots(followed: &[Option<usize>]) -> Vec<usize> {
    let mut roots: Vec<Option<usize>> = vec![None; followed.len()];
    for at in 0..followed.len() {
        // Those on the way whose roots are not known yet, in order; `is_open` until they are.
        let mut way = Vec::new();
        let mut is_open = HashSet::new();
        let mut next = Some(at);
        while let Some(step) = next.filter(|step| roots[*step].is_none() && is_open.insert(*step)) {
            way.push(step);
            next = followed[step];
        }
        let circle = next.filter(|entered| roots[*entered].is_none());
        if let Some(start) = circle.and_then(|entered| way.iter().position(|step| *step == entered)) {
            for step in way.drain(start..) {
                roots[step] = Some(step);
            }
        }
        for step in way.into_iter().rev() {
            roots[step] = followed[step].and_then(|next| roots[next]).or(Some(step));
        }
    }
    roots.into_iter().enumerate().map(|(at, root)| root.unwrap_or(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::roots;

    #[test]
    fn following_ends_somewhere() {
        let table: [(&[Option<usize>], &[usize]); 6] = [
            (&[], &[]),
            (&[None, Some(0), Some(1)], &[0, 0, 0]),
            (&[Some(1), Some(2), None], &[2, 2, 2]),
            (&[Some(0)], &[0]),
            (&[Some(1), Some(2), Some(1), Some(0)], &[1, 1, 2, 1]),
            (&[Some(1), Some(0), Some(3), Some(0), None], &[0, 1, 0, 0, 4]),
        ];
        for (followed, expected) in table {
            assert_eq!(roots(followed), expected, "{followed:?}");
        }
    }
}
