package org.mayflydb.bench.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * A well-behaved client that has a partition key to itself, remembers what it wrote there, and compares every answer.
 *
 * <p>An item surely lives if it did when the answer was there, and is surely gone if its last second had passed before the
 * request left. Between the two either answer is right.
 */
final class SoakClient implements AutoCloseable {
    static final String DOCUMENTS = "dbs/soak/colls/soak/docs";
    private static final int IDS = 100;
    private static final long NEVER = Long.MAX_VALUE;

    private final PlainClient connection;
    private final String tenant;
    private final Random random;
    private final InstantSource clock;
    private final Map<String, Known> items = new HashMap<>();
    private long operations;

    /** What is remembered of an item. */
    private record Known(String etag, int value, long deadlineSecond) {}

    SoakClient(PlainClient connection, String tenant, Random random, InstantSource clock) {
        this.connection = connection;
        this.tenant = tenant;
        this.random = random;
        this.clock = clock;
    }

    long operations() {
        return operations;
    }

    /** Does one thing, and fails if the answer is not what it must be. */
    void step() throws IOException {
        operations++;
        String id = "i" + random.nextInt(IDS);
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> write("POST", "", id, 409, 201);
            case 3, 4 -> write("PUT", "/" + id, id, 200, 404);
            case 5 -> delete(id);
            case 6 -> list();
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
        PlainClient.Answer answer = ask(verb, path, body, Map.of());
        checkStatus(verb, id, answer, before, statusIfLive, statusIfGone);
        if (answer.status() < 300) {
            JsonObject written = object(answer);
            check(number(written, "value") == value, verb, id, answer);
            long deadline = ttlSeconds == 0 ? NEVER : number(written, "_ts") + ttlSeconds;
            items.put(id, new Known(String.valueOf(answer.headers().get("etag")), value, deadline));
        }
    }

    private void read(String id) throws IOException {
        long before = second();
        PlainClient.Answer answer = ask("GET", "/" + id, "", Map.of());
        checkStatus("GET", id, answer, before, 200, 404);
        if (answer.status() == 200) {
            Known known = Invariant.present(items.get(id), "only what was written is found");
            check(number(object(answer), "value") == known.value, "GET", id, answer);
            check(known.etag.equals(answer.headers().get("etag")), "GET", id, answer);
        }
    }

    private void delete(String id) throws IOException {
        long before = second();
        PlainClient.Answer answer = ask("DELETE", "/" + id, "", Map.of());
        checkStatus("DELETE", id, answer, before, 204, 404);
        items.remove(id);
    }

    private void list() throws IOException {
        long before = second();
        Set<String> listed = new HashSet<>();
        String continuation = null;
        PlainClient.Answer answer;
        do {
            Map<String, String> headers = new HashMap<>(Map.of("x-ms-max-item-count", "30"));
            if (continuation != null) {
                headers.put("x-ms-continuation", continuation);
            }
            answer = ask("GET", "", "", headers);
            check(answer.status() == 200, "GET", "list", answer);
            JsonArray documents = (JsonArray) Invariant.present(object(answer).get("Documents"), "a list has them");
            for (JsonValue document : documents.elements()) {
                listed.add(String.valueOf(((JsonObject) document).get("id")).replace("\"", ""));
            }
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

    private PlainClient.Answer ask(String verb, String path, String body, Map<String, String> more) throws IOException {
        Map<String, String> headers = new HashMap<>(more);
        headers.put("x-ms-documentdb-partitionkey", "[\"" + tenant + "\"]");
        Instant now = clock.instant();
        return connection.ask(SignedRequest.of(verb, DOCUMENTS + path, headers, body, now));
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
        connection.close();
    }
}
