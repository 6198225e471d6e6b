//! Who is hit because of whom: the links between the resources of a plan, followed both ways.

use super::background::{Cascade, FOLLOWING};
use super::planned::Surroundings;
use super::steady;
use crate::contract::{Action, Affected, CausedBy, Certainty, Format, Link, Resource};
use crate::json::Limits;
use crate::path::Path;
use crate::plans::{Entry, Plan, Section, Uses, are_meant, instances};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Links from each resource to what it uses, and back.
pub(super) struct Graph {
    uses: Vec<Vec<Edge>>,
    used_by: Vec<Vec<Edge>>,
    /// The instances in the address of each.
    instances: Vec<Vec<String>>,
    /// Whether a property of a resource surely had its value from what it uses.
    steady: RefCell<Vec<Vec<(String, bool)>>>,
}

/// A link to another resource.
#[derive(Clone, Copy)]
struct Edge {
    /// The other one.
    to: usize,
    /// Which of the links it is of the one that uses the other.
    link: usize,
}

/// Resources that one plan has, with what they came to.
pub(super) struct Decisions<'r> {
    pub(super) plan: &'r Plan,
    pub(super) limits: Limits,
    pub(super) resources: &'r [Resource],
}

impl Decisions<'_> {
    fn entry(&self, at: usize) -> &Entry {
        &self.plan.entries[at]
    }

    fn stated(&self, at: usize) -> Option<Action> {
        self.entry(at).stated.as_ref().map(|stated| stated.action)
    }

    /// Whether its outputs may change, as far as the plan says.
    fn may_change(&self, at: usize) -> bool {
        use Action::{Delete, Forget, Import, NoOp};
        !matches!(self.stated(at), Some(NoOp | Import | Delete | Forget))
    }

    /// Whether nothing happens to a resource of which the plan says that something does.
    fn is_calm(&self, at: usize) -> bool {
        self.may_change(at) && self.resources[at].verdict.action == Action::NoOp
    }

    /// Whether its outputs may change all the same.
    pub(super) fn is_restless(&self, at: usize) -> bool {
        self.entry(at).section == Section::Planned && self.may_change(at) && !self.is_calm(at)
    }
}

impl Graph {
    pub(super) fn new(entries: &[Entry]) -> Graph {
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        let planned = || entries.iter().enumerate().filter(|(_, entry)| entry.section == Section::Planned);
        for (at, entry) in planned() {
            by_name.entry(&entry.name).or_default().push(at);
        }
        let mut graph = Graph {
            uses: vec![Vec::new(); entries.len()],
            used_by: vec![Vec::new(); entries.len()],
            instances: entries.iter().map(|entry| instances(&entry.address)).collect(),
            steady: RefCell::new(vec![Vec::new(); entries.len()]),
        };
        for (at, entry) in planned() {
            for (number, link) in entry.links.iter().enumerate() {
                let named = by_name.get(link.address.as_str()).into_iter().flatten().copied();
                for to in named.filter(|to| *to != at) {
                    if are_meant(&link.instances, &graph.instances[at], &graph.instances[to]) {
                        graph.uses[at].push(Edge { to, link: number });
                        graph.used_by[to].push(Edge { to: at, link: number });
                    }
                }
            }
        }
        graph
    }

    /// Those that use a resource.
    pub(super) fn users(&self, at: usize) -> impl Iterator<Item = usize> {
        self.used_by[at].iter().map(|edge| edge.to)
    }

    /// What the other resources mean for one.
    pub(super) fn around(&self, at: usize, all: &Decisions) -> Surroundings {
        let entry = all.entry(at);
        // For each property, whether all that it uses and that may change stays as it is.
        let mut properties: BTreeMap<&str, bool> = BTreeMap::new();
        for edge in self.uses[at].iter().filter(|edge| all.may_change(edge.to)) {
            if let Some(property) = &entry.links[edge.link].property {
                *properties.entry(property).or_insert(true) &= all.is_calm(edge.to);
            }
        }
        let calm = properties.into_iter().filter(|(_, is_calm)| *is_calm).map(|(name, _)| name.to_owned());
        let calm: Vec<String> = calm.filter(|name| self.is_steady(at, name, all)).collect();
        let cascade = self.cascade(at, &calm, all).or((!calm.is_empty()).then_some(Cascade::Gone));
        Surroundings { calm, cascade, unknowns_are_open: false }
    }

