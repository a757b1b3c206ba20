package org.mayflydb.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.MovableClock;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.feed.ContainerFeedPage;
import org.mayflydb.feed.FeedChange;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EffectivePartitionKey;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.membership.Membership;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/** What stays the same, and what does not, when a container gets more partitions. Splits run when the test says so. */
class SplitTest {
    private static final int ITEMS = 300;
    private static final int TTL_SECONDS = 1000;

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final Queue<Runnable> background = new ArrayDeque<>();
    private Engine engine = open();

    private Engine open() {
        return Engine.open(
                store,
                EngineSettings.defaults()
                        .withClock(clock)
                        .withBackground(background::add)
                        .withPurgeTimer(StepTimer.NEVER));
    }

    @AfterEach
    void close() {
        store.disarm();
        engine.close();
    }

    private void fill(String partitionKeyProperties) {
        engine.createDatabase("d");
        JsonObject properties = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"defaultTtl\":" + TTL_SECONDS
                + ",\"partitionKey\":" + partitionKeyProperties
                + ",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/u\"]}]}}");
        engine.createContainer("d", properties, Throughput.manual(10_000));
        for (int i = 0; i < ITEMS; i++) {
            create(i, "");
        }
    }

    private void fill() {
        fill("{\"paths\":[\"/pk\"]}");
    }

    private void keepLog() {
        JsonObject properties = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"defaultTtl\":" + TTL_SECONDS
                + ",\"partitionKey\":{\"paths\":[\"/pk\"]}"
                + ",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/u\"]}]}"
                + ",\"changeFeedPolicy\":{\"retentionDuration\":60}}");
        engine.replaceContainer("d", "c", properties);
    }

    private ItemResult create(int number, String more) {
        return items().writer()
                .create(
                        ("{\"id\":\"i" + number + "\",\"pk\":\"p" + number % 37 + "\",\"n\":" + number % 10 + ",\"u\":"
                                        + number + ",\"tags\":[1,2,3]" + more + "}")
                                .getBytes(StandardCharsets.UTF_8),
                        WriteOptions.NONE)
                .join();
    }

    private Items items() {
        return engine.items("d", "c");
    }

    private ContainerRecord container() {
        return engine.container("d", "c");
    }

    private void ask(int partitions) {
        engine.replaceOffer(container(), offer -> Throughput.manual(partitions * 10_000), null);
    }

    private void runBackground() {
        for (Runnable step = background.poll(); step != null; step = background.poll()) {
            step.run();
        }
    }

    private void splitInto(int partitions) {
        ask(partitions);
        runBackground();
        assertThat(container().partitions()).hasSize(partitions);
    }

    private ItemResult read(int number) {
        return items().reads().read("i" + number, PartitionKey.of("p" + number % 37), ItemConditions.NONE);
    }

    @Test
    void anItemThatIsExcludedFromTheIndexStaysSo() {
        fill();
        items().writer()
                .create(
                        "{\"id\":\"x\",\"pk\":\"x\"}".getBytes(StandardCharsets.UTF_8),
                        WriteOptions.NONE.withIndexed(false))
                .join();
        splitInto(2);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"paths\":[\"/pk\"]}",
                "{\"paths\":[\"/pk\"],\"version\":1}",
                "{\"paths\":[\"/pk\",\"/id\"],\"kind\":\"MultiHash\",\"version\":2}"
            })
    void everyItemIsThereAfterASplitWithItsVersion(String partitionKey) {
        fill(partitionKey);
        List<String> before = everything();
        splitInto(2);
        assertThat(everything()).hasSize(ITEMS).containsExactlyInAnyOrderElementsOf(before);
        splitInto(5);
        assertThat(everything()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(items().usage().items()).isEqualTo(ITEMS);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    private List<String> everything() {
        List<String> found = new ArrayList<>();
        String continuation = null;
        do {
            ItemPage page = items().reads().list(new ListScope(null, EpkRange.FULL), 100, continuation);
            page.items().forEach(item -> found.add(new String(item.json(), StandardCharsets.UTF_8)));
            continuation = page.continuation();
        } while (continuation != null);
        return found;
    }

    @Test
    void rangesAreDividedAndKnowTheirAncestors() {
        fill();
        splitInto(3);
        List<PartitionSpec> partitions = container().partitions();
        assertThat(partitions.get(0).range().min()).isEqualTo(EffectivePartitionKey.MIN);
        assertThat(partitions.get(2).range().max()).isEqualTo(EffectivePartitionKey.MAX);
        for (int i = 1; i < partitions.size(); i++) {
            assertThat(partitions.get(i).range().min())
                    .isEqualTo(partitions.get(i - 1).range().max());
        }
        assertThat(partitions).extracting(PartitionSpec::rangeId).containsExactly(3, 4, 2);
        assertThat(partitions.get(0).ancestors())
                .extracting(PartitionSpec.Ancestor::rangeId)
                .containsExactly(0, 1);
    }

    @Test
    void partitionThatWasSplitHasNoSequenceNumberAnyMore() {
        fill();
        splitInto(2);
        assertThat(items().lastLsn(0)).isEmpty();
    }

    @Test
    void sequenceNumbersGoOnWhereTheParentWas() {
        fill();
        long last = items().lastLsn(0).orElseThrow();
        splitInto(2);
        assertThat(items().lastLsn(1)).hasValue(last);
        assertThat(items().lastLsn(2)).hasValue(last);
        assertThat(create(ITEMS, "").lsn()).isEqualTo(last + 1);
    }

    @Test
    void uniqueValuesStayTaken() {
        fill();
        splitInto(4);
        for (int i = 0; i < 37; i++) {
            int number = i;
            assertThat(refused(() -> create(number + 37 * 1000, ",\"u\":" + number)))
                    .isTrue();
        }
    }

    private static boolean refused(Runnable write) {
        try {
            write.run();
            return false;
        } catch (RuntimeException refused) {
            return true;
        }
    }

    @Test
    void itemsExpireAndArePurgedAsBefore() {
        fill();
        clock.advance(Duration.ofSeconds(TTL_SECONDS / 2));
        splitInto(4);
        create(ITEMS, "");
        clock.advance(Duration.ofSeconds(TTL_SECONDS / 2));
        assertThat(items().usage().items()).isEqualTo(1);
        assertThat(items().removal().purge(1000).items()).isEqualTo(ITEMS);
        assertThat(read(ITEMS).item()).isNotNull();
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @Test
    void writesBetweenCopyingAndTheEndAreInTheChildren() {
        fill();
        ask(2);
        // The first commit of a split names the children, the second begins to fill them.
        store.beforeCommit(2, () -> {
            for (int i = 0; i < 20; i++) {
                create(ITEMS + i, "");
                items().writer()
                        .delete("i" + i, PartitionKey.of("p" + i % 37), ItemConditions.NONE)
                        .join();
            }
        });
        runBackground();
        assertThat(items().usage().items()).isEqualTo(ITEMS);
        assertThat(everything()).hasSize(ITEMS);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void aSplitThatFailsLeavesNothingBehindAndIsTriedAgain(int nth) {
        fill();
        ask(2);
        store.failCall(nth, FaultyStore.Call.COMMIT);
        runBackground();
        store.disarm();
        assertThat(container().partitions()).hasSize(2);
        assertThat(everything()).hasSize(ITEMS);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void aSplitWhoseAnswersAreLostEndsAllTheSame(int nth) {
        fill();
        ask(2);
        store.loseAnswer(nth, nth % 2 == 0);
        runBackground();
        store.disarm();
        create(ITEMS, "");
        assertThat(everything()).hasSize(ITEMS + 1);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @Test
    void aSplitThatTheEndOfTheProgramInterruptsBeginsAgain() {
        fill();
        ask(3);
        background.clear();
        engine = open();
        runBackground();
        assertThat(container().partitions()).hasSize(3);
        assertThat(everything()).hasSize(ITEMS);
        assertThat(store.partitionNumbers())
                .as("one for the catalog, one for the nodes")
                .hasSize(5);
    }

    @Test
    void aContainerThatIsDeletedWhileItIsSplitIsGone() {
        fill();
        ask(2);
        store.beforeCommit(2, () -> engine.deleteContainer("d", "c"));
        runBackground();
        assertThat(engine.findContainer("d", "c")).isNull();
        assertThat(store.partitionNumbers()).containsExactly(0, Membership.PARTITION);
    }

    /** As clients do it that ask every partition by itself. */
    @Test
    void aListGoesOnInEachPartOfWhatWasSplit() {
        fill();
        for (int before = 1; before < ITEMS; before += 29) {
            EpkRange whole = container().partitions().get(0).range();
            ItemPage start = items().reads().list(new ListScope(null, whole), before, null);
            List<String> expected = new ArrayList<>();
            for (ItemPage page = start; page.continuation() != null; ) {
                page = items().reads().list(new ListScope(null, whole), 100, page.continuation());
                page.items().forEach(item -> expected.add(new String(item.json(), StandardCharsets.UTF_8)));
            }
            if (start.continuation() == null) {
                return;
            }
            splitInto(container().partitions().size() + 1);
            List<String> found = new ArrayList<>();
            for (PartitionSpec part : container().partitions()) {
                if (whole.containsAll(part.range())) {
                    List<String> ofPart = new ArrayList<>();
                    String continuation = start.continuation();
                    while (continuation != null) {
                        ItemPage page = items().reads().list(new ListScope(null, part.range()), 7, continuation);
                        page.items().forEach(item -> ofPart.add(new String(item.json(), StandardCharsets.UTF_8)));
                        continuation = page.continuation();
                    }
                    assertThat(ofPart)
                            .as("after %s, in the order before the split", before)
                            .isEqualTo(
                                    expected.stream().filter(ofPart::contains).toList());
                    found.addAll(ofPart);
                }
            }
            assertThat(found).as("after %s", before).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void aListGoesOnAcrossASplit() {
        fill();
        for (int before = 0; before < ITEMS; before += 29) {
            TreeSet<String> seen = new TreeSet<>();
            ItemPage page = items().reads().list(new ListScope(null, EpkRange.FULL), before + 1, null);
            page.items().forEach(item -> seen.add(new String(item.json(), StandardCharsets.UTF_8)));
            splitInto(container().partitions().size() + 1);
            int count = page.items().size();
            while (page.continuation() != null) {
                page = items().reads().list(new ListScope(null, EpkRange.FULL), 7, page.continuation());
                page.items().forEach(item -> seen.add(new String(item.json(), StandardCharsets.UTF_8)));
                count += page.items().size();
            }
            assertThat(count).isEqualTo(ITEMS);
            assertThat(seen).hasSize(ITEMS);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c WHERE c.n > 3",
                "SELECT VALUE c.id FROM c WHERE c.n IN (7, 2, 5)",
                "SELECT VALUE c.id FROM c ORDER BY c.n",
                "SELECT VALUE c.id FROM c ORDER BY c.n DESC",
                "SELECT VALUE CONCAT(c.id, ToString(t)) FROM c JOIN t IN c.tags WHERE c.n > 3",
                "SELECT DISTINCT VALUE c.n FROM c",
                "SELECT VALUE c.n FROM c GROUP BY c.n",
                "SELECT VALUE c.id FROM c ORDER BY c.n OFFSET 11 LIMIT 100"
            })
    void aQueryGoesOnAcrossSplits(String text) {
        fill();
        List<String> whole = new ArrayList<>();
        page(text, 1000, null).rows().forEach(row -> whole.add(row.toString()));
        List<String> rows = new ArrayList<>();
        QueryPage page = page(text, 13, null);
        page.rows().forEach(row -> rows.add(row.toString()));
        for (int i = 1; page.continuation() != null; i++) {
            if (i % 3 == 0 && container().partitions().size() < 7) {
                splitInto(container().partitions().size() + 1);
            }
            page = page(text, 7, page.continuation());
            page.rows().forEach(row -> rows.add(row.toString()));
        }
        assertThat(rows).containsExactlyInAnyOrderElementsOf(whole);
    }

    @Test
    void deletedPartitionKeysStayDeletedAndTheirItemsAreRemoved() {
        fill();
        items().removal().deleteAll(PartitionKey.of("p3"));
        splitInto(3);
        long left = IntStream.range(0, ITEMS).filter(i -> i % 37 != 3).count();
        assertThat(everything()).hasSize((int) left);
        create(3, "");
        assertThat(everything()).hasSize((int) left + 1);
        while (items().removal().removeDeleted(10)) {
            assertThat(everything()).hasSize((int) left + 1);
        }
        assertThat(items().usage().items()).isEqualTo(left + 1);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @Test
    void whatWasDeletedWithItsPartitionKeyIsExplainedAsAbsent() {
        fill();
        items().removal().deleteAll(PartitionKey.of("p3"));
        assertThat(items().expiry().explain("i3", PartitionKey.of("p3")).state())
                .isEqualTo(Explanation.State.ABSENT);
    }

    @Test
    void partitionKeysAreDeletedAfterASplitToo() {
        fill();
        splitInto(3);
        items().removal().deleteAll(PartitionKey.of("p3"));
        assertThat(everything()).hasSize((int)
                IntStream.range(0, ITEMS).filter(i -> i % 37 != 3).count());
    }

    @Test
    void readersOfChangesGoOnInTheChildren() {
        fill();
        Set<String> seen = new TreeSet<>();
        ContainerFeedPage page = changes(FeedMode.LATEST_VERSION, FeedStart.BEGINNING, null);
        int count = 0;
        for (int pages = 1; !page.atEnd(); pages++) {
            for (FeedChange change : page.changes()) {
                seen.add(id(change));
                count++;
            }
            if (pages % 5 == 0 && container().partitions().size() < 6) {
                splitInto(container().partitions().size() + 1);
            }
            page = changes(FeedMode.LATEST_VERSION, FeedStart.BEGINNING, page.continuation());
        }
        assertThat(seen).hasSize(ITEMS);
        assertThat(count).isEqualTo(ITEMS);
    }

    @Test
    void allVersionsAreReadOnInTheChildren() {
        fill();
        keepLog();
        ContainerFeedPage page = changes(FeedMode.ALL_VERSIONS, FeedStart.NOW, null);
        for (int i = 0; i < 50; i++) {
            create(ITEMS + i, "");
        }
        splitInto(4);
        for (int i = 0; i < 50; i++) {
            items().writer()
                    .delete("i" + (ITEMS + i), PartitionKey.of("p" + (ITEMS + i) % 37), ItemConditions.NONE)
                    .join();
        }
        List<String> seen = new ArrayList<>();
        do {
            page = changes(FeedMode.ALL_VERSIONS, FeedStart.NOW, page.continuation());
            page.changes().forEach(change -> seen.add(id(change)));
        } while (!page.atEnd());
        assertThat(seen).hasSize(100);
        assertThat(new TreeSet<>(seen)).hasSize(50);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    private static String id(FeedChange change) {
        if (change instanceof FeedChange.Written written) {
            JsonObject json = (JsonObject) JsonValue.parse(written.item().json());
            return String.valueOf(json.get("id"));
        }
        return ((FeedChange.Logged) change).id();
    }

    private ContainerFeedPage changes(FeedMode mode, FeedStart start, @Nullable String continuation) {
        return engine.changes("d", "c")
                .page(new FeedRequest(mode, new ListScope(null, EpkRange.FULL), start, 7), continuation);
    }

    private QueryPage page(String text, int rowsMax, @Nullable String continuation) {
        return engine.query(
                "d", "c", new QueryRequest(text, Map.of(), new ListScope(null, EpkRange.FULL), rowsMax, continuation));
    }
}
