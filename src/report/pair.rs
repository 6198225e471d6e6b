//! Two documents, the rules in force, and what came beside them.

use super::claims::Claims;
use super::decided::{Decided, Decision};
use super::item::Item;
use super::rule_set::{Applicable, Uses};
use super::three_way::ThreeWay;
use super::{Beside, Documents, limits, placed, update_body};
use crate::contract::{Action, Diagnostic, Input, Options, Resource};
use crate::json::Document;
use crate::path::Path;
use std::cell::OnceCell;
use std::rc::Rc;

/// What was compared, and what came beside it.
pub(super) struct Pair {
    item: Rc<Item>,
    applicable: Applicable,
    claims: Claims,
}

impl Pair {
    /// Decides about two documents, or three.
    pub(super) fn new(
        documents: Documents,
        beside: Beside,
        remote: Option<Rc<Document>>,
        options: Options,
    ) -> (Pair, Resource) {
        let (claims, outs) = Claims::read(beside.answer, beside.outs, limits(options.limits));
        let documents = Documents { outs, ..documents };
        let mut applicable = Applicable::new(beside.rules, options.r#type.as_deref());
        let rules = Rc::new(std::mem::take(&mut applicable.rules));
        let decided = Decided::new(&documents, rules, options, Rc::default());
        let stated = claims.stated(&documents, &decided);
        let mut resource = Resource { stated, ..decided.resource(&documents) };
        let three = remote.map(|remote| ThreeWay::new(&documents, &decided, remote));
        if let Some(three) = &three {
            resource.raw = three.raw(&documents);
            resource.counts = three.counts(&documents, resource.counts);
            resource.verdict = three.verdict(&documents, resource.verdict);
        }
        if resource.verdict.action == Action::Update {
            let of_pair = || decided.cases(Decision::survives).map(|(_, case)| case.path()).collect();
            let changed: Vec<Path> = three.as_ref().map_or_else(of_pair, ThreeWay::changed);
            resource.update_body = Some(update_body::update_body(&changed, &documents.new, &decided.options));
        }
        (
            Pair {
                item: Rc::new(Item {
                    documents,
                    decided,
                    three,
                    changes: None,
                    first: 0,
                    offers: OnceCell::new(),
                }),
                applicable,
                claims,
            },
            resource,
        )
    }

    pub(super) fn documents(&self) -> &Documents {
        &self.item.documents
    }

    pub(super) fn item(&self) -> Rc<Item> {
        Rc::clone(&self.item)
    }

    /// What is to be said of the documents, the rules and the options.
    pub(super) fn diagnostics(&self, resource: Option<&Resource>) -> Vec<Diagnostic> {
        let Pair { item, applicable, claims } = self;
        let Item { documents, decided, three, .. } = &**item;
        let mut uses = Uses::new(&decided.settled, &documents.new);
        if let Some(drift) = three.as_ref().and_then(ThreeWay::drift) {
            let of_service = Uses::new(&drift.settled, &documents.new);
            let is_unused = |rule: &Rc<_>| of_service.unused.iter().any(|other| Rc::ptr_eq(other, rule));
            uses.unused.retain(is_unused);
        }
        let mut diagnostics = applicable.said(decided.settled.rules(), &uses.unused);
        diagnostics.extend(decided.diagnostics(documents, three.as_ref(), &uses.computed_and_set));
        diagnostics.extend(claims.diagnostics(documents, decided));
        let of_pair = || decided.overrides_in_vain();
        let unread = three.as_ref().map_or_else(of_pair, |three| three.unread.clone());
        diagnostics.extend(placed::diagnostics(unread, Input::Remote, documents.new.source()));
        diagnostics.extend(three.iter().flat_map(|three| three.about_remote(documents)));
        diagnostics
            .extend(update_body::diagnostic(resource.and_then(|resource| resource.update_body.as_ref())));
        diagnostics
    }
}
