package org.mayflydb.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MovableClock;
import org.mayflydb.server.protocol.SharedHeaders;
import org.mayflydb.server.protocol.WireResponse;

class HttpEncoderTest {
    private static final MovableClock CLOCK = MovableClock.startingAt(Instant.parse("2026-11-08T09:05:07.9Z"));

    private static String encoded(WireResponse response) {
        return encoded(response, HttpEncoder.Connection.KEPT, false);
    }

    private static String encoded(WireResponse response, HttpEncoder.Connection connection, boolean headOnly) {
        ByteBuf bytes = new HttpEncoder(new HttpDate(CLOCK))
                .encode(UnpooledByteBufAllocator.DEFAULT, response, connection, headOnly, 12_003_456);
        try {
            return bytes.toString(UTF_8);
        } finally {
            bytes.release();
        }
    }

    private static WireResponse json(int status) {
        return new WireResponse(status).header("etag", "\"1\"").body("{}".getBytes(UTF_8));
    }

    @Test
    void aResponseHasDateDurationTypeAndLength() {
        String expected = String.join(
                "\r\n",
                "HTTP/1.1 200 OK",
                "date: Sun, 08 Nov 2026 09:05:07 GMT",
                "x-ms-request-duration-ms: 12.003",
                "etag: \"1\"",
                "content-type: application/json",
                "content-length: 2",
                "",
                "{}");
        assertThat(encoded(json(200))).isEqualTo(expected);
    }

    @Test
    void sharedHeadersComeBeforeTheOthers() {
        SharedHeaders shared = SharedHeaders.of("x-ms-version", "1", "lsn", "7");
        assertThat(encoded(json(200).headers(shared)))
                .contains("x-ms-request-duration-ms: 12.003\r\nx-ms-version: 1\r\nlsn: 7\r\netag: \"1\"\r\n");
    }

    @Test
    void anEmptyBodyHasALengthAndNoType() {
        assertThat(encoded(new WireResponse(201)))
                .contains("content-length: 0\r\n")
                .doesNotContain("content-type");
    }

    @Test
    void noContentAndNotModifiedHaveNeitherBodyNorLength() {
        for (int status : new int[] {204, 304}) {
            assertThat(encoded(json(status)))
                    .startsWith("HTTP/1.1 " + status + " ")
                    .endsWith("etag: \"1\"\r\n\r\n")
                    .doesNotContain("content-");
        }
    }

    @Test
    void answersToHeadHaveALengthWithoutABody() {
        assertThat(encoded(json(200), HttpEncoder.Connection.CLOSED, true))
                .contains("connection: close\r\n")
                .endsWith("content-length: 2\r\n\r\n");
    }

    @Test
    void aTypeThatIsGivenIsTheOnlyOne() {
        assertThat(encoded(json(200).header("Content-Type", "text/html")))
                .contains("Content-Type: text/html\r\n")
                .doesNotContain("application/json");
    }

    @Test
    void theTransportsOwnHeadersCannotBeGiven() {
        assertThat(encoded(json(200)
                        .header("Content-Length", "7")
                        .header("Date", "today")
                        .header("Connection", "upgrade")
                        .header("Transfer-Encoding", "chunked")))
                .isEqualTo(encoded(json(200)));
    }

    @Test
    void aValueCannotEndItsLine() {
        assertThat(encoded(json(200).header("x", "a\r\nset-cookie: b\u010d\u010aé")))
                .contains("x: a??set-cookie: b???\r\n");
    }
}
