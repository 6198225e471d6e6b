// Documents for the benchmark: a state file of cloud resources, the same for the same seed.

const REGIONS = ["us-east-1", "eu-west-1", "ap-southeast-2"];
const TEAMS = ["payments", "platform", "identity", "search"];

/** Numbers from 0 up to but not including 1 (xorshift). */
function random(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function resource(next, at) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const hex = (length) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join("");
  const [team, region, name] = [pick(TEAMS), pick(REGIONS), `service-${at}-${hex(6)}`];
  const arn = `arn:aws:ecs:${region}:123456789012:service/${name}`;
  const statement = {
    Effect: "Allow",
    Action: ["s3:GetObject", "s3:PutObject"],
    Resource: `arn:aws:s3:::${name}/*`,
  };
  const inputs = {
    name,
    region,
    desiredCount: Math.floor(next() * 20),
    launchType: "FARGATE",
    enableExecuteCommand: next() < 0.5,
    tags: {
      Name: name,
      Team: team,
      Owner: `${team}@example.com`,
      "cost-center": String(Math.floor(next() * 9000)),
    },
    policy: JSON.stringify({ Version: "2012-10-17", Statement: [statement] }),
    ports: Array.from({ length: 1 + Math.floor(next() * 4) }, (_, port) => ({
      containerPort: 8000 + port,
      protocol: "tcp",
      cidrBlocks: [`10.${Math.floor(next() * 255)}.0.0/16`],
    })),
    environment: Array.from({ length: 6 }, (_, index) => ({ name: `VAR_${index}`, value: hex(12) })),
  };
  const outputs = {
    ...inputs,
    arn,
    id: arn,
    createdAt: "2024-03-11T10:22:33Z",
    status: "ACTIVE",
    revision: Math.floor(next() * 99),
  };
  return {
    urn: `urn:pulumi:prod::shop::aws:ecs/service:Service::${name}`,
    type: "aws:ecs/service:Service",
    id: arn,
    inputs,
    outputs,
  };
}

/** Resources whose compact JSON is about `bytes` long. */
function resources(bytes) {
  const next = random(42);
  const list = [];
  for (let size = 0; size < bytes; size += JSON.stringify(list.at(-1)).length + 1)
    list.push(resource(next, list.length));
  return list;
}

/** What a service of the number `at` is called, where it stands, whose it is, and digits for it. */
export function parts(at) {
  const next = random(at + 1);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const hex = (length) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join("");
  return { region: pick(REGIONS), team: pick(TEAMS), name: `service-${at}-${hex(6)}`, hex };
}

const document = (list) => ({
  version: 3,
  deployment: { manifest: { version: "v3.200.0" }, resources: list },
});

function changed(entry) {
  const copy = structuredClone(entry);
  for (const side of [copy.inputs, copy.outputs]) {
    side.tags.Owner = "someone-else@example.com";
    side.desiredCount += 1;
  }
  return copy;
}

/** The same value with the members of every object in another order. */
function shuffled(value) {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
}

/** What new is, beside old. */
export const SCENARIOS = {
  identical: (list) => JSON.stringify(document(list)),
  "1 % changed": (list) =>
    JSON.stringify(document(list.map((entry, at) => (at % 100 === 0 ? changed(entry) : entry)))),
  "all changed": (list) => JSON.stringify(document(list.map(changed))),
  "one inserted": (list) =>
    JSON.stringify(document(list.toSpliced(Math.floor(list.length / 10), 0, resource(random(7), 0)))),
  "keys shuffled": (list) => JSON.stringify(shuffled(document(list))),
  "pretty against compact": (list) => JSON.stringify(document(list), null, 2),
};

export const SIZES = { "1 KB": 1e3, "100 KB": 1e5, "1 MB": 1e6, "10 MB": 1e7 };

/** Old and new text of one cell. */
export function texts(size, scenario) {
  const list = resources(SIZES[size]);
  return { old: JSON.stringify(document(list)), now: SCENARIOS[scenario](list) };
}
