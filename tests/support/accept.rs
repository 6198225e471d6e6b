//! Proposals as someone would accept them: their words are written into the rules behind those that stand there.

use serde_json::{Map, Value, json};
use whyreplace::contract::Proposal;

/// Writes what is proposed into the rules of a type.
pub(crate) fn accept(rules: &mut Map<String, Value>, proposal: &Proposal) {
    let inside = proposal.inside.iter().map(|inner| (&inner.path, &inner.rule));
    for (path, words) in std::iter::once((&proposal.path, &proposal.rule)).chain(inside) {
        let own = rules.entry(path.clone()).or_insert_with(|| json!([])).as_array_mut().unwrap();
        let more: Vec<Value> =
            words.iter().map(|word| json!(word)).filter(|word| !own.contains(word)).collect();
        own.extend(more);
    }
}
