import assert from "node:assert/strict";
import { test } from "node:test";
import { goneTo, hashOf, press, sees } from "./browser.js";
import { advanceClock, find, newContainer } from "./fixture.js";

const aging = async (properties = { defaultTtl: 3000 }) => {
  const container = await newContainer(properties);
  await container.items.create({ id: "inherits", pk: "p" });
  await container.items.create({ id: "short", pk: "p", ttl: 90 });
  await container.items.create({ id: "never", pk: "p", ttl: -1 });
  return container;
};

const tile = (page, title) =>
  page
    .locator(".tile", { has: page.getByText(title, { exact: true }) })
    .locator("dd")
    .first();

const explain = async (page, id, key = "p") => {
  await page.getByLabel("ID", { exact: true }).fill(id);
  await page.getByLabel("Partition key /pk").fill(key);
  await press(page, "Explain");
};

test("the forecast shows what expires when, by pointer, by key and as a table", async (t) => {
  const page = await goneTo(t, hashOf(await aging(), "time"));
  await page.getByLabel("Time range").selectOption("hour");
  const plot = page.getByRole("img", { name: /Next hour, by minute/ });
  await plot.waitFor();
  assert.equal(await tile(page, "Live").textContent(), "3");
  assert.equal(await tile(page, "Never expire").textContent(), "1");
  // A pointer that rests on the plot chooses a bar too.
  await page.mouse.move(0, 0);
  await plot.press("Home");
  await plot.press("ArrowRight");
  await sees(page, /^1 item, .* between 1 minute and 2 minutes from now/);
  await plot.press("End");
  await sees(page, /^0 items, .*and 1 hour from now/);
  await page.getByText("Show as a table").click();
  assert.equal(await page.getByRole("region", { name: "Items that expire" }).locator("tbody tr").count(), 60);
});

test("an item is shown from its last write to its expiry, with the reason", async (t) => {
  const page = await goneTo(t, hashOf(await aging(), "time"));
  await explain(page, "short");
  await page.getByRole("img", { name: /Expires in 1 minute/ }).waitFor();
  await sees(page, "The item's own ttl of 90 (1 minute 30 seconds) applies.");
  await explain(page, "never", '["p"]');
  await page.getByRole("img", { name: /Never expires/ }).waitFor();
  await explain(page, "absent");
  await sees(page, "No such item");
});

test("expired items are listed, restored and purged", async (t) => {
  const container = await aging();
  await advanceClock(100);
  const page = await goneTo(t, hashOf(container, "time"));
  const expired = page.getByRole("region", { name: "Expired items" });
  await expired.getByText("short", { exact: true }).waitFor();
  await explain(page, "short");
  await page.getByRole("img", { name: /Expired \d+ seconds ago/ }).waitFor();
  await press(page, "Restore…");
  await page.getByLabel("ttl in seconds").fill("500");
  await press(page, "Restore");
  await sees(page, "Restored short.");
  assert.equal((await find(container, "short")).ttl, 500);
  await sees(page, "No expired items are waiting for the purge.");

  await advanceClock(600);
  await page.reload();
  await expired.getByText("short", { exact: true }).waitFor();
  await press(page, "Purge now…");
  await press(page, "Purge 1 item");
  await sees(page, "Purged 1 item.");
  await sees(page, "No expired items are waiting for the purge.");
});

test("the backlog of the purge is live", async (t) => {
  const container = await aging();
  const page = await goneTo(t, hashOf(container, "time"));
  await page.getByRole("img", { name: /Items waiting .* now 0 items/ }).waitFor();
  await advanceClock(100);
  await page.getByRole("img", { name: /Items waiting .* now 1 item/ }).waitFor();
});

test("the clock is moved, and what is shown moves with it", async (t) => {
  const container = await newContainer({ defaultTtl: 3600 });
  await container.items.create({ id: "a", pk: "p" });
  const page = await goneTo(t, "#/clock");
  await sees(page, "All data is in memory");
  await press(page, "+ 1 hour");
  await sees(page, "Moved the clock ahead by 1 hour.");
  await page.locator(".chip").waitFor();
  await page.goto(page.url().replace(/#.*/, hashOf(container, "items")));
  await sees(page, "This container has no items.");
  await container.items.create({ id: "b", pk: "p" });
  await page.reload();
  await page.getByRole("link", { name: "b", exact: true }).waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog", { name: "Clock" }).waitFor();
  await page.getByLabel("Set to (UTC)").fill("2031-02-03T04:05:06");
  await press(page, "Set");
  await sees(page, /2031-02-03 04:05:0\d/);
  await sees(page, "This container has no items.");
  await press(page, "Back to the machine's time");
  await sees(page, "This is the time of the server's machine.");
  assert.equal(await page.getByText("The clock of this server has been moved").count(), 0);
});

test("statistics count live items and those that wait for the purge", async (t) => {
  const container = await aging();
  await advanceClock(100);
  const page = await goneTo(t, "#/statistics");
  const row = page.locator("tr", { hasText: container.id });
  await row.waitFor();
  assert.deepEqual((await row.locator("td").allTextContents()).slice(1, 3), ["1", "2"]);
  assert.equal(await row.locator("td").nth(4).textContent(), "1");
});
