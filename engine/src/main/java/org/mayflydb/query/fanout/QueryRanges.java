package org.mayflydb.query.fanout;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.Constants;
import org.mayflydb.query.plan.Condition;
import org.mayflydb.query.plan.ConditionReader;
import org.mayflydb.query.plan.KeyCondition;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.syntax.SqlExpression;

/**
 * Which partition keys a query has to do with, as stretches of their hashes. Clients ask the partitions that overlap them,
 * each once.
 *
 * @param ranges in order, without overlap
 */
record QueryRanges(List<Stretch> ranges) {
    static final QueryRanges ALL = new QueryRanges(List.of(Stretch.between(EpkRange.FULL)));

    /**
     * Lies in the first partition, wherever that ends: for what any one partition can answer. Its end is no row of zeros,
     * which some clients take for its beginning.
     */
    private static final QueryRanges ANY = new QueryRanges(
            List.of(Stretch.between(new EpkRange(EffectivePartitionKey.MIN, EffectivePartitionKey.parse("0001")))));

    /** Hashes between two bounds; the upper one belongs to it only if it is the lower one as well. */
    record Stretch(EffectivePartitionKey min, EffectivePartitionKey max) implements Comparable<Stretch> {
        static Stretch between(EpkRange range) {
            return new Stretch(range.min(), range.max());
        }

        boolean isPoint() {
            return min.equals(max);
        }

        JsonObject json() {
            return JsonObject.builder()
                    .put("min", min.hex())
                    .put("max", max.hex())
                    .put("isMinInclusive", true)
                    .put("isMaxInclusive", isPoint())
                    .build();
        }

        @Override
        public int compareTo(Stretch other) {
            return min.compareTo(other.min);
        }
    }

    static QueryRanges of(
            CompiledQuery query, Map<String, JsonValue> parameters, PartitionKeyDefinition definition, Budget budget) {
        Long take = query.window().take();
        if (!query.readsItems() || (take != null && take == 0)) {
            return ANY;
        }
        Condition condition = condition(query, new Constants(parameters, budget));
        if (condition instanceof Condition.Nothing) {
            return ANY;
        }
        List<PartitionKey> keys = KeyCondition.keys(condition, definition);
        if (keys == null) {
            return ALL;
        }
        if (keys.isEmpty()) {
            return ANY;
        }
        TreeSet<Stretch> stretches = new TreeSet<>();
        for (PartitionKey key : keys) {
            EffectivePartitionKey hash = PartitionKeyHasher.hash(definition, key);
            stretches.add(
                    definition.isComplete(key) ? new Stretch(hash, hash) : Stretch.between(EpkRange.prefix(hash)));
        }
        return new QueryRanges(List.copyOf(stretches));
    }

    /** What is known of the items: by the query itself, or by the subquery that its rows come from. */
    private static Condition condition(CompiledQuery query, Constants constants) {
        if (query.inner() != null) {
            return condition(query.inner().query(), constants);
        }
        SqlExpression where = query.tree().where();
        return where == null
                ? Condition.EVERYTHING
                : new ConditionReader(query.aliases(), expression -> constant(constants.of(expression))).read(where);
    }

    private static ConditionReader.Constant constant(Evaluator.@Nullable Constant known) {
        return known == null ? ConditionReader.Constant.UNKNOWN : new ConditionReader.Constant(true, known.value());
    }

    /** Returns true if any partition can return all rows. */
    boolean isAny() {
        return equals(ANY);
    }

    /** Whether all items have one partition key, and so are in one partition. */
    boolean isOfOneKey() {
        return ranges.size() == 1 && ranges.get(0).isPoint();
    }

    JsonArray json() {
        return new JsonArray(List.copyOf(ranges.stream().map(Stretch::json).toList()));
    }
}
