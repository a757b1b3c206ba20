package org.mayflydb.app.transfer;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.app.endpoint.PartitionKeyRange;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;
import org.mayflydb.key.PartitionKeyHasher;

/** Which physical partition an item belongs to. */
final class PartitionRanges {
    private final PartitionKeyDefinition definition;
    private final List<Range> ranges = new ArrayList<>();

    private record Range(String id, EpkRange hashes) {}

    private PartitionRanges(PartitionKeyDefinition definition) {
        this.definition = definition;
    }

    static PartitionRanges read(RemoteContainer container, PartitionKeyDefinition definition) {
        PartitionRanges read = new PartitionRanges(definition);
        for (PartitionKeyRange range : container.ranges()) {
            EpkRange hashes = new EpkRange(
                    EffectivePartitionKey.parse(range.minInclusive()),
                    EffectivePartitionKey.parse(range.maxExclusive()));
            read.ranges.add(new Range(range.id(), hashes));
        }
        return read;
    }

    String idOf(PartitionKey key) {
        EffectivePartitionKey hash = PartitionKeyHasher.hash(definition, key);
        for (Range range : ranges) {
            if (range.hashes.contains(hash)) {
                return range.id;
            }
        }
        throw new UnavailableException("No physical partition of the container takes the partition key " + key);
    }
}
