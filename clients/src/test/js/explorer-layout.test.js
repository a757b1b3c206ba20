// The page on screens of every width.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer, goneTo, newPage, press, sees } from "./browser.js";

const WIDTHS = [360, 390, 768, 1280];
const orders = "#/d/shop/c/orders/";

const settled = (page) => page.locator(".view:not([aria-busy]) > *").first().waitFor();

/** What is wider than the page, so that a failure says where to look. */
const overflow = (page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll("body *")].filter(
      (node) => node.getBoundingClientRect().right > clientWidth + 1 && !node.closest(".scroll, pre, .editor, .unseen"),
    );
    return scrollWidth > clientWidth
      ? `${scrollWidth} > ${clientWidth}: ${wide.map((node) => `${node.tagName}.${node.getAttribute("class")}`).slice(0, 5)}`
      : "";
  });

/** Charts are drawn again in the frame after their width has changed. */
const nextFrame = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const assertFits = async (page, name) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await nextFrame(page);
    assert.equal(await overflow(page), "", `${name} at ${width} px`);
    const signOut = page.getByRole("button", { name: "Sign out" });
    if (await signOut.count()) {
      const box = await signOut.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${name} at ${width} px: Sign out is visible`);
    }
  }
};

const VIEWS = {
  overview: ["#/", (page) => sees(page, /in the next 24 hours/)],
  database: ["#/d/shop", (page) => sees(page, "catalog")],
  clock: ["#/clock", (page) => sees(page, "All data is in memory")],
  statistics: ["#/statistics", (page) => page.locator("tbody tr").first().waitFor()],
  items: [`${orders}items`, (page) => sees(page, /Page 1/)],
  "new item": [`${orders}item`, settled],
  TTL: [`${orders}time`, (page) => page.locator(".plot-tick").first().waitFor()],
  settings: [`${orders}settings`, (page) => sees(page, "Indexing policy")],
  query: [
    `${orders}query`,
    async (page) => {
      await press(page, "Run");
      await page.locator("table.rows").waitFor();
    },
  ],
};

test("signing in does not scroll sideways", async (t) => {
  const page = await newPage(t);
  await page.goto(explorer);
  await page.getByLabel("Account key").waitFor();
  await assertFits(page, "sign-in");
});

test("no view scrolls sideways, and Sign out stays visible", async (t) => {
  let page;
  for (const [name, [hash, ready]] of Object.entries(VIEWS)) {
    page = await goneTo(t, hash);
    await ready(page);
    await assertFits(page, name);
  }
  await page.getByLabel("System properties").check();
  await assertFits(page, "query with system properties");
  await press(page, "JSON");
  await assertFits(page, "query as JSON");
  await goneTo(t, `${orders}items`);
  await page.locator("table.items a").first().click();
  await sees(page, "All items");
  await assertFits(page, "item");
});

test("no dialog scrolls sideways, and a moved clock leaves Sign out visible", async (t) => {
  const page = await goneTo(t, `${orders}settings`);
  await page.getByLabel("TTL", { exact: true }).fill("60");
  await press(page, "Review the change…");
  await sees(page, "Expire at once");
  await assertFits(page, "review of a TTL change");
  await press(page, "Cancel");
  await page.keyboard.press("c");
  await press(page, "+ 1 year");
  await press(page, "+ 30 days");
  await page.locator(".chip", { hasText: "+1 y 30 d" }).waitFor();
  await assertFits(page, "clock");
  await press(page, "Back to the machine's time");
  await page.locator(".chip").waitFor({ state: "detached" });
});

test("on a small screen the tree opens over the page, and closes after a choice", async (t) => {
  const page = await goneTo(t, "#/");
  await page.setViewportSize({ width: 390, height: 800 });
  const tree = page.getByRole("navigation", { name: "Databases and containers" });
  const heading = page.getByRole("heading", { name: "Overview" });
  const menu = page.getByRole("button", { name: "Menu" });
  await heading.waitFor();
  assert.ok(!(await tree.isVisible()));
  const { y } = await heading.boundingBox();
  assert.ok(y < 120, `the content starts at ${y} px`);
  await menu.click();
  await tree.getByRole("link", { name: "Statistics" }).waitFor();
  assert.equal((await heading.boundingBox()).y, y, "the page stays where it is");
  await page.keyboard.press("Escape");
  await tree.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "menu");
  await menu.click();
  await tree.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("heading", { name: "Statistics" }).waitFor();
  await tree.waitFor({ state: "hidden" });
});

test("the labels of a chart keep their size and do not overlap", async (t) => {
  const page = await goneTo(t, `${orders}time`);
  await page.setViewportSize({ width: 360, height: 800 });
  for (const range of ["auto", "hour", "month", "year"]) {
    await page.getByLabel("Time range").selectOption(range);
    await page.locator("[aria-busy] .plot-tick").first().waitFor({ state: "detached" });
    await page.locator(".plot-tick").nth(1).waitFor();
    await nextFrame(page);
    const ticks = await page.locator(".plot-tick").evaluateAll((nodes) =>
      nodes.map((node) => {
        const { left, right, height } = node.getBoundingClientRect();
        return { left, right, height, text: node.textContent };
      }),
    );
    assert.ok(ticks.length >= 3, `${range}: ${ticks.length} labels`);
    ticks.forEach((tick, i) => {
      assert.ok(tick.height >= 11, `${range}: ${tick.text} is ${tick.height} px high`);
      assert.ok(i === 0 || tick.left > ticks[i - 1].right, `${range}: ${tick.text} overlaps ${ticks[i - 1]?.text}`);
      assert.match(tick.text, /^(\d+ (min|h|d|y)|\d\d:\d\d|\d+ [A-Z][a-z]{2}|[A-Z][a-z]{2} \d{4})$/);
    });
  }
});

test("statistics show all columns", async (t) => {
  const page = await goneTo(t, "#/statistics");
  const region = page.getByRole("region", { name: "Containers" });
  await region.waitFor();
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    assert.ok(await region.evaluate((node) => node.scrollWidth <= node.clientWidth), `${width} px`);
  }
});
