import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer, goneTo, hashOf, notSeen, press, sees, signedIn } from "./browser.js";
import { advanceClock, find, newContainer } from "./fixture.js";

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const itemHash = (container, id, partitionKey = ["p"]) =>
  hashOf(container, "item", { id, partitionKey: JSON.stringify(partitionKey) });

const filled = async (count, properties = {}) => {
  const container = await newContainer(properties);
  for (let i = 0; i < count; i++) {
    await container.items.create({ id: `i${String(i).padStart(3, "0")}`, pk: "p", size: i });
  }
  return container;
};

const editorOf = (page) => page.getByRole("textbox", { name: /as JSON$/ });

test("items are browsed page by page, forth and back", async (t) => {
  const page = await goneTo(t, hashOf(await filled(120), "items"));
  const rows = page.locator("table.items tbody tr");
  const first = await rows.first().textContent();
  await sees(page, /Page 1 · 50 items/);
  await press(page, "Next");
  await sees(page, /Page 2 · 50 items/);
  assert.notEqual(await rows.first().textContent(), first);
  await press(page, "Next");
  await sees(page, /Page 3 · 20 items/);
  assert.ok(await page.getByRole("button", { name: "Next" }).isDisabled());
  await press(page, "Previous");
  await press(page, "Previous");
  await sees(page, /Page 1 · 50 items/);
  assert.equal(await rows.first().textContent(), first);
});

test("items are filtered by what stands after WHERE, and the filter is part of the address", async (t) => {
  const page = await goneTo(t, hashOf(await filled(20), "items"));
  await page.getByLabel("WHERE", { exact: true }).fill("c.size >= 18");
  await press(page, "Filter");
  await sees(page, /Page 1 · 2 items/);
  await page.reload();
  await sees(page, /Page 1 · 2 items/);
  await page.getByLabel("WHERE", { exact: true }).fill("c.size === 18");
  await page.keyboard.press("Enter");
  await sees(page, /Column 9: Syntax error/);
  await page.getByRole("link", { name: "Clear" }).click();
  await sees(page, /Page 1 · 20 items/);
});

test("an item is created, edited and deleted", async (t) => {
  const container = await newContainer({ defaultTtl: 1000 });
  const page = await goneTo(t, hashOf(container, "items"));
  await page.getByRole("link", { name: "New item" }).click();
  await editorOf(page).fill('{"id": "a", "pk": "p", "n": 12345678901234567890, "2": 1, "1": 2}');
  await press(page, "Create");
  await page.getByRole("heading", { name: "a", exact: true }).waitFor();
  await page.getByRole("img", { name: /Expires in 16 minutes/ }).waitFor();
  const text = await editorOf(page).inputValue();
  assert.match(text, /"n": 12345678901234567890,\n {2}"2": 1,\n {2}"1": 2/, "numbers and order stay as they are");
  await editorOf(page).fill(text.replace("12345678901234567890", "7.50"));
  await page.keyboard.press("Control+Enter");
  await sees(page, "Saved a.");
  assert.equal((await find(container, "a")).n, 7.5);
  await press(page, "Delete…");
  await press(page, "Delete");
  await sees(page, "This container has no items.");
  assert.equal(await find(container, "a"), undefined);
});

test("JSON with a fault is not sent, and the fault is shown in its place", async (t) => {
  const container = await newContainer();
  const page = await goneTo(t, hashOf(container, "item"));
  await editorOf(page).fill('{\n  "id": "a",\n  "pk": "p",\n  "pk": "q"\n}');
  await press(page, "Create");
  await sees(page, 'Line 4, column 3: Duplicate property "pk".');
  assert.equal(await editorOf(page).evaluate((area) => area.selectionStart), 30);
  await editorOf(page).fill('{\n  "id": "a",\n  "pk": p\n}');
  await press(page, "Create");
  await sees(page, "Line 3, column 9: Expected a value.");
  assert.equal(await page.getByRole("textbox", { name: /as JSON$/ }).getAttribute("aria-invalid"), "true");
});

test("what the server refuses is shown, and the text stays", async (t) => {
  const container = await newContainer({ defaultTtl: -1 });
  const page = await goneTo(t, hashOf(container, "item"));
  await editorOf(page).fill('{"id": "a", "pk": "p", "ttl": 0}');
  await press(page, "Create");
  await page.getByRole("alert").filter({ hasText: "400 BadRequest" }).waitFor();
  assert.equal(await editorOf(page).inputValue(), '{"id": "a", "pk": "p", "ttl": 0}');
});

test("after a conflicting write both versions are shown, and the user can overwrite", async (t) => {
  const container = await newContainer();
  await container.items.create({ id: "a", pk: "p", n: 1 });
  const page = await goneTo(t, hashOf(container, "items"));
  await page.getByRole("link", { name: "a", exact: true }).click();
  await editorOf(page).fill('{"id": "a", "pk": "p", "n": "mine"}');
  await container.item("a", "p").replace({ id: "a", pk: "p", n: "theirs" });
  await press(page, "Save");
  const dialog = page.getByRole("dialog", { name: "Someone else has changed the item" });
  await dialog.getByText('"n": "theirs"').waitFor();
  await press(page, "Continue");
  await sees(page, "Choose a version, or cancel to continue editing.");
  await page.getByLabel("Overwrite with mine").check();
  await press(page, "Continue");
  await sees(page, "Saved a.");
  assert.equal((await find(container, "a")).n, "mine");
});

