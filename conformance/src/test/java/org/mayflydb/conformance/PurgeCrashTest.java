package org.mayflydb.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.embedded.Page;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/**
 * A process that is killed while it purges has lost no item that is alive, and nothing that has expired comes back. {@code
 * -Dmayfly.seed=N} chooses the instants, {@code -Dmayfly.kills=N} how often.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that kills")
@Tag("process")
class PurgeCrashTest {
    private static final long START = 1_794_700_800L;
    private static final int SECONDS_PER_ROUND = 1_000;
    private static final int KILLS = Integer.getInteger("mayfly.kills", 20);
    private static final int LINES_MAX = 150;
    private static final int PURGED_MAX = 1_000;

    @TempDir
    private Path directory;

    /** The serial number of every item that is alive. */
    private final Map<String, Integer> living = new HashMap<>();

    /** What was being written when the process was killed. */
    private final Map<String, Integer> attempted = new HashMap<>();

    private int steps;

    @Test
    void noLiveItemIsLostAndNoExpiredOneComesBack() throws Exception {
        long seed = Long.getLong("mayfly.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < KILLS; round++) {
            long now = START + (long) round * SECONDS_PER_ROUND;
            Durability durability = random.nextBoolean() ? Durability.SYNCED : Durability.RELAXED;
            fill(round, now - 2 * CrashPurger.LIFETIME_SECONDS);
            attempted.clear();
            int linesUntilKill = 1 + random.nextInt(LINES_MAX);
            DoomedProcess.run(
                    CrashPurger.class,
                    List.of(
                            store().toString(),
                            Long.toString(now),
                            Long.toString(random.nextLong()),
                            durability.name(),
                            Integer.toString(round)),
                    linesUntilKill,
                    directory.resolve("complaints"),
                    this::note);
            compare(now, "after kill " + (round + 1) + ", upon line " + linesUntilKill + "; seed " + seed);
        }
        System.out.println(
                KILLS + " kills within " + steps + " steps of purges took no item that is alive; seed " + seed);
    }

    private Path store() {
        return directory.resolve("store");
    }

    /** Puts items that expire, by themselves or by the default, and some that do not. */
    private void fill(int round, long second) {
        try (Mayfly mayfly = CrashPurger.open(store(), second, Durability.RELAXED)) {
            Container container = CrashPurger.container(mayfly);
            for (int i = 0; i < CrashPurger.ITEMS_PER_ROUND; i++) {
                String id = CrashPurger.id(round, i);
                boolean stays = i % CrashPurger.STAYING == 0;
                int serial = -1 - round * CrashPurger.ITEMS_PER_ROUND - i;
                int ownOrInherited = i % 2 == 0 ? CrashPurger.LIFETIME_SECONDS : 0;
                container.create(CrashPurger.json(id, serial, stays ? -1 : ownOrInherited));
                if (stays) {
                    living.put(id, serial);
                }
            }
        }
    }

    private void note(String line) {
        String[] words = line.split(" ", 3);
        switch (words[0]) {
            case "step" -> steps++;
            case "try" -> attempted.put(words[1], Integer.valueOf(words[2]));
            case "ack" -> living.put(words[1], attempted.remove(words[1]));
            default -> throw new AssertionError(line);
        }
    }

    private void compare(long now, String when) {
        try (Store store = RocksStore.open(store(), RocksOptions.defaults())) {
            assertThat(StoreCheck.run(store).findings()).as(when).isEmpty();
        }
        try (Mayfly mayfly = CrashPurger.open(store(), now, Durability.RELAXED)) {
            Container container = CrashPurger.container(mayfly);
            Map<String, Integer> visible = content(container);
            attempted.forEach((id, serial) -> {
                if (serial.equals(visible.get(id))) {
                    living.put(id, serial);
                }
            });
            assertThat(visible).as(when).isEqualTo(living);
            assertThat(container.usage().items()).as(when).isEqualTo(living.size());

            while (!container.purge(PURGED_MAX).done()) {}
            container.removeDefaultTtl();
            assertThat(content(container)).as("all that is stored, %s", when).isEqualTo(living);
            container.defaultTtlSeconds(CrashPurger.LIFETIME_SECONDS);
        }
    }

    private static Map<String, Integer> content(Container container) {
        Map<String, Integer> serials = new HashMap<>();
        String continuation = null;
        do {
            Page page = container.list(null, PURGED_MAX, continuation);
            page.items().forEach(item -> {
                Map<String, ?> members = item.toMap();
                serials.put((String) members.get("id"), ((Number) requireNonNull(members.get("n"))).intValue());
            });
            continuation = page.continuation();
        } while (continuation != null);
        return serials;
    }
}
