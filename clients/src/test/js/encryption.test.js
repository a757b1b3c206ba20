// The encryption of this client: what it encrypts, the server stores as it gets it.
import {
  BulkOperationType,
  CosmosClient,
  EncryptionAlgorithm,
  EncryptionQueryBuilder,
  EncryptionType,
  KeyEncryptionAlgorithm,
} from "@azure/cosmos";
import assert from "node:assert/strict";
import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { test } from "node:test";
import { client, clientWithToken, failsWith, name } from "./fixture.js";

/** Wraps keys by AES with a key made of a name. */
const resolver = {
  encryptionKeyResolverName: "LOCAL",
  async wrapKey(wrappingKey, algorithm, key) {
    const cipher = createCipheriv("id-aes256-wrap", digest(wrappingKey), Buffer.alloc(8, 0xa6));
    return Buffer.concat([cipher.update(key), cipher.final()]);
  },
  async unwrapKey(wrappingKey, algorithm, wrapped) {
    const decipher = createDecipheriv("id-aes256-wrap", digest(wrappingKey), Buffer.alloc(8, 0xa6));
    return Buffer.concat([decipher.update(wrapped), decipher.final()]);
  },
};

const digest = (text) => createHash("sha256").update(text).digest();

const encryptingClient = () =>
  new CosmosClient({
    endpoint: process.env.MAYFLY_ENDPOINT,
    key: process.env.MAYFLY_KEY,
    clientEncryptionOptions: { keyEncryptionKeyResolver: resolver, encryptionKeyTimeToLiveInSeconds: 0 },
  });

const wrappedBy = (value) => ({ type: "LOCAL", name: "wrapping key", value, algorithm: KeyEncryptionAlgorithm.RSA_OAEP });

const path = (path, encryptionType) => ({
  path,
  clientEncryptionKeyId: "key",
  encryptionType,
  encryptionAlgorithm: EncryptionAlgorithm.AEAD_AES_256_CBC_HMAC_SHA256,
});

/** A new database with a key, and a container that encrypts names and salaries. */
const newEncrypted = async (id = name("encrypted")) => {
  const { database } = await encryptingClient().databases.create({ id });
  await database.createClientEncryptionKey(
    "key",
    EncryptionAlgorithm.AEAD_AES_256_CBC_HMAC_SHA256,
    wrappedBy("first"),
  );
  const { container } = await database.containers.create({
    id: "c",
    partitionKey: { paths: ["/pk"] },
    clientEncryptionPolicy: {
      includedPaths: [path("/name", EncryptionType.DETERMINISTIC), path("/salary", EncryptionType.RANDOMIZED)],
      policyFormatVersion: 2,
    },
  });
  return { id, database, container };
};

const person = (id, name, salary) => ({ id, pk: "p", name, salary });

const named = async (container, name) => {
  const query = new EncryptionQueryBuilder("SELECT c.id, c.salary FROM c WHERE c.name = @name ORDER BY c.id");
  query.addParameter("@name", name, "/name");
  const iterator = await container.items.getEncryptionQueryIterator(query);
  return (await iterator.fetchAll()).resources.map((found) => found.id);
};

test("an item is encrypted for the server and decrypted for the client", async () => {
  const { id, container } = await newEncrypted();
  await container.items.create(person("a", "Ann", 100));
  const { resource } = await container.item("a", "p").read();
  assert.equal(resource.name, "Ann");
  assert.equal(resource.salary, 100);
  const { resource: stored } = await client.database(id).container("c").item("a", "p").read();
  assert.notEqual(stored.name, "Ann");
  assert.equal(typeof stored.salary, "string");
});

test("deterministic values are found by queries", async () => {
  const { container } = await newEncrypted();
  await container.items.create(person("a", "Ann", 100));
  await container.items.upsert(person("b", "Bob", 200));
  await container.items.bulk([
    { operationType: BulkOperationType.Create, partitionKey: "p", resourceBody: person("c", "Ann", 300) },
  ]);
  await container.items.batch([{ operationType: "Create", resourceBody: person("d", "Ann", 400) }], "p");
  assert.deepEqual(await named(container, "Ann"), ["a", "c", "d"]);
});

test("a key that was wrapped anew opens what was encrypted before", async () => {
  const { id, database, container } = await newEncrypted();
  await container.items.create(person("a", "Ann", 100));
  const before = (await database.readClientEncryptionKey("key")).clientEncryptionKeyProperties;
  await database.rewrapClientEncryptionKey("key", wrappedBy("second"));
  const after = (await database.readClientEncryptionKey("key")).clientEncryptionKeyProperties;
  assert.equal(after.encryptionKeyWrapMetadata.value, "second");
  assert.notEqual(after.etag, before.etag);
  const { resource } = await encryptingClient().database(id).container("c").item("a", "p").read();
  assert.equal(resource.name, "Ann");
});

test("a client without keys cannot write items that are not encrypted", async () => {
  const { id } = await newEncrypted();
  await failsWith(400, client.database(id).container("c").items.create(person("a", "Ann", 100)));
});

test("a client whose settings are of an earlier container is told so", async () => {
  const { id, container } = await newEncrypted();
  await container.items.create(person("a", "Ann", 100));
  await client.database(id).delete();
  await newEncrypted(id);
  await assert.rejects(container.item("a", "p").read(), /possible mismatch in Client Encryption Policy/);
});

test("a resource token does not reach keys", async () => {
  const { id } = await newEncrypted();
  const { user } = await client.database(id).users.create({ id: "u" });
  const { resource: permission } = await user.permissions.create({
    id: "p",
    permissionMode: "All",
    resource: `dbs/${id}/colls/c`,
  });
  const limited = clientWithToken(`dbs/${id}`, permission._token).database(id);
  await failsWith(403, limited.readClientEncryptionKey("none"));
});
