package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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
import org.mayflydb.feed.FeedChange;
import org.mayflydb.feed.FeedMode;
import org.mayflydb.feed.FeedRequest;
import org.mayflydb.feed.FeedStart;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.item.read.ItemPage;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.item.record.ItemKeys;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.CollidingKeys;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.patch.Patch;
import org.mayflydb.query.QueryPage;
import org.mayflydb.query.QueryRequest;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/**
 * A container with colliding partition keys, and a naive model of it: a map of items by key value and id. Takes random steps in
 * both and compares them.
 */
public final class CollidingContainer {
    /** How a container hashes, and keys of which the first three have the same hash. */
    public enum Keys {
        VERSION_2(
                "{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}",
                CollidingKeys.VICTIM,
                CollidingKeys.INTRUDER,
                CollidingKeys.THIRD),
        VERSION_1(
                "{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":1}",
                CollidingKeys.VICTIM_1,
                CollidingKeys.INTRUDER_1,
                CollidingKeys.THIRD_1),
        HIERARCHICAL(
                "{\"paths\":[\"/pk\",\"/user\"],\"kind\":\"MultiHash\",\"version\":2}",
                CollidingKeys.VICTIM,
                CollidingKeys.INTRUDER,
                CollidingKeys.THIRD);

        private final String definition;

        @SuppressWarnings("ImmutableEnumChecker") // made by toList
        private final List<String> values;

        Keys(String definition, String... colliding) {
            this.definition = definition;
            this.values =
                    Stream.concat(Stream.of(colliding), Stream.of("a", "b")).toList();
        }

        private List<String> users() {
            return this == HIERARCHICAL ? List.of("u", "v") : List.of("");
        }

