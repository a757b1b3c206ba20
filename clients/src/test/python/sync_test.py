"""The synchronous Python client."""

import base64
import json
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from azure.core import MatchConditions
from azure.core.credentials import AccessToken
from azure.cosmos import CosmosClient, PartitionKey
from azure.cosmos.exceptions import CosmosBatchOperationError, CosmosHttpResponseError

from fixture import CLIENT_ENDPOINT, KEY, LONG_AFTER, MANY, ORDERS, QUERIES, TTL_CASES
from fixture import advance_clock, item, new_name, purge

ALL_VERSIONS = {"retentionDuration": 10}


class EmulatorCredential:
    """Makes tokens like the client's own tests: the third part is the account key."""

    def get_token(self, *scopes, **options):
        now = int(time.time())
        header = {"typ": "JWT", "alg": "RS256", "kid": "CosmosEmulatorPrimaryMaster"}
        claims = {"aud": "https://localhost.localhost", "oid": "somebody", "nbf": now, "exp": now + 7200}
        parts = [json.dumps(header), json.dumps(claims), KEY]
        token = ".".join(base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts)
        return AccessToken(token, now + 7200)


class SyncTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = CosmosClient(CLIENT_ENDPOINT, KEY)
        cls.database = cls.client.create_database_if_not_exists("sync")

    @classmethod
    def tearDownClass(cls):
        cls.client.close()

    def container(self, **properties):
        return self.database.create_container(new_name(), PartitionKey("/pk"), **properties)

    def filled(self):
        container = self.container(offer_throughput=18000)
        for order in ORDERS:
            container.create_item(order)
        return container

    def assert_status(self, status, call, *arguments, **options):
        with self.assertRaises(CosmosHttpResponseError) as raised:
            call(*arguments, **options)
        self.assertEqual(status, raised.exception.status_code)

    def ids(self, rows):
        return sorted(row["id"] for row in rows)


class ItemsTest(SyncTest):
    def test_an_item_is_created_read_replaced_patched_and_deleted(self):
        container = self.container()
        created = container.create_item(item(n=1))
        self.assertEqual(created, container.read_item("a", "p"))
        self.assertEqual(2, container.replace_item("a", item(n=2))["n"])
        self.assertEqual(3, container.upsert_item(item(n=3))["n"])
        patched = container.patch_item("a", "p", [{"op": "incr", "path": "/n", "value": 4}])
        self.assertEqual(7, patched["n"])
        container.delete_item("a", "p")
        self.assert_status(404, container.read_item, "a", "p")

    @unittest.skipUnless(CLIENT_ENDPOINT.startswith("https"), "the client sends tokens only over HTTPS")
    def test_a_token_is_as_good_as_a_key_for_items_and_no_good_for_databases(self):
        created = self.container()
        with CosmosClient(CLIENT_ENDPOINT, EmulatorCredential()) as client:
            container = client.get_database_client("sync").get_container_client(created.id)
            container.create_item(item(n=1))
            self.assertEqual([1], list(container.query_items("SELECT VALUE c.n FROM c", partition_key="p")))
            self.assert_status(403, client.create_database, "new")

    def test_errors_have_the_status_of_the_service(self):
        container = self.container()
        container.create_item(item())
        self.assert_status(409, container.create_item, item())
        self.assert_status(404, self.database.get_container_client("missing").read)
        self.assert_status(400, lambda: list(container.query_items("SELEC", partition_key="p")))

    def test_a_write_with_an_old_etag_fails(self):
        container = self.container()
        etag = container.create_item(item())["_etag"]
        condition = {"etag": etag, "match_condition": MatchConditions.IfNotModified}
        container.replace_item("a", item(n=2), **condition)
        self.assert_status(412, container.replace_item, "a", item(n=3), **condition)
        self.assert_status(412, container.delete_item, "a", "p", **condition)
        self.assertEqual(2, container.read_item("a", "p")["n"])

    def test_many_items_are_written_concurrently_and_read_in_one_call(self):
        container = self.container(offer_throughput=18000)
        with ThreadPoolExecutor(max_workers=8) as threads:
            list(threads.map(container.upsert_item, MANY))
        found = container.read_items([(each["id"], each["pk"]) for each in MANY])
        self.assertEqual(self.ids(MANY), self.ids(found))

    def test_throughput_is_read_and_replaced(self):
        container = self.container(offer_throughput=20000)
        self.assertEqual(20000, container.get_throughput().offer_throughput)
        container.replace_throughput(500)
        self.assertEqual(500, container.get_throughput().offer_throughput)


