// A database and its containers.

import { askForContainer, askToDeleteDatabase } from "./create.js";
import { button, h, table } from "./dom.js";
import { number } from "./format.js";
import { containerLink } from "./links.js";
import { containers, offerOf } from "./resources.js";
import { gateway } from "./client.js";
import { ttlSentence } from "./ttl-choice.js";

const sharedThroughput = async (database, signal) => {
  try {
    const { _rid } = (await gateway("GET", ["dbs", database], { signal })).json;
    const found = await offerOf(_rid, signal);
    return found ? `Containers share ${number(found.offer.content.offerThroughput)} RU/s.` : "";
  } catch (problem) {
    // A serverless account has no offers.
    if (problem.status === 400) {
      return "";
    }
    throw problem;
  }
};

export const showDatabase = async ({ place, signal }) => {
  const [list, shared] = await Promise.all([
    containers(place.database, signal),
    sharedThroughput(place.database, signal),
  ]);
  list.sort((a, b) => (a.id < b.id ? -1 : 1));
  const columns = [
    {
      title: "Container",
      cell: (container) => h("a", { href: containerLink({ ...place, container: container.id }) }, container.id),
    },
    { title: "Partition key", cell: (container) => h("code", null, container.partitionKey.paths.join(", ")) },
    { title: "TTL", cell: (container) => ttlSentence(container.defaultTtl) },
  ];
  return [
    h(
      "div",
      { class: "title-row" },
      h("h1", null, place.database),
      button("New container", () => askForContainer(place.database), { class: "primary", "data-key": "n" }),
    ),
    shared ? h("p", { class: "hint" }, shared) : "",
    list.length
      ? table("Containers", columns, list)
      : h("div", { class: "empty" }, h("p", null, "This database has no containers yet.")),
    h(
      "section",
      { class: "danger-zone" },
      h("h2", null, "Delete"),
      h("p", null, "Deletes the database, its containers and all of their items."),
      button("Delete this database…", () => askToDeleteDatabase(place.database), { class: "danger" }),
    ),
  ];
};
