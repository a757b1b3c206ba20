package org.mayflydb.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.storage.StoreUnderTest.hex;
import static org.mayflydb.storage.StoreUnderTest.relaxed;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a read point shows stays as it was, whatever is committed afterwards. */
public interface ReadPointContract extends StoreUnderTest {

    @Test
    default void readPointShowsWhatWasThereWhenItWasMade() {
        apply(relaxed().put(hex("01"), hex("aa")).put(hex("03"), hex("cc")).put(hex("05"), hex("ee")));
        try (ReadPoint point = partition().readPoint()) {
            apply(relaxed().put(hex("00"), hex("11")).put(hex("03"), hex("33")).delete(hex("05")));
            apply(relaxed().put(hex("03"), hex("44")).put(hex("05"), hex("55")).put(hex("07"), hex("77")));
            assertThat(point.get(hex("00"))).isNull();
            assertThat(point.get(hex("01"))).isEqualTo(hex("aa"));
            assertThat(point.get(hex("03"))).isEqualTo(hex("cc"));
            assertThat(point.get(hex("05"))).isEqualTo(hex("ee"));
            assertThat(point.getAll(List.of(hex("05"), hex("00"), hex("03"))))
                    .containsExactly(hex("ee"), null, hex("cc"));
            assertThat(values(point, Direction.FORWARD)).containsExactly("aa", "cc", "ee");
            assertThat(values(point, Direction.BACKWARD)).containsExactly("ee", "cc", "aa");
            assertThat(point.scanKeys(KeyRange.all(), 2).keys()).containsExactly(hex("01"), hex("03"));
        }
        assertThat(keys()).containsExactly("00", "01", "03", "05", "07");
    }

    @Test
    default void readPointOfNothingStaysEmpty() {
        try (ReadPoint point = partition().readPoint()) {
            putKeys("01");
            assertThat(point.scan(KeyRange.all(), Direction.FORWARD, 1, 1).entries())
                    .isEmpty();
            assertThat(point.get(hex("01"))).isNull();
        }
    }

    @Test
    default void readPointIsWithinItsPartition() {
        putKeys("01");
        try (ReadPoint point = store().partition(2).readPoint()) {
            putKeys("02");
            assertThat(values(point, Direction.FORWARD)).isEmpty();
        }
    }

    @Test
    default void readPointRefusesScansForNothing() {
        try (ReadPoint point = partition().readPoint()) {
            assertThatThrownBy(() -> point.scan(KeyRange.all(), Direction.FORWARD, 0, 1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> point.scanKeys(KeyRange.all(), 0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    default void storeCanBeClosedWhileAReadPointIsOpen() {
        putKeys("01");
        ReadPoint point = partition().readPoint();
        reopen();
        assertThatThrownBy(() -> point.get(hex("01"))).isInstanceOf(StoreUnavailableException.class);
        point.close();
        point.close();
        assertThat(keys()).containsExactly("01");
    }

    @Test
    default void randomReadPointsAgreeWithCopiesOfASortedMap() {
        for (long seed = 1; seed <= 5; seed++) {
            store().drop(1);
            Random random = new Random(seed);
            StoreModel model = new StoreModel();
            List<Kept> kept = new ArrayList<>();
            for (int step = 0; step < 200; step++) {
                Commit commit = relaxed();
                ModelContract.addChanges(random, commit, 1 + random.nextInt(5));
                apply(commit);
                model.apply(commit);
                if (random.nextInt(4) == 0) {
                    kept.add(new Kept(partition().readPoint(), model.copy()));
                }
                if (kept.size() > 5) {
                    kept.remove(random.nextInt(kept.size())).point.close();
                }
                for (Kept each : kept) {
                    ModelContract.compareScan(each.point, random, each.model, "seed " + seed + ", step " + step);
                }
            }
            kept.forEach(each -> each.point.close());
        }
    }

    /** A read point and what it should show. */
    record Kept(ReadPoint point, StoreModel model) {}

    private static List<String> values(StoreReads reads, Direction direction) {
        return reads.scan(KeyRange.all(), direction, 100, Long.MAX_VALUE).entries().stream()
                .map(entry -> StoreUnderTest.hex(entry.value()))
                .toList();
    }
}
