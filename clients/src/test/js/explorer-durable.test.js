import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer, hashOf, newPage, notSeen, press, sees, signedIn, signIn } from "./browser.js";
import { newContainer } from "./fixture.js";

test("who moves the clock of a server that keeps its data is warned, and so is everybody else", async (t) => {
  const page = await signedIn(t, "#/clock");
  await sees(page, "This server keeps its data on disk.");
  await notSeen(page, "The clock of this server has been moved");
  await press(page, "+ 1 day");
  await sees(page, "The clock of this server has been moved, for everybody who uses it");
  const other = await signedIn(t);
  await sees(other, "The clock of this server has been moved, for everybody who uses it");
  await press(page, "Back to the machine's time");
  await notSeen(page, "The clock of this server has been moved");
});

test("a key that may only read shows items, and says what it cannot", async (t) => {
  const container = await newContainer({ defaultTtl: 60 });
  await container.items.create({ id: "a", pk: "p" });
  const page = await newPage(t);
  await page.goto(explorer + hashOf(container, "items"));
  await signIn(page, process.env.MAYFLY_READ_ONLY_KEY);
  await sees(page, "This key may only read.");
  await page.getByRole("link", { name: "a", exact: true }).click();
  await page.getByRole("textbox").fill('{"id": "a", "pk": "p", "n": 1}');
  await press(page, "Save");
  await page.getByRole("alert").filter({ hasText: "403 Forbidden" }).waitFor();
  await page.getByRole("link", { name: "Time" }).click();
  await sees(page, "What the admin API knows about time needs a key that may write.");
  assert.equal(await page.locator(".clock").count(), 0);
});
