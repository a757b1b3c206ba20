package org.mayflydb.database;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tells a listener what has failed in the background. Such work is tried again by itself and nobody waits for it, so without
 * a listener its failures are only counted. The engine writes no log of its own; who embeds it has one.
 */
public final class BackgroundFailures {
    private final AtomicReference<@Nullable Listener> listener = new AtomicReference<>();
    private final AtomicReference<@Nullable Failure> untold = new AtomicReference<>();

    /** Hears of failures. Called by threads that have other things to do, so it must be quick. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Something has failed and is tried again later.
         *
         * @param work what was done, in words
         */
        void failed(String work, Throwable cause);
    }

    private record Failure(String work, Throwable cause) {}

    BackgroundFailures() {}

    /** Tells this listener from now on, beginning with the last failure if nobody was told of it. */
    public void listen(Listener newListener) {
        listener.set(newListener);
        Failure waiting = untold.getAndSet(null);
        if (waiting != null) {
            tell(newListener, waiting.work, waiting.cause);
        }
    }

    /** Never throws: a listener that does must not end what it listens to. */
    void report(String work, Throwable cause) {
        Listener told = listener.get();
        if (told == null) {
            untold.set(new Failure(work, cause));
        } else {
            tell(told, work, cause);
        }
    }

    private static void tell(Listener told, String work, Throwable cause) {
        try {
            told.failed(work, cause);
        } catch (RuntimeException | Error unheard) {
            // Its own business.
        }
    }
}
