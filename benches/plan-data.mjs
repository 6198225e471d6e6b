// Plans for the benchmarks: resources that are replaced because of noise, the same for the same seed.

import { parts } from "./data.mjs";

/** How many resources make a text of 10 to 15 MB, and the plan that says of each that it is replaced. */
export const PLANS = {
  Terraform: { count: 1_500, make: terraformPlan },
  Pulumi: { count: 2_000, make: pulumiPreview },
  Databricks: { count: 1_800, make: databricksPlan },
};

/** What settles most of the noise, for all plans. */
export const RULES = {
  "*": Object.fromEntries(
    ["", "input.", "settings."].flatMap((prefix) => [
      [`${prefix}port`, "integer"],
      [`${prefix}memory`, "quantity"],
      [`${prefix}zones`, "set"],
      [`${prefix}policy`, "iam-policy"],
      [`${prefix}environment`, "keyed(name)"],
      [`${prefix}public`, "boolean"],
      [`${prefix}note`, "empty-is-missing"],
    ]),
  ),
};

/** What a service of the number `at` has in the state, and what the program asks for: alike but for the image and noise. */
function sides(at) {
  const { name, region, team, hex } = parts(at);
  const statement = (sid, actions) => ({
    Sid: sid,
    Effect: "Allow",
    Action: actions,
    Resource: `arn:aws:s3:::${name}/*`,
  });
  const policy = (turned) => ({
    Version: "2012-10-17",
    Statement: ["Read", "List", "Write", "Audit"].map((sid, at) => {
      const actions = ["s3:GetObject", "s3:PutObject"];
      return statement(sid, turned && at % 2 === 0 ? actions.reverse() : actions);
    }),
  });
  const environment = Array.from({ length: 12 }, (_, index) => ({ name: `VAR_${index}`, value: hex(4) }));
  const labels = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`label-${index}`, `${team}-${index}`]),
  );
  const same = { name, region, labels };
  return {
    old: {
      ...same,
      port: String(8000 + (at % 1000)),
      memory: "1024Mi",
      public: "true",
      note: null,
      image: "registry.example.com/shop:1.27",
      zones: ["a", "b", "c"],
      environment,
      policy: JSON.stringify(policy(false)),
    },
    now: {
      ...same,
      port: 8000 + (at % 1000),
      memory: "1Gi",
      public: true,
      note: "",
      image: "registry.example.com/shop:1.28",
      zones: ["c", "b", "a"],
      environment: environment.toReversed(),
      policy: JSON.stringify(policy(true), null, 1),
    },
  };
}

const numbers = (count) => Array.from({ length: count }, (_, at) => at);

/** The same containers with nothing secret or unknown in them, as Terraform writes it. */
function nothingOf(value) {
  if (Array.isArray(value)) {
    return value.map((element) => (typeof element === "object" ? nothingOf(element) : false));
  }
  const members = Object.entries(value).filter(([, member]) => typeof member === "object" && member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, nothingOf(member)]));
}

function terraformPlan(count) {
  const address = (at) => `terraform_data.service["n${at}"]`;
  const head = (at) => ({
    address: address(at),
    mode: "managed",
    type: "terraform_data",
    name: "service",
    index: `n${at}`,
    provider_name: "terraform.io/builtin/terraform",
  });
  const all = numbers(count).map((at) => {
    const { old, now } = sides(at);
    const trigger = ({ port, zones }) => ({ port, zones });
    const id = parts(at).hex(32);
    const before = { id, input: old, output: old, triggers_replace: trigger(old) };
    return { before, after: { input: now, triggers_replace: trigger(now) } };
  });
  const values = (side) => ({
    root_module: {
      resources: all.map((each, at) => ({ ...head(at), schema_version: 0, values: each[side] })),
    },
  });
  return JSON.stringify({
    format_version: "1.2",
    terraform_version: "1.11.4",
    planned_values: values("after"),
    resource_changes: all.map(({ before, after }, at) => ({
      ...head(at),
      change: {
        actions: ["delete", "create"],
        before,
        after,
        after_unknown: { id: true, output: true, ...nothingOf(after) },
        before_sensitive: nothingOf(before),
        after_sensitive: { output: {}, ...nothingOf(after) },
        replace_paths: [["triggers_replace"]],
      },
      action_reason: "replace_because_cannot_update",
    })),
    prior_state: { format_version: "1.0", terraform_version: "1.11.4", values: values("before") },
    configuration: {
      root_module: {
        resources: [
          {
            address: "terraform_data.service",
            mode: "managed",
            type: "terraform_data",
            name: "service",
            expressions: {
              input: { references: ["local.services", "each.key"] },
              triggers_replace: { references: ["local.services", "each.key"] },
            },
            schema_version: 0,
            for_each_expression: { references: ["local.services"] },
          },
        ],
      },
    },
    applyable: true,
    complete: true,
    errored: false,
  });
}

function pulumiPreview(count) {
  const type = "shop:index:Service";
  const stack = "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod";
  const step = (at) => {
    const { old, now } = sides(at);
    const urn = `urn:pulumi:prod::shop::${type}::service-${at}`;
    const id = parts(at).hex(32);
    const state = (inputs, more) => ({ urn, custom: true, type, inputs, parent: stack, ...more });
    const update = { kind: "update", inputDiff: true };
    return {
      op: "replace",
      urn,
      provider: `urn:pulumi:prod::shop::pulumi:providers:shop::default::${id}`,
      oldState: state(old, { id, outputs: { ...old, id, createdAt: "2024-03-11T10:22:33Z" } }),
      newState: state(now),
      diffReasons: ["environment", "image", "memory", "note", "policy", "port", "public", "zones"],
      replaceReasons: ["port", "zones"],
      detailedDiff: {
        port: { kind: "update-replace", inputDiff: true },
        "zones[0]": { kind: "update-replace", inputDiff: true },
        "zones[2]": { kind: "update-replace", inputDiff: true },
        ...Object.fromEntries(["image", "memory", "note", "policy", "public"].map((key) => [key, update])),
      },
    };
  };
  return JSON.stringify({ steps: numbers(count).map(step), changeSummary: { replace: count } });
}

function databricksPlan(count) {
  const entry = (at) => {
    const { old, now } = sides(at);
    const changes = Object.keys(now)
      .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
      .map((key) => {
        const said = key === "port" ? { action: "recreate", reason: "immutable" } : { action: "update" };
        return [`settings.${key}`, { ...said, old: old[key], new: now[key], remote: old[key] }];
      });
    return [
      `resources.services.service-${at}`,
      {
        id: String(at),
        action: "recreate",
        new_state: { value: { settings: now } },
        remote_state: { settings: old },
        changes: Object.fromEntries(changes),
      },
    ];
  };
  return JSON.stringify({
    plan_version: 2,
    cli_version: "1.0.0",
    plan: Object.fromEntries(numbers(count).map(entry)),
  });
}
