"""What the Python client does, at MAYFLY_CLIENT_ENDPOINT; at MAYFLY_ENDPOINT the same server is asked to move its clock."""

import json
import os
import unittest
import urllib.request

import azure.cosmos.cosmos_client as cosmos_client
import azure.cosmos.documents as documents
import azure.cosmos.errors as errors

ENDPOINT = os.environ["MAYFLY_ENDPOINT"]
CLIENT_ENDPOINT = os.environ["MAYFLY_CLIENT_ENDPOINT"]
KEY = os.environ["MAYFLY_KEY"]


def advance_clock(seconds):
    request = urllib.request.Request(
        ENDPOINT + "_mayfly/clock",
        data=json.dumps({"advanceSeconds": seconds}).encode(),
        headers={"Authorization": "Bearer " + KEY},
    )
    urllib.request.urlopen(request).close()


class ClientTest(unittest.TestCase):
    names = 0

    @classmethod
    def setUpClass(cls):
        policy = documents.ConnectionPolicy()
        policy.DisableSSLVerification = True
        cls.client = cosmos_client.CosmosClient(CLIENT_ENDPOINT, {"masterKey": KEY}, policy)
        cls.client.CreateDatabase({"id": "python"})

    def container(self, throughput=400, **properties):
        ClientTest.names += 1
        name = "c%d" % ClientTest.names
        definition = {"id": name, "partitionKey": {"paths": ["/pk"], "kind": "Hash"}}
        definition.update(properties)
        self.client.CreateContainer("dbs/python", definition, {"offerThroughput": throughput})
        return "dbs/python/colls/" + name

    def read(self, container, name):
        return self.client.ReadItem(container + "/docs/" + name, {"partitionKey": "p"})

    def status_of(self, call):
        with self.assertRaises(errors.HTTPFailure) as raised:
            call()
        return raised.exception.status_code

    def test_an_item_is_created_read_replaced_and_deleted(self):
        container = self.container()
        self.client.CreateItem(container, {"id": "a", "pk": "p", "n": 1})
        self.assertEqual(1, self.read(container, "a")["n"])
        self.client.ReplaceItem(container + "/docs/a", {"id": "a", "pk": "p", "n": 2})
        self.client.UpsertItem(container, {"id": "b", "pk": "p", "n": 3})
        self.assertEqual(2, self.read(container, "a")["n"])
        self.client.DeleteItem(container + "/docs/a", {"partitionKey": "p"})
        self.assertEqual(404, self.status_of(lambda: self.read(container, "a")))
        self.assertEqual(3, self.read(container, "b")["n"])

    def test_errors_have_their_status(self):
        container = self.container()
        self.client.CreateItem(container, {"id": "a", "pk": "p"})
        again = lambda: self.client.CreateItem(container, {"id": "a", "pk": "p"})
        self.assertEqual(409, self.status_of(again))
        self.assertEqual(404, self.status_of(lambda: self.client.ReadContainer("dbs/python/colls/nobody")))
        bad = lambda: list(self.client.QueryItems(container, "SELEC", {"partitionKey": "p"}))
        self.assertEqual(400, self.status_of(bad))

    def test_an_etag_guards_a_replace(self):
        container = self.container()
        first = self.client.CreateItem(container, {"id": "a", "pk": "p"})
        condition = {"accessCondition": {"type": "IfMatch", "condition": first["_etag"]}}
        replace = lambda: self.client.ReplaceItem(container + "/docs/a", {"id": "a", "pk": "p"}, condition)
        replace()
        self.assertEqual(412, self.status_of(replace))

    def test_lists_and_queries_go_over_several_partitions_page_by_page(self):
        container = self.container(throughput=30000)
        for number in range(40):
            self.client.CreateItem(container, {"id": "i%d" % number, "pk": "p%d" % (number % 9), "n": number})
        everywhere = {"enableCrossPartitionQuery": True, "maxItemCount": 7}
        rows = [row["n"] for row in self.client.QueryItems(container, "SELECT * FROM c ORDER BY c.n DESC", everywhere)]
        self.assertEqual(list(range(39, -1, -1)), rows)
        count = list(self.client.QueryItems(container, "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 10", everywhere))
        self.assertEqual([30], count)
        parameters = {"query": "SELECT c.id FROM c WHERE c.n = @n", "parameters": [{"name": "@n", "value": 5}]}
        self.assertEqual([{"id": "i5"}], list(self.client.QueryItems(container, parameters, everywhere)))
        self.assertEqual(40, len(list(self.client.ReadItems(container, {"maxItemCount": 7}))))

    def test_changes_are_read_from_the_beginning(self):
        container = self.container()
        for name in ("a", "b", "a"):
            self.client.UpsertItem(container, {"id": name, "pk": "p"})
        options = {"isStartFromBeginning": True, "partitionKey": "p"}
        changes = [item["id"] for item in self.client.QueryItemsChangeFeed(container, options)]
        self.assertEqual(["b", "a"], changes)

    def test_items_live_as_long_as_the_container_and_they_say(self):
        container = self.container(defaultTtl=1000)
        self.client.CreateItem(container, {"id": "default", "pk": "p"})
        self.client.CreateItem(container, {"id": "short", "pk": "p", "ttl": 100})
        self.client.CreateItem(container, {"id": "forever", "pk": "p", "ttl": -1})
        advance_clock(100)
        self.assertEqual(404, self.status_of(lambda: self.read(container, "short")))
        self.assertEqual("default", self.read(container, "default")["id"])
        advance_clock(900)
        found = [item["id"] for item in self.client.QueryItems(container, "SELECT * FROM c", {"partitionKey": "p"})]
        self.assertEqual(["forever"], found)
        zero = lambda: self.client.CreateItem(container, {"id": "zero", "pk": "p", "ttl": 0})
        self.assertEqual(400, self.status_of(zero))

    def test_removing_the_default_stops_all_expiry(self):
        container = self.container(defaultTtl=1000)
        self.client.CreateItem(container, {"id": "a", "pk": "p", "ttl": 10})
        definition = self.client.ReadContainer(container)
        del definition["defaultTtl"]
        self.client.ReplaceContainer(container, definition)
        advance_clock(5000)
        self.assertEqual("a", self.read(container, "a")["id"])


if __name__ == "__main__":
    unittest.main()
