package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DateTimeFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEADD('yyyy', 1, '2020-02-27T01:02:03Z') => '2021-02-27T01:02:03.0000000Z'
            DATETIMEADD('mm', 1, '2021-01-15T00:00:00Z') => '2021-02-15T00:00:00.0000000Z'
            DATETIMEADD('dd', -1, '2021-03-01T00:00:00Z') => '2021-02-28T00:00:00.0000000Z'
            DATETIMEADD('hh', 25, '2021-03-01T00:00:00Z') => '2021-03-02T01:00:00.0000000Z'
            DATETIMEADD('mi', -1, '2021-01-01T00:00:00Z') => '2020-12-31T23:59:00.0000000Z'
            DATETIMEADD('ss', 90, '2021-01-01T00:00:00Z') => '2021-01-01T00:01:30.0000000Z'
            DATETIMEADD('ms', 5, '2021-01-01T00:00:00.001Z') => '2021-01-01T00:00:00.0060000Z'
            DATETIMEADD('mcs', 5, '2021-01-01') => '2021-01-01T00:00:00.0000050Z'
            DATETIMEADD('ns', 250, '2021-01-01') => '2021-01-01T00:00:00.0000002Z'
            DATETIMEADD('ms', -1, '1970-01-01') => '1969-12-31T23:59:59.9990000Z'
            """)
    void partsAreAdded(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEADD('month', 1, '2031-01-31') => '2031-02-28T00:00:00.0000000Z'
            DATETIMEADD('month', -1, '2032-03-31') => '2032-02-29T00:00:00.0000000Z'
            DATETIMEADD('year', 1, '2032-02-29') => '2033-02-28T00:00:00.0000000Z'
            DATETIMEADD('year', 4, '2032-02-29') => '2036-02-29T00:00:00.0000000Z'
            """)
    void aDayThatTheMonthLacksBecomesItsLast(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEPART('year', '2031-05-06T07:08:09.1234567Z') => 2031
            DATETIMEPART('yyyy', '2031-05-06T07:08:09.1234567Z') => 2031
            DATETIMEPART('yy', '2031-05-06T07:08:09.1234567Z') => 2031
            DATETIMEPART('month', '2031-05-06T07:08:09.1234567Z') => 5
            DATETIMEPART('mm', '2031-05-06T07:08:09.1234567Z') => 5
            DATETIMEPART('m', '2031-05-06T07:08:09.1234567Z') => 5
            DATETIMEPART('day', '2031-05-06T07:08:09.1234567Z') => 6
            DATETIMEPART('dd', '2031-05-06T07:08:09.1234567Z') => 6
            DATETIMEPART('d', '2031-05-06T07:08:09.1234567Z') => 6
            DATETIMEPART('hour', '2031-05-06T07:08:09.1234567Z') => 7
            DATETIMEPART('hh', '2031-05-06T07:08:09.1234567Z') => 7
            DATETIMEPART('minute', '2031-05-06T07:08:09.1234567Z') => 8
            DATETIMEPART('mi', '2031-05-06T07:08:09.1234567Z') => 8
            DATETIMEPART('n', '2031-05-06T07:08:09.1234567Z') => 8
            DATETIMEPART('second', '2031-05-06T07:08:09.1234567Z') => 9
            DATETIMEPART('ss', '2031-05-06T07:08:09.1234567Z') => 9
            DATETIMEPART('s', '2031-05-06T07:08:09.1234567Z') => 9
            DATETIMEPART('millisecond', '2031-05-06T07:08:09.1234567Z') => 123
            DATETIMEPART('ms', '2031-05-06T07:08:09.1234567Z') => 123
            DATETIMEPART('microsecond', '2031-05-06T07:08:09.1234567Z') => 123456
            DATETIMEPART('mcs', '2031-05-06T07:08:09.1234567Z') => 123456
            DATETIMEPART('nanosecond', '2031-05-06T07:08:09.1234567Z') => 123456700
            DATETIMEPART('ns', '2031-05-06T07:08:09.1234567Z') => 123456700
            DATETIMEPART('YEAR', '2031-05-06') => 2031
            DATETIMEPART('hh', '2031-05-06T07:08:09+00:00') => 7
            DATETIMEPART('dd', '2031-05-06T07:08:09.5+07:30') => 5
            DATETIMEPART('hh', '2031-05-06T07:08:09-02:30') => 9
            """)
    void allSpellingsOfAPartMeanTheSame(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            YEAR('2031-05-06') => 2031
            MONTH('2031-05-06T10:00:00') => 5
            DAY('2031-05-06T10:00:00.5Z') => 6
            YEAR('never') => undefined
            MONTH(5) => undefined
            DAY(undefined) => undefined
            """)
    void yearMonthAndDayHaveFunctionsOfTheirOwn(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEDIFF('yyyy', '2020-12-31T23:59:59Z', '2021-01-01T00:00:00Z') => 1
            DATETIMEDIFF('mm', '2021-01-31T00:00:00Z', '2021-02-01T00:00:00Z') => 1
            DATETIMEDIFF('mm', '2021-03-01', '2020-01-31') => -14
            DATETIMEDIFF('dd', '2021-01-01T23:00:00Z', '2021-01-02T01:00:00Z') => 1
            DATETIMEDIFF('hh', '2021-01-01T01:59:00Z', '2021-01-01T02:01:00Z') => 1
            DATETIMEDIFF('hh', '1969-12-31T23:59:00Z', '1970-01-01T00:01:00Z') => 1
            DATETIMEDIFF('mi', '2021-01-01T00:00:59Z', '2021-01-01T00:01:00Z') => 1
            DATETIMEDIFF('ss', '2021-01-01T00:00:10Z', '2021-01-01T00:00:00Z') => -10
            DATETIMEDIFF('ms', '2021-01-01', '2021-01-02') => 86400000
            DATETIMEDIFF('mcs', '2021-01-01', '2021-01-01T00:00:01') => 1000000
            DATETIMEDIFF('ns', '2021-01-01', '2021-01-01T00:00:01') => 1000000000
            DATETIMEDIFF('ns', '0001-01-01', '9999-01-01') => undefined
            """)
    void differencesCountBoundaries(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEFROMPARTS(2031, 5, 6) => '2031-05-06T00:00:00.0000000Z'
            DATETIMEFROMPARTS(2031, 5, 6, 7) => '2031-05-06T07:00:00.0000000Z'
            DATETIMEFROMPARTS(2031, 5, 6, 7, 8, 9, 1234567) => '2031-05-06T07:08:09.1234567Z'
            DATETIMEFROMPARTS(2031, 5, 6, 7, 8, 9, 1) => '2031-05-06T07:08:09.0000001Z'
            DATETIMEFROMPARTS(2031, 2, 29) => undefined
            DATETIMEFROMPARTS(2031, 13, 1) => undefined
            DATETIMEFROMPARTS(10000, 1, 1) => undefined
            DATETIMEFROMPARTS(-1, 1, 1) => undefined
            DATETIMEFROMPARTS(2031, 5, 6, 24) => undefined
            DATETIMEFROMPARTS(2031, 5, 6, 7, 8, 9, 10000000) => undefined
            DATETIMEFROMPARTS(2031, 5, 6.5) => undefined
            DATETIMEFROMPARTS('2031', 5, 6) => undefined
            DATETIMEFROMPARTS(2031, 5, 6, undefined) => undefined
            """)
    void dateTimesAreMadeFromParts(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMETOTIMESTAMP('1970-01-02T00:00:00Z') => 86400000
            DATETIMETOTIMESTAMP('1969-12-31T23:59:59Z') => -1000
            DATETIMETOTICKS('1970-01-01T00:00:01Z') => 10000000
            DATETIMETOTICKS('1970-01-01T00:00:00.0000001Z') => 1
            TIMESTAMPTODATETIME(86400000) => '1970-01-02T00:00:00.0000000Z'
            TIMESTAMPTODATETIME(-1000) => '1969-12-31T23:59:59.0000000Z'
            TICKSTODATETIME(10000000) => '1970-01-01T00:00:01.0000000Z'
            TICKSTODATETIME(-1) => '1969-12-31T23:59:59.9999999Z'
            TICKSTODATETIME(16203792991234567) => '2021-05-07T09:21:39.1234567Z'
            """)
    void ticksAndMillisecondsCountFrom1970(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEADD('yyyy', 8000, '2031-05-06') => undefined
            DATETIMEADD('mm', -9223372036854775808, '2031-05-06') => undefined
            DATETIMEADD('dd', 9223372036854775807, '2031-05-06') => undefined
            DATETIMEADD('ns', -9223372036854775808, '0002-01-01') => undefined
            DATETIMEADD('ss', 1, '9999-12-31T23:59:59.9999999Z') => undefined
            DATETIMEADD('week', 1, '2031-05-06') => undefined
            DATETIMEADD('dd', 1.5, '2031-05-06') => undefined
            DATETIMEADD('dd', '1', '2031-05-06') => undefined
            DATETIMEADD('dd', 1, 'never') => undefined
            DATETIMEADD(undefined, 1, '2031-05-06') => undefined
            DATETIMEDIFF('dd', '2031-05-06', undefined) => undefined
            DATETIMEDIFF('week', '2031-05-06', '2031-05-06') => undefined
            DATETIMEPART('week', '2031-05-06') => undefined
            DATETIMEPART('dd', '2031-05-06T07:08:09Z+01:00') => undefined
            DATETIMEPART('dd', '2031-05-06T07:08:09+15:00') => undefined
            DATETIMEPART('dd', '0001-01-01T00:00:00+01:00') => undefined
            DATETIMEPART('dd', 1) => undefined
            DATETIMETOTICKS('never') => undefined
            DATETIMETOTIMESTAMP(1) => undefined
            TICKSTODATETIME(1.5) => undefined
            TICKSTODATETIME(9223372036854775807) => undefined
            TICKSTODATETIME(-9223372036854775808) => undefined
            TIMESTAMPTODATETIME(9223372036854775807) => undefined
            TIMESTAMPTODATETIME(-9223372036854775808) => undefined
            TIMESTAMPTODATETIME('0') => undefined
            """)
    void whatIsOutOfRangeOrOfAnotherTypeIsUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
