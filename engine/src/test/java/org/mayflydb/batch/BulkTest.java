package org.mayflydb.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.batch.BatchOperation.Kind;
import org.mayflydb.batch.Bulk.Options;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.item.Items;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.TestStores;

class BulkTest {
    private static final Options ANY = new Options(-1, null, false, true);
    private static final Options ORDERED = new Options(-1, null, true, true);
    private static final Options STOPPING = new Options(-1, null, true, false);

    private final Engine engine =
            Engine.open(TestStores.open(), EngineSettings.defaults().withPurgeTimer(StepTimer.NEVER));
    private final Items items = open();

    private Items open() {
        engine.createDatabase("d");
        JsonObject container = (JsonObject) JsonValue.parse(
                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}");
        engine.createContainer("d", container, Throughput.manual(40_000));
        return engine.items("d", "c");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static BatchOperation operation(Kind kind, String id, String key, @Nullable String body) {
        return new BatchOperation(
                kind,
                id,
                PartitionKey.of(key),
                body == null ? null : body.getBytes(StandardCharsets.UTF_8),
                ItemConditions.NONE,
                true);
    }

    private static BatchOperation create(String id, String key) {
        return operation(Kind.CREATE, id, key, "{\"id\":\"" + id + "\",\"pk\":\"" + key + "\"}");
    }

    private List<Integer> run(Options options, BatchOperation... operations) {
        return run(options, Runnable::run, List.of(operations)).results().stream()
                .map(OperationResult::status)
                .toList();
    }

    private BatchResult run(Options options, Executor leaders, List<BatchOperation> operations) {
        AtomicReference<@Nullable BatchResult> result = new AtomicReference<>();
        Bulk.submit(items, operations, options, leaders, result::set);
        return Invariant.present(result.get(), "the leaders work on the caller's thread");
    }

    @Test
    void everyOperationIsDoneByItself() {
        assertThat(run(
                        ANY,
                        create("a", "p"),
                        create("a", "p"),
                        create("b", "q"),
                        operation(Kind.UPSERT, "b", "q", "{\"id\":\"b\",\"pk\":\"q\",\"n\":1}"),
                        operation(Kind.READ, "b", "q", null),
                        operation(Kind.PATCH, "b", "q", "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]"),
                        operation(Kind.REPLACE, "none", "q", "{\"id\":\"none\",\"pk\":\"q\"}"),
                        operation(Kind.DELETE, "a", "p", null),
                        operation(Kind.CREATE, "c", "r", "no JSON")))
                .containsExactly(201, 409, 201, 200, 200, 200, 404, 204, 400);
    }

    @Test
    void nobodyIsToldBeforeTheLastIsOver() {
        Deque<Runnable> leading = new ArrayDeque<>();
        AtomicReference<@Nullable BatchResult> result = new AtomicReference<>();
        Bulk.submit(
                items, List.of(create("a", "p"), create("b", "q"), create("c", "r")), ANY, leading::add, result::set);
        assertThat(leading)
                .as("a task for each partition, not for each operation")
                .hasSizeBetween(1, 3);
        while (!leading.isEmpty()) {
            assertThat(result.get()).isNull();
            leading.remove().run();
        }
        assertThat(result.get()).isNotNull();
    }

    @Test
    void operationsOnOnePartitionNeedOneTask() {
        Deque<Runnable> leading = new ArrayDeque<>();
        List<BatchOperation> operations = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            operations.add(create("i" + i, "p"));
        }
        long lsn = items.lastLsn(rangeOf("p")).orElseThrow();
        Bulk.submit(items, operations, ANY, leading::add, result -> {});
        assertThat(leading).hasSize(1);
        leading.remove().run();
        assertThat(items.lastLsn(rangeOf("p"))).hasValue(lsn + 100);
    }

    private int rangeOf(String key) {
        return items.writer()
                .read("x", PartitionKey.of(key), ItemConditions.NONE)
                .rangeId();
    }

    @Test
    void whatIsInAnotherRangeIsGone() {
        List<String> keys = List.of("a", "b", "c", "d", "e", "f", "g", "h");
        int range = rangeOf("a");
        List<BatchOperation> operations =
                keys.stream().map(key -> create("i", key)).toList();
        BatchResult result = run(new Options(range, null, false, true), Runnable::run, operations);
        for (int i = 0; i < keys.size(); i++) {
            OperationResult one = result.results().get(i);
            boolean inRange = rangeOf(keys.get(i)) == range;
            assertThat(one.status()).as(keys.get(i)).isEqualTo(inRange ? 201 : 410);
            assertThat(one.subStatus()).as(keys.get(i)).isEqualTo(inRange ? 0 : 1002);
        }
        assertThat(result.results()).extracting(OperationResult::status).contains(201, 410);
        assertThat(items.lastLsn(range)).hasValue(result.lsn());
        assertThat(run(
                        new Options(range, null, false, true),
                        operation(
                                Kind.READ,
                                "i",
                                keys.stream()
                                        .filter(key -> rangeOf(key) != range)
                                        .findFirst()
                                        .orElseThrow(),
                                null)))
                .containsExactly(404);
    }

    /** The results of a bulk whose writes are led only once all operations are submitted. */
    private List<Integer> runLate(BatchOperation... operations) {
        Deque<Runnable> leading = new ArrayDeque<>();
        AtomicReference<@Nullable BatchResult> result = new AtomicReference<>();
        Bulk.submit(items, List.of(operations), ANY, leading::add, result::set);
        while (!leading.isEmpty()) {
            leading.remove().run();
        }
        return Invariant.present(result.get(), "all leaders have run").results().stream()
                .map(OperationResult::status)
                .toList();
    }

