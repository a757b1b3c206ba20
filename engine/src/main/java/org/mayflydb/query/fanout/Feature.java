package org.mayflydb.query.fanout;

import java.util.EnumSet;
import java.util.Set;

/** What a client says it can do with the rows of several partitions. */
public enum Feature {
    AGGREGATE("Aggregate"),
    DISTINCT("Distinct"),
    DISTINCT_COUNT("DCount"),
    GROUP_BY("GroupBy"),
    HYBRID_SEARCH("HybridSearch"),
    LIST_AND_SET_AGGREGATE("ListAndSetAggregate"),
    MULTIPLE_AGGREGATES("MultipleAggregates"),
    MULTIPLE_ORDER_BY("MultipleOrderBy"),
    NON_STREAMING_ORDER_BY("NonStreamingOrderBy"),
    NON_VALUE_AGGREGATE("NonValueAggregate"),
    OFFSET_AND_LIMIT("OffsetAndLimit"),
    ORDER_BY("OrderBy"),
    TOP("Top"),
    WEIGHTED_RANK_FUSION("WeightedRankFusion");

    private final String wireName;

    Feature(String wireName) {
        this.wireName = wireName;
    }

    /** The features in a list separated by commas, as clients send it; names that no plan depends on are skipped. */
    public static Set<Feature> parse(String list) {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (String name : list.split(",", -1)) {
            for (Feature feature : values()) {
                if (feature.wireName.equalsIgnoreCase(name.strip())) {
                    features.add(feature);
                }
            }
            // The .NET client combines lists and sets too, but announces only this one of the newer aggregates.
            if (name.strip().equalsIgnoreCase("CountIf")) {
                features.add(LIST_AND_SET_AGGREGATE);
            }
        }
        return features;
    }

    public String wireName() {
        return wireName;
    }
}