test("after a conflicting write the user can keep the other version", async (t) => {
  const container = await newContainer();
  await container.items.create({ id: "a", pk: "p", n: 1 });
  const page = await goneTo(t, itemHash(container, "a"));
  await editorOf(page).fill('{"id": "a", "pk": "p", "n": "mine"}');
  await container.item("a", "p").replace({ id: "a", pk: "p", n: "theirs" });
  await press(page, "Save");
  await page.getByLabel("Keep theirs").check();
  await press(page, "Continue");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("theirs"));
  assert.equal((await find(container, "a")).n, "theirs");
});

test("an item that expired while it was edited can be created again", async (t) => {
  const container = await newContainer({ defaultTtl: 60 });
  await container.items.create({ id: "a", pk: "p", n: 1 });
  const page = await goneTo(t, itemHash(container, "a"));
  await editorOf(page).fill('{"id": "a", "pk": "p", "n": 2}');
  await advanceClock(61);
  await press(page, "Save");
  await page.getByRole("dialog", { name: "The item no longer exists" }).waitFor();
  await page.getByLabel("Create it again").check();
  await press(page, "Continue");
  await sees(page, "Saved a.");
  assert.equal((await find(container, "a")).n, 2);
});

test("what was typed survives a moved clock, and is left only on purpose", async (t) => {
  const container = await newContainer();
  await container.items.create({ id: "a", pk: "p" });
  const page = await signedIn(t, itemHash(container, "a"));
  const text = '{"id": "a", "pk": "p", "typed": true}';
  await editorOf(page).fill(text);
  await page.locator(".clock").click();
  await press(page, "+ 1 minute");
  await sees(page, "Moved the clock ahead by 1 minute.");
  await press(page, "Close");
  assert.equal(await editorOf(page).inputValue(), text);
  page.removeAllListeners("dialog");
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "SQL" }).click();
  await page.waitForURL(/\/item\?/);
  assert.equal(await editorOf(page).inputValue(), text);
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "SQL" }).click();
  await page.getByLabel("Query", { exact: true }).waitFor();
});

test("an item that does not exist says so", async (t) => {
  const page = await goneTo(t, itemHash(await newContainer(), "absent"));
  await sees(page, "does not exist: it has expired, was deleted, or was never created.");
});

test("markup in ids, keys and values stays text", async (t) => {
  const container = await newContainer({ id: `<b>bold<i> & "c" ${process.pid}` });
  const id = `<b>${process.pid}`;
  await container.items.create({ id, pk: MARKUP, [MARKUP]: MARKUP });
  const page = await goneTo(t, hashOf(container, "items"));
  await sees(page, "<img src=x");
  await page.getByRole("link", { name: id, exact: true }).click();
  await page.getByRole("heading", { name: id, exact: true }).waitFor();
  assert.ok((await editorOf(page).inputValue()).includes("onerror"));
  await page.getByRole("link", { name: "SQL" }).click();
  await page.getByLabel("Query", { exact: true }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.press("Control+Enter");
  await page.locator("table.rows th", { hasText: "onerror" }).waitFor();
  await page.getByRole("link", { name: "TTL" }).click();
  await sees(page, "Expiry forecast");
  assert.equal(await page.locator("main img, main script, main b, main i").count(), 0);
  assert.match(await page.title(), /Mayfly explorer$/);
});

test("keys of every kind lead to their items", async (t) => {
  const container = await newContainer({ partitionKey: { paths: ["/a", "/b/c"], kind: "MultiHash", version: 2 } });
  const items = [
    { id: "text", a: "ü 'quoted' \"/?#%", b: { c: "日本" } },
    { id: "numbers", a: -1.5, b: { c: true } },
    { id: "nulls", a: null, b: { c: null } },
    { id: "id with % & + 'quotes'", a: "x", b: { c: "y" } },
  ];
  for (const item of items) {
    await container.items.create(item);
  }
  const page = await goneTo(t, hashOf(container, "items"));
  for (const { id } of items) {
    await page.getByRole("link", { name: id, exact: true }).click();
    await page.getByRole("heading", { name: id, exact: true }).waitFor();
    await page.goBack();
  }
});

test("an item without a partition key is opened and saved", async (t) => {
  const container = await newContainer();
  await container.items.create({ id: "keyless", n: 1 });
  const page = await goneTo(t, hashOf(container, "items"));
  await page.getByRole("link", { name: "keyless" }).click();
  await editorOf(page).fill('{"id": "keyless", "n": 2}');
  await press(page, "Save");
  await sees(page, "Saved keyless.");
  await notSeen(page, "Failed");
  assert.ok(page.url().startsWith(explorer));
});

test("an item whose ttl is not applied because TTL is off says why, and leads to the settings", async (t) => {
  const container = await newContainer();
  await container.items.create({ id: "a", pk: "p", ttl: 3600 });
  await container.items.create({ id: "b", pk: "p" });
  const page = await goneTo(t, hashOf(container, "items"));
  await sees(page, "TTL is off for this container (it has no defaultTtl), so the ttl of its items is not applied");
  await page.getByRole("link", { name: "a", exact: true }).click();
  await sees(page, "so the item's ttl of 3,600 (1 hour) is not applied. To apply it, turn TTL on: without a default (-1)");
  await page.getByRole("link", { name: "TTL settings" }).click();
  await page.getByRole("heading", { name: "TTL" }).waitFor();
  await page.goto(explorer + itemHash(container, "b"));
  await sees(page, "TTL is off for this container (it has no defaultTtl), so none of its items expire.");
});

test("a filter without matches says so", async (t) => {
  const page = await goneTo(t, hashOf(await filled(1), "items", { where: "c.size = 7" }));
  await sees(page, "No matching items.");
});
