package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionalFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IIF(true, 'a', 'b') => 'a'
            IIF(false, 'a', 'b') => 'b'
            IIF(undefined, 'a', 'b') => 'b'
            IIF(null, 'a', 'b') => 'b'
            IIF(1, 'a', 'b') => 'b'
            IIF('true', 'a', 'b') => 'b'
            """)
    void onlyTrueChoosesTheFirstBranch(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IIF(true, 1, undefined) => 1
            IIF(true, undefined, 1) => undefined
            IIF(false, undefined, [2]) => [2]
            """)
    void theBranchNotChosenDoesNotMatter(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            CHOOSE(1, 'a', 'b') => 'a'
            CHOOSE(2, 'a', 'b') => 'b'
            CHOOSE(2.0, 'a', 'b') => 'b'
            CHOOSE(2, undefined, {}) => {}
            CHOOSE(1, undefined, 'b') => undefined
            """)
    void chooseCountsFromOne(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            CHOOSE(0, 'a', 'b') => undefined
            CHOOSE(3, 'a', 'b') => undefined
            CHOOSE(-1, 'a', 'b') => undefined
            CHOOSE(1.5, 'a', 'b') => undefined
            CHOOSE(4294967297, 'a', 'b') => undefined
            CHOOSE('1', 'a', 'b') => undefined
            CHOOSE(undefined, 'a', 'b') => undefined
            """)
    void chooseOutOfRangeIsUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
