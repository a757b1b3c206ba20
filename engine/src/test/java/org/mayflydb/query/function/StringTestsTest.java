package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StringTestsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            CONTAINS('Lantern', 'ter') => true
            CONTAINS('Lantern', 'TER') => false
            CONTAINS('Lantern', 'TER', true) => true
            CONTAINS('Lantern', 'TER', false) => false
            CONTAINS('Lantern', '') => true
            CONTAINS('', 'x') => false
            CONTAINS('größe', 'GRÖ', true) => true
            """)
    void containsLooksAnywhere(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            STARTSWITH('Lantern', 'Lan') => true
            STARTSWITH('Lantern', 'lan') => false
            STARTSWITH('Lantern', 'lan', true) => true
            STARTSWITH('Lantern', 'ant') => false
            STARTSWITH('La', 'Lantern') => false
            STARTSWITH('Lantern', '') => true
            ENDSWITH('Lantern', 'ern') => true
            ENDSWITH('Lantern', 'ERN') => false
            ENDSWITH('Lantern', 'ERN', true) => true
            ENDSWITH('rn', 'Lantern') => false
            ENDSWITH('Lantern', '') => true
            """)
    void startsAndEndsAreTied(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            STRINGEQUALS('abc', 'abc') => true
            STRINGEQUALS('abc', 'ABC') => false
            STRINGEQUALS('abc', 'ABC', true) => true
            STRINGEQUALS('abc', 'ab', true) => false
            STRINGEQUALS('', '') => true
            """)
    void equalityMayIgnoreCase(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            CONTAINS(1, 'a') => undefined
            CONTAINS('a', null) => undefined
            CONTAINS('a', 'a', 1) => undefined
            CONTAINS('a', 'a', undefined) => undefined
            CONTAINS(undefined, 'a') => undefined
            STARTSWITH([], 'a') => undefined
            STARTSWITH('a', 'a', 'true') => undefined
            ENDSWITH('a', {}) => undefined
            STRINGEQUALS(1, 1) => undefined
            """)
    void otherTypesAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            CONTAINS_ANY_CI('Red Buoy', 'BUOY', 'x') => true
            CONTAINS_ANY_CS('Red Buoy', 'BUOY', 'x') => false
            CONTAINS_ALL_CI('Red Buoy', 'RED', 'buoy') => true
            CONTAINS_ALL_CS('Red Buoy', 'Red', 'buoy') => false
            CONTAINS_ALL_CS('Red Buoy', 'Red', 'Buoy') => true
            ContainsAnyCI('Red Buoy', 'red') => true
            """)
    void severalPartsAreJoinedByOrAndAnd(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            CONTAINS_ANY_CI('abc', undefined, 'A') => true
            CONTAINS_ANY_CI('abc', undefined, 'x') => undefined
            CONTAINS_ANY_CS('abc', 1, 'x') => undefined
            CONTAINS_ALL_CI('abc', undefined, 'x') => false
            CONTAINS_ALL_CI('abc', undefined, 'A') => undefined
            CONTAINS_ALL_CS('abc', 'a', null) => undefined
            CONTAINS_ANY_CS(1, '1') => undefined
            CONTAINS_ALL_CS(undefined, 'x') => undefined
            """)
    void anUndefinedPartLeavesUndefinedWhatOthersDoNotDecide(String call, String expected) {
        Claim.holds(call, expected);
    }
}