    @Test
    void aReadSeesTheWritesBeforeItOnItsKey() {
        assertThat(runLate(
                        operation(Kind.READ, "a", "p", null),
                        create("a", "p"),
                        operation(Kind.READ, "a", "p", null),
                        operation(Kind.PATCH, "a", "p", "[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]"),
                        create("a", "p"),
                        operation(Kind.DELETE, "a", "p", null),
                        operation(Kind.READ, "a", "p", null),
                        operation(Kind.REPLACE, "a", "p", "{\"id\":\"a\",\"pk\":\"p\"}")))
                .containsExactly(404, 201, 200, 200, 409, 204, 404, 404);
    }

    @Test
    void aReadSeesAWriteBeforeItWhoseKeyIsInTheItemAlone() {
        byte[] body = "{\"id\":\"a\",\"pk\":\"p\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(runLate(
                        new BatchOperation(Kind.CREATE, null, null, body, ItemConditions.NONE, false),
                        operation(Kind.READ, "a", "p", null)))
                .containsExactly(201, 200);
    }

    @Test
    void aReadOnAKeyThatNothingWritesDoesNotWait() {
        assertThat(run(ANY, create("b", "q"))).containsExactly(201);
        Deque<Runnable> leading = new ArrayDeque<>();
        Bulk.submit(items, List.of(operation(Kind.READ, "b", "q", null)), ANY, leading::add, result -> {});
        assertThat(leading).isEmpty();
        Bulk.submit(
                items,
                List.of(create("a", "p"), operation(Kind.READ, "b", "q", null)),
                ANY,
                leading::add,
                result -> assertThat(result.results())
                        .extracting(OperationResult::status)
                        .containsExactly(201, 200));
        assertThat(leading).hasSize(1);
        leading.remove().run();
    }

    @Test
    void inOrderAnOperationSeesThoseBeforeIt() {
        assertThat(run(
                        ORDERED,
                        operation(Kind.READ, "a", "p", null),
                        create("a", "p"),
                        operation(Kind.READ, "a", "p", null),
                        operation(Kind.DELETE, "a", "p", null),
                        operation(Kind.READ, "a", "p", null)))
                .containsExactly(404, 201, 200, 204, 404);
    }

    @Test
    void afterTheFirstFailureNothingIsDoneIfSoAsked() {
        assertThat(run(
                        STOPPING,
                        create("a", "p"),
                        operation(Kind.READ, "a", "p", null),
                        create("a", "p"),
                        create("b", "p"),
                        create("c", "q")))
                .containsExactly(201, 200, 409, 424, 424);
        assertThat(run(STOPPING, operation(Kind.READ, "a", "p", null), create("d", "q")))
                .containsExactly(200, 201);
        assertThat(run(STOPPING, operation(Kind.CREATE, "x", "p", "{"), create("d", "r")))
                .containsExactly(400, 424);
    }

    @Test
    void aKeyMayComeFromTheRequestOrFromTheItem() {
        BatchOperation keyless = new BatchOperation(
                Kind.CREATE,
                null,
                null,
                "{\"id\":\"a\",\"pk\":\"p\"}".getBytes(StandardCharsets.UTF_8),
                ItemConditions.NONE,
                false);
        BatchOperation read = new BatchOperation(Kind.READ, "a", null, null, ItemConditions.NONE, true);
        assertThat(run(ANY, keyless, read)).containsExactly(201, 400);
        assertThat(run(new Options(-1, PartitionKey.of("p"), false, true), read))
                .containsExactly(200);
    }

    @Test
    void whatDoesNotFitIntoTheAnswerIsAskedForAgain() {
        String large = "{\"id\":\"a\",\"pk\":\"p\",\"t\":\"" + "x".repeat(1_800_000) + "\"}";
        BatchOperation read = operation(Kind.READ, "a", "p", null);
        BatchOperation patch = operation(Kind.PATCH, "a", "p", "[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]");
        assertThat(run(ANY, operation(Kind.CREATE, "a", "p", large))).containsExactly(201);
        BatchResult result = run(ORDERED, Runnable::run, List.of(read, read, read, patch, read));
        assertThat(result.results()).extracting(OperationResult::status).containsExactly(200, 200, 413, 200, 413);
        assertThat(result.results().get(2).subStatus()).isEqualTo(3402);
        assertThat(result.results().get(3).item()).as("written, but not shown").isNull();
        assertThat(run(ANY, read)).containsExactly(200);
    }

    @Test
    void thereAreAtMostAHundredOperations() {
        List<BatchOperation> many = new ArrayList<>();
        for (int i = 0; i <= 100; i++) {
            many.add(create("i" + i, "p"));
        }
        assertThatThrownBy(() -> run(ANY, Runnable::run, many)).isInstanceOf(BadRequestException.class);
        assertThat(run(ANY, Runnable::run, List.of()).results()).isEmpty();
    }

    @Test
    void whoComesWhenTooMuchWaitsIsToldWhenToComeAgain() {
        Deque<Runnable> stalled = new ArrayDeque<>();
        List<BatchResult> results = new ArrayList<>();
        for (int request = 0; request < 42; request++) {
            List<BatchOperation> operations = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                operations.add(create("i" + request + "-" + i, "p"));
            }
            Bulk.submit(items, operations, ANY, stalled::add, results::add);
        }
        while (!stalled.isEmpty()) {
            stalled.remove().run();
        }
        List<OperationResult> all =
                results.stream().flatMap(result -> result.results().stream()).toList();
        assertThat(all).hasSize(4200);
        List<OperationResult> busy =
                all.stream().filter(result -> result.status() == 429).toList();
        assertThat(busy).hasSize(4200 - 4096).allMatch(result -> result.retryMillis() > 0);
    }
}
