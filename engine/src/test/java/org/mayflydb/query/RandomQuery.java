package org.mayflydb.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.index.ValueCode;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonOrder;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.ResourceId;

/**
 * A query as text, and as a function from all live items to the rows it must give.
 *
 * @param ordered whether the order of the rows matters
 * @param order of the items whose ids are the rows, but for ties, arrays and objects; null if rows are something else
 */
public record RandomQuery(
        String sql,
        boolean ordered,
        @Nullable Comparator<JsonObject> order,
        Function<List<JsonObject>, List<JsonValue>> answer) {

    private RandomQuery(String sql, boolean ordered, Function<List<JsonObject>, List<JsonValue>> answer) {
        this(sql, ordered, null, answer);
    }

    /**
     * Makes a query.
     *
     * @param partitions how many the container has, which decides how equal items are sorted
     */
    public static RandomQuery make(Random random, int partitions) {
        RandomCondition condition = random.nextInt(6) == 0
                ? new RandomCondition("true", item -> true)
                : RandomCondition.make(random, random.nextInt(3));
        return switch (random.nextInt(9)) {
            case 0 -> count(random, condition);
            case 1 -> aggregates(random, condition);
            case 2 -> groups(random, condition);
            case 3 -> distinct(random, condition);
            case 4 -> elements(random, condition);
            case 5, 6 -> sorted(random, condition, partitions);
            default -> plain(random, condition);
        };
    }

    /** FROM and WHERE for the items that fulfil the condition, sometimes by a subquery. */
    private static String from(Random random, RandomCondition condition) {
        return switch (random.nextInt(8)) {
            case 0 -> " FROM (SELECT DISTINCT * FROM c WHERE " + condition.sql() + ") AS c WHERE true";
            case 1 ->
                " FROM (SELECT VALUE x FROM x WHERE " + condition.sql().replaceAll("\\bc(?=[.\\[])", "x")
                        + ") AS c WHERE true";
            default -> " FROM c WHERE " + condition.sql();
        };
    }

    /** The one row of an aggregate has no order. */
    private static String irrelevantOrder(Random random) {
        return random.nextInt(4) == 0 ? " ORDER BY c.a" : "";
    }

    private static RandomQuery plain(Random random, RandomCondition condition) {
        boolean whole = random.nextBoolean();
        List<String> path = RandomItems.path(random);
        String sql = "SELECT " + (whole ? "*" : "VALUE " + RandomItems.sql(path)) + from(random, condition);
        return new RandomQuery(
                sql, false, items -> projected(items, condition, item -> whole ? item : RandomItems.at(item, path)));
    }

    private static List<JsonValue> projected(
            List<JsonObject> items, RandomCondition condition, Function<JsonObject, @Nullable JsonValue> projection) {
        List<JsonValue> rows = new ArrayList<>();
        for (JsonObject item : items) {
            JsonValue row = condition.holds(item) ? projection.apply(item) : null;
            if (row != null) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static RandomQuery sorted(Random random, RandomCondition condition, int partitions) {
        int kind = random.nextInt(4);
        List<List<String>> paths = kind == 0 ? List.of(List.of("a"), List.of("n")) : List.of(RandomItems.path(random));
        boolean descending = random.nextBoolean();
        String direction = descending ? " DESC" : "";
        String sql = "c.id" + from(random, condition) + " ORDER BY "
                + String.join(
                        ", ",
                        paths.stream()
                                .map(path -> RandomItems.sql(path) + direction)
                                .toList());
        int skip = random.nextInt(3) == 0 ? random.nextInt(5) : 0;
        int take = random.nextInt(2) == 0 ? random.nextInt(12) : Integer.MAX_VALUE;
        boolean top = skip == 0 && take < Integer.MAX_VALUE;
        String windowed = top
                ? "SELECT TOP " + take + " VALUE " + sql
                : "SELECT VALUE " + sql + (skip > 0 ? " OFFSET " + skip + " LIMIT " + take : "");
        Comparator<JsonObject> byTypes = byValues(paths, JsonOrder::compare);
        Comparator<JsonObject> byPartition = Comparator.comparingLong(item -> partition(item, partitions));
        Comparator<JsonObject> ties =
                (descending ? byPartition.reversed() : byPartition).thenComparingLong(RandomQuery::number);
        Comparator<JsonObject> exact = byValues(paths, RandomQuery::compare).thenComparing(ties);
        return new RandomQuery(windowed, true, descending ? byTypes.reversed() : byTypes, items -> {
            List<JsonObject> sorted = new ArrayList<>(items);
            sorted.sort(descending ? exact.reversed() : exact);
            List<JsonValue> rows = projected(sorted, condition, item -> item.get("id"));
            int from = Math.min(skip, rows.size());
            return rows.subList(from, (int) Math.min((long) from + take, rows.size()));
        });
    }

    private static Comparator<JsonObject> byValues(
            List<List<String>> paths, Comparator<@Nullable JsonValue> comparator) {
        return (one, other) -> {
            int order = 0;
            for (int i = 0; i < paths.size() && order == 0; i++) {
                order = comparator.compare(RandomItems.at(one, paths.get(i)), RandomItems.at(other, paths.get(i)));
            }
            return order;
        };
    }

    private static int compare(@Nullable JsonValue one, @Nullable JsonValue other) {
        int order = JsonOrder.compare(one, other);
        boolean hashed = one instanceof JsonArray || one instanceof JsonObject;
        return order == 0 && hashed ? Arrays.compareUnsigned(ValueCode.whole(one), ValueCode.whole(other)) : order;
    }

    /** Equal items come partition by partition; the first two bits of the number tell which of four it is in. */
    private static long partition(JsonObject item, int partitions) {
        return partitions == 1 ? 0 : number(item) >>> 58;
    }

    /** The part of the resource id that decides among equal items. */
    private static long number(JsonObject item) {
        String rid = ((JsonString) QueryCases.get(item, "_rid")).value();
        return Invariant.present(ResourceId.parse(rid), rid).ordinal();
    }

    private static RandomQuery count(Random random, RandomCondition condition) {
        return new RandomQuery(
                "SELECT VALUE COUNT(1)" + from(random, condition) + irrelevantOrder(random),
                true,
                items -> List.of(
                        JsonNumber.of(items.stream().filter(condition::holds).count())));
    }

    private static RandomQuery aggregates(Random random, RandomCondition condition) {
        List<String> path = RandomItems.path(random);
        String of = "(" + RandomItems.sql(path) + ")";
        String sql = "SELECT COUNT" + of + " AS n, SUM" + of + " AS s, MIN" + of + " AS lo, MAX" + of + " AS hi"
                + from(random, condition) + irrelevantOrder(random);
        return new RandomQuery(
                sql, true, items -> List.of(summary(projected(items, condition, item -> RandomItems.at(item, path)))));
    }

    private static JsonObject summary(List<JsonValue> values) {
        JsonObject.Builder row = JsonObject.builder().put("n", values.size());
        if (values.stream().allMatch(JsonNumber.class::isInstance)) {
            double sum = 0;
            for (JsonValue value : values) {
                sum += ((JsonNumber) value).doubleValue();
            }
            row.put("s", JsonNumber.of(sum));
        }
        if (!values.isEmpty() && values.stream().noneMatch(RandomQuery::isContainer)) {
            row.put("lo", Collections.min(values, JsonOrder::compare));
            row.put("hi", Collections.max(values, JsonOrder::compare));
        }
        return row.build();
    }

    private static boolean isContainer(JsonValue value) {
        return value instanceof JsonArray || value instanceof JsonObject;
    }

    private static RandomQuery groups(Random random, RandomCondition condition) {
        List<String> path = RandomItems.path(random);
        String sql = "SELECT " + RandomItems.sql(path) + " AS k, COUNT(1) AS n" + from(random, condition) + " GROUP BY "
                + RandomItems.sql(path) + (random.nextInt(4) == 0 ? " ORDER BY c.id" : "");
        return new RandomQuery(sql, false, items -> {
            Map<JsonEquality.Key, Long> counts = new LinkedHashMap<>();
            items.stream()
                    .filter(condition::holds)
                    .forEach(item -> counts.merge(new JsonEquality.Key(RandomItems.at(item, path)), 1L, Long::sum));
            List<JsonValue> rows = new ArrayList<>();
            counts.forEach((key, count) -> {
                JsonObject.Builder row = JsonObject.builder();
                if (key.value() != null) {
                    row.put("k", key.value());
                }
                rows.add(row.put("n", count).build());
            });
            return rows;
        });
    }

    private static RandomQuery distinct(Random random, RandomCondition condition) {
        List<String> path = RandomItems.path(random);
        boolean sorted = random.nextBoolean();
        String sql = "SELECT DISTINCT VALUE " + RandomItems.sql(path) + from(random, condition)
                + (sorted ? " ORDER BY " + RandomItems.sql(path) : "");
        return new RandomQuery(sql, false, items -> {
            Set<JsonEquality.Key> values = new LinkedHashSet<>();
            projected(items, condition, item -> RandomItems.at(item, path))
                    .forEach(value -> values.add(new JsonEquality.Key(value)));
            List<JsonValue> rows = new ArrayList<>();
            values.forEach(key -> rows.add(key.value()));
            return rows;
        });
    }

    private static RandomQuery elements(Random random, RandomCondition condition) {
        JsonValue value = RandomItems.scalar(random);
        boolean filtered = random.nextBoolean();
        String sql = "SELECT c.id, t FROM c JOIN t IN c.tags WHERE " + condition.sql()
                + (filtered ? " AND t = " + value : "");
        return new RandomQuery(sql, false, items -> {
            List<JsonValue> rows = new ArrayList<>();
            for (JsonObject item : items) {
                if (condition.holds(item) && item.get("tags") instanceof JsonArray tags) {
                    for (JsonValue tag : tags.elements()) {
                        if (!filtered || JsonEquality.same(tag, value)) {
                            rows.add(JsonObject.builder()
                                    .put("id", QueryCases.get(item, "id"))
                                    .put("t", tag)
                                    .build());
                        }
                    }
                }
            }
            return rows;
        });
    }
}
