// Small plans of Terraform, as text: no number is rounded on the way.

/** What a plan says of one resource. */
export interface Planned {
  address: string;
  actions: readonly string[];
  /** JSON text of both sides; of none without. */
  before?: string;
  after?: string;
  /** Further members of the change, and of the resource, as JSON text. */
  change?: Readonly<Record<string, string>>;
  resource?: Readonly<Record<string, string>>;
}

export const REPLACE = ["delete", "create"];

/** A resource that is replaced because of a property. */
export function replaced(address: string, property: string, before: string, after: string): Planned {
  const of = (value: string) => `{${JSON.stringify(property)}: ${value}, "same": true}`;
  const paths = JSON.stringify([[property]]);
  return {
    address,
    actions: REPLACE,
    before: of(before),
    after: of(after),
    change: { replace_paths: paths },
  };
}

/** A resource that is updated in place. */
export function updated(address: string, before: string, after: string): Planned {
  return { address, actions: ["update"], before, after };
}

/** The text of a plan. */
export function planOf(
  resources: readonly Planned[],
  { drift = [], outputs = [], configuration }: PlanParts = {},
): string {
  const list = (all: readonly Planned[]) => `[${all.map(resourceText).join(", ")}]`;
  const named = outputs.map((output) => [output.address, changeText(output)] as const);
  return membersText([
    ["format_version", '"1.2"'],
    ["resource_changes", list(resources)],
    ["resource_drift", list(drift)],
    ["output_changes", membersText(named)],
    ...(configuration === undefined ? [] : [["configuration", configuration] as const]),
  ]);
}

interface PlanParts {
  drift?: readonly Planned[];
  outputs?: readonly Planned[];
  configuration?: string;
}

function resourceText(planned: Planned): string {
  const { address, resource = {} } = planned;
  const [type = ""] = address.split(".");
  return membersText([
    ["address", JSON.stringify(address)],
    ["mode", '"managed"'],
    ["type", JSON.stringify(type)],
    ...Object.entries(resource),
    ["change", changeText(planned)],
  ]);
}

function changeText({ actions, before = "null", after = "null", change = {} }: Planned): string {
  return membersText([
    ["actions", JSON.stringify(actions)],
    ["before", before],
    ["after", after],
    ...Object.entries(change),
  ]);
}

function membersText(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(", ")}}`;
}
