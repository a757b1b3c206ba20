// Not a test of its own: draws the pictures of the guide.
import { join } from "node:path";
import { test } from "node:test";
import { press, sees, signedIn } from "./browser.js";

const orders = "#/d/shop/c/orders/";

const QUERY = `SELECT c.customer, COUNT(1) AS orders, MAX(c.total) AS largest
FROM c
WHERE c.state = "open" AND MAYFLY_SECONDSLEFT(c) < 7 * 86400
GROUP BY c.customer`;

const VIEWS = {
  items: async (page) => sees(page, /Page 1/),
  query: async (page) => {
    await page.getByLabel("Query", { exact: true }).fill(QUERY);
    await page.keyboard.press("Control+Enter");
    await page.locator("table.rows").waitFor();
  },
  time: async (page) => {
    await page.getByLabel("Time range").selectOption("month");
    const plot = page.getByRole("img", { name: /Next 30 days/ });
    await plot.waitFor();
    await plot.focus();
    await page.keyboard.press("Home");
    await sees(page, /items, .* within 1 day/);
  },
  settings: async (page) => {
    await page.getByLabel("TTL", { exact: true }).fill("60");
    await press(page, "Review the change…");
    await sees(page, "Expire at once");
  },
};

for (const colorScheme of ["light", "dark"]) {
  for (const [view, prepare] of Object.entries(VIEWS)) {
    test(`${view}, ${colorScheme}`, async (t) => {
      const page = await signedIn(t, orders + view, { colorScheme, viewport: { width: 1200, height: 780 } });
      await prepare(page);
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: join(process.env.MAYFLY_IMAGES, `explorer-${view}-${colorScheme}.png`) });
    });
  }
}
