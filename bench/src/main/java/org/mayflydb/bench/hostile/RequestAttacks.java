package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.mayflydb.bench.server.PlainClient;

/** Well-formed, signed requests that ask for too much: queries, patches, batches, items, keys, continuations. */
final class RequestAttacks {
    private static final String BATCH = "x-ms-cosmos-is-batch-request";
    private static final String CONTINUATION = "x-ms-continuation";

    private RequestAttacks() {}

    static List<Attack> all() {
        List<Attack> all = new ArrayList<>();
        all.addAll(queries());
        all.addAll(writes());
        all.addAll(reads());
        return all;
    }

    private static List<Attack> queries() {
        return List.of(
                query("query: deep nesting", "SELECT * FROM c WHERE " + "(".repeat(20_000) + "1" + ")".repeat(20_000)),
                query("query: deep negation", "SELECT * FROM c WHERE " + "NOT ".repeat(20_000) + "true"),
                query("query: many OR terms", "SELECT * FROM c WHERE c.n = 1" + " OR c.n = 2".repeat(20_000)),
                query(
                        "query: huge IN",
                        "SELECT * FROM c WHERE c.n IN ("
                                + IntStream.range(0, 30_000)
                                        .mapToObj(Integer::toString)
                                        .collect(Collectors.joining(","))
                                + ")"),
                query(
                        "query: LIKE with many wildcards",
                        "SELECT * FROM c WHERE c.text LIKE '" + "%a".repeat(2000) + "b%'"),
                query("query: regex that backtracks", "SELECT * FROM c WHERE RegexMatch(c.text, '^(a+)+$')"),
                query(
                        "query: many regexes",
                        "SELECT * FROM c WHERE "
                                + IntStream.range(0, 20)
                                        .mapToObj(i -> "RegexMatch(c.text, '(.*a){" + (i + 10) + "}b')")
                                        .collect(Collectors.joining(" OR "))),
                query(
                        "query: cross joins",
                        "SELECT VALUE COUNT(1) FROM c JOIN a IN c.list JOIN b IN c.list JOIN d IN c.list JOIN e IN c.list"),
                query("query: large strings", "SELECT VALUE REPLICATE(REPLICATE(c.text, 1000), 1000) FROM c"),
                query(
                        "query: sort by computed values",
                        "SELECT * FROM c JOIN a IN c.list JOIN b IN c.list ORDER BY c.n DESC"),
                query(
                        "query: nested subqueries",
                        "SELECT VALUE " + "(SELECT VALUE ".repeat(200) + "1" + ")".repeat(200) + " FROM c"),
                Attack.costly(
                        "query over databases",
                        "200|400|408|429",
                        (target, random) -> target.ask(
                                "POST",
                                "dbs",
                                Map.of("content-type", "application/query+json", "x-ms-documentdb-isquery", "True"),
                                "{\"query\":\"SELECT * FROM c WHERE " + "ARRAY_CONTAINS([1,2,3], c.id) OR ".repeat(2000)
                                        + "true\"}")));
    }

    /** A query may succeed, be refused as invalid or too complex, or reach its limit. */
    private static Attack query(String name, String text) {
        return Attack.costly(name, "200|400|408|413|429", (target, random) -> target.query(text));
    }

