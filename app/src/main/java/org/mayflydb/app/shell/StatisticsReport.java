package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Account;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Items, default TTL, purge backlog and throughput of every container. */
public final class StatisticsReport {
    private static final int BAD_REQUEST = 400;

    private StatisticsReport() {}

    /**
     * Reads the statistics.
     *
     * @param width how many columns a line of the table may have
     */
    public static Report of(Session session, int width) {
        Map<String, JsonValue> throughput = throughput(session.account());
        Map<String, JsonObject> properties = new HashMap<>();
        Map<String, String> databases = new HashMap<>();
        for (JsonObject database : session.account().databases()) {
            String id = Facts.text(database.get("id"));
            databases.put(id, Facts.text(database.get("_rid")));
            for (JsonObject container : session.account().containers(id)) {
                properties.put(id + "/" + Facts.text(container.get("id")), container);
            }
        }
        List<JsonValue> rows = new ArrayList<>();
        JsonObject statistics = session.admin().show("statistics");
        if (statistics.get("containers") instanceof JsonArray containers) {
            for (JsonValue element : containers.elements()) {
                JsonObject row = Facts.object(element);
                String database = Facts.text(row.get("database"));
                JsonObject container = properties.get(database + "/" + Facts.text(row.get("container")));
                if (container != null) {
                    JsonValue own = throughput.get(Facts.text(container.get("_rid")));
                    JsonValue shared = throughput.get(databases.get(database));
                    rows.add(row.with("defaultTtl", orNull(container.get("defaultTtl")))
                            .with("throughput", orNull(own == null ? shared : own))
                            .with("sharedThroughput", JsonValue.of(own == null && shared != null)));
                }
            }
        }
        JsonObject json = statistics.with("containers", new JsonArray(rows));
        return new Report(json, out -> print(rows, width, out));
    }

    private static JsonValue orNull(@Nullable JsonValue value) {
        return value == null ? JsonNull.NULL : value;
    }

    /** Request units a second by the resource id of what has them. A serverless account has none to tell of. */
    private static Map<String, JsonValue> throughput(Account account) {
        List<JsonObject> offers;
        try {
            offers = account.offers();
        } catch (EndpointException failure) {
            if (failure.status() == BAD_REQUEST) {
                return Map.of();
            }
            throw failure;
        }
        Map<String, JsonValue> throughput = new HashMap<>();
        for (JsonObject offer : offers) {
            JsonObject content = Facts.object(offer.get("content"));
            JsonValue autoscale =
                    Facts.object(content.get("offerAutopilotSettings")).get("maxThroughput");
            JsonValue units = autoscale == null ? content.get("offerThroughput") : autoscale;
            if (units != null) {
                throughput.put(Facts.text(offer.get("offerResourceId")), units);
            }
        }
        return throughput;
    }

    private static void print(List<JsonValue> rows, int width, PrintWriter out) {
        List<JsonValue> table = new ArrayList<>();
        for (JsonValue element : rows) {
            JsonObject row = Facts.object(element);
            boolean shared = JsonValue.of(true).equals(row.get("sharedThroughput"));
            table.add(JsonObject.builder()
                    .put("container", Facts.text(row.get("database")) + "/" + Facts.text(row.get("container")))
                    .put("items", orNull(row.get("items")))
                    .put("bytes", orNull(row.get("bytes")))
                    .put("default ttl", DefaultTtl.of(row.get("defaultTtl")).toString())
                    .put("to purge", orNull(row.get("expiredItems")))
                    .put("late by", Spans.text(Facts.number(row.get("lateSeconds"))))
                    .put("RU/s", throughput(row.get("throughput"), shared))
                    .put("RU so far", orNull(row.get("requestUnits")))
                    .put("429s", orNull(row.get("throttledRequests")))
                    .build());
        }
        if (table.isEmpty()) {
            out.println("There are no containers yet.");
        }
        TablePrinter printer = new TablePrinter(out, false, width);
        printer.page(table);
        printer.end();
    }

    private static JsonValue throughput(@Nullable JsonValue units, boolean shared) {
        if (units == null || units instanceof JsonNull) {
            return new JsonString("-");
        }
        return shared ? new JsonString(units + " shared") : units;
    }
}
