package org.mayflydb.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.mayflydb.database.Engine;
import org.mayflydb.database.EngineSettings;
import org.mayflydb.json.JsonObject;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.admin.AdminHandler.TextPage;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.auth.KeyRing;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireRequest.Verb;
import org.mayflydb.server.protocol.WireResponse;
import org.mayflydb.storage.memory.MemoryStore;

/** Operators get an answer, whatever is thrown. */
class AdminErrorsTest {
    private Throwable failure = new IllegalStateException("injected");

    private final AdminEndpoint failing = new AdminEndpoint() {
        @Override
        public JsonObject show(QueryParameters parameters) {
            raise();
            return JsonObject.empty();
        }

        @Override
        public JsonObject run(JsonObject parameters) {
            raise();
            return JsonObject.empty();
        }
    };

    private void raise() {
        AdminErrorsTest.<RuntimeException>raise(failure);
    }

    private String failingText() {
        raise();
        return "";
    }

    @SuppressWarnings("unchecked") // the compiler is not to see what is thrown
    private static <E extends Throwable> void raise(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private List<WireResponse> send(Verb verb, String path) {
        return send(verb, path, Runnable::run);
    }

    private List<WireResponse> send(Verb verb, String path, Executor workers) {
        List<WireResponse> answers = new ArrayList<>();
        try (Engine engine = Engine.open(new MemoryStore(), EngineSettings.defaults())) {
            AdminHandler handler = new AdminHandler(
                    (request, reply) -> reply.accept(new WireResponse(204)),
                    new KeyRing(AccountKeys.of(ServerSettings.WELL_KNOWN_KEY)),
                    workers,
                    Map.of("/ready", new TextPage("text/plain", this::failingText)),
                    Map.of("metrics", new TextPage("text/plain", this::failingText)),
                    Map.of("fails", failing),
                    new ContainerEndpoints(engine));
            String key = "Bearer " + ServerSettings.WELL_KNOWN_KEY;
            handler.handle(
                    new WireRequest(verb, path, name -> name.equals("authorization") ? key : null, new byte[0], ""),
                    answers::add);
        }
        return answers;
    }

    @Test
    void whatFailsIsAnsweredOnceWithABody() {
        for (Throwable each : List.of(
                new OutOfMemoryError("injected"),
                new StackOverflowError(),
                new NoClassDefFoundError("injected"),
                new RejectedExecutionException("injected"),
                new NullPointerException())) {
            failure = each;
            for (String path : List.of("/ready", "/_mayfly/metrics", "/_mayfly/fails")) {
                assertThat(send(Verb.GET, path)).singleElement().satisfies(answer -> {
                    assertThat(answer.status()).isEqualTo(500);
                    assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                            .contains("\"code\":\"InternalServerError\"");
                });
            }
            assertThat(send(Verb.POST, "/_mayfly/fails"))
                    .singleElement()
                    .satisfies(answer -> assertThat(answer.status()).isEqualTo(500));
        }
    }

    @Test
    void requestIsAnsweredWhenNoWorkerCanStart() {
        Executor exhausted = task -> {
            throw new OutOfMemoryError("unable to create native thread");
        };
        assertThat(send(Verb.GET, "/_mayfly/fails", exhausted))
                .singleElement()
                .satisfies(answer -> assertThat(answer.status()).isEqualTo(500));
    }

    @Test
    void requestIsRejectedWhenAllWorkersAreBusy() {
        Executor busy = task -> {
            throw new RejectedExecutionException("injected");
        };
        assertThat(send(Verb.GET, "/_mayfly/fails", busy))
                .singleElement()
                .satisfies(answer -> assertThat(answer.status()).isEqualTo(429));
    }
}
