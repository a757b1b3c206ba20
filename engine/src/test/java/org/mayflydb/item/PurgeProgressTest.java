package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

/** How far a purge has come is kept in the head, so that no step looks again at what one before it has deleted. */
class PurgeProgressTest {
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_700_000_000));
    private final Store store = TestStores.open();
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).open(store);
    private final Container container = mayfly.createDatabase("d")
            .createContainer(ContainerSpec.named("c").partitionKey("/id").defaultTtlSeconds(-1));

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void stepBeginsBehindTheLastEvenAmongItemsThatShareADeadline() {
        create(0, 10, 5);
        pass(5);
        container.purge(4);
        assertThat(head().purgedDeadline()).isEqualTo(1_700_000_005);
        assertThat(head().purgedDeadlineLsn())
                .as("just before the last one purged")
                .isEqualTo(4);
        container.purge(4);
        assertThat(head().purgedDeadlineLsn()).isEqualTo(8);
        assertThat(container.purge(4).items()).isEqualTo(2);
        assertThat(head().purgedDeadline()).as("everything due is gone").isEqualTo(1_700_000_006);
        assertSound();
    }

    @Test
    void itemThatIsWrittenWithinTheSecondBeingPurgedIsPurgedToo() {
        create(0, 10, 5);
        pass(5);
        container.purge(4);
        create(10, 1, 2);
        assertSound();
        pass(2);
        assertThat(container.purge(100).items()).isEqualTo(7);
        assertSound();
    }

    @Test
    void itemWrittenWithTheClockMovedBackBehindWhatWasPurgedIsPurgedToo() {
        create(0, 10, 5);
        pass(5);
        container.purge(4);
        pass(-4);
        create(10, 1, 1);
        assertSound();
        pass(5);
        assertThat(container.purge(100).items()).isEqualTo(7);
        assertSound();
    }

    private void create(int first, int count, int ttl) {
        for (int i = first; i < first + count; i++) {
            container.create("{\"id\":\"" + i + "\",\"ttl\":" + ttl + "}");
        }
    }

    private void pass(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    private PartitionHead head() {
        byte[] stored = store.partition(1).get(PartitionHead.KEY);
        return PartitionHead.decode(Invariant.present(stored, "it was written"));
    }

    private void assertSound() {
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }
}
