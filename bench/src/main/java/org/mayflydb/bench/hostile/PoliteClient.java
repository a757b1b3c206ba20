package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.bench.server.PlainClient;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * A well-behaved client that has a partition key to itself, remembers what it wrote there, and compares every answer.
 *
 * <p>An item surely lives if it did when the answer was there, and is surely gone if its last second had passed before the
 * request left. Between the two either answer is right.
 */
final class PoliteClient implements AutoCloseable {
    private static final int IDS = 100;
    private static final Map<String, String> QUERY_HEADERS =
            Map.of("content-type", "application/query+json", "x-ms-documentdb-isquery", "True");
    private static final long NEVER = Long.MAX_VALUE;

    private final Documents documents;
    private final Observer observer;
    private final String tenant;
    private final Random random;
    private final InstantSource clock;
    private final Map<String, Known> items = new HashMap<>();
    private final Set<String> changedSincePoll = new HashSet<>();
    private String feedPosition = "";
    private long operations;

    /** What is remembered of an item. */
    private record Known(String etag, int value, long deadlineSecond) {}

    PoliteClient(Documents documents, Observer observer, String tenant, Random random, InstantSource clock) {
        this.documents = documents;
        this.observer = observer;
        this.tenant = tenant;
        this.random = random;
        this.clock = clock;
    }

    long operations() {
        return operations;
    }

    /** Learns how long requests took. */
    interface Observer {
        void took(String operation, long nanos);
    }

