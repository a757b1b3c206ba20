package org.mayflydb.server.http;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection that is silent, that sends a request too slowly, or that does not read its answers.
 *
 * <p>Requests only note the time; one task for each connection looks at the notes. It looks at least once within the
 * time a request may take to arrive, and at the very moment when the note it found runs out.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class ConnectionClock implements Runnable {
    private final Channel channel;
    private final HttpConnection connection;
    private final long idleNanos;
    private final long arrivalNanos;

    private long activeNanos = System.nanoTime();
    private long arrivingNanos;
    private boolean arriving;
    private long unreadBytes;
    private long unreadNanos;
    private @Nullable Future<?> next;

    ConnectionClock(Channel channel, HttpConnection connection, HttpLimits limits) {
        this.channel = channel;
        this.connection = connection;
        this.idleNanos = limits.idle().toNanos();
        this.arrivalNanos = limits.arrival().toNanos();
    }

    /** Begins to watch. */
    void start() {
        next = channel.eventLoop().schedule(this, Math.min(idleNanos, arrivalNanos), TimeUnit.NANOSECONDS);
    }

    void stop() {
        if (next != null) {
            next.cancel(false);
        }
    }

    /** Bytes came or went. */
    void active() {
        activeNanos = System.nanoTime();
    }

    boolean isArriving() {
        return arriving;
    }

    /** A request began with the bytes that came last. */
    void requestBegins() {
        arriving = true;
        arrivingNanos = activeNanos;
    }

    void requestArrived() {
        arriving = false;
    }

    /** The server did not read for a while; that is not the client's time. */
    void resumed() {
        active();
        arrivingNanos = activeNanos;
    }

    @Override
    public void run() {
        long leftNanos = leftNanos(System.nanoTime());
        if (leftNanos <= 0) {
            channel.close();
        } else {
            next = channel.eventLoop().schedule(this, Math.min(leftNanos, arrivalNanos), TimeUnit.NANOSECONDS);
        }
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
        if (connection.isWaitingForAnswers()) {
            return arrivalNanos;
        }
        return arriving ? arrivalNanos - (now - arrivingNanos) : idleNanos - (now - activeNanos);
    }
}
