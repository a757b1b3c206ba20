package org.mayflydb.server.rntbd;

import java.time.Duration;

/**
 * What one client, and all of them together, may ask of the server.
 *
 * @param headBytesMax of a head; a client that announces more is not listened to any further
 * @param payloadBytesMax of a payload; larger ones are thrown away and answered with 413
 * @param connectionsMax open at a time; further ones are closed at once
 * @param inFlightMax requests of one connection that wait for answers; beyond it the connection is not read
 * @param idle how long a connection may be silent
 * @param arrival how long a message may take to arrive, and a client that does not read may make us wait
 * @param drain how long a stop waits for requests under way
 */
public record RntbdLimits(
        int headBytesMax,
        int payloadBytesMax,
        int connectionsMax,
        int inFlightMax,
        Duration idle,
        Duration arrival,
        Duration drain) {

    /**
     * Heads hold a few texts of at most 64 KB each; payloads are as large as bodies over HTTP. Clients have up to 30
     * requests under way on a connection, and give a silent one up after an hour: that is better than if we did, because
     * then a write could meet a connection that is just being closed, and the client would not know what became of it.
     */
    public static RntbdLimits defaults() {
        return new RntbdLimits(
                256 << 10, 4 << 20, 4096, 64, Duration.ofMinutes(65), Duration.ofSeconds(30), Duration.ofSeconds(10));
    }

    public RntbdLimits withConnectionsMax(int connections) {
        return new RntbdLimits(headBytesMax, payloadBytesMax, connections, inFlightMax, idle, arrival, drain);
    }

    public RntbdLimits withInFlightMax(int requests) {
        return new RntbdLimits(headBytesMax, payloadBytesMax, connectionsMax, requests, idle, arrival, drain);
    }

    public RntbdLimits withTimes(Duration newIdle, Duration newArrival, Duration newDrain) {
        return new RntbdLimits(
                headBytesMax, payloadBytesMax, connectionsMax, inFlightMax, newIdle, newArrival, newDrain);
    }
}
