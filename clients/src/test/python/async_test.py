"""The asynchronous Python client."""

import asyncio
import unittest

from azure.core import MatchConditions
from azure.cosmos import PartitionKey
from azure.cosmos.aio import CosmosClient
from azure.cosmos.exceptions import CosmosBatchOperationError, CosmosHttpResponseError

from fixture import CLIENT_ENDPOINT, KEY, LONG_AFTER, MANY, ORDERS, QUERIES, TTL_CASES
from fixture import advance_clock, item, new_name


async def rows(iterable):
    return [row async for row in iterable]


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.client = CosmosClient(CLIENT_ENDPOINT, KEY)
        self.database = await self.client.create_database_if_not_exists("async")

    async def asyncTearDown(self):
        await self.client.close()

    async def container(self, **properties):
        return await self.database.create_container(new_name(), PartitionKey("/pk"), **properties)

    async def filled(self):
        container = await self.container(offer_throughput=18000)
        for order in ORDERS:
            await container.create_item(order)
        return container

    async def assert_status(self, status, awaitable):
        with self.assertRaises(CosmosHttpResponseError) as raised:
            await awaitable
        self.assertEqual(status, raised.exception.status_code)

    def ids(self, found):
        return sorted(row["id"] for row in found)


class ItemsTest(AsyncTest):
    async def test_an_item_is_created_read_replaced_patched_and_deleted(self):
        container = await self.container()
        created = await container.create_item(item(n=1))
        self.assertEqual(created, await container.read_item("a", "p"))
        self.assertEqual(2, (await container.replace_item("a", item(n=2)))["n"])
        self.assertEqual(3, (await container.upsert_item(item(n=3)))["n"])
        patched = await container.patch_item("a", "p", [{"op": "incr", "path": "/n", "value": 4}])
        self.assertEqual(7, patched["n"])
        await container.delete_item("a", "p")
        await self.assert_status(404, container.read_item("a", "p"))

    async def test_a_write_with_an_old_etag_fails(self):
        container = await self.container()
        etag = (await container.create_item(item()))["_etag"]
        condition = {"etag": etag, "match_condition": MatchConditions.IfNotModified}
        await container.replace_item("a", item(n=2), **condition)
        await self.assert_status(412, container.replace_item("a", item(n=3), **condition))

    async def test_many_items_are_written_concurrently_and_read_in_one_call(self):
        container = await self.container(offer_throughput=18000)
        await asyncio.gather(*(container.upsert_item(each) for each in MANY))
        found = await container.read_items([(each["id"], each["pk"]) for each in MANY])
        self.assertEqual(self.ids(MANY), self.ids(found))


class QueriesTest(AsyncTest):
    async def test_queries_span_partitions(self):
        container = await self.filled()
        for query, expected in QUERIES:
            with self.subTest(query):
                self.assertEqual(expected, await rows(container.query_items(query, max_item_count=7)))

    async def test_a_query_over_several_partitions_comes_in_pages(self):
        query = (await self.filled()).query_items("SELECT * FROM c", max_item_count=7)
        pages = [self.ids(await rows(page)) async for page in query.by_page()]
        self.assertLessEqual(max(len(page) for page in pages), 7)
        self.assertEqual(self.ids(ORDERS), sorted(sum(pages, [])))

    async def test_a_query_continues_from_its_continuation_token(self):
        container = await self.filled()

        def pages(token=None):
            query = container.query_items("SELECT VALUE c.n FROM c ORDER BY c.n", partition_key="p0", max_item_count=2)
            return query.by_page(token)

        first = pages()
        self.assertEqual([0, 9], await rows(await first.__anext__()))
        self.assertEqual([18, 27], await rows(await pages(first.continuation_token).__anext__()))


class BatchesTest(AsyncTest):
    async def test_a_batch_is_executed_as_a_whole_or_not_at_all(self):
        container = await self.container()
        create = ("create", (item(),))
        with self.assertRaises(CosmosBatchOperationError) as raised:
            await container.execute_item_batch([create, ("delete", ("missing",))], "p")
        self.assertEqual(1, raised.exception.error_index)
        results = await container.execute_item_batch([create, ("read", ("a",))], "p")
        self.assertEqual([201, 200], [result["statusCode"] for result in results])


class ChangeFeedTest(AsyncTest):
    async def test_the_change_feed_is_read_from_the_beginning_and_continued(self):
        container = await self.filled()
        found = await rows(container.query_items_change_feed(start_time="Beginning", max_item_count=3))
        self.assertEqual(self.ids(ORDERS), self.ids(found))
        continuation = container.client_connection.last_response_headers["etag"]
        await container.upsert_item({"id": "o3", "pk": "p3", "n": -3})
        found = await rows(container.query_items_change_feed(continuation=continuation))
        self.assertEqual([-3], [each["n"] for each in found])


class TtlTest(AsyncTest):
    async def test_container_and_item_decide_when_an_item_expires(self):
        for default, ttl, seconds in TTL_CASES:
            with self.subTest(default=default, ttl=ttl):
                container = await self.container(default_ttl=default)
                await container.create_item(item(ttl=ttl))
                # The clock also runs by itself.
                advance_clock(LONG_AFTER if seconds is None else seconds - 2)
                await container.read_item("a", "p")
                if seconds is not None:
                    advance_clock(2)
                    await self.assert_status(404, container.read_item("a", "p"))

    async def test_without_a_default_nothing_expires_until_it_is_set_again(self):
        container = await self.container(default_ttl=1000)
        await container.create_item(item(ttl=10))
        await self.database.replace_container(container, PartitionKey("/pk"))
        advance_clock(5000)
        await container.read_item("a", "p")
        await self.database.replace_container(container, PartitionKey("/pk"), default_ttl=-1)
        await self.assert_status(404, container.read_item("a", "p"))
        self.assertEqual([], await rows(container.read_all_items()))


if __name__ == "__main__":
    unittest.main()
