package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JavaScript client; what it is asked to do is in {@code src/test/js}. */
class JavaScriptTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"items", "batches", "lifetimes", "queries", "cases", "changefeed", "resources", "encryption"})
    void everyScriptSucceeds(String script) throws Exception {
        Node.directory();
        try (LocalServer server = LocalServer.inMemory()) {
            assertSucceeds(script, server.endpoint(Scheme.HTTP));
        }
    }

    @Test
    void theClientSpeaksHttpsAsWell() throws Exception {
        Node.directory();
        try (LocalServer server = LocalServer.inMemory()) {
            assertSucceeds("resources", server.endpoint(Scheme.HTTPS));
        }
    }

    private static void assertSucceeds(String script, String endpoint) throws IOException, InterruptedException {
        ExternalProgram.Outcome outcome = Node.run(
                Map.of(
                        "MAYFLY_ENDPOINT",
                        endpoint,
                        "MAYFLY_KEY",
                        LocalServer.KEY,
                        // The certificate is the server's own.
                        "NODE_TLS_REJECT_UNAUTHORIZED",
                        "0"),
                List.of("node", "--test", script + ".test.js"));
        assertThat(outcome.status()).as(outcome.output()).isZero();
    }
}
