package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.catalog.CompositePath;
import org.mayflydb.catalog.CompositePath.Order;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;

class CompositeIndexTest {
    private static final long SEED = 12L;
    private static final int ROUNDS = 30_000;
    private static final CompositeIndex INDEX = new CompositeIndex(List.of(
            new CompositePath(DocumentPath.parse("/a"), Order.ASCENDING),
            new CompositePath(DocumentPath.parse("/b"), Order.DESCENDING)));

    private final Random random = new Random(SEED);
    private final RandomJson json = new RandomJson(random);

    @Test
    void entriesSortUpwardsByOnePathAndDownwardsByTheNext() {
        for (int i = 0; i < ROUNDS; i++) {
            List<@Nullable JsonValue> left = values();
            List<@Nullable JsonValue> right = values();
            int first = Arrays.compareUnsigned(ValueCode.of(left.get(0)), ValueCode.of(right.get(0)));
            int second = Arrays.compareUnsigned(ValueCode.of(right.get(1)), ValueCode.of(left.get(1)));
            assertThat(Integer.signum(Arrays.compareUnsigned(beginning(left), beginning(right))))
                    .as("seed %s: %s and %s", SEED, left, right)
                    .isEqualTo(Integer.signum(first != 0 ? first : second));
        }
    }

    @Test
    void entryGivesItsValuesBack() {
        for (int i = 0; i < ROUNDS; i++) {
            List<@Nullable JsonValue> values = values();
            List<byte[]> codes = INDEX.codes(new IndexEntry(key(values), new byte[0]));
            assertThat(codes.get(0)).as("seed %s: %s", SEED, values).isEqualTo(ValueCode.of(values.get(0)));
            assertThat(codes.get(1)).as("seed %s: %s", SEED, values).isEqualTo(ValueCode.of(values.get(1)));
        }
    }

    @Test
    void rangeOnThePathThatSortsDownwardsHoldsWhatIsBetweenItsBounds() {
        List<@Nullable JsonValue> one = List.of(JsonNumber.of(1));
        Bound five = Bound.including(JsonNumber.of(5));
        IndexRange below = INDEX.between(one, null, Bound.excluding(JsonNumber.of(5)));
        IndexRange atLeast = INDEX.between(one, five, null);
        for (JsonValue value : List.of(
                JsonNumber.of(-1), JsonNumber.of(5), JsonNumber.of(6), new JsonString("x"), JsonValue.parse("true"))) {
            byte[] key = key(List.of(JsonNumber.of(1), value));
            boolean number = value instanceof JsonNumber;
            boolean less = value.equals(JsonNumber.of(-1));
            assertThat(below.keys().contains(key)).as(value.toString()).isEqualTo(less);
            assertThat(atLeast.keys().contains(key)).as(value.toString()).isEqualTo(number && !less);
            assertThat(INDEX.ofType(one, JsonValue.Kind.NUMBER).keys().contains(key))
                    .as(value.toString())
                    .isEqualTo(number);
            assertThat(INDEX.startingWith(one, "x").keys().contains(key))
                    .as(value.toString())
                    .isEqualTo(value instanceof JsonString);
            assertThat(below.keys().contains(key(List.of(JsonNumber.of(2), value))))
                    .isFalse();
        }
    }

    @Test
    void equalityAtAllPathsIsAPointAndAtSomeIsNot() {
        assertThat(INDEX.equalTo(List.of(JsonNumber.of(1), JsonNumber.of(2))).point())
                .isTrue();
        assertThat(INDEX.equalTo(List.of(JsonNumber.of(1))).point()).isFalse();
        assertThat(INDEX.whole().keys().contains(key(values()))).isTrue();
    }

    private List<@Nullable JsonValue> values() {
        List<@Nullable JsonValue> values = new ArrayList<>();
        values.add(random.nextInt(4) == 0 ? null : json.value(1));
        values.add(random.nextInt(4) == 0 ? null : json.value(1));
        return values;
    }

    private static byte[] beginning(List<@Nullable JsonValue> values) {
        return INDEX.equalTo(values).keys().lower();
    }

    private static byte[] key(List<@Nullable JsonValue> values) {
        byte[] beginning = beginning(values);
        return Arrays.copyOf(beginning, beginning.length + Long.BYTES);
    }
}
