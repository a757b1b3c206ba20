package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.hex;
import static org.mayflydb.storage.StoreUnderTest.relaxed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Order, ranges and limits of scans, and the removal of ranges. */
public interface ScanContract extends StoreUnderTest {

    @Test
    default void scanOfNothingIsExhausted() {
        ScanPage page = scanAll(KeyRange.all(), Direction.FORWARD);
        assertThat(page.entries()).isEmpty();
        assertThat(page.exhausted()).isTrue();
    }

    @Test
    default void keysAreOrderedAsUnsignedBytes() {
        putKeys("80", "7f", "ff", "00", "0000", "ffff", "7fff", "");
        assertThat(keys()).containsExactly("", "00", "0000", "7f", "7fff", "80", "ff", "ffff");
    }

    @Test
    default void backwardScanIsTheForwardScanReversed() {
        putKeys("80", "7f", "ff", "00", "ffff", "");
        assertThat(keys(KeyRange.all(), Direction.BACKWARD)).containsExactly("ffff", "ff", "80", "7f", "00", "");
    }

    @Test
    default void scanCarriesTheValues() {
        apply(relaxed().put(hex("01"), hex("aa")).put(hex("02"), hex("bbbb")));
        assertThat(scanAll(KeyRange.all(), Direction.BACKWARD).entries())
                .extracting(KeyValue::value)
                .containsExactly(hex("bbbb"), hex("aa"));
    }

    @Test
    default void lowerBoundIsInsideAndUpperBoundOutside() {
        putKeys("01", "02", "0200", "03", "04");
        KeyRange range = new KeyRange(hex("02"), hex("04"));
        assertThat(keys(range, Direction.FORWARD)).containsExactly("02", "0200", "03");
        assertThat(keys(range, Direction.BACKWARD)).containsExactly("03", "0200", "02");
    }

    @Test
    default void boundsNeedNotBeKeys() {
        putKeys("01", "03", "05");
        KeyRange range = new KeyRange(hex("02"), hex("04"));
        assertThat(keys(range, Direction.FORWARD)).containsExactly("03");
        assertThat(keys(range, Direction.BACKWARD)).containsExactly("03");
    }

    @Test
    default void rangeWithoutUpperBoundReachesTheEnd() {
        putKeys("01", "fe", "ff", "ffff");
        KeyRange range = new KeyRange(hex("fe"), null);
        assertThat(keys(range, Direction.FORWARD)).containsExactly("fe", "ff", "ffff");
        assertThat(keys(range, Direction.BACKWARD)).containsExactly("ffff", "ff", "fe");
    }

    @Test
    default void emptyRangesHoldNothing() {
        putKeys("", "01", "02", "03");
        for (KeyRange range : List.of(
                new KeyRange(hex("02"), hex("02")),
                new KeyRange(hex("03"), hex("01")),
                new KeyRange(hex(""), hex("")))) {
            for (Direction direction : Direction.values()) {
                ScanPage page = scanAll(range, direction);
                assertThat(page.entries()).isEmpty();
                assertThat(page.exhausted()).isTrue();
            }
        }
    }

    @Test
    default void prefixHoldsWhatBeginsWithIt() {
        putKeys("01", "02", "0200", "02ff", "02ffff", "03");
        assertThat(keys(KeyRange.prefix(hex("02")), Direction.FORWARD)).containsExactly("02", "0200", "02ff", "02ffff");
        assertThat(keys(KeyRange.prefix(hex("")), Direction.FORWARD)).hasSize(6);
    }

    @Test
    default void prefixMayEndInTheHighestByte() {
        putKeys("01ff", "01ff00", "01ffff", "02", "fe", "ff", "ff00", "ffff", "ffff00");
        assertThat(keys(KeyRange.prefix(hex("01ff")), Direction.FORWARD)).containsExactly("01ff", "01ff00", "01ffff");
        assertThat(keys(KeyRange.prefix(hex("ff")), Direction.BACKWARD))
                .containsExactly("ffff00", "ffff", "ff00", "ff");
        assertThat(keys(KeyRange.prefix(hex("ffff")), Direction.FORWARD)).containsExactly("ffff", "ffff00");
    }

