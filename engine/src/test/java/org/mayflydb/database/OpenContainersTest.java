package org.mayflydb.database;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.forecast.TtlGuard;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.membership.Membership;
import org.mayflydb.partition.Partition;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** Opening, changing or discarding a container delays no request to another one. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenContainersTest {
    private static final PartitionKey KEY = PartitionKey.parse("[\"p\"]");

    private final FaultyStore store = new FaultyStore(TestStores.openReliable());
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final Engine engine = Engine.open(
            store,
            EngineSettings.defaults()
                    .withPurgeTimer(StepTimer.NEVER)
                    .withThroughput(new ThroughputRules(true, false))
                    .withBackground(background::add),
            new TtlGuard(10));
    private final ExecutorService others = Executors.newCachedThreadPool();

    OpenContainersTest() {
        engine.createDatabase("d");
        create("a");
        create("b");
    }

    @AfterEach
    void close() {
        others.shutdown();
        engine.close();
    }

    private ContainerRecord create(String id) {
        return engine.createContainer("d", properties(id, ""), null);
    }

    private static JsonObject properties(String id, String more) {
        return (JsonObject) JsonValue.parse(
                ("{'id':'" + id + "','partitionKey':{'paths':['/pk']}" + more + "}").replace('\'', '"'));
    }

    private static JsonObject indexing(String id, String path) {
        return properties(
                id, ",'indexingPolicy':{'includedPaths':[{'path':'" + path + "'}],'excludedPaths':[{'path':'/*'}]}");
    }

    private static byte[] item(String id) {
        return ("{\"id\":\"" + id + "\",\"pk\":\"p\",\"a\":1}").getBytes(UTF_8);
    }

    private void write(String container, String id) {
        engine.items("d", container)
                .writer()
                .create(item(id), WriteOptions.NONE)
                .join();
    }

    private Partition partition(String container) {
        int number = engine.container("d", container).partitions().get(0).number();
        return Invariant.present(engine.items("d", container).partition(number), "it has this partition");
    }

    /** Has a write to the container last until the latch is opened. */
    private Future<?> hold(String container, CountDownLatch released) throws InterruptedException {
        Partition partition = partition(container);
        CountDownLatch held = new CountDownLatch(1);
        Future<?> writing = others.submit(() -> partition.write(transaction -> {
            held.countDown();
            await(released);
            return true;
        }));
        held.await();
        return writing;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void whileOneContainerIsBeingChangedAllOthersAreServedAndChanged() throws Exception {
        write("a", "1");
        write("b", "1");
        CountDownLatch released = new CountDownLatch(1);
        Future<?> writing = hold("a", released);
        Future<?> changing = others.submit(() -> engine.replaceContainer("d", "a", indexing("a", "/x/?")));
        while (engine.container("d", "a")
                        .properties()
                        .indexingPolicy()
                        .includedPaths()
                        .size()
                != 1) {
            Thread.onSpinWait();
        }
        engine.replaceContainer("d", "b", indexing("b", "/y/?"));
        write("b", "2");
        create("c");
        write("c", "1");
        engine.deleteContainer("d", "c");
        assertThat(engine.itemsAtOnce(engine.container("d", "b"))).isNotNull();
        assertThat(changing.isDone()).isFalse();
        released.countDown();
        writing.get();
        changing.get();
        assertThat(engine.itemsAtOnce(engine.container("d", "a"))).isNotNull();
    }

    @Test
    void whileAContainerIsBeingChangedItCanBeRead() throws Exception {
        write("a", "1");
        CountDownLatch released = new CountDownLatch(1);
        Future<?> writing = hold("a", released);
        Future<?> changing = others.submit(() -> engine.replaceContainer("d", "a", indexing("a", "/x/?")));
        while (engine.itemsAtOnce(engine.container("d", "a")) == null
                || engine.container("d", "a")
                                .properties()
                                .indexingPolicy()
                                .includedPaths()
                                .size()
                        != 1) {
            Thread.onSpinWait();
        }
        assertThat(engine.items("d", "a")
                        .reads()
                        .read("1", KEY, ItemConditions.NONE)
                        .item())
                .isNotNull();
        assertThat(changing.isDone()).isFalse();
        released.countDown();
        writing.get();
        changing.get();
    }

    @Test
    void whatAReplaceSaysIsInForceWhenItReturns() {
        engine.items("d", "a");
        for (int ttl = 100; ttl < 120; ttl++) {
            engine.replaceContainer("d", "a", properties("a", ",'defaultTtl':" + ttl));
            Items items = Invariant.present(engine.itemsAtOnce(engine.container("d", "a")), "it is open");
            assertThat(items.ttl()).isEqualTo(engine.container("d", "a").ttl());
        }
    }

    @Test
    void aChangeOfPolicyTakesTwoCommitsHoweverManyItemsAndChangesThereAre() {
        for (int i = 0; i < 450; i++) {
            write("a", "i" + i);
        }
        Partition partition = partition("a");
        for (int i = 0; i < 8; i++) {
            long before = partition.head().sequence();
            engine.replaceContainer("d", "a", indexing("a", "/p" + i + "/?"));
            assertThat(partition.head().sequence() - before).isLessThanOrEqualTo(2);
        }
        assertThat(engine.items("d", "a").index().progressPercent()).isLessThan(100);
        while (!background.isEmpty()) {
            background.remove().run();
        }
        assertThat(engine.items("d", "a").index().progressPercent()).isEqualTo(100);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @Test
    void aThreadThatLeadsAPartitionOpensNoContainer() {
        assertThatThrownBy(() -> partition("a").write(transaction -> engine.items("d", "b")))
                .hasRootCauseMessage(
                        "invariant violated: a thread that leads a partition neither opens nor changes a container");
        assertThat(partition("a").<Items>write(transaction -> engine.items("d", "a")))
                .as("what is open may be used")
                .isSameAs(engine.items("d", "a"));
    }

    @Test
    void requestsThatNeedAContainerShareOneOpening() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        store.beforeCall(1, FaultyStore.Call.GET, () -> {
            opening.countDown();
            await(released);
        });
        Future<Items> first = others.submit(() -> engine.items("d", "a"));
        opening.await();
        List<Future<Items>> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(others.submit(() -> engine.items("d", "a")));
        }
        assertThat(engine.itemsAtOnce(engine.container("d", "a"))).isNull();
        released.countDown();
        Items items = first.get();
        for (Future<Items> other : waiting) {
            assertThat(other.get()).isSameAs(items);
        }
    }

    @Test
    void aFailedOpeningIsRepeatedByTheNextRequest() {
        store.failCall(1, FaultyStore.Call.GET);
        assertThatThrownBy(() -> engine.items("d", "a")).isInstanceOf(UnavailableException.class);
        assertThat(engine.itemsAtOnce(engine.container("d", "a"))).isNull();
        write("a", "1");
    }

    @Test
    void aCatalogThatIsReadAgainLeavesItsContainersUsable() {
        write("a", "1");
        ContainerRecord before = engine.container("d", "a");
        store.settle();
        ContainerRecord after = engine.container("d", "a");
        assertThat(after).isNotSameAs(before);
        assertThat(engine.itemsAtOnce(after)).isNotNull();
    }

    @Test
    void aContainerWithOtherPropertiesHasToBeOpenedAgain() {
        write("a", "1");
        ContainerRecord before = engine.container("d", "a");
        ContainerRecord changed = new ContainerRecord(
                before.database(),
                before.number(),
                before.properties(),
                before.offer(),
                before.partitions(),
                before.formerRanges(),
                before.timestamp(),
                "\"another\"");
        assertThat(engine.itemsAtOnce(changed)).isNull();
    }

    @Test
    void otherThroughputLeavesAContainerUsable() {
        write("a", "1");
        ContainerRecord replaced =
                engine.replaceOffer(engine.container("d", "a"), offer -> Throughput.manual(500), null);
        assertThat(engine.itemsAtOnce(replaced)).isNotNull();
    }

    @Test
    void theNewestLsnIsToldWithoutOpeningAContainer() {
        write("a", "1");
        write("a", "2");
        ContainerRecord container = engine.container("d", "a");
        assertThat(engine.lastLsn(container, 0)).hasValue(3);
        assertThat(engine.lastLsn(container, 7)).isEmpty();
        assertThat(engine.lastLsn(engine.container("d", "b"), 0)).hasValue(1);
        assertThat(engine.itemsAtOnce(engine.container("d", "b"))).isNull();
        engine.deleteContainer("d", "a");
        assertThat(engine.lastLsn(container, 0)).isEmpty();
    }

    @Test
    void aChangeWhoseOutcomeIsUnknownIsMadeByTheNextWhoOpensTheContainer() {
        write("a", "1");
        store.leaveNextOutcomeUnknown();
        assertThatThrownBy(() -> engine.replaceContainer("d", "a", properties("a", ",'defaultTtl':-1")))
                .isInstanceOf(UnavailableException.class);
        assertThat(engine.isSettled()).isFalse();
        assertThat(engine.items("d", "a").ttl().isOn()).isTrue();
        assertThat(engine.isSettled()).isTrue();
    }

    @Test
    void aContainerThatIsDeletedLeavesNothingInMemory() {
        engine.createDatabase("shared", Throughput.manual(1000));
        int before = engine.keptInMemory();
        for (int i = 0; i < 5; i++) {
            for (String database : List.of("d", "shared")) {
                ContainerRecord container = engine.createContainer(database, properties("x", ""), null);
                engine.items(database, "x")
                        .writer()
                        .create(item("1"), WriteOptions.NONE)
                        .join();
                engine.units().admit(container, container.partitions());
                engine.units().spend(container, container.partitions(), 5);
                engine.deleteContainer(database, "x");
                // Of requests that end after their container.
                engine.units().spend(container, container.partitions(), 5);
                assertThatThrownBy(() -> engine.watchedItems(container)).isInstanceOf(NotFoundException.class);
            }
        }
        engine.deleteDatabase("shared");
        assertThat(engine.keptInMemory()).isEqualTo(before);
    }

    @Test
    void noWriteIsAcknowledgedIntoAPartitionThatIsDropped() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        AtomicInteger numbers = new AtomicInteger();
        AtomicInteger written = new AtomicInteger();
        Future<?> recreating = others.submit(() -> {
            for (int i = 0; i < 60 || written.get() == 0; i++) {
                if (random.nextBoolean()) {
                    engine.replaceContainer("d", "a", indexing("a", "/p" + i + "/?"));
                }
                engine.deleteContainer("d", "a");
                create("a");
            }
        });
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            writers.add(others.submit(() -> {
                while (!recreating.isDone()) {
                    try {
                        write("a", "i" + numbers.incrementAndGet());
                        written.incrementAndGet();
                    } catch (NotFoundException deleted) {
                        // The next one is there in a moment.
                    } catch (MayflyException unexpected) {
                        throw new AssertionError("seed " + seed, unexpected);
                    }
                }
            }));
        }
        recreating.get();
        for (Future<?> writer : writers) {
            writer.get();
        }
        assertThat(written.get()).isPositive();
        List<Integer> known = new ArrayList<>(List.of(0, Membership.PARTITION));
        engine.containers("d").forEach(container -> container.partitions().forEach(each -> known.add(each.number())));
        assertThat(known).as("seed %s", seed).containsAll(store.partitionNumbers());
    }
}
