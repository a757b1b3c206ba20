package org.mayflydb.server.route;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.RequestHandler;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;
import org.mayflydb.server.protocol.WireResponse;

/** Puts the cause into the response if a handler throws instead of replying. For tests, where nobody reads a log. */
public final class ShownCauses implements RequestHandler {
    /** Enough for a cause or two with their first frames: clients copy messages into exceptions and logs. */
    private static final int CHARACTERS_MAX = 4000;

    private final RequestHandler inner;
    private final Failures failures = new Failures("", true, false);

    public ShownCauses(RequestHandler inner) {
        this.inner = inner;
    }

    @Override
    public @Nullable WireResponse refusal(WireRequest head) {
        return inner.refusal(head);
    }

    @Override
    public void handle(WireRequest request, Consumer<WireResponse> reply) {
        AtomicBoolean replied = new AtomicBoolean();
        try {
            inner.handle(request, response -> {
                replied.set(true);
                reply.accept(response);
            });
        } catch (RuntimeException | Error failure) {
            if (!replied.compareAndSet(false, true)) {
                throw failure;
            }
            String activityId = request.header(WireHeaders.ACTIVITY_ID);
            reply.accept(failures.thrown(failure, activityId == null ? "" : activityId));
        }
    }

    /** Returns the stack trace, cut off where it gets long. */
    static String describe(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString()
                .substring(0, Math.min(CHARACTERS_MAX, text.getBuffer().length()));
    }
}
