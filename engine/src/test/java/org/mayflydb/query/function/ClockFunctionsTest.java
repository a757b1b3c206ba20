package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.base.MovableClock;
import org.mayflydb.json.JsonValue;

class ClockFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            GETCURRENTDATETIME() => '2031-05-06T07:08:10.7654321Z'
            GETCURRENTTICKS() => 19358176907654321
            GETCURRENTTIMESTAMP() => 1935817690765
            """)
    void plainFunctionsAskTheClockAtEachCall(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            GETCURRENTDATETIMESTATIC() => '2031-05-06T07:08:09.1234567Z'
            GETCURRENTTICKSSTATIC() => 19358176891234567
            GETCURRENTTIMESTAMPSTATIC() => 1935817689123
            """)
    void staticFunctionsTakeTheStartOfTheQuery(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            NOW() => '2031-05-06T07:08:09.1234567Z'
            NOW('hh', 1) => '2031-05-06T08:08:09.1234567Z'
            NOW('hh', -1) => '2031-05-06T06:08:09.1234567Z'
            AGO('yyyy', 1) => '2030-05-06T07:08:09.1234567Z'
            AGO('yyyy', -1) => '2032-05-06T07:08:09.1234567Z'
            AGO('ms', 4) => '2031-05-06T07:08:09.1194567Z'
            """)
    void nowAndAgoAreShiftedFromTheStartOfTheQuery(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            NOW('hh') => undefined
            NOW('hh', 1.5) => undefined
            NOW('week', 1) => undefined
            AGO('hh', '1') => undefined
            AGO('hh', undefined) => undefined
            AGO(1, 1) => undefined
            AGO('yyyy', 9000) => undefined
            AGO('dd', -9223372036854775808) => undefined
            """)
    void shiftsThatMakeNoSenseAreUndefined(String call, String expected) {
        Claim.holds(call, expected);
    }

    @Test
    void theClockMovesWhileTheQueryRuns() {
        MovableClock clock = MovableClock.startingAt(Claim.QUERY_START);
        CallContext context = new CallContext(Claim.QUERY_START, clock, new Random(1), Claim.UNMETERED);
        BuiltIn plain = Claim.function("GETCURRENTTIMESTAMP");
        BuiltIn fixed = Claim.function("GETCURRENTTIMESTAMPSTATIC");
        JsonValue before = plain.body().call(new JsonValue[0], context);
        clock.advance(Duration.ofMillis(5));
        assertThat(plain.body().call(new JsonValue[0], context)).isNotEqualTo(before);
        assertThat(fixed.body().call(new JsonValue[0], context)).isEqualTo(before);
    }
}
