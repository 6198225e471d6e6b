// One small plan of each tool to learn from: a cascade, a secret, a replace that is none, and one that is.

const ecs = (keys: readonly string[]) => {
  const container = { name: "api", image: "shop/api:1.4", cpu: 256, portMappings: [{ containerPort: 8080 }] };
  return JSON.stringify([
    Object.fromEntries(keys.map((key) => [key, container[key as keyof typeof container]])),
  ]);
};

interface Change {
  actions: string[];
  before?: object;
  after?: object;
  after_unknown?: object;
  sensitive?: object;
  replace_paths?: string[][];
}

function terraformResource(address: string, { sensitive = {}, ...change }: Change) {
  const [type, name] = address.split(".");
  const masks = { before_sensitive: sensitive, after_sensitive: sensitive };
  return {
    address,
    mode: "managed",
    type,
    name,
    provider_name: "registry.terraform.io/hashicorp/aws",
    change: { before: null, after: null, after_unknown: {}, ...change, ...masks },
    ...(change.replace_paths && { action_reason: "replace_because_cannot_update" }),
  };
}

const DATABASE = {
  identifier: "orders",
  engine: "postgres",
  allocated_storage: 50,
  password: "correct horse",
};

const TERRAFORM = {
  format_version: "1.2",
  terraform_version: "1.13.0",
  resource_changes: [
    terraformResource("aws_ecs_service.api", {
      actions: ["update"],
      before: { name: "api", desired_count: 2, task_definition: "task-definition/api:7" },
      after: { name: "api", desired_count: 2 },
      after_unknown: { task_definition: true },
    }),
    terraformResource("aws_ecs_task_definition.api", {
      actions: ["delete", "create"],
      before: {
        family: "api",
        container_definitions: ecs(["cpu", "image", "name", "portMappings"]),
        revision: 7,
      },
      after: { family: "api", container_definitions: ecs(["name", "image", "portMappings", "cpu"]) },
      after_unknown: { revision: true },
      replace_paths: [["container_definitions"]],
    }),
    terraformResource("aws_db_instance.orders", {
      actions: ["delete", "create"],
      before: { ...DATABASE, storage_encrypted: false },
      after: { ...DATABASE, storage_encrypted: true, password: "battery staple" },
      sensitive: { password: true },
      replace_paths: [["storage_encrypted"]],
    }),
    terraformResource("aws_s3_bucket.logs", {
      actions: ["no-op"],
      before: { bucket: "shop-logs" },
      after: { bucket: "shop-logs" },
    }),
  ],
  configuration: {
    root_module: {
      resources: [
        {
          address: "aws_ecs_service.api",
          mode: "managed",
          type: "aws_ecs_service",
          name: "api",
          expressions: {
            task_definition: {
              references: ["aws_ecs_task_definition.api.arn", "aws_ecs_task_definition.api"],
            },
          },
        },
      ],
    },
  },
};

const urn = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`;
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function pulumiStep(op: string, type: string, name: string, old: object, now: object, more: object = {}) {
  const state = (inputs: object) => ({ urn: urn(type, name), custom: true, id: name, type, inputs });
  return { op, urn: urn(type, name), oldState: state(old), newState: { ...state(now), ...more }, ...more };
}

const TOPIC = "kafka:index/topic:Topic";
const REPLACED = { replaceReasons: ["partitions"], diffReasons: ["partitions"] };

const PULUMI = {
  steps: [
    pulumiStep(
      "replace",
      TOPIC,
      "orders",
      { name: "orders", partitions: "6" },
      { name: "orders", partitions: 6 },
      { ...REPLACED, detailedDiff: { partitions: { kind: "update-replace", inputDiff: true } } },
    ),
    pulumiStep(
      "replace",
      TOPIC,
      "payments",
      { name: "payments", partitions: "12" },
      { name: "payments", partitions: 3 },
      { ...REPLACED, detailedDiff: { partitions: { kind: "update-replace", inputDiff: true } } },
    ),
    pulumiStep(
      "update",
      "kafka:index/acl:Acl",
      "orders-readers",
      { topic: "orders", permission: "READ" },
      { topic: UNKNOWN, permission: "READ" },
      {
        dependencies: [urn(TOPIC, "orders")],
        propertyDependencies: { topic: [urn(TOPIC, "orders")] },
        diffReasons: ["topic"],
        detailedDiff: { topic: { kind: "update", inputDiff: true } },
      },
    ),
    pulumiStep(
      "update",
      "kafka:index/user:User",
      "billing",
      { name: "billing", password: "[secret]", quota: 100 },
      { name: "billing", password: "[secret]", quota: 200 },
      {
        diffReasons: ["password", "quota"],
        detailedDiff: {
          password: { kind: "update", inputDiff: true },
          quota: { kind: "update", inputDiff: true },
        },
      },
    ),
  ],
  changeSummary: { replace: 2, update: 2 },
};

/** How a plan of Databricks refers to another resource. */
const idOf = (resource: string) => `\${${resource}.id}`;
const PIPELINE = "resources.pipelines.orders";

const DATABRICKS = {
  plan_version: 2,
  cli_version: "0.280.0",
  plan: {
    "resources.catalogs.main": {
      action: "recreate",
      changes: {
        storage_root: {
          action: "recreate",
          reason: "immutable",
          old: "s3://lake/main/",
          new: "s3://lake/main/",
          remote: "s3://lake/main",
        },
      },
    },
    [PIPELINE]: {
      action: "recreate",
      changes: {
        storage: {
          action: "recreate",
          reason: "immutable",
          old: "dbfs:/orders",
          new: "dbfs:/orders-v2",
          remote: "dbfs:/orders",
        },
      },
    },
    "resources.jobs.nightly": {
      action: "update",
      depends_on: [{ node: PIPELINE, label: idOf(PIPELINE) }],
      new_state: {
        value: { tasks: [{ task_key: "main", pipeline_task: { pipeline_id: "" } }] },
        vars: { "tasks[0].pipeline_task.pipeline_id": idOf(PIPELINE) },
      },
      changes: {
        "tasks[task_key='main'].pipeline_task.pipeline_id": {
          action: "update",
          old: "pl-1",
          new: idOf(PIPELINE),
          remote: "pl-1",
        },
        "tasks[task_key='main'].run_if": { action: "skip", reason: "backend_default", remote: "ALL_SUCCESS" },
        "parameters.db_password": {
          action: "update",
          old: "correct horse",
          new: "battery staple",
          remote: "correct horse",
        },
      },
    },
  },
};

export const PLANS = {
  terraform: JSON.stringify(TERRAFORM),
  pulumi: JSON.stringify(PULUMI),
  databricks: JSON.stringify(DATABRICKS),
};
