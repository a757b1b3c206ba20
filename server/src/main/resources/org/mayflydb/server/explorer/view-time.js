// Time in a container: what expires when, how far the purge is, how long an item has left, what has expired.

import { containerAdmin } from "./client.js";
import { failureBox } from "./dialog.js";
import { field, h, table } from "./dom.js";
import { expiredSection } from "./expired.js";
import { bytes, count, duration, moment, number } from "./format.js";
import { lagSection } from "./lag.js";
import { barPlot, lifeLine } from "./plot.js";
import { readContainer } from "./resources.js";
import { session } from "./session.js";

const HORIZONS = [
  ["auto", "A minute to ten years", {}],
  ["hour", "Next hour, by the minute", { bucketSeconds: 60, buckets: 60 }],
  ["day", "Next day, by the hour", { bucketSeconds: 3600, buckets: 24 }],
  ["month", "Next 30 days", { bucketSeconds: 86_400, buckets: 30 }],
  ["year", "Next year, by the week", { bucketSeconds: 604_800, buckets: 52 }],
];

const RULES = {
  TIME_TO_LIVE_OFF: "Time to live is off in this container, so nothing expires.",
  ITEM_NEVER: "The item says that it never expires (ttl is -1).",
  ITEM_SECONDS: "The item has a ttl of its own.",
  CONTAINER_DEFAULT: "The item inherits the default of its container.",
  CONTAINER_WITHOUT_DEFAULT: "The container has no default, and the item has no ttl of its own.",
};

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
    h("summary", null, "The same as a table"),
    table(
      "Items that expire",
      [
        { title: "Until, UTC", cell: (bucket) => moment(bucket.until) },
        { title: "From now", cell: (bucket) => duration(bucket.until - forecast.now) },
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
          tile("Later than shown", forecast.later),
          tile("Never expire", forecast.never),
          tile("Expired, not purged", forecast.expired, forecast.expired.items > 0 ? "tile-wait" : ""),
        ),
        barPlot({
          now: forecast.now,
          buckets: forecast.buckets,
          label: `Items that expire: ${title}. Arrow keys tell the values.`,
        }),
        h(
          "p",
          { class: "hint" },
          forecast.exact
            ? "Every item was counted."
            : `Estimated from ${number(forecast.entries)} entries; each number may be off by ${number(forecast.errorItems)} items.`,
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
    h("div", { class: "section-head" }, h("h2", null, "What expires when"), field("Span", choice)),
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
    field("Id", id),
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
          ? [h("p", { class: "empty" }, "There is no such item: it was never there, was deleted, or is purged.")]
          : [
              lifeLine({ from: found.countsFrom, now: found.now, deadline: found.deadline, state: found.state }),
              h("p", null, RULES[found.rule], found.ttl === null ? "" : ` Its ttl is ${number(found.ttl)}.`),
            ]),
      );
    } catch (problem) {
      answer.replaceChildren(failureBox(problem));
    }
  });
  return h("section", null, h("h2", null, "The life of an item"), form, answer);
};

/** A JSON array is taken as it is; anything else is the text that it looks like. */
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
      "This key may only read. What the admin API knows about time needs a key that may write.",
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
