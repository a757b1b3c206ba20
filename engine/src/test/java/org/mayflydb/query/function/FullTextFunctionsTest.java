package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FullTextFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            FullTextContains('The Quick-brown fox.', 'quick') => true
            FullTextContains('The Quick-brown fox.', 'BROWN') => true
            FullTextContains('The Quick-brown fox.', 'row') => false
            FullTextContains('The Quick-brown fox.', '') => false
            FullTextContains('', 'fox') => false
            FullTextContains('Größe 42', 'größe') => true
            FullTextContains('Größe 42', '42') => true
            """)
    void wordsAreFoundInAnyCase(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            FullTextContains('The Quick-brown fox.', 'quick brown') => true
            FullTextContains('The Quick-brown fox.', 'brown, FOX') => true
            FullTextContains('The Quick-brown fox.', 'quick fox') => false
            FullTextContains('The Quick-brown fox.', 'brown fox jumps') => false
            """)
    void phrasesAreConsecutiveWords(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            FullTextContains('two red bicycles', 'Bicycle') => true
            FullTextContains('a bicycle', 'bicycles') => true
            FullTextContains('she was running', 'run') => true
            FullTextContains('the runner', 'run') => false
            """)
    void wordsAreComparedByTheirStems(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            FullTextContains('The bill of rights', 'the') => false
            FullTextContains('The bill of rights', 'bill rights') => true
            FullTextContains('The bill rights', 'bill of the rights') => true
            FullTextContains('The bill of rights', 'of the') => false
            _FullTextWordCount('The bill of rights') => 2
            """)
    void stopWordsAreIgnoredInTextsAndTerms(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            _FullTextWordCount('1990 – 1995') => 3
            _FullTextWordCount('snake_case') => 2
            _FullTextWordCount('naïve') => 1
            FullTextContains('naïve', 'na') => false
            FullTextContains('O\u2019Brien', 'brien') => false
            """)
    void charactersBeyondAsciiArePartsOfWords(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            FullTextContains('red bicycle', {'term': 'bicicle', 'distance': 1}) => true
            FullTextContains('red bicycle', {'term': 'bicycl', 'distance': 1}) => true
            FullTextContains('red bicycle', {'term': 'bycicle', 'distance': 1}) => false
            FullTextContains('red bicycle', {'term': 'bycicle', 'distance': 2}) => true
            FullTextContains('red bicycle', {'term': 'rad bicicle', 'distance': 1}) => true
            FullTextContains('red bicycle', {'term': 'bicycle', 'distance': 0}) => true
            FullTextContains('red bicycle', {'term': 'bicycle'}) => true
            FullTextContains('red bicycle', {'term': 'x', 'distance': 2}) => false
            FullTextContains('red bicycle', {'term': 'bicycle', 'distance': 3}) => undefined
            FullTextContains('red bicycle', {'term': 'bicycle', 'distance': -1}) => undefined
            FullTextContains('red bicycle', {'term': 'bicycle', 'distance': '1'}) => undefined
            FullTextContains('red bicycle', {'term': 1, 'distance': 1}) => undefined
            """)
    void fuzzyTermsAllowSomeLettersToDiffer(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            FullTextContainsAll('red bicycle', 'red', 'bicycle') => true
            FullTextContainsAll('red bicycle', 'red', 'car') => false
            FullTextContainsAny('red bicycle', 'car', 'bicycle') => true
            FullTextContainsAny('red bicycle', 'car', 'bus') => false
            FullTextContainsAny('red bicycle', 'car', {'term': 'rod', 'distance': 1}) => true
            FullTextContainsAll('red bicycle', undefined, 'car') => false
            FullTextContainsAll('red bicycle', undefined, 'red') => undefined
            FullTextContainsAny('red bicycle', undefined, 'red') => true
            FullTextContainsAny('red bicycle', undefined, 'car') => undefined
            """)
    void severalTermsAreJoinedByAndAndOr(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            FullTextContains(1, 'a') => undefined
            FullTextContains('a', 1) => undefined
            FullTextContains('a', ['a']) => undefined
            FullTextContains(undefined, 'a') => undefined
            FullTextContainsAll(null, 'a') => undefined
            FullTextContainsAny([], 'a') => undefined
            _FullTextWordCount(1) => undefined
            _FullTextWordCount(undefined) => undefined
            """)
    void otherTypesAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            _FullTextWordCount('The Quick-brown fox.') => 3
            _FullTextWordCount('') => 0
            _FullTextWordCount(' ... ') => 0
            _FullTextWordCount('y2k') => 1
            """)
    void wordsAreCounted(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            _FullTextScore('red bicycle', ['red'], 4, 8, [1]) => 1.203972804325936
            _FullTextScore('red red bicycle', ['red'], 4, 12, [1]) => 1.6554626059481619
            _FullTextScore('red bicycle', ['red', 'bicycle'], 4, 8, [1, 4]) => 1.3093333199837622
            _FullTextScore('red bicycle', ['car'], 4, 8, [1]) => 0
            _FullTextScore('red bicycle', [], 4, 8, []) => 0
            _FullTextScore(undefined, ['red'], 4, 8, [1]) => 0
            """)
    void scoresFollowBm25(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            _FullTextScore('red', ['red'], 4, 8, []) => undefined
            _FullTextScore('red', ['red'], 4, 8, ['1']) => undefined
            _FullTextScore('red', ['red'], undefined, 8, [1]) => undefined
            _FullTextScore('red', ['red'], 4, '8', [1]) => undefined
            _FullTextScore('red', [1], 4, 8, [1]) => undefined
            _FullTextScore('red', 'red', 4, 8, [1]) => undefined
            """)
    void scoresWithoutStatisticsAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
