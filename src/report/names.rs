//! What others named, in everything that a report says of a plan: with a secret in it, it is shown without.

use crate::contract::{
    Affected, Aligned, CausedBy, Detail, Diagnostic, Finding, Group, InnerRule, Link, Moved, Outcome,
    PropertyDiff, Proposal, Proposed, Resource, Settlement, Stated, Verdict,
};

/// Something that holds names, paths and sentences.
pub(super) trait Names {
    /// Changes each of them.
    fn each_name(&mut self, change: &dyn Fn(&mut String));
}

impl Names for String {
    fn each_name(&mut self, change: &dyn Fn(&mut String)) {
        change(self);
    }
}

impl<T: Names> Names for Option<T> {
    fn each_name(&mut self, change: &dyn Fn(&mut String)) {
        if let Some(inner) = self {
            inner.each_name(change);
        }
    }
}

impl<T: Names> Names for Vec<T> {
    fn each_name(&mut self, change: &dyn Fn(&mut String)) {
        for inner in self {
            inner.each_name(change);
        }
    }
}

/// The members of a struct that hold names.
macro_rules! names {
    ($($of:ident: $($member:ident)*;)*) => {$(
        impl Names for $of {
            fn each_name(&mut self, change: &dyn Fn(&mut String)) {
                $(self.$member.each_name(change);)*
            }
        }
    )*};
}

names! {
    Affected: address via;
    Aligned: matched_by;
    CausedBy: address property;
    Detail: inner alignment;
    Diagnostic: message notes;
    Finding: path reason settled_by moved message proposal;
    Group: path message moved keys proposal;
    InnerRule: path rule same_if;
    Link: from property;
    Moved: from to matched_by;
    Outcome: replaces;
    PropertyDiff: path;
    Proposal: path rule same_if inside outcome;
    Proposed: certain likely;
    Resource: address r#type previous_address deposed deferred stated raw verdict caused_by;
    Settlement: text;
    Stated: reasons;
    Verdict: replaces stables reasons;
}
