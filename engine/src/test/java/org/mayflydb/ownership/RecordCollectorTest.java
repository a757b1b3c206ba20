package org.mayflydb.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecordCollectorTest {
    private final StoreDriver driver = new StoreDriver();
    private final TestNode first = TestNode.started(driver, 1);
    private final TestNode other = TestNode.started(driver, 2);

    /** The same host starts another process later. */
    private void restartHost() {
        TestNode later = new TestNode(driver, 1);
        later.advance(60_000);
        later.skipIds(5);
        later.renew();
    }

    @Test
    void deadRecordThatNoHeadNamesIsDeleted() {
        UUID id = first.id();
        other.outlive(id);
        restartHost();
        driver.run(RecordCollector.of(List.of(0, 1)));
        assertThat(driver.node(id)).isNull();
    }

    @Test
    void recordThatAHeadNamesIsKept() {
        first.acquire(1);
        UUID id = first.id();
        other.outlive(id);
        restartHost();
        driver.run(RecordCollector.of(List.of(0, 1)));
        assertThat(driver.node(id)).isNotNull();
    }

    @Test
    void newestRecordOfAHostIsKept() {
        UUID id = first.id();
        other.outlive(id);
        driver.run(RecordCollector.of(List.of(0, 1)));
        assertThat(driver.node(id)).isNotNull();
    }

    @Test
    void liveRecordIsKept() {
        restartHost();
        driver.run(RecordCollector.of(List.of(0, 1)));
        assertThat(driver.node(first.id())).isNotNull();
    }
}
