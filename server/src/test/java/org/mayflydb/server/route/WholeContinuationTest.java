package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class WholeContinuationTest {

    @Test
    void aContinuationIsAJsonObject() {
        assertThat(WholeContinuation.write("BAO5"))
                .isEqualTo("{\"token\":\"BAO5\",\"range\":{\"min\":\"\",\"max\":\"FF\"}}");
    }

    @Test
    void theTokenIsReadBack() {
        assertThat(WholeContinuation.read(WholeContinuation.write("BAO5"))).isEqualTo("BAO5");
    }

    @Test
    void theContinuationOfAPartIsATokenAlone() {
        assertThat(WholeContinuation.read("BAO5")).isEqualTo("BAO5");
    }

    @Test
    void theEndHasNone() {
        assertThat(WholeContinuation.write(null)).isNull();
        assertThat(WholeContinuation.read(null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{}",
                "{\"token\":1}",
                "{\"token\":\"BAO5\"}",
                "{\"token\":\"BAO5\",\"range\":{\"min\":\"\",\"max\":\"3F\"}}"
            })
    void otherObjectsAreRefused(String continuation) {
        assertThatThrownBy(() -> WholeContinuation.read(continuation)).isInstanceOf(BadRequestException.class);
    }
}
