package org.mayflydb.item;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.index.PartitionIndex;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.partition.Partition;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;

/**
 * The partitions of a container, in the order of their ranges, which tile all effective partition keys. Where processes share the
 * store, those that others own are missing, and what concerns them is refused.
 */
final class Shards {
    /** Replaced when partitions are split or move. */
    private volatile List<Shard> all;

    /** All partitions of the container, whoever owns them. */
    private volatile List<PartitionSpec> specs;

    private volatile boolean closed;

    Shards(List<PartitionSpec> specs, List<Shard> opened) {
        this.specs = specs;
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

    /** Those that this process owns. */
    List<Shard> all() {
        return all;
    }

    /**
     * Those that hold a part of the range.
     *
     * @throws GoneException if another process owns one of them
     */
    List<Shard> in(EpkRange range) {
        List<Shard> found = all.stream()
                .filter(shard -> shard.partition().range().overlaps(range))
                .toList();
        if (all.size() < specs.size()
                && specs.stream().filter(spec -> spec.range().overlaps(range)).count() > found.size()) {
            throw GoneException.moved();
        }
        return found;
    }

    /**
     * The one that an item is in at present.
     *
     * @throws GoneException if another process owns it
     */
    Shard of(EffectivePartitionKey hash) {
        for (Shard shard : all) {
            if (shard.partition().range().contains(hash)) {
                return shard;
            }
        }
        throw GoneException.moved();
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

    /** Returns true if these are the partitions, and those that this process owns can be written. */
    boolean are(List<PartitionSpec> wanted, Predicate<PartitionSpec> isOwned) {
        if (specs.size() != wanted.size()) {
            return false;
        }
        for (int i = 0; i < wanted.size(); i++) {
            PartitionSpec spec = wanted.get(i);
            Shard shard = numbered(spec.number());
            boolean isLost = shard != null && !shard.partition().isWritable();
            if (specs.get(i).number() != spec.number() || isLost || (shard != null) != isOwned.test(spec)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Has others from now on; those that stay are not touched.
     *
     * @param open opens one that was not there before; null if this process does not own it
     * @return those that are gone
     */
    List<Shard> replace(List<PartitionSpec> wanted, Function<PartitionSpec, @Nullable Shard> open) {
        List<Shard> before = all;
        List<Shard> next = new ArrayList<>();
        for (PartitionSpec spec : wanted) {
            Shard known = numbered(spec.number());
            Shard shard = known != null && known.partition().isWritable() ? known : open.apply(spec);
            if (shard != null) {
                next.add(shard);
            }
        }
        // In this order: with fewer specs than shards nothing would be missed.
        specs = wanted;
        all = inOrder(next);
        return before.stream().filter(shard -> !next.contains(shard)).toList();
    }
}
