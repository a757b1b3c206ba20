// Databases, containers, items and offers in the gateway.

import { gateway } from "./client.js";
import { brief } from "./format.js";

const QUERY = { "content-type": "application/query+json", "x-ms-documentdb-isquery": "true" };
const PAGES_MAX = 20;

export const linkOf = ({ database, container }) => ["dbs", database, "colls", container];

/** All entries of a list such as databases, up to 20 pages. */
const all = async (segments, property, signal) => {
  const found = [];
  let continuation = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const headers = { "x-ms-max-item-count": "1000", ...(continuation ? { "x-ms-continuation": continuation } : {}) };
    const answer = await gateway("GET", segments, { headers, signal });
    found.push(...answer.json[property]);
    continuation = answer.header("x-ms-continuation");
    if (!continuation) {
      break;
    }
  }
  return found;
};

export const databases = (signal) => all(["dbs"], "Databases", signal);

export const containers = (database, signal) => all(["dbs", database, "colls"], "DocumentCollections", signal);

const throughputHeaders = (units) => (units ? { "x-ms-offer-throughput": String(units) } : {});

export const createDatabase = (id, units) =>
  gateway("POST", ["dbs"], { body: JSON.stringify({ id }), headers: throughputHeaders(units) });

export const deleteDatabase = (id) => gateway("DELETE", ["dbs", id]);

export const createContainer = (database, properties, units) =>
  gateway("POST", ["dbs", database, "colls"], { body: JSON.stringify(properties), headers: throughputHeaders(units) });

export const readContainer = async (place, signal) => (await gateway("GET", linkOf(place), { signal })).json;

/** Replaces a container if it is unchanged since it was read. The user has reviewed what a TTL change removes. */
export const replaceContainer = async (place, properties) =>
  (
    await gateway("PUT", linkOf(place), {
      body: JSON.stringify(properties),
      headers: { "if-match": properties._etag, "x-mayfly-confirm-ttl": "true" },
    })
  ).json;

export const deleteContainer = (place) => gateway("DELETE", linkOf(place));

/** One page of a query over items. */
export const query = (place, text, { parameters = [], continuation, pageSize = 100, headers = {}, signal } = {}) =>
  gateway("POST", [...linkOf(place), "docs"], {
    body: JSON.stringify({ query: text, parameters }),
    headers: {
      ...QUERY,
      "x-mayfly-whole-query": "true",
      "x-ms-max-item-count": String(pageSize),
      ...(continuation ? { "x-ms-continuation": continuation } : {}),
      ...headers,
    },
    signal,
  });

// Headers are ASCII; JSON escapes everything else.
const ascii = (text) =>
  text.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The header for a partition key. */
export const keyHeader = (partitionKey) => ({ "x-ms-documentdb-partitionkey": ascii(JSON.stringify(partitionKey)) });

/** The partition key of an item: a value for each path, `{}` if it has none there. */
export const partitionKeyOf = (item, definition) =>
  definition.paths.map((path) => {
    let value = item;
    for (const name of path.split("/").slice(1)) {
      value =
        value !== null && typeof value === "object" && !Array.isArray(value)
          ? value[name.replace(/^"|"$/g, "")]
          : undefined;
    }
    return value !== null && (value === undefined || typeof value === "object") ? {} : value;
  });

/** A partition key as text. */
export const keyText = (partitionKey) =>
  partitionKey.map((value) => (typeof value === "object" && value !== null ? "none" : brief(value, 40))).join(" / ");

/** Gateways refuse control characters in a path, and browsers resolve dots. */
const FITS_NO_PATH = /[\u0000-\u001f]|^\.\.?$/;

/** The link of an item; by resource ID if its ID does not fit into a path. */
const itemLink = async (place, id, partitionKey, signal) => {
  const link = [...linkOf(place), "docs", id];
  if (!FITS_NO_PATH.test(id)) {
    return link;
  }
  const found = await gateway("POST", [...linkOf(place), "docs"], {
    body: JSON.stringify({
      query: "SELECT VALUE c._self FROM c WHERE c.id = @id",
      parameters: [{ name: "@id", value: id }],
    }),
    headers: { ...QUERY, ...keyHeader(partitionKey) },
    signal,
  });
  const [self] = found.json.Documents;
  return self ? self.split("/").filter((segment) => segment) : link;
};

export const readItem = async (place, id, partitionKey, signal) =>
  gateway("GET", await itemLink(place, id, partitionKey, signal), {
    headers: { ...keyHeader(partitionKey), "x-mayfly-ttl-headers": "true" },
    signal,
  });

export const createItem = (place, text, partitionKey) =>
  gateway("POST", [...linkOf(place), "docs"], { body: text, headers: keyHeader(partitionKey) });

/** @param etag null to write unconditionally */
export const replaceItem = async (place, id, text, partitionKey, etag) =>
  gateway("PUT", await itemLink(place, id, partitionKey), {
    body: text,
    headers: { ...keyHeader(partitionKey), ...(etag ? { "if-match": etag } : {}) },
  });

export const deleteItem = async (place, id, partitionKey, etag) =>
  gateway("DELETE", await itemLink(place, id, partitionKey), {
    headers: { ...keyHeader(partitionKey), ...(etag ? { "if-match": etag } : {}) },
  });

/** The offer of a database or container by its resource ID, with its minimum; null if it has none. */
export const offerOf = async (rid, signal) => {
  const found = await gateway("POST", ["offers"], {
    body: JSON.stringify({
      query: "SELECT * FROM o WHERE o.offerResourceId = @rid",
      parameters: [{ name: "@rid", value: rid }],
    }),
    headers: QUERY,
    signal,
  });
  const [offer] = found.json.Offers;
  if (!offer) {
    return null;
  }
  const answer = await gateway("GET", ["offers", offer._rid], { signal });
  return {
    offer: answer.json,
    unitsMin: Number(answer.header("x-ms-cosmos-min-throughput") ?? 400),
    pending: answer.header("x-ms-offer-replace-pending") === "true",
  };
};

export const replaceOffer = (offer) => gateway("PUT", ["offers", offer._rid], { body: JSON.stringify(offer) });
