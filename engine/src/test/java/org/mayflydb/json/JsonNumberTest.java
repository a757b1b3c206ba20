package org.mayflydb.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNumberTest {

    @ParameterizedTest
    @ValueSource(strings = {"60", "60.0", "6e1", "-1", "0", "-0", "1e300", "600e-1"})
    void numbersWithoutAFractionAreIntegral(String text) {
        assertThat(new JsonNumber(text).isIntegral()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.5", "1e-1", "1e400"})
    void numbersWithAFractionOrBeyondAllDoublesAreNotIntegral(String text) {
        assertThat(new JsonNumber(text).isIntegral()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "1 ", "NaN", "--1", "1.5.5"})
    void textThatIsNoNumberIsRefused(String text) {
        assertThatThrownBy(() -> new JsonNumber(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void wholeDoublesAreWrittenWithoutAPoint() {
        assertThat(JsonNumber.of(5.0)).hasToString("5");
        assertThat(JsonNumber.of(-3.0)).hasToString("-3");
        assertThat(JsonNumber.of(0.5)).hasToString("0.5");
    }

    @Test
    void negativeZeroKeepsItsSign() {
        assertThat(JsonNumber.of(-0.0).doubleValue()).isEqualTo(-0.0);
        assertThat(new JsonNumber("-0").doubleValue()).isEqualTo(-0.0);
        assertThat(new JsonNumber("-0").toJava()).isEqualTo(-0.0);
    }

    @Test
    void everyDoubleReadsBackAsItself() {
        long seed = 20_261_101L;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                JsonNumber number = JsonNumber.of(value);
                assertThat(number.doubleValue()).describedAs("seed %s", seed).isEqualTo(value);
                assertThat(JsonValue.parse(number.toString()))
                        .describedAs("seed %s", seed)
                        .isEqualTo(number);
            }
        }
    }

    @Test
    void aValueIsTheSameNumberAsThePlatformReads() {
        long seed = 7L;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String text = random.nextInt(10) < 5
                    ? Long.toString(random.nextLong() >> random.nextInt(64))
                    : random.nextInt(1000) + "." + random.nextInt(1_000_000) + "e" + (random.nextInt(40) - 20);
            assertThat(new JsonNumber(text).doubleValue())
                    .describedAs("seed %s text %s", seed, text)
                    .isEqualTo(Double.parseDouble(text));
        }
    }
}
