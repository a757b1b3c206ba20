import { ChangeFeedMode, ChangeFeedPolicy, ChangeFeedRetentionTimeSpan, ChangeFeedStartFrom } from "@azure/cosmos";
import assert from "node:assert/strict";
import { test } from "node:test";
import { advanceClock, failsWith, newContainer } from "./fixture.js";

const policy = { changeFeedPolicy: new ChangeFeedPolicy(ChangeFeedRetentionTimeSpan.fromMinutes(10)) };

// What there is by now, and where to go on.
const read = async (container, options) => {
  const iterator = container.items.getChangeFeedIterator({ maxItemCount: 3, ...options });
  const found = [];
  for (;;) {
    const page = await iterator.readNext();
    if (page.statusCode === 304) {
      return { found, continuation: page.continuationToken };
    }
    found.push(...page.result);
  }
};

const ids = ({ found }) => found.map((item) => item.id).sort();

const filled = async (throughput) => {
  const container = await newContainer(policy, { offerThroughput: throughput });
  for (let i = 0; i < 10; i++) {
    await container.items.create({ id: `i${i}`, pk: `p${i}` });
  }
  return container;
};

for (const throughput of [400, 24000]) {
  test(`a container of ${throughput} RU/s is read from the beginning and on`, async () => {
    const container = await filled(throughput);
    const first = await read(container, { changeFeedStartFrom: ChangeFeedStartFrom.Beginning() });
    assert.equal(new Set(ids(first)).size, 10);
    await container.items.upsert({ id: "i3", pk: "p3", v: 2 });
    const second = await read(container, {
      changeFeedStartFrom: ChangeFeedStartFrom.Continuation(first.continuation),
    });
    assert.deepEqual(ids(second), ["i3"]);
  });
}

test("a partition key has its changes", async () => {
  const container = await filled(24000);
  const changes = await read(container, { changeFeedStartFrom: ChangeFeedStartFrom.Beginning("p4") });
  assert.deepEqual(ids(changes), ["i4"]);
});

test("feed ranges together have everything", async () => {
  const container = await filled(24000);
  const { resources } = await container.readPartitionKeyRanges().fetchAll();
  assert.equal(resources.length, 4);
  const found = [];
  for (const range of await container.getFeedRanges()) {
    found.push(...ids(await read(container, { changeFeedStartFrom: ChangeFeedStartFrom.Beginning(range) })));
  }
  assert.equal(new Set(found).size, 10);
  assert.equal(found.length, 10);
});

test("from now and from a time", async () => {
  const container = await filled(400);
  const now = await read(container, { changeFeedStartFrom: ChangeFeedStartFrom.Now() });
  assert.deepEqual(ids(now), []);
  await advanceClock(1000);
  const { resource } = await container.items.create({ id: "later", pk: "p" });
  const time = new Date((resource._ts - 1) * 1000);
  assert.deepEqual(ids(await read(container, { changeFeedStartFrom: ChangeFeedStartFrom.Time(time) })), ["later"]);
  const next = await read(container, { changeFeedStartFrom: ChangeFeedStartFrom.Continuation(now.continuation) });
  assert.deepEqual(ids(next), ["later"]);
});

test("all versions and deletes", async () => {
  const container = await newContainer(policy);
  const mode = { changeFeedMode: ChangeFeedMode.AllVersionsAndDeletes };
  const now = await read(container, { ...mode, changeFeedStartFrom: ChangeFeedStartFrom.Now() });
  await container.items.create({ id: "a", pk: "p" });
  await container.items.upsert({ id: "a", pk: "p", v: 2 });
  await container.item("a", "p").delete();
  const { found } = await read(container, {
    ...mode,
    changeFeedStartFrom: ChangeFeedStartFrom.Continuation(now.continuation),
  });
  assert.deepEqual(
    found.map((change) => change.metadata.operationType),
    ["create", "replace", "delete"],
  );
  assert.equal(found[1].current.v, 2);
  assert.deepEqual(found[2].metadata.partitionKey, { pk: "p" });
});

test("all versions and deletes need a policy", async () => {
  const container = await newContainer();
  await failsWith(
    400,
    read(container, {
      changeFeedMode: ChangeFeedMode.AllVersionsAndDeletes,
      changeFeedStartFrom: ChangeFeedStartFrom.Now(),
    }),
  );
});
