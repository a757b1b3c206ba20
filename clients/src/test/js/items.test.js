import assert from "node:assert/strict";
import { test } from "node:test";
import { database, failsWith, find, findUnder, newContainer } from "./fixture.js";

test("an item is created, read, upserted, replaced and deleted", async () => {
  const container = await newContainer();
  const created = await container.items.create({ id: "a", pk: "p", text: "Grüße, 日本" });
  assert.equal(created.statusCode, 201);
  assert.ok(created.requestCharge > 0);
  assert.equal((await find(container, "a")).text, "Grüße, 日本");
  assert.equal((await container.items.upsert({ id: "a", pk: "p", v: 1 })).statusCode, 200);
  const replaced = await container.item("a", "p").replace({ id: "a", pk: "p", v: 2 });
  assert.equal(replaced.resource.v, 2);
  assert.equal(replaced.resource._rid, created.resource._rid);
  assert.equal((await container.item("a", "p").delete()).statusCode, 204);
  assert.equal(await find(container, "a"), undefined);
});

for (const id of ["with space", "100%", "a+b", "日本 語", "a&b=c"]) {
  test(`an item may be called ${id}`, async () => {
    const container = await newContainer();
    await container.items.create({ id, pk: "p" });
    assert.equal((await find(container, id)).id, id);
  });
}

test("partition keys are strings, numbers, booleans, null or missing", async () => {
  const container = await newContainer({}, { offerThroughput: 18000 });
  for (const pk of ["text", "日本", 5, -0.5, true, false, null]) {
    await container.items.create({ id: "i", pk });
    assert.equal((await findUnder(container, "i", pk)).pk, pk);
  }
  await container.items.create({ id: "none" });
  assert.equal((await findUnder(container, "none", undefined)).id, "none");
});

test("a hierarchical partition key has all its levels", async () => {
  const container = await newContainer({
    partitionKey: { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 },
  });
  await container.items.create({ id: "i", tenant: "t", user: 7 });
  assert.equal((await findUnder(container, "i", ["t", 7])).user, 7);
});

test("failures have their status", async () => {
  const container = await newContainer();
  await container.items.create({ id: "a", pk: "p" });
  await failsWith(409, container.items.create({ id: "a", pk: "p" }));
  await failsWith(404, container.item("nobody", "p").replace({ id: "nobody", pk: "p" }));
  await failsWith(404, database.container("nowhere").items.create({ id: "a", pk: "p" }));
  await failsWith(400, container.items.query("SELECT VALUE COUNT(1 FROM c").fetchAll());
});

test("a stale ETag is refused", async () => {
  const container = await newContainer();
  const { etag } = await container.items.create({ id: "a", pk: "p" });
  const onlyIf = (condition) => ({ accessCondition: { type: "IfMatch", condition } });
  const item = container.item("a", "p");
  const { etag: newer } = await item.replace({ id: "a", pk: "p", v: 1 }, onlyIf(etag));
  assert.notEqual(newer, etag);
  await failsWith(412, item.replace({ id: "a", pk: "p", v: 2 }, onlyIf(etag)));
  await failsWith(412, item.delete(onlyIf(etag)));
  const unchanged = await item.read({ accessCondition: { type: "IfNoneMatch", condition: newer } });
  assert.equal(unchanged.statusCode, 304);
});

for (const partitions of [1, 3]) {
  test(`all items come page by page from ${partitions} partitions`, async () => {
    const container = await newContainer({}, { offerThroughput: partitions * 6000 });
    const expected = [];
    for (let i = 0; i < 25; i++) {
      await container.items.create({ id: `i${i}`, pk: `p${i}` });
      expected.push(`i${i}`);
    }
    const listed = await collect(container.items.readAll({ maxItemCount: 4 }));
    assert.deepEqual(listed.sort(), [...expected].sort());
    const queried = await collect(container.items.query("SELECT * FROM c", { maxItemCount: 4 }));
    assert.deepEqual(queried.sort(), [...expected].sort());
  });
}

test("a continuation is resumed by another iterator", async () => {
  const container = await newContainer();
  for (let i = 0; i < 10; i++) {
    await container.items.create({ id: `i${i}`, pk: "p" });
  }
  const found = [];
  let continuationToken;
  do {
    const page = await container.items
      .query("SELECT * FROM c", { partitionKey: "p", maxItemCount: 3, continuationToken })
      .fetchNext();
    found.push(...page.resources.map((item) => item.id));
    continuationToken = page.continuationToken;
  } while (continuationToken);
  assert.equal(new Set(found).size, 10);
  assert.equal(found.length, 10);
});

const collect = async (iterator) => {
  const ids = [];
  while (iterator.hasMoreResults()) {
    const { resources } = await iterator.fetchNext();
    assert.ok((resources ?? []).length <= 4);
    ids.push(...(resources ?? []).map((item) => item.id));
  }
  return ids;
};
