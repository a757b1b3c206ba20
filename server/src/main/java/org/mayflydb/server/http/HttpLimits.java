package org.mayflydb.server.http;

import java.time.Duration;

/**
 * What one client, and all of them together, may ask of the server.
 *
 * @param requestLineBytesMax of method, target and version
 * @param headerBytesMax of all headers of a request together
 * @param bodyBytesMax of a request; larger ones are answered with 413
 * @param connectionsMax open at a time; further ones are closed at once
 * @param pipelinedMax requests of one connection that wait for answers; beyond it the connection is not read
 * @param idle how long a connection may be silent
 * @param arrival how long a request may take to arrive, and a client that does not read may make us wait
 * @param drain how long a stop waits for requests under way
 */
public record HttpLimits(
        int requestLineBytesMax,
        int headerBytesMax,
        int bodyBytesMax,
        int connectionsMax,
        int pipelinedMax,
        Duration idle,
        Duration arrival,
        Duration drain) {

    public HttpLimits {
        if (requestLineBytesMax < 1 || headerBytesMax < 1 || bodyBytesMax < 0) {
            throw new IllegalArgumentException("sizes must be positive");
        }
        if (connectionsMax < 1 || pipelinedMax < 1) {
            throw new IllegalArgumentException("a server needs at least one connection and one request");
        }
        if (isNotPositive(idle) || isNotPositive(arrival) || drain.isNegative()) {
            throw new IllegalArgumentException("times must be positive");
        }
    }

    /** Room for the largest items and batches of the service (2 MB and its overhead), and for thousands of clients. */
    public static HttpLimits defaults() {
        return new HttpLimits(
                8 << 10,
                32 << 10,
                4 << 20,
                4096,
                64,
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10));
    }

    public HttpLimits withConnectionsMax(int connections) {
        return new HttpLimits(
                requestLineBytesMax, headerBytesMax, bodyBytesMax, connections, pipelinedMax, idle, arrival, drain);
    }

    public HttpLimits withTimes(Duration newIdle, Duration newArrival, Duration newDrain) {
        return new HttpLimits(
                requestLineBytesMax,
                headerBytesMax,
                bodyBytesMax,
                connectionsMax,
                pipelinedMax,
                newIdle,
                newArrival,
                newDrain);
    }

    private static boolean isNotPositive(Duration time) {
        return time.isNegative() || time.isZero();
    }
}
