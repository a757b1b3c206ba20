import assert from "node:assert/strict";
import { test } from "node:test";
import { goneTo, hashOf, press, sees } from "./browser.js";
import { newContainer } from "./fixture.js";

const asked = async (t, { items = 3, properties = {} } = {}) => {
  const container = await newContainer(properties);
  for (let i = 0; i < items; i++) {
    await container.items.create({ id: `i${i}`, pk: `p${i}`, n: i, tags: ["x", i] });
  }
  const page = await goneTo(t, hashOf(container, "query"));
  const run = async (text) => {
    await page.getByLabel("Query", { exact: true }).fill(text);
    await page.keyboard.press("Control+Enter");
  };
  return { container, page, run };
};

const rows = (page) => page.locator("table.rows tbody tr").allTextContents();

test("a query shows its rows as a table and as JSON, with charge and indexes", async (t) => {
  const { page, run } = await asked(t);
  await run("SELECT c.id, c.n FROM c WHERE c.n >= 1 ORDER BY c.n DESC");
  await sees(page, "Index: ");
  assert.deepEqual(await rows(page), ["i22", "i11"]);
  await sees(page, /^\d+(\.\d+)? RU$/);
  await press(page, "JSON");
  assert.deepEqual(JSON.parse(await page.getByLabel("Rows as JSON").textContent()), [
    { id: "i2", n: 2 },
    { id: "i1", n: 1 },
  ]);
});

test("keywords, strings and numbers are highlighted", async (t) => {
  const { page } = await asked(t, { items: 0 });
  await page.getByLabel("Query", { exact: true }).fill("SELECT COUNT(1) FROM c WHERE c.a = 'x' -- why");
  assert.deepEqual(await page.locator(".code-keyword").allTextContents(), ["SELECT", "FROM", "WHERE"]);
  assert.deepEqual(await page.locator(".code-function, .code-text, .code-number, .code-comment").allTextContents(), [
    "COUNT",
    "1",
    "'x'",
    "-- why",
  ]);
});

test("an error is shown where it is", async (t) => {
  const { page, run } = await asked(t, { items: 0 });
  await run("SELECT *\nFROM c\nWHERE c.n >>>= 1");
  await sees(page, /^Line 3, column \d+: Syntax error/);
  assert.ok((await page.locator(".code-fault").count()) > 0);
  const place = await page
    .getByLabel("Query", { exact: true })
    .evaluate((area) => area.value.slice(0, area.selectionStart).split("\n").length);
  assert.equal(place, 3, "the cursor is in the line of the error");
  await run("SELECT VALUE 1");
  await sees(page, "1 row");
  assert.equal(await page.locator(".code-fault").count(), 0);
});

test("a long result is shown page by page", async (t) => {
  const { container, page, run } = await asked(t, { items: 0 });
  for (let i = 0; i < 3; i++) {
    await container.items.create({ id: `i${i}`, pk: "p", numbers: Array.from({ length: 70 }, (_, j) => j) });
  }
  await run("SELECT VALUE n FROM c JOIN n IN c.numbers");
  await sees(page, "100 rows, more follow");
  await press(page, "Next page");
  await sees(page, "Page 2");
  await press(page, "Next page");
  await sees(page, "Page 3");
  assert.equal((await rows(page)).length, 10);
  assert.ok(await page.getByRole("button", { name: "Next page" }).isDisabled());
});

test("parameters have values", async (t) => {
  const { page, run } = await asked(t);
  await page.getByText("Parameters").click();
  await page.getByLabel("Values as JSON").fill('{"@n": 2}');
  await run("SELECT VALUE c.id FROM c WHERE c.n = @n");
  await sees(page, "Page 1");
  assert.deepEqual(await rows(page), ["i2"]);
  await page.getByLabel("Values as JSON").fill("{");
  await press(page, "Run");
  await sees(page, "The parameters are not a JSON object");
});

test("several partitions are answered as one, in order and summed up", async (t) => {
  const { page, run } = await asked(t, { items: 12, properties: { throughput: 18000 } });
  await sees(page, "Runs on 3 physical partitions.");
  await run("SELECT VALUE c.n FROM c ORDER BY c.n");
  await sees(page, "Page 1");
  assert.deepEqual(
    await rows(page),
    Array.from({ length: 12 }, (_, i) => String(i)),
  );
  await run("SELECT COUNT(1) AS items, SUM(c.n) AS total FROM c");
  await page.locator("table.rows th", { hasText: "total" }).waitFor();
  assert.deepEqual(await rows(page), ["1266"]);
});

test("the text of a query is still there after looking at something else", async (t) => {
  const { page, run } = await asked(t);
  await run("SELECT VALUE 42");
  await page.getByRole("link", { name: "Items" }).click();
  await sees(page, /Page 1 · 3 items/);
  await page.keyboard.press("2");
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "SELECT VALUE 42");
});

test("system properties are hidden unless they are asked for", async (t) => {
  const { page, run } = await asked(t, { items: 1 });
  const heads = () => page.locator("table.rows th").allTextContents();
  await run("SELECT * FROM c");
  await sees(page, "1 row");
  assert.deepEqual(await heads(), ["id", "pk", "n", "tags"]);
  await press(page, "JSON");
  assert.deepEqual(JSON.parse(await page.getByLabel("Rows as JSON").textContent()), [
    { id: "i0", pk: "p0", n: 0, tags: ["x", 0] },
  ]);
  await page.getByLabel("System properties").check();
  assert.ok("_etag" in JSON.parse(await page.getByLabel("Rows as JSON").textContent())[0]);
  await press(page, "Table");
  assert.deepEqual(await heads(), ["id", "pk", "n", "tags", "_rid", "_self", "_etag", "_attachments", "_ts"]);
  assert.ok(await page.getByLabel("System properties").isChecked());
  await page.getByLabel("System properties").uncheck();
  await run("SELECT c.id, c._ts FROM c");
  await page.locator("table.rows th", { hasText: "_ts" }).waitFor();
  assert.equal(await page.getByLabel("System properties").count(), 0);
});

test("a long value stays on one line, and the table scrolls sideways on its own", async (t) => {
  const { container, page, run } = await asked(t, { items: 0 });
  const item = { id: "long", pk: "p" };
  for (let i = 0; i < 15; i++) {
    item[`text${i}`] = "one two three ".repeat(20);
  }
  await container.items.create(item);
  await run("SELECT * FROM c");
  await sees(page, "1 row");
  const row = await page.locator("table.rows tbody tr").boundingBox();
  assert.ok(row.height < 40, `${row.height} px`);
  const sizes = await page.evaluate(() => {
    const region = document.querySelector(".scroll");
    const root = document.documentElement;
    return { inside: region.scrollWidth > region.clientWidth, page: root.scrollWidth > root.clientWidth };
  });
  assert.deepEqual(sizes, { inside: true, page: false });
});