class QueriesTest(SyncTest):
    def test_queries_span_partitions(self):
        container = self.filled()
        self.assertGreater(len(list(container.read_feed_ranges())), 1)
        for query, rows in QUERIES:
            with self.subTest(query):
                found = container.query_items(query, enable_cross_partition_query=True, max_item_count=7)
                self.assertEqual(rows, list(found))

    def test_a_query_has_parameters(self):
        found = self.filled().query_items(
            "SELECT c.id FROM c WHERE c.n = @n",
            parameters=[{"name": "@n", "value": 5}],
            enable_cross_partition_query=True,
        )
        self.assertEqual([{"id": "o5"}], list(found))

    def test_a_query_over_several_partitions_comes_in_pages(self):
        query = self.filled().query_items("SELECT * FROM c", enable_cross_partition_query=True, max_item_count=7)
        pages = [self.ids(page) for page in query.by_page()]
        self.assertLessEqual(max(len(page) for page in pages), 7)
        self.assertEqual(self.ids(ORDERS), sorted(sum(pages, [])))

    def test_a_query_continues_from_its_continuation_token(self):
        container = self.filled()

        def pages(token=None):
            query = container.query_items("SELECT VALUE c.n FROM c ORDER BY c.n", partition_key="p0", max_item_count=2)
            return query.by_page(token)

        first = pages()
        self.assertEqual([0, 9], list(next(first)))
        self.assertEqual([18, 27], list(next(pages(first.continuation_token))))

    def test_items_of_a_key_are_counted_by_the_index_alone(self):
        container = self.filled()
        rows = container.query_items("SELECT VALUE COUNT(1) FROM c", partition_key="p1", populate_query_metrics=True)
        self.assertEqual(list(rows), [5])
        metrics = container.client_connection.last_response_headers["x-ms-documentdb-query-metrics"]
        self.assertIn("retrievedDocumentCount=0;", metrics)
        self.assertIn("indexUtilizationRatio=1.00", metrics)

    def test_index_metrics_name_the_partition_key(self):
        container = self.filled()
        list(container.query_items("SELECT * FROM c", partition_key="p1", populate_index_metrics=True))
        metrics = container.client_connection.last_response_headers["x-ms-cosmos-index-utilization"]
        self.assertEqual([index["IndexSpec"] for index in metrics["UtilizedSingleIndexes"]], ["/pk/?"])

    def test_an_aggregate_without_value_is_refused(self):
        query = "SELECT AVG(c.n) FROM c WHERE c.pk = 'p1'"
        with self.assertRaises(CosmosHttpResponseError) as raised:
            list(self.filled().query_items(query, enable_cross_partition_query=True))
        self.assertEqual(raised.exception.status_code, 400)

    def test_all_items_are_listed(self):
        self.assertEqual(self.ids(ORDERS), self.ids(self.filled().read_all_items(max_item_count=7)))


class BatchesTest(SyncTest):
    def test_a_batch_is_executed_as_a_whole(self):
        container = self.container()
        etag = container.create_item(item())["_etag"]
        results = container.execute_item_batch(
            [
                ("create", ({"id": "b", "pk": "p", "n": 1},)),
                ("replace", ("a", item(n=2)), {"if_match_etag": etag}),
                ("patch", ("b", [{"op": "incr", "path": "/n", "value": 1}])),
                ("read", ("b",)),
                ("upsert", ({"id": "c", "pk": "p"},)),
                ("delete", ("c",)),
            ],
            "p",
        )
        self.assertEqual([201, 200, 200, 200, 201, 204], [result["statusCode"] for result in results])
        self.assertEqual(2, results[3]["resourceBody"]["n"])
        self.assertEqual(["a", "b"], self.ids(container.read_all_items()))

    def test_a_batch_that_fails_changes_nothing(self):
        container = self.container()
        with self.assertRaises(CosmosBatchOperationError) as raised:
            container.execute_item_batch([("create", (item(),)), ("delete", ("missing",))], "p")
        self.assertEqual(1, raised.exception.error_index)
        self.assertEqual([424, 404], [each["statusCode"] for each in raised.exception.operation_responses])
        self.assertEqual([], list(container.read_all_items()))


