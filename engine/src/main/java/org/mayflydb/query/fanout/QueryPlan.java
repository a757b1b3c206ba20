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

/** How a client gets the answer to a query out of a container with several partitions. */
public final class QueryPlan {
    /** The form of the plan that clients know. */
    private static final int VERSION = 2;

    private QueryPlan() {}

    /**
     * The plan as clients read it. A query that cannot be answered at all is refused here already.
     *
     * @param parameters by name, with the sign
     * @param features what the client can do
     * @param physicalPartitions how many partitions the client may have to ask; one if it names a partition key itself
     */
    public static JsonObject of(
            SelectQuery tree,
            Map<String, JsonValue> parameters,
            PartitionKeyDefinition definition,
            Set<Feature> features,
            int physicalPartitions) {
        return of(tree, parameters, definition, features, physicalPartitions, null);
    }

    /**
     * The plan for a container with vectors, whose policy decides in which direction distances are sorted.
     *
     * @param physicalPartitions how many partitions the client may have to ask; one if it names a partition key itself
     * @param vectorPolicy the {@code vectorEmbeddingPolicy} of the container; null if it has none
     */
    public static JsonObject of(
            SelectQuery tree,
            Map<String, JsonValue> parameters,
            PartitionKeyDefinition definition,
            Set<Feature> features,
            int physicalPartitions,
            @Nullable JsonValue vectorPolicy) {
        Budget budget = new Budget(System::nanoTime, QueryLimits.DEFAULT);
        Schema schema = new Schema(ComputedProperties.NONE, VectorPolicy.read(vectorPolicy));
        CompiledQuery query = QueryCompiler.compile(tree, parameters, schema, budget);
        if (physicalPartitions == 1) {
            return json(PlanPart.passThrough(tree), QueryRanges.ALL);
        }
        QueryRanges ranges = QueryRanges.of(query, parameters, definition, budget);
        PlanPart part = ranges.isInOnePartition() ? PlanPart.passThrough(tree) : Distribution.of(query);
        check(part, features);
        return json(part, ranges);
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