    private static List<Attack> writes() {
        return List.of(
                Attack.costly(
                        "patch: condition that computes",
                        "200|400|408|412|429",
                        (target, random) -> patch(
                                target,
                                "{\"condition\":\"FROM c WHERE RegexMatch(c.text, '(.*a){30}b') OR c.text LIKE '"
                                        + "%a".repeat(500) + "b'\",\"operations\":[" + set("/x", "1") + "]}")),
                Attack.cheap(
                        "patch: too many operations",
                        "400",
                        (target, random) -> patch(target, "{\"operations\":[" + repeat(set("/x", "1"), 5000) + "]}")),
                Attack.cheap(
                        "patch: deep path",
                        "400",
                        (target, random) -> patch(target, "{\"operations\":[" + set("/a".repeat(20_000), "1") + "]}")),
                Attack.cheap(
                        "patch: identity",
                        "400",
                        (target, random) -> patch(
                                target,
                                "{\"operations\":[" + set("/id", "\"y\"") + "," + set("/tenant", "\"y\"") + ","
                                        + set("/_ts", "1") + "]}")),
                Attack.cheap(
                        "patch: huge increment",
                        "400",
                        (target, random) ->
                                patch(target, "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1e999}]}")),
                Attack.cheap("batch: too many operations", "400|413", (target, random) -> batch(target, 5000, 10)),
                Attack.costly("batch: 2 MB", "200|207|413", (target, random) -> batch(target, 90, 20_000)),
                Attack.costly(
                        "batch: patches with conditions",
                        "200|207|400|408|429",
                        (target, random) -> ask(
                                target,
                                Map.of(BATCH, "True", "x-ms-cosmos-batch-atomic", "True"),
                                "["
                                        + repeat(
                                                "{\"operationType\":\"Patch\",\"id\":\"large1\",\"partitionKey\":\"[\\\"t\\\"]\",\"resourceBody\":"
                                                        + "{\"condition\":\"FROM c WHERE RegexMatch(c.text, '(.*a){20}b')\",\"operations\":["
                                                        + set("/x", "1") + "]}}",
                                                100)
                                        + "]")),
                Attack.cheap(
                        "item: nested deeply",
                        "400",
                        (target, random) -> target.create("{\"id\":\"d\",\"tenant\":\"t\",\"a\":" + "[".repeat(200_000)
                                + "]".repeat(200_000) + "}")),
                Attack.costly(
                        "item: many properties",
                        "20[01]|400|413|429",
                        (target, random) -> target.create("{\"id\":\"wide\",\"tenant\":\"t\""
                                + IntStream.range(0, 20_000)
                                        .mapToObj(i -> ",\"p" + i + "\":" + i)
                                        .collect(Collectors.joining())
                                + "}")),
                Attack.cheap(
                        "item: too large",
                        "413",
                        (target, random) ->
                                target.create("{\"id\":\"l\",\"tenant\":\"t\",\"a\":\"" + "a".repeat(3 << 20) + "\"}")),
                Attack.cheap(
                        "item: broken JSON",
                        "400",
                        (target, random) -> target.create(
                                "{\"id\":\"b\",\"tenant\":\"t\",\"a\":" + "{\"b\":".repeat(50) + "\\u12")),
                Attack.cheap(
                        "item: number without end",
                        "20[01]|400",
                        (target, random) ->
                                target.create("{\"id\":\"n\",\"tenant\":\"t\",\"a\":" + "9".repeat(100_000) + "}")),
                Attack.cheap(
                        "key: huge",
                        "400",
                        (target, random) -> target.ask(
                                "POST",
                                Target.DOCUMENTS,
                                Map.of(),
                                "{\"id\":\"k\",\"tenant\":\"" + "k".repeat(100_000) + "\"}")),
                Attack.cheap(
                        "key: huge header",
                        "400|404",
                        (target, random) -> target.ask(
                                "GET",
                                Target.DOCUMENTS + "/large1",
                                Map.of(Target.KEY, "[\"" + "k".repeat(20_000) + "\"]"),
                                "")),
                Attack.cheap(
                        "key: nested header",
                        "400",
                        (target, random) -> target.ask(
                                "GET",
                                Target.DOCUMENTS + "/large1",
                                Map.of(Target.KEY, "[".repeat(10_000) + "]".repeat(10_000)),
                                "")),
                Attack.cheap(
                        "id: huge",
                        "400",
                        (target, random) -> target.create("{\"id\":\"" + "i".repeat(10_000) + "\",\"tenant\":\"t\"}")),
                Attack.cheap(
                        "etag: huge",
                        "400|404|412",
                        (target, random) -> target.ask(
                                "DELETE",
                                Target.DOCUMENTS + "/large1",
                                Map.of(Target.KEY, "[\"t\"]", "if-match", "\"" + "e".repeat(20_000) + "\""),
                                "")));
    }

