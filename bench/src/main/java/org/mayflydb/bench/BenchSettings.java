package org.mayflydb.bench;

import java.util.List;
import java.util.Set;
import org.mayflydb.storage.rocksdb.RocksOptions;

/**
 * What to run.
 *
 * @param items the sizes of containers to measure, ascending
 * @param seconds how long each side of a measurement works, about
 * @param subjects what to measure
 * @param purgedPerRound how many expired items a round of a purge takes, a multiple of 100
 * @param rocksOptions how much memory RocksDB gets, on each side
 */
record BenchSettings(
        List<Integer> items, double seconds, Set<Subject> subjects, int purgedPerRound, RocksOptions rocksOptions) {

    /** What there is to measure. */
    enum Subject {
        LIST,
        CHANGES,
        READ,
        PURGE,
        CREATE,
        TTL
    }

    BenchSettings {
        items = List.copyOf(items);
        subjects = Set.copyOf(subjects);
    }

    /** The same for less time. */
    BenchSettings withSeconds(double newSeconds) {
        return new BenchSettings(items, newSeconds, subjects, purgedPerRound, rocksOptions);
    }

    /** How long one round of one side should take. */
    long roundNanos() {
        return (long) (seconds * 1e9 / Duel.ROUNDS);
    }

    /** How many expired items of each kind two measurements of their purge need. */
    int expiring() {
        return 2 * (Duel.WARM_UP_ROUNDS + Duel.ROUNDS) * purgedPerRound;
    }
}
