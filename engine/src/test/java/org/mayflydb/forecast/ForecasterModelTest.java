package org.mayflydb.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Item;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.item.expiry.ExpiredPage;
import org.mayflydb.item.expiry.Explanation;
import org.mayflydb.item.expiry.Explanation.State;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.Store;
import org.mayflydb.testing.TestStores;
import org.mayflydb.ttl.Lifetime;

/** Random histories: what is foreseen, explained and shown equals what a list of items says. */
class ForecasterModelTest {
    private static final int SCENARIOS = 40;
    private static final int STEPS = 120;
    private static final int IDS = 40;

    /** @param ttl its own: null to inherit, -1 for ever */
    private record Entry(long timestamp, @Nullable Integer ttl, long size) {}

    private final MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
    private final Map<String, Entry> stored = new HashMap<>();
    private @Nullable Integer defaultTtl;
    private long newest;

    /** Where there are several partitions the clock is only moved forwards: a model does not know which item is where. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void allIsAsAListOfItemsSays(int partitions) {
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            run(seed, partitions);
        }
    }

    private void run(long seed, int partitions) {
        Random random = new Random(seed);
        stored.clear();
        newest = 0;
        defaultTtl = defaultTtl(random);
        Store store = TestStores.open();
        try (Mayfly mayfly =
                Mayfly.builder().clock(clock).backgroundPurge(false).open(store)) {
            ContainerSpec spec = ContainerSpec.named("c").partitionKey("/id").throughput(partitions * 10_000);
            Container container = mayfly.createDatabase("d")
                    .createContainer(defaultTtl == null ? spec : spec.defaultTtlSeconds(defaultTtl));
            for (int step = 0; step < STEPS; step++) {
                String slot = "seed " + seed + ", step " + step + ", partitions " + partitions;
                act(random, container, partitions);
                if (random.nextInt(4) == 0) {
                    compare(random, container, slot);
                }
            }
            assertThat(StoreCheck.run(store).findings()).as("seed " + seed).isEmpty();
        }
    }

    private void act(Random random, Container container, int partitions) {
        String id = Integer.toString(random.nextInt(IDS));
        switch (random.nextInt(12)) {
            case 0 -> {
                defaultTtl = defaultTtl(random);
                if (defaultTtl == null) {
                    container.removeDefaultTtl();
                } else {
                    container.defaultTtlSeconds(defaultTtl);
                }
            }
            case 1, 2 ->
                clock.advance(Duration.ofSeconds(
                        partitions == 1 && random.nextInt(4) == 0 ? -random.nextInt(20) : random.nextInt(20)));
            case 3 -> purge(random, container);
            case 4 -> restore(random, container, id);
            case 5 -> {
                if (isLive(id)) {
                    container.delete(id, PartitionKey.of(id));
                    stored.remove(id);
                    told();
                }
            }
            default -> {
                Integer ttl = random.nextBoolean() ? null : random.nextInt(4) == 0 ? -1 : 1 + random.nextInt(60);
                String filler = "x".repeat(random.nextInt(30));
                remember(
                        id,
                        ttl,
                        container.upsert("{\"id\":\"" + id + "\"" + (ttl == null ? "" : ",\"ttl\":" + ttl) + ",\"f\":\""
                                + filler + "\"}"));
            }
        }
    }

    private void purge(Random random, Container container) {
        told();
        Set<String> expired = new TreeSet<>(stored.keySet());
        expired.removeIf(this::isLive);
        int purged = random.nextBoolean()
                ? container.lifetimes().purgeNow().items()
                : container.purge(1 + random.nextInt(5)).items();
        Set<String> gone = new TreeSet<>(expired);
        gone.removeIf(id -> state(container, id) != State.ABSENT);
        assertThat(gone).hasSize(purged);
        stored.keySet().removeAll(gone);
    }

    private void restore(Random random, Container container, String id) {
        if (!stored.containsKey(id) || isLive(id)) {
            return;
        }
        Integer ttl = random.nextBoolean() ? null : random.nextBoolean() ? -1 : 1 + random.nextInt(60);
        Lifetime lifetime = ttl == null ? Lifetime.INHERIT : ttl == -1 ? Lifetime.NEVER : Lifetime.ofSeconds(ttl);
        remember(id, ttl, container.lifetimes().restore(id, PartitionKey.of(id), lifetime));
    }

    private void remember(String id, @Nullable Integer ttl, Item item) {
        told();
        assertThat(item.timestamp().getEpochSecond()).isEqualTo(newest);
        stored.put(id, new Entry(newest, ttl, item.json().getBytes(StandardCharsets.UTF_8).length));
    }

    private static @Nullable Integer defaultTtl(Random random) {
        return random.nextInt(4) == 0 ? null : random.nextInt(4) == 0 ? -1 : (Integer) (1 + random.nextInt(60));
    }

    /** An answer was given at this time, and none will be given at an earlier one. */
    private void told() {
        newest = now();
    }

