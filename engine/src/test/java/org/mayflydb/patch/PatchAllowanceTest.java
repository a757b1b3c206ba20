package org.mayflydb.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.BatchOperation.Kind;
import org.mayflydb.batch.BatchResult;
import org.mayflydb.batch.Bulk;
import org.mayflydb.batch.OperationResult;
import org.mayflydb.batch.TransactionalBatch;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.TestStores;
import org.mayflydb.ttl.LiveItem;

/** Conditions of patches are evaluated while other writes wait, so their work is bounded, for a request as a whole. */
class PatchAllowanceTest {
    private static final PartitionKey KEY = PartitionKey.of("1");

    /** Some 150,000 steps for the item below. */
    private static final String DEAR = "from c where not regexmatch(c.s, '[b-d]{100}')";

    private final Engine engine = Engine.open(TestStores.open(), EngineSettings.defaults());
    private final Items items = open();

    private Items open() {
        engine.createDatabase("d");
        engine.createContainer(
                "d", (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"]}}"), null);
        return engine.items("d", "c");
    }

    @BeforeEach
    void load() {
        create("1", "b".repeat(2_000).replace("bb", "ba"));
    }

    private void create(String id, String text) {
        byte[] json = ("{\"id\":\"" + id + "\",\"s\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
        items.writer().create(json, WriteOptions.NONE).join();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static byte[] patch(String condition) {
        return Patch.empty().increment("/n", 1).onlyIf(condition).toJson().toBytes();
    }

    private static List<BatchOperation> patches(int count, String condition) {
        List<BatchOperation> patches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            patches.add(new BatchOperation(Kind.PATCH, "1", KEY, patch(condition), ItemConditions.NONE, false));
        }
        return patches;
    }

    @Test
    void aDearConditionAloneIsFine() {
        assertThat(TransactionalBatch.of(items, KEY, patches(1, DEAR)).join().isSuccess())
                .isTrue();
    }

    @Test
    void manyCheapConditionsInOneBatchAreFine() {
        List<BatchOperation> patches = patches(100, "from c where is_defined(c.s) and c.id = '1'");
        assertThat(TransactionalBatch.of(items, KEY, patches).join().isSuccess())
                .isTrue();
    }

    @Test
    void theConditionsOfABatchShareOneAllowance() {
        BatchResult result =
                TransactionalBatch.of(items, KEY, patches(100, DEAR)).join();
        assertThat(result.results()).extracting(OperationResult::status).contains(400);
        LiveItem item = Invariant.present(
                items.reads().read("1", KEY, ItemConditions.NONE).item(), "it is there");
        assertThat(item.json()).asString(StandardCharsets.UTF_8).doesNotContain("\"n\":");
    }

    @Test
    void theConditionsOfABulkRequestShareOneAllowance() {
        AtomicReference<@Nullable BatchResult> result = new AtomicReference<>();
        Bulk.submit(items, patches(100, DEAR), new Bulk.Options(-1, null, false, true), Runnable::run, result::set);
        BatchResult ended = Invariant.present(result.get(), "it is over");
        assertThat(ended.results()).extracting(OperationResult::status).contains(200, 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from c where regexmatch(c.s, '([b-d]?){600}x')",
                "from c where c.s like concat('%_', left(c.s, 90000), 'x%')"
            })
    void whatTakesTooManyStepsIsRefusedAndChangesNothing(String condition) {
        create("2", "b".repeat(100_000));
        PartitionKey key = PartitionKey.of("2");
        Patch patch = Patch.empty().set("/n", 1).onlyIf(condition);
        assertThatThrownBy(() -> items.writer()
                        .modify("2", key, patch.edit(items.partitionKey()), ItemConditions.NONE)
                        .join())
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("maximum");
    }

    @Test
    void theConstantsOfAConditionAreChargedWhenItIsRead() {
        String constant = "regexmatch(replicate('b', 10000), '([b-d]?){600}x')";
        Patch patch = Patch.empty().set("/n", 1).onlyIf("from c where " + constant);
        assertThatThrownBy(() -> patch.edit(items.partitionKey()))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("maximum");
    }
}
