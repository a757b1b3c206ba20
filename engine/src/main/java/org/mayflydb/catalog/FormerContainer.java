package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mayflydb.catalog.CatalogCodec.Fields;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.partition.FormerRange;
import org.mayflydb.partition.PartitionSpec;

/**
 * A deleted container whose ranges clients may still know. A container created under its name must not use their ids for
 * other ranges, and answers queries for them, because some clients never refresh their ranges.
 *
 * @param ranges by ascending id, those of its own predecessors included
 */
record FormerContainer(
        String database, String container, PartitionKeyDefinition partitionKey, List<FormerRange> ranges) {
    private static final int RANGES_MAX = 1_000;

    FormerContainer {
        ranges = List.copyOf(ranges);
    }

    static FormerContainer of(ContainerRecord container) {
        Map<Integer, EpkRange> byId = new TreeMap<>();
        container.formerRanges().forEach(former -> byId.put(former.rangeId(), former.range()));
        for (PartitionSpec partition : container.partitions()) {
            byId.put(partition.rangeId(), partition.range());
            for (PartitionSpec.Ancestor ancestor : partition.ancestors()) {
                EpkRange range = container.ancestorRange(ancestor.rangeId());
                if (range != null) {
                    byId.put(ancestor.rangeId(), range);
                }
            }
        }
        List<FormerRange> ranges = new ArrayList<>();
        byId.forEach((id, range) -> ranges.add(new FormerRange(id, range)));
        return new FormerContainer(
                container.database().id(),
                container.id(),
                container.properties().partitionKey(),
                ranges.subList(Math.max(0, ranges.size() - RANGES_MAX), ranges.size()));
    }

    /**
     * Returns true if a range of the next container may have the id that it had before. With another partition key it must
     * not: a query that a client has written for the old key would find a range to run in, and return too little.
     */
    boolean lendsIdsTo(ContainerProperties next) {
        return next.partitionKey().isSameAs(partitionKey);
    }

    boolean isNamed(String databaseId, String containerId) {
        return database.equals(databaseId) && container.equals(containerId);
    }

    byte[] encode() {
        return JsonObject.builder()
                .put("database", database)
                .put("container", container)
                .put("partitionKey", partitionKey.toJson())
                .put("ranges", CatalogCodec.rangesJson(ranges))
                .build()
                .toBytes();
    }

    static FormerContainer decode(byte[] value) {
        Fields fields = Fields.of("a former container", value);
        return new FormerContainer(
                fields.text("database"),
                fields.text("container"),
                fields.partitionKey("partitionKey"),
                CatalogCodec.ranges(fields, "ranges"));
    }
}