    /// Whether the old value of a property came from what it uses, and from nothing else: then it stays what it is as long as
    /// that does. A program may as well refer to something else than before.
    fn is_steady(&self, at: usize, property: &str, all: &Decisions) -> bool {
        let entry = all.entry(at);
        if entry.open.contains(property) {
            return false;
        }
        if let Some((_, known)) = self.steady.borrow()[at].iter().find(|(name, _)| name == property) {
            return *known;
        }
        let used = self.uses[at].iter().map(|edge| (all.entry(edge.to), &entry.links[edge.link]));
        let used = used.filter(|(_, link)| link.property.as_deref() == Some(property));
        let is_steady = steady::is_steady(all.plan, all.limits, entry, property, used);
        self.steady.borrow_mut()[at].push((property.to_owned(), is_steady));
        is_steady
    }

    /// What has become of the replacement that a resource follows, if it is replaced for no reason of its own.
    fn cascade(&self, at: usize, calm: &[String], all: &Decisions) -> Option<Cascade> {
        let entry = all.entry(at);
        let has_own_ground = entry.grounds.iter().any(|ground| !FOLLOWING.contains(ground));
        let has_reason = !entry.forces.is_empty() || has_own_ground;
        if all.stated(at) != Some(Action::Replace) || has_reason {
            return None;
        }
        let followed = self.uses[at].iter().filter(|edge| all.stated(edge.to) == Some(Action::Replace));
        // What it uses stays, and yet the property may be asked to be something else.
        let is_steady = |edge: &Edge| {
            let property = &entry.links[edge.link].property;
            property.as_ref().is_none_or(|property| calm.contains(property))
        };
        let becomes = followed.map(|edge| {
            let verdict = &all.resources[edge.to].verdict;
            match (verdict.action, verdict.certainty) {
                (Action::Replace, Certainty::Definite) => Cascade::Happens,
                (Action::Replace, Certainty::Possible) => Cascade::May,
                _ if is_steady(edge) => Cascade::Gone,
                _ => Cascade::May,
            }
        });
        let becomes = becomes.min_by_key(|cascade| *cascade as u8)?;
        // Terraform has no cascades without a reason: a plan that gives none is an old one, which does not say what is tainted.
        let may_have_reason = all.plan.format == Format::TerraformPlan && becomes == Cascade::Gone;
        Some(if may_have_reason { Cascade::May } else { becomes })
    }

    /// For each resource the root of the cascade that hits it: another one that is replaced or changed, which the property uses
    /// that is not known, or for which it is replaced without any reason of its own.
    pub(super) fn causes(&self, all: &Decisions) -> Vec<Option<CausedBy>> {
        let next: Vec<Option<usize>> = (0..self.uses.len()).map(|at| self.followed(at, all)).collect();
        let roots = roots(&next);
        let cause = |(at, root): (usize, usize)| (at != root).then(|| caused_by(root, all));
        roots.into_iter().enumerate().map(cause).collect()
    }

    /// The resource that one follows.
    fn followed(&self, at: usize, all: &Decisions) -> Option<usize> {
        let entry = all.entry(at);
        let action = all.stated(at)?;
        let follows = entry.grounds.iter().any(|ground| FOLLOWING.contains(ground));
        if !matches!(action, Action::Replace | Action::Update) || !entry.grounds.is_empty() && !follows {
            return None;
        }
        let link = |edge: &Edge| &entry.links[edge.link];
        let is_replaced = |edge: &Edge| all.stated(edge.to) == Some(Action::Replace);
        // Of several, one that changes, one that is replaced, and the one of the same instance.
        let order = |edge: &&Edge| {
            let is_other = self.instances[at].last() != self.instances[edge.to].last();
            (all.is_calm(edge.to), !is_replaced(edge), is_other)
        };
        let edges = self.uses[at].iter();
        if follows || action == Action::Replace && entry.forces.is_empty() {
            let order = |edge: &&Edge| (link(edge).property.is_none(), order(edge));
            return edges.filter(|edge| is_replaced(edge)).min_by_key(order).map(|edge| edge.to);
        }
        let forced: BTreeSet<String> = entry.forces.iter().map(Path::first_name).collect();
        let hits = |edge: &&Edge| {
            let is_open = |property: &String| {
                entry.unknown.contains(property) && (action == Action::Update || forced.contains(property))
            };
            all.may_change(edge.to) && link(edge).property.as_ref().is_some_and(is_open)
        };
        edges.filter(hits).min_by_key(order).map(|edge| edge.to)
    }

