package org.mayflydb.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarNameTest {
    private static final List<String> NAMES = List.of("port", "host", "direct-port", "memory", "log-requests");

    @ParameterizedTest
    @CsvSource({
        "prot, port",
        "pot, port",
        "log-request, log-requests",
        "log_requests, log-requests",
        "memroy, memory",
        "dir, direct-port"
    })
    void aTypingErrorIsRecognized(String typed, String meant) {
        assertThat(SimilarName.to(typed, NAMES)).isEqualTo(meant);
    }

    @Test
    void anotherNameIsNot() {
        assertThat(SimilarName.to("colour", NAMES)).isNull();
        assertThat(SimilarName.to("x", NAMES)).isNull();
        assertThat(SimilarName.to("", List.of())).isNull();
    }
}