    @Test
    default void scanStopsAfterEnoughEntries() {
        putKeys("01", "02", "03");
        ScanPage page = partition().scan(KeyRange.all(), Direction.FORWARD, 2, Long.MAX_VALUE);
        assertThat(StoreUnderTest.keys(page)).containsExactly("01", "02");
        assertThat(page.exhausted()).isFalse();
    }

    @Test
    default void pageThatHoldsTheLastEntryIsExhausted() {
        putKeys("01", "02", "03", "04");
        KeyRange range = new KeyRange(hex("01"), hex("04"));
        for (Direction direction : Direction.values()) {
            ScanPage page = partition().scan(range, direction, 3, Long.MAX_VALUE);
            assertThat(page.entries()).hasSize(3);
            assertThat(page.exhausted()).isTrue();
        }
    }

    @Test
    default void scanStopsOnceEnoughBytesAreGathered() {
        for (String key : List.of("01", "02", "03", "04")) {
            apply(relaxed().put(hex(key), new byte[9]));
        }
        assertThat(partition().scan(KeyRange.all(), Direction.FORWARD, 9, 20).entries())
                .hasSize(2);
        assertThat(partition().scan(KeyRange.all(), Direction.FORWARD, 9, 21).entries())
                .hasSize(3);
        assertThat(partition().scan(KeyRange.all(), Direction.BACKWARD, 9, 39).exhausted())
                .isTrue();
    }

    @Test
    default void scanReturnsAnEntryHoweverFewBytesAreAllowed() {
        putKeys("01", "02");
        ScanPage page = partition().scan(KeyRange.all(), Direction.BACKWARD, 9, 0);
        assertThat(StoreUnderTest.keys(page)).containsExactly("02");
        assertThat(page.exhausted()).isFalse();
    }