    /** Does one thing, and fails if the answer is not what it must be. */
    void step() throws IOException {
        operations++;
        String id = "i" + random.nextInt(IDS);
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> write("POST", "", id, 409, 201);
            case 3, 4 -> write("PUT", id, id, 200, 404);
            case 5 -> delete(id);
            case 6 -> all("list", Map.of(), "");
            case 7 -> all("query", QUERY_HEADERS, "{\"query\":\"SELECT * FROM c WHERE c['value'] >= 0\"}");
            case 8 -> changes();
            default -> read(id);
        }
    }

    /** Creates, which succeeds where there is nothing, or replaces, which succeeds where there is something. */
    private void write(String verb, String path, String id, int statusIfLive, int statusIfGone) throws IOException {
        int value = random.nextInt(1_000_000);
        int ttlSeconds = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0;
        String body = "{\"id\":\"" + id + "\",\"tenant\":\"" + tenant + "\",\"value\":" + value
                + (ttlSeconds == 0 ? "" : ",\"ttl\":" + ttlSeconds)
                + ",\"text\":\"" + "t".repeat(random.nextInt(2000)) + "\"}";
        long before = second();
        PlainClient.Answer answer = ask(verb.equals("POST") ? "create" : "replace", verb, path, Map.of(), body);
        checkStatus(verb, id, answer, before, statusIfLive, statusIfGone);
        if (answer.status() < 300) {
            JsonObject written = object(answer);
            check(number(written, "value") == value, verb, id, answer);
            long deadline = ttlSeconds == 0 ? NEVER : number(written, "_ts") + ttlSeconds;
            changedSincePoll.add(id);
            items.put(id, new Known(String.valueOf(answer.headers().get("etag")), value, deadline));
        }
    }

    private void read(String id) throws IOException {
        long before = second();
        PlainClient.Answer answer = ask("read", "GET", id, Map.of(), "");
        checkStatus("GET", id, answer, before, 200, 404);
        if (answer.status() == 200) {
            Known known = Invariant.present(items.get(id), "only what was written is found");
            check(number(object(answer), "value") == known.value, "GET", id, answer);
            check(known.etag.equals(answer.headers().get("etag")), "GET", id, answer);
        }
    }

    private void delete(String id) throws IOException {
        long before = second();
        PlainClient.Answer answer = ask("delete", "DELETE", id, Map.of(), "");
        checkStatus("DELETE", id, answer, before, 204, 404);
        items.remove(id);
    }

    /** Reads all items page by page, by listing them or by a query. */
    private void all(String operation, Map<String, String> more, String body) throws IOException {
        long before = second();
        Set<String> listed = new HashSet<>();
        String continuation = null;
        PlainClient.Answer answer;
        do {
            Map<String, String> headers = new HashMap<>(more);
            headers.put("x-ms-max-item-count", "30");
            if (continuation != null) {
                headers.put("x-ms-continuation", continuation);
            }
            answer = ask(operation, body.isEmpty() ? "GET" : "POST", "", headers, body);
            check(answer.status() == 200, operation, "all", answer);
            documents(answer).forEach(document -> listed.add(id(document)));
            continuation = answer.headers().get("x-ms-continuation");
        } while (continuation != null);
        long after = second();
        for (int i = 0; i < IDS; i++) {
            String id = "i" + i;
            Known known = items.get(id);
            check(!isSurelyLive(known, after) || listed.contains(id), "list without", id, answer);
            check(!isSurelyGone(known, before) || !listed.contains(id), "list with", id, answer);
        }
    }

    /** Reads what has changed since the last time; each item written since then must be among it. */
    private void changes() throws IOException {
        Set<String> changed = new HashSet<>();
        PlainClient.Answer answer;
        do {
            Map<String, String> headers =
                    new HashMap<>(Map.of("a-im", "Incremental feed", "x-ms-max-item-count", "100"));
            if (!feedPosition.isEmpty()) {
                headers.put("if-none-match", feedPosition);
            }
            answer = ask("changes", "GET", "", headers, "");
            check(answer.status() == 200 || answer.status() == 304, "changes", "all", answer);
            feedPosition = answer.headers().getOrDefault("etag", feedPosition);
            if (answer.status() == 200) {
                documents(answer).forEach(document -> changed.add(id(document)));
            }
        } while (answer.status() == 200);
        long after = second();
        for (String id : changedSincePoll) {
            check(!isSurelyLive(items.get(id), after) || changed.contains(id), "changes without", id, answer);
        }
        changedSincePoll.clear();
    }

    private static List<JsonValue> documents(PlainClient.Answer answer) {
        return ((JsonArray) Invariant.present(object(answer).get("Documents"), "a page has them")).elements();
    }

    private static String id(JsonValue document) {
        return String.valueOf(((JsonObject) document).get("id")).replace("\"", "");
    }

    private PlainClient.Answer ask(String operation, String verb, String id, Map<String, String> more, String body)
            throws IOException {
        Map<String, String> headers = new HashMap<>(more);
        headers.put("x-ms-documentdb-partitionkey", "[\"" + tenant + "\"]");
        long start = System.nanoTime();
        PlainClient.Answer answer = documents.ask(verb, id, headers, body);
        observer.took(operation, System.nanoTime() - start);
        if (answer.status() == 429) {
            throw new ThrottledException();
        }
        return answer;
    }

    /** The server has too much to do, which the service says as well. The request had no effect. */
    static final class ThrottledException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private void checkStatus(
            String what, String id, PlainClient.Answer answer, long before, int statusIfLive, int statusIfGone) {
        Known known = items.get(id);
        check(answer.status() == statusIfLive || answer.status() == statusIfGone, what, id, answer);
        check(!isSurelyLive(known, second()) || answer.status() == statusIfLive, what, id, answer);
        check(!isSurelyGone(known, before) || answer.status() == statusIfGone, what, id, answer);
    }

    private static boolean isSurelyLive(@Nullable Known known, long after) {
        return known != null && after < known.deadlineSecond;
    }

    private static boolean isSurelyGone(@Nullable Known known, long before) {
        return known == null || before > known.deadlineSecond;
    }

    private void check(boolean right, String what, String id, PlainClient.Answer answer) {
        if (!right) {
            throw new IllegalStateException(what + " " + id + " of " + tenant + ", known as " + items.get(id)
                    + ", at second " + second() + ", was answered: " + answer.head() + answer.body());
        }
    }

    private static JsonObject object(PlainClient.Answer answer) {
        return (JsonObject) JsonValue.parse(answer.body().getBytes(StandardCharsets.UTF_8));
    }

    private static long number(JsonObject object, String name) {
        return Long.parseLong(String.valueOf(object.get(name)), 10);
    }

    private long second() {
        return clock.instant().getEpochSecond();
    }

    @Override
    public void close() throws IOException {
        documents.close();
    }
}