    private long now() {
        return Math.max(clock.instant().getEpochSecond(), newest);
    }

    private static long deadline(Entry entry, @Nullable Integer byDefault) {
        if (byDefault == null) {
            return Long.MAX_VALUE;
        }
        int lifetime = entry.ttl() == null ? byDefault : entry.ttl();
        return lifetime == -1 ? Long.MAX_VALUE : entry.timestamp() + lifetime;
    }

    private boolean isLive(String id) {
        Entry entry = stored.get(id);
        return entry != null && deadline(entry, defaultTtl) > now();
    }

    private static State state(Container container, String id) {
        return container.lifetimes().explain(id, PartitionKey.of(id)).state();
    }

    private void compare(Random random, Container container, String slot) {
        told();
        Horizon horizon = random.nextBoolean() ? Horizon.AUTOMATIC : Horizon.even(1 + random.nextInt(20), 5);
        compare(container.lifetimes().forecast(horizon), defaultTtl, horizon, slot);
        Integer other = defaultTtl(random);
        WhatIf whatIf = container.lifetimes().whatIf(other, horizon);
        compare(whatIf.present(), defaultTtl, horizon, slot);
        compare(whatIf.proposed(), other, horizon, slot);
        assertThat(whatIf.removed())
                .as(slot)
                .isEqualTo(amount((before, after) -> before > now() && after <= now(), other));
        assertThat(whatIf.broughtBack())
                .as(slot)
                .isEqualTo(amount((before, after) -> before <= now() && after > now(), other));
        for (int id = 0; id < IDS; id++) {
            compareExplanation(container, Integer.toString(id), slot);
        }
        comparePeek(random, container, slot);
        assertThat(container.lifetimes().purgeProgress().backlog().items())
                .as(slot)
                .isEqualTo(stored.keySet().stream().filter(id -> !isLive(id)).count());
    }

    private void compare(Forecast forecast, @Nullable Integer byDefault, Horizon horizon, String slot) {
        assertThat(forecast.precision().exact()).as(slot).isTrue();
        assertThat(forecast.now()).as(slot).isEqualTo(now());
        long after = now();
        for (int i = 0; i < horizon.borders().size(); i++) {
            long from = after;
            long until = now() + horizon.borders().get(i);
            assertThat(forecast.buckets().get(i))
                    .as(slot)
                    .isEqualTo(
                            new Bucket(from, until, amount((ignored, end) -> end > from && end <= until, byDefault)));
            after = until;
        }
        long last = after;
        assertThat(forecast.expired()).as(slot).isEqualTo(amount((ignored, end) -> end <= now(), byDefault));
        assertThat(forecast.later())
                .as(slot)
                .isEqualTo(amount((ignored, end) -> end > last && end != Long.MAX_VALUE, byDefault));
        assertThat(forecast.never()).as(slot).isEqualTo(amount((ignored, end) -> end == Long.MAX_VALUE, byDefault));
    }

    /** Those whose deadlines by the present and by the other default are like that. */
    private Amount amount(BiPredicate<Long, Long> deadlines, @Nullable Integer other) {
        List<Entry> found = stored.values().stream()
                .filter(entry -> deadlines.test(deadline(entry, defaultTtl), deadline(entry, other)))
                .toList();
        return new Amount(found.size(), found.stream().mapToLong(Entry::size).sum());
    }

    private void compareExplanation(Container container, String id, String slot) {
        Explanation explanation = container.lifetimes().explain(id, PartitionKey.of(id));
        Entry entry = stored.get(id);
        if (entry == null) {
            assertThat(explanation.state()).as(slot).isEqualTo(State.ABSENT);
            return;
        }
        assertThat(explanation.state()).as(slot).isEqualTo(isLive(id) ? State.LIVE : State.EXPIRED);
        assertThat(explanation.life()).as(slot).isNotNull().satisfies(life -> {
            assertThat(life.timestamp()).isEqualTo(entry.timestamp());
            assertThat(life.deadline()).isEqualTo(deadline(entry, defaultTtl));
        });
    }

    private void comparePeek(Random random, Container container, String slot) {
        List<String> found = new ArrayList<>();
        String continuation = null;
        do {
            ExpiredPage page = container.lifetimes().peek(1 + random.nextInt(10), continuation);
            page.items().forEach(item -> {
                JsonObject json = (JsonObject) JsonValue.parse(item.json());
                found.add((String) json.toJava().get("id"));
            });
            continuation = page.continuation();
        } while (continuation != null);
        assertThat(found)
                .as(slot)
                .doesNotHaveDuplicates()
                .hasSameElementsAs(
                        stored.keySet().stream().filter(id -> !isLive(id)).collect(Collectors.toSet()));
    }
}
