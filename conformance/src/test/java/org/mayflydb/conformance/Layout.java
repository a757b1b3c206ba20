package org.mayflydb.conformance;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;

/** The containers of a scenario, which differ in how they keep their items. */
@SuppressWarnings("ImmutableEnumChecker") // what it holds is immutable, and only not annotated so
enum Layout {
    /** One partition. */
    PLAIN(1, PartitionKeyDefinition.hash("/pk")),
    /** A hierarchical key, and a value that is unique in each logical partition. */
    UNIQUE(1, PartitionKeyDefinition.multiHash("/pk", "/sub")),
    /** Three partitions, with the older hash. */
    SPREAD(
            3,
            new PartitionKeyDefinition(List.of(DocumentPath.parse("/pk")), PartitionKeyDefinition.Kind.HASH, 1, false));

    private static final int PARTITION_THROUGHPUT = 6_000;

    private final PartitionKeyDefinition definition;
    private final List<EpkRange> ranges;

    Layout(int partitions, PartitionKeyDefinition definition) {
        this.definition = definition;
        this.ranges = EpkRange.split(definition, partitions);
    }

    ContainerSpec spec(@Nullable Integer defaultTtl) {
        ContainerSpec spec = ContainerSpec.named(name())
                .property("partitionKey", definition.toJson().toString())
                .throughput(PARTITION_THROUGHPUT * partitions());
        if (this == UNIQUE) {
            spec = spec.uniqueKey("/u");
        }
        return defaultTtl == null ? spec : spec.defaultTtlSeconds(defaultTtl);
    }

    int partitions() {
        return ranges.size();
    }

    int levels() {
        return definition.paths().size();
    }

    /** Which partition holds the items with this key. */
    int partitionOf(PartitionKey key) {
        EffectivePartitionKey hash = PartitionKeyHasher.hash(definition, key);
        for (int i = 0; i < ranges.size(); i++) {
            if (ranges.get(i).contains(hash)) {
                return i;
            }
        }
        throw new IllegalStateException("the ranges leave out " + hash);
    }
}
