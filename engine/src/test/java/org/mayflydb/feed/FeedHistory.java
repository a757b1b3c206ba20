package org.mayflydb.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.changelog.LogOperation;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.CheckReport;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;

/**
 * A random history of a container that keeps a log, with readers of both feeds.
 *
 * <p>The reader of all versions applies each change to a map and checks that it can be applied: a create where there is
 * nothing, a replace or a delete where there is something. So nothing can be missing, come twice, or come in the wrong
 * order. What the map has and the database has not must have expired and wait for its purge.
 */
final class FeedHistory implements AutoCloseable {
    private static final String DATABASE = "d";
    private static final String CONTAINER = "c";
    private static final int KEYS = 4;
    private static final int IDS = 12;
    private static final int RETENTION_MINUTES = 2;

    private final long seed;
    private final Random random;
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private FaultyStore store = new FaultyStore(TestStores.openReliable());
    private Engine engine;

    /** What replaying all versions gives: the version of each item, by partition key and id. */
    private final Map<String, String> replayed = new HashMap<>();

    /** What the feed of latest versions has shown, by partition key and id: the ETag that was seen last. */
    private final Map<String, String> latest = new HashMap<>();

    private String logPlace;
    private @Nullable String latestPlace;
    private int changesSeen;
    private int steps;

    FeedHistory(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.engine = open();
        engine.createDatabase(DATABASE);
        engine.createContainer(DATABASE, properties(-1), Throughput.manual(10_000 * (1 + random.nextInt(3))));
        this.logPlace = changes()
                .page(request(FeedMode.ALL_VERSIONS, FeedStart.NOW), null)
                .continuation();
    }

    int changesSeen() {
        return changesSeen;
    }

    private Engine open() {
        return Engine.open(store, EngineSettings.defaults().withClock(clock).withPurgeTimer(StepTimer.NEVER));
    }

    private JsonObject properties(int defaultTtl) {
        return ((JsonObject) JsonValue.parse("{\"id\":\"" + CONTAINER + "\",\"partitionKey\":{\"paths\":[\"/pk\"]},"
                        + "\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/u\"]}]},"
                        + "\"changeFeedPolicy\":{\"retentionDuration\":" + RETENTION_MINUTES + "}}"))
                .with("defaultTtl", JsonNumber.of(defaultTtl));
    }

    private Items items() {
        return engine.items(DATABASE, CONTAINER);
    }

    private ChangeFeed changes() {
        return engine.changes(DATABASE, CONTAINER);
    }

    private FeedRequest request(FeedMode mode, FeedStart start) {
        return new FeedRequest(mode, ListScope.ALL, start, 1 + random.nextInt(10));
    }

    private String as() {
        return "seed " + seed + ", step " + steps;
    }

    void step() {
        steps++;
        switch (random.nextInt(22)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 -> write();
            case 8, 9 -> delete();
            case 10, 11 -> clock.advance(Duration.ofSeconds(random.nextInt(12)));
            case 12 -> attempt(() -> items().removal().purge(1 + random.nextInt(20)));
            case 13 -> changeDefault();
            case 14 -> attempt(() -> items().trimLog(1 + random.nextInt(20)));
            case 15 -> armFault();
            case 16 -> restart();
            case 17 -> readLatest();
            case 18 -> attempt(this::deleteSome);
            default -> readLog();
        }
        // A reader that stays away for longer than the retention is refused, which has tests of its own.
        if (steps % 20 == 0) {
            store.disarm();
            readAllOf(FeedMode.ALL_VERSIONS);
        }
        if (steps % 100 == 0) {
            compareReplayed();
            compareLatest();
        }
    }

    private void attempt(Runnable action) {
        try {
            action.run();
        } catch (MayflyException refusedOrFaulty) {
            // Refused by a rule, or by the store; nothing has happened, or all of it.
        }
    }

    private void write() {
        String json = "{\"id\":\"" + id() + "\",\"pk\":\"" + key() + "\",\"u\":" + random.nextInt(30) + ",\"n\":"
                + random.nextInt(1000) + ttl() + "}";
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        attempt(() -> {
            if (random.nextBoolean()) {
                items().writer().create(bytes, WriteOptions.NONE).join();
            } else {
                items().writer().upsert(bytes, WriteOptions.NONE).join();
            }
        });
    }

    private String id() {
        return "i" + random.nextInt(IDS);
    }

    private String key() {
        return "k" + random.nextInt(KEYS);
    }

    private String ttl() {
        return switch (random.nextInt(3)) {
            case 0 -> "";
            case 1 -> ",\"ttl\":" + (1 + random.nextInt(20));
            default -> ",\"ttl\":-1";
        };
    }

    private void delete() {
        attempt(() -> items().writer()
                .delete(id(), PartitionKey.of(key()), ItemConditions.NONE)
                .join());
    }