class ChangeFeedTest(SyncTest):
    def changes(self, container, **options):
        found = list(container.query_items_change_feed(max_item_count=3, **options))
        return found, container.client_connection.last_response_headers["etag"]

    def test_the_change_feed_is_read_from_the_beginning_and_continued(self):
        container = self.filled()
        found, continuation = self.changes(container, start_time="Beginning")
        self.assertEqual(self.ids(ORDERS), self.ids(found))
        container.upsert_item({"id": "o3", "pk": "p3", "n": -3})
        found, _ = self.changes(container, continuation=continuation)
        self.assertEqual([-3], [each["n"] for each in found])

    def test_a_partition_key_has_its_own_change_feed(self):
        found, _ = self.changes(self.filled(), start_time="Beginning", partition_key="p4")
        self.assertEqual(["o13", "o22", "o31", "o4"], self.ids(found))

    def test_all_versions_include_deletes_and_expiry(self):
        container = self.container(default_ttl=-1, change_feed_policy=ALL_VERSIONS)
        _, continuation = self.changes(container, mode="AllVersionsAndDeletes")
        container.create_item(item())
        container.replace_item("a", item(ttl=5))
        advance_clock(5)
        purge()
        found, _ = self.changes(container, mode="AllVersionsAndDeletes", continuation=continuation)
        self.assertEqual(["create", "replace", "delete"], [each["metadata"]["operationType"] for each in found])
        self.assertTrue(found[2]["metadata"]["timeToLiveExpired"])


class TtlTest(SyncTest):
    def assert_expires_after(self, seconds, container):
        # The clock also runs by itself.
        advance_clock(seconds - 2)
        container.read_item("a", "p")
        advance_clock(2)
        self.assert_status(404, container.read_item, "a", "p")

    def set_default(self, container, seconds):
        self.database.replace_container(container, PartitionKey("/pk"), default_ttl=seconds)

    def test_container_and_item_decide_when_an_item_expires(self):
        for default, ttl, seconds in TTL_CASES:
            with self.subTest(default=default, ttl=ttl):
                container = self.container(default_ttl=default)
                container.create_item(item(ttl=ttl))
                if seconds is None:
                    advance_clock(LONG_AFTER)
                    container.read_item("a", "p")
                else:
                    self.assert_expires_after(seconds, container)

    def test_no_operation_finds_an_expired_item(self):
        container = self.container(default_ttl=10)
        container.create_item(item())
        advance_clock(10)
        self.assert_status(404, container.replace_item, "a", item())
        self.assert_status(404, container.patch_item, "a", "p", [{"op": "set", "path": "/ttl", "value": -1}])
        self.assert_status(404, container.delete_item, "a", "p")
        self.assertEqual([], list(container.read_all_items()))
        self.assertEqual([], list(container.query_items_change_feed(start_time="Beginning")))
        count = container.query_items("SELECT VALUE COUNT(1) FROM c", enable_cross_partition_query=True)
        self.assertEqual([0], list(count))
        container.create_item(item())

    def test_every_write_restarts_the_countdown(self):
        container = self.container(default_ttl=60)
        created = container.create_item(item())
        advance_clock(50)
        self.assertGreaterEqual(container.replace_item("a", item())["_ts"], created["_ts"] + 50)
        self.assert_expires_after(60, container)

    def test_the_ttl_of_an_item_can_be_changed(self):
        container = self.container(default_ttl=100)
        changed = container.create_item(item(ttl=10))
        changed["ttl"] = 200
        container.replace_item("a", changed)
        self.assert_expires_after(200, container)

    def test_an_item_without_its_ttl_inherits_the_default_again(self):
        container = self.container(default_ttl=100)
        changed = container.create_item(item(ttl=10))
        del changed["ttl"]
        container.replace_item("a", changed)
        self.assert_expires_after(100, container)

    def test_minus_one_stops_an_item_from_expiring(self):
        container = self.container(default_ttl=100)
        changed = container.create_item(item(ttl=10))
        changed["ttl"] = -1
        container.replace_item("a", changed)
        advance_clock(LONG_AFTER)
        container.read_item("a", "p")

    def test_without_a_default_nothing_expires_until_it_is_set_again(self):
        container = self.container(default_ttl=1000)
        container.create_item(item(ttl=10))
        self.set_default(container, None)
        advance_clock(5000)
        container.read_item("a", "p")
        self.set_default(container, -1)
        self.assert_status(404, container.read_item, "a", "p")

    def test_a_ttl_is_a_whole_number_of_seconds_or_minus_one(self):
        container = self.container(default_ttl=-1)
        for ttl in (0, -2, 1.5, 2147483648, "soon"):
            with self.subTest(ttl=ttl):
                self.assert_status(400, container.create_item, item(ttl=ttl))
        container.create_item(item(ttl=2147483647))

    def test_ttl_needs_an_index(self):
        policy = {"indexingMode": "none", "automatic": False}
        self.assert_status(400, self.container, default_ttl=10, indexing_policy=policy)


if __name__ == "__main__":
    unittest.main()
