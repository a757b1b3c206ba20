package org.mayflydb.index;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Bytes;
import org.mayflydb.base.MovableClock;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ItemReader;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.EpkRange;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.testing.TestStores;
import org.mayflydb.ttl.StoredItem;

/** A container in memory whose index is rebuilt, and whose store fails, when a test says so. */
public final class IndexedContainer implements AutoCloseable {
    public static final long START = 1_794_700_800L;

    public final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(START));
    public final FaultyStore store = new FaultyStore(TestStores.open());
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final List<ItemReader> readers = new ArrayList<>();
    private final @Nullable Integer defaultTtl;
    private IndexingPolicy policy;
    private Engine engine;

    public IndexedContainer(IndexingPolicy policy) {
        this(policy, null);
    }

    public IndexedContainer(IndexingPolicy policy, @Nullable Integer defaultTtl) {
        this.policy = policy;
        this.defaultTtl = defaultTtl;
        this.engine = open();
        engine.createDatabase("d");
        engine.createContainer("d", properties(), null);
    }

    private Engine open() {
        return Engine.open(
                store,
                EngineSettings.defaults()
                        .withClock(clock)
                        .withBackground(background::add)
                        .withPurgeTimer(StepTimer.NEVER));
    }

    private JsonObject properties() {
        JsonObject properties = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
        properties = properties.with("indexingPolicy", policy.toJson());
        return defaultTtl == null ? properties : properties.with("defaultTtl", JsonNumber.of(defaultTtl));
    }

    /** Opens the database again, as after the end of a process. */
    public void restart() {
        background.clear();
        engine = open();
    }

    public Items items() {
        return engine.items("d", "c");
    }

    /** A reader of what is there now; closed with the container at the latest. */
    public ItemReader reader() {
        ItemReader reader = items().reads().readers(EpkRange.FULL).get(0);
        readers.add(reader);
        return reader;
    }

    public void upsert(String json) {
        items().writer()
                .upsert(json.getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                .join();
    }

    public IndexingPolicy policy() {
        return policy;
    }

    public void changePolicy(IndexingPolicy newPolicy) {
        policy = newPolicy;
        engine.replaceContainer("d", "c", properties());
    }

    /** Lets what waits in the background make one step; answers whether anything waited. */
    public boolean stepInBackground() {
        Runnable step = background.poll();
        if (step != null) {
            step.run();
        }
        return step != null;
    }

    public void rebuild() {
        while (stepInBackground()) {
            // Each step submits the next.
        }
    }

    public void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    /** Everything that does not fit together. */
    public List<String> findings() {
        return StoreCheck.run(store).findings();
    }

    public StorePartition partition() {
        return store.partition(1);
    }

    /** All keys of a part of the keyspace. */
    public SortedSet<Bytes> keys(Keyspace keyspace) {
        SortedSet<Bytes> keys = new TreeSet<>();
        entries(keyspace).forEach(entry -> keys.add(Bytes.wrap(entry.key())));
        return keys;
    }

    public List<KeyValue> entries(Keyspace keyspace) {
        List<KeyValue> entries = new ArrayList<>();
        boolean derived = keyspace == Keyspace.INDEX || keyspace == Keyspace.SHAPE;
        partition().walk(derived ? Space.DERIVED : Space.MAIN, KeyRange.prefix(keyspace.prefix()), entries::add);
        return entries;
    }

    /** The items as they are stored. */
    public List<StoredItem> storedItems() {
        return entries(Keyspace.ITEM).stream()
                .map(entry -> StoredItem.decode(entry.value()))
                .toList();
    }

    static JsonObject json(StoredItem item) {
        return (JsonObject) JsonValue.parse(item.jsonForMaintenance());
    }

    @Override
    public void close() {
        readers.forEach(ItemReader::close);
        engine.close();
    }
}
