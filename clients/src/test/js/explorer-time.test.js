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
  await page.getByLabel("Id", { exact: true }).fill(id);
  await page.getByLabel("Partition key /pk").fill(key);
  await press(page, "Explain");
};

test("the forecast shows what expires when, by pointer, by key and as a table", async (t) => {
  const page = await goneTo(t, hashOf(await aging(), "time"));
  await page.getByLabel("Span").selectOption("hour");
  const plot = page.getByRole("img", { name: /Next hour, by the minute/ });
  await plot.waitFor();
  assert.equal(await tile(page, "Live").textContent(), "3");
  assert.equal(await tile(page, "Never expire").textContent(), "1");
  await plot.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await sees(page, /^1 item, .* between 1 minute and 2 minutes from now/);
  await page.keyboard.press("End");
  await sees(page, /^0 items, .*and 1 hour from now/);
  await page.getByText("The same as a table").click();
  assert.equal(await page.getByRole("region", { name: "Items that expire" }).locator("tbody tr").count(), 60);
});

test("the life of an item is drawn from its write to its end", async (t) => {
  const page = await goneTo(t, hashOf(await aging(), "time"));
  await explain(page, "short");
  await page.getByRole("img", { name: /It has 1 minute \d+ seconds left|It has 1 minute 30 seconds left/ }).waitFor();
  await sees(page, "The item has a ttl of its own. Its ttl is 90.");
  await explain(page, "never", '["p"]');
  await page.getByRole("img", { name: /It never expires/ }).waitFor();
  await explain(page, "absent");
  await sees(page, "There is no such item");
});

test("what has expired is listed, brought back and purged", async (t) => {
  const container = await aging();
  await advanceClock(100);
  const page = await goneTo(t, hashOf(container, "time"));
  const expired = page.getByRole("region", { name: "Expired items" });
  await expired.getByText("short", { exact: true }).waitFor();
  await explain(page, "short");
  await page.getByRole("img", { name: /It expired \d+ seconds ago/ }).waitFor();
  await press(page, "Bring back…");
  await page.getByLabel("ttl, in seconds").fill("500");
  await press(page, "Bring it back");
  await sees(page, "Brought short back.");
  assert.equal((await find(container, "short")).ttl, 500);
  await sees(page, "Nothing that has expired is still stored.");

  await advanceClock(600);
  await page.reload();
  await expired.getByText("short", { exact: true }).waitFor();
  await press(page, "Purge now…");
  await press(page, "Purge now");
  await sees(page, "Purged 1 item.");
  await sees(page, "Nothing that has expired is still stored.");
});

test("the backlog of the purge is watched", async (t) => {
  const container = await aging();
  const page = await goneTo(t, hashOf(container, "time"));
  await page.getByRole("img", { name: /Items that waited .* now 0 items/ }).waitFor();
  await advanceClock(100);
  await page.getByRole("img", { name: /Items that waited .* now 1 item/ }).waitFor();
});

test("the clock is moved, and what is shown moves with it", async (t) => {
  const container = await newContainer({ defaultTtl: 3600 });
  await container.items.create({ id: "a", pk: "p" });
  const page = await goneTo(t, "#/clock");
  await sees(page, "Everything here is in memory");
  await press(page, "+ 1 hour");
  await sees(page, "The clock was moved by 1 hour.");
  await page.locator(".chip").waitFor();
  await page.goto(page.url().replace(/#.*/, hashOf(container, "items")));
  await sees(page, "There is no item in this container.");
  await container.items.create({ id: "b", pk: "p" });
  await page.reload();
  await page.getByRole("link", { name: "b", exact: true }).waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog", { name: "Clock" }).waitFor();
  await page.getByLabel("Set it to, UTC").fill("2031-02-03T04:05:06");
  await press(page, "Set");
  await sees(page, /2031-02-03 04:05:0\d/);
  await sees(page, "There is no item in this container.");
  await press(page, "Back to the machine's time");
  await sees(page, "It is the clock of the server's machine.");
  assert.equal(await page.getByText("The clock of this server has been moved").count(), 0);
});

test("statistics count what lives and what waits", async (t) => {
  const container = await aging();
  await advanceClock(100);
  const page = await goneTo(t, "#/statistics");
  const row = page.locator("tr", { hasText: container.id });
  await row.waitFor();
  assert.deepEqual((await row.locator("td").allTextContents()).slice(1, 3), ["1", "2"]);
  assert.equal(await row.locator("td").nth(4).textContent(), "1");
});
