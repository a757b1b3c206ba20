package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;

class MathFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ROUND(2.5) => 3
            ROUND(-2.5) => -3
            ROUND(2.4) => 2
            ROUND(0.5) => 1
            ROUND(-0.5) => -1
            ROUND(3.5) => 4
            ROUND(-0.4) => 0
            ROUND(0.49999999999999994) => 0
            ROUND(4503599627370497) => 4503599627370497
            ROUND(1e300) => 1e300
            ROUND(Infinity) => Infinity
            """)
    void halvesRoundAwayFromZero(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            CEILING(1.2) => 2
            CEILING(-1.2) => -1
            CEILING(-0.5) => 0
            FLOOR(1.8) => 1
            FLOOR(-1.2) => -2
            TRUNC(2.9) => 2
            TRUNC(-2.9) => -2
            TRUNC(-0.1) => 0
            """)
    void fractionsAreCutInTheirDirection(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ABS(-3.5) => 3.5
            ABS(0) => 0
            ABS(-Infinity) => Infinity
            SIGN(-9) => -1
            SIGN(0) => 0
            SIGN(0.1) => 1
            SQUARE(-3) => 9
            SQRT(2.25) => 1.5
            SQRT(-1) => NaN
            """)
    void signsAndSizes(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            POWER(2, 10) => 1024
            POWER(4, 0.5) => 2
            POWER(0, -1) => Infinity
            EXP(0) => 1
            EXP(1) => 2.718281828459045
            LOG(1) => 0
            LOG(8, 2) => 3
            LOG(0) => -Infinity
            LOG(-1) => NaN
            LOG10(1000) => 3
            """)
    void powersAndLogarithms(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SIN(0) => 0
            COS(0) => 1
            TAN(0) => 0
            COT(1) => 0.6420926159343306
            ASIN(1) => 1.5707963267948966
            ACOS(1) => 0
            ACOS(2) => NaN
            ATAN(1) => 0.7853981633974483
            ATN2(1, -1) => 2.356194490192345
            DEGREES(3.141592653589793) => 180
            RADIANS(90) => 1.5707963267948966
            PI() => 3.141592653589793
            """)
    void anglesAreInRadians(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            NUMBERBIN(37.752) => 37
            NUMBERBIN(37.752, 10) => 30
            NUMBERBIN(37.752, 0.5) => 37.5
            NUMBERBIN(-1, 10) => -10
            NUMBERBIN(37.752, -100) => 100
            NUMBERBIN(37.752, 0) => undefined
            NUMBERBIN(37.752, '1') => undefined
            NUMBERBIN(37.752, undefined) => undefined
            """)
    void binsBeginAtMultiplesOfTheirSize(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ABS",
                "CEILING",
                "FLOOR",
                "ROUND",
                "TRUNC",
                "SIGN",
                "SQRT",
                "SQUARE",
                "EXP",
                "LOG10",
                "SIN",
                "COS",
                "TAN",
                "COT",
                "ASIN",
                "ACOS",
                "ATAN",
                "DEGREES",
                "RADIANS",
                "LOG",
                "NUMBERBIN"
            })
    void argumentsThatAreNoNumbersGiveUndefined(String name) {
        for (String argument : List.of("'3'", "null", "true", "[]", "{}", "undefined")) {
            Claim.holds(name + "(" + argument + ")", "undefined");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            POWER(2, 'x') => undefined
            POWER('2', 1) => undefined
            POWER(undefined, 1) => undefined
            ATN2(1, null) => undefined
            ATN2([], 1) => undefined
            LOG(8, '2') => undefined
            LOG(8, undefined) => undefined
            """)
    void eitherArgumentMustBeANumber(String call, String expected) {
        Claim.holds(call, expected);
    }

    @Test
    void chanceComesFromTheContext() {
        RandomGenerator expected = new Random(42);
        CallContext context =
                new CallContext(Claim.QUERY_START, InstantSource.fixed(Claim.CALL), new Random(42), Claim.UNMETERED);
        BuiltIn function = Claim.function("RAND");
        for (int i = 0; i < 100; i++) {
            assertThat(function.body().call(new JsonValue[0], context)).isEqualTo(JsonNumber.of(expected.nextDouble()));
        }
    }

    @Test
    void zeroHasNoSign() {
        assertThat(Claim.call("ROUND(-0.2)")).hasToString("0");
        assertThat(Claim.call("CEILING(-0.2)")).hasToString("0");
        assertThat(Claim.call("SIGN(-0)")).hasToString("0");
    }
}
