package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonString;

class StringFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            CONCAT('a', 'b', 'c') => 'abc'
            CONCAT('', '') => ''
            CONCAT('a', 1) => undefined
            CONCAT('a', undefined) => undefined
            CONCAT('a', null) => undefined
            """)
    void concatenationTakesOnlyText(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            LENGTH('') => 0
            LENGTH('abc') => 3
            LENGTH('\\ud83d\\ude00') => 2
            """)
    void lengthCountsUnitsOfUtf16(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            LOWER('AbC') => 'abc'
            UPPER('AbC') => 'ABC'
            UPPER('straße') => 'STRASSE'
            LOWER('I') => 'i'
            """)
    void caseIsThatOfNoLanguage(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REVERSE('abc') => 'cba'
            REVERSE('') => ''
            REVERSE('a\\ud83d\\ude00b') => 'b\\ud83d\\ude00a'
            """)
    void reversalKeepsPairsTogether(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            LENGTH(12) => undefined
            LENGTH(undefined) => undefined
            LOWER(null) => undefined
            UPPER([]) => undefined
            REVERSE(true) => undefined
            REPLACE(1, 'a', 'b') => undefined
            REPLACE('a', 1, 'b') => undefined
            REPLACE('a', 'a', undefined) => undefined
            REPLICATE(1, 2) => undefined
            REPLICATE('a', '2') => undefined
            STRINGJOIN('abc', ',') => undefined
            STRINGJOIN(['a', 1], ',') => undefined
            STRINGJOIN(['a'], undefined) => undefined
            STRINGSPLIT(1, ',') => undefined
            STRINGSPLIT('a', undefined) => undefined
            """)
    void otherTypesAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REPLACE('banana', 'an', 'AN') => 'bANANa'
            REPLACE('banana', 'a', '') => 'bnn'
            REPLACE('aaa', 'aa', 'b') => 'ba'
            REPLACE('banana', 'x', 'y') => 'banana'
            REPLACE('', 'x', 'y') => ''
            REPLACE('banana', '', 'y') => undefined
            """)
    void replaceChangesAllOccurrences(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            REPLICATE('ab', 3) => 'ababab'
            REPLICATE('ab', 3.9) => 'ababab'
            REPLICATE('ab', 0) => ''
            REPLICATE('ab', -1) => undefined
            REPLICATE('ab', NaN) => undefined
            REPLICATE('ab', Infinity) => undefined
            REPLICATE('ab', 5001) => undefined
            REPLICATE('', 1e300) => ''
            """)
    void replicationIsCutAndLimited(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            STRINGSPLIT('a_b__c', '_') => ['a', 'b', '', 'c']
            STRINGSPLIT('_a_', '_') => ['', 'a', '']
            STRINGSPLIT('xenmoun mountain bike', 'moun') => ['xen', ' ', 'tain bike']
            STRINGSPLIT('abc', '_') => ['abc']
            STRINGSPLIT('abc', '') => ['abc']
            STRINGSPLIT('', '') => ['']
            STRINGSPLIT('', '_') => ['']
            STRINGJOIN(['a', 'b', '', 'c'], '_') => 'a_b__c'
            STRINGJOIN(['a'], '_') => 'a'
            STRINGJOIN([], '_') => ''
            """)
    void splittingAndJoiningAreInverse(String call, String expected) {
        Claim.holds(call, expected);
    }

    @Test
    void replicationStopsAtTenThousandCharacters() {
        assertThat(Claim.call("REPLICATE", new JsonString("ab"), JsonNumber.of(5000)))
                .isEqualTo(new JsonString("ab".repeat(5000)));
    }

    @Test
    void textThatWouldGrowBeyondAllPagesIsUndefined() {
        JsonString half = new JsonString("a".repeat(Limits.TEXT_CHARACTERS_MAX / 2));
        assertThat(Claim.call("CONCAT", half, half)).isNotNull();
        assertThat(Claim.call("CONCAT", half, half, new JsonString("b"))).isNull();
        assertThat(Claim.call("REPLACE", half, new JsonString("a"), new JsonString("bb")))
                .isNotNull();
        assertThat(Claim.call("REPLACE", half, new JsonString("a"), new JsonString("bbb")))
                .isNull();
        assertThat(Claim.call("STRINGJOIN", JsonArray.of(half, half), new JsonString("b")))
                .isNull();
    }
}