        /** @param user the second level; empty if there is none */
        private PartitionKey key(String value, String user) {
            return user.isEmpty() ? PartitionKey.of(value) : PartitionKey.of(value, user);
        }
    }

    private static final List<String> IDS = List.of("1", "2", "3", "ä");
    private static final int UNIQUE_VALUES = 4;
    private static final int PARTITIONS_MAX = 4;
    private static final int THROUGHPUT = 10_000;

    /** The name of an item. */
    private record Name(String value, String user, String id) {}

    /**
     * An item of the model.
     *
     * @param deadline the second from which it is expired
     */
    private record Item(String unique, int n, long deadline, String rid) {}

    private final Keys keys;
    private final Random random;
    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final UnaryOperator<Store> reopening;
    private Store store;
    private Engine engine;

    /** What is stored as far as anybody can tell: expired items can be restored until they are purged. */
    private final Map<Name, Item> model = new HashMap<>();

    /** The creations and replacements of each key, in order. */
    private final Map<PartitionKey, List<String>> writes = new HashMap<>();

    private int serial;

    private CollidingContainer(Keys keys, Store store, UnaryOperator<Store> reopening, long seed) {
        this.keys = keys;
        this.store = store;
        this.reopening = reopening;
        this.random = new Random(seed);
        this.engine = open();
        engine.createDatabase("d");
        engine.createContainer("d", properties("/*"), Throughput.manual(THROUGHPUT));
    }

    /**
     * Takes random steps.
     *
     * @param store without anything in it
     * @param reopening opens the store again after the end of a process
     */
    public static void compare(Keys keys, Store store, UnaryOperator<Store> reopening, int steps, long seed) {
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
            case 33 -> checkFeeds(name());
            case 34, 35 -> checkQueries(name());
            case 36, 37 -> checkLists(name());
            default -> checkItem(name());
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
        List<String> values = random.nextInt(5) == 0 ? keys.values : keys.values.subList(0, 3);
        return new Name(any(values), any(keys.users()), id());
    }

    private PartitionKey key(Name name) {
        return keys.key(name.value, name.user);
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    private boolean isLive(Item item) {
        return item.deadline > now();
    }

    private @Nullable Item live(Name name) {
        Item item = model.get(name);
        return item != null && isLive(item) ? item : null;
    }

    /** Another live item of the same key has the unique value. */
    private boolean isTaken(Name name, String unique) {
        return model.entrySet().stream().anyMatch(other -> isRival(name, unique, other) && isLive(other.getValue()));
    }

    private static boolean isRival(Name name, String unique, Map.Entry<Name, Item> other) {
        return other.getKey().value.equals(name.value)
                && other.getKey().user.equals(name.user)
                && !other.getKey().id.equals(name.id)
                && other.getValue().unique.equals(unique);
    }

    /** What a step is about to write. */
    private record Content(
            Name name, String unique, int n, @Nullable Integer ttl) {
        byte[] json() {
            return ("{\"id\":\"" + name.id + "\",\"user\":\"" + name.user + "\",\"pk\":\"" + name.value + "\",\"u\":\""
                            + unique + "\",\"n\":" + n + (ttl == null ? "" : ",\"ttl\":" + ttl) + "}")
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    private Content content(Name name) {
        Integer ttl = random.nextInt(3) == 0 ? 1 + random.nextInt(20) : null;
        return new Content(name, "u" + random.nextInt(UNIQUE_VALUES), ++serial, ttl);
    }

    private void create(Name name) {
        Content content = content(name);
        write(
                content,
                live(name) == null,
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
                live(name) != null,
                NotFoundException.class,
                () -> items().writer()
                        .replace(name.id, content.json(), WriteOptions.NONE)
                        .join());
    }

    private void patch(Name name) {
        Item present = live(name);
        Patch patch = Patch.parse(("{\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":" + ++serial + "}]}")
                .getBytes(StandardCharsets.UTF_8));
        Supplier<ItemResult> modify = () -> items().writer()
                .modify(name.id, key(name), patch.edit(items().partitionKey()), ItemConditions.NONE)
                .join();
        if (present == null) {
            assertThatThrownBy(modify::get).isInstanceOf(NotFoundException.class);
            return;
        }
        ItemResult result = modify.get();
        // Its lifetime starts again.
        Integer ttl = ttl(result);
        written(new Content(name, present.unique, serial, ttl), result);
    }

    private static @Nullable Integer ttl(ItemResult result) {
        JsonValue ttl = json(result).get("ttl");
        return ttl == null || ttl.toString().equals("-1") ? null : Integer.valueOf(ttl.toString());
    }

    private static JsonObject json(ItemResult result) {
        LiveItem item = Invariant.present(result.item(), "a write returns its item");
        return (JsonObject) JsonValue.parse(item.json());
    }

    /** @param refusal what is thrown if it is not expected to succeed */
    private void write(Content content, boolean expected, Class<?> refusal, Supplier<ItemResult> write) {
        if (!expected) {
            assertThatThrownBy(write::get).isInstanceOf(refusal);
        } else if (isTaken(content.name, content.unique)) {
            assertThatThrownBy(write::get).isInstanceOf(ConflictException.class);
        } else {
            written(content, write.get());
        }
    }

    private void written(Content content, ItemResult result) {
        Name name = content.name;
        Item before = live(name);
        String rid = text(json(result), "_rid");
        if (before == null) {
            assertThat(model.values()).extracting(Item::rid).doesNotContain(rid);
        } else {
            assertThat(rid).isEqualTo(before.rid);
        }
        model.entrySet().removeIf(other -> isRival(name, content.unique, other));
        long deadline = content.ttl == null ? Long.MAX_VALUE : now() + content.ttl;
        model.put(name, new Item(content.unique, content.n, deadline, rid));
        writes.computeIfAbsent(key(name), key -> new ArrayList<>())
                .add((before == null ? "CREATE " : "REPLACE ") + name.id);
    }

    private void delete(Name name) {
        if (live(name) == null) {
            assertThatThrownBy(() -> items().writer()
                            .delete(name.id, key(name), ItemConditions.NONE)
                            .join())
                    .isInstanceOf(NotFoundException.class);
        } else {
            ItemResult unused = items().writer()
                    .delete(name.id, key(name), ItemConditions.NONE)
                    .join();
            model.remove(name);
        }
    }

    /** Creates one item and reads another of the same key; nothing is left if that is absent. */
    private void batch(Name name, String read) {
        Content content = content(name);
        boolean creates = live(name) == null && !isTaken(name, content.unique);
        boolean reads = name.id.equals(read) || live(new Name(name.value, name.user, read)) != null;
        List<OperationResult> results = TransactionalBatch.of(
                        items(),
                        key(name),
                        List.of(
                                new BatchOperation(Kind.CREATE, null, null, content.json(), ItemConditions.NONE, true),
                                new BatchOperation(Kind.READ, read, null, null, ItemConditions.NONE, true)))
                .join()
                .results();
        assertThat(results)
                .extracting(OperationResult::status)
                .containsExactly(creates ? reads ? 201 : 424 : 409, creates ? reads ? 200 : 404 : 424);
        if (creates && reads) {
            written(content, items().reads().read(name.id, key(name), ItemConditions.NONE));
        }
    }

    private void restore(Name name) {
        Supplier<ItemResult> restore = () ->
                items().writer().restore(name.id, key(name), Lifetime.NEVER).join();
        Item present = model.get(name);
        if (present == null || isLive(present)) {
            assertThatThrownBy(restore::get)
                    .isInstanceOf(present == null ? NotFoundException.class : ConflictException.class);
            return;
        }
        ItemResult result = restore.get();
        assertThat(text(json(result), "_rid")).isEqualTo(present.rid);
        model.put(name, new Item(present.unique, present.n, Long.MAX_VALUE, present.rid));
        writes.computeIfAbsent(key(name), key -> new ArrayList<>()).add("REPLACE " + name.id);
    }

    private void deleteKey(Name name) {
        boolean firstLevel = random.nextBoolean();
        engine.deleteAll("d", "c", firstLevel ? PartitionKey.of(name.value) : key(name));
        model.keySet()
                .removeIf(other -> other.value.equals(name.value) && (firstLevel || other.user.equals(name.user)));
    }

    private void purge() {
        PurgeResult unused = items().removal().purgeAll();
        model.values().removeIf(item -> !isLive(item));
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

    private void checkItem(Name name) {
        Item present = model.get(name);
        Explanation.State state = present == null
                ? Explanation.State.ABSENT
                : isLive(present) ? Explanation.State.LIVE : Explanation.State.EXPIRED;
        assertThat(items().expiry().explain(name.id, key(name)).state()).isEqualTo(state);
        if (present == null || !isLive(present)) {
            assertThatThrownBy(() -> items().reads().read(name.id, key(name), ItemConditions.NONE))
                    .isInstanceOf(NotFoundException.class);
        } else {
            JsonObject json = json(items().reads().read(name.id, key(name), ItemConditions.NONE));
            assertThat(text(json, "n")).isEqualTo(Integer.toString(present.n));
            assertThat(text(json, "_rid")).isEqualTo(present.rid);
        }
    }

    /** The numbers of the live items in a scope. */
    private List<String> numbers(@Nullable PartitionKey scope) {
        return model.entrySet().stream()
                .filter(entry -> isLive(entry.getValue()))
                .filter(entry -> scope == null
                        || scope.equals(key(entry.getKey()))
                        || scope.equals(PartitionKey.of(entry.getKey().value)))
                .map(entry -> Integer.toString(entry.getValue().n))
                .toList();
    }

    private @Nullable PartitionKey anyScope(Name name) {
        return switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> PartitionKey.of(name.value);
            default -> key(name);
        };
    }

    private static ListScope scope(@Nullable PartitionKey key) {
        return key == null ? ListScope.ALL : ListScope.of(key);
    }

    private void checkLists(Name name) {
        PartitionKey key = anyScope(name);
        int itemsMax = 1 + random.nextInt(4);
        List<String> found = new ArrayList<>();
        String continuation = null;
        do {
            ItemPage page = items().reads().list(scope(key), itemsMax, continuation);
            page.items().forEach(item -> found.add(text((JsonObject) JsonValue.parse(item.json()), "n")));
            continuation = page.continuation();
        } while (continuation != null);
        assertThat(found).containsExactlyInAnyOrderElementsOf(numbers(key));
    }

    private void checkQueries(Name name) {
        PartitionKey key = anyScope(name);
        List<String> expected = numbers(key);
        assertThat(query("SELECT VALUE c.n FROM c", key)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(query("SELECT VALUE c.n FROM c WHERE c.n > 0", key)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(query("SELECT VALUE COUNT(1) FROM c WHERE c.n > 0", key))
                .containsExactly(Integer.toString(expected.size()));
        assertThat(query("SELECT VALUE c.n FROM c ORDER BY c.n", key))
                .containsExactlyElementsOf(expected.stream()
                        .map(Integer::valueOf)
                        .sorted()
                        .map(Object::toString)
                        .toList());
        assertThat(query("SELECT VALUE c.n FROM c WHERE c.pk = '" + name.value + "'", null))
                .containsExactlyInAnyOrderElementsOf(numbers(PartitionKey.of(name.value)));
    }

    private List<String> query(String text, @Nullable PartitionKey key) {
        List<String> rows = new ArrayList<>();
        int rowsMax = 1 + random.nextInt(4);
        String continuation = null;
        do {
            QueryPage page =
                    engine.query("d", "c", new QueryRequest(text, Map.of(), scope(key), rowsMax, continuation));
            page.rows().forEach(row -> rows.add(row.toString()));
            continuation = page.continuation();
        } while (continuation != null);
        return rows;
    }

    private void checkFeeds(Name name) {
        PartitionKey key = key(name);
        List<String> latest = new ArrayList<>();
        for (FeedChange change : changes(FeedMode.LATEST_VERSION, key, FeedStart.BEGINNING)) {
            JsonObject json = (JsonObject)
                    JsonValue.parse(((FeedChange.Written) change).item().json());
            latest.add(text(json, "n"));
        }
        assertThat(latest).containsExactlyInAnyOrderElementsOf(numbers(key));
        List<String> logged = new ArrayList<>();
        for (FeedChange change : changes(FeedMode.ALL_VERSIONS, key, new FeedStart.After(0))) {
            FeedChange.Logged each = (FeedChange.Logged) change;
            if (!each.operation().isRemoval()) {
                logged.add(each.operation() + " " + each.id());
            }
        }
        assertThat(logged).isEqualTo(writes.getOrDefault(key, List.of()));
    }

    private List<FeedChange> changes(FeedMode mode, PartitionKey key, FeedStart start) {
        FeedRequest request = new FeedRequest(mode, ListScope.of(key), start, 10_000);
        return engine.changes("d", "c").page(request).changes();
    }

    private void checkEverything() {
        for (String value : keys.values) {
            for (String user : keys.users()) {
                IDS.forEach(id -> checkItem(new Name(value, user, id)));
                checkFeeds(new Name(value, user, ""));
            }
        }
        checkQueries(name());
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

    private static String text(JsonObject json, String property) {
        return String.valueOf(json.get(property));
    }
}
