package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.AdminApi;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;

/** When the items of one container expire, as the server knows it. */
public final class LifetimeReports {
    private final AdminApi admin;
    private final RemoteContainer items;
    private final ContainerAddress container;

    public LifetimeReports(AdminApi admin, RemoteContainer items) {
        this.admin = admin;
        this.items = items;
        this.container = items.address();
    }

    /** How many expired items wait for the purge. */
    public Report lag() {
        JsonObject lag = admin.show(container, "lag", Map.of());
        return new Report(lag, out -> printLag(lag, out));
    }

    private static void printLag(JsonObject lag, PrintWriter out) {
        boolean complete = JsonBoolean.TRUE.equals(lag.get("complete"));
        Facts facts = new Facts()
                .add(
                        "waiting",
                        (complete ? "" : "more than ") + Facts.count(Facts.number(lag.get("backlogItems")), "item")
                                + ", " + Facts.count(Facts.number(lag.get("backlogBytes")), "byte"))
                .add("late by", Spans.text(Facts.number(lag.get("lateSeconds"))))
                .add(
                        "purged",
                        Facts.count(Facts.number(lag.get("purgedItems")), "item") + " since the start, "
                                + lag.get("itemsPerSecond") + " a second in the last minute");
        if (lag.get("drainSeconds") instanceof JsonNumber seconds) {
            facts.add("done in", Spans.text(Facts.number(seconds)));
        }
        facts.print(out);
    }

    /**
     * How many items expire when.
     *
     * @param bucket seconds in a bucket as text, or null to let the server choose
     * @param buckets how many there are, or null
     */
    public Report forecast(@Nullable String bucket, @Nullable String buckets) {
        JsonObject forecast = admin.show(container, "forecast", horizon(bucket, buckets));
        return new Report(forecast, out -> {
            ForecastChart.print(forecast, bucket != null, out);
            printPrecision(forecast, out);
        });
    }

    /** What another default would do. */
    public Report whatIf(DefaultTtl proposed) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("defaultTtl", proposed.parameter());
        JsonObject whatIf = admin.show(container, "what-if", parameters);
        return new Report(whatIf, out -> {
            new Facts()
                    .add("removed at once", Facts.amount(Facts.object(whatIf.get("removed"))))
                    .add("brought back", Facts.amount(Facts.object(whatIf.get("broughtBack"))))
                    .print(out);
            out.println("With a TTL of " + proposed + ":");
            ForecastChart.print(Facts.object(whatIf.get("proposed")), false, out);
            printPrecision(whatIf, out);
        });
    }

    /**
     * When an item expires, and why.
     *
     * @param given its partition key, which an expired item cannot be found without; null to look for the item
     */
    public Report explain(String id, @Nullable PartitionKey given) {
        PartitionKey key = given == null ? new KeyLookup(items).keyOf(id) : given;
        JsonObject explanation = admin.show(container, "explain", Map.of("id", id, "partitionKey", key.toString()));
        return new Report(explanation, out -> printExplanation(explanation, out));
    }

    private static void printExplanation(JsonObject explanation, PrintWriter out) {
        String state = Facts.text(explanation.get("state"));
        Facts facts = new Facts()
                .add(
                        "state",
                        switch (state) {
                            case "LIVE" -> "alive";
                            case "EXPIRED" -> "expired; invisible to every read, not purged yet";
                            case "ABSENT" -> "absent: never written, deleted or purged";
                            default -> state;
                        });
        JsonValue rule = explanation.get("rule");
        if (rule != null) {
            facts.add("rule", rule(Facts.text(rule), explanation))
                    .add("written", Facts.instant(Facts.number(explanation.get("timestamp"))));
            if (!String.valueOf(explanation.get("timestamp")).equals(String.valueOf(explanation.get("countsFrom")))) {
                facts.add("counts from", Facts.instant(Facts.number(explanation.get("countsFrom"))));
            }
            facts.add("expires", expires(explanation));
        }
        facts.print(out);
    }

    private static String rule(String rule, JsonObject explanation) {
        return switch (rule) {
            case "TIME_TO_LIVE_OFF" -> "the container's TTL is off, so its items never expire, whatever their ttl";
            case "ITEM_NEVER" -> "the item's own ttl is -1: it never expires";
            case "ITEM_SECONDS" -> "the item's own ttl, " + Spans.text(Facts.number(explanation.get("ttl")));
            case "CONTAINER_DEFAULT" ->
                "the container's default TTL, " + Spans.text(Facts.number(explanation.get("defaultTtl")));
            case "CONTAINER_WITHOUT_DEFAULT" -> "the container's TTL is on without a default, and the item has no ttl";
            default -> rule;
        };
    }

    private static String expires(JsonObject explanation) {
        if (!(explanation.get("deadline") instanceof JsonNumber deadline)) {
            return "never";
        }
        long left = Facts.number(deadline) - Facts.number(explanation.get("now"));
        return Facts.instant(Facts.number(deadline))
                + (left > 0 ? ", in " + Spans.text(left) : ", " + Spans.text(-left) + " ago");
    }

    private static Map<String, String> horizon(@Nullable String bucket, @Nullable String buckets) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (bucket != null) {
            parameters.put("bucketSeconds", Long.toString(Spans.seconds(bucket)));
        }
        if (buckets != null) {
            parameters.put("buckets", buckets);
        }
        return parameters;
    }

    private static void printPrecision(JsonObject answer, PrintWriter out) {
        if (!JsonBoolean.TRUE.equals(answer.get("exact"))) {
            out.println("Estimated from a sample: each number may be off by "
                    + Facts.count(Facts.number(answer.get("errorItems")), "item") + ".");
        }
    }
}
