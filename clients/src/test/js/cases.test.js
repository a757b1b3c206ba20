// The worked examples of queries, through this client, on one and on four physical partitions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { newContainer } from "./fixture.js";

const file = JSON.parse(
  readFileSync(new URL("../../../engine/src/test/resources/queries/answers.json", import.meta.url), "utf8"),
);

// The client has a member for an aggregate that is undefined.
const UNDEFINED_AGGREGATES = new Set([
  "agg-sum-with-null-undefined",
  "agg-max-with-object-undefined",
  "group-by-where-first",
  "group-by-min-of-strings-and-missing",
]);

// The client drops the row `false` of a plan.
const FALSE_ROWS = new Set(["distinct-value-missing-dropped"]);

// The client does not merge sorted rows of several partitions if the values are of several types.
const MIXED_TYPES = new Set([
  "order-type-order-asc",
  "order-undefined-first",
  "order-by-array-element",
  "order-by-member-of-array-element",
]);

const canAnswer = ({ name }, partitions) =>
  !UNDEFINED_AGGREGATES.has(name) && !FALSE_ROWS.has(name) && (partitions === 1 || !MIXED_TYPES.has(name));

const containers = new Map();

const container = (example, partitions) => {
  const key = `${partitions} ${example.items} ${JSON.stringify(example.indexingPolicy)}`;
  if (!containers.has(key)) {
    containers.set(key, load(example, partitions));
  }
  return containers.get(key);
};

const load = async (example, partitions) => {
  const properties = { partitionKey: "/id" };
  if (example.indexingPolicy) {
    properties.indexingPolicy = example.indexingPolicy;
  }
  const made = await newContainer(properties, { offerThroughput: partitions * 6000 });
  for (const item of file.items[example.items] ?? []) {
    await made.items.create(item);
  }
  return made;
};

const query = (example) => ({
  query: example.query,
  parameters: Object.entries(example.parameters ?? {}).map(([name, value]) => ({ name, value })),
});

const canonical = (value) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

const withoutSystemProperties = ({ _rid, _self, _etag, _attachments, _ts, ...rest }) => rest;

const comparable = (example, rows) => {
  const plain = rows.map((row) => {
    const kept = example.withoutSystemProperties ? withoutSystemProperties(row) : row;
    for (const name of example.setsAt ?? []) {
      kept[name].sort();
    }
    return kept;
  });
  return example.anyOrder ? [...plain].sort((one, other) => (canonical(one) < canonical(other) ? -1 : 1)) : plain;
};

const near = (expected, actual, tolerance) => {
  if (typeof expected === "number" && typeof actual === "number") {
    assert.ok(Math.abs(expected - actual) <= tolerance * Math.max(1, Math.abs(expected)), `${actual} for ${expected}`);
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    assert.equal(actual.length, expected.length);
    expected.forEach((each, i) => near(each, actual[i], tolerance));
  } else {
    assert.deepEqual(actual, expected);
  }
};

for (const partitions of [1, 4]) {
  for (const example of file.cases.filter((each) => canAnswer(each, partitions))) {
    test(`${example.name} on ${partitions}`, async () => {
      const pages = (await container(example, partitions)).items.query(query(example), { maxItemCount: 2 });
      const rows = (await pages.fetchAll()).resources;
      const expected = comparable(example, structuredClone(example.rows));
      near(expected, comparable(example, rows), example.tolerance ?? 1e-12);
    });
  }
}
