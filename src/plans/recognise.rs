//! What a document is, by its shape, and what to run where it is not the one that is needed.

use super::at::At;
use super::{databricks, terraform};
use crate::contract::Format;
use crate::json::Kind;

/// What a document turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// One that is read.
    Read(Format),
    /// One that is known and holds too little.
    Hint(Hint),
}

/// A document, or a text, that cannot be used, and what to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What it is.
    pub what: &'static str,
    /// What to do.
    pub todo: &'static str,
}

const SHOW: &str = "Run `terraform plan -out=plan.bin`, then `terraform show -json plan.bin > plan.json` (or `tofu` in place of `terraform`), and use plan.json.";
const PREVIEW: &str = "Run `pulumi preview --json > plan.json` and use plan.json.";

const STREAM: Hint =
    Hint { what: "the messages of `terraform plan -json`, which have no values", todo: SHOW };
const STATE: Hint = Hint { what: "a state of Terraform, which says nothing of a plan", todo: SHOW };
const BINARY: Hint = Hint {
    what: "a plan file of Terraform as it is saved, which is not JSON",
    todo: "Run `terraform show -json FILE > plan.json` (or `tofu show -json`) and use plan.json.",
};
const SCHEMA: Hint = Hint {
    what: "schemas of providers, which make rules and no plan",
    todo: "Load it as a rule file; for a plan, run `terraform show -json plan.bin`.",
};
const HCL: Hint = Hint { what: "a configuration of Terraform", todo: SHOW };
const TEXT_PLAN: Hint =
    Hint { what: "a plan of Terraform as text, in which values are cut and types are missing", todo: SHOW };
const TEXT_PREVIEW: Hint = Hint {
    what: "a preview of Pulumi as text, in which values are cut and types are missing",
    todo: PREVIEW,
};
const EXPORT: Hint = Hint {
    what: "a state of Pulumi, which says nothing of a plan",
    todo: "Run `pulumi preview --json > plan.json` and use plan.json; or export the state a second time, later, and compare the two as old and new.",
};
const SUMMARY: Hint = Hint { what: "the summary of a run of Pulumi, which has no values", todo: PREVIEW };
const ONE_STATE: Hint = Hint {
    what: "a state of Databricks bundles, which says nothing of a plan",
    todo: "Run `databricks bundle plan -o json > plan.json` and use plan.json.",
};
const CLOUD_FORMATION: Hint = Hint {
    what: "a template of CloudFormation or a manifest of the CDK, which holds no old side",
    todo: "Paste the old and the new properties of one resource as two documents.",
};
const CHANGE_SET: Hint = Hint {
    what: "a change set of CloudFormation, which is not read",
    todo: "Paste the old and the new properties of one resource as two documents.",
};

/// A member that tells what its document is: in which shape it is, and what follows.
type Mark = (fn(At) -> bool, Shape);

/// The first that holds decides.
const MARKS: [Mark; 17] = [
    (terraform::is_plan, Shape::Read(Format::TerraformPlan)),
    (|at| at.has("@level") && at.has("type"), Shape::Hint(STREAM)),
    (is_preview, Shape::Read(Format::PulumiPreview)),
    (|at| is_event(at), Shape::Read(Format::PulumiEvents)),
    (|at| at.each("events").any(is_event), Shape::Read(Format::PulumiEvents)),
    (|at| deployment(at).is_some(), Shape::Hint(EXPORT)),
    (|at| at.has("method") && at.has("request"), Shape::Read(Format::PulumiGrpcLog)),
    (|at| at.has("result") && at.each("resources").any(|each| each.has("urn")), Shape::Hint(SUMMARY)),
    (databricks::is_plan, Shape::Read(Format::DatabricksPlan)),
    (|at| at.has("old") && at.has("new"), Shape::Read(Format::Pairs)),
    (|at| at.has("provider_schemas"), Shape::Hint(SCHEMA)),
    (|at| at.has("lineage") && at.has("resources"), Shape::Hint(STATE)),
    (|at| at.has("format_version") && at.has("values"), Shape::Hint(STATE)),
    (|at| at.has("state_version"), Shape::Hint(ONE_STATE)),
    (|at| at.has("ChangeSetName") || at.has("ChangeSetId"), Shape::Hint(CHANGE_SET)),
    (
        |at| at.has("AWSTemplateFormatVersion") || at.get("Resources").is_some_and(has_types),
        Shape::Hint(CLOUD_FORMATION),
    ),
    (|at| at.has("version") && at.has("artifacts"), Shape::Hint(CLOUD_FORMATION)),
];

