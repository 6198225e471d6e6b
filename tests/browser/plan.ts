// A small plan of Terraform, written for the tests: one resource for each thing that a list can show.

interface Change {
  address: string;
  actions: string[];
  before?: object | null;
  after?: object | null;
  more?: object;
}

function entry({ address, actions, before = null, after = null, more = {} }: Change) {
  const [type, name] = address.split(".");
  const change = {
    actions,
    before,
    after,
    after_unknown: {},
    before_sensitive: {},
    after_sensitive: {},
    ...more,
  };
  return { address, mode: "managed", type, name, provider_name: "example.com/acme/store", change };
}

const REPLACE = ["delete", "create"];
const topic = (partitions: unknown) => ({ id: "t-1", name: "orders", partitions });

const CHANGES: readonly Change[] = [
  {
    address: "store_topic.orders",
    actions: REPLACE,
    before: topic("6"),
    after: topic(6),
    more: { replace_paths: [["partitions"]], after_unknown: { id: true } },
  },
  {
    address: "store_topic.events",
    actions: REPLACE,
    before: topic("12"),
    after: topic(12),
    more: { replace_paths: [["partitions"]] },
  },
  {
    address: "store_topic.renamed",
    actions: REPLACE,
    before: { label: "x", ports: [], size: "1", tags: { a: "b" }, name: "a" },
    after: { label: "X", size: 1, tags: { a: "b " }, name: "b" },
    more: { replace_paths: [["name"]] },
  },
  {
    address: "store_view.latest",
    actions: REPLACE,
    before: { topic: "t-1" },
    after: {},
    more: { after_unknown: { topic: true }, replace_paths: [["topic"]] },
  },
  {
    address: "store_bucket.logs",
    actions: ["update"],
    before: { days: 7, password: "correct horse" },
    after: { days: 30, password: "battery staple" },
    more: { before_sensitive: { password: true }, after_sensitive: { password: true } },
  },
  { address: "store_key.gone", actions: ["delete"], before: { name: "k" } },
  { address: "store_key.fresh", actions: ["create"], after: { name: "k" } },
  { address: "store_key.same", actions: ["no-op"], before: { name: "k" }, after: { name: "k" } },
];

const EXPRESSIONS = {
  "store_view.latest": { topic: { references: ["store_topic.orders.id", "store_topic.orders"] } },
};

/** The plan, with so many further updates. */
export function terraformPlan(more = 0): string {
  const further = Array.from({ length: more }, (_, at) => ({
    address: `store_item.n${at}`,
    actions: ["update"],
    before: { at },
    after: { at: at + 1 },
  }));
  const changes = [...CHANGES, ...further].map(entry);
  const drifted = entry({
    address: "store_key.same",
    actions: ["update"],
    before: { name: "k" },
    after: { name: "K" },
  });
  return JSON.stringify({
    format_version: "1.2",
    terraform_version: "1.11.4",
    resource_changes: changes.map((change) => ({
      ...change,
      action_reason: reasonOf(change.change.actions),
    })),
    resource_drift: [drifted],
    output_changes: {
      address: {
        actions: ["update"],
        before: "x",
        after: "y",
        after_unknown: false,
        before_sensitive: false,
        after_sensitive: false,
      },
    },
    configuration: {
      root_module: {
        resources: changes.map(({ address, type, name }) => ({
          address,
          mode: "managed",
          type,
          name,
          expressions: EXPRESSIONS[address as keyof typeof EXPRESSIONS] ?? {},
        })),
      },
    },
  });
}

/** A plan of Databricks: each change has three sides, what it asks for, and at times why. */
export function databricksPlan(): string {
  const change = (action: string, sides: object, reason?: string) => ({ action, reason, ...sides });
  return JSON.stringify({
    plan_version: 2,
    cli_version: "1.0.0",
    plan: {
      "resources.jobs.etl": {
        action: "update",
        id: "1",
        new_state: { value: { name: "etl" } },
        remote_state: { name: "etl" },
        changes: {
          "tasks[task_key='main'].retries": change("update", { old: 1, new: 2, remote: "1" }),
          "tasks[task_key='main'].run_if": change("skip", { remote: "ALL_SUCCESS" }, "backend_default"),
          "tags['team']": change("skip", { old: "a", new: "b", remote: "b" }, "remote_already_set"),
          description: change("update", { old: "x".repeat(300), new: "y", remote: "z".repeat(300) }),
        },
      },
      "resources.pipelines.flow": {
        action: "recreate",
        changes: {
          storage: change("recreate", { old: "/a", new: "/b", remote: "/a" }, "immutable"),
        },
      },
      "resources.volumes.v": { action: "skip" },
    },
  });
}

const reasonOf = (actions: string[]) => (actions === REPLACE ? "replace_because_cannot_update" : undefined);
