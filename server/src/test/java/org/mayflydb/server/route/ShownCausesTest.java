package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;

/** Servers of tests say in the response what has failed unexpectedly; others say it in their log only. */
class ShownCausesTest {
    private static final WireRequest REQUEST =
            new WireRequest(Verb.GET, "/dbs", name -> null, new byte[0], "http://localhost");

    private final List<WireResponse> replies = new ArrayList<>();

    private static String body(WireResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    @Test
    void aHandlerThatThrowsIsAnsweredWithTheCause() {
        RequestHandler broken = (request, reply) -> {
            throw new NoSuchMethodError("timer(String, Tags)");
        };
        new ShownCauses(broken).handle(REQUEST, replies::add);
        assertThat(replies).hasSize(1);
        assertThat(replies.get(0).status()).isEqualTo(500);
        assertThat(body(replies.get(0))).contains("NoSuchMethodError: timer(String, Tags)", "ShownCausesTest.java");
    }

    @Test
    void aHandlerThatThrowsAfterItsReplyIsNotAnsweredAgain() {
        RequestHandler broken = (request, reply) -> {
            reply.accept(new WireResponse(200));
            throw new IllegalStateException("too late");
        };
        assertThatThrownBy(() -> new ShownCauses(broken).handle(REQUEST, replies::add))
                .hasMessage("too late");
        assertThat(replies).extracting(WireResponse::status).containsExactly(200);
    }

    @Test
    void aGatewaySaysTheCauseOnlyIfItIsToldTo() {
        IllegalStateException failure = new IllegalStateException("injected");
        assertThat(body(new Failures("mayfly", true, false).thrown(failure, "a1")))
                .contains("IllegalStateException: injected");
        assertThat(body(new Failures("mayfly", false, false).thrown(failure, "a1")))
                .contains("An internal error occurred.")
                .doesNotContain("injected");
    }

    @Test
    void aLongStackTraceIsCutOff() {
        assertThat(ShownCauses.describe(new IllegalStateException("x".repeat(10_000))))
                .hasSize(4000);
    }
}
