package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.testing.TestStores;
import org.mayflydb.ttl.LiveItem;

/** A container with two partition keys that have the same hash. */
abstract class CollidingKeysFixture {
    final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    final FaultyStore store = new FaultyStore(TestStores.openReliable());
    Engine engine = openEngine();
    private @Nullable Items opened;

    private Engine openEngine() {
        return Engine.open(
                store,
                EngineSettings.defaults()
                        .withClock(clock)
                        .withBackground(task -> {})
                        .withPurgeTimer(StepTimer.NEVER));
    }

    /** Opens the store again, as after the end of the process. */
    void reopen() {
        engine = openEngine();
        opened = engine.items("d", "c");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    void open(CollidingKeySet keys) {
        engine.createDatabase("d");
        JsonObject container = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":" + keys.definition
                + ",\"defaultTtl\":-1,\"changeFeedPolicy\":{\"retentionDuration\":10}"
                + ",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/email\"]}]}}");
        engine.createContainer("d", container, Throughput.manual(400));
        opened = engine.items("d", "c");
    }

    Items items() {
        return Invariant.present(opened, "every test opens a container first");
    }

    static byte[] item(String key, String id, int n) {
        return ("{\"id\":\"" + id + "\",\"email\":\"" + id + "\",\"n\":" + n + ",\"even\":" + (n % 2 == 0)
                        + ",\"user\":\"u\",\"pk\":\"" + key + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    void create(String key, String id, int n) {
        ItemResult unused =
                items().writer().create(item(key, id, n), WriteOptions.NONE).join();
    }

    String read(PartitionKey key, String id) {
        LiveItem item = items().reads().read(id, key, ItemConditions.NONE).item();
        return Invariant.present(item, "it was read without a condition").jsonText();
    }

    List<String> ids(String query, ListScope scope) {
        return engine.query("d", "c", new QueryRequest(query, Map.of(), scope, 100, null)).rows().stream()
                .map(JsonValue::toString)
                .toList();
    }

    void createSix(CollidingKeySet keys) {
        open(keys);
        for (int i = 0; i < 6; i++) {
            create(i < 4 ? keys.one : keys.other, Integer.toString(i), i);
        }
    }

    void assertSound() {
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }
}
