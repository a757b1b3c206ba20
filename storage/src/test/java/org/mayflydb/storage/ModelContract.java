package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random calls against sorted maps. */
public interface ModelContract extends StoreUnderTest {

    /** Few distinct bytes, so that keys collide, begin one another and sit at both ends of the order. */
    List<Integer> KEY_BYTES = List.of(0x00, 0x01, 0x7F, 0x80, 0xFF);

    @Test
    default void randomCallsAgreeWithASortedMap() {
        for (long seed = 1; seed <= 5; seed++) {
            store().drop(1);
            Random random = new Random(seed);
            StoreModel model = new StoreModel();
            for (int step = 0; step < 300; step++) {
                String description = "seed " + seed + ", step " + step;
                switch (random.nextInt(14)) {
                    case 0 -> removeRange(random, model);
                    case 1, 2, 3 -> compareScan(partition(), random, model, description);
                    case 4, 5 -> compareGet(random, model, description);
                    case 6 -> compareIngest(random, model, description);
                    default -> compareCommit(random, model, description);
                }
                if (random.nextInt(150) == 0) {
                    reopen();
                }
            }
        }
    }

    private void removeRange(Random random, StoreModel model) {
        Space space = randomSpace(random);
        KeyRange range = randomRange(random);
        partition().deleteRange(space, range);
        model.in(space).keySet().removeIf(range::contains);
    }

    private void compareGet(Random random, StoreModel model, String description) {
        Space space = randomSpace(random);
        byte[] key = randomKey(random);
        assertThat(partition().get(space, key))
                .as(description)
                .isEqualTo(model.in(space).get(key));
    }

    /** Scans something that should hold what the model does. */
    static void compareScan(StoreReads stored, Random random, StoreModel model, String description) {
        Space space = randomSpace(random);
        KeyRange range = randomRange(random);
        Direction direction = random.nextBoolean() ? Direction.FORWARD : Direction.BACKWARD;
        int entriesMax = 1 + random.nextInt(20);
        NavigableMap<byte[], byte[]> entries = model.in(space);
        List<String> within = (direction == Direction.FORWARD ? entries : entries.descendingMap())
                .entrySet().stream()
                        .filter(entry -> range.contains(entry.getKey()))
                        .map(ModelContract::shown)
                        .toList();
        ScanPage page = stored.scan(space, range, direction, entriesMax, Long.MAX_VALUE);
        assertThat(page.entries().stream().map(ModelContract::shown).toList())
                .as(description)
                .isEqualTo(within.subList(0, Math.min(entriesMax, within.size())));
        assertThat(page.exhausted()).as(description).isEqualTo(within.size() <= entriesMax);
        compareKeys(stored, space, range, entriesMax, model, description);
    }

    private static void compareKeys(
            StoreReads stored, Space space, KeyRange range, int keysMax, StoreModel model, String description) {
        List<String> within = model.in(space).keySet().stream()
                .filter(range::contains)
                .map(StoreUnderTest::hex)
                .toList();
        KeyPage page = stored.scanKeys(space, range, keysMax);
        assertThat(page.keys().stream().map(StoreUnderTest::hex).toList())
                .as(description)
                .isEqualTo(within.subList(0, Math.min(keysMax, within.size())));
        assertThat(page.exhausted()).as(description).isEqualTo(within.size() <= keysMax);
    }

    private void compareCommit(Random random, StoreModel model, String description) {
        Commit commit = randomCommit(random, model);
        boolean holds = model.allows(commit);
        assertThat(partition().commit(commit))
                .as(description)
                .isEqualTo(holds ? CommitOutcome.APPLIED : CommitOutcome.CONDITION_FAILED);
        if (holds) {
            model.apply(commit);
        }
    }

    private void compareIngest(Random random, StoreModel model, String description) {
        StoreModel sorted = new StoreModel();
        List<Commit.Change> entries = new ArrayList<>();
        for (int i = random.nextInt(10); i > 0; i--) {
            sorted.derived().put(randomKey(random), randomValue(random));
        }
        sorted.derived()
                .forEach((key, value) ->
                        entries.add(new Commit.Change(Space.DERIVED, key, random.nextInt(3) == 0 ? null : value)));
        Commit record = randomCommit(random, model);
        boolean holds = model.allows(record);
        assertThat(partition().ingest(new DerivedSet(entries.iterator(), record)))
                .as(description)
                .isEqualTo(holds ? CommitOutcome.APPLIED : CommitOutcome.CONDITION_FAILED);
        if (holds) {
            entries.forEach(model::apply);
            model.apply(record);
        }
    }

    private static Commit randomCommit(Random random, StoreModel model) {
        Commit commit = new Commit(random.nextInt(20) == 0 ? Durability.SYNCED : Durability.RELAXED);
        for (int i = random.nextInt(3); i > 0; i--) {
            byte[] key = randomKey(random);
            byte[] current = model.main().get(key);
            if (random.nextInt(4) == 0) {
                commit.ifValue(key, randomValue(random));
            } else if (current == null || random.nextInt(4) == 0) {
                commit.ifAbsent(key);
            } else {
                commit.ifValue(key, current);
            }
        }
        addChanges(random, commit, random.nextInt(8));
        return commit;
    }

    static void addChanges(Random random, Commit commit, int changes) {
        for (int i = 0; i < changes; i++) {
            if (random.nextInt(3) == 0) {
                commit.delete(randomSpace(random), randomKey(random));
            } else {
                commit.put(randomSpace(random), randomKey(random), randomValue(random));
            }
        }
    }

    private static String shown(KeyValue entry) {
        return shown(Map.entry(entry.key(), entry.value()));
    }

    private static String shown(Map.Entry<byte[], byte[]> entry) {
        return HexFormat.of().formatHex(entry.getKey()) + "=" + HexFormat.of().formatHex(entry.getValue());
    }

    private static Space randomSpace(Random random) {
        return random.nextInt(3) == 0 ? Space.DERIVED : Space.MAIN;
    }

    private static KeyRange randomRange(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> KeyRange.prefix(randomKey(random));
            case 1 -> new KeyRange(randomKey(random), null);
            default -> new KeyRange(randomKey(random), randomKey(random));
        };
    }

    static byte[] randomKey(Random random) {
        byte[] key = new byte[random.nextInt(4)];
        for (int i = 0; i < key.length; i++) {
            key[i] = KEY_BYTES.get(random.nextInt(KEY_BYTES.size())).byteValue();
        }
        return key;
    }

    static byte[] randomValue(Random random) {
        byte[] value = new byte[random.nextInt(3)];
        random.nextBytes(value);
        return value;
    }
}
