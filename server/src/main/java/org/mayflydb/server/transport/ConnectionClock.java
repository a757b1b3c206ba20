package org.mayflydb.server.transport;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection that is silent, that sends a request too slowly, or that does not read its answers.
 *
 * <p>Requests only note the time; one task for each connection looks at the notes. It looks at least once within the
 * time a request may take to arrive, and at the very moment when the note it found runs out.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
public final class ConnectionClock implements Runnable {
    private final Channel channel;
    private final BooleanSupplier waitingForAnswers;
    private final long idleNanos;
    private final long arrivalNanos;
    private final LongSupplier nanoTime;

    private long activeNanos;
    private long arrivingNanos;
    private boolean arriving;
    private long expectedBytes;
    private long cameBytes;
    private long unreadBytes;
    private long unreadNanos;
    private long waitingBytes;
    private long waitingNanos;
    private @Nullable Future<?> next;

    /**
     * @param waitingForAnswers whether it is the server that is awaited
     * @param idle how long a connection may be silent
     * @param arrival how long a request may take to arrive, and a client that does not read may make us wait
     * @param nanoTime a monotonic clock
     */
    public ConnectionClock(
            Channel channel,
            BooleanSupplier waitingForAnswers,
            Duration idle,
            Duration arrival,
            LongSupplier nanoTime) {
        this.channel = channel;
        this.waitingForAnswers = waitingForAnswers;
        this.idleNanos = idle.toNanos();
        this.arrivalNanos = arrival.toNanos();
        this.nanoTime = nanoTime;
        this.activeNanos = now();
    }

    /** Begins to watch. */
    public void start() {
        next = channel.eventLoop().schedule(this, Math.min(idleNanos, arrivalNanos), TimeUnit.NANOSECONDS);
    }

    /** Ends watching. */
    public void stop() {
        if (next != null) {
            next.cancel(false);
        }
    }

    /** Bytes came or went. */
    public void active() {
        activeNanos = now();
    }

    /** So many bytes came. */
    public void came(int bytes) {
        active();
        cameBytes += bytes;
    }

    /** A large part of the request that has begun is yet to come. */
    void expects(long bytes) {
        expectedBytes = bytes;
        cameBytes = 0;
    }

    /** Whether a request has begun and is not whole. */
    public boolean isArriving() {
        return arriving;
    }

    /** A request began with the bytes that came last. */
    public void requestBegins() {
        arriving = true;
        arrivingNanos = activeNanos;
    }

    /** The request is whole, or is not waited for any more. */
    public void requestArrived() {
        arriving = false;
        expectedBytes = 0;
    }

    /** The server did not read for a while; that is not the client's time. */
    public void resumed() {
        active();
        arrivingNanos = activeNanos;
    }

    /** What waits for the client has become more or less. */
    public void unread(long bytes) {
        waitingBytes = bytes;
        waitingNanos = now();
    }

    /**
     * Returns true if the client has taken none of what waits for it for {@code readPatience}, or if it has sent nothing of a
     * request that has begun for {@code sendPatience}, or sends so slowly that the request will not arrive in time.
     */
    public boolean isStalled(Duration readPatience, Duration sendPatience) {
        long now = now();
        if (waitingBytes > 0) {
            return now - waitingNanos >= readPatience.toNanos();
        }
        return arriving
                && channel.config().isAutoRead()
                && (now - activeNanos >= sendPatience.toNanos()
                        || (now - arrivingNanos >= sendPatience.toNanos() && isLate(now - arrivingNanos)));
    }

    /** The part that has come is smaller than the part of the time that is over. */
    private boolean isLate(long nanos) {
        return (double) cameBytes * arrivalNanos < (double) expectedBytes * nanos;
    }

    @Override
    public void run() {
        long leftNanos = leftNanos(now());
        if (leftNanos <= 0) {
            channel.close();
        } else {
            next = channel.eventLoop().schedule(this, Math.min(leftNanos, arrivalNanos), TimeUnit.NANOSECONDS);
        }
    }

    private long now() {
        return nanoTime.getAsLong();
    }

    private long leftNanos(long now) {
        long unread = channel.bytesBeforeWritable();
        if (unread > 0) {
            if (unread != unreadBytes) {
                unreadBytes = unread;
                unreadNanos = now;
            }
            return arrivalNanos - (now - unreadNanos);
        }
        unreadBytes = 0;
        if (waitingForAnswers.getAsBoolean()) {
            return arrivalNanos;
        }
        return arriving ? arrivalNanos - (now - arrivingNanos) : idleNanos - (now - activeNanos);
    }
}
