package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;

class ArrayFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_LENGTH([1, 2, 3]) => 3
            ARRAY_LENGTH([]) => 0
            ARRAY_LENGTH('abc') => undefined
            ARRAY_LENGTH(null) => undefined
            ARRAY_LENGTH(undefined) => undefined
            """)
    void lengthCountsElements(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_CONCAT([1], [2, 3], []) => [1, 2, 3]
            ARRAY_CONCAT([], []) => []
            ARRAY_CONCAT([1], 2) => undefined
            ARRAY_CONCAT([1], undefined) => undefined
            """)
    void arraysAreConcatenated(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_SLICE([1, 2, 3, 4], 1) => [2, 3, 4]
            ARRAY_SLICE([1, 2, 3, 4], 1, 2) => [2, 3]
            ARRAY_SLICE([1, 2, 3, 4], -2) => [3, 4]
            ARRAY_SLICE([1, 2, 3, 4], -3, 1) => [2]
            ARRAY_SLICE([1, 2, 3, 4], 9) => []
            ARRAY_SLICE([1, 2, 3, 4], 0, 0) => []
            ARRAY_SLICE([1, 2, 3, 4], -9, 2) => [1, 2]
            ARRAY_SLICE([1, 2, 3, 4], 2, -1) => []
            ARRAY_SLICE([1, 2, 3, 4], 1, 99) => [2, 3, 4]
            ARRAY_SLICE([1, 2, 3, 4], -9223372036854775808, 9223372036854775807) => [1, 2, 3, 4]
            ARRAY_SLICE([1], 0.5) => undefined
            ARRAY_SLICE([1], '0') => undefined
            ARRAY_SLICE([1], 0, undefined) => undefined
            ARRAY_SLICE('abc', 0) => undefined
            """)
    void slicesAreClamped(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_CONTAINS([1, 2], 2) => true
            ARRAY_CONTAINS([1, 2], 2.0) => true
            ARRAY_CONTAINS([1, 2], '2') => false
            ARRAY_CONTAINS([null], null) => true
            ARRAY_CONTAINS([[1]], [1]) => true
            ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'b': 2, 'a': 1}) => true
            ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'a': 1}) => false
            ARRAY_CONTAINS([], 1) => false
            ARRAY_CONTAINS([1], undefined) => undefined
            ARRAY_CONTAINS('abc', 'a') => undefined
            ARRAY_CONTAINS(undefined, 1) => undefined
            """)
    void containsComparesWholeValues(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'a': 1}, true) => true
            ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'a': 2}, true) => false
            ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'c': 1}, true) => false
            ARRAY_CONTAINS([{'a': 1}, {'b': 2}], {'a': 1, 'b': 2}, true) => false
            ARRAY_CONTAINS([{'a': {'x': 1, 'y': 2}}], {'a': {'x': 1}}, true) => true
            ARRAY_CONTAINS([{'a': 1}], {}, true) => true
            ARRAY_CONTAINS([1], 1, true) => true
            ARRAY_CONTAINS([1], {}, true) => false
            ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'a': 1}, false) => false
            ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'a': 1}, undefined) => false
            ARRAY_CONTAINS([1], 1, 'true') => undefined
            """)
    void partialMatchLooksAtTheGivenMembers(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            ARRAY_CONTAINS_ANY([1, 2, 3], 9, 3) => true
            ARRAY_CONTAINS_ANY([1, 2, 3], 9, 8) => false
            ARRAY_CONTAINS_ALL([1, 2, 3], 3, 1) => true
            ARRAY_CONTAINS_ALL([1, 2, 3], 3, 4) => false
            ARRAY_CONTAINS_ANY([1, 2], [1, 2]) => false
            ARRAY_CONTAINS_ANY([[1, 2]], [1, 2]) => true
            ARRAY_CONTAINS_ANY([1], undefined, 1) => true
            ARRAY_CONTAINS_ANY([1], undefined, 2) => undefined
            ARRAY_CONTAINS_ALL([1], undefined, 2) => false
            ARRAY_CONTAINS_ALL([1], undefined, 1) => undefined
            ARRAY_CONTAINS_ANY('abc', 'a') => undefined
            ARRAY_CONTAINS_ALL(undefined, 1) => undefined
            """)
    void severalValuesAreJoinedByOrAndAnd(String call, String expected) {
        Claim.holds(call, expected);
    }

    @Test
    void anArrayThatWouldGrowBeyondAllPagesIsUndefined() {
        JsonArray half = new JsonArray(Collections.nCopies(Limits.ELEMENTS_MAX / 2, JsonNull.NULL));
        assertThat(Claim.call("ARRAY_CONCAT", half, half)).isNotNull();
        assertThat(Claim.call("ARRAY_CONCAT", half, half, JsonArray.of(JsonNull.NULL)))
                .isNull();
    }
}
