package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DateTimeBinTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEBIN('2031-05-06T07:48:09.5Z', 'hh') => '2031-05-06T07:00:00.0000000Z'
            DATETIMEBIN('2031-05-06T07:48:09.5Z', 'hh', 4) => '2031-05-06T04:00:00.0000000Z'
            DATETIMEBIN('2031-05-06T07:48:09.5Z', 'mi', 15) => '2031-05-06T07:45:00.0000000Z'
            DATETIMEBIN('2031-05-06T07:48:09.5Z', 'ss') => '2031-05-06T07:48:09.0000000Z'
            DATETIMEBIN('1970-01-08', 'dd', 5) => '1970-01-06T00:00:00.0000000Z'
            DATETIMEBIN('1969-12-31T12:00:00', 'dd', 5) => '1969-12-27T00:00:00.0000000Z'
            DATETIMEBIN('2031-05-06T07:48:09.1234567Z', 'ms', 100) => '2031-05-06T07:48:09.1000000Z'
            DATETIMEBIN('2031-05-06T07:48:09.1234567Z', 'mcs') => '2031-05-06T07:48:09.1234560Z'
            DATETIMEBIN('2031-05-06T07:48:09.1234567Z', 'ns', 200) => '2031-05-06T07:48:09.1234566Z'
            DATETIMEBIN('2031-05-06T07:48:09.1234567Z', 'ns') => '2031-05-06T07:48:09.1234567Z'
            """)
    void aBinBeginsAtAMultipleFrom1970(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEBIN('2031-05-06T07:48:09Z', 'dd', 7, '2031-05-01') => '2031-05-01T00:00:00.0000000Z'
            DATETIMEBIN('2031-05-08', 'dd', 7, '2031-05-01') => '2031-05-08T00:00:00.0000000Z'
            DATETIMEBIN('2031-04-30', 'dd', 7, '2031-05-01') => '2031-04-24T00:00:00.0000000Z'
            DATETIMEBIN('2031-05-06T07:48:09Z', 'hh', 1, '2031-05-06T00:30:00') => '2031-05-06T07:30:00.0000000Z'
            """)
    void anotherOriginMovesTheBins(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEBIN('2031-05-06T07:48:09Z', 'yyyy') => '2031-01-01T00:00:00.0000000Z'
            DATETIMEBIN('2031-05-06T07:48:09Z', 'mm', 3) => '2031-04-01T00:00:00.0000000Z'
            DATETIMEBIN('2031-05-06T07:48:09Z', 'yyyy', 10) => '2030-01-01T00:00:00.0000000Z'
            DATETIMEBIN('2031-05-06T07:48:09Z', 'mm', 1, '2031-01-15') => '2031-04-15T00:00:00.0000000Z'
            DATETIMEBIN('1969-05-06', 'yyyy', 10) => '1960-01-01T00:00:00.0000000Z'
            """)
    void monthsAndYearsAreBinsToo(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEBIN('2031-05-06T07:48:09Z', 'hh', 0) => undefined
            DATETIMEBIN('2031-05-06T07:48:09Z', 'hh', -2) => undefined
            DATETIMEBIN('2031-05-06T07:48:09Z', 'hh', 1.5) => undefined
            DATETIMEBIN('2031-05-06T07:48:09Z', 'hh', 1, '1600-12-31') => undefined
            DATETIMEBIN('2031-05-06T07:48:09Z', 'hh', 1, '1601-01-01') => '2031-05-06T07:00:00.0000000Z'
            DATETIMEBIN('2031-05-06', 'dd', 9223372036854775807) => '1970-01-01T00:00:00.0000000Z'
            DATETIMEBIN('1031-05-06', 'dd', 9223372036854775807) => undefined
            DATETIMEBIN('1031-05-06', 'yyyy', 9223372036854775807) => undefined
            """)
    void sizesAndOriginsHaveBounds(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEBIN('nope', 'hh') => undefined
            DATETIMEBIN('2031-05-06', 'week') => undefined
            DATETIMEBIN('2031-05-06', 1) => undefined
            DATETIMEBIN('2031-05-06', 'hh', '1') => undefined
            DATETIMEBIN('2031-05-06', 'hh', undefined) => undefined
            DATETIMEBIN('2031-05-06', 'hh', 1, 'nope') => undefined
            """)
    void otherTypesAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
