package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.index.IndexedContainer;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.ttl.Lifetime;

/** A write is checked when it is made, done when it is submitted, and the same whether its caller waits or not. */
class ItemWriterTest {
    private static final PartitionKey KEY = PartitionKey.of("p");

    private final IndexedContainer container = new IndexedContainer(IndexingPolicy.DEFAULT, 100);
    private final ItemWriter writer = container.items().writer();
    private final ItemReads reads = container.items().reads();

    @AfterEach
    void close() {
        assertThat(container.findings()).isEmpty();
        container.close();
    }

    private static byte[] item(String id, int value) {
        return ("{\"id\":\"" + id + "\",\"pk\":\"p\",\"v\":" + value + "}").getBytes(StandardCharsets.UTF_8);
    }

    private ItemResult read(String id) {
        return reads.read(id, KEY, ItemConditions.NONE);
    }

    @Test
    void aWriteThatIsNotSubmittedDoesNothing() {
        ItemWrite<ItemResult> write = writer.create(item("a", 1), WriteOptions.NONE);
        assertThatThrownBy(() -> read("a")).isInstanceOf(NotFoundException.class);
        assertThat(write.join().outcome()).isEqualTo(ItemResult.Outcome.CREATED);
        assertThat(read("a").item()).isNotNull();
    }

    @Test
    void aSubmittedWriteIsDoneByItsLeadersAndReportsOnce() {
        Queue<Runnable> leaders = new ArrayDeque<>();
        List<ItemResult> results = new ArrayList<>();
        writer.create(item("a", 1), WriteOptions.NONE).submit(leaders::add, outcome -> results.add(outcome.get()));
        assertThat(results).isEmpty();
        leaders.remove().run();
        assertThat(results)
                .singleElement()
                .satisfies(result -> assertThat(result.lsn()).isEqualTo(2));
    }

    @Test
    void badInputIsRefusedBeforeAnythingIsQueued() {
        assertThatThrownBy(() -> writer.create("{\"pk\":\"p\"}".getBytes(StandardCharsets.UTF_8), WriteOptions.NONE))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> writer.create(item("a", 1), WriteOptions.NONE.withPartitionKey(PartitionKey.of("q"))))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> writer.delete("a", PartitionKey.empty(), ItemConditions.NONE))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void failuresOfTheTurnReachTheCallerThatJoins() {
        writer.create(item("a", 1), WriteOptions.NONE).join();
        assertThatThrownBy(() -> writer.create(item("a", 2), WriteOptions.NONE).join())
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> writer.upsert(item("a", 2), WriteOptions.ifMatch("\"other\""))
                        .join())
                .isInstanceOf(PreconditionFailedException.class);
        assertThatThrownBy(() -> writer.delete("b", KEY, ItemConditions.NONE).join())
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void aReadInTurnSeesTheWritesBeforeIt() {
        Queue<Runnable> leaders = new ArrayDeque<>();
        List<ItemResult> results = new ArrayList<>();
        writer.create(item("a", 1), WriteOptions.NONE).submit(leaders::add, outcome -> results.add(outcome.get()));
        writer.read("a", KEY, ItemConditions.NONE).submit(leaders::add, outcome -> results.add(outcome.get()));
        leaders.remove().run();
        assertThat(results)
                .extracting(ItemResult::outcome)
                .containsExactly(ItemResult.Outcome.CREATED, ItemResult.Outcome.READ);
    }

    @Test
    void aBatchIsOneWriteWithOneLsn() {
        ItemBatch batch = writer.batch(KEY)
                .add(() -> writer.create(item("a", 1), WriteOptions.NONE), true)
                .add(() -> writer.create(item("b", 1), WriteOptions.NONE), false);
        ItemBatch.Outcome outcome = batch.write().join();
        assertThat(outcome.results()).extracting(ItemResult::lsn).containsExactly(2L, 2L);
        assertThat(outcome.results().get(1).item()).isNull();
    }

    @Test
    void anExpiredItemCanBeRestoredAndALiveOneCannot() {
        writer.create(item("a", 1), WriteOptions.NONE).join();
        assertThatThrownBy(() -> writer.restore("a", KEY, Lifetime.NEVER).join())
                .isInstanceOf(ConflictException.class);
        container.pass(100);
        assertThatThrownBy(() -> read("a")).isInstanceOf(NotFoundException.class);
        writer.restore("a", KEY, Lifetime.NEVER).join();
        container.pass(1000);
        assertThat(read("a").item()).isNotNull();
    }

    @Test
    void aContainerThatIsGoneRefusesWrites() {
        container.items().close();
        assertThatThrownBy(() -> writer.create(item("a", 1), WriteOptions.NONE))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("Owner resource does not exist");
    }
}
