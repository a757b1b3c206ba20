package org.mayflydb.storage;

import java.time.Duration;

/** When a caller gives up on a call, by the monotonic clock of this process. */
public final class Deadline {
    /** For callers that wait as long as it takes. */
    public static final Deadline NONE = new Deadline(0);

    private final long nanoTime;

    private Deadline(long nanoTime) {
        this.nanoTime = nanoTime;
    }

    public static Deadline after(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    public boolean isOver() {
        return this != NONE && System.nanoTime() - nanoTime >= 0;
    }

    /** How long the caller still waits; not negative. For ever if there is no deadline. */
    public Duration remaining() {
        return this == NONE
                ? Duration.ofNanos(Long.MAX_VALUE)
                : Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }
}
