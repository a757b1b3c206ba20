// TTL in a container: what expires when, why an item expires, the progress of the purge, and expired items.

import { containerAdmin } from "./client.js";
import { failureBox } from "./dialog.js";
import { field, h, table } from "./dom.js";
import { expiredSection } from "./expired.js";
import { bytes, count, duration, moment, number } from "./format.js";
import { lagSection } from "./lag.js";
import { barPlot, lifeLineOf } from "./plot.js";
import { readContainer } from "./resources.js";
import { session } from "./session.js";
import { whyOf } from "./why.js";

const HORIZONS = [
  ["auto", "1 minute to 10 years", {}],
  ["hour", "Next hour, by minute", { bucketSeconds: 60, buckets: 60 }],
  ["day", "Next day, by hour", { bucketSeconds: 3600, buckets: 24 }],
  ["month", "Next 30 days, by day", { bucketSeconds: 86_400, buckets: 30 }],
  ["year", "Next year, by week", { bucketSeconds: 604_800, buckets: 52 }],
];

const tile = (title, { items, bytes: size }, kind = "") =>
  h(
    "div",
    { class: `tile ${kind}` },
    h("dt", null, title),
    h("dd", null, number(items)),
    h("dd", { class: "tile-small" }, bytes(size)),
  );

const bucketTable = (forecast) =>
  h(
    "details",
    null,
    h("summary", null, "Show as a table"),
    table(
      "Items that expire",
      [
        { title: "Until (UTC)", cell: (bucket) => moment(bucket.until) },
        { title: "Time from now", cell: (bucket) => duration(bucket.until - forecast.now) },
        { title: "Items", number: true, cell: (bucket) => number(bucket.items) },
        { title: "Size", number: true, cell: (bucket) => bytes(bucket.bytes) },
      ],
      forecast.buckets,
    ),
  );

const forecastSection = (place, signal) => {
  const picture = h("div");
  let turn = 0;
  const choice = h(
    "select",
    null,
    HORIZONS.map(([name, title]) => h("option", { value: name }, title)),
  );
  const draw = async () => {
    const [, title, parameters] = HORIZONS.find(([name]) => name === choice.value);
    const mine = ++turn;
    picture.setAttribute("aria-busy", "true");
    try {
      const forecast = await containerAdmin(place, "forecast", parameters, { signal });
      if (mine !== turn) {
        return;
      }
      picture.replaceChildren(
        h(
          "dl",
          { class: "tiles" },
          tile("Live", forecast.live),
          tile("Expire later", forecast.later),
          tile("Never expire", forecast.never),
          tile("Expired, not yet purged", forecast.expired, forecast.expired.items > 0 ? "tile-wait" : ""),
        ),
        barPlot({
          now: forecast.now,
          buckets: forecast.buckets,
          label: `Items that expire: ${title}. Use the arrow keys to read the values.`,
        }),
        h(
          "p",
          { class: "hint" },
          forecast.exact
            ? "Exact: every item was counted."
            : `Estimated from a sample of ${number(forecast.entries)} items; each number may be off by ${number(forecast.errorItems)} items (95 % confidence).`,
        ),
        bucketTable(forecast),
      );
    } catch (problem) {
      if (!signal.aborted) {
        picture.replaceChildren(failureBox(problem, draw));
      }
    } finally {
      picture.removeAttribute("aria-busy");
    }
  };
  choice.addEventListener("change", draw);
  draw();
  return h(
    "section",
    null,
    h("div", { class: "section-head" }, h("h2", null, "Expiry forecast"), field("Time range", choice)),
    picture,
  );
};

const lifeSection = (place, definition, signal) => {
  const id = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const key = h("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: definition.paths.length > 1 ? '["a", "b"]' : "ann",
  });
  const answer = h("div", { "aria-live": "polite" });
  const form = h(
    "form",
    { class: "filter" },
    field("ID", id),
    field(`Partition key ${definition.paths.join(", ")}`, key),
    h("button", { type: "submit" }, "Explain"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const found = await containerAdmin(
        place,
        "explain",
        { id: id.value, partitionKey: keyText(key.value) },
        { signal },
      );
      answer.replaceChildren(
        ...(found.state === "ABSENT"
          ? [h("p", { class: "empty" }, "No such item: it was purged, deleted, or never created.")]
          : [lifeLineOf(found), whyOf(place, found)]),
      );
    } catch (problem) {
      answer.replaceChildren(failureBox(problem));
    }
  });
  return h("section", null, h("h2", null, "When does an item expire?"), form, answer);
};

/** A JSON array or value is used as it is, anything else as a string. */
const keyText = (text) => {
  try {
    const value = JSON.parse(text);
    return JSON.stringify(Array.isArray(value) ? value : [value]);
  } catch {
    return JSON.stringify([text]);
  }
};

export const showTime = async ({ place, signal }) => {
  if (!session.mayWrite) {
    return h(
      "p",
      { class: "box" },
      "This key is read-only. The TTL view requires a read-write key.",
    );
  }
  const { partitionKey } = await readContainer(place, signal);
  return [
    forecastSection(place, signal),
    lifeSection(place, partitionKey, signal),
    lagSection(place, signal),
    await expiredSection(place, partitionKey, signal),
  ];
};
