import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { endpoint, explorer, goneTo, hashOf, key, newPage, notSeen, press, sees, signedIn, signIn } from "./browser.js";
import { advanceClock, find, newContainer } from "./fixture.js";

const MOVED = "The clock of this server has been moved for all of its users.";

/** The clock as the machine has it, whatever a test before has left. */
const resetClock = async () => {
  const response = await fetch(`${endpoint}_mayfly/clock`, { headers: { authorization: `Bearer ${key}` } });
  await advanceClock(-(await response.json()).shiftSeconds);
};

beforeEach(resetClock);

const review = (page) => page.getByRole("dialog", { name: /^Move the clock to .* UTC\?$/ });

test("a move of the clock that expires nothing needs no review, and everyone sees that it was moved", async (t) => {
  const page = await goneTo(t, "#/clock");
  await sees(page, "This server stores its data on disk.");
  await notSeen(page, MOVED);
  await press(page, "+ 1 day");
  await sees(page, "Moved the clock ahead by 1 day.");
  await sees(page, MOVED);
  const other = await signedIn(t);
  await sees(other, MOVED);
  await press(page, "Back to the machine's time");
  await notSeen(page, MOVED);
});

test("a move of the clock that would expire items is reviewed first", async (t) => {
  const container = await newContainer({ defaultTtl: 1800 });
  await container.items.create({ id: "inherits", pk: "p" });
  await container.items.create({ id: "own", pk: "p", ttl: 60 });
  await container.items.create({ id: "never", pk: "p", ttl: -1 });
  const page = await goneTo(t, "#/clock");
  await press(page, "+ 1 minute");
  await review(page).getByText(/^1 item \(.*\) would expire at once:$/).waitFor();
  await press(page, "Cancel");
  await press(page, "+ 1 hour");
  const dialog = review(page);
  await dialog.getByText(/^2 items \(.*\) would expire at once:$/).waitFor();
  await dialog.getByText(`js / ${container.id}`).waitFor();
  await dialog.getByText("own", { exact: true }).waitFor();
  await press(page, "Cancel");
  await dialog.waitFor({ state: "detached" });
  await notSeen(page, MOVED);
  assert.equal((await find(container, "own")).id, "own");

  // The same from any view, by the keyboard.
  await page.goto(explorer + hashOf(container, "items"));
  await sees(page, /Page 1 · 3 items/);
  await page.keyboard.press("c");
  await press(page, "+ 1 hour");
  await press(page, "Move the clock and delete 2 items");
  await sees(page, "Moved the clock ahead by 1 hour.");
  await press(page, "Close");
  await sees(page, /Page 1 · 1 item /);
  assert.equal(await find(container, "own"), undefined);
  assert.equal((await find(container, "never")).id, "never");
});

test("setting the clock, and moving it on to the machine's time, are reviewed as well", async (t) => {
  const page = await goneTo(t, "#/clock");
  const set = async (text) => {
    await page.getByLabel("Set to (UTC)").fill(text);
    await press(page, "Set");
  };
  await set("2021-01-01T00:00:00");
  await sees(page, "Set the clock to 2021-01-01 00:00:00 UTC.");
  const container = await newContainer({ defaultTtl: 86400 });
  await container.items.create({ id: "a", pk: "p" });
  await set("2021-01-03T00:00:00");
  await review(page).getByText(`js / ${container.id}`).waitFor();
  await press(page, "Cancel");
  await press(page, "Back to the machine's time");
  await review(page).getByText(`js / ${container.id}`).waitFor();
  await press(page, "Move the clock and delete 1 item");
  await notSeen(page, MOVED);
  assert.equal(await find(container, "a"), undefined);
});

test("a clock that cannot be reviewed is not moved", async (t) => {
  const page = await goneTo(t, "#/clock");
  await page.route("**/clock/what-if?**", (route) => route.fulfill({ status: 500, body: "no" }), { times: 1 });
  await press(page, "+ 1 day");
  await page.getByRole("alert").filter({ hasText: "500" }).waitFor();
  await notSeen(page, MOVED);
});

test("a count that the server has cut short is reviewed even if it found nothing", async (t) => {
  const page = await goneTo(t, "#/clock");
  const answer = { now: 0, target: 4e9, items: 0, bytes: 0, complete: false, containers: [], containersLeftOut: 0 };
  await page.route("**/clock/what-if?**", (route) => route.fulfill({ json: answer }), { times: 1 });
  await press(page, "+ 1 day");
  await review(page).getByText("The server could not check all containers in time").waitFor();
  await press(page, "Cancel");
  await notSeen(page, MOVED);
});

test("a read-only key shows items, and says what it cannot do", async (t) => {
  const container = await newContainer({ defaultTtl: 60 });
  await container.items.create({ id: "a", pk: "p" });
  const page = await newPage(t);
  await page.goto(explorer + hashOf(container, "items"));
  await signIn(page, process.env.MAYFLY_READ_ONLY_KEY);
  await sees(page, "This key is read-only.");
  await page.getByRole("link", { name: "a", exact: true }).click();
  await page.getByRole("textbox").fill('{"id": "a", "pk": "p", "n": 1}');
  await press(page, "Save");
  await page.getByRole("alert").filter({ hasText: "403 Forbidden" }).waitFor();
  await page.getByRole("link", { name: "TTL", exact: true }).click();
  await sees(page, "The TTL view requires a read-write key.");
  assert.equal(await page.locator(".clock").count(), 0);
  await page.goto(explorer);
  await sees(page, "New database");
});
