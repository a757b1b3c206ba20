package org.mayflydb.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.server.protocol.WireRequest.Verb;

class WireRequestTest {
    private static long answerBytesMax(Verb verb, String path, Map<String, String> headers) {
        return new WireRequest(verb, path, headers::get, new byte[0], "http://localhost").answerBytesMax();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /dbs/d/colls/c/docs",
        "GET, /dbs/d/colls",
        "GET, /dbs/Gz+JzQ==/colls/Gz+JzazkcAE=/docs/Gz+JzazkcAEBAAAAACVHBw==",
        "GET, /dbs/Gz+JzQ==/colls/Gz+JzazkcAE=/docs/Gz+JzazkcAEBAAAAACVHBw==/",
        "DELETE, /dbs/Gz+JzQ%3d%3d/colls/Gz+JzazkcAE%3d/docs/Gz+JzazkcAEBAAAAACVHBw%3d%3D"
    })
    void listsAndSearchesForResourceIdsTakeAPage(Verb verb, String path) {
        assertThat(answerBytesMax(verb, path, Map.of())).isEqualTo(WireRequest.PAGE_BYTES_MAX);
    }

    @ParameterizedTest
    @ValueSource(strings = {WireHeaders.IS_QUERY, WireHeaders.IS_BATCH})
    void queriesAndBatchesTakeAPage(String header) {
        assertThat(answerBytesMax(Verb.POST, "/dbs/d/colls/c/docs", Map.of(header, "True")))
                .isEqualTo(WireRequest.PAGE_BYTES_MAX);
    }

    @Test
    void aPatchTakesAnItemUnlessNoneIsSentBack() {
        assertThat(answerBytesMax(Verb.PATCH, "/dbs/d/colls/c/docs/a", Map.of()))
                .isEqualTo(2 << 20);
        assertThat(answerBytesMax(Verb.PATCH, "/dbs/d/colls/c/docs/a", Map.of(WireHeaders.PREFER, "return=minimal")))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /dbs/d/colls/c/docs/a",
        "PUT, /dbs/d/colls/c/docs/a",
        "POST, /dbs/d/colls/c/docs",
        "GET, /",
        "GET, ''"
    })
    void otherRequestsNeedNotBeCounted(Verb verb, String path) {
        assertThat(answerBytesMax(verb, path, Map.of())).isZero();
    }
}
