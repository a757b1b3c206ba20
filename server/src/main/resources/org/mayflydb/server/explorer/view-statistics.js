// Items, sizes and purge progress of every container. Counting may take a while, so it runs once per visit.

import { admin } from "./client.js";
import { button, h, table } from "./dom.js";
import { bytes, number, shortDuration } from "./format.js";
import { containerLink } from "./links.js";
import { session } from "./session.js";

const sum = (containers, property) => containers.reduce((total, container) => total + container[property], 0);

const tile = (title, value) => h("div", { class: "tile" }, h("dt", null, title), h("dd", null, value));

const COLUMNS = [
  {
    title: "Container",
    kind: "wrap",
    cell: (row) =>
      h(
        "a",
        { href: containerLink({ database: row.database, container: row.container }, "time") },
        `${row.database} / ${row.container}`,
      ),
  },
  { title: "Partitions", number: true, cell: (row) => number(row.partitions) },
  { title: "Items", number: true, cell: (row) => number(row.items) },
  { title: "Size", number: true, cell: (row) => bytes(row.bytes) },
  { title: "Expired, not purged", number: true, cell: (row) => number(row.expiredItems) },
  {
    title: "Oldest expired",
    number: true,
    cell: (row) => (row.lateSeconds > 0 ? `${shortDuration(row.lateSeconds)} ago` : "—"),
  },
  { title: "Purged", number: true, cell: (row) => number(row.purgedItems) },
  { title: "Request units", number: true, cell: (row) => number(row.requestUnits) },
  { title: "Throttled", number: true, cell: (row) => number(row.throttledRequests) },
];

export const showStatistics = async ({ signal, refresh }) => {
  if (!session.mayWrite) {
    return h("p", { class: "box" }, "This key is read-only. Statistics require a read-write key.");
  }
  const { databases, containers, failedPurgeSteps } = await admin("statistics", { signal });
  return [
    h("div", { class: "title-row" }, h("h1", null, "Statistics"), button("Refresh", refresh)),
    h(
      "dl",
      { class: "tiles" },
      tile("Databases", number(databases)),
      tile("Containers", number(containers.length)),
      tile("Items", number(sum(containers, "items"))),
      tile("Size", bytes(sum(containers, "bytes"))),
      tile("Expired, not purged", number(sum(containers, "expiredItems"))),
      tile("Failed purge steps", number(failedPurgeSteps)),
    ),
    containers.length
      ? table("Containers", COLUMNS, containers, { class: "compact stacked" })
      : h("p", { class: "empty" }, "No containers yet."),
  ];
};
