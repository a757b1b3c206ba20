package org.mayflydb.server.route;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.mayflydb.server.protocol.WireResponse;

/** The way back to a client. Whatever fails on the way becomes an answer too, so that nobody waits for ever. */
final class Reply implements Consumer<WireResponse> {
    private final Consumer<WireResponse> client;
    private final UnaryOperator<WireResponse> completion;
    private final String activityId;
    private final Failures failures;

    /** @param completion adds what every answer to this client has */
    Reply(Consumer<WireResponse> client, UnaryOperator<WireResponse> completion, String activityId, Failures failures) {
        this.client = client;
        this.completion = completion;
        this.activityId = activityId;
        this.failures = failures;
    }

    Failures failures() {
        return failures;
    }

    @Override
    public void accept(WireResponse response) {
        WireResponse completed;
        try {
            completed = completion.apply(response);
        } catch (Throwable failure) {
            completed = failures.thrown(failure, activityId);
        }
        client.accept(completed);
    }

    /** Answers a request whose handling has thrown. */
    void failed(Throwable failure) {
        accept(failures.thrown(failure, activityId));
    }
}