    /// Who else is hit because of a resource: all that use it, directly or through others, and to which something happens.
    pub(super) fn affects(&self, at: usize, all: &Decisions) -> Vec<Affected> {
        let is_change = |action: Action| matches!(action, Action::Replace | Action::Update | Action::Delete);
        if !is_change(all.resources[at].verdict.action) {
            return Vec::new();
        }
        // Each with the link that leads to it, and who stands before it; those that are found lead on.
        let mut found: Vec<(Edge, usize, Option<usize>)> = Vec::new();
        let mut seen = HashSet::from([at]);
        let mut next = None;
        loop {
            let from = next.map_or(at, |next: usize| found[next].0.to);
            for edge in &self.used_by[from] {
                let action = all.resources[edge.to].verdict.action;
                if (is_change(action) || action == Action::Create) && seen.insert(edge.to) {
                    found.push((*edge, from, next));
                }
            }
            next = Some(next.map_or(0, |next| next + 1));
            if next >= Some(found.len()) {
                break;
            }
        }
        let link = |(edge, from, _): &(Edge, usize, Option<usize>)| {
            let Uses { property, kind, .. } = &all.entry(edge.to).links[edge.link];
            Link { from: all.entry(*from).address.clone(), property: property.clone(), kind: *kind }
        };
        let via = |last: usize| {
            let chain = std::iter::successors(Some(last), |at| found[*at].2);
            let mut links: Vec<Link> = chain.take(LINKS).map(|at| link(&found[at])).collect();
            links.reverse();
            links
        };
        let affected = |(last, (edge, ..)): (usize, &(Edge, usize, Option<usize>))| Affected {
            address: all.entry(edge.to).address.clone(),
            action: all.resources[edge.to].verdict.action,
            via: via(last),
        };
        found.iter().enumerate().map(affected).collect()
    }
}

/// The last links that are told of a long chain: those before are told of the resources on the way.
const LINKS: usize = 8;

fn caused_by(root: usize, all: &Decisions) -> CausedBy {
    let (entry, resource) = (all.entry(root), &all.resources[root]);
    let property = resource.verdict.replaces.first().or(resource.raw.replaces.first()).cloned();
    let property = property.or_else(|| entry.forces.first().map(Path::first_name));
    CausedBy { address: entry.address.clone(), property }
}

/// Where each leads that goes on to the next, and so on; of a circle, each is its own.
fn roots(next: &[Option<usize>]) -> Vec<usize> {
    let mut roots: Vec<Option<usize>> = vec![None; next.len()];
    // In which walk each was met, to tell a circle from a chain.
    let mut met = vec![usize::MAX; next.len()];
    for start in 0..next.len() {
        let mut walk = Vec::new();
        let mut at = start;
        let root = loop {
            if let Some(root) = roots[at] {
                break root;
            }
            if met[at] == start {
                let of_circle = walk.iter().position(|other| *other == at).unwrap_or(0);
                for at in walk.drain(of_circle..) {
                    roots[at] = Some(at);
                }
                break at;
            }
            met[at] = start;
            walk.push(at);
            match next[at] {
                Some(next) => at = next,
                None => break at,
            }
        };
        for at in walk {
            roots[at] = Some(root);
        }
    }
    roots.into_iter().enumerate().map(|(at, root)| root.unwrap_or(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::roots;

    #[test]
    fn chains_and_circles_end() {
        let table: [(&[Option<usize>], &[usize]); 4] = [
            (&[None, Some(0), Some(1)], &[0, 0, 0]),
            (&[Some(1), Some(2), None], &[2, 2, 2]),
            (&[Some(1), Some(0), Some(0), Some(2)], &[0, 1, 0, 0]),
            (&[], &[]),
        ];
        for (next, expected) in table {
            assert_eq!(roots(next), expected, "{next:?}");
        }
    }
}
