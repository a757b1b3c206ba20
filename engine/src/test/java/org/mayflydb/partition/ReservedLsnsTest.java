package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.partition.PartitionWriteTest.SPEC;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.database.TranslatedStore;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.memory.MemoryStore;

/** No LSN that was given out is ahead of a partition, even if a power failure took the write. */
class ReservedLsnsTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_794_700_800L));

    private FaultyStore store = new FaultyStore(new MemoryStore());

    private static Partition open(Store store, Durability durability, long owner) {
        return new Partition(
                SPEC, new Partition.Environment(TranslatedStore.of(store), CLOCK, durability, new UUID(0, owner)));
    }

    @Test
    void noLsnIsGivenOutTwiceHoweverOftenThePowerFails() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long given = 0;
        for (int start = 1; start <= 50; start++) {
            Partition partition = open(store, Durability.RELAXED, start);
            assertThat(partition.head().lastLsn()).as("seed %d", seed).isGreaterThanOrEqualTo(given);
            for (int writes = random.nextInt(4); writes > 0; writes--) {
                long lsn = partition.write(Transaction::nextLsn);
                assertThat(lsn).as("seed %d", seed).isGreaterThan(given);
                given = lsn;
            }
            if (random.nextInt(3) == 0) {
                partition.saveStop();
                store.sync();
            }
            store = store.crash();
        }
    }

    @Test
    void anUncleanStopSkipsAtMostWhatWasReserved() {
        Partition partition = open(store, Durability.RELAXED, 1);
        long first = partition.write(Transaction::nextLsn);
        partition.write(Transaction::nextLsn);
        assertThat(open(store.crash(), Durability.SYNCED, 2).head().lastLsn())
                .isEqualTo(first + GroupCommit.RESERVED_LSNS);
    }

    @Test
    void aCleanStopSkipsNothing() {
        Partition partition = open(store, Durability.RELAXED, 1);
        long last = partition.write(Transaction::nextLsn);
        partition.saveStop();
        store.sync();
        Partition next = open(store.crash(), Durability.RELAXED, 2);
        assertThat(next.write(Transaction::nextLsn)).isEqualTo(last + 1);
    }

    @Test
    void syncedWritesSkipNothing() {
        Partition partition = open(store, Durability.SYNCED, 1);
        long last = partition.write(Transaction::nextLsn);
        Partition next = open(store.crash(), Durability.SYNCED, 2);
        assertThat(next.write(Transaction::nextLsn)).isEqualTo(last + 1);
    }

    @Test
    void theProcessThatWroteItMayOpenAPartitionAgainWithoutAGap() {
        long last = open(store, Durability.RELAXED, 1).write(Transaction::nextLsn);
        assertThat(open(store, Durability.RELAXED, 1).write(Transaction::nextLsn))
                .isEqualTo(last + 1);
    }

    @Test
    void onlyTheWriteThatReservesIsSynced() {
        Partition partition = open(store, Durability.RELAXED, 1);
        partition.write(Transaction::nextLsn);
        PartitionHead reserving = partition.head();
        partition.write(Transaction::nextLsn);
        assertThat(partition.head().reservedLsn()).isEqualTo(reserving.reservedLsn());
        store = store.crash();
        assertThat(PartitionHead.stored(store.partition(SPEC.number()))).isEqualTo(reserving);
    }
}
