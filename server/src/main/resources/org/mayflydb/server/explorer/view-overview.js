// The overview: where the server is, what it stores, and what expires next.

import { admin } from "./client.js";
import { foreseeMove, now } from "./clock.js";
import { askForDatabase } from "./create.js";
import { explained, notify } from "./dialog.js";
import { button, h, table } from "./dom.js";
import { bytes, count, duration, moment, number } from "./format.js";
import { containerLink, databaseLink } from "./links.js";
import { databases } from "./resources.js";
import { session } from "./session.js";

const DAY_SECONDS = 86_400;
const CONTAINERS_MAX = 5;

const fact = (title, ...value) => h("div", null, h("dt", null, title), h("dd", null, value));

const endpointFact = () => {
  const endpoint = `${location.origin}/`;
  const copy = () =>
    navigator.clipboard.writeText(endpoint).then(
      () => notify("Copied the endpoint."),
      () => notify("The browser does not allow copying.", "failed"),
    );
  return fact("Endpoint", h("code", null, endpoint), button("Copy", copy, { class: "quiet small" }));
};

const sum = (rows, property) => rows.reduce((total, row) => total + row[property], 0);

const soonColumns = [
  {
    title: "Container",
    kind: "wrap",
    cell: (row) => h("a", { href: containerLink(row, "time") }, `${row.database} / ${row.container}`),
  },
  { title: "Items", number: true, cell: (row) => `${row.complete ? "" : "≥ "}${number(row.items)}` },
  { title: "Size", number: true, cell: (row) => bytes(row.bytes) },
  {
    title: "Next expiry",
    kind: "wrap",
    cell: ({ firstDeadline, examples }) =>
      firstDeadline === null
        ? "—"
        : h(
            "span",
            { title: `${moment(firstDeadline)} UTC` },
            `in ${duration(Math.max(0, firstDeadline - now()))}`,
            examples.length ? [": ", h("code", null, examples[0].id)] : "",
          ),
  },
];

/** What expires within a day, counted by the server within bounds. */
const drawSoon = async (place, signal) => {
  const soon = await foreseeMove({ advanceSeconds: DAY_SECONDS }, signal);
  const more = soon.containers.length - CONTAINERS_MAX + soon.containersLeftOut;
  place.replaceChildren(
    ...[
      h(
        "p",
        null,
        soon.items === 0 && soon.complete
          ? "Nothing expires in the next 24 hours."
          : `${soon.complete ? "" : "At least "}${count(soon.items, "item")} (${bytes(soon.bytes)}) ${soon.items === 1 ? "expires" : "expire"} in the next 24 hours.`,
      ),
      soon.containers.length
        ? table("Items that expire in the next 24 hours", soonColumns, soon.containers.slice(0, CONTAINERS_MAX), {
            class: "compact stacked",
          })
        : null,
      more > 0 ? h("p", { class: "hint" }, `${count(more, "more container")} not shown.`) : null,
    ].filter(Boolean),
  );
};

/** Counts may take a while on a large server, so the page does not wait for them. */
const drawCounts = async (facts, cards, signal) => {
  const { containers } = await admin("statistics", { signal });
  facts.append(
    fact("Containers", number(containers.length)),
    fact("Items", number(sum(containers, "items"))),
    fact("Size", bytes(sum(containers, "bytes"))),
  );
  for (const [database, place] of cards) {
    const own = containers.filter((container) => container.database === database);
    place.textContent = `${count(own.length, "container")}, ${count(sum(own, "items"), "item")}`;
  }
};

const card = (id, place) =>
  h("li", null, h("a", { class: "card", href: databaseLink(id) }, h("strong", null, id), place));

export const showOverview = async ({ signal }) => {
  const list = (await databases(signal)).map(({ id }) => id).sort();
  const cards = new Map(list.map((id) => [id, h("span", { class: "hint" })]));
  const facts = h(
    "dl",
    { class: "facts overview-facts" },
    endpointFact(),
    session.clock ? fact("Storage", session.clock.durable ? "On disk" : "In memory, lost when the server stops") : null,
    fact("Databases", number(list.length)),
  );
  const soon = h("div", null, h("p", { class: "loading" }, "Counting…"));
  const note = h("p", { class: "hint" });
  const failed = (place) => (problem) => {
    if (!signal.aborted) {
      place.replaceChildren(explained(problem));
    }
  };
  if (session.mayWrite) {
    drawCounts(facts, cards, signal).catch(failed(note));
    drawSoon(soon, signal).catch(failed(soon));
  }
  return [
    h("h1", null, "Overview"),
    facts,
    note,
    session.mayWrite ? h("section", null, h("h2", null, "Expires next"), soon) : "",
    h(
      "section",
      null,
      h(
        "div",
        { class: "section-head" },
        h("h2", null, "Databases"),
        button("New database", askForDatabase, { class: "primary", "data-key": "n" }),
      ),
      list.length
        ? h(
            "ul",
            { class: "cards" },
            list.map((id) => card(id, cards.get(id))),
          )
        : h(
            "div",
            { class: "empty" },
            h("p", null, "No databases yet."),
            h("p", { class: "hint" }, "Create one here, or let your application create it."),
          ),
    ),
  ];
};
