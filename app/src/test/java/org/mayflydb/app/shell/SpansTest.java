package org.mayflydb.app.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class SpansTest {
    @ParameterizedTest
    @CsvSource({
        "90, 90",
        "90s, 90",
        "15m, 900",
        "1h, 3600",
        "90d, 7776000",
        "2w, 1209600",
        "1y, 31536000",
        "PT1H30M, 5400",
        "-1, -1",
        "1H, 3600"
    })
    void lengthsAreReadAsTheyAreWritten(String text, long seconds) {
        assertThat(Spans.seconds(text)).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "1 fortnight", "999999999999999y", "1h30m"})
    void whatIsNoLengthIsRefused(String text) {
        assertThatThrownBy(() -> Spans.seconds(text)).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 s",
        "59, 59 s",
        "60, 1 min",
        "90, 1 min 30 s",
        "3600, 1 h",
        "5400, 1 h 30 min",
        "7776000, 90 d",
        "31622400, 1 y 1 d",
        "157766400, 5 y",
        "-90, -1 min 30 s"
    })
    void lengthsAreShownInTheirTwoLargestUnits(long seconds, String text) {
        assertThat(Spans.text(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"off, off", "on, -1", "-1, -1", "90d, 7776000"})
    void aTimeToLiveIsOffOnOrALength(String text, String parameter) {
        assertThat(DefaultTtl.parse(text).parameter()).isEqualTo(parameter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-2", "100y"})
    void aTimeToLiveOutOfItsBoundsIsRefused(String text) {
        assertThatThrownBy(() -> DefaultTtl.parse(text)).isInstanceOf(BadRequestException.class);
    }
}
