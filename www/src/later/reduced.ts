// Reports as they may leave: without what tells of the documents more than they are meant to.

import type {
  Diagnostic,
  Finding,
  Group,
  InnerRule,
  Moved,
  PlainReport,
  Proposal,
  Resource,
  Settlement,
  Shown,
} from "whyreplace";
import { LATER } from "./messages.js";

/** Where values stand says how long they are, and nothing to whom has no documents. */
export function withoutPlaces(report: PlainReport): PlainReport {
  const shown = (value: Shown | null) => value && { ...value, range: null };
  return ofResources(report, (resource) => ({
    ...resource,
    findings: resource.findings.map((finding) => ({
      ...finding,
      old: shown(finding.old),
      new: shown(finding.new),
      remote: shown(finding.remote),
    })),
  }));
}

/**
 * The report with no value of the documents in it: not in a text, in a path, in a rule's arguments, or in a sentence. Keys,
 * types, causes and the names of words stay. What is kept is listed here, so that what a report has one day is left out.
 */
export function typesOnly(report: PlainReport): PlainReport {
  const names = new Names();
  const { diagnostics, ...rest } = ofResources(report, (resource) => bareResource(resource, names));
  return { ...rest, diagnostics: diagnostics.map(bareDiagnostic) };
}

function ofResources(report: PlainReport, reduced: (resource: Resource) => Resource): PlainReport {
  const { schema, format, identical, summary, resources, drift, outputs, diagnostics } = report;
  return {
    ...{ schema, format, identical, summary },
    resources: resources.map(reduced),
    drift: drift.map(reduced),
    outputs: outputs.map(reduced),
    diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, range: null })),
  };
}

/** Values in names become numbers, the same for the same value, so that what was one name is one still. */
class Names {
  readonly #numbers = new Map<string, number>();

  /** A path with the keys that are in it, and without what elements of lists are known by: `env[name=…1].value`. */
  path(path: string): string {
    return path.replace(BRACKET, (bracket: string, inner: string) =>
      IS_PLAIN.test(inner)
        ? bracket
        : `[${inner.replace(MEMBER, (_, key: string, value: string) => `${key}=${this.#number(value)}`)}]`,
    );
  }

  /** An address without the keys of its instances, which often are values too. */
  address(address: string): string {
    return address.replace(INSTANCE, (_, key: string) => `[${this.#number(key)}]`);
  }

  #number(value: string): string {
    const number = this.#numbers.get(value) ?? this.#numbers.size + 1;
    this.#numbers.set(value, number);
    return `…${number}`;
  }
}

const QUOTED = /"(?:[^"\\]|\\.)*"/gs;
const BRACKET = /\[((?:"(?:[^"\\]|\\.)*"|[^"\]])*)\]/gs;
/** What names one place or any: a position, a star, a quoted key. */
const IS_PLAIN = /^(?:-?\d+|\*|"(?:[^"\\]|\\.)*")$/s;
/** A member that an element is known by. Its key is quoted where it is no plain name. */
const MEMBER = /((?:"(?:[^"\\]|\\.)*"|[^"=])+)=("(?:[^"\\]|\\.)*"|[^,]*)/gs;
const INSTANCE = /\[("(?:[^"\\]|\\.)*")\]/gs;

/** The words of a rule, `immutable, default(…)` or `a.b: immutable`, without their arguments. */
function wordsIn(rule: string): string[] {
  let text = rule.replace(QUOTED, "");
  // From the inside: one may stand in another.
  for (let before = ""; before !== text; ) [before, text] = [text, text.replace(/\([^()]*\)/g, "")];
  const words = text.slice(text.indexOf(": ") + 1).split(",");
  return words.map((word) => word.trim()).filter((word) => /^[a-z][a-z0-9-]*$/.test(word));
}

function bareResource(resource: Resource, names: Names): Resource {
  const { id, type, deferred, stated, raw, verdict, proposed, counts, findings, groups } = resource;
  const { previousAddress, deposed, affects, causedBy, updateBody } = resource;
  const path = (path: string) => names.path(path);
  return {
    ...{ id, type, deferred, raw, proposed, counts },
    address: names.address(resource.address),
    previousAddress: previousAddress && names.address(previousAddress),
    deposed: deposed && LATER.leftOut,
    stated: stated && { ...stated, reasons: stated.reasons.map(path) },
    verdict: {
      ...verdict,
      detailedDiff: verdict.detailedDiff.map((entry) => ({ ...entry, path: path(entry.path) })),
    },
    findings: findings.map((finding) => bareFinding(finding, names)),
    groups: groups.map((group) => bareGroup(group, names)),
    affects: affects.map(({ address, action, via }) => ({
      address: names.address(address),
      action,
      via: via.map(({ from, property, kind }) => ({
        from: names.address(from),
        property: property && path(property),
        kind,
      })),
    })),
    causedBy: causedBy && {
      address: names.address(causedBy.address),
      property: causedBy.property && path(causedBy.property),
    },
    updateBody: updateBody && {
      set: updateBody.set.map(path),
      unset: updateBody.unset.map(path),
      withheld: updateBody.withheld.map(path),
    },
  };
}

function bareFinding(finding: Finding, names: Names): Finding {
  const { id, kind, side, cause, action, forcesReplace, consequence, embedded, group } = finding;
  const path = names.path(finding.path);
  const [old, now, remote] = [finding.old, finding.new, finding.remote].map(bareValue);
  return {
    ...{
      id,
      path,
      kind,
      side,
      class: finding.class,
      cause,
      action,
      forcesReplace,
      consequence,
      embedded,
      group,
    },
    ...{ old: old ?? null, new: now ?? null, remote: remote ?? null },
    // The reason is the rule's, in the user's words.
    reason: null,
    settledBy: finding.settledBy && bareSettlement(finding.settledBy),
    moved: finding.moved && bareMoved(finding.moved, names),
    message: LATER.types(path, finding.old?.type, finding.new?.type),
    proposal: finding.proposal && bareProposal(finding.proposal, names),
  };
}

const bareValue = (shown: Shown | null): Shown | null =>
  shown && { type: shown.type, text: null, masked: shown.masked, range: null };

function bareGroup(group: Group, names: Names): Group {
  const { id, cause, findings, forcesReplace, keys } = group;
  const path = names.path(group.path);
  return {
    ...{ id, path, cause, findings, forcesReplace, keys },
    message: LATER.together(path),
    moved: group.moved && bareMoved(group.moved, names),
    proposal: group.proposal && bareProposal(group.proposal, names),
  };
}

const bareMoved = ({ from, to, matchedBy }: Moved, names: Names): Moved => ({
  from: names.path(from),
  to: names.path(to),
  matchedBy,
});

const bareSettlement = ({ kind, text }: Settlement): Settlement => ({
  kind,
  text: wordsIn(text).join(", ") || LATER.settled[kind],
});

function bareProposal(
  { grade, path, rule, sameIf, inside, left, outcome }: Proposal,
  names: Names,
): Proposal {
  const bare = ({ path, rule, sameIf }: InnerRule): InnerRule => ({
    path: names.path(path),
    rule: rule.flatMap(wordsIn),
    sameIf: sameIf && LATER.sameIf,
  });
  return { grade, ...bare({ path, rule, sameIf }), inside: inside.map(bare), left, outcome };
}

const bareDiagnostic = ({ code, severity, document }: Diagnostic): Diagnostic => ({
  ...{ code, severity, document },
  message: code.replaceAll("-", " "),
  range: null,
  notes: [],
});
