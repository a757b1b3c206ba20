import assert from "node:assert/strict";
import { test } from "node:test";
import { failsWith, newContainer } from "./fixture.js";

const COUNT = 40;

const filled = async (partitions) => {
  const container = await newContainer({}, { offerThroughput: partitions * 6000 });
  for (let i = 0; i < COUNT; i++) {
    await container.items.create({
      id: `i${i}`,
      pk: `p${i % 11}`,
      n: i,
      kind: ["ferry", "tug", "yacht"][i % 3],
      tags: [i % 2, "t"],
      ...(i % 4 > 0 ? { crew: i % 7 } : {}),
    });
  }
  return container;
};

const rows = async (container, query, options = {}) => (await container.items.query(query, options).fetchAll()).resources;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const all = Array.from({ length: COUNT }, (_, i) => i);

// What is asked, and the answer; rows without an order are sorted before they are compared.
const questions = [
  ["SELECT VALUE c.n FROM c ORDER BY c.n", all],
  ["SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n DESC", [39, 38, 37]],
  ["SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 2", [5, 6]],
  ["SELECT VALUE COUNT(1) FROM c", [COUNT]],
  ["SELECT VALUE SUM(c.n) FROM c", [sum(all)]],
  ["SELECT VALUE AVG(c.n) FROM c WHERE c.n < 5", [2]],
  ["SELECT VALUE MIN(c.n) FROM c WHERE c.n > 7", [8]],
  ["SELECT VALUE MAX(c.kind) FROM c", ["yacht"]],
  ["SELECT COUNT(1) AS n, MAX(c.n) AS high FROM c", [{ n: COUNT, high: 39 }]],
  ["SELECT VALUE COUNTIF(c.n >= 30) FROM c", [10]],
  [
    "SELECT c.kind, COUNT(1) AS n FROM c GROUP BY c.kind",
    [
      { kind: "ferry", n: 14 },
      { kind: "tug", n: 13 },
      { kind: "yacht", n: 13 },
    ],
  ],
  ["SELECT VALUE SUM(c.n) FROM c WHERE c.n < 3 GROUP BY c.kind", [0, 1, 2]],
  ["SELECT DISTINCT VALUE c.kind FROM c", ["ferry", "tug", "yacht"]],
  ["SELECT DISTINCT VALUE c.kind FROM c ORDER BY c.kind DESC", ["yacht", "tug", "ferry"]],
  ["SELECT VALUE t FROM c JOIN t IN c.tags WHERE c.n < 2 AND IS_NUMBER(t)", [0, 1]],
  ["SELECT VALUE c.n FROM c WHERE c.pk = 'p3'", [3, 14, 25, 36]],
  ["SELECT VALUE c.n FROM c WHERE c.pk IN ('p3', 'p4') AND c.n < 15", [3, 4, 14]],
  ["SELECT VALUE 1", [1]],
];

const ordered = (query, found) =>
  query.includes("ORDER BY")
    ? found
    : [...found].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

for (const partitions of [1, 4]) {
  test(`queries over ${partitions} partition(s) are answered by the server, or by the client with a plan`, async () => {
    const container = await filled(partitions);
    for (const [query, expected] of questions) {
      for (const options of [{}, { forceQueryPlan: true }]) {
        const found = await rows(container, query, options);
        assert.deepEqual(ordered(query, found), ordered(query, expected), `${query} ${JSON.stringify(options)}`);
      }
    }
  });

  for (const [query, options] of [
    ["SELECT VALUE c.n FROM c", {}],
    ["SELECT VALUE c.n FROM c ORDER BY c.n", { enableQueryControl: true }],
  ]) {
    test(`${query} over ${partitions} partition(s) continues page by page`, async () => {
      const container = await filled(partitions);
      const found = [];
      let continuationToken;
      do {
        const page = await container.items
          .query(query, { ...options, maxItemCount: 7, continuationToken })
          .fetchNext();
        found.push(...page.resources);
        continuationToken = page.continuationToken;
      } while (continuationToken);
      assert.deepEqual(ordered(query, found), ordered(query, all));
    });
  }
}

test("a query within a partition key sees nothing else", async () => {
  const container = await filled(4);
  const found = await rows(container, "SELECT VALUE COUNT(1) FROM c", { partitionKey: "p0" });
  assert.deepEqual(found, [4]);
});

test("a query may be given the beginning of a hierarchical key", async () => {
  const container = await newContainer(
    { partitionKey: { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 } },
    { offerThroughput: 24000 },
  );
  for (let i = 0; i < 12; i++) {
    await container.items.create({ id: `i${i}`, tenant: `t${i % 3}`, user: i, n: i });
  }
  const found = await rows(container, "SELECT VALUE c.n FROM c ORDER BY c.n", { partitionKey: ["t1"] });
  assert.deepEqual(found, [1, 4, 7, 10]);
});

test("parameters have names", async () => {
  const container = await filled(1);
  const query = { query: "SELECT VALUE c.n FROM c WHERE c.n = @n", parameters: [{ name: "@n", value: 5 }] };
  assert.deepEqual(await rows(container, query), [5]);
});

test("metrics come when they are asked for", async () => {
  const container = await filled(1);
  const { queryMetrics, indexMetrics } = await container.items
    .query("SELECT * FROM c", { populateQueryMetrics: true, populateIndexMetrics: true })
    .fetchNext();
  assert.ok(queryMetrics !== undefined || indexMetrics !== undefined);
});

test("a query that makes no sense is refused", async () => {
  const container = await filled(1);
  await failsWith(400, rows(container, "SELECT * FROM c WHERE"));
});
