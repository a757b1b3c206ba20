package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SETUNION([3, 1, 3], [2, 1, 4]) => [3, 1, 2, 4]
            SETUNION([], []) => []
            SETUNION([1], [1.0]) => [1]
            SETUNION([{'a': 1, 'b': 2}], [{'b': 2, 'a': 1}]) => [{'a': 1, 'b': 2}]
            SETUNION([1], ['1', true, null]) => [1, '1', true, null]
            """)
    void unionKeepsTheOrderOfFirstAppearance(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SETINTERSECT([1, 2, 2, 3], [3, 4, 2, 3]) => [3, 2]
            SETINTERSECT([1], []) => []
            SETINTERSECT([], [1]) => []
            SETINTERSECT([1], ['1']) => []
            """)
    void intersectionHasTheOrderOfTheSecond(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SETDIFFERENCE([3, 1, 3, 2], [1]) => [3, 2]
            SETDIFFERENCE([1], [1, 2]) => []
            SETDIFFERENCE([1], []) => [1]
            """)
    void differenceKeepsTheFirst(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SETEQUAL([1, 2, 2], [2, 1]) => true
            SETEQUAL([1], [1, 2]) => false
            SETEQUAL([], []) => true
            SETEQUAL([[1, 2]], [[2, 1]]) => false
            """)
    void equalityIgnoresOrderAndRepetition(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SETUNION([1], 1) => undefined
            SETUNION(undefined, [1]) => undefined
            SETINTERSECT('a', []) => undefined
            SETDIFFERENCE([], null) => undefined
            SETEQUAL({}, {}) => undefined
            """)
    void anythingButArraysIsUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
