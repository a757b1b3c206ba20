package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubstringFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            LEFT('anchor', 3) => 'anc'
            LEFT('anchor', 0) => ''
            LEFT('anchor', -1) => ''
            LEFT('anchor', 99) => 'anchor'
            LEFT('anchor', 2.0) => 'an'
            LEFT('anchor', 2.5) => undefined
            RIGHT('anchor', 3) => 'hor'
            RIGHT('anchor', 0) => ''
            RIGHT('anchor', -1) => ''
            RIGHT('anchor', 99) => 'anchor'
            RIGHT('anchor', 0.5) => undefined
            """)
    void endsOfATextByLength(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SUBSTRING('anchor', 1, 3) => 'nch'
            SUBSTRING('anchor', 4, 50) => 'or'
            SUBSTRING('anchor', 9, 2) => ''
            SUBSTRING('anchor', 6, 1) => ''
            SUBSTRING('anchor', -1, 3) => ''
            SUBSTRING('anchor', 2, 0) => ''
            SUBSTRING('anchor', 2, -1) => ''
            SUBSTRING('anchor', 0, 9223372036854775807) => 'anchor'
            SUBSTRING('anchor', 0.5, 1) => undefined
            """)
    void partsByPlaceAndLength(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            INDEX_OF('banana', 'an') => 1
            INDEX_OF('banana', 'x') => -1
            INDEX_OF('banana', 'an', 2) => 3
            INDEX_OF('banana', 'b', 1) => -1
            INDEX_OF('banana', 'an', -5) => 1
            INDEX_OF('banana', 'an', 99) => -1
            INDEX_OF('banana', '') => 0
            INDEX_OF('banana', 'an', 0.5) => undefined
            """)
    void firstPlaceOfAPart(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            LASTINDEXOF('banana', 'an') => 3
            LASTINDEXOF('banana', 'x') => -1
            LASTINDEXOF('abcdeabc', 'abc') => 5
            LASTINDEXOF('abcdeabc', 'abc', 6) => 0
            LASTINDEXOF('abcdeabc', 'abc', 7) => 5
            LASTINDEXOF('abcdeabc', 'abc', 99) => 5
            LASTINDEXOF('abcdeabc', 'abc', -1) => -1
            LASTINDEXOF('abcdeabc', 'abc', -9223372036854775808) => -1
            LASTINDEXOF('', 'x') => -1
            LASTINDEXOF('banana', 'an', undefined) => undefined
            """)
    void lastPlaceOfAPart(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SUBSTRINGBEFORE('a::b::c', '::') => 'a'
            SUBSTRINGAFTER('a::b::c', '::') => 'b::c'
            LASTSUBSTRINGBEFORE('a::b::c', '::') => 'a::b'
            LASTSUBSTRINGAFTER('a::b::c', '::') => 'c'
            SUBSTRINGBEFORE('abc', '/') => ''
            SUBSTRINGAFTER('abc', '/') => ''
            LASTSUBSTRINGBEFORE('abc', '/') => ''
            LASTSUBSTRINGAFTER('abc', '/') => ''
            SUBSTRINGBEFORE('abc', '') => ''
            SUBSTRINGAFTER('abc', '') => 'abc'
            """)
    void partsBeforeAndAfterAMark(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            LEFT(1, 1) => undefined
            LEFT('a', '1') => undefined
            LEFT('a', undefined) => undefined
            RIGHT(null, 1) => undefined
            RIGHT('a', NaN) => undefined
            SUBSTRING(1, 0, 1) => undefined
            SUBSTRING('a', null, 1) => undefined
            SUBSTRING('a', 0, undefined) => undefined
            INDEX_OF(1, 'a') => undefined
            INDEX_OF('a', 1) => undefined
            LASTINDEXOF('a', null) => undefined
            SUBSTRINGBEFORE(1, 'a') => undefined
            SUBSTRINGAFTER('a', 1) => undefined
            LASTSUBSTRINGBEFORE(undefined, 'a') => undefined
            LASTSUBSTRINGAFTER('a', undefined) => undefined
            """)
    void otherTypesAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
