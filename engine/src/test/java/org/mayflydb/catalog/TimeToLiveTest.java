package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonValue;

class TimeToLiveTest {

    @ParameterizedTest
    @CsvSource({"1,1", "-1,-1", "60.0,60", "6e1,60", "2147483647,2147483647", "-1.0,-1"})
    void wholeNumbersOfSecondsAreAccepted(String text, int seconds) {
        assertThat(TimeToLive.seconds(JsonValue.parse(text))).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "-2", "-10", "5.5", "2147483648", "1e400", "\"60\"", "true", "null", "[]", "{}"})
    void otherValuesAreRefusedInTheWordsOfTheService(String text) {
        assertThatThrownBy(() -> TimeToLive.seconds(JsonValue.parse(text)))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("The input ttl '" + text + "' is invalid. Ensure to provide a nonzero positive integer"
                        + " less than or equal to '2147483647', or '-1' which means never expire.");
    }
}
