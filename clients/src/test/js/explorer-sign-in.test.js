import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint, explorer, key, newPage, sees, signedIn, signIn } from "./browser.js";
import { name } from "./fixture.js";

test("the key opens the page, and is kept for the tab alone", async (t) => {
  const page = await newPage(t);
  await page.goto(explorer);
  await signIn(page);
  await sees(page, "New database");
  assert.deepEqual(
    await page.evaluate(() => [Object.values(sessionStorage), Object.values(localStorage), document.cookie]),
    [[key], [], ""],
  );
  await page.reload();
  await sees(page, "New database");
});

test("signing out forgets the key", async (t) => {
  const page = await signedIn(t);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Account key").waitFor();
  assert.deepEqual(await page.evaluate(() => Object.values(sessionStorage)), []);
  await page.reload();
  await page.getByLabel("Account key").waitFor();
});

test("a wrong key is refused in plain words", async (t) => {
  const page = await newPage(t);
  await page.goto(explorer);
  await signIn(page, Buffer.alloc(64).toString("base64"));
  await sees(page, "The server does not accept this key.");
  await signIn(page, "not a key");
  await sees(page, "A key is at least 32 bytes in base64.");
  assert.deepEqual(await page.evaluate(() => Object.values(sessionStorage)), []);
});

test("a link leads to its view after signing in", async (t) => {
  const page = await signedIn(t, "#/statistics");
  await page.getByRole("heading", { name: "Statistics" }).waitFor();
});

test("the paths of the emulator work too", async (t) => {
  const page = await newPage(t);
  for (const path of ["_explorer", "_explorer/index.html"]) {
    await page.goto(endpoint + path);
    await page.getByLabel("Account key").waitFor();
  }
});

test("the page says when the server does not respond, and when it is back", async (t) => {
  const page = await signedIn(t);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Statistics" }).click();
  await sees(page, "The server does not respond. Retrying automatically.");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Retry now" }).click();
  await sees(page, "The server responds again.");
  await page.getByRole("heading", { name: "Statistics" }).waitFor();
  assert.equal(await page.getByText("The server does not respond").count(), 0);
});

test("without WebCrypto the page says how to get to https", async (t) => {
  const page = await newPage(t);
  await page.addInitScript(() => Object.defineProperty(globalThis, "isSecureContext", { value: false }));
  await page.goto(explorer);
  await sees(page, "This page requires HTTPS");
  const link = page.getByRole("link", { name: /^https:/ });
  assert.equal(await link.getAttribute("href"), `https://${new URL(endpoint).host}/_explorer`);
});

test("light and dark follow the system until somebody chooses", async (t) => {
  const page = await newPage(t, { colorScheme: "dark" });
  await page.goto(explorer);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.getByRole("button", { name: "Theme: auto" }).click();
  await page.getByRole("button", { name: "Theme: light" }).waitFor();
  assert.notEqual(await paper(), dark);
  await page.reload();
  await page.getByRole("button", { name: "Theme: light" }).click();
  assert.equal(await paper(), dark);
});

test("everything can be reached by the keyboard", async (t) => {
  const page = await signedIn(t);
  await sees(page, "New database");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await page.getByRole("heading", { name: "Statistics" }).waitFor();
  await page.keyboard.press("o");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.keyboard.press("n");
  await page.getByLabel("Name").fill(name("keys"));
  await page.keyboard.press("Enter");
  await sees(page, "This database has no containers yet.");
  await page.reload();
  await sees(page, "This database has no containers yet.");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
});
