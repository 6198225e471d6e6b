// What the page can open with: one example for each thing that it can say.

import type { Olds } from "whyreplace";
import { DIAGNOSES, type Diagnosed } from "./example-diagnoses.js";
import { PLANS } from "./example-plans.js";

export interface Example {
  /** Under which heading it stands. */
  group: "Plans and verdicts" | "Why two sides differ";
  id: string;
  name: string;
  says: string;
  /** A whole plan, or empty: then there are two documents. */
  plan: string;
  old: string;
  new: string;
  type: string;
  olds: Olds;
  rules: string;
}

const FIRST = "Plans and verdicts";

const TOPIC_RULES = `{
  "topic": {
    "name":           ["immutable", "unique"],
    "cleanup_policy": ["case-insensitive", "immutable"],
    "partitions":     ["integer", "increase-only"],
    "retention_ms":   "integer",
    "bootstrap_url":  ["computed", "stable"],
    "created_at":     ["computed", "stable"]
  }
}`;

const TOPIC_STATE = `{
  "name": "orders-events",
  "cleanup_policy": "delete",
  "partitions": "6",
  "retention_ms": "604800000",
  "bootstrap_url": "kafka-3.example.com:9092",
  "created_at": "2026-03-02T09:41:07Z"
}`;

const TOPIC_PROGRAM = `{
  "name": "orders-events",
  "cleanup_policy": "DELETE",
  "partitions": 6,
  "retention_ms": 604800000
}`;

/** The topic with one edit of what the program asks for. */
function topic(id: string, name: string, says: string, from = "", to = ""): Example {
  const edited = TOPIC_PROGRAM.replace(from, to);
  const settings = { group: FIRST, type: "topic", olds: "state", rules: TOPIC_RULES } as const;
  return { id, name, says, plan: "", old: TOPIC_STATE, new: edited, ...settings };
}

/** A pair of inputs, each one object. */
function pair(
  id: string,
  name: string,
  says: string,
  documents: [old: string, now: string],
  rules: string,
): Example {
  const [old, now] = documents;
  return { group: FIRST, id, name, says, plan: "", old, new: now, type: "", olds: "inputs", rules };
}

/** A reason for which two sides differ, in the one property that forces a replacement. */
function diagnosed({ old, now, ...rest }: Diagnosed): Example {
  const text = (value: object) => JSON.stringify(value, null, 2);
  const [forcing = ""] = Object.keys(old);
  const rules = text({ "*": { [forcing]: "immutable" } });
  return {
    group: "Why two sides differ",
    plan: "",
    old: text(old),
    new: text(now),
    type: "",
    rules,
    ...rest,
  };
}

/** A whole plan. */
function plan(id: keyof typeof PLANS, name: string, says: string, rules = "{}"): Example {
  return { group: FIRST, id, name, says, plan: PLANS[id], old: "", new: "", type: "", olds: "inputs", rules };
}

export const EXAMPLES: readonly Example[] = [
  topic("topic", "A topic that nobody changed", "numbers came back as text, a policy in another case"),
  plan(
    "terraform",
    "A Terraform plan",
    "one replace is only the layout of a JSON text, and its cascade goes with it; the other is real",
    `{
  "aws_ecs_task_definition": {
    "container_definitions": "json"
  }
}`,
  ),
  plan(
    "pulumi",
    "A Pulumi preview",
    "two topics are replaced: accept the suggestion for one, and see that it hides nothing of the other",
  ),
  plan(
    "databricks",
    "A Databricks plan",
    "old, new and what the service has: a slash that it drops, and a move that is real",
  ),
  topic(
    "name",
    "A real replace",
    "another name, and names are unique",
    '"orders-events"',
    '"orders-events-2"',
  ),
  topic("partitions", "Partitions shrink", "they can only grow", '"partitions": 6', '"partitions": 3'),
  topic("retention", "A change in place", "one real change among the noise", "604800000", "259200000"),
  pair(
    "case",
    "A suggestion to judge",
    "policy text in another case, a number as text, and no rule yet",
    [
      `{
  "delivery_policy": "AtLeastOnce",
  "max_attempts": "5"
}`,
      `{
  "delivery_policy": "ATLEASTONCE",
  "max_attempts": 5
}`,
    ],
    `{
  "subscription": {
    "delivery_policy": "immutable",
    "max_attempts": "immutable"
  }
}`,
  ),
  pair(
    "unknown",
    "Known after apply",
    "an unknown value where a change would replace",
    [
      `{
  "subnet": "10.0.4.0/24",
  "replicas": 2
}`,
      `{
  "subnet": "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "replicas": 3
}`,
    ],
    `{
  "*": {
    "subnet": "immutable"
  }
}`,
  ),
  pair(
    "masked",
    "Secrets",
    "masked on both sides, and one with a telling name",
    [
      `{
  "connection": "[secret]",
  "admin_password": "correct horse"
}`,
      `{
  "connection": "[secret]",
  "admin_password": "battery staple"
}`,
    ],
    "{}",
  ),
  pair(
    "numbers",
    "Big numbers",
    "two numbers that JavaScript cannot tell apart",
    [
      `{
  "account": 9007199254740993,
  "ratio": 42
}`,
      `{
  "account": 9007199254740992,
  "ratio": 42.0
}`,
    ],
    `{
  "*": {
    "account": "immutable"
  }
}`,
  ),
  pair(
    "spelling",
    "The same values",
    "other order, other spelling",
    [`{ "size": 42, "name": "A" }`, `{ "name": "\\u0041", "size": 42.0 }`],
    "{}",
  ),
  pair(
    "invalid",
    "Invalid JSON",
    "line, column and what was expected",
    [
      `{
  "name": "orders-events",
  "partitions": 6
}`,
      `{
  "name": "orders-events"
  "partitions": 6
}`,
    ],
    "{}",
  ),
  ...DIAGNOSES.map(diagnosed),
];
