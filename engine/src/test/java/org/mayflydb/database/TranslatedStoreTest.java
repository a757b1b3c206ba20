package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.storage.Capability;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.DerivedSet;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreUnavailableException;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.memory.MemoryStore;

class TranslatedStoreTest {
    private static final byte[] KEY = {1};

    @Test
    void everyCallThatAStoreRefusesFailsWithTheStatusOfTheService() {
        Store store = TranslatedStore.of(new MemoryStore());
        StorePartition partition = store.partition(1);
        ReadPoint point = partition.readPoint();
        store.close();
        Commit commit = new Commit(Durability.SYNCED);
        List<ThrowingCallable> calls = List.of(
                () -> partition.get(KEY),
                () -> partition.scan(KeyRange.all(), Direction.FORWARD, 1, 1),
                () -> partition.scanKeys(KeyRange.all(), 1),
                () -> partition.commit(commit),
                () -> partition.ingest(new DerivedSet(Collections.emptyIterator(), commit)),
                () -> partition.deleteRange(KeyRange.all()),
                () -> partition.approximateBytes(KeyRange.all()),
                partition::readPoint,
                () -> point.get(KEY),
                () -> point.scan(KeyRange.all(), Direction.FORWARD, 1, 1),
                () -> point.scanKeys(KeyRange.all(), 1),
                () -> store.partition(1),
                () -> store.drop(1),
                store::partitionNumbers,
                store::sync,
                store::verifyChecksums);
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage("the store in memory is closed");
        }
    }

    @Test
    void damageIsACorruptStore() {
        assertThat(StoreFailures.translate(new StoreDamagedException("block 7")))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessage("block 7");
    }

    @Test
    void whatWasAnnouncedStaysAnnounced() {
        assertThat(((UnavailableException) StoreFailures.translate(StoreUnavailableException.announced("full")))
                        .isAnnounced())
                .isTrue();
        assertThat(((UnavailableException) StoreFailures.translate(new StoreUnavailableException("closed")))
                        .isAnnounced())
                .isFalse();
    }

    @Test
    void aStoreWithoutSnapshotsGetsThem() {
        Store store = TranslatedStore.of(new StoreWithoutSnapshots(new MemoryStore()));
        assertThat(store.can(Capability.SNAPSHOTS)).isTrue();
        StorePartition partition = store.partition(1);
        try (ReadPoint point = partition.readPoint()) {
            partition.commit(new Commit(Durability.RELAXED).put(KEY, KEY));
            assertThat(point.get(KEY)).isNull();
        }
    }

    @Test
    void aTranslatedStoreIsNotTranslatedAgain() {
        Store store = TranslatedStore.of(new MemoryStore());
        assertThat(TranslatedStore.of(store)).isSameAs(store);
    }
}
