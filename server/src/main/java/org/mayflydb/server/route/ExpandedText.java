package org.mayflydb.server.route;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.server.protocol.WireResponse;

/**
 * How much longer the texts of requests under way are than the bodies they were sent as. A few bytes of binary JSON may stand
 * for megabytes of text, which the memory for bodies does not count; so all requests together may hold only so much.
 */
final class ExpandedText {
    /** Taken without asking. */
    private static final int SMALL_BYTES = 16 << 10;

    private static final long BYTES_MIN = 16 << 20;

    private final long bytesMax;
    private final AtomicLong used = new AtomicLong();

    ExpandedText(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    static ExpandedText ofHeap() {
        return new ExpandedText(Math.max(BYTES_MIN, Runtime.getRuntime().maxMemory() / 16));
    }

    long used() {
        return used.get();
    }

    /**
     * Has a request answered while it holds so many bytes, which are given back when it is answered or throws.
     *
     * @throws TooBusyException if others hold too many
     */
    void hold(long bytes, Consumer<WireResponse> reply, Consumer<Consumer<WireResponse>> request) {
        if (bytes <= SMALL_BYTES) {
            request.accept(reply);
            return;
        }
        long now = used.addAndGet(bytes);
        // Who is alone may have more, or it would never be answered.
        if (now > bytesMax && now != bytes) {
            used.addAndGet(-bytes);
            throw new TooBusyException("Too many requests in binary JSON with long texts are under way.");
        }
        AtomicBoolean released = new AtomicBoolean();
        try {
            request.accept(response -> {
                release(bytes, released);
                reply.accept(response);
            });
        } catch (Throwable failure) {
            release(bytes, released);
            throw failure;
        }
    }

    private void release(long bytes, AtomicBoolean released) {
        if (released.compareAndSet(false, true)) {
            used.addAndGet(-bytes);
        }
    }
}
