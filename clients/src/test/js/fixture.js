// The server under test, its clock, and new containers in it.
import { CosmosClient } from "@azure/cosmos";
import assert from "node:assert/strict";

const endpoint = process.env.MAYFLY_ENDPOINT;
const key = process.env.MAYFLY_KEY;

export const client = new CosmosClient({ endpoint, key });

const { database: db } = await client.databases.createIfNotExists({ id: "js" });
export const database = db;

let count = 0;

export const name = (prefix) => `${prefix}-${process.pid}-${++count}`;

export const newContainer = async (properties = {}, options = {}) => {
  const { container } = await database.containers.create(
    { id: name("c"), partitionKey: "/pk", ...properties },
    options,
  );
  return container;
};

export const clientWithToken = (link, token) => new CosmosClient({ endpoint, resourceTokens: { [link]: token } });

export const advanceClock = async (seconds) => {
  const response = await fetch(`${endpoint}_mayfly/clock`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ advanceSeconds: seconds }),
  });
  assert.equal(response.status, 200);
};

// This client answers 404 for a point read instead of throwing.
export const findUnder = async (container, id, partitionKey) => {
  const { resource } = await container.item(id, partitionKey).read();
  return resource;
};

export const find = (container, id) => findUnder(container, id, "p");

export const failsWith = (code, promise) => assert.rejects(promise, (failure) => failure.code === code);
