// Dialogs that create and delete databases and containers.

import { events } from "./client.js";
import { ask, askTyped, notify } from "./dialog.js";
import { field, h } from "./dom.js";
import { containerLink, databaseLink } from "./links.js";
import { createContainer, createDatabase, deleteContainer, deleteDatabase } from "./resources.js";
import { ttlChoice } from "./ttl-choice.js";

const catalogChanged = () => events.dispatchEvent(new CustomEvent("catalog"));

const text = (attributes = {}) => h("input", { type: "text", autocomplete: "off", spellcheck: "false", ...attributes });

const units = () => h("input", { type: "number", min: "400", step: "100", inputmode: "numeric" });

const required = (input, message) => {
  if (input.value.trim() === "") {
    input.focus();
    throw new Error(message);
  }
  return input.value;
};

export const askForDatabase = async () => {
  const id = text();
  const throughput = units();
  const made = await ask({
    title: "New database",
    content: [
      field("Name", id),
      field("Shared throughput (RU/s)", throughput, "Leave empty to give each container its own throughput."),
    ],
    action: "Create",
    confirm: () => createDatabase(required(id, "Enter a name."), throughput.value),
  });
  if (made) {
    catalogChanged();
    notify(`Created the database ${id.value}.`);
    location.assign(databaseLink(id.value));
  }
};

const partitionKey = (paths) => {
  const list = paths
    .split(",")
    .map((path) => path.trim())
    .filter(Boolean);
  return { paths: list, kind: list.length > 1 ? "MultiHash" : "Hash", version: 2 };
};

export const askForContainer = async (database) => {
  const id = text();
  const paths = text({ value: "/id" });
  const throughput = units();
  const ttl = ttlChoice(null);
  const made = await ask({
    title: `New container in ${database}`,
    content: [
      field("Name", id),
      field(
        "Partition key",
        paths,
        "A path such as /customer, or up to three paths separated by commas for a hierarchical key. It cannot be changed later.",
      ),
      ttl.node,
      field(
        "Throughput (RU/s)",
        throughput,
        "Leave empty for the default, or to share the throughput of the database.",
      ),
    ],
    action: "Create",
    confirm: () => {
      const properties = {
        id: required(id, "Enter a name."),
        partitionKey: partitionKey(required(paths, "Enter a partition key.")),
      };
      const seconds = ttl.read();
      return createContainer(
        database,
        seconds === null ? properties : { ...properties, defaultTtl: seconds },
        throughput.value,
      );
    },
  });
  if (made) {
    catalogChanged();
    notify(`Created the container ${id.value}.`);
    location.assign(containerLink({ database, container: id.value }));
  }
};

export const askToDeleteDatabase = async (database) => {
  const done = await askTyped({
    title: "Delete the database?",
    text: "This permanently deletes the database, its containers and all of their items, for all users.",
    name: database,
    action: "Delete the database",
    confirm: () => deleteDatabase(database),
  });
  if (done) {
    catalogChanged();
    notify(`Deleted the database ${database}.`);
    location.assign("#/");
  }
};

export const askToDeleteContainer = async (place) => {
  const done = await askTyped({
    title: "Delete the container?",
    text: "This permanently deletes the container and all of its items, for all users.",
    name: place.container,
    action: "Delete the container",
    confirm: () => deleteContainer(place),
  });
  if (done) {
    catalogChanged();
    notify(`Deleted the container ${place.container}.`);
    location.assign(databaseLink(place.database));
  }
};
