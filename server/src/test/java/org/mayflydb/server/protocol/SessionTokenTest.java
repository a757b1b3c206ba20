package org.mayflydb.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class SessionTokenTest {
    private static long required(String token) {
        return SessionToken.requiredLsn(token, range -> range == 3);
    }

    @Test
    void aTokenIsReadAsItWasWritten() {
        assertThat(SessionToken.of(3, 42)).isEqualTo("3:-1#42");
        assertThat(required(SessionToken.of(3, 42))).isEqualTo(42);
        assertThat(required(SessionToken.of(4, 42))).isZero();
    }

    @Test
    void responsesOfDirectModeLeaveTheRangeOut() {
        assertThat(SessionToken.withoutRange(SessionToken.of(3, 42))).isEqualTo("-1#42");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3:-1#42#1=40#2=-1   | 42",
                "3:42                | 42",
                "0:-1#7,3:-1#42      | 42",
                "3:-1#42,0:-1#70,    | 42",
                "3:-1#42,3:-1#50     | 50",
                "0:-1#7              | 0",
                "3:-1#-1             | 0",
                "3:-2#42             | 42",
                "3:0#42#3=8600#10=-1 | 9223372036854775807"
            })
    void aPartitionMustReachThePartForItsRange(String token, long lsn) {
        assertThat(required(token)).isEqualTo(lsn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rubbish",
                "3",
                "3:",
                ":-1#42",
                "3:#42",
                "3:-1#",
                "3:-1#4x",
                "3:-1#42#",
                "3:-1#42#1",
                "3:-1#42#1=",
                "3:-1#42#=1",
                "3:-1#42#x=1",
                "3 :-1#42",
                "0:rubbish,3:-1#42",
                "3:-1#42,rubbish",
                "3:-1#99999999999999999999",
                "99999999999:-1#42"
            })
    void aMalformedTokenIsRefused(String token) {
        assertThatThrownBy(() -> required(token))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("The session token provided '" + token + "' is invalid.");
    }

    @Test
    void nothingButATokenOrARefusalComesOfAnyText() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String letters = "03-1:#=,x ";
        for (int i = 0; i < 10_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            try {
                required(text.toString());
            } catch (BadRequestException refused) {
                assertThat(refused.getMessage()).as("seed %d", seed).contains(text);
            }
        }
    }
}
