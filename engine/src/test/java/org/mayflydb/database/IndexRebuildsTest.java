package org.mayflydb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

class IndexRebuildsTest {
    private static final JsonObject PROPERTIES =
            (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void indexIsRebuiltWithoutAnybodyWaiting() {
        Store store = TestStores.open();
        try (Engine engine = Engine.open(store, EngineSettings.defaults())) {
            engine.createDatabase("d");
            engine.createContainer("d", PROPERTIES, null);
            Items items = engine.items("d", "c");
            for (int i = 0; i < 500; i++) {
                items.writer()
                        .create(("{\"id\":\"" + i + "\"}").getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                        .join();
            }
            JsonValue none = JsonValue.parse("{\"indexingMode\":\"none\"}");
            engine.replaceContainer("d", "c", PROPERTIES.with("indexingPolicy", none));
            while (items.index().progressPercent() < 100) {
                Thread.onSpinWait();
            }
            assertThat(StoreCheck.run(store).findings()).isEmpty();
        }
    }

    @Test
    void storeOfAFormatThatIsTooOldIsRefused() {
        Store store = TestStores.open();
        byte[] format = "mayfly 1".getBytes(StandardCharsets.UTF_8);
        store.partition(0).commit(new Commit(Durability.SYNCED).put(Keyspace.FORMAT.prefix(), format));
        assertThatThrownBy(() -> Engine.open(store, EngineSettings.defaults()))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("has the format 'mayfly 1'; this version knows only 'mayfly 3'");
    }
}
