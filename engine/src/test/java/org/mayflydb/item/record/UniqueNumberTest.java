package org.mayflydb.item.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UniqueNumberTest {
    private static final int NUMBERS = 20_000;

    /** What {@code Double.toString} returns on Java 17, then on Java 25. */
    @ParameterizedTest
    @CsvSource({
        "2e23, 1.9999999999999998E23, 2.0E23",
        "1e23, 9.999999999999999E22, 1.0E23",
        "-2e23, -1.9999999999999998E23, -2.0E23",
        "8.41e21, 8.409999999999999E21, 8.41E21",
        "8.5273e20, 8.527299999999999E20, 8.5273E20",
        "4.8726570057e288, 4.8726570056999995E288, 4.8726570057E288",
        "282879384806159000, 2.82879384806159008E17, 2.82879384806159E17",
        "1387364135037754000, 1.38736413503775411E18, 1.387364135037754E18",
        "145800632428665000, 1.45800632428664992E17, 1.45800632428665E17",
        "9.9e-324, 1.0E-323, 9.9E-324",
        "9.9e-323, 1.0E-322, 9.9E-323"
    })
    void someDoublesHaveAnotherTextSinceJava19(double value, String canonical, String shortest) {
        assertThat(UniqueNumber.canonical(value)).isEqualTo(canonical);
        assertThat(UniqueNumber.shortest(value)).isEqualTo(shortest);
        assertThat(Double.parseDouble(canonical)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0",
                "1.0",
                "-1.0",
                "0.001",
                "0.002",
                "9.999E-4",
                "9999999.0",
                "1.0E7",
                "1.0E10",
                "1234567.125",
                "0.1",
                "0.30000000000000004",
                "3.141592653589793",
                "9.007199254740991E15",
                "9.223372036854776E18",
                "2.2E-322",
                "4.9E-324",
                "2.2250738585072014E-308",
                "1.7976931348623157E308",
                "Infinity",
                "-Infinity"
            })
    void othersHaveOneTextOnEveryJava(String text) {
        assertThat(UniqueNumber.canonical(Double.parseDouble(text))).isEqualTo(text);
        assertThat(UniqueNumber.shortest(Double.parseDouble(text))).isEqualTo(text);
    }

    @Test
    void bothZerosAreOneNumber() {
        assertThat(UniqueNumber.canonical(-0.0)).isEqualTo("0.0");
        assertThat(UniqueNumber.shortest(-0.0)).isEqualTo("0.0");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_18)
    void theCanonicalTextIsThatOfJava17() {
        numbers((value, seed) ->
                assertThat(UniqueNumber.canonical(value)).as("seed %s", seed).isEqualTo(Double.toString(value)));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_19)
    void theShortestTextIsThatOfLaterJava() {
        numbers((value, seed) ->
                assertThat(UniqueNumber.shortest(value)).as("seed %s", seed).isEqualTo(Double.toString(value)));
    }

    @Test
    void bothTextsReadBackAsTheNumber() {
        numbers((value, seed) -> {
            assertThat(Double.parseDouble(UniqueNumber.canonical(value)))
                    .as("seed %s", seed)
                    .isEqualTo(value);
            assertThat(Double.parseDouble(UniqueNumber.shortest(value)))
                    .as("seed %s", seed)
                    .isEqualTo(value);
        });
    }

    private interface Check {
        void accept(double value, long seed);
    }

    /** Doubles of all sizes, with many or few bits; half of them where the text without an exponent ends or longs overflow. */
    private static void numbers(Check check) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < NUMBERS; i++) {
            long exponent = i % 2 == 0 ? random.nextInt(2047) : 1023 - 24 + random.nextInt(24 + 90);
            long fraction = random.nextLong() >>> 12;
            if (i % 3 == 0) {
                fraction &= -1L << random.nextInt(52);
            }
            double value = Double.longBitsToDouble((exponent << 52) | fraction);
            if (value != 0) {
                check.accept(random.nextBoolean() ? value : -value, seed);
            }
        }
    }
}
