package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.Invariant;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.BatchOperation.Kind;
import org.mayflydb.batch.OperationResult;
import org.mayflydb.batch.TransactionalBatch;
import org.mayflydb.charge.Throughput;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.database.StepTimer;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.item.CollidingItems.Content;
import org.mayflydb.item.CollidingItems.Item;
import org.mayflydb.item.CollidingItems.Name;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.patch.Patch;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** A container with colliding partition keys, and a naive model of it. Takes random steps in both and compares them. */
public final class CollidingContainer {
    private static final List<String> IDS = List.of("1", "2", "3", "ä");
    private static final int UNIQUE_VALUES = 4;
    private static final int PARTITIONS_MAX = 4;
    private static final int THROUGHPUT = 10_000;

    private final CollidingKeySet keys;
    private final Random random;
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final UnaryOperator<Store> reopening;
    private Store store;
    private Engine engine;

    private final CollidingItems model;
    private final CollidingContainerChecks checks;
    private int serial;

    private CollidingContainer(CollidingKeySet keys, Store store, UnaryOperator<Store> reopening, long seed) {
        this.keys = keys;
        this.store = store;
        this.reopening = reopening;
        this.random = new Random(seed);
        this.model = new CollidingItems(keys, clock);
        this.engine = open();
        this.checks = new CollidingContainerChecks(() -> engine, model, random);
        engine.createDatabase("d");
        engine.createContainer("d", properties("/*"), Throughput.manual(THROUGHPUT));
    }

    /**
     * Takes random steps.
     *
     * @param store without anything in it
     * @param reopening opens the store again after the end of a process
     */
    public static void compare(
            CollidingKeySet keys, Store store, UnaryOperator<Store> reopening, int steps, long seed) {
        CollidingContainer container = new CollidingContainer(keys, store, reopening, seed);
        try {
            for (int i = 0; i < steps; i++) {
                container.step();
            }
            container.checkEverything();
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError(keys + ", seed " + seed + ": " + failure.getMessage(), failure);
        } finally {
            container.engine.close();
        }
    }

    private Engine open() {
        return Engine.open(
                store,
                EngineSettings.defaults()
                        .withClock(clock)
                        .withBackground(background::add)
                        .withPurgeTimer(StepTimer.NEVER));
    }

    private JsonObject properties(String indexedPath) {
        return (JsonObject) JsonValue.parse("{\"id\":\"c\",\"partitionKey\":" + keys.definition
                + ",\"defaultTtl\":-1,\"changeFeedPolicy\":{\"retentionDuration\":1440}"
                + ",\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"" + indexedPath + "\"}],\"excludedPaths\":"
                + (indexedPath.equals("/*") ? "[]" : "[{\"path\":\"/*\"}]") + "}"
                + ",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/u\"]}]}}");
    }

    private Items items() {
        return engine.items("d", "c");
    }

    private void step() {
        switch (random.nextInt(40)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 -> create(name());
            case 8, 9, 10, 11, 12, 13 -> upsert(name());
            case 14, 15 -> replace(name());
            case 16, 17, 18 -> delete(name());
            case 19, 20 -> patch(name());
            case 21, 22 -> batch(name(), id());
            case 23, 24 -> restore(name());
            case 25 -> deleteKey(name());
            case 26 -> items().removal().removeDeleted(1 + random.nextInt(3));
            case 27 -> purge();
            case 28, 29 -> clock.advance(Duration.ofSeconds(1 + random.nextInt(10)));
            case 30 -> split();
            case 31 -> reopen();
            case 32 -> reindex();
            case 33 -> checks.checkFeeds(name());
            case 34, 35 -> checks.checkQueries(name());
            case 36, 37 -> checks.checkLists(name());
            default -> checks.checkItem(name());
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String id() {
        return any(IDS);
    }

    private Name name() {
        // Most steps concern the keys that collide.
        List<String> values = random.nextInt(5) == 0 ? keys.all() : keys.colliding();
        return new Name(any(values), any(keys.users()), id());
    }

    private Content content(Name name) {
        Integer ttl = random.nextInt(3) == 0 ? 1 + random.nextInt(20) : null;
        return new Content(name, "u" + random.nextInt(UNIQUE_VALUES), ++serial, ttl);
    }

    private void create(Name name) {
        Content content = content(name);
        write(
                content,
                model.live(name) == null,
                ConflictException.class,
                () -> items().writer().create(content.json(), WriteOptions.NONE).join());
    }

    private void upsert(Name name) {
        Content content = content(name);
        write(
                content,
                true,
                ConflictException.class,
                () -> items().writer().upsert(content.json(), WriteOptions.NONE).join());
    }

    private void replace(Name name) {
        Content content = content(name);
        write(
                content,
                model.live(name) != null,
                NotFoundException.class,
                () -> items().writer()
                        .replace(name.id(), content.json(), WriteOptions.NONE)
                        .join());
    }

    private void patch(Name name) {
        Item present = model.live(name);
        Patch patch = Patch.parse(("{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":" + ++serial + "}]}")
                .getBytes(StandardCharsets.UTF_8));
        Supplier<ItemResult> modify = () -> items().writer()
                .modify(name.id(), model.key(name), patch.edit(items().partitionKey()), ItemConditions.NONE)
                .join();
        if (present == null) {
            assertThatThrownBy(modify::get).isInstanceOf(NotFoundException.class);
            return;
        }
        ItemResult result = modify.get();
        // Its lifetime starts again.
        Integer ttl = ttl(result);
        written(new Content(name, present.unique(), serial, ttl), result);
    }

    private static @Nullable Integer ttl(ItemResult result) {
        JsonValue ttl = json(result).get("ttl");
        return ttl == null || ttl.toString().equals("-1") ? null : Integer.valueOf(ttl.toString());
    }

