package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.Bytes;

/** Random calls against a sorted map. */
public interface ModelContract extends StoreUnderTest {

    /** Few distinct bytes, so that keys collide, begin one another and sit at both ends of the order. */
    List<Integer> KEY_BYTES = List.of(0x00, 0x01, 0x7F, 0x80, 0xFF);

    @Test
    default void randomCallsAgreeWithASortedMap() {
        for (long seed = 1; seed <= 5; seed++) {
            store().drop(1);
            Random random = new Random(seed);
            NavigableMap<Bytes, Bytes> model = new TreeMap<>();
            for (int step = 0; step < 300; step++) {
                String description = "seed " + seed + ", step " + step;
                switch (random.nextInt(12)) {
                    case 0 -> removeRange(random, model);
                    case 1, 2, 3 -> compareScan(partition(), random, model, description);
                    case 4, 5 -> compareGet(random, model, description);
                    default -> compareCommit(random, model, description);
                }
                if (random.nextInt(150) == 0) {
                    reopen();
                }
            }
        }
    }

    private void removeRange(Random random, NavigableMap<Bytes, Bytes> model) {
        KeyRange range = randomRange(random);
        partition().deleteRange(range);
        model.keySet().removeIf(key -> range.contains(key.array()));
    }

    private void compareGet(Random random, NavigableMap<Bytes, Bytes> model, String description) {
        byte[] key = randomKey(random);
        Bytes expected = model.get(Bytes.wrap(key));
        assertThat(partition().get(key)).as(description).isEqualTo(expected == null ? null : expected.array());
    }

    /** Scans something that should hold what the model does. */
    static void compareScan(StoreReads stored, Random random, NavigableMap<Bytes, Bytes> model, String description) {
        KeyRange range = randomRange(random);
        Direction direction = random.nextBoolean() ? Direction.FORWARD : Direction.BACKWARD;
        int entriesMax = 1 + random.nextInt(20);
        List<String> within = (direction == Direction.FORWARD ? model : model.descendingMap())
                .entrySet().stream()
                        .filter(entry -> range.contains(entry.getKey().array()))
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList();
        ScanPage page = stored.scan(range, direction, entriesMax, Long.MAX_VALUE);
        assertThat(page.entries().stream().map(ModelContract::shown).toList())
                .as(description)
                .isEqualTo(within.subList(0, Math.min(entriesMax, within.size())));
        assertThat(page.exhausted()).as(description).isEqualTo(within.size() <= entriesMax);
        compareKeys(stored, range, entriesMax, model, description);
    }

    private static void compareKeys(
            StoreReads stored, KeyRange range, int keysMax, NavigableMap<Bytes, Bytes> model, String description) {
        List<String> within = model.keySet().stream()
                .filter(key -> range.contains(key.array()))
                .map(key -> StoreUnderTest.hex(key.array()))
                .toList();
        KeyPage page = stored.scanKeys(range, keysMax);
        assertThat(page.keys().stream().map(StoreUnderTest::hex).toList())
                .as(description)
                .isEqualTo(within.subList(0, Math.min(keysMax, within.size())));
        assertThat(page.exhausted()).as(description).isEqualTo(within.size() <= keysMax);
    }

    private void compareCommit(Random random, NavigableMap<Bytes, Bytes> model, String description) {
        Commit commit = new Commit(random.nextInt(20) == 0 ? Durability.SYNCED : Durability.RELAXED);
        NavigableMap<Bytes, Bytes> after = new TreeMap<>(model);
        boolean holds = true;
        for (int i = random.nextInt(3); i > 0; i--) {
            byte[] key = randomKey(random);
            Bytes current = model.get(Bytes.wrap(key));
            if (random.nextInt(4) == 0) {
                byte[] guess = randomValue(random);
                commit.ifValue(key, guess);
                holds &= current != null && Arrays.equals(guess, current.array());
            } else if (current == null || random.nextInt(4) == 0) {
                commit.ifAbsent(key);
                holds &= current == null;
            } else {
                commit.ifValue(key, current.array());
            }
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            byte[] key = randomKey(random);
            if (random.nextInt(3) == 0) {
                commit.delete(key);
                after.remove(Bytes.wrap(key));
            } else {
                byte[] value = randomValue(random);
                commit.put(key, value);
                after.put(Bytes.wrap(key), Bytes.wrap(value));
            }
        }
        assertThat(partition().commit(commit))
                .as(description)
                .isEqualTo(holds ? CommitOutcome.APPLIED : CommitOutcome.CONDITION_FAILED);
        if (holds) {
            model.clear();
            model.putAll(after);
        }
    }

    private static String shown(KeyValue entry) {
        return HexFormat.of().formatHex(entry.key()) + "=" + HexFormat.of().formatHex(entry.value());
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
