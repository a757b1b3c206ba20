import { test } from "node:test";
import { hashOf, press, sees, signedIn } from "./browser.js";
import { advanceClock, newContainer } from "./fixture.js";

test("a long wait is shown with its reason, and the user can try again", async (t) => {
  const container = await newContainer({}, { offerThroughput: 400 });
  const page = await signedIn(t, hashOf(container, "query"));
  await page.getByLabel("Query", { exact: true }).fill("SELECT VALUE COUNT(1) FROM c");
  // Writing a large item several times costs what the container has for many seconds.
  await container.items.create({ id: "a", pk: "p", n: 0, text: "x".repeat(1_200_000) });
  await advanceClock(60);
  const patch = {
    operationType: "Patch",
    id: "a",
    resourceBody: { operations: [{ op: "incr", path: "/n", value: 1 }] },
  };
  await container.items.batch([patch, patch, patch], "p");
  await press(page, "Run");
  await sees(page, /429 .*Too many requests: .* Try again in \d+ seconds\./);
  await advanceClock(60);
  await press(page, "Try again");
  await sees(page, "Page 1");
});

test("after a short wait the page retries by itself", async (t) => {
  const container = await newContainer();
  const page = await signedIn(t, hashOf(container, "query"));
  await page.getByLabel("Query", { exact: true }).waitFor();
  await page.route(
    "**/docs",
    (route) => route.fulfill({ status: 429, headers: { "x-ms-retry-after-ms": "60" }, body: "{}" }),
    { times: 1 },
  );
  await press(page, "Run");
  await sees(page, "Too many requests; retrying in 60 ms.");
  await sees(page, "No rows.");
});
