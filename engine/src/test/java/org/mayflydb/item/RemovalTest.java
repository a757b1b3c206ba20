package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.index.IndexedContainer;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.FaultyStore.Call;

/** What is removed for good was invisible before, and what is counted as left is what is stored. */
class RemovalTest {
    private static final PartitionKey P = PartitionKey.of("p");

    private final IndexedContainer container = new IndexedContainer(IndexingPolicy.DEFAULT, 100);
    private final Removal removal = container.items().removal();

    @AfterEach
    void close() {
        assertThat(container.findings()).isEmpty();
        container.close();
    }

    private void write(String key, int count) {
        for (int i = 0; i < count; i++) {
            container.upsert("{\"id\":\"" + i + "\",\"pk\":\"" + key + "\"}");
        }
    }

    private int listed() {
        return container.items().reads().list(ListScope.ALL, 100, null).items().size();
    }

    @Test
    void aDeletedKeyIsGoneAtOnceAndItsItemsAreRemovedInSteps() {
        write("p", 5);
        write("q", 2);
        removal.deleteAll(P);
        assertThat(listed()).isEqualTo(2);
        assertThat(container.items().partitions().get(0).head().items()).isEqualTo(7);
        assertThat(removal.hasDeletedKeys()).isTrue();
        assertThat(removal.removeDeleted(3)).isTrue();
        while (removal.removeDeleted(3)) {}
        assertThat(removal.hasDeletedKeys()).isFalse();
        assertThat(container.items().partitions().get(0).head().items()).isEqualTo(2);
    }

    @Test
    void whatIsWrittenAfterTheDeletionLives() {
        write("p", 5);
        removal.deleteAll(P);
        write("p", 1);
        assertThat(listed()).isEqualTo(1);
        while (removal.removeDeleted(10)) {}
        assertThat(listed()).isEqualTo(1);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theWriteBehindADeletionInTheQueueFindsTheKeyEmpty() throws InterruptedException {
        write("p", 1);
        CountDownLatch deletionIsQueued = new CountDownLatch(1);
        CountDownLatch leads = new CountDownLatch(1);
        Thread leader = new Thread(() -> container.items().partitions().get(0).write(transaction -> {
            leads.countDown();
            while (deletionIsQueued.getCount() > 0) {
                Thread.onSpinWait();
            }
            return true;
        }));
        leader.start();
        leads.await();
        Thread deletion = new Thread(() -> removal.deleteAll(P));
        deletion.start();
        while (deletion.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        List<ItemResult.Outcome> outcomes = new ArrayList<>();
        byte[] item = "{\"id\":\"0\",\"pk\":\"p\"}".getBytes(StandardCharsets.UTF_8);
        // The deletion's thread leads this one before it returns from its own commit.
        container
                .items()
                .writer()
                .create(item, WriteOptions.NONE)
                .submit(Runnable::run, outcome -> outcomes.add(outcome.get().outcome()));
        deletionIsQueued.countDown();
        leader.join();
        deletion.join();
        assertThat(outcomes).containsExactly(ItemResult.Outcome.CREATED);
    }

    @Test
    void aDeletionWhoseCommitFailsHidesNothing() {
        write("p", 5);
        container.store.failCall(1, Call.COMMIT);
        assertThatThrownBy(() -> removal.deleteAll(P)).isInstanceOf(UnavailableException.class);
        assertThat(listed()).isEqualTo(5);
        assertThat(removal.hasDeletedKeys()).isFalse();
    }

    @Test
    void aDeletionHidesNothingBeforeItsCommit() {
        write("p", 5);
        List<Integer> seen = new ArrayList<>();
        container.store.beforeCommit(1, () -> seen.add(listed()));
        removal.deleteAll(P);
        assertThat(seen).containsExactly(5);
        assertThat(listed()).isZero();
    }

    @Test
    void aDeletionWhoseAnswerIsLostHoldsForEveryReader() {
        write("p", 5);
        container.store.loseAnswer(1, true);
        removal.deleteAll(P);
        assertThat(listed()).isZero();
    }

    @Test
    void lagCountsWhatHasExpiredAndIsStillStored() {
        write("p", 5);
        container.pass(103);
        assertThat(removal.lag().items()).isEqualTo(5);
        assertThat(removal.lag().lateSeconds()).isEqualTo(3);
        assertThat(removal.oldestExpiredSeconds()).isEqualTo(3);
        removal.purge(3);
        assertThat(removal.lag().items()).isEqualTo(2);
        assertThat(removal.purgedItems()).isEqualTo(3);
        assertThat(removal.progress(Long.MAX_VALUE).backlog().items()).isEqualTo(2);
    }

    @Test
    void aStepOfTheBackgroundIsToldWhenItsTurnCame() {
        write("p", 2);
        container.pass(100);
        List<String> turns = new ArrayList<>();
        var partition = container.items().partitions().get(0).spec();
        assertThat(removal.purgeUnnoticed(partition, 10, () -> turns.add("began"))
                        .items())
                .isEqualTo(2);
        assertThat(turns).isNotEmpty();
    }
}
