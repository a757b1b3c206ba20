package org.mayflydb.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.batch.BatchOperation.Kind;
import org.mayflydb.batch.NaiveItems.Operation;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.Items;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.FaultyStore.Call;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;

/**
 * Random batches, several of them in one commit, against a naive model, on a store that fails. Whatever happens, either all
 * of a batch has happened or nothing, and who was answered was told the truth.
 */
class BatchModelTest {
    private static final int SEEDS = 150;
    private static final int ROUNDS = 40;
    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final PartitionKey KEY = PartitionKey.of("p");
    private static final JsonObject CONTAINER = (JsonObject) JsonValue.parse(
            "{\"id\":\"c\",\"defaultTtl\":-1,\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}");

    private int committed;
    private int refused;
    private int uncertain;

    @Test
    void everyBatchHappensWholeOrNotAtAll() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                run(new Random(seed));
            } catch (AssertionError | RuntimeException difference) {
                throw new AssertionError("seed " + seed + ": " + difference.getMessage(), difference);
            }
        }
        assertThat(committed).as("batches that were done").isGreaterThan(SEEDS * ROUNDS / 10);
        assertThat(refused).as("batches that were refused").isGreaterThan(SEEDS * ROUNDS / 10);
        assertThat(uncertain).as("commits of which nobody knew").isGreaterThan(SEEDS);
    }

    private void run(Random random) {
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
        Store memory = TestStores.open();
        FaultyStore store = new FaultyStore(memory);
        Engine engine =
                Engine.open(store, EngineSettings.defaults().withClock(clock).withPurgeTimer(StepTimer.NEVER));
        engine.createDatabase("d");
        engine.createContainer("d", CONTAINER, null);
        Items items = engine.items("d", "c");
        NaiveItems model = new NaiveItems();
        int ids = 1 + random.nextInt(6);
        for (int round = 0; round < ROUNDS; round++) {
            if (random.nextInt(4) == 0) {
                clock.advance(Duration.ofSeconds(random.nextInt(4)));
            }
            if (random.nextInt(8) == 0) {
                items.removal().purge(1 + random.nextInt(5));
            }
            int batches = 1 + random.nextInt(4);
            if (random.nextInt(3) == 0) {
                arm(store, random, batches);
            }
            model = round(items, model, random, ids, batches, clock);
            store.disarm();
            assertThat(visible(items)).isEqualTo(model.visible(now(clock)));
        }
        FaultyStore left = store.crash();
        assertThat(StoreCheck.run(left).findings()).isEmpty();
    }

    /** Some batches that wait together, so that they share a commit. */
    private NaiveItems round(Items items, NaiveItems before, Random random, int ids, int batches, MovableClock clock) {
        Deque<Runnable> leading = new ArrayDeque<>();
        NaiveItems after = before.copy();
        List<List<Integer>> expected = new ArrayList<>();
        List<@Nullable Supplier<BatchResult>> outcomes = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            List<Operation> operations = operations(random, ids);
            expected.add(after.apply(operations, now(clock)));
            int index = i;
            outcomes.add(null);
            TransactionalBatch.of(
                            items,
                            KEY,
                            operations.stream().map(Operation::toBatch).toList())
                    .submit(leading::add, outcome -> outcomes.set(index, outcome));
        }
        while (!leading.isEmpty()) {
            leading.remove().run();
        }
        boolean known = true;
        for (int i = 0; i < batches; i++) {
            Supplier<BatchResult> outcome = outcomes.get(i);
            try {
                BatchResult result =
                        Invariant.present(outcome, "every batch is answered").get();
                assertThat(result.results().stream().map(OperationResult::status))
                        .as("batch %d", i)
                        .isEqualTo(expected.get(i));
                if (result.isSuccess()) {
                    committed++;
                } else {
                    refused++;
                }
            } catch (UnavailableException fault) {
                known = false;
            }
        }
        if (known) {
            return after;
        }
        uncertain++;
        return visible(items).equals(after.visible(now(clock))) ? after : before;
    }

    /** A read that fails fails one batch, a commit that fails fails all that share it. */
    private static void arm(FaultyStore store, Random random, int batches) {
        switch (random.nextInt(batches == 1 ? 4 : 3)) {
            case 3 -> store.failCall(1 + random.nextInt(6), Call.GET);
            case 1 -> store.failCall(1, Call.COMMIT);
            case 2 -> store.loseAnswer(1, random.nextBoolean());
            default -> {
                // Neither the commit nor its fences are answered, so the outcome stays unknown.
                store.loseAnswer(1, random.nextBoolean());
                for (int fence = 2; fence <= 5; fence++) {
                    store.loseAnswer(fence, random.nextBoolean());
                }
            }
        }
    }

    private static List<Operation> operations(Random random, int ids) {
        List<Operation> operations = new ArrayList<>();
        int size = 1 + random.nextInt(5);
        for (int i = 0; i < size; i++) {
            operations.add(new Operation(
                    KINDS.get(random.nextInt(KINDS.size())),
                    "i" + random.nextInt(ids),
                    random.nextInt(3),
                    random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0,
                    random.nextInt(4) == 0 ? Long.valueOf(random.nextInt(3)) : null));
        }
        return operations;
    }

    private static List<String> visible(Items items) {
        ItemPage page = items.reads().list(ListScope.ALL, 100, null);
        return page.items().stream()
                .map(item -> (JsonObject) JsonValue.parse(item.json()))
                .map(json -> json.toJava().get("id") + " " + json.get("n") + " "
                        + json.toJava().getOrDefault("ttl", 0) + " "
                        + json.get("_ts"))
                .sorted()
                .toList();
    }

    private static long now(MovableClock clock) {
        return clock.instant().getEpochSecond();
    }
}
