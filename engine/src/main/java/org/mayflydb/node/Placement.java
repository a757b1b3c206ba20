package org.mayflydb.node;

import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which node should own a partition: the one with the highest score for it, so when a node comes or goes, only partitions that it
 * should own move. Placement decides who tries to acquire a partition, never who owns it.
 */
final class Placement {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Placement() {}

    /** Returns null if there is no node. */
    static @Nullable UUID of(int partition, Collection<UUID> nodes) {
        UUID best = null;
        long bestScore = 0;
        for (UUID node : nodes) {
            long score = score(partition, node);
            if (best == null || score > bestScore || (score == bestScore && node.compareTo(best) > 0)) {
                best = node;
                bestScore = score;
            }
        }
        return best;
    }

    /** Every bit of the number and of the id changes about half of the bits of the result. */
    private static long score(int partition, UUID node) {
        long mixed = mix(node.getMostSignificantBits() + partition * GOLDEN);
        return mix(mixed ^ node.getLeastSignificantBits());
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
