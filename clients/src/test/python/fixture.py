"""The server under test, its clock, and the cases that the sync and the async tests share."""

import itertools
import json
import os
import urllib.request

# The admin API is always called over plain HTTP; the client uses the scheme under test.
ENDPOINT = os.environ["MAYFLY_ENDPOINT"]
CLIENT_ENDPOINT = os.environ["MAYFLY_CLIENT_ENDPOINT"]
KEY = os.environ["MAYFLY_KEY"]

LONG_AFTER = 100_000_000

# Default TTL of the container, TTL of the item, and the seconds until the item expires; None means never.
TTL_CASES = [
    (None, None, None),
    (None, -1, None),
    (None, 2000, None),
    (-1, None, None),
    (-1, -1, None),
    (-1, 2000, 2000),
    (1000, None, 1000),
    (1000, -1, None),
    (1000, 2000, 2000),
]

ORDERS = [{"id": f"o{n}", "pk": f"p{n % 9}", "n": n, "kind": ("ferry", "tug", "yacht")[n % 3]} for n in range(40)]

# Queries over ORDERS and their rows; the client runs them with a query plan over several physical partitions.
QUERIES = [
    ("SELECT VALUE c.n FROM c ORDER BY c.n DESC", list(range(39, -1, -1))),
    ("SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n", [0, 1, 2]),
    ("SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 2", [5, 6]),
    ("SELECT DISTINCT VALUE c.kind FROM c ORDER BY c.kind", ["ferry", "tug", "yacht"]),
    ("SELECT VALUE COUNT(1) FROM c WHERE c.n >= 10", [30]),
    ("SELECT VALUE SUM(c.n) FROM c", [780]),
    ("SELECT VALUE MAX(c.n) FROM c WHERE c.kind = 'ferry'", [39]),
]

MANY = [{"id": f"i{n}", "pk": f"p{n % 20}", "n": n} for n in range(200)]

_names = itertools.count(1)


def new_name():
    return f"c{next(_names)}"


def item(**properties):
    return {"id": "a", "pk": "p", **{name: value for name, value in properties.items() if value is not None}}


def advance_clock(seconds):
    _post("_mayfly/clock", {"advanceSeconds": seconds})


def purge():
    """Physically deletes expired items, which the server otherwise does in the background."""
    _post("_mayfly/flush", {})


def _post(path, body):
    request = urllib.request.Request(
        ENDPOINT + path, data=json.dumps(body).encode(), headers={"Authorization": "Bearer " + KEY}
    )
    urllib.request.urlopen(request).close()
