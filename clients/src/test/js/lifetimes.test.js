import assert from "node:assert/strict";
import { test } from "node:test";
import { advanceClock, failsWith, find, newContainer } from "./fixture.js";

// Changes a container's default as applications do it: read, change, replace.
const changeDefault = async (container, defaultTtl) => {
  const { resource } = await container.read();
  if (defaultTtl === undefined) {
    delete resource.defaultTtl;
  } else {
    resource.defaultTtl = defaultTtl;
  }
  await container.replace(resource);
};

const goesAfter = async (seconds, container, id) => {
  await advanceClock(seconds - 2);
  assert.ok(await find(container, id), "before its time");
  await advanceClock(2);
  assert.equal(await find(container, id), undefined, "at its time");
};

const cells = [
  [undefined, undefined, 0],
  [undefined, -1, 0],
  [undefined, 2000, 0],
  [-1, undefined, 0],
  [-1, -1, 0],
  [-1, 2000, 2000],
  [1000, undefined, 1000],
  [1000, -1, 0],
  [1000, 2000, 2000],
];

for (const [defaultTtl, ttl, seconds] of cells) {
  test(`container ${defaultTtl}, item ${ttl}: ${seconds ? `after ${seconds} s` : "never"}`, async () => {
    const container = await newContainer({ defaultTtl });
    await container.items.create({ id: "a", pk: "p", ttl });
    if (seconds) {
      await goesAfter(seconds, container, "a");
    } else {
      await advanceClock(100000000);
      assert.ok(await find(container, "a"));
    }
  });
}

test("any write restarts the countdown", async () => {
  const container = await newContainer({ defaultTtl: 60 });
  await container.items.create({ id: "a", pk: "p" });
  await advanceClock(50);
  await container.item("a", "p").replace({ id: "a", pk: "p" });
  await goesAfter(60, container, "a");
});

test("an item whose lifetime is removed inherits again", async () => {
  const container = await newContainer({ defaultTtl: 100 });
  const { resource } = await container.items.create({ id: "a", pk: "p", ttl: 10 });
  delete resource.ttl;
  await container.item("a", "p").replace(resource);
  await goesAfter(100, container, "a");
});

test("an item's lifetime counts again when time to live is switched on again", async () => {
  const container = await newContainer({ defaultTtl: -1 });
  await container.items.create({ id: "a", pk: "p", ttl: 60 });
  await changeDefault(container, undefined);
  await advanceClock(60);
  assert.ok(await find(container, "a"));
  await changeDefault(container, -1);
  assert.equal(await find(container, "a"), undefined);
});

test("nothing can be done with an expired item", async () => {
  const container = await newContainer({ defaultTtl: 10 });
  await container.items.create({ id: "a", pk: "p" });
  await advanceClock(10);
  await failsWith(404, container.item("a", "p").delete());
  await failsWith(404, container.item("a", "p").replace({ id: "a", pk: "p" }));
  assert.deepEqual((await container.items.readAll().fetchAll()).resources, []);
  assert.equal((await container.items.create({ id: "a", pk: "p" })).statusCode, 201);
});

test("a lifetime is a whole number of seconds, or -1", async () => {
  const container = await newContainer({ defaultTtl: -1 });
  for (const ttl of [0, -2, 1.5, 2147483648, "soon"]) {
    await failsWith(400, container.items.create({ id: "a", pk: "p", ttl }));
  }
});

test("time to live needs an index", async () => {
  const indexingPolicy = { indexingMode: "none", automatic: false };
  await failsWith(400, newContainer({ defaultTtl: 10, indexingPolicy }));
});
