package org.mayflydb.query.fanout;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.query.compile.Trees;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlExpression;

/**
 * A query in a request that names no partition. The gateway of the service passes such a query to one partition after the
 * other, and refuses one whose rows would have to be merged: then the client follows a plan.
 *
 * @param fansOut whether its items may be in several partitions
 * @param needs what would have to be done with the rows; nothing if no plan can express it
 */
public record UnscopedQuery(boolean fansOut, Set<Feature> needs, JsonObject plan) {
    private static final Set<Feature> AGGREGATES =
            EnumSet.of(Feature.AGGREGATE, Feature.NON_VALUE_AGGREGATE, Feature.MULTIPLE_AGGREGATES);

    public UnscopedQuery {
        needs = Set.copyOf(needs);
    }

    /** Plans a query; one that the service refuses in every request is refused here. */
    public static UnscopedQuery of(
            SelectQuery tree,
            Map<String, JsonValue> parameters,
            PartitionKeyDefinition definition,
            @Nullable JsonValue vectorPolicy) {
        QueryPlan.Planned planned = QueryPlan.orWhole(tree, parameters, definition, vectorPolicy);
        QueryRanges ranges = planned.ranges();
        // Items without a partition key are all in one partition.
        boolean oneKey = definition.systemKey() || ranges.isOfOneKey() || ranges.isAny();
        return new UnscopedQuery(!oneKey, planned.part().needs(), planned.json());
    }

    /** Returns true if the rows of several partitions never need merging, which the text alone shows for most queries. */
    public static boolean isPlain(SelectQuery tree) {
        return tree.top() == null
                && tree.orderBy() == null
                && tree.offsetLimit() == null
                && !tree.distinct()
                && !Trees.isGrouped(tree)
                && (tree.sources().isEmpty()
                        || !(tree.sources().get(0).collection() instanceof SqlExpression.Subquery));
    }

    /**
     * Whether the client has to follow the plan.
     *
     * @param wholeResult whether the client expects one page, which an aggregate over a large partition may exceed
     */
    public boolean needsClient(boolean wholeResult) {
        if (fansOut) {
            return !needs.isEmpty();
        }
        return needs.contains(Feature.DISTINCT)
                || needs.contains(Feature.GROUP_BY)
                || needs.contains(Feature.NON_VALUE_AGGREGATE)
                || (wholeResult && needs.stream().anyMatch(AGGREGATES::contains));
    }
}