    static JsonObject json(ItemResult result) {
        LiveItem item = Invariant.present(result.item(), "a write returns its item");
        return (JsonObject) JsonValue.parse(item.json());
    }

    /** @param refusal what is thrown if it is not expected to succeed */
    private void write(Content content, boolean expected, Class<?> refusal, Supplier<ItemResult> write) {
        if (!expected) {
            assertThatThrownBy(write::get).isInstanceOf(refusal);
        } else if (model.isTaken(content)) {
            assertThatThrownBy(write::get).isInstanceOf(ConflictException.class);
        } else {
            written(content, write.get());
        }
    }

    private void written(Content content, ItemResult result) {
        model.write(content, CollidingContainerChecks.text(json(result), "_rid"));
    }

    private void delete(Name name) {
        if (model.live(name) == null) {
            assertThatThrownBy(() -> items().writer()
                            .delete(name.id(), model.key(name), ItemConditions.NONE)
                            .join())
                    .isInstanceOf(NotFoundException.class);
        } else {
            ItemResult unused = items().writer()
                    .delete(name.id(), model.key(name), ItemConditions.NONE)
                    .join();
            model.delete(name);
        }
    }

    /** Creates one item and reads another of the same key; nothing is left if that is absent. */
    private void batch(Name name, String read) {
        Content content = content(name);
        boolean creates = model.live(name) == null && !model.isTaken(content);
        boolean reads = name.id().equals(read) || model.live(new Name(name.value(), name.user(), read)) != null;
        List<OperationResult> results = TransactionalBatch.of(
                        items(),
                        model.key(name),
                        List.of(
                                new BatchOperation(Kind.CREATE, null, null, content.json(), ItemConditions.NONE, true),
                                new BatchOperation(Kind.READ, read, null, null, ItemConditions.NONE, true)))
                .join()
                .results();
        assertThat(results)
                .extracting(OperationResult::status)
                .containsExactly(creates ? reads ? 201 : 424 : 409, creates ? reads ? 200 : 404 : 424);
        if (creates && reads) {
            written(content, items().reads().read(name.id(), model.key(name), ItemConditions.NONE));
        }
    }

    private void restore(Name name) {
        Supplier<ItemResult> restore = () -> items().writer()
                .restore(name.id(), model.key(name), Lifetime.NEVER)
                .join();
        Item present = model.stored(name);
        if (present == null || model.isLive(present)) {
            assertThatThrownBy(restore::get)
                    .isInstanceOf(present == null ? NotFoundException.class : ConflictException.class);
            return;
        }
        ItemResult result = restore.get();
        assertThat(CollidingContainerChecks.text(json(result), "_rid")).isEqualTo(present.rid());
        model.restore(name, present);
    }

    private void deleteKey(Name name) {
        boolean firstLevel = random.nextBoolean();
        engine.deleteAll("d", "c", firstLevel ? PartitionKey.of(name.value()) : model.key(name));
        model.deleteKey(name, firstLevel);
    }

    private void purge() {
        PurgeResult unused = items().removal().purgeAll();
        model.purge();
    }

    private void runBackground() {
        for (Runnable step = background.poll(); step != null; step = background.poll()) {
            step.run();
        }
    }

    private void split() {
        int partitions = engine.container("d", "c").partitions().size() + 1;
        if (partitions <= PARTITIONS_MAX) {
            engine.replaceOffer(engine.container("d", "c"), offer -> Throughput.manual(partitions * THROUGHPUT), null);
            runBackground();
            assertThat(engine.container("d", "c").partitions()).hasSize(partitions);
        }
    }

    private void reindex() {
        engine.replaceContainer("d", "c", properties(random.nextBoolean() ? "/*" : "/n/?"));
        runBackground();
    }

    /** As after the end of the process, which closes nothing. */
    private void reopen() {
        background.clear();
        if (random.nextInt(3) == 0) {
            engine.container("d", "c").partitions().forEach(partition -> forgetDigests(partition.number()));
        }
        assertThat(StoreCheck.run(store).findings()).isEmpty();
        store = reopening.apply(store);
        engine = open();
        assertThat(StoreCheck.run(store).findings()).isEmpty();
    }

    /** Rewrites all items as an earlier release stored them: in format 1, which has no digest of the partition key. */
    private void forgetDigests(int partition) {
        Commit commit = new Commit(Durability.SYNCED);
        store.partition(partition).walk(ItemKeys.items(new byte[0]), entry -> {
            commit.put(entry.key(), inFormat1(StoredItem.decode(entry.value())));
            return true;
        });
        assertThat(store.partition(partition).commit(commit)).isEqualTo(CommitOutcome.APPLIED);
    }

    private static byte[] inFormat1(StoredItem item) {
        byte[] json = item.jsonForMaintenance();
        return ByteBuffer.allocate(36 + json.length)
                .put((byte) 1)
                .put(item.lifetime().kind().number())
                .putInt(item.lifetime().seconds())
                .putLong(item.timestamp())
                .putLong(item.version().lsn())
                .putShort(item.version().ordinal())
                .putInt(item.version().origin())
                .putLong(item.documentNumber())
                .put(json)
                .array();
    }

    private void checkEverything() {
        for (String value : keys.all()) {
            for (String user : keys.users()) {
                IDS.forEach(id -> checks.checkItem(new Name(value, user, id)));
                checks.checkFeeds(new Name(value, user, ""));
            }
        }
        checks.checkQueries(name());
        purge();
        while (items().removal().removeDeleted(2)) {
            // Until nothing is left that nobody sees.
        }
        long stored = items().partitions().stream()
                .mapToLong(partition -> partition.head().items())
                .sum();
        assertThat(stored).isEqualTo(model.size()).isEqualTo(items().usage().items());
        reopen();
    }
}
