import assert from "node:assert/strict";
import { test } from "node:test";
import { client, clientWithToken, database, failsWith, name, newContainer } from "./fixture.js";

test("databases and containers are created, listed and deleted", async () => {
  const id = name("d");
  const { database: created } = await client.databases.create({ id });
  await failsWith(409, client.databases.create({ id }));
  const { resources } = await client.databases.readAll().fetchAll();
  assert.ok(resources.some((one) => one.id === id));
  await created.containers.createIfNotExists({ id: "c", partitionKey: "/pk" });
  await created.containers.createIfNotExists({ id: "c", partitionKey: "/pk" });
  assert.deepEqual((await created.containers.readAll().fetchAll()).resources.map((one) => one.id), ["c"]);
  await created.container("c").delete();
  await created.delete();
  await failsWith(404, created.read());
});

test("a throughput is read and replaced", async () => {
  const container = await newContainer({}, { offerThroughput: 500 });
  const { resource, offer } = await container.readOffer();
  assert.equal(resource.content.offerThroughput, 500);
  resource.content.offerThroughput = 900;
  await offer.replace(resource);
  assert.equal((await container.readOffer()).resource.content.offerThroughput, 900);
});

test("a container scales by itself up to its maximum", async () => {
  const container = await newContainer({ maxThroughput: 4000 });
  const { resource } = await container.readOffer();
  assert.equal(resource.content.offerAutopilotSettings.maxThroughput, 4000);
});

test("a user's token reads but does not write", async () => {
  const container = await newContainer();
  await container.items.create({ id: "a", pk: "p" });
  const { user } = await database.users.create({ id: name("u") });
  const { resource: permission } = await user.permissions.create({
    id: "reads",
    permissionMode: "Read",
    resource: container.url,
  });
  const guest = clientWithToken(container.url, permission._token);
  const theirs = guest.database(database.id).container(container.id);
  assert.equal((await theirs.item("a", "p").read()).resource.id, "a");
  await failsWith(403, theirs.items.create({ id: "b", pk: "p" }));
  assert.deepEqual(
    (await user.permissions.readAll().fetchAll()).resources.map((one) => one.id),
    ["reads"],
  );
  await user.permission("reads").delete();
  await user.delete();
  await failsWith(404, user.read());
});
