package org.mayflydb.conformance.history;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mayflydb.conformance.history.Connection.Answer;
import org.mayflydb.conformance.history.Operation.Kind;
import org.mayflydb.conformance.history.Outcome.Result;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.protocol.WireHeaders;

/** Operations as requests, and answers as outcomes. */
final class Translation {
    static final String CONTAINER = "dbs/history/colls/items";
    static final String ITEMS = CONTAINER + "/docs";

    private Translation() {}

    static Request request(Operation operation) {
        Map<String, String> headers = new HashMap<>(partitionKey(operation.partition()));
        if (operation.ifMatch() != null) {
            headers.put(WireHeaders.IF_MATCH, operation.ifMatch());
        }
        String item = ITEMS + "/" + operation.id();
        return switch (operation.kind()) {
            case CREATE -> new Request("POST", ITEMS, headers, body(operation));
            case UPSERT -> {
                headers.put(WireHeaders.IS_UPSERT, "true");
                yield new Request("POST", ITEMS, headers, body(operation));
            }
            case REPLACE -> new Request("PUT", item, headers, body(operation));
            case PATCH -> new Request("PATCH", item, headers, body(operation));
            case DELETE -> new Request("DELETE", item, headers, "");
            case READ -> new Request("GET", item, headers, "");
            case QUERY -> query(operation.id(), headers);
            case BATCH -> {
                headers.put(WireHeaders.IS_BATCH, "true");
                headers.put(WireHeaders.BATCH_ATOMIC, "true");
                yield new Request(
                        "POST",
                        ITEMS,
                        headers,
                        operation.parts().stream().map(Translation::part).collect(Collectors.joining(",", "[", "]")));
            }
        };
    }

    static Map<String, String> partitionKey(String partition) {
        return Map.of(WireHeaders.PARTITION_KEY, "[\"" + partition + "\"]");
    }

    private static Request query(String text, Map<String, String> headers) {
        headers.put(WireHeaders.MAX_ITEM_COUNT, "-1");
        if (text.isEmpty()) {
            return new Request("GET", ITEMS, headers, "");
        }
        headers.put(WireHeaders.IS_QUERY, "true");
        headers.put(WireHeaders.WHOLE_QUERY, "true");
        headers.put(WireHeaders.CONTENT_TYPE, "application/query+json");
        return new Request("POST", ITEMS, headers, "{\"query\":\"" + text + "\"}");
    }

    static String body(Operation operation) {
        Content content = operation.content();
        if (operation.kind() == Kind.PATCH) {
            return "{\"operations\":[{\"op\":\"set\",\"path\":\"/serial\",\"value\":" + content.serial()
                    + "},{\"op\":\"incr\",\"path\":\"/count\",\"value\":1}]}";
        }
        return "{\"id\":\"" + operation.id() + "\",\"pk\":\"" + operation.partition() + "\",\"serial\":"
                + content.serial() + ",\"count\":" + content.count()
                + (content.ttlSeconds() == 0 ? "" : ",\"ttl\":" + content.ttlSeconds()) + "}";
    }

    private static String part(Operation operation) {
        String name = operation.kind().name();
        StringBuilder text = new StringBuilder("{\"operationType\":\"")
                .append(name.charAt(0))
                .append(name.substring(1).toLowerCase(Locale.ROOT))
                .append('"');
        if (operation.kind() != Kind.CREATE && operation.kind() != Kind.UPSERT) {
            text.append(",\"id\":\"").append(operation.id()).append('"');
        }
        if (operation.leavesVersion()) {
            text.append(",\"resourceBody\":").append(body(operation));
        }
        if (operation.ifMatch() != null) {
            text.append(",\"ifMatch\":").append(new JsonString(operation.ifMatch()));
        }
        return text.append('}').toString();
    }

    static Outcome outcome(Operation operation, Answer answer) {
        long lsn = Long.parseLong(answer.headers().getOrDefault(WireHeaders.LSN, "0"));
        if (operation.kind() == Kind.QUERY && answer.status() == 200) {
            return new Outcome(200, lsn, List.of(), rows(answer));
        }
        if (operation.kind() == Kind.BATCH && answer.status() < 300) {
            return new Outcome(answer.status(), lsn, results(answer), Map.of());
        }
        return Outcome.of(answer.status(), lsn, answer.headers().get(WireHeaders.ETAG));
    }

    private static Map<String, String> rows(Answer answer) {
        if (answer.headers().containsKey(WireHeaders.CONTINUATION)) {
            throw new IllegalStateException("The page of so few items has a continuation: " + answer);
        }
        Map<String, String> rows = new HashMap<>();
        for (JsonObject row : answer.list("Documents")) {
            if (rows.put(text(row, "id"), text(row, "_etag")) != null) {
                throw new IllegalStateException("An item is there twice: " + answer);
            }
        }
        return rows;
    }

    private static List<Result> results(Answer answer) {
        List<Result> results = new ArrayList<>();
        for (JsonValue each :
                ((JsonArray) JsonValue.parse(answer.body().getBytes(StandardCharsets.UTF_8))).elements()) {
            JsonObject result = (JsonObject) each;
            @Nullable String etag = result.has("eTag") ? text(result, "eTag") : null;
            results.add(new Result((int) number(result, "statusCode"), etag));
        }
        return results;
    }

    /** An entry of the feed of all versions. */
    static Change change(JsonObject entry) {
        JsonObject metadata = object(entry, "metadata");
        JsonObject item = object(entry, "current");
        long lsn = number(metadata, "lsn");
        long second = number(metadata, "crts");
        long previous = metadata.has("previousImageLSN") ? number(metadata, "previousImageLSN") : 0;
        if (!item.has("id")) {
            boolean expired = "true".equals(String.valueOf(metadata.get("timeToLiveExpired")));
            return new Change(
                    expired ? Change.Type.EXPIRE : Change.Type.DELETE,
                    text(object(metadata, "partitionKey"), "pk"),
                    text(metadata, "id"),
                    lsn,
                    second,
                    previous,
                    null);
        }
        Content content = new Content(
                number(item, "serial"), number(item, "count"), item.has("ttl") ? (int) number(item, "ttl") : 0);
        return new Change(
                text(metadata, "operationType").equals("create") ? Change.Type.CREATE : Change.Type.REPLACE,
                text(item, "pk"),
                text(item, "id"),
                lsn,
                second,
                previous,
                new Version(content, text(item, "_etag"), number(item, "_ts"), lsn));
    }

    static String text(JsonObject object, String name) {
        if (object.get(name) instanceof JsonString text) {
            return text.value();
        }
        throw new IllegalStateException("There is no text " + name + " in " + object);
    }

    static long number(JsonObject object, String name) {
        if (object.get(name) instanceof JsonNumber number) {
            return (long) number.doubleValue();
        }
        throw new IllegalStateException("There is no number " + name + " in " + object);
    }

    private static JsonObject object(JsonObject object, String name) {
        if (object.get(name) instanceof JsonObject member) {
            return member;
        }
        throw new IllegalStateException("There is no object " + name + " in " + object);
    }
}
