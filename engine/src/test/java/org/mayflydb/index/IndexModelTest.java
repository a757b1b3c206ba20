package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Bytes;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.key.Keyspace;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.testing.Repetitions;
import org.mayflydb.ttl.StoredItem;

/**
 * Whatever is written, and however often the policy changes before the index has followed: when it has, it is what somebody
 * who takes every item apart by hand would make; and until then it never lacks what it offers.
 */
class IndexModelTest {
    private static final int SCENARIOS = Repetitions.of(10);
    private static final int STEPS = 250;
    private static final int IDS = 500;

    @Test
    void indexIsWhatItsItemsAndItsPolicyMakeOfIt() {
        long base = System.nanoTime();
        Random seeds = new Random(base);
        for (int i = 0; i < SCENARIOS; i++) {
            long seed = i < SCENARIOS / 2 ? i : seeds.nextLong();
            try (IndexedContainer container = new IndexedContainer(new RandomJson(new Random(seed)).policy())) {
                run(container, seed);
            }
        }
    }

    @Test
    void indexIsSoundWhateverTheStoreDoes() {
        long base = System.nanoTime();
        Random seeds = new Random(base);
        for (int i = 0; i < SCENARIOS; i++) {
            long seed = i < SCENARIOS / 2 ? i : seeds.nextLong();
            try (IndexedContainer container = new IndexedContainer(new RandomJson(new Random(seed)).policy())) {
                runWithFaults(container, seed);
            }
        }
    }

    private static void runWithFaults(IndexedContainer container, long seed) {
        Random random = new Random(seed);
        RandomJson json = new RandomJson(random);
        for (int i = 0; i < IDS / 4; i++) {
            upsert(container, json, "i" + i);
        }
        for (int step = 0; step < STEPS; step++) {
            int nth = 1 + random.nextInt(4);
            switch (random.nextInt(4)) {
                case 0 -> container.store.failCall(nth);
                case 1 -> container.store.loseAnswer(nth, random.nextBoolean());
                default -> {}
            }
            String id = "i" + random.nextInt(IDS);
            try {
                switch (random.nextInt(10)) {
                    case 0 -> container.changePolicy(json.policy());
                    case 1, 2 -> container.stepInBackground();
                    case 3 -> {
                        // A store that fails to be opened is closed; this one must live on.
                        container.store.disarm();
                        container.restart();
                    }
                    case 4 -> delete(container, id);
                    default -> upsert(container, json, id);
                }
            } catch (UnavailableException struck) {
                // Nobody knows what became of it, which is what this is about.
            }
            container.store.disarm();
            if (step % 50 == 0) {
                assertThat(container.findings())
                        .as("seed %s, step %s", seed, step)
                        .isEmpty();
            }
        }
        assertFollowsItsPolicy(container, seed);
    }

    private static void run(IndexedContainer container, long seed) {
        Random random = new Random(seed);
        RandomJson json = new RandomJson(random);
        // More than the rebuild takes in one step, so that writes come between.
        for (int i = 0; i < IDS / 2; i++) {
            upsert(container, json, "i" + i);
        }
        for (int step = 0; step < STEPS; step++) {
            String id = "i" + random.nextInt(IDS);
            switch (random.nextInt(20)) {
                case 0 -> container.changePolicy(json.policy());
                case 1, 2 -> container.stepInBackground();
                case 3 -> container.restart();
                case 4 -> container.pass(1);
                case 5, 6, 7 -> delete(container, id);
                default -> upsert(container, json, id);
            }
            if (step % 50 == 0) {
                assertThat(container.findings())
                        .as("seed %s, step %s", seed, step)
                        .isEmpty();
                assertOffersOnlyWhatItHas(container, "seed " + seed + ", step " + step);
            }
        }
        assertFollowsItsPolicy(container, seed);
    }

    private static void assertFollowsItsPolicy(IndexedContainer container, long seed) {
        container.restart();
        container.changePolicy(container.policy());
        container.items();
        container.rebuild();
        assertThat(container.items().index().progressPercent()).isEqualTo(100);
        assertThat(container.findings()).as("seed %s", seed).isEmpty();
        assertThat(container.keys(Keyspace.INDEX)).as("seed %s", seed).isEqualTo(expected(container));
        assertShapes(container, seed);
    }

    private static void upsert(IndexedContainer container, RandomJson json, String id) {
        JsonObject item = json.object(3).with("id", new JsonString(id));
        container.upsert(item.toString());
    }

    private static void delete(IndexedContainer container, String id) {
        try {
            container
                    .items()
                    .writer()
                    .delete(id, PartitionKey.NONE, ItemConditions.NONE)
                    .join();
        } catch (NotFoundException absent) {
            // So be it.
        }
    }

    private static SortedSet<Bytes> expected(IndexedContainer container) {
        SortedSet<Bytes> keys = new TreeSet<>();
        for (StoredItem item : container.storedItems()) {
            keys.addAll(NaiveIndex.valueKeys(container.policy(), IndexedContainer.json(item), item.documentNumber()));
        }
        return keys;
    }

    private static void assertOffersOnlyWhatItHas(IndexedContainer container, String place) {
        IndexView view = container.reader().index();
        Set<Bytes> present = Set.copyOf(container.keys(Keyspace.INDEX));
        Map<TermPath, Boolean> covered = new HashMap<>();
        for (StoredItem item : container.storedItems()) {
            for (NaiveIndex.Term term : NaiveIndex.scalars(IndexedContainer.json(item))) {
                boolean there = present.contains(NaiveIndex.key(term, item.documentNumber()));
                assertThat(there || !covered.computeIfAbsent(term.path(), view::covers))
                        .as(() -> place + ": " + term)
                        .isTrue();
            }
        }
        for (CompositeIndex composite : view.composites()) {
            long entries = present.stream()
                    .filter(key -> composite.whole().keys().contains(key.array()))
                    .count();
            assertThat(entries).as(place).isEqualTo(container.storedItems().size());
        }
    }

    private static void assertShapes(IndexedContainer container, long seed) {
        IndexingPolicy policy = container.policy();
        boolean idle = policy.mode() == IndexingPolicy.Mode.NONE || !policy.automatic();
        SortedSet<Bytes> expected = new TreeSet<>();
        for (StoredItem item : container.storedItems()) {
            long hash = idle
                    ? Shapes.NOT_INDEXED
                    : NaiveIndex.shape(IndexedContainer.json(item)).hash();
            expected.add(Bytes.wrap(IndexKeys.shape(hash, item.documentNumber())));
        }
        assertThat(container.keys(Keyspace.SHAPE)).as("seed %s", seed).isEqualTo(expected);
    }
}
