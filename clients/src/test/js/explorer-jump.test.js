// The clock of the server's machine has jumped ahead by an hour, after an item with a TTL of ten minutes was written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notSeen, press, sees, signedIn } from "./browser.js";

const JUMPED = "The clock of the server's machine jumped ahead by 1 h. Items expire by it, but purging is paused";

test("a clock that has jumped is announced on every view, and trusted only after a review", async (t) => {
  const page = await signedIn(t, "#/d/shop/c/sessions/items");
  await sees(page, "This container has no items.");
  await sees(page, JUMPED);
  await sees(page, "The server trusts it in 10 min.");
  await page.getByRole("link", { name: "Review the clock" }).click();
  await press(page, "Trust the machine's clock");
  const dialog = page.getByRole("dialog", { name: "Trust the machine's clock?" });
  await dialog.getByText(/permanently deletes 1 item \(.*\) that has expired:$/).waitFor();
  await dialog.getByText("shop / sessions").waitFor();
  await dialog.getByText("s1", { exact: true }).waitFor();
  await press(page, "Cancel");
  await sees(page, JUMPED);
  await press(page, "Trust the machine's clock");
  await press(page, "Trust the clock and delete 1 item");
  await sees(page, "The clock is trusted; purging continues.");
  await notSeen(page, JUMPED);
  assert.equal(await page.getByRole("button", { name: "Trust the machine's clock" }).count(), 0);
});
