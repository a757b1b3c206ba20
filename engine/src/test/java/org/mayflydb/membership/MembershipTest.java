package org.mayflydb.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.database.TranslatedStore;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

class MembershipTest {
    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID SECOND = new UUID(2, 2);

    private final Store store = TestStores.open();

    private List<NodeRecord> records() {
        List<NodeRecord> records = new ArrayList<>();
        store.partition(Membership.PARTITION)
                .walk(KeyRange.prefix(Keyspace.NODE.prefix()), entry -> records.add(NodeRecord.decode(entry)));
        return records;
    }

    @Test
    void processThatHasOpenedTheStoreIsAliveUntilItStops() {
        Membership node = Membership.join(store, FIRST, 1000, 7);
        assertThat(records()).singleElement().satisfies(record -> {
            assertThat(record.id()).isEqualTo(FIRST);
            assertThat(record.alive()).isTrue();
            assertThat(record.wallClock()).isEqualTo(1000);
            assertThat(record.appliedCatalog()).isEqualTo(7);
        });
        node.leave(2000);
        assertThat(records()).singleElement().satisfies(record -> {
            assertThat(record.alive()).isFalse();
            assertThat(record.counter()).isEqualTo(2);
            assertThat(record.wallClock()).isEqualTo(2000);
        });
    }

    @Test
    void recordsOfEarlierProcessesOfTheHostGoWhenALaterOneJoins() {
        Membership.join(store, FIRST, 1000, 7);
        Membership.join(store, SECOND, 2000, 7);
        assertThat(records()).extracting(NodeRecord::id).containsExactly(SECOND);
    }

    @Test
    void newestRecordOfEachOtherHostStays() {
        put(new NodeRecord(new UUID(5, 1), false, 0, 2, 10, 1, "elsewhere"));
        put(new NodeRecord(new UUID(5, 2), true, 0, 1, 30, 1, "elsewhere"));
        put(new NodeRecord(new UUID(5, 3), false, 0, 2, 20, 1, "elsewhere"));
        Membership.join(store, FIRST, 1000, 7);
        assertThat(records()).extracting(NodeRecord::id).containsExactlyInAnyOrder(FIRST, new UUID(5, 2));
    }

    private void put(NodeRecord record) {
        store.partition(Membership.PARTITION)
                .commit(new Commit(Durability.SYNCED).put(NodeRecord.key(record.id()), record.encode()));
    }

    @Test
    void storeThatCannotBeWrittenIsNoReasonToFail() {
        FaultyStore faulty = new FaultyStore(store).failCall(1, FaultyStore.Call.COMMIT);
        Membership.join(TranslatedStore.of(faulty), FIRST, 1000, 7);
        assertThat(records()).isEmpty();
    }

    @Test
    void checkFindsARecordThatCannotBeRead() {
        Membership.join(store, FIRST, 1000, 7);
        List<String> findings = new ArrayList<>();
        Membership.check(store, findings::add);
        assertThat(findings).isEmpty();
        store.partition(Membership.PARTITION)
                .commit(new Commit(Durability.SYNCED).put(NodeRecord.key(SECOND), new byte[] {7}));
        Membership.check(store, findings::add);
        assertThat(findings).containsExactly("A node record of 1 bytes has no known format");
    }

    @Test
    void everyRecordIsReadBackAsItWasWritten() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            NodeRecord record = new NodeRecord(
                    new UUID(random.nextLong(), random.nextLong()),
                    random.nextBoolean(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    "höst " + random.nextInt(),
                    random.nextBoolean() ? "" : "kontäkt " + random.nextInt());
            assertThat(NodeRecord.decode(new KeyValue(NodeRecord.key(record.id()), record.encode())))
                    .as("seed %d", seed)
                    .isEqualTo(record);
        }
    }

    @Test
    void incompleteRecordIsRefused() {
        for (String contact : List.of("", "c")) {
            byte[] value = new NodeRecord(FIRST, true, 0, 1, 2, 3, "h", contact).encode();
            for (int length = 0; length < value.length; length++) {
                byte[] shortened = Arrays.copyOf(value, length);
                assertThatThrownBy(() -> NodeRecord.decode(new KeyValue(NodeRecord.key(FIRST), shortened)))
                        .isInstanceOf(CorruptStoreException.class);
            }
        }
    }
}
