import assert from "node:assert/strict";
import { test } from "node:test";
import { goneTo, hashOf, notSeen, press, sees } from "./browser.js";
import { advanceClock, client, database, name, newContainer } from "./fixture.js";

const settingsOf = async (t, properties = {}, options = {}) => {
  const container = await newContainer(properties, options);
  const page = await goneTo(t, hashOf(container, "settings"));
  await page.getByRole("heading", { name: "TTL" }).waitFor();
  return { container, page };
};

test("a database and a container are created, used and deleted", async (t) => {
  const id = name("shop");
  const page = await goneTo(t, "#/");
  await press(page, "New database");
  await page.getByLabel("Name").fill(id);
  await press(page, "Create");
  await press(page, "New container");
  await page.getByLabel("Name").fill("orders");
  await page.getByLabel("Partition key").fill("/customer");
  await page.getByLabel("TTL", { exact: true }).fill("90");
  await sees(page, "7,776,000 seconds = 90 days after the last write");
  await press(page, "Create");
  await sees(page, "This container has no items.");
  const { resource } = await client.database(id).container("orders").read();
  assert.equal(resource.defaultTtl, 7776000);
  assert.deepEqual(resource.partitionKey.paths, ["/customer"]);

  await page.getByRole("link", { name: "Settings" }).click();
  await press(page, "Delete this container…");
  const remove = page.getByRole("button", { name: "Delete the container" });
  assert.ok(await remove.isDisabled(), "before the name is typed");
  await page.getByLabel(/to confirm/).fill("orders");
  await remove.click();
  await sees(page, "This database has no containers yet.");
  await press(page, "Delete this database…");
  await page.getByLabel(/to confirm/).fill(id);
  await press(page, "Delete the database");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.getByText("Deleted the database").waitFor();
  await page.getByRole("link", { name: id, exact: true }).first().waitFor({ state: "detached" });
});

test("a name that is taken is refused inside the dialog", async (t) => {
  const page = await goneTo(t, "#/");
  await press(page, "New database");
  await page.getByLabel("Name").fill(database.id);
  await press(page, "Create");
  await sees(page, "409 Conflict");
  await press(page, "Cancel");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the tree shows the containers of a database, and where you are", async (t) => {
  const container = await newContainer();
  const page = await goneTo(t, `#/d/${database.id}`);
  const tree = page.getByRole("navigation", { name: "Databases and containers" });
  await tree.getByRole("link", { name: container.id, exact: true }).click();
  await page.getByRole("heading", { name: container.id, level: 1 }).waitFor();
  await tree.locator(`a[aria-current=page]`, { hasText: container.id }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: database.id, level: 1 }).waitFor();
});

test("before the TTL changes the page shows what would expire", async (t) => {
  const { container, page } = await settingsOf(t, { defaultTtl: 100000 });
  await container.items.create({ id: "a", pk: "p" });
  await container.items.create({ id: "b", pk: "p", ttl: -1 });
  await advanceClock(10);
  await page.reload();
  await page.getByLabel("TTL", { exact: true }).fill("1");
  await page.getByLabel("TTL unit").selectOption("seconds");
  await press(page, "Review the change…");
  await sees(page, "Expire at once");
  await page.getByRole("button", { name: "Change the TTL and delete 1 item" }).click();
  await sees(page, "Changed the TTL. Items expire 1 second after their last write.");
  const { resource } = await container.read();
  assert.equal(resource.defaultTtl, 1);
});

test("TTL is turned off, and on without a default", async (t) => {
  const { container, page } = await settingsOf(t, { defaultTtl: 60 });
  await page.getByLabel("Off: nothing expires").check();
  await press(page, "Review the change…");
  await press(page, "Change the TTL");
  await sees(page, "Changed the TTL. TTL is off: nothing expires.");
  assert.equal((await container.read()).resource.defaultTtl, undefined);
  await page.getByLabel(/On without a default/).check();
  await press(page, "Review the change…");
  await press(page, "Change the TTL");
  await sees(page, "Changed the TTL. TTL is on without a default: only items with a ttl expire.");
  assert.equal((await container.read()).resource.defaultTtl, -1);
});

test("an invalid TTL is reported before it is sent", async (t) => {
  const { page } = await settingsOf(t, { defaultTtl: 60 });
  await page.getByLabel("TTL", { exact: true }).fill("0");
  await sees(page, "Enter a TTL from 1 to 2,147,483,647 seconds.");
});

test("the indexing policy is changed as JSON", async (t) => {
  const { container, page } = await settingsOf(t);
  const policy = page.getByLabel("Indexing policy as JSON");
  await policy.fill('{"indexingMode": "consistent",}');
  await press(page, "Save indexing policy");
  await sees(page, "Line 1, column 31: Expected a property name");
  await policy.fill(
    '{"indexingMode": "consistent", "automatic": true, "includedPaths": [{"path": "/*"}], "excludedPaths": [{"path": "/big/*"}]}',
  );
  await press(page, "Save indexing policy");
  await sees(page, "Changed the indexing policy.");
  assert.deepEqual((await container.read()).resource.indexingPolicy.excludedPaths[0], { path: "/big/*" });
});

test("throughput is shown and changed", async (t) => {
  const { container, page } = await settingsOf(t, {}, { offerThroughput: 500 });
  const units = page.getByLabel("Request units per second (RU/s)");
  assert.equal(await units.inputValue(), "500");
  await units.fill("700");
  await press(page, "Change throughput");
  await sees(page, "Changed the throughput of this container to 700 RU/s.");
  const { resource } = await container.readOffer();
  assert.equal(resource.content.offerThroughput, 700);
  await units.fill("401");
  await press(page, "Change throughput");
  await page.getByRole("alert").filter({ hasText: "400 BadRequest" }).waitFor();
});

test("keys are shown", async (t) => {
  const { page } = await settingsOf(t, {
    partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 },
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/email"] }] },
  });
  await sees(page, "/email");
  await sees(page, "Hash, version 2");
});

test("every control has a name, and ids are unique", async (t) => {
  const container = await newContainer({ defaultTtl: 60 });
  const page = await goneTo(t, "#/");
  for (const hash of [
    "#/",
    `#/d/${database.id}`,
    "#/clock",
    "#/statistics",
    ...["items", "item", "query", "time", "settings"].map((tab) => hashOf(container, tab)),
  ]) {
    await page.goto(page.url().replace(/#.*/, hash));
    await page.locator(".view:not([aria-busy]) *").first().waitFor();
    const faults = await page.evaluate(() => {
      const nameOf = (node) =>
        node.getAttribute("aria-label") ?? (node.labels?.length ? node.labels[0].textContent : node.textContent);
      const controls = [...document.querySelectorAll("a, button, input, select, textarea, [role=img]")];
      const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
      return [
        ...controls.filter((node) => !nameOf(node)?.trim()).map((node) => node.tagName + node.className),
        ...ids.filter((id, i) => ids.indexOf(id) !== i),
      ];
    });
    assert.deepEqual(faults, [], hash);
    assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, hash);
  }
});

test("an unknown address says so", async (t) => {
  const page = await goneTo(t, "#/nowhere/at/all");
  await sees(page, "Page not found");
  await page.goto(page.url().replace(/#.*/, "#/d/absent"));
  await sees(page, "404 NotFound");
  await notSeen(page, "Loading…");
});
