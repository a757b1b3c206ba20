package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.SharedWorld.Member;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.partition.PartitionSpec;

/** Splits of partitions that several engines share. */
class SharedSplitsTest {
    private final SharedWorld world = new SharedWorld(1);

    @BeforeEach
    void start() {
        world.start("a", 0);
        world.start("b", 0);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private int splitUntil(String container, int partitions) {
        for (int i = 0; i < 200; i++) {
            int present = world.ask(
                    engine -> engine.container("d", container).partitions().size());
            if (present >= partitions) {
                return i;
            }
            world.pass(500);
        }
        throw new AssertionError("the split does not end");
    }

    private void raiseThroughput() {
        world.ask(engine -> engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null));
    }

    @Test
    void aSplitKeepsEverything() {
        world.createContainer("c", null, 1);
        for (int i = 0; i < 50; i++) {
            world.upsert("c", "k" + i, i, null);
        }
        raiseThroughput();
        splitUntil("c", 2);
        for (int i = 0; i < 50; i++) {
            assertThat(world.read("c", "k" + i)).isEqualTo(i);
        }
        world.upsert("c", "k1", 100, null);
        assertThat(world.read("c", "k1")).isEqualTo(100);
    }

    @Test
    void theCountsOfChildrenAreThoseOfTheirParent() {
        ContainerRecord container = world.createContainer("c", null, 1);
        for (int i = 0; i < 50; i++) {
            world.upsert("c", "k" + i, i, null);
        }
        PartitionHead before = world.head(container.partitions().get(0).number());
        raiseThroughput();
        splitUntil("c", 2);
        long items = 0;
        long bytes = 0;
        for (PartitionSpec child :
                world.ask(engine -> engine.container("d", "c")).partitions()) {
            items += world.head(child.number()).items();
            bytes += world.head(child.number()).bytes();
        }
        assertThat(items).isEqualTo(before.items());
        assertThat(bytes).isEqualTo(before.bytes());
    }

    @Test
    void aSplitThatWasInterruptedAtAnyCommitIsContinuedByAnotherOwner() {
        for (int commits = 1; commits < 14; commits++) {
            try (SharedWorld other = new SharedWorld(commits)) {
                interrupted(other, commits);
            }
        }
    }

