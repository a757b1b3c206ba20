// Chromium, and the explorer in it as a person would use it.
import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";

export const endpoint = process.env.MAYFLY_ENDPOINT;
export const key = process.env.MAYFLY_KEY;
export const explorer = `${endpoint}_explorer/`;

const PATIENCE_MILLIS = 8000;

// Without its sandbox, because tests often run as root in a container; it visits nothing but this server.
const browser = await chromium.launch({ executablePath: process.env.MAYFLY_CHROMIUM, args: ["--no-sandbox"] });
after(() => browser.close());

const watch = (page) => {
  const found = { strangers: [], errors: [] };
  page.on("request", (request) => {
    if (!request.url().startsWith(endpoint) && !request.url().startsWith("data:")) {
      found.strangers.push(request.url());
    }
  });
  page.on("dialog", (dialog) => dialog.accept());
  page.on("pageerror", (error) => found.errors.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) {
      found.errors.push(message.text());
    }
  });
  return found;
};

/** What a page asks for outside of its origin, and errors in its scripts, fail the test. */
const assertQuiet = ({ strangers, errors }) => {
  assert.deepEqual(strangers, [], "requests outside of the page's origin");
  assert.deepEqual(errors, [], "errors in the page");
};

const open = async (options) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 820 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLIS);
  return { page, found: watch(page) };
};

/** A new tab that knows nothing yet. */
export const newPage = async (test, options = {}) => {
  const { page, found } = await open(options);
  test.after(async () => {
    await page.context().close();
    assertQuiet(found);
  });
  return page;
};

export const signIn = async (page, text = key) => {
  await page.getByLabel("Account key").fill(text);
  await page.getByRole("button", { name: "Sign in" }).click();
};

/** A new tab in which somebody is signed in, at an address such as `#/clock`. */
export const signedIn = async (test, hash = "#/", options = {}) => {
  const page = await newPage(test, options);
  await page.goto(explorer + hash);
  await signIn(page);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  return page;
};

let shared = null;

/** The tab in which somebody has been signed in for a while, gone on to another address. */
export const goneTo = async (test, hash) => {
  if (!shared) {
    shared = await open({});
    await shared.page.goto(explorer);
    await signIn(shared.page);
    await shared.page.getByRole("button", { name: "Sign out" }).waitFor();
  }
  test.after(() => assertQuiet(shared.found));
  await shared.page.goto(explorer + hash);
  // What was told to the test before stays for some seconds, and must not be taken for an answer to this one.
  await shared.page.evaluate(() => document.getElementById("notices").replaceChildren());
  return shared.page;
};

export const hashOf = (container, tab, parameters = {}) => {
  const query = new URLSearchParams(parameters).toString();
  return `#/d/${encodeURIComponent(container.database.id)}/c/${encodeURIComponent(container.id)}/${tab}${query ? `?${query}` : ""}`;
};

/** Waits until the text is there, as a person would. */
export const sees = (page, text) => page.getByText(text).first().waitFor();

export const notSeen = async (page, text) => assert.equal(await page.getByText(text).count(), 0, String(text));

export const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
