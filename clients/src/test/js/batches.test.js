import assert from "node:assert/strict";
import { test } from "node:test";
import { advanceClock, failsWith, find, newContainer } from "./fixture.js";

const statuses = (results) => results.map((result) => result.statusCode);

test("a patch does all of its operations", async () => {
  const container = await newContainer();
  await container.items.create({ id: "a", pk: "p", n: 1, list: [1, 2], gone: true, from: "x" });
  const { resource, statusCode } = await container.item("a", "p").patch([
    { op: "add", path: "/list/-", value: 3 },
    { op: "set", path: "/color", value: { name: "silver" } },
    { op: "replace", path: "/list/0", value: 0 },
    { op: "remove", path: "/gone" },
    { op: "incr", path: "/n", value: 4 },
    { op: "move", from: "/from", path: "/to" },
  ]);
  assert.equal(statusCode, 200);
  assert.deepEqual(resource, await find(container, "a"));
  assert.deepEqual([resource.list, resource.color.name, resource.n, resource.to], [[0, 2, 3], "silver", 5, "x"]);
  assert.ok(!("gone" in resource) && !("from" in resource));
});

test("a patch may have a condition", async () => {
  const container = await newContainer();
  await container.items.create({ id: "a", pk: "p", n: 1 });
  const patch = { condition: "from c where c.n = 1", operations: [{ op: "incr", path: "/n", value: 1 }] };
  assert.equal((await container.item("a", "p").patch(patch)).resource.n, 2);
  await failsWith(412, container.item("a", "p").patch(patch));
  await failsWith(400, container.item("a", "p").patch([{ op: "set", path: "/no/way", value: 1 }]));
  await failsWith(404, container.item("b", "p").patch([{ op: "set", path: "/n", value: 1 }]));
});

test("a patch of an expired item is not found", async () => {
  const container = await newContainer({ defaultTtl: 5 });
  await container.items.create({ id: "a", pk: "p" });
  await advanceClock(5);
  await failsWith(404, container.item("a", "p").patch([{ op: "set", path: "/ttl", value: 10 }]));
});

test("a batch is done whole", async () => {
  const container = await newContainer();
  const response = await container.items.batch(
    [
      { operationType: "Create", resourceBody: { id: "a", pk: "p", n: 1 } },
      { operationType: "Upsert", resourceBody: { id: "b", pk: "p" } },
      { operationType: "Patch", id: "a", resourceBody: { operations: [{ op: "incr", path: "/n", value: 1 }] } },
      { operationType: "Read", id: "a" },
      { operationType: "Replace", id: "b", resourceBody: { id: "b", pk: "p", n: 2 } },
      { operationType: "Delete", id: "b" },
    ],
    "p",
  );
  assert.equal(response.code, 200);
  assert.deepEqual(statuses(response.result), [201, 201, 200, 200, 200, 204]);
  assert.equal(response.result[3].resourceBody.n, 2);
  assert.equal(await find(container, "b"), undefined);
});

test("a batch that fails is not done at all", async () => {
  const container = await newContainer();
  const response = await container.items.batch(
    [
      { operationType: "Create", resourceBody: { id: "a", pk: "p" } },
      { operationType: "Delete", id: "nobody" },
    ],
    "p",
  );
  assert.equal(response.code, 207);
  assert.deepEqual(statuses(response.result), [424, 404]);
  assert.equal(await find(container, "a"), undefined);
});

for (const offerThroughput of [400, 24000]) {
  test(`bulk operations are done one by one, with throughput ${offerThroughput}`, async () => {
    const container = await newContainer({}, { offerThroughput });
    const creates = Array.from({ length: 500 }, (_, i) => ({
      operationType: "Create",
      partitionKey: `k${i % 20}`,
      resourceBody: { id: `i${i}`, pk: `k${i % 20}`, n: i },
    }));
    const created = await container.items.executeBulkOperations(creates);
    assert.equal(created.length, 500);
    assert.ok(created.every((each) => each.response.statusCode === 201));
    const mixed = await container.items.executeBulkOperations([
      { operationType: "Read", id: "i3", partitionKey: "k3" },
      { operationType: "Create", partitionKey: "k4", resourceBody: { id: "i4", pk: "k4" } },
      {
        operationType: "Patch",
        id: "i5",
        partitionKey: "k5",
        resourceBody: { operations: [{ op: "set", path: "/n", value: -1 }] },
      },
      { operationType: "Delete", id: "i6", partitionKey: "k6" },
    ]);
    assert.equal(mixed[0].response.resourceBody.n, 3);
    assert.equal(mixed[1].error.code, 409);
    assert.equal(mixed[2].response.resourceBody.n, -1);
    assert.equal(mixed[3].response.statusCode, 204);
  });

  test(`the older bulk call works as well, with throughput ${offerThroughput}`, async () => {
    const container = await newContainer({}, { offerThroughput });
    const creates = Array.from({ length: 90 }, (_, i) => ({
      operationType: "Create",
      resourceBody: { id: `i${i}`, pk: `k${i % 7}` },
    }));
    assert.ok((await container.items.bulk(creates)).every((each) => each.statusCode === 201));
    const again = await container.items.bulk([...creates.slice(0, 2), ...creates.slice(0, 1)]);
    assert.deepEqual(statuses(again), [409, 409, 409]);
  });
}
