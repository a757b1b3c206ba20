package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.CheckReport;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.item.Removal;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.memory.MemoryStore;

/** The default of a container of any size is changed by one small write. */
class DefaultTtlChangeTest {
    private static final int ITEMS = 20_000;
    private static final int LOGICAL_PARTITIONS = 100;

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final MemoryStore memory = new MemoryStore();
    private final RecordingStore store = new RecordingStore(memory);
    private final Mayfly mayfly =
            Mayfly.builder().clock(clock).backgroundPurge(false).open(store);
    private final Container container = mayfly.createDatabase("d")
            .createContainer(ContainerSpec.named("c").partitionKey("/pk").throughput(12_000));

    /** The head of the system partition, and the record of the container in it. */
    private List<String> catalogKeys() {
        int database = mayfly.engine().database("d").number();
        byte[] record = ByteBuffer.allocate(9)
                .put(Keyspace.CONTAINER.tag())
                .putInt(database)
                .putInt(mayfly.engine().container("d", "c").number())
                .array();
        return List.of(
                RecordingStore.name(0, Keyspace.HEAD.prefix()),
                RecordingStore.name(0, Keyspace.CATALOG_VERSION.prefix()),
                RecordingStore.name(0, record));
    }

    @BeforeEach
    void fill() {
        for (int i = 0; i < ITEMS; i++) {
            container.create("{\"id\":\"i" + i + "\",\"pk\":" + i % LOGICAL_PARTITIONS + "}");
        }
        clock.advance(Duration.ofHours(1));
        store.takeWritten();
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void nothingButTheRecordOfTheContainerIsWritten() {
        container.defaultTtl(Duration.ofMinutes(1));
        assertThat(store.takeWritten()).as("from off to a default").containsExactlyInAnyOrderElementsOf(catalogKeys());
        assertThat(container.usage().items()).isZero();
        container.defaultTtl(Duration.ofDays(1));
        assertThat(store.takeWritten()).as("to a longer one").containsExactlyInAnyOrderElementsOf(catalogKeys());
        assertThat(container.usage().items()).isEqualTo(ITEMS);
        container.defaultTtlSeconds(-1);
        assertThat(store.takeWritten()).as("to -1").containsExactlyInAnyOrderElementsOf(catalogKeys());
        container.removeDefaultTtl();
        assertThat(store.takeWritten()).as("and off").containsExactlyInAnyOrderElementsOf(catalogKeys());
        assertThat(container.usage().items()).isEqualTo(ITEMS);
    }

    @Test
    void nothingIsWrittenWhileItemsAreOnlyLookedAt() {
        container.defaultTtl(Duration.ofMinutes(1));
        store.takeWritten();
        assertThat(container.find("i1", PartitionKey.of(1))).isEmpty();
        assertThat(container.list(10).items()).isEmpty();
        assertThat(container.usage().items()).isZero();
        assertThat(store.takeWritten()).isEmpty();
    }

    @Test
    void whatIsDueByTheNewDefaultIsLeftToThePurge() {
        container.defaultTtl(Duration.ofMinutes(1));
        int purged = 0;
        boolean done = false;
        while (!done) {
            var step = container.purge(Removal.PURGE_ITEMS_MAX);
            purged += step.items();
            done = step.done();
        }
        assertThat(purged).isEqualTo(ITEMS);
        container.removeDefaultTtl();
        assertThat(container.list(10).items()).isEmpty();
        CheckReport report = StoreCheck.run(memory.reopen());
        assertThat(report.findings()).isEmpty();
        assertThat(report.items()).isZero();
    }
}