    /** Deletes a whole logical partition, or removes a part of what was deleted so. */
    private void deleteSome() {
        if (random.nextInt(3) == 0) {
            PartitionKey deleted = PartitionKey.of(key());
            items().removal().deleteAll(deleted);
            assertThat(items().reads().list(ListScope.of(deleted), 1000, null).items())
                    .as(as())
                    .isEmpty();
        } else {
            items().removal().removeDeleted(1 + random.nextInt(5));
        }
    }

    private void changeDefault() {
        int[] defaults = {-1, 5, 30};
        attempt(() -> engine.replaceContainer(DATABASE, CONTAINER, properties(defaults[random.nextInt(3)])));
    }

    private void armFault() {
        switch (random.nextInt(3)) {
            case 0 -> store.loseAnswer(1 + random.nextInt(3), true);
            case 1 -> store.loseAnswer(1 + random.nextInt(3), false);
            default -> store.failCall(1 + random.nextInt(4), FaultyStore.Call.COMMIT, FaultyStore.Call.SCAN);
        }
    }

    /** The process ends without a word, and begins again. */
    private void restart() {
        store = store.disarm().crash();
        engine = open();
        CheckReport report = StoreCheck.run(store);
        assertThat(report.findings()).as(as()).isEmpty();
    }

    private void readLatest() {
        attempt(() -> readPage(FeedMode.LATEST_VERSION));
    }

    private void readLog() {
        try {
            readPage(FeedMode.ALL_VERSIONS);
        } catch (BadRequestException behind) {
            throw new AssertionError(as(), behind);
        } catch (MayflyException faulty) {
            // The next page has what this one would have had.
        }
    }

    private void readAllOf(FeedMode mode) {
        while (!readPage(mode).atEnd()) {}
    }

    private ContainerFeedPage readPage(FeedMode mode) {
        boolean log = mode == FeedMode.ALL_VERSIONS;
        ContainerFeedPage page = changes().page(request(mode, FeedStart.BEGINNING), log ? logPlace : latestPlace);
        if (log) {
            logPlace = page.continuation();
        } else {
            latestPlace = page.continuation();
        }
        page.changes().forEach(this::apply);
        changesSeen += page.changes().size();
        return page;
    }

    private void apply(FeedChange change) {
        if (change instanceof FeedChange.Written written) {
            JsonObject json = (JsonObject) JsonValue.parse(written.item().json());
            latest.put(name(json), written.item().etag());
            return;
        }
        FeedChange.Logged logged = (FeedChange.Logged) change;
        byte[] current = logged.current();
        if (current == null) {
            String name = logged.removedKey() + logged.id();
            String removed = replayed.remove(name);
            assertThat(removed).as("%s: removal of %s", as(), name).isNotNull();
            return;
        }
        JsonObject json = (JsonObject) JsonValue.parse(current);
        String before = replayed.put(name(json), etag(json));
        assertThat(before == null)
                .as("%s: %s of %s", as(), logged.operation(), name(json))
                .isEqualTo(logged.operation() == LogOperation.CREATE);
    }

    private static String name(JsonObject json) {
        return PartitionKey.of(text(json, "pk")) + text(json, "id");
    }

    private static String etag(JsonObject json) {
        return text(json, "_etag");
    }

    private static String text(JsonObject json, String member) {
        return json.get(member) instanceof JsonString string ? string.value() : "";
    }

    /** What is visible is what was replayed; after a purge of everything that has expired, nothing else was. */
    private void compareReplayed() {
        Map<String, String> visible = visible();
        assertThat(replayed).as(as()).containsAllEntriesOf(visible);
        assertThat(items().usage().items()).as(as()).isEqualTo(visible.size());
        while (!items().removal().purge(100).done()) {}
        while (items().removal().removeDeleted(3)) {}
        readAllOf(FeedMode.ALL_VERSIONS);
        assertThat(new TreeMap<>(replayed)).as(as()).isEqualTo(visible);
    }

    /** The latest versions, read from the beginning, are what is visible; in order within each partition. */
    private void compareLatest() {
        latest.clear();
        latestPlace = null;
        List<FeedChange> all = new ArrayList<>();
        ContainerFeedPage page;
        do {
            page = readPage(FeedMode.LATEST_VERSION);
            all.addAll(page.changes());
        } while (!page.atEnd());
        assertThat(new TreeMap<>(latest)).as(as()).isEqualTo(visible());
        assertThat(all).as(as()).hasSize(latest.size());
    }

    private Map<String, String> visible() {
        Map<String, String> visible = new TreeMap<>();
        String continuation = null;
        do {
            var page = items().reads().list(ListScope.ALL, 1000, continuation);
            page.items().forEach(item -> visible.put(name((JsonObject) JsonValue.parse(item.json())), item.etag()));
            continuation = page.continuation();
        } while (continuation != null);
        return visible;
    }

    @Override
    public void close() {
        engine.close();
    }
}
