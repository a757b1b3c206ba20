package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntegerFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            INTADD(7, 5) => 12
            INTSUB(7, 9) => -2
            INTMUL(6, 7) => 42
            INTDIV(17, 5) => 3
            INTDIV(-17, 5) => -3
            INTMOD(17, 5) => 2
            INTMOD(-17, 5) => -2
            INTADD(2.0, 1e1) => 12
            """)
    void arithmeticIsWhole(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            INTBITAND(12, 10) => 8
            INTBITOR(12, 10) => 14
            INTBITXOR(12, 10) => 6
            INTBITNOT(7) => -8
            INTBITLEFTSHIFT(3, 4) => 48
            INTBITRIGHTSHIFT(48, 4) => 3
            INTBITRIGHTSHIFT(-16, 2) => -4
            INTBITLEFTSHIFT(1, 40) => 1099511627776
            INTBITLEFTSHIFT(1, 64) => 1
            IntBitwiseAnd(12, 10) => 8
            IntBitwiseNot(0) => -1
            """)
    void bitsAreThoseOf64(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            INTDIV(1, 0) => undefined
            INTMOD(1, 0) => undefined
            INTDIV(0, 5) => 0
            """)
    void divisionByZeroIsUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INTADD",
                "INTSUB",
                "INTMUL",
                "INTDIV",
                "INTMOD",
                "INTBITAND",
                "INTBITOR",
                "INTBITXOR",
                "INTBITLEFTSHIFT",
                "INTBITRIGHTSHIFT"
            })
    void whatIsNotWholeIsUndefined(String name) {
        for (String argument : List.of("1.5", "'1'", "null", "1e19", "Infinity", "NaN", "[1]", "undefined")) {
            Claim.holds(name + "(" + argument + ", 1)", "undefined");
            Claim.holds(name + "(1, " + argument + ")", "undefined");
            Claim.holds("INTBITNOT(" + argument + ")", "undefined");
        }
    }

    @Test
    void allDigitsOfLargeNumbersCount() {
        assertThat(Claim.call("INTADD(9007199254740993, 2)")).hasToString("9007199254740995");
        assertThat(Claim.call("INTSUB(9223372036854775807, 1)")).hasToString("9223372036854775806");
    }

    @Test
    void resultsWrapAround() {
        assertThat(Claim.call("INTADD(9223372036854775807, 1)")).hasToString("-9223372036854775808");
        assertThat(Claim.call("INTMUL(9223372036854775807, 2)")).hasToString("-2");
        assertThat(Claim.call("INTDIV(-9223372036854775808, -1)")).hasToString("-9223372036854775808");
    }
}
