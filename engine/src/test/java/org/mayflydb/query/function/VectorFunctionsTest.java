package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            VectorDistance([1, 0], [1, 0]) => 1
            VectorDistance([1, 0], [0, 1]) => 0
            VectorDistance([1, 2], [-2, -4]) => -1
            VectorDistance([1, 1], [1, 0], true) => 0.7071067811865475
            VectorDistance([1, 1], [1, 0], false, {}) => 0.7071067811865475
            VectorDistance([1, 1], [1, 0], undefined, undefined) => 0.7071067811865475
            """)
    void cosineIsTheDefault(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            VectorDistance([1, 2, 3], [4, 5, 6], true, {'distanceFunction': 'DotProduct'}) => 32
            VectorDistance([1, 2], [4, 6], true, {'distanceFunction': 'Euclidean'}) => 5
            VectorDistance([1, 2], [4, 6], true, {'distanceFunction': 'euclidean', 'dataType': 'float32'}) => 5
            VectorDistance([3], [4], true, {'distanceFunction': 'Cosine', 'searchListSizeMultiplier': 10}) => 1
            VectorDistance([3], [4], true, {'distanceFunction': 'Manhattan'}) => undefined
            VectorDistance([3], [4], true, {'distanceFunction': 1}) => undefined
            VectorDistance([3], [4], true, 'Cosine') => undefined
            """)
    void theOptionsNameTheFunction(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            VectorDistance([1, 2], [1]) => undefined
            VectorDistance([], []) => undefined
            VectorDistance([[1, 2]], [[1, 2]]) => undefined
            VectorDistance([1, 'a'], [1, 2]) => undefined
            VectorDistance(1, 1) => undefined
            VectorDistance(undefined, [1]) => undefined
            VectorDistance([1], null) => undefined
            VectorDistance([1], [1], 'yes') => undefined
            VectorDistance([0, 0], [1, 2]) => undefined
            """)
    void whatAreNotTwoVectorsOfOneLengthIsUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
