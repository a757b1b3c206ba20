package org.mayflydb.item.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.ForbiddenException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.testing.TestStores;

class SizeLimitTest {
    private static final int BYTES_MAX = 20_000;

    private final FaultyStore store = new FaultyStore(TestStores.open());
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final Engine engine = Engine.open(
            store,
            EngineSettings.defaults()
                    .withClock(clock)
                    .withItemRules(ItemRules.DEFAULT.withContainerBytesMax(BYTES_MAX))
                    .withPurgeTimer((delayMillis, step) -> {}));

    /** What has expired does not count, but until it is purged the limit has to be looked at with each write. */
    @BeforeEach
    void fillWithWhatExpires() {
        engine.createDatabase("d");
        JsonValue properties =
                JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"]},\"defaultTtl\":-1}");
        engine.createContainer("d", (JsonObject) properties, null);
        create("expired", BYTES_MAX - 2000, ",\"ttl\":1");
        clock.advance(Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void create(String id, int bytes, String more) {
        byte[] item = ("{\"id\":\"" + id + "\"" + more + ",\"text\":\"" + "x".repeat(bytes) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        engine.items("d", "c").writer().create(item, WriteOptions.NONE).join();
    }

    @Test
    void whatDoesNotFitIsRefused() {
        create("a", 9000, "");
        create("b", 9000, "");
        assertThatThrownBy(() -> create("c", 9000, "")).isInstanceOf(ForbiddenException.class);
    }

    @Test
    void aWriteWhoseCommitFailsTakesNoRoom() {
        for (int i = 0; i < 5; i++) {
            store.failCall(1, Call.COMMIT);
            assertThatThrownBy(() -> create("a", 9000, "")).isInstanceOf(UnavailableException.class);
        }
        create("a", 9000, "");
        create("b", 9000, "");
        assertThat(engine.items("d", "c").usage().items()).isEqualTo(2);
    }
}
