// How much there is, container by container. Counting it may take the server a moment, so it is asked for once.

import { admin } from "./client.js";
import { button, h, table } from "./dom.js";
import { bytes, number, shortDuration } from "./format.js";
import { containerLink } from "./links.js";
import { session } from "./session.js";

const sum = (containers, member) => containers.reduce((total, container) => total + container[member], 0);

const tile = (title, value) => h("div", { class: "tile" }, h("dt", null, title), h("dd", null, value));

const COLUMNS = [
  {
    title: "Container",
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
  { title: "Expired, waiting", number: true, cell: (row) => number(row.expiredItems) },
  { title: "Late by", number: true, cell: (row) => (row.lateSeconds > 0 ? shortDuration(row.lateSeconds) : "—") },
  { title: "Purged", number: true, cell: (row) => number(row.purgedItems) },
  { title: "Request units", number: true, cell: (row) => number(row.requestUnits) },
  { title: "Throttled", number: true, cell: (row) => number(row.throttledRequests) },
];

export const showStatistics = async ({ signal, refresh }) => {
  if (!session.mayWrite) {
    return h("p", { class: "box" }, "This key may only read. Statistics need a key that may write.");
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
      tile("Expired, waiting", number(sum(containers, "expiredItems"))),
      tile("Failed purge steps", number(failedPurgeSteps)),
    ),
    containers.length
      ? table("Containers", COLUMNS, containers)
      : h("p", { class: "empty" }, "There is no container yet."),
  ];
};
