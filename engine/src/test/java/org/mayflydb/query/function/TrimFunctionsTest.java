package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrimFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            TRIM('  a b\\t\\n') => 'a b'
            LTRIM('  a ') => 'a '
            RTRIM('  a ') => '  a'
            TRIM('   ') => ''
            TRIM('') => ''
            """)
    void whiteSpaceIsCutOff(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            TRIM('-_-x-_', '-_') => 'x'
            LTRIM('-_-x-_', '_-') => 'x-_'
            RTRIM('-_-x-_', '_-') => '-_-x'
            TRIM(' x ', '-') => ' x '
            TRIM('aaa', 'a') => ''
            TRIM(' x ', '') => ' x '
            """)
    void givenCharactersAreASet(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            TRIM(1) => undefined
            TRIM('a', 1) => undefined
            TRIM('a', undefined) => undefined
            LTRIM(null) => undefined
            RTRIM(undefined) => undefined
            """)
    void otherTypesAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
