package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.storage.KeyValue;

class TermRangesTest {
    private static final TermPath PATH = TermPath.ITEM.member("a");
    private static final long SEED = 5L;
    private static final int ROUNDS = 30_000;

    private final Random random = new Random(SEED);
    private final RandomJson json = new RandomJson(random);

    @Test
    void equalityHoldsTheEntriesOfTheValueAndNoOthers() {
        for (int i = 0; i < ROUNDS; i++) {
            JsonValue wanted = json.scalar();
            JsonValue value = json.scalar();
            IndexRange range = TermRanges.equalTo(PATH, wanted);
            assertThat(range.keys().contains(key(value)))
                    .as("seed %s: %s = %s", SEED, value, wanted)
                    .isEqualTo(Arrays.equals(ValueCode.whole(wanted), ValueCode.whole(value)));
        }
    }

    @Test
    void rangeHoldsWhatIsBetweenItsBoundsAndMoreOnlyIfItSaysSo() {
        int inexact = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Bound lower = random.nextInt(3) == 0 ? null : new Bound(json.scalar(), random.nextBoolean());
            Bound upper =
                    lower == null || random.nextInt(3) > 0 ? new Bound(json.scalar(), random.nextBoolean()) : null;
            if (lower != null
                    && upper != null
                    && lower.value().kind() != upper.value().kind()) {
                continue;
            }
            JsonValue value = json.scalar();
            IndexRange range = TermRanges.between(PATH, lower, upper);
            boolean held = range.keys().contains(key(value));
            boolean wanted = isWithin(value, lower, upper);
            if (range.exact()) {
                assertThat(held)
                        .as("seed %s: %s in %s to %s", SEED, value, lower, upper)
                        .isEqualTo(wanted);
            } else {
                inexact++;
                assertThat(held || !wanted)
                        .as("seed %s: %s in %s to %s", SEED, value, lower, upper)
                        .isTrue();
            }
        }
        assertThat(inexact).isPositive();
    }

    @Test
    void beginningHoldsTheStringsThatBeginSo() {
        for (int i = 0; i < ROUNDS; i++) {
            String text = json.text();
            String other = random.nextBoolean() ? text : json.text();
            String beginning = other.substring(0, random.nextInt(other.length() + 1));
            IndexRange range = TermRanges.startingWith(PATH, beginning);
            boolean held = range.keys().contains(key(new JsonString(text)));
            assertThat(range.exact() ? held == text.startsWith(beginning) : held || !text.startsWith(beginning))
                    .as("seed %s: %s begins with %s", SEED, text, beginning)
                    .isTrue();
        }
    }

    @Test
    void typeHoldsItsValuesAlone() {
        for (int i = 0; i < ROUNDS; i++) {
            JsonValue value = json.scalar();
            JsonValue.Kind kind = json.scalar().kind();
            assertThat(TermRanges.ofType(PATH, kind).keys().contains(key(value)))
                    .as("seed %s: %s is of kind %s", SEED, value, kind)
                    .isEqualTo(value.kind() == kind);
        }
    }

    @Test
    void pathHoldsAllItsTermsAndNoneOfAnother() {
        assertThat(TermRanges.whole(PATH).keys().contains(key(json.scalar()))).isTrue();
        assertThat(TermRanges.whole(PATH.everyElement()).keys().contains(key(json.scalar())))
                .isFalse();
    }

    @Test
    void pointCanBeNarrowedToTheNumbersOfOnePartitionKey() {
        IndexRange point = TermRanges.equalTo(PATH, JsonNumber.of(1));
        IndexRange narrow = point.within(new DocumentStretch(10, 20));
        assertThat(narrow.keys().contains(key(JsonNumber.of(1), 9))).isFalse();
        assertThat(narrow.keys().contains(key(JsonNumber.of(1), 10))).isTrue();
        assertThat(narrow.keys().contains(key(JsonNumber.of(1), 19))).isTrue();
        assertThat(narrow.keys().contains(key(JsonNumber.of(1), 20))).isFalse();
        assertThatThrownBy(() -> TermRanges.whole(PATH).within(new DocumentStretch(10, 20)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void entryTellsItsNumberItsItemAndItsValue() {
        IndexEntry entry = IndexEntry.decode(new KeyValue(key(new JsonString("x"), 77), new byte[] {1, 2}));
        assertThat(entry.documentNumber()).isEqualTo(77);
        assertThat(entry.locator()).containsExactly(1, 2);
        assertThat(entry.value()).isEqualTo(new JsonString("x"));
        assertThat(entry.isAlike(new IndexEntry(key(new JsonString("x"), 78), new byte[0])))
                .isTrue();
        assertThat(entry.isAlike(new IndexEntry(key(new JsonString("y"), 77), new byte[0])))
                .isFalse();
    }

    private byte[] key(JsonValue value) {
        return key(value, random.nextLong() >>> 4);
    }

    private static byte[] key(JsonValue value, long documentNumber) {
        byte[] code = ValueCode.of(value);
        byte[] key = IndexKeys.unnumbered(PATH.hash(), code.length);
        System.arraycopy(code, 0, key, IndexKeys.HEADER_BYTES, code.length);
        IndexKeys.putNumber(key, documentNumber);
        return key;
    }

    private static boolean isWithin(JsonValue value, @Nullable Bound lower, @Nullable Bound upper) {
        return isPast(value, lower, 1) && isPast(value, upper, -1);
    }

    private static boolean isPast(JsonValue value, @Nullable Bound bound, int direction) {
        if (bound == null) {
            return true;
        }
        int compared = Arrays.compareUnsigned(ValueCode.whole(value), ValueCode.whole(bound.value())) * direction;
        return value.kind() == bound.value().kind() && (compared > 0 || (compared == 0 && bound.inclusive()));
    }
}
