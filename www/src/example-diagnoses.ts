// Why two sides differ that mean the same, or nearly: one example for each reason that matters most.

import type { Olds } from "whyreplace";

/** Two documents in which the first key forces a replacement. */
export interface Diagnosed {
  id: string;
  name: string;
  says: string;
  old: object;
  now: object;
  olds: Olds;
}

const POLICY = (actions: readonly string[], effect = "Allow") => ({
  Version: "2012-10-17",
  Statement: [{ Sid: "Read", Effect: effect, Action: actions, Resource: "arn:aws:s3:::orders/*" }],
});

const variable = (name: string, value: string) => ({ name, value });

type Row = [id: string, name: string, says: string, old: object, now: object, olds?: Olds];

const ROWS: readonly Row[] = [
  [
    "type",
    "One value in two types",
    "a number that came back as text",
    { retention_ms: "604800000" },
    { retention_ms: 604_800_000 },
  ],
  [
    "order",
    "A list that is a set",
    "the same members in another order",
    { security_groups: ["sg-web", "sg-db", "sg-admin"] },
    { security_groups: ["sg-admin", "sg-web", "sg-db"] },
  ],
  [
    "keyed-order",
    "Named items in another order",
    "by position three differ, by name none",
    { environment: [variable("HOST", "db.internal"), variable("MODE", "fast"), variable("PORT", "5432")] },
    { environment: [variable("PORT", "5432"), variable("HOST", "db.internal"), variable("MODE", "fast")] },
  ],
  [
    "layout",
    "A document in a text",
    "the same JSON, written with other spaces and key order",
    { settings: '{"region":"eu-west-1","retries":3}' },
    { settings: '{\n  "retries": 3,\n  "region": "eu-west-1"\n}' },
  ],
  [
    "real-in-noise",
    "A real change inside noise",
    "a policy laid out anew, with one effect turned round",
    { policy: JSON.stringify(POLICY(["s3:GetObject", "s3:ListBucket"])) },
    { policy: JSON.stringify(POLICY(["s3:ListBucket", "s3:GetObject"], "Deny"), null, 2) },
  ],
  [
    "backend-filled",
    "Filled in by the service",
    "the state has a value that nobody wrote",
    { storage: { size_gb: 50, encryption: "AES256" } },
    { storage: { size_gb: 50 } },
    "state",
  ],
  [
    "empty",
    "Nothing in two spellings",
    "null before, an empty object now",
    { labels: null, owner: "orders" },
    { labels: {}, owner: "orders" },
  ],
  [
    "cause",
    "What forces the replace",
    "three differ, one of them alone forces it, and that one is noise",
    { engine: "Postgres", size: "small", backups: 7 },
    { engine: "postgres", size: "large", backups: 14 },
  ],
  [
    "unknown-value",
    "Not known until apply",
    "the tool has to assume the worst",
    { subnet_id: "subnet-0a1b2c" },
    { subnet_id: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" },
  ],
  [
    "masked-value",
    "Masked on both sides",
    "nobody can compare it here, and it may be the reason",
    { connection: "[secret]" },
    { connection: "[secret]" },
  ],
  [
    "letter-case",
    "Letter case of an id",
    "one segment in another case",
    { scope: "/subscriptions/7/resourceGroups/orders" },
    { scope: "/subscriptions/7/resourcegroups/orders" },
  ],
  [
    "quantity",
    "One quantity in two units",
    "1024 mebibytes and one gibibyte",
    { memory: "1024Mi", timeout: "90s" },
    { memory: "1Gi", timeout: "1m30s" },
  ],
  [
    "identity",
    "Two names of one thing",
    "an ARN, and the name at its end",
    { role: "arn:aws:iam::123456789012:role/orders-reader" },
    { role: "orders-reader" },
  ],
  [
    "bookkeeping",
    "The tool's own records",
    "a key that the engine wrote, not you",
    { __provider: "gASVnwAAAAAAAAA", name: "orders" },
    { __provider: "gASVsQAAAAAAAAA", name: "orders" },
  ],
  [
    "invisible",
    "Characters that nobody sees",
    "line ends of another system",
    { script: "set -e\r\nmake deploy\r\n" },
    { script: "set -e\nmake deploy\n" },
  ],
];

export const DIAGNOSES: readonly Diagnosed[] = ROWS.map(([id, name, says, old, now, olds = "inputs"]) => ({
  id,
  name,
  says,
  old,
  now,
  olds,
}));
