package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayAggregatesTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_SUM([1, 2, 3.5]) => 6.5
            ARRAY_SUM([]) => 0
            ARRAY_AVG([1, 2, 6]) => 3
            ARRAY_MEDIAN([9, 1, 5]) => 5
            ARRAY_MEDIAN([9, 1, 5, 6]) => 5.5
            ARRAY_MEDIAN([4]) => 4
            """)
    void numbersAmountToNumbers(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_AVG([]) => undefined
            ARRAY_MEDIAN([]) => undefined
            ARRAY_MIN([]) => undefined
            ARRAY_MAX([]) => undefined
            """)
    void nothingHasNoAverage(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_SUM([1, '2']) => undefined
            ARRAY_AVG([true]) => undefined
            ARRAY_MEDIAN([null]) => undefined
            ARRAY_SUM(1) => undefined
            ARRAY_AVG(undefined) => undefined
            ARRAY_MEDIAN('x') => undefined
            """)
    void anythingButNumbersIsUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_MIN([5, 'x', null, true]) => null
            ARRAY_MAX([5, 'x', null, true]) => 'x'
            ARRAY_MIN([5, true, false]) => false
            ARRAY_MAX([5, true, false]) => 5
            ARRAY_MIN(['b', 'a', 'B']) => 'B'
            ARRAY_MAX(['10', '9']) => '9'
            ARRAY_MIN([3, -2, 7]) => -2
            """)
    void extremesFollowTheOrderOfTypes(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_MIN([1, []]) => undefined
            ARRAY_MAX([{}, 1]) => undefined
            ARRAY_MIN({}) => undefined
            ARRAY_MAX(undefined) => undefined
            """)
    void extremesWithStructuresAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