    private void interrupted(SharedWorld shared, int commits) {
        Member first = shared.start("a", 0);
        shared.start("b", 0);
        shared.createContainer("c", null, 1);
        for (int i = 0; i < 30; i++) {
            shared.upsert("c", "k" + i, i, null);
        }
        Member owner = Objects.requireNonNull(shared.ownerOf("c", "k0"));
        shared.ask(engine -> engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null));
        owner.faults.beforeCommit(commits, () -> {
            owner.kill();
            throw new UnavailableException("killed");
        });
        for (int i = 0; i < 40 && owner.running; i++) {
            shared.pass(500);
        }
        // What the next owner takes before it continues the split must not be missing in the end.
        for (int i = 0; i < 30; i += 3) {
            shared.upsert("c", "k" + i, 100 + i, null);
        }
        shared.passFailOver();
        for (int i = 0; i < 100; i++) {
            if (shared.ask(engine -> engine.container("d", "c").partitions().size()) >= 2) {
                break;
            }
            shared.pass(1000);
        }
        int partitions =
                shared.ask(engine -> engine.container("d", "c").partitions().size());
        assertThat(partitions)
                .as("partitions after a kill at commit " + commits + " of " + (owner == first ? "a" : "b"))
                .isEqualTo(2);
        for (int i = 0; i < 30; i++) {
            assertThat(shared.read("c", "k" + i))
                    .as("item " + i + " after " + commits)
                    .isEqualTo(i % 3 == 0 ? 100 + i : i);
        }
    }

    @Test
    void whatAnEarlierOwnerHasCopiedDoesNotArriveLate() {
        for (int commit = 1; commit < 10; commit++) {
            try (SharedWorld other = new SharedWorld(commit)) {
                lateCopy(other, commit);
            }
        }
    }

    private static void lateCopy(SharedWorld shared, int commit) {
        shared.start("a", 0);
        shared.start("b", 0);
        shared.createContainer("c", null, 1);
        for (int i = 0; i < 30; i++) {
            shared.upsert("c", "k" + i, i, null);
        }
        Member owner = Objects.requireNonNull(shared.ownerOf("c", "k0"));
        shared.ask(engine -> engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null));
        owner.faults.delayCommit(commit, 1_000_000);
        owner.faults.beforeCommit(commit + 1, () -> {
            owner.kill();
            throw new UnavailableException("killed");
        });
        for (int i = 0; i < 40 && owner.running; i++) {
            shared.pass(500);
        }
        shared.passFailOver();
        shared.passFailOver();
        for (int i = 0; i < 30; i++) {
            shared.upsert("c", "k" + i, 100 + i, null);
        }
        owner.faults.applyLate();
        for (int i = 0; i < 30; i++) {
            assertThat(shared.read("c", "k" + i))
                    .as("item " + i + " after commit " + commit + " arrived late")
                    .isEqualTo(100 + i);
        }
    }

    @Test
    void aWriteDuringASplitIsRefusedOrKept() {
        int kept = 0;
        for (int commit = 1; commit < 14; commit++) {
            try (SharedWorld other = new SharedWorld(commit)) {
                kept += writtenDuringASplit(other, commit);
            }
        }
        assertThat(kept).as("writes that were acknowledged").isPositive();
    }

    private static CompletableFuture<?> submit(Items items, byte[] item) {
        CompletableFuture<ItemResult> written = new CompletableFuture<>();
        try {
            items.writer().upsert(item, WriteOptions.NONE).submit(Runnable::run, outcome -> {
                try {
                    written.complete(outcome.get());
                } catch (MayflyException refused) {
                    written.completeExceptionally(refused);
                }
            });
        } catch (MayflyException refused) {
            written.completeExceptionally(refused);
        }
        return written;
    }

    /** Returns 1 if any of the writes just before that commit of the split was acknowledged. */
    private static int writtenDuringASplit(SharedWorld shared, int commit) {
        shared.start("a", 0);
        shared.start("b", 0);
        shared.createContainer("c", null, 1);
        for (int i = 0; i < 30; i++) {
            shared.upsert("c", "k" + i, i, null);
        }
        Member owner = Objects.requireNonNull(shared.ownerOf("c", "k0"));
        Items items = SharedWorld.items(owner, "c");
        shared.ask(engine -> engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null));
        List<CompletableFuture<?>> writes = new ArrayList<>();
        // What comes while a commit of the parent is under way takes its turn after it.
        owner.faults.beforeCommit(commit, () -> {
            for (int i = 0; i < 30; i++) {
                writes.add(submit(items, SharedWorld.item("k" + i, 100 + i, null)));
            }
        });
        for (int i = 0;
                i < 100
                        && shared.ask(engine ->
                                        engine.container("d", "c").partitions().size())
                                < 2;
                i++) {
            shared.pass(500);
        }
        shared.passFailOver();
        int kept = 0;
        for (int i = 0; i < writes.size(); i++) {
            CompletableFuture<?> write = writes.get(i);
            assertThat(write).isDone();
            kept = write.isCompletedExceptionally() ? kept : 1;
            assertThat(shared.read("c", "k" + i))
                    .as("item " + i + " written before commit " + commit)
                    .isEqualTo(write.isCompletedExceptionally() ? i : 100 + i);
        }
        return kept;
    }

    @Test
    void aStartingEngineErasesNoSplitInProgress() {
        for (int commits = 4; commits < 12; commits++) {
            try (SharedWorld other = new SharedWorld(commits)) {
                startedDuringASplit(other, commits);
            }
        }
    }

    private static void startedDuringASplit(SharedWorld shared, int commits) {
        shared.start("a", 0);
        shared.start("b", 0);
        shared.createContainer("c", null, 1);
        for (int i = 0; i < 30; i++) {
            shared.upsert("c", "k" + i, i, null);
        }
        Member owner = Objects.requireNonNull(shared.ownerOf("c", "k0"));
        shared.ask(engine -> engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(20_000), null));
        owner.faults.beforeCommit(commits, () -> SharedWorld.aside(() -> shared.start("c", 0)));
        for (int i = 0;
                i < 100
                        && shared.ask(engine ->
                                        engine.container("d", "c").partitions().size())
                                < 2;
                i++) {
            shared.pass(500);
        }
        shared.passFailOver();
        for (int i = 0; i < 30; i++) {
            assertThat(shared.read("c", "k" + i)).as("item " + i).isEqualTo(i);
        }
    }

    @Test
    void theParentOfASplitIsCollected() {
        ContainerRecord container = world.createContainer("c", null, 1);
        world.upsert("c", "k", 1, null);
        raiseThroughput();
        splitUntil("c", 2);
        world.passFailOver();
        int parent = container.partitions().get(0).number();
        assertThat(world.head(parent).ownership().state()).isEqualTo(PartitionHead.State.DROPPED);
    }
}
