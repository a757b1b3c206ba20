package org.mayflydb.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mayflydb.storage.StoreUnderTest.hex;
import static org.mayflydb.storage.StoreUnderTest.number;
import static org.mayflydb.storage.StoreUnderTest.relaxed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.CommitOutcome;
import org.mayflydb.storage.Direction;
import org.mayflydb.storage.FaultyStore;
import org.mayflydb.storage.KeyRange;
import org.mayflydb.storage.KeyValue;
import org.mayflydb.storage.ReadPoint;
import org.mayflydb.storage.ScanPage;
import org.mayflydb.storage.Space;
import org.mayflydb.storage.StorePartition;
import org.mayflydb.storage.StoreWithoutSnapshots;
import org.mayflydb.storage.memory.MemoryStore;

/**
 * An owner on a store that loses and delays a third of all commits, and read points that are opened at any time. Each must
 * show one state of the partition, the same for as long as it is open: the newest, or one that differs from it by the commit
 * whose outcome was unknown when it was opened.
 */
class SnapshotModelTest {
    private static final byte[] HEAD = hex("ff");
    private static final int SEEDS = 40;
    private static final int STEPS = 150;

    /** What a partition holds besides its head, as text: space, key and value. */
    private record State(NavigableMap<String, String> entries) {
        State with(Commit commit) {
            NavigableMap<String, String> next = new TreeMap<>(entries);
            for (Commit.Change change : commit.changes()) {
                byte[] value = change.value();
                String key = name(change.space(), change.key());
                if (value == null) {
                    next.remove(key);
                } else {
                    next.put(key, Arrays.toString(value));
                }
            }
            return new State(next);
        }
    }

    private static final class Reader {
        final ReadPoint point;
        List<State> possible;

        Reader(ReadPoint point, List<State> possible) {
            this.point = point;
            this.possible = possible;
        }
    }

    @Test
    void everyReadPointShowsOneStateWhateverBecomesOfCommits() {
        for (long each = 1; each <= SEEDS; each++) {
            new Owner(each).run();
        }
    }

    private static String name(Space space, byte[] key) {
        return space + Arrays.toString(key);
    }

    /** Writes, opens read points and reads them, as a seed says. */
    private static final class Owner {
        private final long seed;
        private final Random random;
        private final FaultyStore faulty;
        private final StorePartition partition;
        private final List<Reader> readers = new ArrayList<>();
        private State state = new State(new TreeMap<>());
        private byte @Nullable [] head;
        private int heads;

        Owner(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.faulty = new FaultyStore(new StoreWithoutSnapshots(new MemoryStore())).unreliable(seed, 33);
            this.partition =
                    new SnapshotStore(faulty, new SnapshotSettings(Long.MAX_VALUE, Duration.ZERO)).partition(1);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                write();
                maybeOpen(List.of(state));
                readSome("seed " + seed + ", step " + step);
                if (!readers.isEmpty() && random.nextInt(3) == 0) {
                    readers.remove(random.nextInt(readers.size())).point.close();
                }
            }
            readers.forEach(reader -> reader.point.close());
        }

        /** Commits something, and settles it as an owner does. */
        private void write() {
            Commit commit = relaxed();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                Space space = random.nextInt(3) == 0 ? Space.DERIVED : Space.MAIN;
                byte[] key = {(byte) random.nextInt(12)};
                if (random.nextInt(3) == 0) {
                    commit.delete(space, key);
                } else {
                    commit.put(space, key, number(heads));
                }
            }
            byte[] next = number(++heads);
            State applied = state.with(commit);
            onHead(commit, next);
            CommitOutcome outcome = partition.commit(commit);
            if (outcome == CommitOutcome.UNKNOWN) {
                state = settled(next, applied);
            } else {
                assertThat(outcome).as("seed " + seed).isEqualTo(CommitOutcome.APPLIED);
                state = applied;
                head = next;
            }
        }

        /** What is there once a commit of unknown outcome is applied or never will be. Fences may be lost or late too. */
        private State settled(byte[] next, State applied) {
            while (true) {
                maybeOpen(List.of(state, applied));
                readSome("seed " + seed + ", in doubt");
                byte[] fencing = number(++heads);
                Commit fence = relaxed();
                onHead(fence, fencing);
                switch (partition.commit(fence)) {
                    case APPLIED -> {
                        head = fencing;
                        return state;
                    }
                    case CONDITION_FAILED -> {
                        head = partition.get(HEAD);
                        return Arrays.equals(head, next) ? applied : state;
                    }
                    default -> {}
                }
            }
        }

        private void onHead(Commit commit, byte[] next) {
            if (head == null) {
                commit.ifAbsent(HEAD);
            } else {
                commit.ifValue(HEAD, head);
            }
            commit.put(HEAD, next);
        }

        private void maybeOpen(List<State> possible) {
            if (random.nextInt(3) == 0) {
                readers.add(new Reader(partition.readPoint(), possible));
            }
        }

        private void readSome(String description) {
            for (Reader reader : readers) {
                if (random.nextInt(4) == 0) {
                    NavigableMap<String, String> shown = read(reader.point);
                    reader.possible = reader.possible.stream()
                            .filter(each -> each.entries().equals(shown))
                            .toList();
                    assertThat(reader.possible).as(description + ": " + shown).isNotEmpty();
                }
            }
        }

        /** Everything, in pages of any size and in both directions, with other calls between them. */
        private NavigableMap<String, String> read(ReadPoint point) {
            NavigableMap<String, String> shown = new TreeMap<>();
            for (Space space : Space.values()) {
                Direction direction = random.nextBoolean() ? Direction.FORWARD : Direction.BACKWARD;
                KeyRange rest = new KeyRange(new byte[0], HEAD);
                ScanPage page;
                do {
                    page = point.scan(space, rest, direction, 1 + random.nextInt(5), 1 + random.nextInt(30));
                    for (KeyValue entry : page.entries()) {
                        shown.put(name(space, entry.key()), Arrays.toString(entry.value()));
                        rest = direction == Direction.FORWARD ? rest.after(entry.key()) : rest.before(entry.key());
                    }
                    compareGet(point, space, shown);
                } while (!page.exhausted());
            }
            return shown;
        }

        private void compareGet(ReadPoint point, Space space, Map<String, String> shown) {
            byte[] key = {(byte) random.nextInt(12)};
            String scanned = shown.get(name(space, key));
            if (scanned != null) {
                assertThat(Arrays.toString(point.get(space, key)))
                        .as("seed " + seed)
                        .isEqualTo(scanned);
            }
        }
    }
}
