package org.mayflydb.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Keyspace;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

class LogCheckTest {
    private final Store store = TestStores.open();

    @BeforeEach
    void write() {
        Engine engine = Engine.open(store, EngineSettings.defaults().withPurgeTimer(StepTimer.NEVER));
        engine.createDatabase("d");
        engine.createContainer(
                "d",
                (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"]},"
                        + "\"changeFeedPolicy\":{\"retentionDuration\":1}}"),
                null);
        Items items = engine.items("d", "c");
        for (String id : List.of("a", "b")) {
            items.writer()
                    .upsert(("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                    .join();
            items.writer()
                    .upsert(("{\"id\":\"" + id + "\",\"v\":2}").getBytes(StandardCharsets.UTF_8), WriteOptions.NONE)
                    .join();
        }
    }

    private void change(Commit commit) {
        store.partition(1).commit(commit);
    }

    private List<String> findings() {
        return StoreCheck.run(store).findings();
    }

    @Test
    void aSoundLogHasNoFindings() {
        assertThat(findings()).isEmpty();
    }

    @Test
    void aMissingRecordIsFound() {
        change(new Commit(Durability.SYNCED).delete(LogKeys.record(5, (short) 0)));
        assertThat(findings()).singleElement().asString().contains("is not in the log as it was last written");
    }

    @Test
    void aRecordOfAWriteThatNeverWasIsFound() {
        byte[] value = store.partition(1).get(LogKeys.record(2, (short) 0));
        change(new Commit(Durability.SYNCED).put(LogKeys.record(9, (short) 0), value == null ? new byte[0] : value));
        assertThat(findings()).anyMatch(finding -> finding.contains("beyond the head's"));
    }

    @Test
    void aRecordThatCannotBeReadIsFound() {
        change(new Commit(Durability.SYNCED).put(LogKeys.record(1, (short) 0), new byte[3]));
        assertThat(findings()).anyMatch(finding -> finding.contains("cannot be read"));
    }

    @Test
    void aDeletionOfAKeyThatCannotBeReadIsFound() {
        change(new Commit(Durability.SYNCED).put(Keyspace.DELETED_KEY.prefix(), new byte[3]));
        assertThat(findings()).anyMatch(finding -> finding.contains("DELETED_KEY cannot be read"));
    }
}
