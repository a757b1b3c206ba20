// Dialogs that make databases and containers, and those that delete them.

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
      field("Shared throughput, request units a second", throughput, "Leave it empty to give each container its own."),
    ],
    action: "Create",
    confirm: () => createDatabase(required(id, "A database has a name."), throughput.value),
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
        "A path such as /customer; several, separated by commas, for a hierarchical key. It cannot be changed later.",
      ),
      ttl.node,
      field(
        "Throughput, request units a second",
        throughput,
        "Leave it empty for the default, or for a share of the database's.",
      ),
    ],
    action: "Create",
    confirm: () => {
      const properties = {
        id: required(id, "A container has a name."),
        partitionKey: partitionKey(required(paths, "A container has a partition key.")),
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
    text: "All of its containers and all of their items go with it, for good and for everybody.",
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
    text: "All of its items go with it, for good and for everybody.",
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
