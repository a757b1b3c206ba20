package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.Invariant;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.testing.TestStores;

/** A unique key counts, whichever Java has written the entries: Java 17 writes 2.0E23 as 1.9999999999999998E23. */
class UniqueEntriesTest {
    private static final String ON_JAVA_17 = "1.9999999999999998E23\n";
    private static final String ON_JAVA_25 = "2.0E23\n";
    private static final int DIGEST_BYTES = 16;

    private final Store store = TestStores.openReliable();
    private final Engine engine = Engine.open(store, EngineSettings.defaults().withPurgeTimer(StepTimer.NEVER));

    @BeforeEach
    void createContainer() {
        engine.createDatabase("d");
        JsonObject container = (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}"
                + ",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/n\"]}]}}");
        engine.createContainer("d", container, null);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private ItemWriter writer() {
        return engine.items("d", "c").writer();
    }

    private ItemResult create(String id, String number) {
        return writer().create(item(id, number), WriteOptions.NONE).join();
    }

    private static byte[] item(String id, String number) {
        return ("{\"id\":\"" + id + "\",\"pk\":\"p\",\"n\":" + number + "}").getBytes(StandardCharsets.UTF_8);
    }

    private StorePartition partition() {
        return store.partition(engine.items("d", "c").partitions().get(0).number());
    }

    private List<KeyValue> entries() {
        return partition()
                .scan(KeyRange.prefix(Keyspace.UNIQUE.prefix()), Direction.FORWARD, 100, 10_000)
                .entries();
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** The key of the only entry as if these values had been digested. */
    private byte[] keyWith(String text) {
        byte[] key = entries().get(0).key().clone();
        System.arraycopy(digest(text), 0, key, key.length - DIGEST_BYTES, DIGEST_BYTES);
        return key;
    }

    private void createWithEntryOf(String text) {
        ItemResult unused = create("1", "2e23");
        KeyValue entry = entries().get(0);
        assertThat(partition()
                        .commit(new Commit(Durability.SYNCED)
                                .delete(entry.key())
                                .put(keyWith(text), entry.value())))
                .isEqualTo(CommitOutcome.APPLIED);
    }

    @Test
    void anEntryIsTheSameOnEveryJava() {
        ItemResult unused = create("1", "2e23");
        assertThat(entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.key()).isEqualTo(keyWith(ON_JAVA_17)));
    }

    @ParameterizedTest
    @ValueSource(strings = {ON_JAVA_17, ON_JAVA_25})
    void anEntryOfAnotherJavaCounts(String text) {
        createWithEntryOf(text);
        assertThat(StoreCheck.run(store).findings()).isEmpty();
        assertThatThrownBy(() -> create("2", "200000000000000000000000")).isInstanceOf(ConflictException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {ON_JAVA_17, ON_JAVA_25})
    void anEntryOfAnotherJavaIsReplacedWithItsItem(String text) {
        createWithEntryOf(text);
        ItemResult replaced =
                writer().replace("1", item("1", "2.0e23"), WriteOptions.NONE).join();
        assertThat(Invariant.present(replaced.item(), "a write returns its item")
                        .json())
                .isNotEmpty();
        assertThat(entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.key()).isEqualTo(keyWith(ON_JAVA_17)));
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {ON_JAVA_17, ON_JAVA_25})
    void anEntryOfAnotherJavaIsDeletedWithItsItem(String text) {
        createWithEntryOf(text);
        ItemResult deleted =
                writer().delete("1", PartitionKey.of("p"), ItemConditions.NONE).join();
        assertThat(deleted.outcome()).isEqualTo(ItemResult.Outcome.DELETED);
        assertThat(entries()).isEmpty();
        assertThat(create("2", "2e23").outcome()).isEqualTo(ItemResult.Outcome.CREATED);
    }
}