    private static List<Attack> reads() {
        return List.of(
                Attack.cheap("continuation: random", "400", (target, random) -> list(target, token(random))),
                Attack.cheap("continuation: changed", "400|200|304", RequestAttacks::changedContinuation),
                Attack.cheap(
                        "change feed: position out of range",
                        "200|304|400|410",
                        (target, random) -> target.ask(
                                "GET",
                                Target.DOCUMENTS,
                                Map.of(
                                        Target.KEY,
                                        "[\"t\"]",
                                        "a-im",
                                        "Incremental feed",
                                        "if-none-match",
                                        "\"9223372036854775807\""),
                                "")),
                Attack.cheap(
                        "change feed: page of absurd size",
                        "200|304|400",
                        (target, random) -> target.ask(
                                "GET",
                                Target.DOCUMENTS,
                                Map.of(
                                        Target.KEY,
                                        "[\"t\"]",
                                        "a-im",
                                        "Incremental feed",
                                        "x-ms-max-item-count",
                                        "2147483647"),
                                "")),
                Attack.cheap(
                        "list: page of impossible size",
                        "400",
                        (target, random) -> target.ask(
                                "GET",
                                Target.DOCUMENTS,
                                Map.of(Target.KEY, "[\"t\"]", "x-ms-max-item-count", "-9999999999999999999"),
                                "")),
                Attack.cheap(
                        "session token: garbage",
                        "400|404|200",
                        (target, random) -> target.ask(
                                "GET",
                                Target.DOCUMENTS + "/large1",
                                Map.of(Target.KEY, "[\"t\"]", "x-ms-session-token", "0:1#" + "9".repeat(1000)),
                                "")));
    }

    private static String ask(Target target, Map<String, String> headers, String body) throws IOException {
        Map<String, String> all = new HashMap<>(headers);
        all.put(Target.KEY, "[\"t\"]");
        return target.ask("POST", Target.DOCUMENTS, all, body);
    }

    private static String patch(Target target, String body) throws IOException {
        return target.ask(
                "PATCH",
                Target.DOCUMENTS + "/large0",
                Map.of(Target.KEY, "[\"t\"]", "content-type", "application/json_patch+json"),
                body);
    }

    private static String batch(Target target, int operations, int bytes) throws IOException {
        String operation =
                "{\"operationType\":\"Upsert\",\"partitionKey\":\"[\\\"t\\\"]\",\"resourceBody\":{\"id\":\"batch\",\"tenant\":\"t\",\"a\":\""
                        + "a".repeat(bytes) + "\"}}";
        return ask(
                target,
                Map.of(BATCH, "True", "x-ms-cosmos-batch-atomic", "True"),
                "[" + repeat(operation, operations) + "]");
    }

    private static String list(Target target, String continuation) throws IOException {
        return target.ask("GET", Target.DOCUMENTS, Map.of(Target.KEY, "[\"t\"]", CONTINUATION, continuation), "");
    }

    private static String token(Random random) {
        return random.ints(1 + random.nextInt(2000), 33, 126)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static String changedContinuation(Target target, Random random) throws IOException {
        try (PlainClient client = PlainClient.connect(target.port())) {
            String token = client.ask(target.request(
                            "GET", Target.DOCUMENTS, Map.of(Target.KEY, "[\"t\"]", "x-ms-max-item-count", "1"), ""))
                    .expect(200)
                    .headers()
                    .getOrDefault(CONTINUATION, "none");
            StringBuilder changed = new StringBuilder(token);
            changed.setCharAt(random.nextInt(token.length()), (char) (33 + random.nextInt(90)));
            return list(target, changed.toString());
        }
    }

    private static String set(String path, String value) {
        return "{\"op\":\"set\",\"path\":\"" + path + "\",\"value\":" + value + "}";
    }

    private static String repeat(String text, int count) {
        return String.join(",", Collections.nCopies(count, text));
    }
}