/// What a document is; nothing if it is none of these.
pub(super) fn shape(at: At) -> Option<Shape> {
    if at.kind() == Kind::List {
        return at.elements().find_map(shape);
    }
    MARKS.iter().find(|(holds, _)| holds(at)).map(|(_, shape)| *shape)
}

/// What a text without any document is.
pub(super) fn of_text(text: &str) -> Option<Hint> {
    let has = |part: &str| text.contains(part);
    let begins = |part: &str| text.lines().any(|line| line.trim_start().starts_with(part));
    let table = [
        (text.starts_with("PK\u{3}\u{4}"), BINARY),
        (
            has("Terraform will perform the following actions")
                || has("OpenTofu will perform the following actions"),
            TEXT_PLAN,
        ),
        (
            has("Terraform used the selected providers") || has("OpenTofu used the selected providers"),
            TEXT_PLAN,
        ),
        (has("Previewing update") || has("pulumi:pulumi:Stack"), TEXT_PREVIEW),
        (begins("resource \"") || begins("terraform {") || begins("provider \""), HCL),
    ];
    table.iter().find(|(holds, _)| *holds).map(|(_, hint)| *hint)
}

/// Whether bytes are a plan file as it is saved: an archive.
pub(super) fn of_bytes(bytes: &[u8]) -> Option<Hint> {
    bytes.starts_with(b"PK\x03\x04").then_some(BINARY)
}

fn has_types(resources: At) -> bool {
    resources.members().any(|(_, resource)| resource.text_of("Type").is_some_and(|name| name.contains("::")))
}

fn is_preview(at: At) -> bool {
    let is_told = || at.each("diagnostics").any(|each| each.has("message"));
    at.has("changeSummary") || is_told() || at.each("steps").any(|step| step.has("op") && step.has("urn"))
}

fn is_event(at: At) -> bool {
    const EVENTS: [&str; 8] = [
        "resourcePreEvent",
        "resOutputsEvent",
        "resOpFailedEvent",
        "errorEvent",
        "preludeEvent",
        "summaryEvent",
        "diagnosticEvent",
        "cancelEvent",
    ];
    at.has("timestamp") && EVENTS.iter().any(|name| at.has(name))
}

/// The resources of an export or of a checkpoint.
pub(super) fn deployment(at: At<'_>) -> Option<At<'_>> {
    let deployment = at.get("deployment").or_else(|| at.get("checkpoint")?.get("latest"))?;
    (deployment.has("manifest") || deployment.has("resources")).then_some(deployment)
}

/// Plans that stand inside something else, with what leads there: `{"plan": ...}`, and the mocks of policy tests.
pub(super) fn wrapped(at: At<'_>) -> Vec<At<'_>> {
    const DEPTH: usize = 4;
    let mut open = vec![(at, 0)];
    let mut found = Vec::new();
    while let Some((at, depth)) = open.pop() {
        match shape(at) {
            Some(Shape::Read(format)) if format != Format::Pairs => found.push(at),
            _ if depth < DEPTH && at.is_map() => {
                let inside: Vec<At> = at.members().map(|(_, member)| member).collect();
                open.extend(inside.into_iter().rev().map(|member| (member, depth + 1)));
            }
            _ => {}
        }
    }
    found
}