    @Test
    default void scanForNoEntriesIsRefused() {
        assertThatThrownBy(() -> partition().scan(KeyRange.all(), Direction.FORWARD, 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    default void walkInPagesSeesEveryKeyOnce() {
        putKeys("", "00", "0000", "01", "7f", "80", "fe", "ff", "ff00", "ffff");
        for (Direction direction : Direction.values()) {
            List<String> walked = new ArrayList<>();
            KeyRange rest = KeyRange.all();
            ScanPage page;
            do {
                page = partition().scan(rest, direction, 3, Long.MAX_VALUE);
                walked.addAll(StoreUnderTest.keys(page));
                byte[] last = page.entries().get(page.entries().size() - 1).key();
                rest = direction == Direction.FORWARD ? rest.after(last) : rest.before(last);
            } while (!page.exhausted());
            assertThat(walked).isEqualTo(keys(KeyRange.all(), direction));
        }
    }

    @Test
    default void keysAloneAreThoseOfTheScan() {
        putKeys("80", "7f", "ff", "00", "0000", "ffff", "7fff", "");
        for (KeyRange range : List.of(
                KeyRange.all(),
                KeyRange.prefix(hex("7f")),
                new KeyRange(hex("00"), hex("80")),
                new KeyRange(hex("03"), hex("01")))) {
            KeyPage page = partition().scanKeys(range, 100);
            assertThat(page.keys().stream().map(StoreUnderTest::hex))
                    .containsExactlyElementsOf(keys(range, Direction.FORWARD));
            assertThat(page.exhausted()).isTrue();
        }
    }

    @Test
    default void keysAloneStopAfterEnough() {
        putKeys("01", "02", "03");
        assertThat(partition().scanKeys(KeyRange.all(), 2).keys()).containsExactly(hex("01"), hex("02"));
        assertThat(partition().scanKeys(KeyRange.all(), 2).exhausted()).isFalse();
        assertThat(partition().scanKeys(KeyRange.all(), 3).exhausted()).isTrue();
    }

    @Test
    default void keysAreCountedPieceByPiece() {
        putKeys("80", "7f", "ff", "00", "0000", "ffff", "7fff", "");
        try (ReadPoint point = partition().readPoint()) {
            for (StoreReads reads : List.of(partition(), point)) {
                for (KeyRange range : List.of(
                        KeyRange.all(),
                        KeyRange.prefix(hex("7f")),
                        new KeyRange(hex("00"), hex("80")),
                        new KeyRange(hex("03"), hex("01")))) {
                    for (int keysMax = 1; keysMax < 10; keysMax++) {
                        assertThat(count(reads, range, keysMax))
                                .isEqualTo(keys(range, Direction.FORWARD).size());
                    }
                }
            }
        }
    }

    private static int count(StoreReads reads, KeyRange range, int keysMax) {
        int count = 0;
        byte[] next = range.lower();
        while (next != null) {
            KeyCount counted = reads.countKeys(Space.MAIN, new KeyRange(next, range.upper()), keysMax);
            assertThat(counted.keys()).isLessThanOrEqualTo(keysMax);
            count += counted.keys();
            next = counted.next();
        }
        return count;
    }

    @Test
    default void scanForNoKeysIsRefused() {
        assertThatThrownBy(() -> partition().scanKeys(KeyRange.all(), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> partition().countKeys(Space.MAIN, KeyRange.all(), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    default void keysAndValuesOfEveryLengthAreScanned() {
        for (int length : List.of(
                1,
                255,
                507,
                508,
                509,
                511,
                512,
                513,
                1024,
                1025,
                store().limits().keyBytes())) {
            byte[] key = new byte[length];
            Arrays.fill(key, (byte) 7);
            byte[] value = new byte[3 * length];
            Arrays.fill(value, (byte) length);
            apply(relaxed().put(key, value));
        }
        List<KeyValue> entries = scanAll(KeyRange.all(), Direction.BACKWARD).entries();
        assertThat(entries).hasSize(11);
        for (KeyValue entry : entries) {
            assertThat(entry.key()).containsOnly(7);
            assertThat(entry.value()).hasSize(3 * entry.key().length).containsOnly((byte) entry.key().length);
        }
        assertThat(partition().scanKeys(KeyRange.all(), 100).keys())
                .hasSize(11)
                .allSatisfy(key -> assertThat(key).containsOnly(7));
    }

    @Test
    default void walkGoesOnBeyondItsFirstPages() {
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            byte[] key = StoreUnderTest.number(i);
            apply(relaxed().put(key, key));
            written.add(StoreUnderTest.hex(key));
        }
        List<String> walked = new ArrayList<>();
        partition().walk(KeyRange.all(), entry -> walked.add(StoreUnderTest.hex(entry.key())));
        assertThat(walked).isEqualTo(written);
    }

    @Test
    default void deletedKeysAreNotScanned() {
        putKeys("01", "02", "03");
        apply(relaxed().delete(hex("02")).delete(hex("03")));
        ScanPage page = partition().scan(KeyRange.all(), Direction.FORWARD, 1, Long.MAX_VALUE);
        assertThat(StoreUnderTest.keys(page)).containsExactly("01");
        assertThat(page.exhausted()).isTrue();
    }

    @Test
    default void deleteRangeRemovesItsKeysAndNoOthers() {
        putKeys("01", "02", "02ff", "03", "04");
        partition().deleteRange(new KeyRange(hex("02"), hex("03")));
        assertThat(keys()).containsExactly("01", "03", "04");
        assertThat(partition().get(hex("02ff"))).isNull();
        partition().deleteRange(new KeyRange(hex("02"), hex("03")));
        assertThat(keys()).containsExactly("01", "03", "04");
    }

    @Test
    default void deletedRangeCanBeWrittenAgain() {
        putKeys("01", "02", "03");
        partition().deleteRange(KeyRange.all());
        putKeys("02");
        assertThat(keys()).containsExactly("02");
    }

    @Test
    default void deletingAnEmptyRangeChangesNothing() {
        putKeys("01", "02", "03");
        partition().deleteRange(new KeyRange(hex("03"), hex("01")));
        partition().deleteRange(new KeyRange(hex("02"), hex("02")));
        assertThat(keys()).containsExactly("01", "02", "03");
    }
}
