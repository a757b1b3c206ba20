package org.mayflydb.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Any bytes: an answer, a refusal or a close, but never a server that is worse off. */
class HttpFuzzTest {
    private static final int CONNECTIONS = 2000;

    private static final List<String> SAMPLES = List.of(
            "GET /dbs/a/colls/b/docs/c HTTP/1.1\r\nHost: localhost:8081\r\nx-ms-date: now\r\n\r\n",
            "POST /dbs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{\"id\":\"x\"}GET / HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nx: y\r\n\r\n",
            "PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
            "\u0016\u0003\u0001\u0000\u0005\u0001\u0000\u0000\u0001\u0000",
            "DELETE http://x/y HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n");

    private static byte[] hostile(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.append(SAMPLES.get(random.nextInt(SAMPLES.size())));
        }
        byte[] bytes = text.toString().getBytes(ISO_8859_1);
        if (random.nextInt(4) == 0) {
            random.nextBytes(bytes);
            return bytes;
        }
        for (int i = random.nextInt(5); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length) + 1);
    }

    @Test
    void noBytesHarmTheServer() throws Exception {
        long seed = 42;
        Random random = new Random(seed);
        List<String> lost = new CopyOnWriteArrayList<>();
        ByteBufUtil.setLeakListener((type, records) -> lost.add(type + records));
        try (HttpServer server = TestServer.start(TestServer.ECHO)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                try (RawClient client = RawClient.connect(server)) {
                    client.send(hostile(random));
                    if (random.nextInt(10) == 0) {
                        client.finishSending().receiveUntilClosed();
                    }
                } catch (IOException e) {
                    // The server may cut a hostile client off at any time.
                    assertThat(e).as("seed %d", seed).isNotInstanceOf(SocketTimeoutException.class);
                }
            }
            try (RawClient client = RawClient.connect(server)) {
                assertThat(client.get("/still/here").receive().body())
                        .as("seed %d", seed)
                        .isEqualTo("GET /still/here 0");
            }
        }
        // A lost buffer is found when it is collected and another one is made.
        System.gc();
        for (int i = 0; i < 100; i++) {
            PooledByteBufAllocator.DEFAULT.buffer().release();
        }
        assertThat(lost).as("seed %d", seed).isEmpty();
    }
}
