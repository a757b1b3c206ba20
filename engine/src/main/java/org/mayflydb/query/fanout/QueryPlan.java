package org.mayflydb.query.fanout;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.ComputedProperties;
import org.mayflydb.query.compile.QueryCompiler;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.compile.VectorPolicy;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.syntax.SelectQuery;

/** How a client gets the answer to a query out of a container, however many partitions it has. */
public final class QueryPlan {
    /** The form of the plan that clients know. */
    private static final int VERSION = 2;

    private QueryPlan() {}

    /**
     * The plan as clients read it. A query that cannot be answered at all is refused here already. How many partitions there
     * are makes no difference, because that may change before the client follows the plan.
     *
     * @param parameters by name, with the sign
     * @param features what the client can do
     * @param keyGiven whether the client names a complete partition key, whose items are never in two partitions
     */
    public static JsonObject of(
            SelectQuery tree,
            Map<String, JsonValue> parameters,
            PartitionKeyDefinition definition,
            Set<Feature> features,
            boolean keyGiven) {
        return of(tree, parameters, definition, features, keyGiven, null);
    }

    /**
     * The plan for a container with vectors, whose policy decides in which direction distances are sorted.
     *
     * @param vectorPolicy the {@code vectorEmbeddingPolicy} of the container; null if it has none
     */
    public static JsonObject of(
            SelectQuery tree,
            Map<String, JsonValue> parameters,
            PartitionKeyDefinition definition,
            Set<Feature> features,
            boolean keyGiven,
            @Nullable JsonValue vectorPolicy) {
        Budget budget = new Budget(System::nanoTime, QueryLimits.DEFAULT);
        CompiledQuery query = compiled(tree, parameters, vectorPolicy, budget);
        if (keyGiven) {
            return new Planned(ofOneKey(query, features, true), QueryRanges.ALL).json();
        }
        AggregatePlan.checkCompositions(query.tree());
        QueryRanges ranges = QueryRanges.of(query, parameters, definition, budget);
        if (!query.readsItems() || ranges.isAny() || ranges.isOfOneKey()) {
            return new Planned(ofOneKey(query, features, false), ranges).json();
        }
        PlanPart part = Distribution.of(query);
        check(part, features);
        return new Planned(part, ranges).json();
    }

    /** The plan of a query that the server answers itself where no plan can express it. */
    static Planned orWhole(
            SelectQuery tree,
            Map<String, JsonValue> parameters,
            PartitionKeyDefinition definition,
            @Nullable JsonValue vectorPolicy) {
        Budget budget = new Budget(System::nanoTime, QueryLimits.DEFAULT);
        CompiledQuery query = compiled(tree, parameters, vectorPolicy, budget);
        AggregatePlan.checkCompositions(query.tree());
        return new Planned(
                ofOneKey(query, EnumSet.allOf(Feature.class), false),
                QueryRanges.of(query, parameters, definition, budget));
    }

    private static CompiledQuery compiled(
            SelectQuery tree, Map<String, JsonValue> parameters, @Nullable JsonValue vectorPolicy, Budget budget) {
        Schema schema = new Schema(ComputedProperties.NONE, VectorPolicy.read(vectorPolicy));
        return QueryCompiler.compile(tree, parameters, schema, budget);
    }

    /**
     * The same plan as without a key, since clients keep plans for other keys, which may be incomplete, and ask every part of
     * a partition that is split before they follow the plan. What no plan can express is left to the server.
     *
     * @param keyGiven whether the request names the key. If only WHERE does, the service leaves an aggregate without VALUE to
     *     clients that support it
     */
    private static PlanPart ofOneKey(CompiledQuery query, Set<Feature> features, boolean keyGiven) {
        Long take = query.window().take();
        if (!query.readsItems() || (take != null && take == 0)) {
            // With TOP, the Java client would take the elements of a row that is an array for rows, or ask for no rows.
            return PlanPart.passThrough(query.tree());
        }
        PlanPart part;
        try {
            part = Distribution.of(query);
        } catch (BadRequestException notForSeveral) {
            return PlanPart.passThrough(query.tree());
        }
        if (!keyGiven && part.needs().contains(Feature.NON_VALUE_AGGREGATE)) {
            check(part, features);
        }
        return features.containsAll(part.needs()) ? part : PlanPart.passThrough(query.tree());
    }

    private static void check(PlanPart part, Set<Feature> features) {
        Set<Feature> missing = EnumSet.noneOf(Feature.class);
        missing.addAll(part.needs());
        missing.removeAll(features);
        if (!missing.isEmpty()) {
            throw BadRequestException.unsupportedByClient(
                    missing.stream().map(Feature::wireName).collect(Collectors.joining(", ")));
        }
    }

    /** What the client does with the rows, and which partition keys it asks for. */
    record Planned(PlanPart part, QueryRanges ranges) {
        JsonObject json() {
            return JsonObject.builder()
                    .put("partitionedQueryExecutionInfoVersion", VERSION)
                    .put(part.member(), part.json())
                    .put("queryRanges", ranges.json())
                    .build();
        }
    }
}
