package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DateTimePatternTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEFORMAT('2024-10-10 14:40:20', 'yyyyMMdd') => '20241010'
            DATETIMEFORMAT('2024-10-10 14:40:20', 'yyyy-MM-dd [HH:mm:ss]') => '2024-10-10 [14:40:20]'
            DATETIMEFORMAT('2031-05-06T07:08:09.1200000Z', 'yy M d H m s') => '31 5 6 7 8 9'
            DATETIMEFORMAT('2031-05-06T15:08:09', 'hh:mm tt') => '03:08 PM'
            DATETIMEFORMAT('2031-05-06T00:08:09', 'h tt') => '12 AM'
            """)
    void partsAreFilledIn(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEFORMAT('2031-05-06T07:08:09.1200000Z', 'fff') => '120'
            DATETIMEFORMAT('2031-05-06T07:08:09.1200000Z', 'FFF') => '12'
            DATETIMEFORMAT('2024-10-10 14:40:20', 'ss.fff') => '20.000'
            DATETIMEFORMAT('2024-10-10 14:40:20', 'ss.FFF') => '20.'
            DATETIMEFORMAT('2031-05-06T07:08:09.1234567Z', 'fffffff') => '1234567'
            DATETIMEFORMAT('2031-05-06T07:08:09.1234567Z', 'f') => '1'
            """)
    void fractionsKeepOrDropTheirZeros(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEFORMAT('2024-10-10', 'To\\\\da\\\\y i\\\\s: yyyy') => 'Today is: 2024'
            DATETIMEFORMAT('2024-10-10', '\\\\\\\\yyyy') => '\\\\2024'
            DATETIMEFORMAT('2024-10-10', 'yyyy\\\\') => '2024\\\\'
            DATETIMEFORMAT('2024-10-10', '') => ''
            """)
    void whatFollowsABackslashIsItself(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            DATETIMEFORMAT('never', 'yyyy') => undefined
            DATETIMEFORMAT(1, 'yyyy') => undefined
            DATETIMEFORMAT('2024-10-10', 1) => undefined
            DATETIMEFORMAT('2024-10-10', undefined) => undefined
            """)
    void otherTypesAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }
}
