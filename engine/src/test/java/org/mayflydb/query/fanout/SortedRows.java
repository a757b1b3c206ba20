package org.mayflydb.query.fanout;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.PartitionSpec;

/** Merges the sorted rows of partitions, and goes on behind any of them, as SDKs do. */
final class SortedRows {
    /** From the smallest kind of value to the largest; a client that goes on asks for all kinds behind the last one. */
    private static final List<String> KINDS =
            List.of("NOT IS_DEFINED", "IS_NULL", "IS_BOOLEAN", "IS_NUMBER", "IS_STRING", "IS_ARRAY", "IS_OBJECT");

    private final List<Boolean> descending;
    private final List<String> expressions;

    /** A row with the number of the partition it comes from. */
    record Row(JsonObject json, int partition) {
        JsonValue payload() {
            return Invariant.present(json.get("payload"), "a sorted row has a payload");
        }

        @Nullable
        JsonValue key(int index) {
            return ((JsonObject) Plans.elements(json, "orderByItems").get(index)).get("item");
        }

        long number() {
            return Invariant.present(ResourceId.parse(Plans.text(json, "_rid")), "it is a resource id")
                    .ordinal();
        }
    }

    private SortedRows(JsonObject info) {
        this.descending = Plans.elements(info, "orderBy").stream()
                .map(order -> ((JsonString) order).value().equals("Descending"))
                .toList();
        this.expressions = Plans.elements(info, "orderByExpressions").stream()
                .map(text -> ((JsonString) text).value())
                .toList();
    }

    static List<Row> merged(FanoutClient client, String sql, JsonObject plan) {
        return new SortedRows(Plans.info(plan)).merge(client, sql, plan, null);
    }

    /** The rows from that one on, found by asking anew. */
    static List<Row> mergedFrom(FanoutClient client, String sql, JsonObject plan, Row first) {
        return new SortedRows(Plans.info(plan)).merge(client, sql, plan, first);
    }

    private List<Row> merge(FanoutClient client, String sql, JsonObject plan, @Nullable Row first) {
        String text = FanoutClient.text(sql, Plans.info(plan));
        List<Row> rows = new ArrayList<>();
        List<PartitionSpec> partitions = client.partitions(plan);
        for (int i = 0; i < partitions.size(); i++) {
            int partition = i;
            String filter = first == null ? "true" : filter(first, partition >= first.partition());
            String filled = text.replace(Plans.FILTER, "(" + filter + ")");
            for (JsonValue json : client.ask(filled, partitions.get(i).range())) {
                Row row = new Row((JsonObject) json, partition);
                if (first == null || !isBefore(row, first)) {
                    rows.add(row);
                }
            }
        }
        // Sorting is stable, so equal rows stay in the order of the partitions and within them.
        rows.sort(this::compare);
        return rows;
    }

    private int compare(Row one, Row other) {
        for (int i = 0; i < descending.size(); i++) {
            int order = JsonOrder.compare(one.key(i), other.key(i));
            if (order != 0) {
                return descending.get(i) ? -order : order;
            }
        }
        return 0;
    }

    /** Whether a row of the same partition with equal keys was shown already; the direction is that of the first key. */
    private boolean isBefore(Row row, Row first) {
        if (row.partition() != first.partition() || compare(row, first) != 0) {
            return false;
        }
        return descending.get(0) ? row.number() > first.number() : row.number() < first.number();
    }

    private String filter(Row first, boolean inclusive) {
        List<String> alternatives = new ArrayList<>();
        for (int length = 1; length <= expressions.size(); length++) {
            List<String> parts = new ArrayList<>();
            for (int i = 0; i < length - 1; i++) {
                parts.add("(" + comparison("=", i, first.key(i)) + ")");
            }
            boolean withEqual = length == expressions.size() && inclusive;
            parts.add("(" + behind(length - 1, first.key(length - 1), withEqual) + ")");
            alternatives.add("(" + String.join(" AND ", parts) + ")");
        }
        return String.join(" OR ", alternatives);
    }

    private String behind(int index, @Nullable JsonValue key, boolean withEqual) {
        boolean down = descending.get(index);
        List<String> parts = new ArrayList<>();
        parts.add(comparison((down ? "<" : ">") + (withEqual ? "=" : ""), index, key));
        int rank = JsonOrder.rank(key);
        for (String kind : down ? KINDS.subList(0, rank) : KINDS.subList(rank + 1, KINDS.size())) {
            parts.add(kind + "(" + expressions.get(index) + ")");
        }
        return String.join(" OR ", parts);
    }

    private String comparison(String operator, int index, @Nullable JsonValue key) {
        String expression = expressions.get(index);
        if (key != null) {
            return expression + " " + operator + " " + key;
        }
        return switch (operator) {
            case "=", "<=" -> "NOT IS_DEFINED(" + expression + ")";
            case ">" -> "IS_DEFINED(" + expression + ")";
            case ">=" -> "true";
            default -> "false";
        };
    }
}
