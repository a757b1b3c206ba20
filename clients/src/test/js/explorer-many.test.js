import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint, goneTo, press, sees, signedIn } from "./browser.js";

const ANSWER_BYTES_MAX = 100_000;

test("a container with very many items is opened, paged and foreseen without loading it", async (t) => {
  const page = await signedIn(t);
  const answers = [];
  page.on("response", (response) => answers.push(response));
  await page.getByRole("link", { name: "shop" }).first().click();
  await page.getByRole("link", { name: "orders", exact: true }).first().click();
  await sees(page, /Page 1 · 50 items/);
  await press(page, "Next");
  await sees(page, /Page 2 · 50 items/);
  await page.keyboard.press("3");
  await page.getByLabel("Time range").selectOption("month");
  await page.getByRole("img", { name: /Next 30 days/ }).waitFor();
  await sees(page, "Exact: every item was counted.");
  assert.equal(await page.getByRole("region", { name: "Expired items" }).locator("tbody tr").count(), 25);
  assert.ok(answers.length < 40, `${answers.length} requests`);
  for (const answer of answers) {
    const { length } = await answer.body();
    assert.ok(length < ANSWER_BYTES_MAX, `${answer.url()} returned ${length} bytes`);
  }
});

test("SELECT * shows at least ten rows of a page at 1280 × 800, and the pager", async (t) => {
  const page = await goneTo(t, "#/d/shop/c/orders/query");
  await page.setViewportSize({ width: 1280, height: 800 });
  await press(page, "Run");
  await page.locator("table.rows").waitFor();
  const rows = await page.locator("table.rows tbody tr").evaluateAll((all) => {
    const region = document.querySelector(".scroll");
    const bottom = Math.min(innerHeight, region.getBoundingClientRect().top + region.clientHeight);
    return all.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
  });
  assert.ok(rows >= 10, `${rows} rows are visible`);
  const pager = await page.getByRole("button", { name: "Next page" }).boundingBox();
  assert.ok(pager.y + pager.height <= 800);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 800, "the page itself does not scroll");
});

test("the pager of a full page of items is visible without scrolling", async (t) => {
  const page = await goneTo(t, "#/d/shop/c/orders/items");
  await page.setViewportSize({ width: 1280, height: 800 });
  await sees(page, /Page 1 · 50 items/);
  const pager = await page.getByRole("button", { name: "Next", exact: true }).boundingBox();
  assert.ok(pager.y + pager.height <= 800, `${pager.y}`);
});

test("the overview shows the endpoint, what is stored and what expires next", async (t) => {
  const page = await goneTo(t, "#/");
  await sees(page, endpoint);
  const fact = (title) =>
    page.locator(".facts > div", { has: page.getByText(title, { exact: true }) }).locator("dd");
  await fact("Items").waitFor();
  assert.equal(await fact("Databases").textContent(), "2");
  assert.equal(await fact("Containers").textContent(), "4");
  assert.match(await fact("Items").textContent(), /^1\d,\d{3}$/);
  await sees(page, /^\d+ items \(.* KB\) expire in the next 24 hours\.$/);
  const soon = page.getByRole("region", { name: "Items that expire in the next 24 hours" });
  await soon.getByText("shop / orders").waitFor();
  await soon.getByText(/^in .*: order-\d+$/).waitFor();
  await sees(page, /^3 containers, 1\d,\d{3} items$/);
});
