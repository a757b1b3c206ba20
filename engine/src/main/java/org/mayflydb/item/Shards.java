package org.mayflydb.item;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;

/** The partitions of a container, in the order of their ranges, which tile all effective partition keys. */
final class Shards {
    /** Replaced when partitions are split. */
    private volatile List<Shard> all;

    private volatile boolean closed;

    Shards(List<Shard> opened) {
        this.all = inOrder(opened);
    }

    private static List<Shard> inOrder(List<Shard> shards) {
        return shards.stream()
                .sorted(Comparator.comparing(shard -> shard.partition().range().min()))
                .toList();
    }

    /** Fails if the container is gone. */
    void checkOpen() {
        if (closed) {
            throw NotFoundException.owner();
        }
    }

    /** Lets writes in progress finish and refuses later ones. */
    void close() {
        closed = true;
        all.forEach(shard -> shard.partition().close());
    }

    List<Shard> all() {
        return all;
    }

    /** Those that hold a part of the range. */
    List<Shard> in(EpkRange range) {
        return all.stream()
                .filter(shard -> shard.partition().range().overlaps(range))
                .toList();
    }

    /** The one that an item is in at present. */
    Shard of(EffectivePartitionKey hash) {
        for (Shard shard : all) {
            if (shard.partition().range().contains(hash)) {
                return shard;
            }
        }
        throw new IllegalStateException("the partitions of a container do not tile all effective partition keys");
    }

    /** The partition with this number; null if it is none of these. */
    @Nullable
    Shard numbered(int number) {
        for (Shard shard : all) {
            if (shard.number() == number) {
                return shard;
            }
        }
        return null;
    }

    /** The newest sequence number of the partition with this range; empty if there is none any more. */
    OptionalLong lastLsn(int rangeId) {
        for (Shard shard : all) {
            if (shard.partition().spec().rangeId() == rangeId) {
                return OptionalLong.of(shard.partition().head().lastLsn());
            }
        }
        return OptionalLong.empty();
    }

    /** The size of everything that is stored, expired or not. */
    Usage stored() {
        long items = 0;
        long bytes = 0;
        for (Shard shard : all) {
            PartitionHead head = shard.partition().head();
            items += head.items();
            bytes += head.bytes();
        }
        return new Usage(items, bytes);
    }

    long storedBytes() {
        long bytes = 0;
        for (Shard shard : all) {
            bytes += shard.partition().head().bytes();
        }
        return bytes;
    }

    List<Partition> partitions(EpkRange range) {
        return in(range).stream().map(Shard::partition).toList();
    }

    List<PartitionIndex> indexes() {
        return all.stream().map(Shard::index).toList();
    }

    /** Returns true if these are the partitions, and all of them can be written. */
    boolean are(List<PartitionSpec> specs) {
        List<Shard> present = all;
        if (present.size() != specs.size()) {
            return false;
        }
        for (int i = 0; i < specs.size(); i++) {
            Shard shard = present.get(i);
            if (shard.number() != specs.get(i).number() || !shard.partition().isWritable()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Has others from now on; those that stay are not touched.
     *
     * @param open opens one that was not there before
     * @return those that are gone
     */
    List<Shard> replace(List<PartitionSpec> specs, Function<PartitionSpec, Shard> open) {
        List<Shard> before = all;
        List<Shard> next = specs.stream()
                .map(spec -> before.stream()
                        .filter(shard -> shard.number() == spec.number()
                                && shard.partition().isWritable())
                        .findFirst()
                        .orElseGet(() -> open.apply(spec)))
                .toList();
        all = inOrder(next);
        return before.stream().filter(shard -> !next.contains(shard)).toList();
    }
}
