import assert from "node:assert/strict";
import { test } from "node:test";
import { press, sees, signedIn } from "./browser.js";

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
  await page.getByLabel("Span").selectOption("month");
  await page.getByRole("img", { name: /Next 30 days/ }).waitFor();
  await sees(page, "Every item was counted.");
  assert.equal(await page.getByRole("region", { name: "Expired items" }).locator("tbody tr").count(), 25);
  assert.ok(answers.length < 40, `${answers.length} requests`);
  for (const answer of answers) {
    const { length } = await answer.body();
    assert.ok(length < ANSWER_BYTES_MAX, `${answer.url()} answered ${length} bytes`);
  }
});
