package org.mayflydb.query.fanout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.mayflydb.database.Engine;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonEquality;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.query.syntax.Parser;

/** Does with a plan what SDKs do: asks every partition by itself and puts the rows together. */
final class FanoutClient {
    private final Engine engine;
    private final Random random;

    FanoutClient(Engine engine, Random random) {
        this.engine = engine;
        this.random = random;
    }

    /** The rows of a query over the container {@code c} of the database {@code d}. */
    List<JsonValue> rows(String sql) {
        JsonObject plan = plan(sql);
        JsonObject info = Plans.info(plan);
        List<JsonValue> rows;
        if (!Plans.elements(info, "orderBy").isEmpty()) {
            rows = SortedRows.merged(this, sql, plan).stream()
                    .map(SortedRows.Row::payload)
                    .toList();
        } else {
            rows = new ArrayList<>();
            for (PartitionSpec partition : partitions(plan)) {
                rows.addAll(ask(text(sql, info), partition.range()));
            }
        }
        boolean grouped = !Plans.elements(info, "groupByExpressions").isEmpty();
        boolean aggregated = !Plans.elements(info, "aggregates").isEmpty()
                || !Plans.object(info, "groupByAliasToAggregateType").members().isEmpty();
        if (!Plans.text(info, "distinctType").equals("None")) {
            rows = distinct(rows, Plans.text(info, "distinctType").equals("Ordered"));
        }
        if (grouped || aggregated) {
            rows = PartialResults.addedUp(rows, info, grouped);
        }
        rows = window(rows, info);
        return info.get("dCountInfo") instanceof JsonObject count ? counted(rows, info, count) : rows;
    }

    JsonObject plan(String sql) {
        return QueryPlan.of(Parser.parse(sql), Map.of(), Plans.KEY, Plans.EVERYTHING, false);
    }

    static String text(String sql, JsonObject info) {
        String rewritten = Plans.text(info, "rewrittenQuery");
        return rewritten.isEmpty() ? sql : rewritten;
    }

    private List<PartitionSpec> partitions() {
        return engine.container("d", "c").partitions();
    }

    /** Those that overlap the ranges of the plan, in order. */
    List<PartitionSpec> partitions(JsonObject plan) {
        return partitions().stream()
                .filter(partition -> Plans.elements(plan, "queryRanges").stream()
                        .anyMatch(range -> overlaps(partition.range(), (JsonObject) range)))
                .sorted(Comparator.comparing(partition -> partition.range().min()))
                .toList();
    }

    private static boolean overlaps(EpkRange partition, JsonObject range) {
        String min = Plans.text(range, "min");
        String max = Plans.text(range, "max");
        boolean beginsBefore = JsonBoolean.TRUE.equals(range.get("isMaxInclusive"))
                ? partition.min().hex().compareTo(max) <= 0
                : partition.min().hex().compareTo(max) < 0;
        return beginsBefore && min.compareTo(partition.max().hex()) < 0;
    }

    /** All rows of a query in one range, in pages of any size. */
    List<JsonValue> ask(String sql, EpkRange range) {
        List<JsonValue> rows = new ArrayList<>();
        String continuation = null;
        do {
            int rowsMax = random.nextBoolean() ? 1000 : 1 + random.nextInt(5);
            QueryRequest request = new QueryRequest(sql, Map.of(), new ListScope(null, range), rowsMax, continuation);
            QueryPage page = engine.query("d", "c", request);
            page.rows().forEach(row -> rows.add(JsonValue.parse(row.toString())));
            continuation = page.continuation();
        } while (continuation != null);
        return rows;
    }

    private static List<JsonValue> distinct(List<JsonValue> rows, boolean ordered) {
        Set<JsonEquality.Key> seen = new HashSet<>();
        List<JsonValue> distinct = new ArrayList<>();
        for (JsonValue row : rows) {
            JsonEquality.Key key = new JsonEquality.Key(row);
            boolean known = seen.contains(key);
            if (ordered) {
                // Only the last one is remembered.
                seen.clear();
            }
            seen.add(key);
            if (!known) {
                distinct.add(row);
            }
        }
        return distinct;
    }

    private static List<JsonValue> window(List<JsonValue> rows, JsonObject info) {
        long skip = count(info, "offset", 0);
        long take = Math.min(count(info, "limit", Integer.MAX_VALUE), count(info, "top", Integer.MAX_VALUE));
        return rows.stream().skip(skip).limit(take).toList();
    }

    private static long count(JsonObject info, String member, long otherwise) {
        return info.get(member) instanceof JsonNumber number ? (long) number.doubleValue() : otherwise;
    }

    private static List<JsonValue> counted(List<JsonValue> rows, JsonObject info, JsonObject count) {
        JsonNumber number = JsonNumber.of((long) rows.size());
        if (JsonBoolean.TRUE.equals(info.get("hasSelectValue"))) {
            return List.of(number);
        }
        String alias = Plans.text(count, "dCountAlias");
        return List.of(
                JsonObject.builder().put(alias.isEmpty() ? "$1" : alias, number).build());
    }
}
