package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

class ValueCodeTest {
    private static final long SEED = 20L;
    private static final int ROUNDS = 50_000;

    private final RandomJson random = new RandomJson(new Random(SEED));

    @Test
    void wholeCodesCompareAsTheValuesDo() {
        for (int i = 0; i < ROUNDS; i++) {
            JsonValue left = random.scalar();
            JsonValue right = random.scalar();
            int codes = Arrays.compareUnsigned(ValueCode.whole(left), ValueCode.whole(right));
            assertThat(Integer.signum(codes))
                    .as("seed %s: %s and %s", SEED, left, right)
                    .isEqualTo(compare(left, right));
        }
    }

    @Test
    void codesOfEntriesCompareAsTheValuesDoUnlessBothAreCutAlike() {
        for (int i = 0; i < ROUNDS; i++) {
            JsonValue left = random.scalar();
            JsonValue right = random.scalar();
            byte[] leftCode = ValueCode.of(left);
            byte[] rightCode = ValueCode.of(right);
            if (ValueCode.isExact(leftCode) || ValueCode.isExact(rightCode)) {
                assertThat(Integer.signum(Arrays.compareUnsigned(leftCode, rightCode)))
                        .as("seed %s: %s and %s", SEED, left, right)
                        .isEqualTo(compare(left, right));
            } else {
                assertThat(Arrays.equals(leftCode, rightCode))
                        .as("seed %s: %s and %s", SEED, left, right)
                        .isEqualTo(left.equals(right));
            }
        }
    }

    @Test
    void noCodeBeginsAnother() {
        for (int i = 0; i < ROUNDS; i++) {
            byte[] left = ValueCode.of(random.scalar());
            byte[] right = ValueCode.of(random.scalar());
            if (left.length < right.length) {
                assertThat(Arrays.mismatch(left, right)).as("seed %s", SEED).isLessThan(left.length);
            }
        }
    }

    @Test
    void exactCodesGiveTheValueBack() {
        for (int i = 0; i < ROUNDS; i++) {
            JsonValue value = random.scalar();
            byte[] code = ValueCode.of(value);
            JsonValue found = ValueCode.value(code);
            if (found == null) {
                assertThat(!ValueCode.isExact(code) || value instanceof JsonNumber)
                        .as("seed %s: %s", SEED, value)
                        .isTrue();
            } else {
                assertThat(compare(found, value)).as("seed %s: %s", SEED, value).isZero();
            }
            assertThat(ValueCode.end(code, 0)).isEqualTo(code.length);
        }
    }

    @Test
    void typesSortFromUndefinedToObjects() {
        JsonValue[] values = {
            null,
            JsonValue.parse("null"),
            JsonBoolean.FALSE,
            JsonBoolean.TRUE,
            JsonNumber.of(-1e300),
            JsonNumber.of(1e300),
            new JsonString(""),
            new JsonString("\uffff".repeat(100)),
            JsonArray.of(),
            JsonObject.empty()
        };
        for (int i = 1; i < values.length; i++) {
            assertThat(Arrays.compareUnsigned(ValueCode.of(values[i - 1]), ValueCode.of(values[i])))
                    .as("%s before %s", values[i - 1], values[i])
                    .isNegative();
        }
    }

    @Test
    void zeroHasOneCode() {
        assertThat(ValueCode.of(new JsonNumber("-0.0"))).isEqualTo(ValueCode.of(JsonNumber.of(0)));
    }

    @Test
    void stringIsCutBehindItsLastByteThatFits() {
        String longest = "x".repeat(ValueEncoder.STRING_BYTES_MAX);
        assertThat(ValueCode.isExact(ValueCode.of(new JsonString(longest)))).isTrue();
        assertThat(ValueCode.isExact(ValueCode.of(new JsonString(longest + "x"))))
                .isFalse();
        assertThat(ValueCode.of(new JsonString(longest + "x".repeat(1_000_000))))
                .hasSize(ValueEncoder.CUT_BYTES);
    }

    @Test
    void numberThatItsDoubleDoesNotTellIsNotGivenBack() {
        assertThat(ValueCode.value(ValueCode.of(new JsonNumber("9007199254740993"))))
                .isNull();
        assertThat(ValueCode.value(ValueCode.of(new JsonNumber("1e999")))).isNull();
        assertThat(ValueCode.value(ValueCode.of(new JsonNumber("9007199254740991"))))
                .isEqualTo(JsonNumber.of(9007199254740991L));
    }

    private static int compare(@Nullable JsonValue left, @Nullable JsonValue right) {
        ValueType leftType = ValueCode.type(ValueCode.of(left));
        ValueType rightType = ValueCode.type(ValueCode.of(right));
        if (leftType != rightType) {
            return Integer.signum(leftType.compareTo(rightType));
        }
        if (left instanceof JsonNumber number && right instanceof JsonNumber other) {
            return number.doubleValue() == other.doubleValue()
                    ? 0
                    : Double.compare(number.doubleValue(), other.doubleValue());
        }
        return left instanceof JsonString text && right instanceof JsonString other
                ? Integer.signum(text.value().compareTo(other.value()))
                : 0;
    }
}
