package org.mayflydb.query;

import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.fanout.Feature;
import org.mayflydb.query.fanout.QueryPlan;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.run.StepLimit;
import org.mayflydb.query.syntax.Parser;
import org.mayflydb.query.syntax.SelectQuery;

/** A query over a few objects has rows or is refused, within its steps; so has its plan for clients. */
public final class QueryFuzz implements FuzzTarget {
    private static final long STEPS_MAX = 1L << 18;
    private static final PartitionKeyDefinition DEFINITION = PartitionKeyDefinition.hash("/pk");
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_794_700_800L));

    private static final QueryLimits LIMITS = new QueryLimits(1L << 60, 1L << 60, 8L << 20, 1L << 20, 1L << 20);

    private static final Map<String, JsonValue> PARAMETERS =
            Map.of("@p", JsonValue.parse("5"), "@name", JsonValue.parse("\"Aster\""));

    private static final List<JsonObject> ITEMS = List.of(
            object("{\"id\":\"1\",\"pk\":\"p\",\"a\":1,\"tags\":[\"x\",\"y\"],\"o\":{\"b\":[1,2]}}"),
            object("{\"id\":\"2\",\"pk\":\"q\",\"a\":\"text\",\"tags\":[],\"d\":\"2026-11-18T00:00:00.0000000Z\"}"),
            object("{\"id\":\"3\",\"pk\":null,\"a\":null,\"loc\":{\"type\":\"Point\",\"coordinates\":[1,2]}}"));

    private static JsonObject object(String json) {
        return (JsonObject) JsonValue.parse(json);
    }

    @Override
    public String name() {
        return "query";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (256L << 20) + 16384L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        String text = Parts.text(input);
        Decoded.fromClient(() -> {
            Budget budget = new Budget(() -> 0, LIMITS, new StepLimit(STEPS_MAX));
            List<JsonValue> rows =
                    ValueQuery.of(text, PARAMETERS, CLOCK, budget).rows(ITEMS);
            rows.forEach(row -> Claim.same(row, JsonValue.parse(row.toBytes()), "a row can be written"));
            return rows;
        });
        Decoded.fromClient(() -> {
            SelectQuery tree = Parser.parse(text);
            JsonObject plan = QueryPlan.of(tree, PARAMETERS, DEFINITION, EnumSet.allOf(Feature.class), false);
            if (plan.get("queryInfo") instanceof JsonObject info
                    && info.get("rewrittenQuery") instanceof JsonString rewritten
                    && !rewritten.value().isEmpty()) {
                Claim.holds(
                        Parser.parse(rewritten.value().replace("{documentdb-formattableorderbyquery-filter}", "true"))
                                != null,
                        "a rewritten query can be parsed");
            }
            return plan;
        });
    }
}
