package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.partition.PartitionHead.Counters;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.PurgeMarks;
import org.mayflydb.partition.PartitionHead.State;
import org.mayflydb.partition.PartitionHead.Time;

class PartitionHeadTest {
    private static final List<State> STATES = List.of(State.values());
    private static final Ownership OWNERSHIP = new Ownership(State.ACTIVE, 3, new UUID(4, 5), 6, 7);
    private static final Time TIME = new Time(200, 100, 0);
    private static final Counters COUNTERS = new Counters(50, 20, 10, 1000);
    private static final PurgeMarks PURGED = new PurgeMarks(40, 99, 30);
    private static final PartitionHead PLAIN =
            new PartitionHead(OWNERSHIP, TIME, COUNTERS, PURGED, List.of(), false, OptionalLong.empty());

    @Test
    void everyHeadIsReadBackAsItWasWritten() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            PartitionHead head = any(random);
            assertThat(PartitionHead.decode(head.encode())).as("seed %d", seed).isEqualTo(head);
        }
    }

    private static PartitionHead any(Random random) {
        State state = STATES.get(random.nextInt(STATES.size()));
        boolean splits = state == State.SPLITTING || state == State.FENCED;
        long newest = positive(random) / 2;
        long lastLsn = positive(random);
        return new PartitionHead(
                new Ownership(
                        state,
                        positive(random),
                        new UUID(random.nextLong(), random.nextLong()),
                        positive(random),
                        random.nextLong()),
                new Time(newest + positive(random) / 2, newest, random.nextLong()),
                new Counters(lastLsn, positive(random), positive(random), positive(random)),
                new PurgeMarks(random.nextLong(lastLsn + 1), random.nextLong(), random.nextLong(lastLsn + 1)),
                splits ? random.ints(random.nextInt(4)).boxed().toList() : List.of(),
                random.nextBoolean(),
                random.nextBoolean() ? OptionalLong.of(lastLsn) : OptionalLong.empty(),
                random.nextBoolean() ? lastLsn + 1 + positive(random) / 4 : 0);
    }

    private static long positive(Random random) {
        return random.nextLong() >>> (2 + random.nextInt(60));
    }

    @Test
    void sectionsAreLaidOutAsDocumented() {
        ByteBuffer expected = ByteBuffer.allocate(1 + 44 + 27 + 35 + 27 + 11 + 4 + 11 + 11)
                .put((byte) 2)
                .put(new byte[] {1, 0, 41, 1})
                .putLong(3)
                .putLong(4)
                .putLong(5)
                .putLong(6)
                .putLong(7)
                .put(new byte[] {2, 0, 24})
                .putLong(200)
                .putLong(100)
                .putLong(0)
                .put(new byte[] {3, 0, 32})
                .putLong(50)
                .putLong(20)
                .putLong(10)
                .putLong(1000)
                .put(new byte[] {4, 0, 24})
                .putLong(40)
                .putLong(99)
                .putLong(30)
                .put(new byte[] {5, 0, 8, 0, 0, 0, 8, 0, 0, 0, 9})
                .put(new byte[] {6, 0, 1, 1})
                .put(new byte[] {7, 0, 8})
                .putLong(50)
                .put(new byte[] {8, 0, 8})
                .putLong(60);
        PartitionHead head = new PartitionHead(
                new Ownership(State.SPLITTING, 3, new UUID(4, 5), 6, 7),
                TIME,
                COUNTERS,
                PURGED,
                List.of(8, 9),
                true,
                OptionalLong.of(50),
                60);
        assertThat(head.encode()).isEqualTo(expected.array());
    }

    @Test
    void headOfFormat1IsReadable() {
        ByteBuffer old = ByteBuffer.allocate(89).put((byte) 1);
        for (long field : new long[] {3, -4, 6, 50, 200, 20, 10, 1000, 40, 99, 30}) {
            old.putLong(field);
        }
        assertThat(PartitionHead.decode(old.array()))
                .isEqualTo(new PartitionHead(
                        new Ownership(State.ACTIVE, 3, new UUID(0, -4), 6, 0),
                        new Time(200, 200, 0),
                        COUNTERS,
                        PURGED,
                        List.of(),
                        false,
                        OptionalLong.empty()));
    }

    @Test
    void sectionOfALaterVersionIsRefused() {
        byte[] value = PLAIN.encode();
        byte[] later = Arrays.copyOf(value, value.length + 4);
        later[value.length] = 0x40;
        later[value.length + 2] = 1;
        assertCorrupt(later, "section 64, which this version does not know");
    }

    @Test
    void everyShortenedHeadIsRefused() {
        byte[] value = PLAIN.encode();
        for (int length = 0; length < value.length; length++) {
            byte[] shortened = Arrays.copyOf(value, length);
            assertThatThrownBy(() -> PartitionHead.decode(shortened)).isInstanceOf(CorruptStoreException.class);
        }
    }

    @Test
    void sectionsOutOfOrderAreRefused() {
        byte[] value = PLAIN.encode();
        byte[] twice = Arrays.copyOf(value, value.length + 27);
        System.arraycopy(value, value.length - 27, twice, value.length, 27);
        assertCorrupt(twice, "out of order");
    }

    @Test
    void contradictionIsRefusedBothByWritingAndByReading() {
        PartitionHead wrong = new PartitionHead(
                OWNERSHIP, TIME, COUNTERS, new PurgeMarks(51, 0, 0), List.of(), false, OptionalLong.empty());
        assertThatThrownBy(wrong::encode).hasMessageContaining("a purge mark is beyond its last LSN");
        byte[] stored = PLAIN.encode();
        ByteBuffer.wrap(stored).putLong(stored.length - 24, 51);
        assertCorrupt(stored, "a purge mark is beyond its last LSN");
    }

    private static void assertCorrupt(byte[] value, String message) {
        assertThatThrownBy(() -> PartitionHead.decode(value))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining(message);
    }
}
