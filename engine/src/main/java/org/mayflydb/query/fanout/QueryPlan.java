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
        Schema schema = new Schema(ComputedProperties.NONE, VectorPolicy.read(vectorPolicy));
        CompiledQuery query = QueryCompiler.compile(tree, parameters, schema, budget);
        if (keyGiven) {
            return json(ofOneKey(query, features), QueryRanges.ALL);
        }
        AggregatePlan.checkCompositions(query.tree());
        QueryRanges ranges = QueryRanges.of(query, parameters, definition, budget);
        if (!query.readsItems()) {
            // Not as TOP 1, for which the Java client takes the elements of a row that is an array for rows.
            return json(PlanPart.passThrough(tree), ranges);
        }
        if (ranges.isAny() || ranges.isOfOneKey()) {
            return json(ofOneKey(query, features), ranges);
        }
        PlanPart part = Distribution.of(query);
        check(part, features);
        return json(part, ranges);
    }

    /**
     * The same plan as without a key, since clients keep plans for other keys, which may be incomplete, and ask every part of
     * a partition that is split before they follow the plan. What no plan can express is left to the server.
     */
    private static PlanPart ofOneKey(CompiledQuery query, Set<Feature> features) {
        Long take = query.window().take();
        if (take != null && take == 0) {
            // The Java client would ask for pages of no rows.
            return PlanPart.passThrough(query.tree());
        }
        try {
            PlanPart part = Distribution.of(query);
            check(part, features);
            return part;
        } catch (BadRequestException notForSeveral) {
            return PlanPart.passThrough(query.tree());
        }
    }

    private static void check(PlanPart part, Set<Feature> features) {
        Set<Feature> missing = EnumSet.noneOf(Feature.class);
        missing.addAll(part.needs());
        missing.removeAll(features);
        if (!missing.isEmpty()) {
            throw new BadRequestException(
                    "The query asks several partitions, and the client does not say that it supports "
                            + missing.stream().map(Feature::wireName).collect(Collectors.joining(", ")) + ".");
        }
    }

    private static JsonObject json(PlanPart part, QueryRanges ranges) {
        return JsonObject.builder()
                .put("partitionedQueryExecutionInfoVersion", VERSION)
                .put(part.member(), part.json())
                .put("queryRanges", ranges.json())
                .build();
    }
}
